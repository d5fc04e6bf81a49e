// SPDX-License-Identifier: MIT
// sin, cos and atan2 compared with the C library's long double functions. Random arguments have all
// magnitudes. The largest error is printed in units in the last place.
#include "trigonometry.h"

#include "random.h"
#include "scalar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static const double allowed = 0.502;

// Return the difference between a float and the exact value, in units in the last place of the
// exact one.
static double ulps(float is, long double exact)
{
    int exponent;
    frexpl(exact, &exponent);
    if (exponent < -125)
        exponent = -125;
    return (double)(fabsl(is - exact) / ldexpl(1, exponent - 24));
}

// sin and cos of a float that may be large: the C library reduces arguments exactly.
static void check_angle(float angle, double *worst)
{
    float sine, cosine;
    trigonometry_sin_cos(angle, &sine, &cosine);
    assert_true(sine == trigonometry_sin(angle) && cosine == trigonometry_cos(angle));
    const double errors[] = {ulps(sine, sinl(angle)), ulps(cosine, cosl(angle))};
    for (size_t i = 0; i < LENGTH(errors); i++) {
        if (!(errors[i] <= allowed))
            fail_msg("%s of %a is off by %g", i ? "cos" : "sin", angle, errors[i]);
        *worst = errors[i] > *worst ? errors[i] : *worst;
    }
}

static void test_sin_cos(void **state)
{
    (void)state;
    uint64_t random = 1;
    double worst = 0;
    for (uint32_t bits = 0; bits < 0x7F800000; bits += 4099) {
        check_angle(scalar_float_of_bits(bits), &worst);
        check_angle(-scalar_float_of_bits(bits), &worst);
    }
    // Angles of ordinary size, and angles next to multiples of a quarter turn.
    for (int i = 0; i < 500000; i++)
        check_angle((float)((double)(random_next(&random) >> 11) * 0x1p-53 * 20 - 10), &worst);
    for (int i = -2000000; i < 2000000; i += 7)
        check_angle((float)(i * 1.5707963267948966), &worst);
    print_message("# sin and cos: at most %.4f ulp\n", worst);
}

static void check_direction(float y, float x, double *worst)
{
    float is = trigonometry_atan2(y, x);
    double error = ulps(is, atan2l(y, x));
    if (!(error <= allowed))
        fail_msg("atan2(%a, %a) is off by %g", y, x, error);
    *worst = error > *worst ? error : *worst;
}

static void test_atan2(void **state)
{
    (void)state;
    uint64_t random = 2;
    double worst = 0;
    for (int i = 0; i < 500000; i++) {
        float x = scalar_float_of_bits((uint32_t)random_next(&random));
        float y = scalar_float_of_bits((uint32_t)random_next(&random));
        if (fabsf(x) < INFINITY && fabsf(y) < INFINITY)
            check_direction(y, x, &worst);
        x = (float)(random_next(&random) >> 40) * 0x1p-23f - 1;
        y = (float)(random_next(&random) >> 40) * 0x1p-23f - 1;
        check_direction(y, x, &worst);
    }
    print_message("# atan2: at most %.4f ulp\n", worst);
}

static void test_special(void **state)
{
    (void)state;
    const float values[] = {0, -0.0f, 1, -1, 0x1p-149f, -0x1p-149f, INFINITY, -INFINITY};
    for (size_t i = 0; i < LENGTH(values); i++)
        for (size_t j = 0; j < LENGTH(values); j++) {
            float is = trigonometry_atan2(values[i], values[j]);
            float must = (float)atan2l(values[i], values[j]);
            if (scalar_float_bits(is) != scalar_float_bits(must))
                fail_msg("atan2(%a, %a) is %a, not %a", values[i], values[j], is, must);
        }
    assert_true(isnan(trigonometry_sin(INFINITY)) && isnan(trigonometry_cos(-INFINITY)));
    assert_true(isnan(trigonometry_sin(NAN)) && isnan(trigonometry_atan2(NAN, 1)) &&
                isnan(trigonometry_atan2(1, NAN)));
    assert_true(trigonometry_sin(0) == 0 && trigonometry_cos(0) == 1);
    assert_true(signbit(trigonometry_sin(-0.0f)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sin_cos),
        cmocka_unit_test(test_atan2),
        cmocka_unit_test(test_special),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
