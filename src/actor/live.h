// SPDX-License-Identifier: MIT
// States of agents between two ticks. A cohort keeps them in one of two forms: as masks by number,
// or as sorted lists of what there is. Here a tree, three lanes, and what is live:
//
//   concurrent                  slot 0       lanes 0 and 1; lane 2 has ended
//     sequence                               shares the slot of `eat`, its only child that can live
//       "hungry"                             is never live
//       eat, an action          slot 1       lane 0
//     walk, a deferred action   slot 2, n 0  lanes 0 and 1; lane 1 has just launched it
//     talk, a deferred action   slot 3, n 1  nobody; it was just cancelled for lane 2
//
//   masks   decider states    | 011 | 001 | 011 | 000 |           by slot; in order of lanes 2 1 0
//           action states     | walk: launched 010 | talk: cancelled 100 |        by number n
//   lists   decider states    | 2 | eat, walk | 001, 011 |        items, and for which lanes
//           action states     | 2 | walk, talk | launched 010, cancelled 100 |
//
// A list has only those decider states that no child tells of (plan.h: `rests`): a leaf, or a loop
// that pauses. All above it is live as well. A tick works on masks in place; it spreads a list
// out to masks, and collects it again (states.c). Action states are in deferred.h. Persistent
// states are columns in both forms: nearly all agents have all of them.
//
// Each form is better somewhere, and what both take at most is known beforehand. Masks cost no work
// before and after a tick. Lists are small where few of many nodes are live, and then ticks touch
// less memory: with 64 lanes, all that they save is time again when agents are many. So masks are
// chosen where they take at most a little more than lists do: nothing with deferred actions, whose
// states by number lie far apart; else 8 bytes an agent; and 64 bytes for a lone agent, whose tick
// takes long enough for a cache line more. docs/actors.md has what that is measured with.
#ifndef LIVE_H
#define LIVE_H

#include "cohort.h"

/// A lane's live nodes that rest, as items in increasing order, four bytes each. There is room for
/// spec->live_capacity of them. Returns how many.
uint32_t live_take(const plan *p, const cohort_layout *l, const cohort *c, unsigned lane,
                   unsigned char *items);

/// Tell whether a node that rests is live for a lane. It must be one that has a slot.
bool live_has(const plan *p, const cohort_layout *l, const cohort *c, unsigned lane, uint32_t item);

/// Makes a node that rests live for a lane, and all that it lies in.
void live_add(const plan *p, const cohort_layout *l, cohort *c, unsigned lane, uint32_t item);

/// Nothing of this lane is live any more.
void live_clear(const cohort_layout *l, cohort *c, unsigned lane);

/// Return how many nodes rest, of all lanes together.
uint64_t live_total(const plan *p, const cohort_layout *l, const cohort *c);

/// Writes the masks of all slots of the plan, and makes a cohort without live states have those.
void live_spread(const plan *p, const cohort_layout *l, const cohort *c, uint64_t *masks);
void live_collect(const plan *p, const cohort_layout *l, cohort *c, const uint64_t *masks);

/// The lanes of a slot in which its node rests.
static inline uint64_t live_at_rest(const plan *p, const uint64_t *masks, uint32_t slot)
{
    uint32_t below = p->slot_below[slot];
    return below == PLAN_NO_SLOT ? masks[slot] : masks[slot] & ~masks[below];
}

/// The lanes of an entry of a list.
uint64_t live_lanes(const cohort_layout *l, const cohort *c, uint32_t index);

#endif
