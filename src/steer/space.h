// SPDX-License-Identifier: MIT
// The space that agents live in: a box, which may be periodic, so that who leaves on one side comes
// back on the other. A bounded world is no wall: who leaves it is outside, and still finds its
// neighbours.
#ifndef SPACE_H
#define SPACE_H

#include "vector.h"

typedef struct space {
    vector low;  // the corner with the smallest coordinates
    vector size; // > 0
    bool periodic;
} space;

/// The place in the box that is the same as `position`: in [low, low + size). Unchanged in a
/// bounded world.
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

/// The image of `position` nearest to `from`. Behaviours calculate in the endless plane: whoever
/// asks them for something in a periodic world gives them nearest images.
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

/// Return how far the distance of two places in the box can be off because floats are rounded.
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
