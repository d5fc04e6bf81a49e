// SPDX-License-Identifier: MIT
// Quantiles of numbers that are divided into parts, such as those of several processes. They are
// found by radix: eight rounds of 256 counts, which are summed over the parts. So no part gets the
// numbers of another one, and the result depends on neither the parts nor the order of numbers.
#ifndef QUANTILE_H
#define QUANTILE_H

#include <stdint.h>
#include <string.h>

#define QUANTILE_SIGN (UINT64_C(1) << 63)

/// Return an int that has the order of the number. Both zeros have the same.
static inline uint64_t quantile_key(double number)
{
    uint64_t bits;
    number = number == 0 ? 0 : number;
    memcpy(&bits, &number, sizeof bits);
    return bits & QUANTILE_SIGN ? ~bits : bits | QUANTILE_SIGN;
}

/// The highest digits of a key that is searched, and their mask.
typedef struct quantile_digits {
    uint64_t key, known, index; // index among the keys with these digits
    int shift;
} quantile_digits;

enum { QUANTILE_COUNTS = 256 };

static inline void quantile_count(const quantile_digits *d, uint64_t key, int64_t *counts)
{
    if ((key & d->known) == d->key)
        counts[key >> d->shift & 0xff]++;
}

/// Count the next digit of all keys of all parts, by calling quantile_count.
typedef void quantile_counter(void *user, const quantile_digits *digits, int64_t *counts);

/// Return the key with this index in increasing order.
uint64_t quantile_key_at(uint64_t index, quantile_counter *count, void *user);

/// The numbers of all parts. There is at least one, and no NaN.
typedef struct quantile_numbers {
    uint64_t count;
    quantile_counter *digits;
    /// Set `*up_to` to the count of numbers up to `value`, and return the least one above it, or an
    /// infinity.
    double (*next)(void *user, double value, int64_t *up_to);
    void *user;
} quantile_numbers;

/// Interpolate between the two numbers next to `share` of the way from the first to the last one in
/// increasing order.
double quantile_of(const quantile_numbers *numbers, double share);

#endif
