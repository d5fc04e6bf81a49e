// SPDX-License-Identifier: MIT
// Part of native.h: the operations of expressions, for one lane and for vectors of lanes. Both
// forms compute the same bits as the interpreter, whose table of operations defines their meaning;
// tests compare them on random documents. The operations on agents' keys, time and constants come
// first.
#ifndef GESTALT_NATIVE_OPS_H
#define GESTALT_NATIVE_OPS_H

#include <gestalt/lanes.h>

#include <math.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GESTALT_NATIVE_INLINE static inline __attribute__((always_inline))

// Return the first lane of a mask, which must not be empty.
GESTALT_NATIVE_INLINE unsigned gestalt_native_lane(uint64_t lanes)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(lanes);
#else
    return gestalt_lanes_first(lanes);
#endif
}

static inline uint32_t gestalt_native_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float gestalt_native_float(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// ---- operations without operands. Loads use the caller's variables `t`, `at`, `numbers`, `bools`,
// `i`

#define gestalt_native_one_float(bits)   gestalt_native_float(bits)
#define gestalt_native_all_float(bits)   gestalt_floats_all(gestalt_native_float(bits))
#define gestalt_native_one_int(value)    ((int32_t)(value))
#define gestalt_native_all_int(value)    gestalt_ints_all((int32_t)(value))
#define gestalt_native_one_bool(value)   UINT64_C(value)
#define gestalt_native_all_bool(value)   (UINT64_C(0) - UINT64_C(value))
#define gestalt_native_one_load_float(c) (*GESTALT_NATIVE_COLUMN(c))
#define gestalt_native_all_load_float(c) gestalt_floats_load(GESTALT_NATIVE_COLUMN(c) + i)
#define gestalt_native_one_load_int(c)   (*(const int32_t *)(const void *)GESTALT_NATIVE_COLUMN(c))
#define gestalt_native_all_load_int(c)                                                             \
    gestalt_ints_load((const int32_t *)(const void *)GESTALT_NATIVE_COLUMN(c) + i)
#define gestalt_native_one_load_bool(c)    (bools[c])
#define gestalt_native_all_load_bool(c)    (bools[c] >> i)
#define gestalt_native_one_temp(column)    (*(column))
#define gestalt_native_all_temp_f(column)  gestalt_floats_load((column) + i)
#define gestalt_native_all_temp_i(column)  gestalt_ints_load((column) + i)
#define gestalt_native_one_temp_f          gestalt_native_one_temp
#define gestalt_native_one_temp_i          gestalt_native_one_temp
#define gestalt_native_one_shared_float(s) gestalt_native_float(t->shared_numbers[s])
#define gestalt_native_all_shared_float(s) gestalt_floats_all(gestalt_native_one_shared_float(s))
#define gestalt_native_one_shared_int(s)   ((int32_t)t->shared_numbers[s])
#define gestalt_native_all_shared_int(s)   gestalt_ints_all(gestalt_native_one_shared_int(s))
#define gestalt_native_one_shared_bool(s)  (t->shared_bools[s])
#define gestalt_native_all_shared_bool(s)  (t->shared_bools[s])
#define gestalt_native_one_time            (t->time)
#define gestalt_native_all_time            gestalt_floats_all(t->time)
#define gestalt_native_one_dt              (t->dt)
#define gestalt_native_all_dt              gestalt_floats_all(t->dt)
#define gestalt_native_one_tick            ((int32_t)(uint32_t)t->ticks)
#define gestalt_native_all_tick            gestalt_ints_all(gestalt_native_one_tick)

// ---- bools from bools; both forms use masks

#define GESTALT_NATIVE_MASK_1(name, value)                                                         \
    GESTALT_NATIVE_INLINE uint64_t gestalt_native_one_##name(uint64_t x)                           \
    {                                                                                              \
        return value;                                                                              \
    }                                                                                              \
    GESTALT_NATIVE_INLINE uint64_t gestalt_native_all_##name(uint64_t x)                           \
    {                                                                                              \
        return value;                                                                              \
    }
#define GESTALT_NATIVE_MASK_2(name, value)                                                         \
    GESTALT_NATIVE_INLINE uint64_t gestalt_native_one_##name(uint64_t x, uint64_t y)               \
    {                                                                                              \
        return value;                                                                              \
    }                                                                                              \
    GESTALT_NATIVE_INLINE uint64_t gestalt_native_all_##name(uint64_t x, uint64_t y)               \
    {                                                                                              \
        return value;                                                                              \
    }
#define GESTALT_NATIVE_MASK_3(name, value)                                                         \
    GESTALT_NATIVE_INLINE uint64_t gestalt_native_one_##name(uint64_t x, uint64_t y, uint64_t z)   \
    {                                                                                              \
        return value;                                                                              \
    }                                                                                              \
    GESTALT_NATIVE_INLINE uint64_t gestalt_native_all_##name(uint64_t x, uint64_t y, uint64_t z)   \
    {                                                                                              \
        return value;                                                                              \
    }
GESTALT_NATIVE_MASK_1(NOT, ~x)
GESTALT_NATIVE_MASK_2(AND, x &y)
GESTALT_NATIVE_MASK_2(OR, x | y)
GESTALT_NATIVE_MASK_2(EQUAL_BOOL, ~(x ^ y))
GESTALT_NATIVE_MASK_2(UNEQUAL_BOOL, x ^ y)
GESTALT_NATIVE_MASK_3(SELECT_BOOL, (x & y) | (~x & z))

// ---- one lane

#define GESTALT_NATIVE_ONE_1(name, result, type, value)                                            \
    GESTALT_NATIVE_INLINE result gestalt_native_one_##name(type x)                                 \
    {                                                                                              \
        return value;                                                                              \
    }
#define GESTALT_NATIVE_ONE_2(name, result, type, value)                                            \
    GESTALT_NATIVE_INLINE result gestalt_native_one_##name(type x, type y)                         \
    {                                                                                              \
        return value;                                                                              \
    }
#define GESTALT_NATIVE_ONE_3(name, result, type, value)                                            \
    GESTALT_NATIVE_INLINE result gestalt_native_one_##name(type x, type y, type z)                 \
    {                                                                                              \
        return value;                                                                              \
    }
#define GESTALT_NATIVE_ONE_CHOICE(name, type)                                                      \
    GESTALT_NATIVE_INLINE type gestalt_native_one_##name(uint64_t x, type y, type z)               \
    {                                                                                              \
        return x & 1 ? y : z;                                                                      \
    }

GESTALT_NATIVE_INLINE float gestalt_native_abs(float x)
{
    return gestalt_native_float(gestalt_native_bits(x) & UINT32_C(0x7FFFFFFF));
}

GESTALT_NATIVE_INLINE float gestalt_native_nearest(float x)
{
    float size = gestalt_native_abs(x);
    if (!(size < 0x1p23f))
        return x;
    float rounded = (size + 0x1p23f) - 0x1p23f;
    return gestalt_native_float(gestalt_native_bits(rounded) |
                                (gestalt_native_bits(x) & UINT32_C(0x80000000)));
}

GESTALT_NATIVE_INLINE int32_t gestalt_native_truncated(float x)
{
    if (x != x)
        return 0;
    if (x >= 2147483648.0f)
        return INT32_MAX;
    if (x <= -2147483648.0f)
        return INT32_MIN;
    return (int32_t)x;
}

GESTALT_NATIVE_INLINE int32_t gestalt_native_quotient(int32_t x, int32_t y)
{
    if (y == 0)
        return 0;
    return y == -1 ? (int32_t)(0u - (uint32_t)x) : x / y;
}

GESTALT_NATIVE_INLINE int32_t gestalt_native_remainder(int32_t x, int32_t y)
{
    return y == 0 || y == -1 ? 0 : x % y;
}

GESTALT_NATIVE_INLINE float gestalt_native_length(float x, float y)
{
    float xx = gestalt_float_multiply(x, x), yy = gestalt_float_multiply(y, y);
    return sqrtf(xx + yy);
}

GESTALT_NATIVE_INLINE float gestalt_native_length_3(float x, float y, float z)
{
    float xx = gestalt_float_multiply(x, x), yy = gestalt_float_multiply(y, y),
          zz = gestalt_float_multiply(z, z);
    return sqrtf((xx + yy) + zz);
}

GESTALT_NATIVE_ONE_1(NEGATE_INT, int32_t, int32_t, (int32_t)(0u - (uint32_t)x))
GESTALT_NATIVE_ONE_1(NEGATE_FLOAT, float, float,
                     gestalt_native_float(gestalt_native_bits(x) ^ UINT32_C(0x80000000)))
GESTALT_NATIVE_ONE_2(MULTIPLY_INT, int32_t, int32_t, (int32_t)((uint32_t)x *(uint32_t)y))
GESTALT_NATIVE_ONE_2(MULTIPLY_FLOAT, float, float, gestalt_float_multiply(x, y))
GESTALT_NATIVE_ONE_2(DIVIDE_INT, int32_t, int32_t, gestalt_native_quotient(x, y))
GESTALT_NATIVE_ONE_2(DIVIDE_FLOAT, float, float, x / y)
GESTALT_NATIVE_ONE_2(MODULO_INT, int32_t, int32_t, gestalt_native_remainder(x, y))
GESTALT_NATIVE_ONE_2(ADD_INT, int32_t, int32_t, (int32_t)((uint32_t)x + (uint32_t)y))
GESTALT_NATIVE_ONE_2(ADD_FLOAT, float, float, x + y)
GESTALT_NATIVE_ONE_2(SUBTRACT_INT, int32_t, int32_t, (int32_t)((uint32_t)x - (uint32_t)y))
GESTALT_NATIVE_ONE_2(SUBTRACT_FLOAT, float, float, x - y)
GESTALT_NATIVE_ONE_2(LESS_INT, uint64_t, int32_t, x < y)
GESTALT_NATIVE_ONE_2(LESS_FLOAT, uint64_t, float, x < y)
GESTALT_NATIVE_ONE_2(LESS_EQUAL_INT, uint64_t, int32_t, x <= y)
GESTALT_NATIVE_ONE_2(LESS_EQUAL_FLOAT, uint64_t, float, x <= y)
GESTALT_NATIVE_ONE_2(GREATER_INT, uint64_t, int32_t, x > y)
GESTALT_NATIVE_ONE_2(GREATER_FLOAT, uint64_t, float, x > y)
GESTALT_NATIVE_ONE_2(GREATER_EQUAL_INT, uint64_t, int32_t, x >= y)
GESTALT_NATIVE_ONE_2(GREATER_EQUAL_FLOAT, uint64_t, float, x >= y)
GESTALT_NATIVE_ONE_2(EQUAL_INT, uint64_t, int32_t, x == y)
GESTALT_NATIVE_ONE_2(EQUAL_FLOAT, uint64_t, float, x == y)
GESTALT_NATIVE_ONE_2(UNEQUAL_INT, uint64_t, int32_t, x != y)
GESTALT_NATIVE_ONE_2(UNEQUAL_FLOAT, uint64_t, float, x != y)
GESTALT_NATIVE_ONE_CHOICE(SELECT_INT, int32_t)
GESTALT_NATIVE_ONE_CHOICE(SELECT_FLOAT, float)
GESTALT_NATIVE_ONE_2(MIN_INT, int32_t, int32_t, y < x ? y : x)
GESTALT_NATIVE_ONE_2(MIN_FLOAT, float, float, y < x ? y : x)
GESTALT_NATIVE_ONE_2(MAX_INT, int32_t, int32_t, x < y ? y : x)
GESTALT_NATIVE_ONE_2(MAX_FLOAT, float, float, x < y ? y : x)
GESTALT_NATIVE_ONE_3(CLAMP_INT, int32_t, int32_t,
                     gestalt_native_one_MIN_INT(gestalt_native_one_MAX_INT(x, y), z))
GESTALT_NATIVE_ONE_3(CLAMP_FLOAT, float, float,
                     gestalt_native_one_MIN_FLOAT(gestalt_native_one_MAX_FLOAT(x, y), z))
GESTALT_NATIVE_ONE_3(LERP, float, float, x + gestalt_float_multiply(y - x, z))
GESTALT_NATIVE_ONE_2(PART, float, float, y == 0 ? 0 : x / y) // component of a vector of length y
GESTALT_NATIVE_ONE_1(ABS_INT, int32_t, int32_t, x < 0 ? (int32_t)(0u - (uint32_t)x) : x)
GESTALT_NATIVE_ONE_1(ABS_FLOAT, float, float, gestalt_native_abs(x))
GESTALT_NATIVE_ONE_1(FLOOR, float, float, floorf(x))
GESTALT_NATIVE_ONE_1(CEIL, float, float, ceilf(x))
GESTALT_NATIVE_ONE_1(SQRT, float, float, sqrtf(x))
GESTALT_NATIVE_ONE_1(INT_TO_FLOAT, float, int32_t, (float)x)
GESTALT_NATIVE_ONE_1(BOOL_TO_FLOAT, float, uint64_t, x & 1 ? 1.0f : 0.0f)
GESTALT_NATIVE_ONE_1(FLOAT_TO_INT, int32_t, float, gestalt_native_truncated(x))
GESTALT_NATIVE_ONE_1(BOOL_TO_INT, int32_t, uint64_t, (int32_t)(x & 1))
GESTALT_NATIVE_ONE_1(ROUND, float, float, gestalt_native_nearest(x))
GESTALT_NATIVE_ONE_1(SIGN_INT, int32_t, int32_t, (x > 0) - (x < 0))
GESTALT_NATIVE_ONE_1(SIGN_FLOAT, float, float, x > 0 ? 1.0f : x < 0 ? -1.0f : x)

#define gestalt_native_one_EQUAL_ENUM           gestalt_native_one_EQUAL_INT
#define gestalt_native_one_UNEQUAL_ENUM         gestalt_native_one_UNEQUAL_INT
#define gestalt_native_one_SELECT_ENUM          gestalt_native_one_SELECT_INT
#define gestalt_native_one_ENUM_TO_INT(x)       (x)
#define gestalt_native_one_LENGTH(x, y)         gestalt_native_length(x, y)
#define gestalt_native_one_LENGTH_VEC3(x, y, z) gestalt_native_length_3(x, y, z)

GESTALT_NATIVE_INLINE float gestalt_native_one_DISTANCE(float a, float b, float c, float d)
{
    return gestalt_native_length(a - c, b - d);
}

GESTALT_NATIVE_INLINE float gestalt_native_one_DISTANCE_VEC3(float a, float b, float c, float d,
                                                             float e, float f)
{
    return gestalt_native_length_3(a - d, b - e, c - f);
}

GESTALT_NATIVE_INLINE float gestalt_native_one_DOT(float a, float b, float c, float d)
{
    return gestalt_float_multiply(a, c) + gestalt_float_multiply(b, d);
}

GESTALT_NATIVE_INLINE float gestalt_native_one_DOT_VEC3(float a, float b, float c, float d, float e,
                                                        float f)
{
    float x = gestalt_float_multiply(a, d), y = gestalt_float_multiply(b, e),
          z = gestalt_float_multiply(c, f);
    return (x + y) + z;
}

// ---- vectors of lanes

#define GESTALT_NATIVE_ALL_1(name, result, type, value)                                            \
    GESTALT_NATIVE_INLINE result gestalt_native_all_##name(type x)                                 \
    {                                                                                              \
        return value;                                                                              \
    }
#define GESTALT_NATIVE_ALL_2(name, result, type, value)                                            \
    GESTALT_NATIVE_INLINE result gestalt_native_all_##name(type x, type y)                         \
    {                                                                                              \
        return value;                                                                              \
    }
#define GESTALT_NATIVE_ALL_3(name, result, type, value)                                            \
    GESTALT_NATIVE_INLINE result gestalt_native_all_##name(type x, type y, type z)                 \
    {                                                                                              \
        return value;                                                                              \
    }

/// Apply a scalar function lane by lane, for operations without a vector instruction.
#define GESTALT_NATIVE_EACH_1(name, result, single_result, type, single, function)                 \
    GESTALT_NATIVE_INLINE result gestalt_native_all_##name(type x)                                 \
    {                                                                                              \
        single from[GESTALT_VECTOR_WIDTH];                                                         \
        single_result to[GESTALT_VECTOR_WIDTH];                                                    \
        result all;                                                                                \
        memcpy(from, &x, sizeof from);                                                             \
        for (int k = 0; k < GESTALT_VECTOR_WIDTH; k++)                                             \
            to[k] = function(from[k]);                                                             \
        memcpy(&all, to, sizeof all);                                                              \
        return all;                                                                                \
    }
#define GESTALT_NATIVE_EACH_2(name, type, single, function)                                        \
    GESTALT_NATIVE_INLINE type gestalt_native_all_##name(type x, type y)                           \
    {                                                                                              \
        single from[GESTALT_VECTOR_WIDTH], by[GESTALT_VECTOR_WIDTH];                               \
        memcpy(from, &x, sizeof from);                                                             \
        memcpy(by, &y, sizeof by);                                                                 \
        for (int k = 0; k < GESTALT_VECTOR_WIDTH; k++)                                             \
            from[k] = function(from[k], by[k]);                                                    \
        memcpy(&x, from, sizeof x);                                                                \
        return x;                                                                                  \
    }

// Vector types with C operators. Without vector instructions they are plain scalars.
#if GESTALT_VECTOR_WIDTH > 1
typedef int32_t gestalt_native_ints __attribute__((vector_size(4 * GESTALT_VECTOR_WIDTH)));
typedef uint32_t gestalt_native_words __attribute__((vector_size(4 * GESTALT_VECTOR_WIDTH)));
#else
typedef int32_t gestalt_native_ints;
typedef uint32_t gestalt_native_words;
#endif

GESTALT_NATIVE_INLINE gestalt_native_words gestalt_native_words_of(gestalt_floats x)
{
    gestalt_native_words words;
    memcpy(&words, &x, sizeof words);
    return words;
}

GESTALT_NATIVE_INLINE gestalt_floats gestalt_native_floats_of(gestalt_native_words words)
{
    gestalt_floats x;
    memcpy(&x, &words, sizeof x);
    return x;
}

GESTALT_NATIVE_INLINE gestalt_floats gestalt_native_all_root(gestalt_floats x)
{
#if defined(__AVX512F__)
    return _mm512_sqrt_ps(x);
#elif defined(__AVX2__)
    return _mm256_sqrt_ps(x);
#elif defined(__SSE2__)
    return _mm_sqrt_ps(x);
#else
    return sqrtf(x);
#endif
}

GESTALT_NATIVE_INLINE gestalt_floats gestalt_native_converted(gestalt_ints x)
{
#if GESTALT_VECTOR_WIDTH > 1
    return __builtin_convertvector((gestalt_native_ints)x, gestalt_floats);
#else
    return (float)x;
#endif
}

/// Convert to int, truncating; NaN gives 0, and values out of range saturate.
GESTALT_NATIVE_INLINE gestalt_ints gestalt_native_all_truncated(gestalt_floats x)
{
    gestalt_floats top = gestalt_floats_all(2147483648.0f),
                   low = gestalt_floats_all(-2147483648.0f);
    uint64_t above = gestalt_floats_at_most(top, x), below = gestalt_floats_at_most(x, low);
    uint64_t fits = gestalt_floats_equal(x, x) & ~(above | below);
    gestalt_floats inside = gestalt_floats_select(fits, x, gestalt_floats_all(0));
#if GESTALT_VECTOR_WIDTH > 1
    gestalt_ints whole = (gestalt_ints) __builtin_convertvector(inside, gestalt_native_ints);
#else
    gestalt_ints whole = (int32_t)inside;
#endif
    whole = gestalt_ints_select(above, gestalt_ints_all(INT32_MAX), whole);
    return gestalt_ints_select(below, gestalt_ints_all(INT32_MIN), whole);
}

/// Round to the nearest integer, half to even; a zero result has the sign of x.
GESTALT_NATIVE_INLINE gestalt_floats gestalt_native_all_nearest(gestalt_floats x)
{
    gestalt_floats most = gestalt_floats_all(0x1p23f);
    gestalt_native_words bits = gestalt_native_words_of(x);
    gestalt_floats size = gestalt_native_floats_of(bits & UINT32_C(0x7FFFFFFF));
    gestalt_floats rounded = gestalt_floats_add(size, most) - most;
    gestalt_native_words with_sign =
        gestalt_native_words_of(rounded) | (bits & UINT32_C(0x80000000));
    return gestalt_floats_select(gestalt_floats_less(size, most),
                                 gestalt_native_floats_of(with_sign), x);
}

GESTALT_NATIVE_ALL_1(NEGATE_INT, gestalt_ints, gestalt_ints,
                     (gestalt_ints)(0u - (gestalt_native_words)x))
GESTALT_NATIVE_ALL_1(NEGATE_FLOAT, gestalt_floats, gestalt_floats,
                     gestalt_native_floats_of(gestalt_native_words_of(x) ^ UINT32_C(0x80000000)))
GESTALT_NATIVE_ALL_2(MULTIPLY_INT, gestalt_ints, gestalt_ints, gestalt_ints_multiply(x, y))
GESTALT_NATIVE_ALL_2(MULTIPLY_FLOAT, gestalt_floats, gestalt_floats, gestalt_floats_multiply(x, y))
GESTALT_NATIVE_EACH_2(DIVIDE_INT, gestalt_ints, int32_t, gestalt_native_quotient)
GESTALT_NATIVE_ALL_2(DIVIDE_FLOAT, gestalt_floats, gestalt_floats, x / y)
GESTALT_NATIVE_EACH_2(MODULO_INT, gestalt_ints, int32_t, gestalt_native_remainder)

// Division and remainder by a constant, which needs no division: powers of two use masks
// (KEEP_BITS), and the compiler turns other divisors into multiplications.
GESTALT_NATIVE_INLINE int32_t gestalt_native_one_DIVIDE_INT_BY(int32_t x, int32_t y)
{
    return gestalt_native_quotient(x, y);
}

GESTALT_NATIVE_INLINE int32_t gestalt_native_one_MODULO_INT_BY(int32_t x, int32_t y)
{
    return gestalt_native_remainder(x, y);
}

GESTALT_NATIVE_INLINE int32_t gestalt_native_one_KEEP_BITS(int32_t x, uint32_t bits)
{
    return (int32_t)((uint32_t)x & bits);
}

GESTALT_NATIVE_INLINE gestalt_ints gestalt_native_all_KEEP_BITS(gestalt_ints x, uint32_t bits)
{
    return gestalt_ints_and(x, gestalt_ints_all((int32_t)bits));
}

GESTALT_NATIVE_INLINE gestalt_ints gestalt_native_all_DIVIDE_INT_BY(gestalt_ints x, int32_t y)
{
    int32_t each[GESTALT_VECTOR_WIDTH];
    memcpy(each, &x, sizeof each);
    for (int k = 0; k < GESTALT_VECTOR_WIDTH; k++)
        each[k] = gestalt_native_quotient(each[k], y);
    memcpy(&x, each, sizeof x);
    return x;
}

GESTALT_NATIVE_INLINE gestalt_ints gestalt_native_all_MODULO_INT_BY(gestalt_ints x, int32_t y)
{
    uint32_t size = y < 0 ? 0u - (uint32_t)y : (uint32_t)y, below = size - 1;
    if (size != 0 && (size & below) == 0) {
        gestalt_native_words bias = (gestalt_native_words)((gestalt_native_ints)x >> 31) & below;
        return (gestalt_ints)((((gestalt_native_words)x + bias) & below) - bias);
    }
    int32_t each[GESTALT_VECTOR_WIDTH];
    memcpy(each, &x, sizeof each);
    for (int k = 0; k < GESTALT_VECTOR_WIDTH; k++)
        each[k] = gestalt_native_remainder(each[k], y);
    memcpy(&x, each, sizeof x);
    return x;
}

GESTALT_NATIVE_ALL_2(ADD_INT, gestalt_ints, gestalt_ints, gestalt_ints_add(x, y))
GESTALT_NATIVE_ALL_2(ADD_FLOAT, gestalt_floats, gestalt_floats, gestalt_floats_add(x, y))
GESTALT_NATIVE_ALL_2(SUBTRACT_INT, gestalt_ints, gestalt_ints,
                     (gestalt_ints)((gestalt_native_words)x - (gestalt_native_words)y))
GESTALT_NATIVE_ALL_2(SUBTRACT_FLOAT, gestalt_floats, gestalt_floats, x - y)
GESTALT_NATIVE_ALL_2(LESS_INT, uint64_t, gestalt_ints, gestalt_ints_less(x, y))
GESTALT_NATIVE_ALL_2(LESS_FLOAT, uint64_t, gestalt_floats, gestalt_floats_less(x, y))
GESTALT_NATIVE_ALL_2(LESS_EQUAL_INT, uint64_t, gestalt_ints, gestalt_ints_at_most(x, y))
GESTALT_NATIVE_ALL_2(LESS_EQUAL_FLOAT, uint64_t, gestalt_floats, gestalt_floats_at_most(x, y))
GESTALT_NATIVE_ALL_2(GREATER_INT, uint64_t, gestalt_ints, gestalt_ints_less(y, x))
GESTALT_NATIVE_ALL_2(GREATER_FLOAT, uint64_t, gestalt_floats, gestalt_floats_less(y, x))
GESTALT_NATIVE_ALL_2(GREATER_EQUAL_INT, uint64_t, gestalt_ints, gestalt_ints_at_most(y, x))
GESTALT_NATIVE_ALL_2(GREATER_EQUAL_FLOAT, uint64_t, gestalt_floats, gestalt_floats_at_most(y, x))
GESTALT_NATIVE_ALL_2(EQUAL_INT, uint64_t, gestalt_ints, gestalt_ints_equal(x, y))
GESTALT_NATIVE_ALL_2(EQUAL_FLOAT, uint64_t, gestalt_floats, gestalt_floats_equal(x, y))
GESTALT_NATIVE_ALL_2(UNEQUAL_INT, uint64_t, gestalt_ints, ~gestalt_ints_equal(x, y))
GESTALT_NATIVE_ALL_2(UNEQUAL_FLOAT, uint64_t, gestalt_floats, ~gestalt_floats_equal(x, y))

GESTALT_NATIVE_INLINE gestalt_ints gestalt_native_all_SELECT_INT(uint64_t x, gestalt_ints y,
                                                                 gestalt_ints z)
{
    return gestalt_ints_select(x, y, z);
}

GESTALT_NATIVE_INLINE gestalt_floats gestalt_native_all_SELECT_FLOAT(uint64_t x, gestalt_floats y,
                                                                     gestalt_floats z)
{
    return gestalt_floats_select(x, y, z);
}

GESTALT_NATIVE_ALL_2(MIN_INT, gestalt_ints, gestalt_ints,
                     gestalt_ints_select(gestalt_ints_less(y, x), y, x))
GESTALT_NATIVE_ALL_2(MIN_FLOAT, gestalt_floats, gestalt_floats, gestalt_floats_less_of(y, x))
GESTALT_NATIVE_ALL_2(MAX_INT, gestalt_ints, gestalt_ints,
                     gestalt_ints_select(gestalt_ints_less(x, y), y, x))
GESTALT_NATIVE_ALL_2(MAX_FLOAT, gestalt_floats, gestalt_floats, gestalt_floats_greater_of(y, x))
GESTALT_NATIVE_ALL_3(CLAMP_INT, gestalt_ints, gestalt_ints,
                     gestalt_native_all_MIN_INT(gestalt_native_all_MAX_INT(x, y), z))
GESTALT_NATIVE_ALL_3(CLAMP_FLOAT, gestalt_floats, gestalt_floats,
                     gestalt_native_all_MIN_FLOAT(gestalt_native_all_MAX_FLOAT(x, y), z))
GESTALT_NATIVE_ALL_3(LERP, gestalt_floats, gestalt_floats, x + gestalt_floats_multiply(y - x, z))
GESTALT_NATIVE_ALL_2(PART, gestalt_floats, gestalt_floats,
                     gestalt_floats_select(gestalt_floats_equal(y, gestalt_floats_all(0)),
                                           gestalt_floats_all(0), x / y))
GESTALT_NATIVE_ALL_1(ABS_INT, gestalt_ints, gestalt_ints,
                     gestalt_ints_select(gestalt_ints_less(x, gestalt_ints_all(0)),
                                         gestalt_native_all_NEGATE_INT(x), x))
GESTALT_NATIVE_ALL_1(ABS_FLOAT, gestalt_floats, gestalt_floats,
                     gestalt_native_floats_of(gestalt_native_words_of(x) & UINT32_C(0x7FFFFFFF)))
#if defined(__AVX512F__)
GESTALT_NATIVE_ALL_1(FLOOR, gestalt_floats, gestalt_floats,
                     _mm512_roundscale_ps(x, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC))
GESTALT_NATIVE_ALL_1(CEIL, gestalt_floats, gestalt_floats,
                     _mm512_roundscale_ps(x, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC))
#elif defined(__AVX2__)
GESTALT_NATIVE_ALL_1(FLOOR, gestalt_floats, gestalt_floats, _mm256_floor_ps(x))
GESTALT_NATIVE_ALL_1(CEIL, gestalt_floats, gestalt_floats, _mm256_ceil_ps(x))
#else
GESTALT_NATIVE_EACH_1(FLOOR, gestalt_floats, float, gestalt_floats, float, floorf)
GESTALT_NATIVE_EACH_1(CEIL, gestalt_floats, float, gestalt_floats, float, ceilf)
#endif
GESTALT_NATIVE_ALL_1(SQRT, gestalt_floats, gestalt_floats, gestalt_native_all_root(x))
GESTALT_NATIVE_ALL_1(INT_TO_FLOAT, gestalt_floats, gestalt_ints, gestalt_native_converted(x))
GESTALT_NATIVE_ALL_1(BOOL_TO_FLOAT, gestalt_floats, uint64_t,
                     gestalt_floats_select(x, gestalt_floats_all(1), gestalt_floats_all(0)))
GESTALT_NATIVE_ALL_1(FLOAT_TO_INT, gestalt_ints, gestalt_floats, gestalt_native_all_truncated(x))
GESTALT_NATIVE_ALL_1(BOOL_TO_INT, gestalt_ints, uint64_t,
                     gestalt_ints_select(x, gestalt_ints_all(1), gestalt_ints_all(0)))
GESTALT_NATIVE_ALL_1(ROUND, gestalt_floats, gestalt_floats, gestalt_native_all_nearest(x))
GESTALT_NATIVE_ALL_1(
    SIGN_INT, gestalt_ints, gestalt_ints,
    gestalt_ints_select(gestalt_ints_less(gestalt_ints_all(0), x), gestalt_ints_all(1),
                        gestalt_ints_select(gestalt_ints_less(x, gestalt_ints_all(0)),
                                            gestalt_ints_all(-1), gestalt_ints_all(0))))
GESTALT_NATIVE_ALL_1(
    SIGN_FLOAT, gestalt_floats, gestalt_floats,
    gestalt_floats_select(gestalt_floats_less(gestalt_floats_all(0), x), gestalt_floats_all(1),
                          gestalt_floats_select(gestalt_floats_less(x, gestalt_floats_all(0)),
                                                gestalt_floats_all(-1), x)))

#define gestalt_native_all_EQUAL_ENUM     gestalt_native_all_EQUAL_INT
#define gestalt_native_all_UNEQUAL_ENUM   gestalt_native_all_UNEQUAL_INT
#define gestalt_native_all_SELECT_ENUM    gestalt_native_all_SELECT_INT
#define gestalt_native_all_ENUM_TO_INT(x) (x)

GESTALT_NATIVE_INLINE gestalt_floats gestalt_native_all_LENGTH(gestalt_floats x, gestalt_floats y)
{
    return gestalt_native_all_root(gestalt_floats_multiply(x, x) + gestalt_floats_multiply(y, y));
}

GESTALT_NATIVE_INLINE gestalt_floats gestalt_native_all_LENGTH_VEC3(gestalt_floats x,
                                                                    gestalt_floats y,
                                                                    gestalt_floats z)
{
    return gestalt_native_all_root((gestalt_floats_multiply(x, x) + gestalt_floats_multiply(y, y)) +
                                   gestalt_floats_multiply(z, z));
}

GESTALT_NATIVE_INLINE gestalt_floats gestalt_native_all_DISTANCE(gestalt_floats a, gestalt_floats b,
                                                                 gestalt_floats c, gestalt_floats d)
{
    return gestalt_native_all_LENGTH(a - c, b - d);
}

GESTALT_NATIVE_INLINE gestalt_floats
gestalt_native_all_DISTANCE_VEC3(gestalt_floats a, gestalt_floats b, gestalt_floats c,
                                 gestalt_floats d, gestalt_floats e, gestalt_floats f)
{
    return gestalt_native_all_LENGTH_VEC3(a - d, b - e, c - f);
}

GESTALT_NATIVE_INLINE gestalt_floats gestalt_native_all_DOT(gestalt_floats a, gestalt_floats b,
                                                            gestalt_floats c, gestalt_floats d)
{
    return gestalt_floats_multiply(a, c) + gestalt_floats_multiply(b, d);
}

GESTALT_NATIVE_INLINE gestalt_floats gestalt_native_all_DOT_VEC3(gestalt_floats a, gestalt_floats b,
                                                                 gestalt_floats c, gestalt_floats d,
                                                                 gestalt_floats e, gestalt_floats f)
{
    return (gestalt_floats_multiply(a, d) + gestalt_floats_multiply(b, e)) +
           gestalt_floats_multiply(c, f);
}

#ifdef __cplusplus
}
#endif

#endif
