// SPDX-License-Identifier: MIT
// Division of ints with doubles. A double holds every int exactly, and quotients exactly enough: a
// quotient that is not a whole number is further away from the next whole number than the rounding
// error. The including file must define a type `half` of half as many doubles, half_of, half_splat,
// and halves_to_ints, which truncates and returns INT_MIN for all values that do not fit.

static inline ints where_divisible(ints b, ints value)
{
    return value & (ints)(b != 0);
}

static inline ints ints_divide(ints a, ints b)
{
    return where_divisible(
        b, halves_to_ints(half_of(a, 0) / half_of(b, 0), half_of(a, 1) / half_of(b, 1)));
}

static inline ints ints_modulo(ints a, ints b)
{
    words product = (words)ints_divide(a, b) * (words)b;
    return where_divisible(b, (ints)((words)a - product));
}

/// The reciprocal of a single divisor, rounded up slightly, so that a quotient that is a whole
/// number is not rounded down to the next one below.
typedef struct divisor {
    double reciprocal; // 0 for a divisor of 0
    uint32_t value;
} divisor;

static inline divisor divisor_of(int32_t b)
{
    double exact = b ? 1.0 / b : 0;
    return (divisor){exact + exact * 0x1p-51, (uint32_t)b};
}

static inline ints ints_times(ints a, double factor)
{
    half x = half_splat(factor);
    return halves_to_ints(half_of(a, 0) * x, half_of(a, 1) * x);
}

static inline ints ints_divide_by(ints a, divisor d)
{
    return ints_times(a, d.reciprocal);
}

// The divisor must not be 0.
static inline ints ints_modulo_by(ints a, divisor d)
{
    words quotient = (words)ints_times(a, d.reciprocal);
    return (ints)((words)a - quotient * d.value);
}
