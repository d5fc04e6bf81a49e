// SPDX-License-Identifier: MIT
// Fixed-point numbers: 32 bits before the binary point and 256 after it, in 32-bit limbs, the
// highest first. They are never negative; callers handle signs. Lower bits are truncated, so each
// operation has an error below 2^-250. Functions sum Taylor series until terms are smaller than
// that, for a total error below 2^-240. No result is below 2^-40 (those of exp are scaled), so at
// least 200 bits of each result are correct.
#include "elementary_exact.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { LIMB_COUNT = 9 };

typedef struct fixed {
    uint32_t limb[LIMB_COUNT];
} fixed;

static const fixed fixed_half_pi = {{0x00000001, 0x921FB544, 0x42D18469, 0x898CC517, 0x01B839A2,
                                     0x52049C11, 0x14CF98E8, 0x04177D4C, 0x76273644}};
static const fixed fixed_ln2 = {{0x00000000, 0xB17217F7, 0xD1CF79AB, 0xC9E3B398, 0x03F2F6AF,
                                 0x40F34326, 0x7298B62D, 0x8A0D175B, 0x8BAAFA2B}};

// 2 / pi with enough bits for the largest float; six limbs before the point, for the smallest one.
enum { TWO_OVER_PI_POINT = 6 * 32 };
static const uint32_t two_over_pi[] = {0,          0,          0,          0,          0,
                                       0,          0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0,
                                       0xDB629599, 0x3C439041, 0xFE5163AB, 0xDEBBC561, 0xB7246E3A,
                                       0x424DD2E0, 0x06492EEA, 0x09D1921C, 0xFE1DEB1C};

// ---- arithmetic

static fixed fixed_whole(uint32_t whole)
{
    return (fixed){{whole}};
}

