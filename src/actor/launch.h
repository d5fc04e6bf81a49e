// SPDX-License-Identifier: MIT
// Launches of deferred actions, as a cohort stores them. A live launch has a number, which is the
// low half of the number of the tick that requested it, and its arguments at that time. A launch
// that the last tick requested to cancel has only its number.
//
// All of these are 32-bit columns. Actions that can never be live together share columns, as nodes
// share value slots. Here `walk` and `talk` can be live together, `wave` with neither of them:
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
// A tick works on these columns in place. A column is meaningful only in lanes in which its action
// is live, or was cancelled in the last tick. Two actions that share a slot cannot both be
// cancelled in one tick, since both would have been live when it began.
#ifndef LAUNCH_H
#define LAUNCH_H

#include "cohort.h"

// ---- columns of an action, by its number in the plan

static inline uint32_t *launch_column(const cohort_layout *l, cohort *c, uint32_t column)
{
    return (uint32_t *)cohort_part(c, l->launches) + (size_t)column * l->stride;
}

/// Return the column of the launch numbers.
static inline uint32_t launch_id_column(const plan *p, uint32_t number)
{
    return p->launch_slots[number];
}

/// Return the column of the launch numbers that the last tick requested to cancel.
static inline uint32_t launch_cancelled_column(const plan *p, uint32_t number)
{
    return p->launch_slot_count + p->launch_slots[number];
}

/// Return the first column of the arguments, which have one column per word.
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

/// Return the number of an agent's launch.
static inline uint32_t launch_id_of(const plan *p, const cohort_layout *l, const cohort *c,
                                    uint32_t number, unsigned lane)
{
    const uint32_t *columns = cohort_read(c, l->launches);
    return columns[(size_t)launch_id_column(p, number) * l->stride + lane];
}

/// An argument that a deferred node passes.
typedef struct launch_argument {
    const image_argument *info;
    uint32_t item;   // item at which the node passes it
    uint32_t column; // column of a key
    uint32_t word;   // index of its first word in the launch
    uint32_t words;  // number of stored words; 0 for a key that the host may write
    bool is_key;     // passed by the name of a key, as vectors can be, too
} launch_argument;

/// Advance to the next argument of the deferred node at `node_item`, in the node's order. `*a`
/// starts as zero. Returns false when there are no more.
bool launch_next_argument(const gestalt_shape *shape, uint32_t node_item, launch_argument *a);

/// Return how many words a launch of the deferred node at `node_item` stores.
uint32_t launch_word_count(const gestalt_shape *shape, uint32_t node_item);

#endif
