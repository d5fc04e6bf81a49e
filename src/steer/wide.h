// SPDX-License-Identifier: MIT
// vector.h and space.h for lanes: the same operations in the same order, and so the same bits.
// Included by steer_kernels_body.h, after one of lanes_*.h.
#ifndef WIDE_H
#define WIDE_H

#include "space.h"

#include <gestalt/arithmetic.h>
#include <string.h>

typedef struct wide {
    lanes at[STEER_DIMENSIONS];
} wide;

/// Load from columns, and store to them: the first `count` lanes.
static inline lanes lanes_get(const float *column, uint32_t count)
{
    if (count == LANES)
        return lanes_load(column);
    float values[LANES] = {0};
    memcpy(values, column, count * sizeof *values);
    return lanes_load(values);
}

static inline void lanes_set(float *column, uint32_t count, lanes a)
{
    if (count == LANES) {
        lanes_store(column, a);
        return;
    }
    float values[LANES];
    lanes_store(values, a);
    memcpy(column, values, count * sizeof *values);
}

static inline void lanes_set_ints(uint32_t *column, uint32_t count, lanes_ints a)
{
    memcpy(column, &a, count * sizeof *column);
}

/// Load and store lanes through a list of indexes.
static inline lanes lanes_gather(const float *column, const uint32_t *index, uint32_t count)
{
    if (count == LANES)
        return lanes_pick(column, index);
    float values[LANES] = {0};
    for (uint32_t lane = 0; lane < count; lane++)
        values[lane] = column[index[lane]];
    return lanes_load(values);
}

static inline void lanes_scatter(float *column, const uint32_t *index, uint32_t count, lanes a)
{
    if (count == LANES) {
        lanes_put(column, index, a);
        return;
    }
    float values[LANES];
    lanes_store(values, a);
    for (uint32_t lane = 0; lane < count; lane++)
        column[index[lane]] = values[lane];
}

static inline wide wide_get(const vectors *column, uint32_t begin, uint32_t count)
{
    wide a;
    EACH_DIMENSION (d)
        a.at[d] = lanes_get(column->at[d] + begin, count);
    return a;
}

static inline void wide_set(const vectors *column, uint32_t begin, uint32_t count, wide a)
{
    EACH_DIMENSION (d)
        lanes_set(column->at[d] + begin, count, a.at[d]);
}

static inline wide wide_gather(const vectors *column, const uint32_t *index, uint32_t count)
{
    wide a;
    EACH_DIMENSION (d)
        a.at[d] = lanes_gather(column->at[d], index, count);
    return a;
}

static inline void wide_scatter(const vectors *column, const uint32_t *index, uint32_t count,
                                wide a)
{
    EACH_DIMENSION (d)
        lanes_scatter(column->at[d], index, count, a.at[d]);
}

static inline wide wide_all(vector a)
{
    wide b;
    EACH_DIMENSION (d)
        b.at[d] = lanes_all(a.at[d]);
    return b;
}

static inline wide wide_add(wide a, wide b)
{
    EACH_DIMENSION (d)
        a.at[d] = lanes_add(a.at[d], b.at[d]);
    return a;
}

static inline wide wide_subtract(wide a, wide b)
{
    EACH_DIMENSION (d)
        a.at[d] = lanes_subtract(a.at[d], b.at[d]);
    return a;
}

static inline wide wide_scale(wide a, lanes factor)
{
    EACH_DIMENSION (d)
        a.at[d] = lanes_multiply(a.at[d], factor);
    return a;
}

static inline wide wide_divide(wide a, lanes divisor)
{
    EACH_DIMENSION (d)
        a.at[d] = lanes_divide(a.at[d], divisor);
    return a;
}

static inline wide wide_select(lanes_mask mask, wide a, wide b)
{
    EACH_DIMENSION (d)
        a.at[d] = lanes_select(mask, a.at[d], b.at[d]);
    return a;
}

static inline wide wide_add_where(lanes_mask mask, wide a, wide b)
{
    EACH_DIMENSION (d)
        a.at[d] = lanes_add_where(mask, a.at[d], b.at[d]);
    return a;
}

static inline lanes wide_dot(wide a, wide b)
{
    lanes sum = lanes_multiply(a.at[0], b.at[0]);
    for (int d = 1; d < STEER_DIMENSIONS; d++)
        sum = lanes_add(sum, lanes_multiply(a.at[d], b.at[d]));
    return sum;
}

/// vector_with_length if the vector has a direction, else `otherwise`.
static inline wide wide_with_length(wide a, lanes length, wide otherwise)
{
    lanes is = lanes_sqrt(wide_dot(a, a));
    lanes_mask has_direction =
        lanes_both(lanes_less(lanes_all(0), is), lanes_less(is, lanes_all(INFINITY)));
    return wide_select(has_direction, wide_scale(a, lanes_divide(length, is)), otherwise);
}

static inline wide wide_clip(wide a, lanes most)
{
    lanes squared = wide_dot(a, a);
    return wide_select(lanes_less(lanes_multiply(most, most), squared),
                       wide_scale(a, lanes_divide(most, lanes_sqrt(squared))), a);
}

static inline lanes_mask lanes_inside(lanes x, lanes low, lanes size)
{
    return lanes_both(lanes_less(x, lanes_add(low, size)), lanes_at_most(low, x));
}

/// space_wrap.
static inline wide wide_wrap(const space *world, wide position)
{
    if (!world->periodic)
        return position;
    EACH_DIMENSION (d) {
        lanes low = lanes_all(world->low.at[d]), size = lanes_all(world->size.at[d]);
        lanes x = position.at[d];
        lanes_mask inside = lanes_inside(x, low, size);
        if (lanes_number(inside) == LANES)
            continue;
        lanes worlds = lanes_floor(lanes_divide(lanes_subtract(x, low), size));
        lanes moved = lanes_subtract(x, lanes_multiply(size, worlds));
        moved = lanes_select(lanes_inside(moved, low, size), moved, low);
        position.at[d] = lanes_select(inside, x, moved);
    }
    return position;
}

#endif
