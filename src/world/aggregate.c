// SPDX-License-Identifier: MIT
#include "aggregate.h"

#include <math.h>
#include <string.h>

// Values of a part, and their connection with those of the other parts.
typedef struct aggregate {
    const double *values;
    uint32_t count;
    const gestalt_world_share *share; // or NULL
    uint64_t total;                   // number of values of all parts
} aggregate;

static void add_up(const aggregate *a, int64_t *numbers, uint32_t count)
{
    if (a->share)
        a->share->sum(a->share->user, numbers, count);
}

// ---- sums

enum { SPECIAL = 3, NUMBERS = EXACT_LIMBS + SPECIAL };

static void sum_write(const exact_sum *sum, int64_t *numbers)
{
    exact_sum carried = {0}; // joining propagates carries, so that limbs can be added
    exact_sum_join(&carried, sum);
    memcpy(numbers, carried.limbs, sizeof carried.limbs);
    numbers[EXACT_LIMBS] = carried.has_nan;
    numbers[EXACT_LIMBS + 1] = carried.has_plus;
    numbers[EXACT_LIMBS + 2] = carried.has_minus;
}

static void sum_read(exact_sum *sum, const int64_t *numbers)
{
    *sum = (exact_sum){.has_nan = numbers[EXACT_LIMBS] > 0,
                       .has_plus = numbers[EXACT_LIMBS + 1] > 0,
                       .has_minus = numbers[EXACT_LIMBS + 2] > 0};
    memcpy(sum->limbs, numbers, sizeof sum->limbs);
}

void aggregate_share(const gestalt_world_share *share, exact_sum *sums, uint32_t count)
{
    enum { MOST = 8 };
    int64_t numbers[MOST][NUMBERS];
    for (uint32_t begin = 0, some; share && begin < count; begin += some) {
        some = count - begin < MOST ? count - begin : MOST;
        for (uint32_t i = 0; i < some; i++)
            sum_write(&sums[begin + i], numbers[i]);
        share->sum(share->user, numbers[0], some * NUMBERS);
        for (uint32_t i = 0; i < some; i++)
            sum_read(&sums[begin + i], numbers[i]);
    }
}

static double sum_of(const aggregate *a)
{
    exact_sum sum = {0};
    for (uint32_t i = 0; i < a->count; i++)
        exact_sum_add(&sum, a->values[i]);
    aggregate_share(a->share, &sum, 1);
    return exact_sum_round(&sum);
}

// ---- extremes

static double most_of(const aggregate *a, double sign)
{
    double most = -INFINITY;
    for (uint32_t i = 0; i < a->count; i++)
        most = sign * a->values[i] > most ? sign * a->values[i] : most;
    if (a->share)
        a->share->most(a->share->user, &most, 1);
    return sign * most + 0.0; // both zeros become +0, whichever came first
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

// The highest digits of a key that is searched, and the mask of them.
typedef struct radix {
    uint64_t key, known, index; // index among the keys with these digits
    int shift;
} radix;

static const radix radix_start = {.shift = 56};

static void radix_count(const radix *r, uint64_t key, int64_t counts[256])
{
    if ((key & r->known) == r->key)
        counts[key >> r->shift & 0xff]++;
}

static void radix_next(radix *r, const int64_t counts[256])
{
    uint32_t digit = 0;
    for (; r->index >= (uint64_t)counts[digit]; digit++)
        r->index -= (uint64_t)counts[digit];
    r->key |= (uint64_t)digit << r->shift;
    r->known |= UINT64_C(0xff) << r->shift;
    r->shift -= 8;
}

// Return the value with this index in increasing order.
static double value_at(const aggregate *a, uint64_t index)
{
    radix r = radix_start;
    for (r.index = index; r.shift >= 0;) {
        int64_t counts[256] = {0};
        for (uint32_t i = 0; i < a->count; i++)
            radix_count(&r, key_of(a->values[i]), counts);
        add_up(a, counts, 256);
        radix_next(&r, counts);
    }
    return number_of(r.key);
}

uint64_t aggregate_key_at(const gestalt_world_share *share, const uint64_t *keys, uint32_t count,
                          uint64_t index)
{
    radix r = radix_start;
    for (r.index = index; r.shift >= 0;) {
        int64_t counts[256] = {0};
        for (uint32_t i = 0; i < count; i++)
            radix_count(&r, keys[i], counts);
        share->sum(share->user, counts, 256);
        radix_next(&r, counts);
    }
    return r.key;
}

// Return the value that follows the one at an index in increasing order.
static double value_after(const aggregate *a, uint64_t index, double value)
{
    int64_t up_to = 0;
    double next = -INFINITY; // negative, to find the least
    for (uint32_t i = 0; i < a->count; i++) {
        up_to += a->values[i] <= value;
        next = a->values[i] > value && -a->values[i] > next ? -a->values[i] : next;
    }
    add_up(a, &up_to, 1);
    if (a->share)
        a->share->most(a->share->user, &next, 1);
    return index + 1 < (uint64_t)up_to ? value : -next;
}

// Interpolate between the two nearest values in order.
static double quantile_of(const aggregate *a, double share)
{
    double at = share * (double)(a->total - 1);
    uint64_t low = (uint64_t)at;
    double part = at - (double)low, value = value_at(a, low);
    return part > 0 ? value + (value_after(a, low, value) - value) * part : value;
}

// Count the values of all parts. Returns whether there are any, and no NaNs.
static bool count_values(aggregate *a)
{
    int64_t counts[2] = {a->count, 0};
    for (uint32_t i = 0; i < a->count; i++)
        counts[1] += isnan(a->values[i]) != 0;
    add_up(a, counts, 2);
    a->total = (uint64_t)counts[0];
    return counts[0] > 0 && counts[1] == 0;
}

double aggregate_values(const scene_aggregate *of, const double *values, uint32_t count,
                        const gestalt_world_share *share)
{
    aggregate a = {values, count, share, 0};
    if (of->how == AGGREGATE_COUNT || of->how == AGGREGATE_SUM)
        return sum_of(&a);
    if (!count_values(&a))
        return NAN;
    switch ((scene_aggregate_how)of->how) {
    case AGGREGATE_MIN: return most_of(&a, -1);
    case AGGREGATE_MAX: return most_of(&a, 1);
    case AGGREGATE_MEDIAN: return quantile_of(&a, 0.5);
    case AGGREGATE_QUANTILE: return quantile_of(&a, (double)of->share);
    default: return sum_of(&a) / (double)a.total;
    }
}
