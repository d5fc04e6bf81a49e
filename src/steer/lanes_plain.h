// SPDX-License-Identifier: MIT
// Lanes for every machine: four floats, with the compiler's vectors. lanes_avx512.h documents the
// functions.
#ifndef LANES_PLAIN_H
#define LANES_PLAIN_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { LANES = 4 };
typedef float lanes __attribute__((vector_size(16)));
typedef int32_t lanes_ints __attribute__((vector_size(16)));
typedef lanes_ints lanes_mask;

static inline lanes lanes_all(float x)
{
    return (lanes){x, x, x, x};
}

static inline lanes lanes_load(const float *from)
{
    lanes a;
    memcpy(&a, from, sizeof a);
    return a;
}

static inline void lanes_store(float *to, lanes a)
{
    memcpy(to, &a, sizeof a);
}

static inline lanes lanes_add(lanes a, lanes b)
{
    return a + b;
}

static inline lanes lanes_subtract(lanes a, lanes b)
{
    return a - b;
}

static inline lanes lanes_multiply(lanes a, lanes b)
{
    return a * b;
}

static inline lanes lanes_divide(lanes a, lanes b)
{
    return a / b;
}

static inline lanes lanes_sqrt(lanes a)
{
    return (lanes){sqrtf(a[0]), sqrtf(a[1]), sqrtf(a[2]), sqrtf(a[3])};
}

static inline lanes lanes_floor(lanes a)
{
    return (lanes){floorf(a[0]), floorf(a[1]), floorf(a[2]), floorf(a[3])};
}

static inline lanes lanes_abs(lanes a)
{
    return (lanes)((lanes_ints)a & 0x7FFFFFFF);
}

static inline lanes_mask lanes_less(lanes a, lanes b)
{
    return a < b;
}

static inline lanes_mask lanes_at_most(lanes a, lanes b)
{
    return a <= b;
}

static inline lanes_mask lanes_both(lanes_mask a, lanes_mask b)
{
    return a & b;
}

static inline bool lanes_any(lanes_mask a)
{
    return (a[0] | a[1] | a[2] | a[3]) != 0;
}

/// Return a bit mask, one bit for each lane.
static inline uint32_t lanes_bits(lanes_mask a)
{
    return (uint32_t)((a[0] & 1) | (a[1] & 2) | (a[2] & 4) | (a[3] & 8));
}

static inline lanes_ints lanes_load_ints(const uint32_t *from)
{
    lanes_ints a;
    memcpy(&a, from, sizeof a);
    return a;
}

static inline lanes_ints lanes_count_from(uint32_t first)
{
    return (lanes_ints){0, 1, 2, 3} + (int32_t)first;
}

static inline lanes_mask lanes_first(uint32_t count)
{
    return lanes_count_from(0) < (int32_t)count;
}

/// Return a mask whose lane k is set if bit k is.
static inline lanes_mask lanes_of_bits(uint32_t bits)
{
    const lanes_ints each = {1, 2, 4, 8};
    int32_t all = (int32_t)bits;
    return ((lanes_ints){all, all, all, all} & each) == each;
}

static inline lanes lanes_select(lanes_mask mask, lanes a, lanes b)
{
    return (lanes)(((lanes_ints)a & mask) | ((lanes_ints)b & ~mask));
}

static inline lanes lanes_add_where(lanes_mask mask, lanes a, lanes b)
{
    return a + (lanes)((lanes_ints)b & mask);
}

static inline lanes_mask lanes_differ(lanes_ints a, uint32_t b)
{
    return a != (int32_t)b;
}

static inline void lanes_compress(float *to, lanes_mask mask, lanes a)
{
    for (uint32_t lane = 0, count = 0; lane < LANES; lane++) {
        to[count] = a[lane];
        count += mask[lane] != 0;
    }
}

static inline void lanes_compress_ints(uint32_t *to, lanes_mask mask, lanes_ints a)
{
    for (uint32_t lane = 0, count = 0; lane < LANES; lane++) {
        to[count] = (uint32_t)a[lane];
        count += mask[lane] != 0;
    }
}

static inline uint32_t lanes_number(lanes_mask mask)
{
    return (uint32_t) - (mask[0] + mask[1] + mask[2] + mask[3]);
}

static inline float lanes_lowest(lanes a)
{
    float lowest = a[0];
    for (int lane = 1; lane < LANES; lane++)
        lowest = a[lane] < lowest ? a[lane] : lowest;
    return lowest;
}

static inline float lanes_highest(lanes a)
{
    float highest = a[0];
    for (int lane = 1; lane < LANES; lane++)
        highest = a[lane] > highest ? a[lane] : highest;
    return highest;
}

static inline lanes_ints lanes_whole(lanes a)
{
    return __builtin_convertvector(a, lanes_ints);
}

static inline lanes_ints lanes_count_on(lanes_ints a, lanes_ints b, int32_t factor)
{
    return a + b * factor;
}

static inline lanes lanes_pick(const float *from, const uint32_t *index)
{
    return (lanes){from[index[0]], from[index[1]], from[index[2]], from[index[3]]};
}

static inline void lanes_put(float *to, const uint32_t *index, lanes a)
{
    float values[LANES];
    lanes_store(values, a);
    for (int lane = 0; lane < LANES; lane++)
        to[index[lane]] = values[lane];
}

#endif
