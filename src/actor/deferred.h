// SPDX-License-Identifier: MIT
// Action states of a cohort at rest: what it keeps for its deferred actions beyond that they are
// live. An action is known by its number in the plan. They are kept in the form that live states
// have (live.h), and nobody else knows in which:
//
//   masks, 2..64 lanes  | a bit for each number that may say something | state 0 | state 1 | ...
//   masks, 1 lane       | a byte for each number: 1 launched, 2 ended, 4 succeeded, 8 cancelled
//   list, 2..64 lanes   | length | state, state, ... | number, number, ...
//   list, 1 lane        | length | 16 x number + such a byte, ...
//
// A list is in order of the numbers, and holds none that says nothing: an action that was launched
// ticks ago and goes on is in the list of live states only. Launches are in launch.h.
#ifndef DEFERRED_H
#define DEFERRED_H

#include "cohort.h"
#include "deferred_state.h"

/// Walk through all that say something, and maybe some that have said something before, in order
/// of their numbers: `*at` is 0 for the first. False when there is none left.
bool deferred_next(const cohort_layout *l, const cohort *c, uint32_t *at, uint32_t *number,
                   deferred_state *state);

deferred_state deferred_get(const cohort_layout *l, const cohort *c, uint32_t number);
void deferred_put(const cohort_layout *l, cohort *c, uint32_t number, const deferred_state *state);

/// Forget what these lanes requested in the last tick.
void deferred_forget_requests(const cohort_layout *l, cohort *c, uint64_t lanes);

/// Forget all that these lanes have.
void deferred_clear(const cohort_layout *l, cohort *c, uint64_t lanes);

// ---- for ticks (states.c)

/// Tell whether a tick works on the states where they lie: an array by number.
static inline bool deferred_is_in_place(const cohort_layout *l)
{
    return l->deferred_count > 0 && !l->has_list && !cohort_is_lone(l);
}

/// Forget all, and then take those that say something, in order of their numbers.
void deferred_restart(const cohort_layout *l, cohort *c);
void deferred_append(const cohort_layout *l, cohort *c, uint32_t number,
                     const deferred_state *state);

#endif
