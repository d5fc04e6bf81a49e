// SPDX-License-Identifier: MIT
// All computation is in double, whose last 20 bits may be wrong without affecting the float. Angles
// are reduced to near zero, where a few terms of a Taylor series are enough.
#include "trigonometry.h"

#include "trigonometry_terms.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// An angle after subtracting quarter turns: at most half of one to either side.
typedef struct reduced {
    double rest;
    unsigned quarters; // only the last two bits are meaningful
} reduced;

// pi / 2 is split into three parts; the first two are short enough for exact products.
static reduced reduce_small(float angle)
{
    double turns = angle * 0x1.45f306dc9c883p-1;
    int quarters = (int)(turns < 0 ? turns - 0.5 : turns + 0.5);
    double rest = angle - quarters * 0x1.921fb544p+0;
    rest -= quarters * 0x1.0b4611a6p-34;
    return (reduced){rest - quarters * 0x1.3198a2e037073p-69, (unsigned)quarters};
}

__extension__ typedef unsigned __int128 bits128;

// The bits of 2 / pi: 32 before the point, the others after it.
static const uint32_t two_over_pi[] = {0,          0xA2F9836E, 0x4E441529, 0xFC2757D1,
                                       0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB};

// Return 96 of these bits; `first` counts from the point.
static bits128 window_of_two_over_pi(int first)
{
    bits128 window = 0;
    for (int word = 0; word < 4; word++)
        window = window << 32 | two_over_pi[(first + 32) / 32 + word];
    return window << (first + 32) % 32 >> 32;
}

// Reduce angles of 2^20 or more: an integer times 2^exponent. The product with 2 / pi is needed
// only modulo four quarters, so the bits of 2 / pi that contribute multiples of four are skipped.
static reduced reduce_large(float angle)
{
    uint32_t bits;
    memcpy(&bits, &angle, sizeof bits);
    int exponent = (int)(bits >> 23 & 0xFF) - 150;
    bits128 whole = (bits & 0x7FFFFF) | 0x800000;
    bits128 product = whole * window_of_two_over_pi(exponent - 2) << 32;
    unsigned quarters = (unsigned)(product >> 126);
    // A fraction of one half or more belongs to the next quarter turn, with a negative rest.
    uint64_t fraction = (uint64_t)(product >> 62);
    bool is_half = fraction >> 63;
    double part = is_half ? -(double)-fraction : (double)fraction;
    reduced r = {part * 0x1p-64 * 0x1.921fb54442d18p+0, quarters + is_half};
    return angle < 0 ? (reduced){-r.rest, -r.quarters} : r;
}

static reduced angle_reduce(float angle)
{
    return fabsf(angle) < 0x1p20f ? reduce_small(angle) : reduce_large(angle);
}

static float sine_of(reduced r)
{
    double x =
        r.quarters & 1 ? trigonometry_cos_near_zero(r.rest) : trigonometry_sin_near_zero(r.rest);
    return (float)(r.quarters & 2 ? -x : x);
}

void trigonometry_sin_cos(float angle, float *sine, float *cosine)
{
    if (!(fabsf(angle) < INFINITY)) {
        *sine = *cosine = NAN;
        return;
    }
    reduced r = angle_reduce(angle);
    *sine = sine_of(r);
    *cosine = sine_of((reduced){r.rest, r.quarters + 1});
}

float trigonometry_sin(float angle)
{
    float sine, cosine;
    trigonometry_sin_cos(angle, &sine, &cosine);
    return sine;
}

float trigonometry_cos(float angle)
{
    float sine, cosine;
    trigonometry_sin_cos(angle, &sine, &cosine);
    return cosine;
}

// Return the arc tangent of a number from 0 to 1. Above tan(pi / 8), compute relative to pi / 4.
static double angle_arctangent(double x)
{
    static const double terms[] = {1,         -1.0 / 3,  1.0 / 5,   -1.0 / 7,  1.0 / 9,
                                   -1.0 / 11, 1.0 / 13,  -1.0 / 15, 1.0 / 17,  -1.0 / 19,
                                   1.0 / 21,  -1.0 / 23, 1.0 / 25,  -1.0 / 27, 1.0 / 29};
    double from = 0;
    if (x > 0.4142135623730951) {
        x = (x - 1) / (x + 1);
        from = 0x1.921fb54442d18p-1;
    }
    return from + x * trigonometry_polynomial(terms, TRIGONOMETRY_LENGTH(terms), x * x);
}

float trigonometry_atan2(float y, float x)
{
    double along = fabsf(x), across = fabsf(y);
    if (along == INFINITY && across == INFINITY)
        along = across = 1;
    double angle;
    if (along == 0 && across == 0)
        angle = 0;
    else if (across <= along)
        angle = angle_arctangent(across / along);
    else
        angle = 0x1.921fb54442d18p+0 - angle_arctangent(along / across);
    if (signbit(x))
        angle = 0x1.921fb54442d18p+1 - angle;
    return (float)(signbit(y) ? -angle : angle);
}
