// SPDX-License-Identifier: MIT
#include "noise.h"

#include <stdlib.h>

static int noise_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static uint32_t noise_root(uint32_t count)
{
    uint64_t root = 0;
    while (root * root < count)
        root++;
    return (uint32_t)root;
}

// Return the number of sorted samples at each end that are outside of the interval: the largest k
// for which at most k of `count` coin tosses show heads with a probability of at most 2.5 %.
// Returns -1 if there are too few samples.
static int64_t noise_outside(uint32_t count)
{
    enum { EXACT_MOST = 1000 }; // 2^-1000 is still a normal double
    const double unlikely = 0.025;
    if (count > EXACT_MOST)
        return (int64_t)(count / 2.0 - 0.98 * noise_root(count)) - 1;
    double way = 1;
    for (uint32_t k = 0; k < count; k++)
        way /= 2;
    double sum = way;
    int64_t outside = -1;
    for (uint32_t k = 0; sum <= unlikely && k < count; k++) {
        outside = k;
        way *= (double)(count - k) / (k + 1);
        sum += way;
    }
    return outside;
}

noise_range noise_median(double *samples, uint32_t count)
{
    if (count == 0)
        return (noise_range){0};
    qsort(samples, count, sizeof *samples, noise_compare);
    double median =
        count % 2 ? samples[count / 2] : (samples[count / 2 - 1] + samples[count / 2]) / 2;
    int64_t outside = noise_outside(count);
    if (outside < 0)
        return (noise_range){.low = samples[0], .median = median, .high = samples[count - 1]};
    return (noise_range){samples[outside], median, samples[count - 1 - outside], true};
}

double noise_spread(const noise_range *range)
{
    return range->is_known && range->median > 0 ? (range->high - range->low) / 2 / range->median
                                                : -1;
}

noise_ratio noise_in_turn(const double *other, const double *own, uint32_t count, double *scratch)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!(own[i] > 0) || !(other[i] > 0)) // shorter than the resolution of the clock
            return (noise_ratio){0};
        scratch[i] = other[i] / own[i];
    }
    noise_range ratios = noise_median(scratch, count);
    noise_verdict verdict = !ratios.is_known  ? NOISE_UNKNOWN
                            : ratios.low > 1  ? NOISE_FASTER
                            : ratios.high < 1 ? NOISE_SLOWER
                                              : NOISE_WITHIN;
    return (noise_ratio){ratios.median, verdict};
}

noise_ratio noise_apart(const noise_range *other, const noise_range *own)
{
    if (!(own->median > 0) || !(other->median > 0))
        return (noise_ratio){0};
    noise_verdict verdict = !own->is_known || !other->is_known ? NOISE_UNKNOWN
                            : own->high < other->low           ? NOISE_FASTER
                            : own->low > other->high           ? NOISE_SLOWER
                                                               : NOISE_WITHIN;
    return (noise_ratio){other->median / own->median, verdict};
}

const char *noise_word(noise_verdict verdict)
{
    static const char *const words[] = {"unknown", "noise", "faster", "slower"};
    return words[verdict];
}
