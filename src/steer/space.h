// SPDX-License-Identifier: MIT
// The space that agents live in: a box. In a periodic world, agents that leave on one side enter on
// the opposite one. A bounded world has no walls: agents can leave it, and still find their
// neighbours.
#ifndef SPACE_H
#define SPACE_H

#include "vector.h"

typedef struct space {
    vector low;  // the corner with the smallest coordinates
    vector size; // > 0
    bool periodic;
} space;

/// Return the position in the box, [low, low + size), that is equivalent to `position`. Unchanged
/// in a bounded world.
static inline vector space_wrap(const space *where, vector position)
{
    if (!where->periodic)
        return position;
    EACH_DIMENSION (d) {
        float low = where->low.at[d], size = where->size.at[d], x = position.at[d];
        if (x >= low && x < low + size)
            continue;
        x -= size * floorf((x - low) / size);
        // Rounding may have led to the upper border, or to just below the lower one.
        position.at[d] = x < low + size && x >= low ? x : low;
    }
    return position;
}

/// Return the image of `position` nearest to `from`. Behaviours compute in an unbounded plane, so
/// in a periodic world callers pass them nearest images.
static inline vector space_nearest(const space *where, vector from, vector position)
{
    if (!where->periodic)
        return position;
    EACH_DIMENSION (d) {
        float size = where->size.at[d], offset = position.at[d] - from.at[d];
        position.at[d] -= size * floorf(offset / size + 0.5f);
    }
    return position;
}

/// Return the largest rounding error of the distance between two positions in the box.
static inline float space_rounding(const space *where)
{
    float most = 0;
    EACH_DIMENSION (d) {
        most = fmaxf(most, fabsf(where->low.at[d]));
        most = fmaxf(most, fabsf(where->low.at[d] + where->size.at[d]));
    }
    return most * 0x1p-21f;
}

#endif
