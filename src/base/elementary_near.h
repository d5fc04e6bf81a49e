// SPDX-License-Identifier: MIT
// The elementary functions in double, for WIDE_LANES operands at once; define WIDE_LANES before
// including this. One lane is a plain double, more lanes are a vector; the source is the same.
// There are no branches and no tables.
//
// Each function takes floats as doubles and returns a double with an error below 2^-48 of the
// result, or NaN for operands that it does not handle. wide_is_settled decides for which results
// that precision is enough.
//
// In the proofs below u = 2^-53: one operation on doubles has an error of at most u of its result.
// Bounds are relative to the result, and products of two errors are too small to matter.
// Polynomials are Taylor's, 1 + P with a small P, summed in two halves from their small ends. The
// additions that finish the first half and join both halves cost u each; apart
// from these, only the
// error of P counts, at most 8 u relative to P, which is itself a fraction.
#ifndef ELEMENTARY_NEAR_H
#define ELEMENTARY_NEAR_H

#include <stdint.h>
#include <string.h>

#define WIDE_INLINE static inline __attribute__((always_inline))

// ---- lanes, as numbers and as bits. A truth value has all bits set or none.

#if WIDE_LANES > 1
typedef double wide __attribute__((vector_size(WIDE_LANES * 8)));
typedef uint64_t wide_bits __attribute__((vector_size(WIDE_LANES * 8)));
#define WIDE_TRUTH(comparison) ((wide_bits)(comparison))
#else
typedef double wide;
typedef uint64_t wide_bits;
#define WIDE_TRUTH(comparison) (UINT64_C(0) - (uint64_t)(comparison))
#endif

#define WIDE_SIGN (UINT64_C(1) << 63)

