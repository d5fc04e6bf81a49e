// SPDX-License-Identifier: MIT
#include "aggregate.h"

#include "exact_sum.h"

#include <math.h>
#include <string.h>

static double sum_of(const double *values, uint32_t count)
{
    exact_sum sum = {0};
    for (uint32_t i = 0; i < count; i++)
        exact_sum_add(&sum, values[i]);
    return exact_sum_round(&sum);
}

static double extreme_of(const double *values, uint32_t count, double sign)
{
    double most = values[0];
    for (uint32_t i = 1; i < count; i++)
        most = sign * values[i] > sign * most ? values[i] : most;
    return most;
}

// ---- quantiles, by radix: eight rounds of 256 counts

#define SIGN_BIT (UINT64_C(1) << 63)

// Return an int that has the order of the number. Both zeros have the same.
static uint64_t key_of(double number)
{
    uint64_t bits;
    number = number == 0 ? 0 : number;
    memcpy(&bits, &number, sizeof bits);
    return bits & SIGN_BIT ? ~bits : bits | SIGN_BIT;
}

static double number_of(uint64_t key)
{
    uint64_t bits = key & SIGN_BIT ? key & ~SIGN_BIT : ~key;
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

// Return the value with this index in increasing order.
static double value_at(const double *values, uint32_t count, uint32_t index)
{
    uint64_t key = 0, known = 0; // the highest digits, and the mask of them
    for (int shift = 56; shift >= 0; shift -= 8) {
        uint32_t counts[256] = {0}, digit = 0;
        for (uint32_t i = 0; i < count; i++) {
            uint64_t one = key_of(values[i]);
            if ((one & known) == key)
                counts[one >> shift & 0xff]++;
        }
        for (; index >= counts[digit]; digit++)
            index -= counts[digit];
        key |= (uint64_t)digit << shift;
        known |= UINT64_C(0xff) << shift;
    }
    return number_of(key);
}

// Return the value that follows the one at an index in increasing order.
static double value_after(const double *values, uint32_t count, uint32_t index, double value)
{
    uint32_t up_to = 0;
    double next = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        up_to += values[i] <= value;
        next = values[i] > value && values[i] < next ? values[i] : next;
    }
    return index + 1 < up_to ? value : next;
}

// Interpolate between the two nearest values in order.
static double quantile_of(const double *values, uint32_t count, double share)
{
    double at = share * (count - 1);
    uint32_t low = (uint32_t)at;
    double part = at - low, value = value_at(values, count, low);
    return part > 0 ? value + (value_after(values, count, low, value) - value) * part : value;
}

static bool has_nan(const double *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (isnan(values[i]))
            return true;
    return false;
}

double aggregate_values(const scene_aggregate *a, const double *values, uint32_t count)
{
    if (a->how == AGGREGATE_COUNT || a->how == AGGREGATE_SUM)
        return sum_of(values, count);
    if (count == 0 || has_nan(values, count))
        return NAN;
    switch ((scene_aggregate_how)a->how) {
    case AGGREGATE_MIN: return extreme_of(values, count, -1);
    case AGGREGATE_MAX: return extreme_of(values, count, 1);
    case AGGREGATE_MEDIAN: return quantile_of(values, count, 0.5);
    case AGGREGATE_QUANTILE: return quantile_of(values, count, (double)a->share);
    default: return sum_of(values, count) / count;
    }
}
