// SPDX-License-Identifier: MIT
// The last part of every motion: store the new state of vehicles, unless it is not finite. Included
// by the kernels.
#ifndef MOTION_KERNEL_H
#define MOTION_KERNEL_H

#include "motion.h"
#include "wide.h"

#include <math.h>

typedef struct motion {
    wide position, velocity, heading;
} motion;

static inline motion motion_get(const vehicles *all, uint32_t begin, uint32_t count)
{
    return (motion){wide_get(&all->position, begin, count), wide_get(&all->velocity, begin, count),
                    wide_get(&all->heading, begin, count)};
}

/// Store the new state; lost vehicles keep the old one. Returns the first lost vehicle, of these
/// and `lost`.
static inline __attribute__((always_inline)) uint32_t
motion_set(const vehicles *all, uint32_t begin, uint32_t count, motion is, uint32_t lost)
{
    motion was = motion_get(all, begin, count);
    // The sum is not finite if any component is not.
    lanes sum = wide_dot(is.velocity, is.velocity);
    EACH_DIMENSION (d)
        sum = lanes_add(sum, lanes_subtract(is.position.at[d], is.position.at[d]));
    lanes_mask good = lanes_less(sum, lanes_all(INFINITY));
    wide_set(&all->position, begin, count, wide_select(good, is.position, was.position));
    wide_set(&all->velocity, begin, count, wide_select(good, is.velocity, was.velocity));
    wide_set(&all->heading, begin, count, wide_select(good, is.heading, was.heading));
    uint32_t bad = ~lanes_bits(good) & ((UINT32_C(1) << count) - 1);
    return bad && lost == MOTION_NONE ? begin + (uint32_t)__builtin_ctz(bad) : lost;
}

#endif
