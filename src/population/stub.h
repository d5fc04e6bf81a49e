// SPDX-License-Identifier: MIT
// Stubs, so that a document runs without a host: NAME=TICKS:STATUS.
//
// An action runs until TICKS ticks after its fresh start, then answers STATUS. A deferred action
// that was launched in tick k has the state STATUS from tick k + max(1, TICKS) on. A predicate
// answers STATUS, where success is true.
//
// When an action has started is kept by agent and node: 4 bytes for each agent and each action node
// with a stub that takes ticks. Ids of agents must be dense for that.
#ifndef STUB_H
#define STUB_H

#include <gestalt/edit.h>
#include <gestalt/host.h>
#include <gestalt/population.h>

typedef struct stub {
    const char *name;
    uint32_t ticks;
    gestalt_status status;
} stub;

/// The stubs of one shape.
typedef struct stub_set stub_set;

/// The next name of the shape that has no stub, or NULL. `*cursor` is 0 at first.
const char *stub_next_missing(const gestalt_shape *shape, const stub *stubs, uint32_t count,
                              uint32_t *cursor);

/// Registers a function for every host name of the shape that has a stub; a deferred action that
/// the host has already is taken as it is. All the other names must be the host's. The shape, and
/// the set, must outlive the host's use.
gestalt_result stub_set_create(const gestalt_shape *shape, const stub *stubs, uint32_t count,
                               gestalt_host *host, const gestalt_allocator *allocator,
                               stub_set **set, gestalt_error *error);
void stub_set_destroy(stub_set *set);

/// Forget what actions did in a tick that was interrupted, for agents who are not done. Call it
/// when the tick has answered.
void stub_set_put_back(stub_set *set, const gestalt_population *population);

/// To be called before each tick of a population of one group: room for its agents, and the states
/// of deferred actions that are due.
gestalt_result stub_set_before(stub_set *set, gestalt_population *population, gestalt_error *error);
/// To be called after each tick: takes note of what was launched.
gestalt_result stub_set_after(stub_set *set, gestalt_population *population, gestalt_error *error);

/// Attaches all that is kept here to the population, so that its snapshots carry it along.
gestalt_result stub_set_attach(const stub_set *set, gestalt_population *population,
                               gestalt_error *error);
/// Goes on with what a restored population has attached. GESTALT_BAD_FILE when that was not made
/// with the same stubs.
gestalt_result stub_set_resume(stub_set *set, const gestalt_population *population,
                               gestalt_error *error);
/// Return whether a population has attached what a set keeps.
bool stub_state_is_attached(const gestalt_population *population);
/// Goes on with a population that others have saved, and which tells nothing of stubs: actions that
/// run count from the coming tick on, and launches from their own.
gestalt_result stub_set_adopt(stub_set *set, const gestalt_population *population,
                              gestalt_error *error);
/// Let an edit go over what a set has attached to the population, if one has: nodes get their new
/// ids, and those without one are forgotten. A set for the new shape resumes it.
gestalt_result stub_state_edit(gestalt_population *population, const gestalt_edit_report *report,
                               gestalt_error *error);

#endif
