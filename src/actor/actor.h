// SPDX-License-Identifier: MIT
// An actor: the state of one agent taken out of its lane, as bytes. The unit of hashing, saving,
// moving between cohorts and populations, and inspecting.
//
// The bytes are the same for the same history, whatever lanes, threads and kernels there were: they
// hold what the agent's future depends on, and what its last tick asked for. Little-endian, packed:
//
//   u8            the root's last answer: 0 success, 1 failure, 2 running, 3 not ticked yet
//   u32 n         live entries (cohort.h), then
//   n x u32       their items, increasing
//   ...           of every live node, in order of items, what it keeps
//   u32 c         deferred nodes whose cancelling the last tick requested, then
//   c x 2 u32     their items, increasing, each with the number of the launch
//   u8 each       persistent statuses, named ones first: 0 success, 1 failure, 2 running (of a
//                 `once`: no answer yet)
//   i64 each      of each `cooldown` when it is ready again; the least i64 when it never finished
//   u64           the random stream, if ticks draw
//   u32 each      number columns of the blackboard; a NaN is 0x7fc00000
//   u8 each       bool columns
//
// A live node keeps:
//
//   deferred            u8: 1 a launch was requested in the last tick, 2 its game system has ended
//                       it, 4 and with success; then u32 the number of the launch, and u32 for
//                       each argument by value, one for each component of a vector
//   wait delay timeout  i64 when it is due
//   random order        u64 the random state that its permutation comes from
//   repeat retry        u32 rounds so far (with a count only)
//   while               u8 1 when a round has succeeded
//   parallel            u8 for each child: 1 it has finished, 2 and with success
#ifndef ACTOR_H
#define ACTOR_H

#include "cohort.h"

/// The most bytes that an actor of this shape can have, and the fewest.
size_t actor_size_max(const plan *p);
size_t actor_size_min(const plan *p);

/// Writes the actor of a lane and returns its size. `bytes` has room for actor_size_max.
size_t actor_take(const plan *p, const cohort_layout *layout, cohort *c, unsigned lane,
                  unsigned char *bytes);

/// Puts an actor into a lane that holds none. Its id and `occupied` are the caller's. The bytes may
/// come from anywhere: when something is wrong with them, this says it, and the lane holds a part
/// of them until it is cleared. Else NULL.
const char *actor_put(const plan *p, const cohort_layout *layout, cohort *c, unsigned lane,
                      const unsigned char *bytes, size_t size);

/// Takes everything of a lane out of the cohort's lists, and its root's answer.
void actor_clear(const cohort_layout *layout, cohort *c, unsigned lane);

#endif