static fixed fixed_add(fixed a, fixed b)
{
    uint64_t carry = 0;
    for (int i = LIMB_COUNT - 1; i >= 0; i--) {
        carry += (uint64_t)a.limb[i] + b.limb[i];
        a.limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return a;
}

// The result must not be negative; otherwise it wraps.
static fixed fixed_subtract(fixed a, fixed b)
{
    uint64_t borrow = 0;
    for (int i = LIMB_COUNT - 1; i >= 0; i--) {
        uint64_t difference = (uint64_t)a.limb[i] - b.limb[i] - borrow;
        a.limb[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    return a;
}

static bool fixed_is_less(fixed a, fixed b)
{
    int i = 0;
    while (i < LIMB_COUNT - 1 && a.limb[i] == b.limb[i])
        i++;
    return a.limb[i] < b.limb[i];
}

static fixed fixed_times(fixed a, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = LIMB_COUNT - 1; i >= 0; i--) {
        carry += (uint64_t)a.limb[i] * factor;
        a.limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return a;
}

static fixed fixed_divide(fixed a, uint32_t divisor)
{
    uint64_t rest = 0;
    for (int i = 0; i < LIMB_COUNT; i++) {
        rest = rest << 32 | a.limb[i];
        a.limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    return a;
}

static fixed fixed_multiply(fixed a, fixed b)
{
    uint32_t product[2 * LIMB_COUNT] = {0}; // the binary point is after the second limb
    for (int i = LIMB_COUNT - 1; i >= 0; i--) {
        uint64_t carry = 0;
        for (int j = LIMB_COUNT - 1; j >= 0; j--) {
            carry += (uint64_t)a.limb[i] * b.limb[j] + product[i + j + 1];
            product[i + j + 1] = (uint32_t)carry;
            carry >>= 32;
        }
        product[i] = (uint32_t)carry;
    }
    memcpy(a.limb, product + 1, sizeof a.limb);
    return a;
}

// Divide by a greater number, bit by bit.
static fixed fixed_ratio(fixed a, fixed b)
{
    fixed result = {{0}};
    for (int i = 0; i < 32 * (LIMB_COUNT - 1); i++) {
        a = fixed_add(a, a);
        if (fixed_is_less(a, b))
            continue;
        a = fixed_subtract(a, b);
        result.limb[1 + i / 32] |= UINT32_C(1) << (31 - i % 32);
    }
    return result;
}

// ---- conversion from and to floats

// A positive float: mantissa * 2^exponent.
typedef struct scaled {
    uint32_t mantissa;
    int exponent;
} scaled;

static scaled scaled_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)(bits >> 23 & 0xFF);
    if (exponent > 0)
        return (scaled){(bits & UINT32_C(0x7FFFFF)) | UINT32_C(0x800000), exponent - 150};
    int shift = __builtin_clz(bits & UINT32_C(0x7FFFFF)) - 8; // subnormal
    return (scaled){(bits & UINT32_C(0x7FFFFF)) << shift, -149 - shift};
}

// Convert to fixed point, dropping bits outside its range.
static fixed fixed_of_scaled(scaled s)
{
    fixed result = {{0}};
    for (int bit = 0; bit < 24; bit++) {
        int place = 31 - (bit + s.exponent); // from the highest bit on
        if ((s.mantissa >> bit & 1) && place >= 0 && place < 32 * LIMB_COUNT)
            result.limb[place / 32] |= UINT32_C(1) << (31 - place % 32);
    }
    return result;
}

// Return whether a bit is set; place 0 is the highest bit.
static bool fixed_has(const fixed *value, int place)
{
    return place < 32 * LIMB_COUNT && (value->limb[place / 32] >> (31 - place % 32) & 1);
}

// Return the float nearest to value * 2^exponent, for value != 0. A float has no bits below 2^-149.
static float fixed_round(fixed value, int exponent)
{
    int first = 0; // position of the highest bit that is set
    while (first < 32 * LIMB_COUNT - 1 && !fixed_has(&value, first))
        first++;
    int last = first + 23,
        lowest = 31 + exponent + 149; // positions of the last bit that a float keeps
    last = last < lowest ? last : lowest;
    if (last < first - 1)
        return 0;
    uint32_t kept = 0;
    for (int i = first; i <= last; i++)
        kept = kept << 1 | fixed_has(&value, i);
    // The value is never a midpoint, so the next bit alone decides the rounding.
    kept += fixed_has(&value, last + 1);
    return (float)ldexp((double)kept, 31 - last + exponent);
}

// ---- sin and cos

// An angle as a number of quarter turns plus or minus a rest.
typedef struct turned {
    unsigned quarters;
    bool is_less;
    fixed rest; // in quarter turns, at most 1/2; subtracted if is_less
} turned;

// Return a limb of 2^exponent * 2 / pi, modulo 2^32.
static uint32_t turns_limb(int index, int exponent)
{
    unsigned bit = (unsigned)(TWO_OVER_PI_POINT + (index - 1) * 32 + exponent);
    uint64_t both = (uint64_t)two_over_pi[bit / 32] << 32 | two_over_pi[bit / 32 + 1];
    return (uint32_t)(both << bit % 32 >> 32);
}

static turned turned_of(float x)
{
    scaled s = scaled_of(x);
    fixed turns;
    for (int i = 0; i < LIMB_COUNT; i++)
        turns.limb[i] = turns_limb(i, s.exponent);
    turns = fixed_times(turns, s.mantissa);
    turned result = {.quarters = turns.limb[0], .is_less = turns.limb[1] >> 31};
    turns.limb[0] = 0;
    result.quarters += result.is_less;
    result.rest = result.is_less ? fixed_subtract(fixed_whole(1), turns) : turns;
    return result;
}

// Reduce with 128 bits after the point; the last 24 may be wrong. No rest is below 2^-34,
// so its relative error stays below 2^-69.
unsigned exact_reduce(float x, double *rest)
{
    enum { COUNT = 5 };
    uint32_t turns[COUNT];
    uint64_t carry = 0;
    scaled s = scaled_of(x);
    for (int i = COUNT - 1; i >= 0; i--) {
        carry += (uint64_t)turns_limb(i, s.exponent) * s.mantissa;
        turns[i] = (uint32_t)carry;
        carry >>= 32;
    }
    bool is_less = turns[1] >> 31;
    uint32_t flip =
        is_less ? UINT32_MAX : 0; // complements: 1 minus the value, except for the last bit
    double sum = 0;
    for (int i = COUNT - 1; i > 0; i--)
        sum = (sum + (double)(turns[i] ^ flip)) * 0x1p-32;
    sum *= 0x1.921fb54442d18p+0;
    *rest = is_less ? -sum : sum;
    return turns[0] + is_less;
}

// Compute 1 - z / (a (a + 1)) (1 - z / ((a + 2) (a + 3)) (...)): for a = 1 the cosine, and for a =
// 2 the sine divided by its angle.
static fixed fixed_alternating(fixed z, uint32_t a)
{
    fixed sum = fixed_whole(1);
    for (uint32_t left = 32; left-- > 0;) {
        uint32_t n = a + 2 * left;
        sum = fixed_subtract(fixed_whole(1), fixed_divide(fixed_multiply(z, sum), n * (n + 1)));
    }
    return sum;
}

static float turned_sine(turned t)
{
    fixed angle = fixed_multiply(t.rest, fixed_half_pi), z = fixed_multiply(angle, angle);
    bool is_cosine = t.quarters & 1,
         is_negative = (t.quarters >> 1 & 1) != (!is_cosine && t.is_less);
    fixed sine =
        is_cosine ? fixed_alternating(z, 1) : fixed_multiply(angle, fixed_alternating(z, 2));
    float result = fixed_round(sine, 0);
    return is_negative ? -result : result;
}

float exact_sin(float x)
{
    return turned_sine(turned_of(x));
}

float exact_cos(float x)
{
    turned t = turned_of(x);
    t.quarters++;
    return turned_sine(t);
}

// ---- exp and log

// Return exp(x), x <= 1.4.
static fixed fixed_exp(fixed x)
{
    fixed sum = fixed_whole(1);
    for (uint32_t n = 70; n > 0; n--)
        sum = fixed_add(fixed_whole(1), fixed_divide(fixed_multiply(x, sum), n));
    return sum;
}

// exp(x) = 2^k * exp(rest). k is one less than the nearest, so that the rest is positive; it is
// below 1.4.
float exact_exp(float x)
{
    int k = (int)floor((double)x * 0x1.71547652b82fep+0) - 1;
    fixed size = fixed_of_scaled(scaled_of(x));
    fixed multiple = fixed_times(fixed_ln2, (uint32_t)(k < 0 ? -k : k));
    fixed rest = x < 0   ? fixed_subtract(multiple, size)
                 : k < 0 ? fixed_add(size, multiple)
                         : fixed_subtract(size, multiple);
    return fixed_round(fixed_exp(rest), k);
}

// log(m)| = 2 s (1 + z / 3 + z^2 / 5 + ...), with s = |m - 1| / (m + 1) and z = s * s.
static fixed fixed_log(uint32_t distance, uint32_t sum_of_both)
{
    fixed s = fixed_divide(fixed_whole(distance), sum_of_both), z = fixed_multiply(s, s);
    fixed sum = {{0}};
    for (uint32_t n = 80; n-- > 0;)
        sum = fixed_add(fixed_divide(fixed_whole(1), 2 * n + 1), fixed_multiply(z, sum));
    sum = fixed_multiply(s, sum);
    return fixed_add(sum, sum);
}

float exact_log(float x)
{
    const uint32_t one = UINT32_C(1) << 23;
    scaled s = scaled_of(x);
    // Scale m into [3/4, 3/2), as a multiple of 2^-23 or of 2^-24.
    bool is_upper = s.mantissa >= 3 * (one / 2);
    uint32_t unit = is_upper ? 2 * one : one;
    int e = s.exponent + (is_upper ? 24 : 23);
    bool is_below = s.mantissa < unit;
    fixed part = fixed_log(is_below ? unit - s.mantissa : s.mantissa - unit, s.mantissa + unit);
    fixed whole = fixed_times(fixed_ln2, (uint32_t)(e < 0 ? -e : e));
    bool is_negative = e == 0 ? is_below : e < 0;
    fixed sum = is_negative == is_below ? fixed_add(whole, part) : fixed_subtract(whole, part);
    float result = fixed_round(sum, 0);
    return is_negative ? -result : result;
}

// ---- atan2

// Compute atan(t) for 0 <= t <= 1 by Euler's series, in which each term is at most half of the
// previous one: t / (1 + t^2) (1 + 2/3 z (1 + 4/5 z (1 + 6/7 z (...)))), z = t^2 / (1 + t^2).
static fixed fixed_arctangent(fixed t)
{
    fixed square = fixed_multiply(t, t), divisor = fixed_add(fixed_whole(1), square);
    fixed z = fixed_ratio(square, divisor), sum = fixed_whole(1);
    for (uint32_t n = 270; n > 0; n--) {
        fixed factor = fixed_divide(fixed_times(z, 2 * n), 2 * n + 1);
        sum = fixed_add(fixed_whole(1), fixed_multiply(factor, sum));
    }
    return fixed_multiply(fixed_ratio(t, divisor), sum);
}

float exact_atan2(float y, float x)
{
    bool is_steep = fabsf(y) > fabsf(x);
    scaled a = scaled_of(is_steep ? x : y), b = scaled_of(is_steep ? y : x);
    a.exponent -= b.exponent;
    fixed angle = fixed_arctangent(fixed_divide(fixed_of_scaled(a), b.mantissa));
    if (is_steep)
        angle = fixed_subtract(fixed_half_pi, angle);
    if (x < 0)
        angle = fixed_subtract(fixed_add(fixed_half_pi, fixed_half_pi), angle);
    float result = fixed_round(angle, 0);
    return y < 0 ? -result : result;
}
