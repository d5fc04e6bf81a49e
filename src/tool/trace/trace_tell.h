// SPDX-License-Identifier: MIT
// A trace of one agent: what is printed for each tick. The caller runs the agent, alone or in a
// scene.
#ifndef TRACE_TELL_H
#define TRACE_TELL_H

#include "output.h"
#include "trace.h"

typedef struct teller {
    cli *c;
    trace trace;
    output output;
    gestalt_population *population;
    const gestalt_shape *shape; // shape of the agent
    uint64_t agent;
    uint64_t from, end; // ticks that are shown: from `from` up to `end`
    bool in_steps;      // whether each step of a tick is shown by itself
    // values of the blackboard when last read, and room for the same number of new ones
    gestalt_value *values;
    // elements of all lists when last read; each list has room for its capacity
    gestalt_value *elements;
    gestalt_status *persistents;
    size_t values_size, elements_size, persistents_size;
} teller;

/// Read the options for what to show.
teller teller_of(cli *c);

/// Return the largest number of ticks to run, assuming that no snapshot is resumed. Errors are
/// reported.
exit_code teller_count_ticks(const teller *t, uint64_t *ticks);

/// Choose the ticks to show, from `first` on. Errors are reported.
exit_code teller_choose_ticks(teller *t, uint64_t first);

/// Allocate memory for the state of an agent, and set the hooks of its population. Returns false
/// when out of memory. The teller must not be moved until teller_leave.
bool teller_meet(teller *t, gestalt_population *population, const gestalt_shape *shape);
void teller_leave(teller *t);

/// Call this before each tick.
void teller_begin_tick(teller *t, uint64_t tick, int64_t now);

/// Print the agent and its values.
void teller_begin(teller *t, const char *group);
void teller_tick_head(teller *t, uint64_t tick, int64_t now);
/// Print the heading of an edit; `shape` is the new shape.
void teller_edit_head(teller *t, uint64_t tick, const gestalt_shape *shape);
/// Read the agent's values: teller_look prints nothing, teller_values all, and teller_changes those
/// that changed, followed by `by`.
void teller_look(teller *t);
void teller_values(teller *t);
void teller_changes(teller *t, const char *by);
/// Print what the agent did in the tick.
void teller_tree(teller *t);
void teller_request(teller *t, const gestalt_request *r);
void teller_requests(teller *t);

/// A session_ticker and gestalt_world_ticker, whose user is the teller: ticks the agent step by
/// step, after all others, and prints each step.
gestalt_result teller_tick_in_steps(void *user, gestalt_population *p, int64_t now,
                                    gestalt_error *error);

/// Report that the trace is not complete.
exit_code teller_interrupted(teller *t, uint64_t tick, const char *what);
exit_code teller_out_of_memory(const teller *t);

#endif
