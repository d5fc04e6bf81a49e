// SPDX-License-Identifier: MIT
// Exact sums of doubles: the result is the sum of the numbers, rounded once, to the nearest double
// with ties to even. So it does not depend on the order of the numbers, and partial sums of several
// threads or processes can be added.
//
// A sum is a large integer that counts units of 2^-1074, the smallest double. Its limbs have 32
// bits each in 64, so that many numbers can be added before carries must be propagated. Infinities
// give an infinity; infinities of both signs, or a NaN, give NaN.
#ifndef EXACT_SUM_H
#define EXACT_SUM_H

#include <stdbool.h>
#include <stdint.h>

enum {
    EXACT_LIMBS = 68, // 2,098 bits of doubles, the sign, and the carries of 2^64 additions
};

typedef struct exact_sum {
    int64_t limbs[EXACT_LIMBS]; // the lowest comes first; all have the sign of what was added
    uint32_t pending;           // additions since carries were propagated
    bool has_nan, has_plus, has_minus; // NaNs and infinities that were added
} exact_sum;

/// The zero value is the empty sum, which is 0.
void exact_sum_add(exact_sum *sum, double number);

/// Add the numbers of another sum.
void exact_sum_join(exact_sum *sum, const exact_sum *other);

/// Return the sum, rounded. A sum of zeros, and an empty one, is +0.
double exact_sum_round(const exact_sum *sum);

#endif
