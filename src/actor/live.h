// SPDX-License-Identifier: MIT
// Live states of agents between two ticks. A cohort stores them in one of two forms: as masks by
// slot, or as sorted lists of the live nodes. An example with three lanes:
//
//   concurrent                  slot 0       lanes 0 and 1; lane 2 has finished
//     sequence                               shares the slot of `eat`, its only child with one
//       "hungry"                             is never live
//       eat, an action          slot 1       lane 0
//     walk, a deferred action   slot 2, n 0  lanes 0 and 1; lane 1 has just launched it
//     talk, a deferred action   slot 3, n 1  no lane; it was just cancelled for lane 2
//
//   masks   decider states    | 011 | 001 | 011 | 000 |           by slot; lanes in order 2 1 0
//           action states     | walk: launched 010 | talk: cancelled 100 |        by number n
//   lists   decider states    | 2 | eat, walk | 001, 011 |        items, and their lanes
//           action states     | 2 | walk, talk | launched 010, cancelled 100 |
//
// A list contains only those decider states that no child implies (plan.h: `rests`): a leaf, or a
// loop that pauses. All nodes above them are live as well. A tick works on masks in place. It
// expands lists to masks before, and collects them again after (states.c). Action states are in
// deferred.h. Persistent values are columns in both forms, since nearly all agents have all of
// them.
//
// Each form is better for some shapes, and the maximum size of both is known in advance. Masks cost
// no work before and after a tick. Lists are smaller when few of many nodes are live, so ticks
// touch less memory; with 64 lanes and many agents, every saved byte saves time. So masks are
// chosen if they take at most a little more memory than lists: nothing with deferred actions, whose
// states by number are far apart; otherwise 8 bytes per agent; and 64 bytes for a lone agent, whose
// tick is long enough to hide one more cache line. docs/actors.md has the measurements.
#ifndef LIVE_H
#define LIVE_H

#include "cohort.h"

/// Write the items of a lane's live nodes at rest, in increasing order, four bytes each, and return
/// their number. `items` has room for spec->live_capacity of them.
uint32_t live_take(const plan *p, const cohort_layout *l, const cohort *c, unsigned lane,
                   unsigned char *items);

/// Return whether a node at rest is live in a lane. The node must have a slot.
bool live_has(const plan *p, const cohort_layout *l, const cohort *c, unsigned lane, uint32_t item);

/// Make a node at rest live in a lane, and all nodes above it.
void live_add(const plan *p, const cohort_layout *l, cohort *c, unsigned lane, uint32_t item);

/// Make a node at rest live in some lanes, in the form with lists.
void live_add_entry(const cohort_layout *l, cohort *c, uint64_t lanes, uint32_t item);

/// Clear all live states of some lanes.
void live_clear(const cohort_layout *l, cohort *c, uint64_t lanes);

/// Return the number of live nodes at rest in all lanes together.
uint64_t live_total(const plan *p, const cohort_layout *l, const cohort *c);

/// Expand the live states to masks of all slots of the plan; and collect masks into a cohort
/// without live states.
void live_spread(const plan *p, const cohort_layout *l, const cohort *c, uint64_t *masks);
void live_collect(const plan *p, const cohort_layout *l, cohort *c, const uint64_t *masks);

/// Return the lanes of a slot in which its node is at rest.
static inline uint64_t live_at_rest(const plan *p, const uint64_t *masks, uint32_t slot)
{
    uint32_t below = p->slot_below[slot];
    return below == PLAN_NO_SLOT ? masks[slot] : masks[slot] & ~masks[below];
}

/// Return the lanes of an entry of a list.
uint64_t live_lanes(const cohort_layout *l, const cohort *c, uint32_t index);

#endif
