// SPDX-License-Identifier: MIT
// A trace of one agent: what is told of it in each tick. To those who run the agent, a tree by
// itself or a scene, are left the ticks.
#ifndef TRACE_TELL_H
#define TRACE_TELL_H

#include "output.h"
#include "trace.h"

typedef struct teller {
    cli *c;
    trace trace;
    output output;
    gestalt_population *population;
    const gestalt_shape *shape; // of the agent
    uint64_t agent;
    uint64_t from, end;    // ticks that are shown
    bool in_steps;         // each of their steps by itself
    gestalt_value *values; // of the blackboard, when last looked at, and room for as many
    gestalt_status *persistents;
    size_t values_size, persistents_size;
} teller;

/// Read the options that say what is shown.
teller teller_of(cli *c);

/// Return the most ticks that there can be to run, were there nothing to resume. Mistakes are
/// reported.
exit_code teller_count_ticks(const teller *t, uint64_t *ticks);

/// Say which ticks are shown, of those from `first` on. Mistakes are reported.
exit_code teller_choose_ticks(teller *t, uint64_t first);

/// Make room for what is known of an agent, and set the hooks of its population. False when there
/// is no memory. The teller must stay where it is until teller_leave.
bool teller_meet(teller *t, gestalt_population *population, const gestalt_shape *shape);
void teller_leave(teller *t);

/// To be called before what happens in a tick.
void teller_begin_tick(teller *t, uint64_t tick, int64_t now);

/// Write who it is, with its values.
void teller_begin(teller *t, const char *group);
void teller_tick_head(teller *t, uint64_t tick, int64_t now);
/// `shape` is the one that the agent goes on in.
void teller_edit_head(teller *t, uint64_t tick, const gestalt_shape *shape);
/// Look at its values; written are those that changed, with `by` behind each.
void teller_look(teller *t);
void teller_values(teller *t);
void teller_changes(teller *t, const char *by);
/// Write what the agent did in the tick.
void teller_tree(teller *t);
void teller_request(teller *t, const gestalt_request *r);
void teller_requests(teller *t);

/// A session_ticker and gestalt_world_ticker, whose user is the teller: ticks the agent step by
/// step, after all others, and writes each.
gestalt_result teller_tick_in_steps(void *user, gestalt_population *p, int64_t now,
                                    gestalt_error *error);

/// Say that the trace is not complete.
exit_code teller_interrupted(teller *t, uint64_t tick, const char *what);
exit_code teller_out_of_memory(const teller *t);

#endif
