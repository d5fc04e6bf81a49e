// SPDX-License-Identifier: MIT
// Compare the numbers with 256 bits after the point with MPFR: constants and series. Tests of
// floats would not notice an error in the last of these bits, but unknown pairs of operands of
// atan2 may need them.
#include "elementary_exact.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <mpfr.h>

enum { BITS = 700 };

// Fail if a number is off by 2^-bits or more. `exact` is freed.
static void check_limbs(const char *what, const uint32_t *limbs, int count, int point, mpfr_t exact,
                        int bits)
{
    mpfr_t value;
    mpfr_init2(value, BITS);
    mpfr_set_zero(value, 1);
    for (int i = 0; i < count; i++) {
        mpfr_mul_2ui(value, value, 32, MPFR_RNDN);
        mpfr_add_ui(value, value, limbs[i], MPFR_RNDN);
    }
    mpfr_div_2ui(value, value, (unsigned long)(32 * (count - point)), MPFR_RNDN);
    mpfr_sub(value, value, exact, MPFR_RNDN);
    if (!mpfr_zero_p(value) && mpfr_get_exp(value) > -bits)
        fail_msg("%s is off by 2^%ld", what, (long)mpfr_get_exp(value));
    mpfr_clear(value);
    mpfr_clear(exact);
}

static void check_fixed(const char *what, fixed is, mpfr_t exact)
{
    check_limbs(what, is.limb, LIMB_COUNT, 1, exact, 240);
}

static void test_constants(void **state)
{
    (void)state;
    mpfr_t exact;
    mpfr_init2(exact, BITS);
    mpfr_const_pi(exact, MPFR_RNDN);
    mpfr_div_ui(exact, exact, 2, MPFR_RNDN);
    check_limbs("pi / 2", fixed_half_pi.limb, LIMB_COUNT, 1, exact, 255);
    mpfr_init2(exact, BITS);
    mpfr_const_log2(exact, MPFR_RNDN);
    check_limbs("ln 2", fixed_ln2.limb, LIMB_COUNT, 1, exact, 255);
    mpfr_init2(exact, BITS);
    mpfr_const_pi(exact, MPFR_RNDN);
    mpfr_ui_div(exact, 2, exact, MPFR_RNDN);
    int count = sizeof two_over_pi / sizeof *two_over_pi;
    check_limbs("2 / pi", two_over_pi, count, TWO_OVER_PI_POINT / 32, exact,
                32 * count - TWO_OVER_PI_POINT - 1);
}

// The number part / 64.
static fixed fixed_of_part(uint32_t part, mpfr_t same)
{
    mpfr_init2(same, BITS);
    mpfr_set_ui(same, part, MPFR_RNDN);
    mpfr_div_ui(same, same, 64, MPFR_RNDN);
    return fixed_divide(fixed_whole(part), 64);
}

static void test_series(void **state)
{
    (void)state;
    mpfr_t exact;
    for (uint32_t part = 1; part <= 64; part++) {
        fixed x = fixed_of_part(part, exact);
        mpfr_atan(exact, exact, MPFR_RNDN);
        check_fixed("atan", fixed_arctangent(x), exact);
        fixed_of_part(part * 50 / 64, exact); // up to pi / 4
        x = fixed_divide(fixed_whole(part * 50 / 64), 64);
        mpfr_cos(exact, exact, MPFR_RNDN);
        check_fixed("cos", fixed_alternating(fixed_multiply(x, x), 1), exact);
        fixed_of_part(part * 50 / 64, exact);
        mpfr_sin(exact, exact, MPFR_RNDN);
        check_fixed("sin", fixed_multiply(x, fixed_alternating(fixed_multiply(x, x), 2)), exact);
        x = fixed_of_part(part * 89 / 64, exact); // up to 2 ln 2
        mpfr_exp(exact, exact, MPFR_RNDN);
        check_fixed("exp", fixed_exp(x), exact);
        mpfr_init2(exact, BITS);
        mpfr_set_ui(exact, 256 + part, MPFR_RNDN);
        mpfr_ui_div(exact, part, exact, MPFR_RNDN); // up to 1/5, as of 3/2
        mpfr_atanh(exact, exact, MPFR_RNDN);
        mpfr_mul_ui(exact, exact, 2, MPFR_RNDN);
        check_fixed("log", fixed_log(part, 256 + part), exact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_constants),
                                       cmocka_unit_test(test_series)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
