// SPDX-License-Identifier: MIT
#define WIDE_LANES 1
#include "elementary.h"

#include "elementary_exact.h"
#include "elementary_near.h"

#include <math.h>
#include <stdbool.h>

static bool round_settled(wide near, float *result)
{
    *result = (float)wide_below(near);
    return *result == (float)wide_above(near);
}

// ---- sin and cos

// Compute the sine of x >= 0 plus `quarters` quarter turns. Returns false when double precision
// cannot decide the rounding.
static bool angle_settle(float x, unsigned quarters, float *result)
{
    double rest = (double)x;
    if (rest <= WIDE_ANGLE_MAX)
        quarters += (unsigned)wide_reduce(rest, &rest);
    else
        quarters += exact_reduce(x, &rest);
    return round_settled(wide_turned_sine(rest, quarters), result);
}

float elementary_sin(float x)
{
    float result, size = fabsf(x);
    if (!(size < INFINITY))
        return NAN;
    if (!angle_settle(size, 0, &result))
        result = exact_sin(size);
    return signbit(x) ? -result : result;
}

float elementary_cos(float x)
{
    float result, size = fabsf(x);
    if (!(size < INFINITY))
        return NAN;
    return angle_settle(size, 1, &result) ? result : exact_cos(size);
}

// ---- exp and log

float elementary_exp(float x)
{
    float result;
    if (round_settled(near_exp((double)x), &result))
        return result;
    return x != x ? x : exact_exp(x);
}

float elementary_log(float x)
{
    float result;
    if (round_settled(near_log((double)x), &result))
        return result;
    if (x == 0)
        return -INFINITY;
    if (!(x > 0))
        return NAN;
    return x < INFINITY ? exact_log(x) : x;
}

// ---- atan2

// The angle when an operand is zero or infinite: one of a few constants.
static double angle_of_axes(float y, float x)
{
    const double half = 0x1.921fb54442d18p+1; // half a turn
    bool is_infinite = fabsf(x) == INFINITY, is_behind = signbit(x);
    if (fabsf(y) == INFINITY)
        return is_infinite ? (is_behind ? 0.75 : 0.25) * half : half / 2;
    return is_behind ? half : 0;
}

// Round the angle of (x, y), x > 0, for y / x below 2^-30. The angle is smaller than the slope by
// next to nothing.
//
// If both floats are normal, their quotient differs from each midpoint between two floats by more
// than 2^-49 of itself, since a midpoint has 25 bits. So neither the double's error of 2^-53 nor
// subtracting one step matters. If the floats are subnormal, the quotient can be a midpoint, which
// is then an exact double: one step less is on the correct side of it.
static float angle_of_slope(float y, float x)
{
    double slope = fabs((double)y) / (double)x;
    return (float)copysign(wide_of_bits(wide_to_bits(slope) - 1), (double)y);
}

float elementary_atan2(float y, float x)
{
    float result;
    if (round_settled(near_atan2((double)y, (double)x), &result))
        return result;
    if (x != x || y != y)
        return NAN;
    bool are_finite = fabsf(x) < INFINITY && fabsf(y) < INFINITY;
    if (!are_finite || y == 0 || x == 0)
        return copysignf((float)angle_of_axes(y, x), y);
    if (x > 0 && (double)fabsf(y) < (double)x * 0x1p-30)
        return angle_of_slope(y, x);
    return exact_atan2(y, x);
}
