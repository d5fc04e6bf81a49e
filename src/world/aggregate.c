// SPDX-License-Identifier: MIT
#include "aggregate.h"

#include "quantile.h"

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

// ---- quantiles

static void count_digits(void *user, const quantile_digits *digits, int64_t *counts)
{
    const aggregate *a = user;
    for (uint32_t i = 0; i < a->count; i++)
        quantile_count(digits, quantile_key(a->values[i]), counts);
    add_up(a, counts, QUANTILE_COUNTS);
}

static double next_value(void *user, double value, int64_t *up_to)
{
    const aggregate *a = user;
    double next = -INFINITY; // negative, to find the least
    *up_to = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        *up_to += a->values[i] <= value;
        next = a->values[i] > value && -a->values[i] > next ? -a->values[i] : next;
    }
    add_up(a, up_to, 1);
    if (a->share)
        a->share->most(a->share->user, &next, 1);
    return -next;
}

static double aggregate_quantile(aggregate *a, double share)
{
    return quantile_of(&(quantile_numbers){a->total, count_digits, next_value, a}, share);
}

typedef struct shared_keys {
    const uint64_t *keys;
    uint32_t count;
    const gestalt_world_share *share;
} shared_keys;

static void count_keys(void *user, const quantile_digits *digits, int64_t *counts)
{
    const shared_keys *k = user;
    for (uint32_t i = 0; i < k->count; i++)
        quantile_count(digits, k->keys[i], counts);
    k->share->sum(k->share->user, counts, QUANTILE_COUNTS);
}

uint64_t aggregate_key_at(const gestalt_world_share *share, const uint64_t *keys, uint32_t count,
                          uint64_t index)
{
    return quantile_key_at(index, count_keys, &(shared_keys){keys, count, share});
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
    case AGGREGATE_MEDIAN: return aggregate_quantile(&a, 0.5);
    case AGGREGATE_QUANTILE: return aggregate_quantile(&a, (double)of->share);
    default: return sum_of(&a) / (double)a.total;
    }
}
