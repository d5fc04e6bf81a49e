// SPDX-License-Identifier: MIT
// Vectors of the plane or of space, and columns of them. Components are added in order, with one
// rounding per operation, so that results are the same everywhere.
#ifndef VECTOR_H
#define VECTOR_H

#include "dimensions.h"

#include <gestalt/arithmetic.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct vector {
    float at[STEER_DIMENSIONS];
} vector;

/// A column for each component. The memory belongs to another owner.
typedef struct vectors {
    float *at[STEER_DIMENSIONS];
} vectors;

#define EACH_DIMENSION(d) for (int d = 0; d < STEER_DIMENSIONS; d++)

static inline vector vectors_get(const vectors *column, uint32_t index)
{
    vector v;
    EACH_DIMENSION (d)
        v.at[d] = column->at[d][index];
    return v;
}

static inline void vectors_set(const vectors *column, uint32_t index, vector v)
{
    EACH_DIMENSION (d)
        column->at[d][index] = v.at[d];
}

static inline vector vector_zero(void)
{
    return (vector){{0}};
}

static inline vector vector_add(vector a, vector b)
{
    EACH_DIMENSION (d)
        a.at[d] += b.at[d];
    return a;
}

static inline vector vector_subtract(vector a, vector b)
{
    EACH_DIMENSION (d)
        a.at[d] -= b.at[d];
    return a;
}

static inline vector vector_scale(vector a, float factor)
{
    EACH_DIMENSION (d)
        a.at[d] *= factor;
    return a;
}

static inline vector vector_add_scaled(vector a, vector b, float factor)
{
    return vector_add(a, vector_scale(b, factor));
}

static inline float vector_dot(vector a, vector b)
{
    float sum = a.at[0] * b.at[0];
    for (int d = 1; d < STEER_DIMENSIONS; d++)
        sum += a.at[d] * b.at[d];
    return sum;
}

static inline float vector_length_squared(vector a)
{
    return vector_dot(a, a);
}

static inline float vector_length(vector a)
{
    return sqrtf(vector_length_squared(a));
}

static inline float vector_distance(vector a, vector b)
{
    return vector_length(vector_subtract(a, b));
}

static inline bool vector_is_zero(vector a)
{
    EACH_DIMENSION (d)
        if (a.at[d] != 0)
            return false;
    return true;
}

/// Return `a` scaled to `length`. A vector without a direction (whose squared length underflows, or
/// which is not finite) gives zero.
static inline vector vector_with_length(vector a, float length)
{
    float is = vector_length(a);
    return is > 0 && is < INFINITY ? vector_scale(a, length / is) : vector_zero();
}

static inline vector vector_unit(vector a)
{
    return vector_with_length(a, 1);
}

/// Return `a`, shortened to `most` if it is longer.
static inline vector vector_clip(vector a, float most)
{
    float squared = vector_length_squared(a);
    return squared > most * most ? vector_scale(a, most / sqrtf(squared)) : a;
}

/// Return the component of `a` perpendicular to the unit vector `along`.
static inline vector vector_beside(vector a, vector along)
{
    return vector_add_scaled(a, along, -vector_dot(a, along));
}

/// Return the unit vector to the right of a heading, seen from above, with x to the right and y up
/// on the map. In space it is horizontal; for straight up or down it is x.
static inline vector vector_right(vector heading)
{
    vector right = vector_zero();
    right.at[0] = heading.at[1];
    right.at[1] = -heading.at[0];
    if (STEER_DIMENSIONS == 2)
        return right;
    right = vector_unit(right);
    if (vector_is_zero(right))
        right.at[0] = 1;
    return right;
}

#endif
