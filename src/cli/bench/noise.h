// SPDX-License-Identifier: MIT
// Noise: whether one row of a measurement is faster than another one, or the machine only was.
//
// No distribution of times is assumed. The interval of a median runs from one of the sorted samples
// to another, counted from both ends: the median of all times that could have been measured lies
// outside with a probability of at most 5 %. Fewer than six samples have no such interval.
#ifndef NOISE_H
#define NOISE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct noise_range {
    double low, median, high;
    bool is_known; // `low` and `high`: there are enough samples
} noise_range;

typedef enum noise_verdict {
    NOISE_UNKNOWN, // too few samples, or nothing to compare with
    NOISE_WITHIN,  // the difference can be chance
    NOISE_FASTER,
    NOISE_SLOWER,
} noise_verdict;

/// The ratio says how many times as fast as another row a row is. 0: there is nothing to compare.
typedef struct noise_ratio {
    double ratio;
    noise_verdict verdict;
} noise_ratio;

/// Return the median of some samples and its interval. Sorts them.
noise_range noise_median(double *samples, uint32_t count);

/// Return half the width of the interval as a part of the median; less than 0: it is not known.
double noise_spread(const noise_range *range);

/// Compare rows that ran in turn, round by round: what disturbs a round disturbs both. `scratch`
/// has room for as many samples.
noise_ratio noise_in_turn(const double *other, const double *own, uint32_t count, double *scratch);

/// Compare rows of different measurements: one is faster if their intervals do not overlap.
noise_ratio noise_apart(const noise_range *other, const noise_range *own);

/// "faster", "slower", "noise", or "unknown".
const char *noise_word(noise_verdict verdict);

#endif
