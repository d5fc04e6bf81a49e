// SPDX-License-Identifier: MIT
// Action states of a cohort between ticks: what it stores about its deferred actions besides that
// they are live. An action is identified by its number in the plan. The states have the same form
// as live states (live.h); only this module knows which:
//
//   masks, 2..64 lanes  | a bit for each number with a nonempty state | state 0 | state 1 | ...
//   masks, 1 lane       | a byte for each number: 1 launched, 2 ended, 4 succeeded, 8 cancelled
//   list, 2..64 lanes   | length | state, state, ... | number, number, ...
//   list, 1 lane        | length | 16 x number + such a byte, ...
//
// A list is sorted by number, and contains only nonempty states: an action that was launched in an
// earlier tick and still runs is in the list of live states only. Launches are in launch.h.
#ifndef DEFERRED_H
#define DEFERRED_H

#include "cohort.h"
#include "deferred_state.h"

/// Iterate over all nonempty states, in order of their numbers, possibly with some that have become
/// empty. Start with `*at` 0. Returns false at the end.
bool deferred_next(const cohort_layout *l, const cohort *c, uint32_t *at, uint32_t *number,
                   deferred_state *state);

deferred_state deferred_get(const cohort_layout *l, const cohort *c, uint32_t number);
void deferred_put(const cohort_layout *l, cohort *c, uint32_t number, const deferred_state *state);

/// Clear the requests of these lanes in the last tick.
void deferred_forget_requests(const cohort_layout *l, cohort *c, uint64_t lanes);

/// Clear all states of these lanes.
void deferred_clear(const cohort_layout *l, cohort *c, uint64_t lanes);

// ---- for ticks (states.c)

/// Return whether a tick works on the states in place: they are an array by number.
static inline bool deferred_is_in_place(const cohort_layout *l)
{
    return l->deferred_count > 0 && !l->has_list && !cohort_is_lone(l);
}

/// Clear all states, then append the nonempty ones, in order of their numbers.
void deferred_restart(const cohort_layout *l, cohort *c);
void deferred_append(const cohort_layout *l, cohort *c, uint32_t number,
                     const deferred_state *state);

#endif
