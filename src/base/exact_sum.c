// SPDX-License-Identifier: MIT
#include "exact_sum.h"

#include <math.h>
#include <string.h>

enum {
    LIMB_BITS = 32,
    FRACTION_BITS = 52,
    EXPONENT_MAX = 2047, // of infinities and NaNs
    // An addition changes a limb by less than 2^33, so this many fit into 63 bits.
    PENDING_MAX = 1 << 29,
};
#define LIMB_MASK     UINT64_C(0xffffffff)
#define FRACTION_MASK ((UINT64_C(1) << FRACTION_BITS) - 1)

// Propagate carries: afterwards all limbs but the highest have 32 bits, without a sign.
static void propagate(exact_sum *sum)
{
    int64_t carry = 0;
    for (int i = 0; i < EXACT_LIMBS; i++) {
        int64_t limb = sum->limbs[i] + carry;
        carry = limb >> LIMB_BITS;
        sum->limbs[i] = i + 1 < EXACT_LIMBS ? (int64_t)((uint64_t)limb & LIMB_MASK) : limb;
    }
    sum->pending = 0;
}

static void add_special(exact_sum *sum, double number)
{
    sum->has_nan |= isnan(number);
    sum->has_plus |= number > 0;
    sum->has_minus |= number < 0;
}

void exact_sum_add(exact_sum *sum, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    uint32_t exponent = (uint32_t)(bits >> FRACTION_BITS) & EXPONENT_MAX;
    uint64_t fraction = bits & FRACTION_MASK;
    if (exponent == EXPONENT_MAX) {
        add_special(sum, number);
        return;
    }
    if (exponent > 0)
        fraction |= FRACTION_MASK + 1;
    uint32_t shift = exponent > 0 ? exponent - 1 : 0; // the number is fraction * 2^shift units
    int64_t *limb = &sum->limbs[shift / LIMB_BITS], sign = bits >> 63 ? -1 : 1;
    uint64_t low = (fraction & LIMB_MASK) << shift % LIMB_BITS;
    uint64_t high = (fraction >> LIMB_BITS) << shift % LIMB_BITS;
    limb[0] += sign * (int64_t)(low & LIMB_MASK);
    limb[1] += sign * (int64_t)((low >> LIMB_BITS) + (high & LIMB_MASK));
    limb[2] += sign * (int64_t)(high >> LIMB_BITS);
    if (++sum->pending == PENDING_MAX)
        propagate(sum);
}

void exact_sum_join(exact_sum *sum, const exact_sum *other)
{
    exact_sum more = *other;
    propagate(&more);
    propagate(sum);
    for (int i = 0; i < EXACT_LIMBS; i++)
        sum->limbs[i] += more.limbs[i];
    sum->pending = 1;
    sum->has_nan |= more.has_nan;
    sum->has_plus |= more.has_plus;
    sum->has_minus |= more.has_minus;
}

// Propagate carries, and make the sum positive. Returns whether it was negative.
static bool take_sign(exact_sum *sum)
{
    propagate(sum);
    if (sum->limbs[EXACT_LIMBS - 1] >= 0)
        return false;
    for (int i = 0; i < EXACT_LIMBS; i++)
        sum->limbs[i] = -sum->limbs[i];
    propagate(sum);
    return true;
}

// Return the number of bits of a positive sum.
static uint32_t bit_count(const exact_sum *sum)
{
    int top = EXACT_LIMBS - 1;
    while (top >= 0 && sum->limbs[top] == 0)
        top--;
    uint32_t bits = 0;
    for (uint64_t limb = top < 0 ? 0 : (uint64_t)sum->limbs[top]; limb; limb >>= 1)
        bits++;
    return top < 0 ? 0 : (uint32_t)top * LIMB_BITS + bits;
}

static bool bit_at(const exact_sum *sum, uint32_t bit)
{
    return (uint64_t)sum->limbs[bit / LIMB_BITS] >> bit % LIMB_BITS & 1;
}

static bool has_bits_below(const exact_sum *sum, uint32_t bit)
{
    uint64_t part = (uint64_t)sum->limbs[bit / LIMB_BITS] & ((UINT64_C(1) << bit % LIMB_BITS) - 1);
    bool any = part != 0;
    for (uint32_t i = 0; i < bit / LIMB_BITS; i++)
        any |= sum->limbs[i] != 0;
    return any;
}

// Return the bits from `bit` up to the highest one, which are at most 53.
static uint64_t bits_from(const exact_sum *sum, uint32_t bit, uint32_t count)
{
    uint64_t result = 0;
    for (uint32_t i = bit; i < count; i++)
        result |= (uint64_t)bit_at(sum, i) << (i - bit);
    return result;
}

// Return the bits of a positive sum as a double. With `drop` bits fewer than the sum has, it is
// kept * 2^drop units: for 53 bits, the exponent is drop + 1, and for fewer both are 0.
static uint64_t round_positive(const exact_sum *sum)
{
    uint32_t count = bit_count(sum),
             drop = count > FRACTION_BITS + 1 ? count - FRACTION_BITS - 1 : 0;
    uint64_t kept = bits_from(sum, drop, count);
    if (drop == 0)
        return kept; // bit 52, if it is set, is the exponent 1
    if (bit_at(sum, drop - 1) && (has_bits_below(sum, drop - 1) || (kept & 1)))
        kept++;
    uint64_t bits = ((uint64_t)drop << FRACTION_BITS) + kept; // a carry increases the exponent
    uint64_t infinity = (uint64_t)EXPONENT_MAX << FRACTION_BITS;
    return bits < infinity ? bits : infinity;
}

double exact_sum_round(const exact_sum *sum)
{
    if (sum->has_nan || (sum->has_plus && sum->has_minus))
        return NAN;
    if (sum->has_plus || sum->has_minus)
        return sum->has_plus ? INFINITY : -INFINITY;
    exact_sum positive = *sum;
    bool is_negative = take_sign(&positive);
    uint64_t bits = round_positive(&positive) | (uint64_t)is_negative << 63;
    double result;
    memcpy(&result, &bits, sizeof result);
    return result;
}
