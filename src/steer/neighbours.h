// SPDX-License-Identifier: MIT
// Sums over what an agent sees of those around it: the raw material of separation, cohesion and
// alignment, for all three in one pass.
#ifndef NEIGHBOURS_H
#define NEIGHBOURS_H

#include "grid.h"

/// A number for each agent: a column, or one value for all of them when there is none.
typedef struct number_column {
    float value;
    const float *column; // by index
} number_column;

static inline float number_of(const number_column *n, uint32_t index)
{
    return n->column ? n->column[index] : n->value;
}

/// The weight of the others in the sum of separation; h is the offset to another one.
typedef enum neighbours_falloff {
    NEIGHBOURS_UNIT,    // -h / (2 |h|), the thesis'
    NEIGHBOURS_INVERSE, // -h / |h|^2, Reynolds'
    NEIGHBOURS_LINEAR,  // -h
} neighbours_falloff;

enum { NEIGHBOURS_SEPARATION, NEIGHBOURS_COHESION, NEIGHBOURS_ALIGNMENT, NEIGHBOURS_KINDS };

/// The others that an agent sees: all whose distance is at most the radius and whose direction
/// differs from its heading by less than half the view angle, given as its cosine: below -1 is all
/// around. One who is at the same spot is seen, and does not push. A radius below 0 sees nobody.
typedef struct neighbours_view {
    number_column radius[NEIGHBOURS_KINDS];
    number_column cosine[NEIGHBOURS_KINDS];
    float reach; // no radius is larger; in a periodic world below half its size
    neighbours_falloff falloff;
} neighbours_view;

/// By index of the agent.
typedef struct neighbours_sums {
    vectors apart;  // sum of falloff(h)
    vectors offset; // sum of h: the mean position is p + offset / count
    vectors along;  // sum of what the grid carries: velocities or headings
    float *count[NEIGHBOURS_KINDS];
} neighbours_sums;

/// For the agents at the grid's places begin to end - 1. Different ranges may be done by different
/// threads. A kernel: see steer_kernels.h.
typedef void neighbours_sum_function(const grid *g, const vehicles *all,
                                     const neighbours_view *view, const neighbours_sums *sums,
                                     uint32_t begin, uint32_t end);

#endif
