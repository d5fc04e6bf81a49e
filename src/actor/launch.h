// SPDX-License-Identifier: MIT
// Launches of deferred actions, as a cohort keeps them. One that is live has its number, which is
// the low half of the tick's that asked for it, and its arguments as they were then. One that the
// last tick requested to cancel has its number.
//
// All of it is columns of 32 bits, which actions share that can never be live together, as nodes
// share value slots. Here `walk` and `talk` may be live together, `wave` with neither of them:
//
//   sequence                          number n   launch slot   first word   words
//     wave(far: float)                0          0             0            1
//     concurrent
//       walk(to: vec2, far: float)    1          0             0            3
//       talk(sure: bool, key: key)    2          1             3            1
//
//   | wave or walk | talk | wave or walk | talk | far of wave, or to.x | to.y | far | sure |
//     launched              cancelled             arguments
//
// A tick works on them in place. A column means something for the lanes for which its action is
// live, or was cancelled in the last tick; two actions that share a slot can't both be cancelled in
// one tick, since both would have been live when it began.
#ifndef LAUNCH_H
#define LAUNCH_H

#include "cohort.h"

// ---- columns of an action, by its number in the plan

static inline uint32_t *launch_column(const cohort_layout *l, cohort *c, uint32_t column)
{
    return (uint32_t *)cohort_part(c, l->launches) + (size_t)column * l->stride;
}

/// The number of the launch.
static inline uint32_t launch_id_column(const plan *p, uint32_t number)
{
    return p->launch_slots[number];
}

/// The number of the launch that the last tick requested to cancel.
static inline uint32_t launch_cancelled_column(const plan *p, uint32_t number)
{
    return p->launch_slot_count + p->launch_slots[number];
}

/// The arguments: the first of a column for each word.
static inline uint32_t launch_word_column(const plan *p, uint32_t number)
{
    return 2 * p->launch_slot_count + p->launch_words[number];
}

static inline uint32_t *launch_ids(const plan *p, const cohort_layout *l, cohort *c,
                                   uint32_t number)
{
    return launch_column(l, c, launch_id_column(p, number));
}

static inline uint32_t *launch_cancelled(const plan *p, const cohort_layout *l, cohort *c,
                                         uint32_t number)
{
    return launch_column(l, c, launch_cancelled_column(p, number));
}

static inline uint32_t *launch_words(const plan *p, const cohort_layout *l, cohort *c,
                                     uint32_t number)
{
    return launch_column(l, c, launch_word_column(p, number));
}

/// The number of an agent's launch.
static inline uint32_t launch_id_of(const plan *p, const cohort_layout *l, const cohort *c,
                                    uint32_t number, unsigned lane)
{
    const uint32_t *columns = cohort_read(c, l->launches);
    return columns[(size_t)launch_id_column(p, number) * l->stride + lane];
}

/// An argument that a deferred node gives.
typedef struct launch_argument {
    const image_argument *info;
    uint32_t item;   // where the node gives it
    uint32_t column; // of a key
    uint32_t word;   // the first of those that a launch keeps of it
    uint32_t words;  // none of a key that the host may write
    bool is_key;     // given by the name of a key: also a vector
} launch_argument;

/// Go on to the next argument of the deferred node at `node_item`, in the order in which it gives
/// them. Starts as zero. False when there is none.
bool launch_next_argument(const gestalt_shape *shape, uint32_t node_item, launch_argument *a);

/// Return how many words a launch of the deferred node at `node_item` keeps.
uint32_t launch_word_count(const gestalt_shape *shape, uint32_t node_item);

#endif
