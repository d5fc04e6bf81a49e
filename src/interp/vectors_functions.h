// SPDX-License-Identifier: MIT
// Vector functions made of operations that the compiler provides: round, sign, and the elementary
// functions. The elementary functions use near_... of elementary_near.h for each half of the lanes,
// and elementary_... for each lane whose rounding is not certain. Needs floats_unequal.
#define WIDE_LANES (VECTOR_LANES / 2)
#include "elementary_near.h"

// Works like scalar_round.
static inline floats floats_round(floats x)
{
    words sign = (words)x & UINT32_C(0x80000000);
    floats size = (floats)((words)x ^ sign);
    words is_small = (words)(size < 0x1p23f);
    words rounded = (words)((size + 0x1p23f) - 0x1p23f) | sign;
    return (floats)((is_small & rounded) | (~is_small & (words)x));
}

static inline ints ints_sign(ints x)
{
    return (ints)(x < 0) - (ints)(x > 0);
}

static inline floats floats_sign(floats x)
{
    const float ones[] = {1, -1};
    words is_above = (words)(x > 0), is_below = (words)(x < 0);
    return (floats)((is_above & words_splat(&ones[0])) | (is_below & words_splat(&ones[1])) |
                    (~(is_above | is_below) & (words)x));
}

// ---- elementary functions

typedef float floats_part __attribute__((vector_size(WIDE_LANES * 4), may_alias));

static inline wide wide_of_floats(floats x, int number)
{
    floats_part part;
    memcpy(&part, (const char *)&x + (size_t)number * sizeof part, sizeof part);
    return __builtin_convertvector(part, wide);
}

static inline floats floats_of_wide(wide low, wide high)
{
    const floats_part parts[2] = {__builtin_convertvector(low, floats_part),
                                  __builtin_convertvector(high, floats_part)};
    floats result;
    memcpy(&result, parts, sizeof result);
    return result;
}

// Return the lanes whose rounding is not certain.
static inline uint32_t lanes_open(wide low, wide high, floats *result)
{
    *result = floats_of_wide(wide_below(low), wide_below(high));
    return floats_unequal(*result, floats_of_wide(wide_above(low), wide_above(high)));
}

#define FUNCTION_OF_ONE(name)                                                                      \
    static __attribute__((noinline)) floats floats_##name(floats x)                                \
    {                                                                                              \
        floats result;                                                                             \
        uint32_t open = lanes_open(near_##name(wide_of_floats(x, 0)),                              \
                                   near_##name(wide_of_floats(x, 1)), &result);                    \
        for (; open; open &= open - 1) {                                                           \
            int lane = __builtin_ctz(open);                                                        \
            result[lane] = elementary_##name(x[lane]);                                             \
        }                                                                                          \
        return result;                                                                             \
    }
FUNCTION_OF_ONE(sin)
FUNCTION_OF_ONE(cos)
FUNCTION_OF_ONE(exp)
FUNCTION_OF_ONE(log)

static __attribute__((noinline)) floats floats_atan2(floats y, floats x)
{
    floats result;
    uint32_t open = lanes_open(near_atan2(wide_of_floats(y, 0), wide_of_floats(x, 0)),
                               near_atan2(wide_of_floats(y, 1), wide_of_floats(x, 1)), &result);
    for (; open; open &= open - 1) {
        int lane = __builtin_ctz(open);
        result[lane] = elementary_atan2(y[lane], x[lane]);
    }
    return result;
}
