// SPDX-License-Identifier: MIT
// Sums over the neighbours that an agent sees: the basis of separation, cohesion and alignment, for
// all three in one pass.
#ifndef NEIGHBOURS_H
#define NEIGHBOURS_H

#include "grid.h"

/// A number for each agent: a column or, if `column` is NULL, one value for all.
typedef struct number_column {
    float value;
    const float *column; // by index
} number_column;

static inline float number_of(const number_column *n, uint32_t index)
{
    return n->column ? n->column[index] : n->value;
}

/// The weight of a neighbour in the sum of separation; h is the offset to the neighbour.
typedef enum neighbours_falloff {
    NEIGHBOURS_UNIT,    // -h / (2 |h|), as in the thesis
    NEIGHBOURS_INVERSE, // -h / |h|^2, as Reynolds
    NEIGHBOURS_LINEAR,  // -h
} neighbours_falloff;

enum { NEIGHBOURS_SEPARATION, NEIGHBOURS_COHESION, NEIGHBOURS_ALIGNMENT, NEIGHBOURS_KINDS };

/// The neighbours that an agent sees: all whose distance is at most the radius, and whose direction
/// differs from the agent's heading by less than half the view angle. The angle is given as a
/// cosine; below -1 means all around. A neighbour at the same position is seen, and does not push.
/// With a radius below 0 an agent sees none.
typedef struct neighbours_view {
    number_column radius[NEIGHBOURS_KINDS];
    number_column cosine[NEIGHBOURS_KINDS];
    float reach; // upper bound of all radii; in a periodic world below half the world's size
    neighbours_falloff falloff;
} neighbours_view;

/// Sums, by index of the agent.
typedef struct neighbours_sums {
    vectors apart;  // sum of falloff(h)
    vectors offset; // sum of h: the mean position is p + offset / count
    vectors along;  // sum of the vectors that the grid carries: velocities or headings
    float *count[NEIGHBOURS_KINDS];
} neighbours_sums;

/// Compute the sums for the agents at the grid's places `begin` to `end` - 1. Different threads may
/// compute different ranges. A kernel: see steer_kernels.h.
typedef void neighbours_sum_function(const grid *g, const vehicles *all,
                                     const neighbours_view *view, const neighbours_sums *sums,
                                     uint32_t begin, uint32_t end);

#endif