WIDE_INLINE wide_bits wide_to_bits(wide x)
{
    wide_bits bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

WIDE_INLINE wide wide_of_bits(wide_bits bits)
{
    wide x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

WIDE_INLINE wide wide_all(double x)
{
    return (wide){0} + x;
}

WIDE_INLINE wide wide_choose(wide_bits truth, wide a, wide b)
{
    return wide_of_bits((truth & wide_to_bits(a)) | (~truth & wide_to_bits(b)));
}

WIDE_INLINE wide wide_abs(wide x)
{
    return wide_of_bits(wide_to_bits(x) & ~WIDE_SIGN);
}

/// Return `x`, or NaN in lanes where the condition is false.
WIDE_INLINE wide wide_only(wide_bits truth, wide x)
{
    return wide_of_bits(wide_to_bits(x) | ~truth);
}

// Adding this to a double below 2^51 leaves the nearest integer in the last bits.
#define WIDE_ROUNDER 0x1.8p52

// Compute terms[0] + terms[1] * z + terms[2] * z^2 + ... Even and odd powers are summed
// independently, so that they run in parallel.
WIDE_INLINE wide wide_polynomial(const double *terms, int count, wide z)
{
    wide square = z * z, sums[2] = {wide_all(terms[count - 1]), wide_all(terms[count - 2])};
    for (int i = count - 3; i >= 0; i--)
        sums[(count - 1 - i) % 2] = sums[(count - 1 - i) % 2] * square + terms[i];
    return count % 2 ? sums[0] + z * sums[1] : sums[1] + z * sums[0];
}

#define WIDE_SUM(terms, z) wide_polynomial(terms, (int)(sizeof(terms) / sizeof *(terms)), z)

// ---- rounding to float

/// The bounds of a result. Results of near_... have an error below 2^-48, which leaves room for the
/// error of these products. If both bounds round to the same float, that is the float nearest to
/// the exact result; otherwise double precision cannot decide. NaN never equals itself.
WIDE_INLINE wide wide_below(wide result)
{
    return result * (1 - 0x1p-46);
}

WIDE_INLINE wide wide_above(wide result)
{
    return result * (1 + 0x1p-46);
}

// ---- sin and cos

/// The largest angle for wide_reduce.
#define WIDE_ANGLE_MAX 0x1p20

/// Compute the sine of `rest` plus `quarters` quarter turns, for |rest| <= 0.7854. Only the last
/// two bits of `quarters` matter.
///
/// The sine of rest r is r * (1 + P), with z = r * r <= 0.617 and |P| <= 0.104. The omitted terms
/// are less than z^8 / 17! < u. 1 + P has an error of 3 u, and the product adds u: less than 6 u.
/// The cosine is 1 + P >= 0.707, |P| <= 0.31. The omitted terms are less than z^8 / 16! / 0.707 <
/// 2^-49 = 16 u. P has an error of 4 u, which is 1.3 u of the result, and the sum adds 2 u: less
/// than 5 u of the cosine. A relative error of r carries over to the sine as it is, and to the
/// cosine by a factor of r * tan(r) <= 0.79. That of r is less than 4 u, so the total is below 25
/// u, and so below 2^-48 = 32 u.
WIDE_INLINE wide wide_turned_sine(wide rest, wide_bits quarters)
{
    static const double sine[] = {1,
                                  -1.0 / 6,
                                  1.0 / 120,
                                  -1.0 / 5040,
                                  1.0 / 362880,
                                  -1.0 / 39916800,
                                  1.0 / 6227020800,
                                  -1.0 / 1307674368000};
    static const double cosine[] = {
        1,           -1.0 / 2,       1.0 / 24,        -1.0 / 720,
        1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600, -1.0 / 87178291200};
    wide z = rest * rest, s = rest * WIDE_SUM(sine, z), c = WIDE_SUM(cosine, z);
    wide result = wide_choose(0 - (quarters & 1), c, s);
    return wide_of_bits(wide_to_bits(result) ^ (quarters & 2) << 62);
}

/// Subtract from an angle of at most 2^20 its nearest multiple k of a quarter turn. Returns k, of
/// which only the last bits are meaningful.
///
/// pi / 2 = A + B + C. A and B have 33 bits, so k * A and k * B are exact for k < 2^20. If k is not
/// 0, then x and k * A are multiples of 2^-32, and their difference is below 1, so it is exact.
/// Subtracting k * B has an error of u. k * C is below 2^-48, with an error of 2^-100 from the
/// product and another from C. No float comes nearer to a multiple of pi / 2 than 2^-34 (a test
/// checks this), so that is negligible against u. The last subtraction has an error of u: less than
/// 3 u in total.
WIDE_INLINE wide_bits wide_reduce(wide x, wide *rest)
{
    wide rounded = x * 0x1.45f306dc9c883p-1 + WIDE_ROUNDER;
    wide k = rounded - WIDE_ROUNDER;
    *rest = ((x - k * 0x1.921fb544p+0) - k * 0x1.0b4611a6p-34) - k * 0x1.3198a2e037073p-69;
    return wide_to_bits(rounded);
}

/// NaN when |x| is above WIDE_ANGLE_MAX.
WIDE_INLINE wide near_sin(wide x)
{
    wide rest;
    wide_bits quarters = wide_reduce(x, &rest);
    return wide_only(WIDE_TRUTH(wide_abs(x) <= WIDE_ANGLE_MAX), wide_turned_sine(rest, quarters));
}

WIDE_INLINE wide near_cos(wide x)
{
    wide rest;
    wide_bits quarters = wide_reduce(x, &rest) + 1;
    return wide_only(WIDE_TRUTH(wide_abs(x) <= WIDE_ANGLE_MAX), wide_turned_sine(rest, quarters));
}

// ---- exp and log. ln 2 = A + B: A has 42 bits.

#define WIDE_LN2_A 0x1.62e42fefa38p-1
#define WIDE_LN2_B 0x1.ef35793c7673p-45

/// exp(x) = 2^k * exp(r), |r| <= 0.347. x is clamped to [-150, 130], at whose ends the result
/// already rounds to 0 or infinity.
///
/// If k is not 0, then x and k * A are multiples of 2^-42, and their difference is exact. The error
/// of k * B is negligible, and subtracting it has an error of u of r: 0.35 u of the result. exp(r)
/// is 1 + P, at least 0.7, |P| <= 0.415. The omitted terms are less than 0.347^13 / 13! / 0.7 <
/// 2^-51 = 4 u. P has an error of 4 u, which is 1.7 u of the result, and the sum adds 2 u: less
/// than 6 u of the result. The total is less than 11 u.
WIDE_INLINE wide near_exp(wide x)
{
    static const double terms[] = {1,
                                   1,
                                   1.0 / 2,
                                   1.0 / 6,
                                   1.0 / 24,
                                   1.0 / 120,
                                   1.0 / 720,
                                   1.0 / 5040,
                                   1.0 / 40320,
                                   1.0 / 362880,
                                   1.0 / 3628800,
                                   1.0 / 39916800,
                                   1.0 / 479001600};
    x = wide_choose(WIDE_TRUTH(x < -150), wide_all(-150), x);
    x = wide_choose(WIDE_TRUTH(x > 130), wide_all(130), x);
    wide rounded = x * 0x1.71547652b82fep+0 + WIDE_ROUNDER;
    wide k = rounded - WIDE_ROUNDER;
    wide rest = (x - k * WIDE_LN2_A) - k * WIDE_LN2_B;
    wide power = wide_of_bits((wide_to_bits(rounded) + 1023) << 52);
    return WIDE_SUM(terms, rest) * power;
}

/// log(x) = e * ln 2 + log(m), m in [sqrt(1/2), sqrt(2)]; log(m) = 2 s (1 + z / 3 + z^2 / 5 + ...),
/// with s = (m - 1) / (m + 1) and z = s * s < 0.0295. NaN unless x is positive and finite.
///
/// m has 24 bits, so m - 1 and m + 1 are exact, and s has an error of u. The terms after the 1 sum
/// to at most 0.0101, so the whole sum has an error of 2.1 u, and its product with s adds u. The
/// omitted terms are less than z^10 / 21 < 2^-55. So log(m) has an error below 5 u, which is the
/// total if e = 0. Otherwise the result is above 0.346, e * A is exact, and |log(m)| is at most
/// 0.347. Adding e * B to it costs u of that, and adding e * A costs u of the result: less than 8
/// u.
WIDE_INLINE wide near_log(wide x)
{
    static const double terms[] = {2,        2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,
                                   2.0 / 11, 2.0 / 13, 2.0 / 15, 2.0 / 17, 2.0 / 19};
    // Exponents count from sqrt(1/2) on. The bias of 1024 keeps them from being negative.
    const uint64_t root = UINT64_C(0x3FE6A09E667F3BCD), bias = UINT64_C(1024) << 52;
    wide_bits bits = wide_to_bits(x), exponent = (bits - root + bias) >> 52;
    wide m = wide_of_bits(bits - (exponent << 52) + bias);
    wide e = wide_of_bits(exponent | UINT64_C(0x4330000000000000)) - (0x1p52 + 1024);
    wide s = (m - 1) / (m + 1);
    wide logarithm = s * WIDE_SUM(terms, s * s);
    wide result = e * WIDE_LN2_A + (e * WIDE_LN2_B + logarithm);
    return wide_only(WIDE_TRUTH(x > 0) & WIDE_TRUTH(x < __builtin_inf()), result);
}

// ---- atan2

/// With a = min(|y|, |x|) and b = max(|y|, |x|), the angle atan(a / b) is atan(c) + atan(t), where
/// t = (a - c b) / (b + c a), and c is the one of 0, 1/2 and 1 that is near a / b: |t| <= 1/4. The
/// other angles follow from this one. NaN when both operands are 0, or one is infinite.
///
/// If c is not 0, then a is at least b / 4, and neither part of the fraction has more than 28 bits:
/// both are exact, and t has an error of u. atan(t) = t (1 - z / 3 + z^2 / 5 - ...), z = t * t <=
/// 1/16. The omitted terms are less than z^12 / 25 < 2^-52 = 2 u. The terms after the 1 sum to at
/// most 0.021, so the whole sum has an error of 2.2 u, and the product adds u: less than 7 u for
/// atan(t), which is the total if c = 0. Otherwise the angle is above 0.244, and |atan(t)| below
/// 0.219; atan(c) has an error of u / 2, and the sum adds u: less than 9 u. pi / 2 minus an angle
/// of at most pi / 4 is at least as large, with an error of 11 u; pi minus an angle of at most pi /
/// 2 has an error of 13 u.
WIDE_INLINE wide near_atan2(wide y, wide x)
{
    static const double terms[] = {1,        -1.0 / 3,  1.0 / 5,  -1.0 / 7,  1.0 / 9,  -1.0 / 11,
                                   1.0 / 13, -1.0 / 15, 1.0 / 17, -1.0 / 19, 1.0 / 21, -1.0 / 23};
    wide up = wide_abs(y), along = wide_abs(x);
    wide_bits is_steep = WIDE_TRUTH(up > along);
    wide a = wide_choose(is_steep, along, up), b = wide_choose(is_steep, up, along);
    wide_bits is_middle = WIDE_TRUTH(a * 4 > b), is_diagonal = WIDE_TRUTH(a * 4 > b * 3);
    wide c = wide_choose(is_middle, wide_all(0.5), wide_all(0));
    wide angle = wide_choose(is_middle, wide_all(0x1.dac670561bb4fp-2), wide_all(0));
    c = wide_choose(is_diagonal, wide_all(1), c);
    angle = wide_choose(is_diagonal, wide_all(0x1.921fb54442d18p-1), angle);
    wide t = (a - c * b) / (b + c * a);
    angle = angle + t * WIDE_SUM(terms, t * t);
    angle = wide_choose(is_steep, 0x1.921fb54442d18p+0 - angle, angle);
    wide_bits is_behind = 0 - (wide_to_bits(x) >> 63);
    angle = wide_choose(is_behind, 0x1.921fb54442d18p+1 - angle, angle);
    return wide_of_bits(wide_to_bits(angle) | (wide_to_bits(y) & WIDE_SIGN));
}

#endif
