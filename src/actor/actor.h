// SPDX-License-Identifier: MIT
// An actor: the state of one agent taken out of its lane, as bytes. Actors are the unit of hashing,
// saving, moving between cohorts and populations, and inspecting.
//
// The same history gives the same bytes, whatever the lanes, threads and kernels. The bytes contain
// everything that the agent's future depends on, and the requests of its last tick. Little-endian,
// packed:
//
//   u8            the root's last status: 0 success, 1 failure, 2 running, 3 not ticked yet
//   u32 n         number of live states (cohort.h), then
//   n x u32       their items, increasing
//   ...           the values of every live node, in order of items
//   u32 c         number of deferred nodes for which the last tick requested a cancel, then
//   c x 2 u32     their items, increasing, each with the number of the launch
//   u8 each       persistent statuses, named ones first: 0 success, 1 failure, 2 running (for a
//                 `once`: not finished yet)
//   i64 each      when each `cooldown` is ready again; INT64_MIN if it never finished
//   u64           the random stream, if ticks draw
//   u32 each      number columns of the blackboard; a NaN is 0x7fc00000. A list has its count and
//                 the components of as many elements
//   u8 each       bool columns
//
// The values of a live node:
//
//   deferred            u8: 1 a launch was requested in the last tick, 2 its game system has ended
//                       the action, 4 and with success; then u32 number of the launch, and u32 for
//                       each argument by value, one for each component of a vector
//   wait delay timeout  i64 time when it is due
//   random order        u64 random state from which its permutation is drawn; in a parallel before
//                       what follows
//   repeat retry        u32 rounds so far (only with a count)
//   for_each            u32 place in the list
//   while               u8 1 when a round has succeeded
//   any loop            i64 tick in which the pause ends (only while the loop pauses)
//   parallel            u8 for each child: 1 it has finished, 2 and with success
#ifndef ACTOR_H
#define ACTOR_H

#include "cohort.h"

/// The largest and the smallest size of an actor of this shape, in bytes.
size_t actor_size_max(const plan *p);
size_t actor_size_min(const plan *p);

/// Write the actor of a lane and return its size. `bytes` has room for actor_size_max.
size_t actor_take(const plan *p, const cohort_layout *layout, cohort *c, unsigned lane,
                  unsigned char *bytes);

/// Put an actor into a free lane. The caller sets the lane's id and `occupied`. The bytes are not
/// trusted: if they are wrong, this returns a message, and the lane holds a part of them until it
/// is cleared. Otherwise returns NULL.
const char *actor_put(const plan *p, const cohort_layout *layout, cohort *c, unsigned lane,
                      const unsigned char *bytes, size_t size);

/// Remove everything of some lanes from the cohort's lists, and the statuses of their roots.
void actor_clear(const cohort_layout *layout, cohort *c, uint64_t lanes);

#endif
