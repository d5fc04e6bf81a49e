// SPDX-License-Identifier: MIT
// The Taylor series of trigonometry.h, for kernels that compute many at once.
#ifndef TRIGONOMETRY_TERMS_H
#define TRIGONOMETRY_TERMS_H

#define TRIGONOMETRY_LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))

/// Angles up to this size need no reduction: trigonometry_sin_cos equals these series, rounded.
#define TRIGONOMETRY_NEAR_ZERO 0.78f

static inline double trigonometry_polynomial(const double *terms, int count, double x)
{
    double sum = terms[count - 1];
    for (int i = count - 2; i >= 0; i--)
        sum = sum * x + terms[i];
    return sum;
}

static inline double trigonometry_sin_near_zero(double x)
{
    static const double terms[] = {
        1, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800};
    return x * trigonometry_polynomial(terms, TRIGONOMETRY_LENGTH(terms), x * x);
}

static inline double trigonometry_cos_near_zero(double x)
{
    static const double terms[] = {1,           -1.0 / 2,       1.0 / 24,       -1.0 / 720,
                                   1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600};
    return trigonometry_polynomial(terms, TRIGONOMETRY_LENGTH(terms), x * x);
}

#endif
