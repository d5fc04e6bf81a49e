// SPDX-License-Identifier: MIT
// Stubs let a document run without a host: NAME=TICKS:STATUS.
//
// An action runs until TICKS ticks after its fresh start, then returns STATUS. A deferred action
// that was launched in tick k has the state STATUS from tick k + max(1, TICKS) on. A predicate
// returns whether STATUS is success.
//
// The start of each action is stored by agent and node, and the start before it: 8 bytes for each
// agent and each action node whose stub has ticks.
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

/// Return the next name of the shape that has no stub, or NULL. `*cursor` must be 0 at first.
const char *stub_next_missing(const gestalt_shape *shape, const stub *stubs, uint32_t count,
                              uint32_t *cursor);

/// Register a function for every host name of the shape that has a stub. A deferred action that the
/// host already has is used as it is. The host must provide all other names. The shape and the set
/// must outlive the host's use.
gestalt_result stub_set_create(const gestalt_shape *shape, const stub *stubs, uint32_t count,
                               gestalt_host *host, const gestalt_allocator *allocator,
                               stub_set **set, gestalt_error *error);
void stub_set_destroy(stub_set *set);

/// Undo what actions did in an interrupted tick for agents that are not done. Call it after the
/// tick has returned.
void stub_set_put_back(stub_set *set, const gestalt_population *population);

/// Call before each tick of a population with one group: allocates memory for its agents, and sets
/// the states of deferred actions that are due.
gestalt_result stub_set_before(stub_set *set, gestalt_population *population, gestalt_error *error);
/// Call after each tick: records the launches.
gestalt_result stub_set_after(stub_set *set, gestalt_population *population, gestalt_error *error);

/// Write the state of the set, as stub_set_attach attaches it: first the head, then the ticks of
/// all ids below the next one, in any number of calls. So several processes can write it together.
/// They return false if the writer fails.
bool stub_set_write_head(const stub_set *set, const gestalt_population *population,
                         gestalt_writer to);
bool stub_set_write_ticks(const stub_set *set, uint64_t first, uint64_t end, gestalt_writer to);
/// Attach the state of the set to the population, so that its snapshots contain it.
gestalt_result stub_set_attach(const stub_set *set, gestalt_population *population,
                               gestalt_error *error);
/// Restore the state that a loaded population has attached. GESTALT_BAD_FILE if it was not made
/// with the same stubs.
gestalt_result stub_set_resume(stub_set *set, const gestalt_population *population,
                               gestalt_error *error);
/// Return whether a population has the state of a set attached.
bool stub_state_is_attached(const gestalt_population *population);
/// Continue a population that was saved without stubs: the ticks of running actions count from the
/// coming tick, and those of launches from the launch.
gestalt_result stub_set_adopt(stub_set *set, const gestalt_population *population,
                              gestalt_error *error);
/// Continue after an edit of the population, from the state of the set of its old shape.
gestalt_result stub_set_edit(stub_set *set, const stub_set *from,
                             const gestalt_population *population,
                             const gestalt_edit_report *report, gestalt_error *error);
/// Apply an edit to the state that a set has attached to the population, if any: nodes get their
/// new ids, and nodes without a new id are dropped. A set for the new shape can then resume it.
gestalt_result stub_state_edit(gestalt_population *population, const gestalt_edit_report *report,
                               gestalt_error *error);

#endif
