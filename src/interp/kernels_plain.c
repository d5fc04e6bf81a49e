// SPDX-License-Identifier: MIT
// The kernels for every machine: short vectors, and scalar.h lane by lane for operations that
// compilers have no operators for.
#define KERNELS_NAME      kernels_plain
#define KERNELS_TEXT      "plain"
#define KERNELS_SUPPORTED (true)
#define VECTOR_LANES      4
#include "vectors.h"

static inline ints plain_choose(ints condition, ints a, ints b)
{
    return (condition & a) | (~condition & b);
}

static inline words words_select(uint64_t mask, words a, words b)
{
    uint32_t low = (uint32_t)mask;
    words bits = {1, 2, 4, 8};
    ints chosen = (words_splat(&low) & bits) == bits;
    return (words)plain_choose(chosen, (ints)a, (ints)b);
}

static inline uint32_t bits_of(ints comparison)
{
    ints bits = comparison & (ints){1, 2, 4, 8};
    return (uint32_t)(bits[0] | bits[1] | bits[2] | bits[3]);
}

#include "vectors_compare.h"

static inline ints ints_min(ints a, ints b)
{
    return plain_choose(b < a, b, a);
}

static inline ints ints_max(ints a, ints b)
{
    return plain_choose(a < b, b, a);
}

static inline floats floats_min(floats a, floats b)
{
    return (floats)plain_choose(b < a, (ints)b, (ints)a);
}

static inline floats floats_max(floats a, floats b)
{
    return (floats)plain_choose(a < b, (ints)b, (ints)a);
}

#define EACH(result, x, function, scalar)                                                          \
    static inline result function(x a)                                                             \
    {                                                                                              \
        result r;                                                                                  \
        for (int i = 0; i < VECTOR_LANES; i++)                                                     \
            r[i] = scalar(a[i]);                                                                   \
        return r;                                                                                  \
    }
EACH(floats, floats, floats_floor, scalar_floor)
EACH(floats, floats, floats_ceil, scalar_ceil)
EACH(floats, floats, floats_sqrt, scalar_sqrt)
EACH(floats, ints, floats_of_ints, (float))
EACH(ints, floats, ints_of_floats, scalar_float_to_int)
EACH(ints, ints, ints_abs, scalar_abs)

typedef int32_t divisor;

static inline divisor divisor_of(int32_t b)
{
    return b;
}

#define EACH_OF_TWO(function, function_by, scalar)                                                 \
    static inline ints function(ints a, ints b)                                                    \
    {                                                                                              \
        ints r;                                                                                    \
        for (int i = 0; i < VECTOR_LANES; i++)                                                     \
            r[i] = scalar(a[i], b[i]);                                                             \
        return r;                                                                                  \
    }                                                                                              \
    static inline ints function_by(ints a, divisor d)                                              \
    {                                                                                              \
        ints r;                                                                                    \
        for (int i = 0; i < VECTOR_LANES; i++)                                                     \
            r[i] = scalar(a[i], d);                                                                \
        return r;                                                                                  \
    }
EACH_OF_TWO(ints_divide, ints_divide_by, scalar_divide)
EACH_OF_TWO(ints_modulo, ints_modulo_by, scalar_modulo)

static uint32_t kernels_pack(uint32_t *values, const uint32_t *column, uint64_t lanes)
{
    uint32_t count = 0;
    for (; lanes; lanes &= lanes - 1)
        values[count++] = column[__builtin_ctzll(lanes)];
    return count;
}

static uint32_t kernels_unpack(uint32_t *column, const uint32_t *values, uint64_t lanes)
{
    uint32_t count = 0;
    for (; lanes; lanes &= lanes - 1)
        column[__builtin_ctzll(lanes)] = values[count++];
    return count;
}

#include "kernels_body.h"
