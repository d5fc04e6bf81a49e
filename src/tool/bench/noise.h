// SPDX-License-Identifier: MIT
// Noise: whether a row is really faster than another one, or the difference is chance.
//
// No distribution of times is assumed. The confidence interval of a median is bounded by two of the
// sorted samples, at equal distances from both ends: the true median is outside of it with a
// probability of at most 5 %. With fewer than six samples there is no such interval.
#ifndef NOISE_H
#define NOISE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct noise_range {
    double low, median, high;
    bool is_known; // whether `low` and `high` are known: there are enough samples
} noise_range;

typedef enum noise_verdict {
    NOISE_UNKNOWN, // too few samples, or nothing to compare with
    NOISE_WITHIN,  // the difference may be chance
    NOISE_FASTER,
    NOISE_SLOWER,
} noise_verdict;

/// How many times as fast as another row a row is. 0: there is nothing to compare.
typedef struct noise_ratio {
    double ratio;
    noise_verdict verdict;
} noise_ratio;

/// Return the median of some samples and its interval. The samples are sorted.
noise_range noise_median(double *samples, uint32_t count);

/// Return half the width of the interval as a fraction of the median; negative if it is not known.
double noise_spread(const noise_range *range);

/// Compare rows that ran alternately, round by round: a disturbance of a round affects both.
/// `scratch` has room for `count` samples.
noise_ratio noise_in_turn(const double *other, const double *own, uint32_t count, double *scratch);

/// Compare rows of different measurements: one is faster if their intervals do not overlap.
noise_ratio noise_apart(const noise_range *other, const noise_range *own);

/// Return "faster", "slower", "noise", or "unknown".
const char *noise_word(noise_verdict verdict);

#endif
