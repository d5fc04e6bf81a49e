// SPDX-License-Identifier: MIT
// The language's arithmetic on single values: every operation is total, and gives the same result
// on every machine. Constants are folded with these functions, and the interpreter's column kernels
// are tested against them.
#ifndef SCALAR_H
#define SCALAR_H

#include "elementary.h"

#include <gestalt/arithmetic.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t scalar_float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float scalar_float_of_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/// Return the bits with which a float is stored and hashed: every NaN becomes 0x7FC00000.
static inline uint32_t scalar_canonical_bits(float x)
{
    return x != x ? UINT32_C(0x7FC00000) : scalar_float_bits(x);
}

static inline int32_t scalar_wrap(uint32_t bits)
{
    int32_t x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline int32_t scalar_add(int32_t a, int32_t b)
{
    return scalar_wrap((uint32_t)a + (uint32_t)b);
}

static inline int32_t scalar_subtract(int32_t a, int32_t b)
{
    return scalar_wrap((uint32_t)a - (uint32_t)b);
}

static inline int32_t scalar_multiply(int32_t a, int32_t b)
{
    return scalar_wrap((uint32_t)a * (uint32_t)b);
}

static inline int32_t scalar_negate(int32_t a)
{
    return scalar_wrap(0u - (uint32_t)a);
}

static inline int32_t scalar_divide(int32_t a, int32_t b)
{
    if (b == 0)
        return 0;
    return b == -1 ? scalar_negate(a) : a / b;
}

static inline int32_t scalar_modulo(int32_t a, int32_t b)
{
    return b == 0 || b == -1 ? 0 : a % b;
}

static inline int32_t scalar_abs(int32_t a)
{
    return a < 0 ? scalar_negate(a) : a;
}

static inline float scalar_negate_float(float x)
{
    return scalar_float_of_bits(scalar_float_bits(x) ^ UINT32_C(0x80000000));
}

static inline float scalar_abs_float(float x)
{
    return scalar_float_of_bits(scalar_float_bits(x) & UINT32_C(0x7FFFFFFF));
}

/// Convert to int, truncating; NaN gives 0, and values out of range saturate.
static inline int32_t scalar_float_to_int(float x)
{
    if (x != x)
        return 0;
    if (x >= 2147483648.0f)
        return INT32_MAX;
    if (x <= -2147483648.0f)
        return INT32_MIN;
    return (int32_t)x;
}

// min and max as the language defines them. The comparison decides which operand is returned on a
// tie or for a NaN.

static inline int32_t scalar_min(int32_t a, int32_t b)
{
    return b < a ? b : a;
}

static inline int32_t scalar_max(int32_t a, int32_t b)
{
    return a < b ? b : a;
}

static inline int32_t scalar_clamp(int32_t x, int32_t low, int32_t high)
{
    return scalar_min(scalar_max(x, low), high);
}

static inline float scalar_min_float(float a, float b)
{
    return b < a ? b : a;
}

static inline float scalar_max_float(float a, float b)
{
    return a < b ? b : a;
}

static inline float scalar_clamp_float(float x, float low, float high)
{
    return scalar_min_float(scalar_max_float(x, low), high);
}

static inline float scalar_floor(float x)
{
    return floorf(x);
}

static inline float scalar_ceil(float x)
{
    return ceilf(x);
}

static inline float scalar_sqrt(float x)
{
    return sqrtf(x);
}

/// Round to the nearest integer, half to even; a zero result has the sign of x. Floats from 2^23 on
/// are integers. For smaller ones, adding 2^23 drops all bits after the point.
static inline float scalar_round(float x)
{
    float size = scalar_abs_float(x);
    if (!(size < 0x1p23f))
        return x;
    float rounded = (size + 0x1p23f) - 0x1p23f;
    return scalar_float_of_bits(scalar_float_bits(rounded) |
                                (scalar_float_bits(x) & UINT32_C(0x80000000)));
}

static inline int32_t scalar_sign(int32_t x)
{
    return (x > 0) - (x < 0);
}

/// Zero and NaN are returned unchanged.
static inline float scalar_sign_float(float x)
{
    return x > 0 ? 1.0f : x < 0 ? -1.0f : x;
}

static inline float scalar_length(float x, float y)
{
    float xx = x * x, yy = y * y;
    return scalar_sqrt(xx + yy);
}

static inline float scalar_distance(float ux, float uy, float vx, float vy)
{
    return scalar_length(ux - vx, uy - vy);
}

/// Round a double >= 0 to the nearest integer, half to even. Doubles from 2^52 on are integers.
static inline double scalar_nearest_whole(double x)
{
    return x < 0x1p52 ? x + 0x1p52 - 0x1p52 : x;
}

static inline float scalar_length_vec3(float x, float y, float z)
{
    float xx = x * x, yy = y * y, zz = z * z;
    return scalar_sqrt((xx + yy) + zz);
}

static inline float scalar_distance_vec3(const float u[3], const float v[3])
{
    return scalar_length_vec3(u[0] - v[0], u[1] - v[1], u[2] - v[2]);
}

static inline float scalar_dot(const float u[2], const float v[2])
{
    float x = u[0] * v[0], y = u[1] * v[1];
    return x + y;
}

static inline float scalar_dot_vec3(const float u[3], const float v[3])
{
    float x = u[0] * v[0], y = u[1] * v[1], z = u[2] * v[2];
    return (x + y) + z;
}

static inline float scalar_lerp(float x, float y, float z)
{
    return x + (y - x) * z;
}

/// Return x / whole, or 0 if `whole` is 0.
static inline float scalar_part(float x, float whole)
{
    return whole == 0 ? 0 : x / whole;
}

#endif
