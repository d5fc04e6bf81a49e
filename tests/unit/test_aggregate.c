// SPDX-License-Identifier: MIT
// Combined values of agents, against sorting them.
#include "aggregate.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 60 };

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double quantile_by_sorting(const double *values, uint32_t count, double share)
{
    double sorted[MOST], at = share * (count - 1);
    memcpy(sorted, values, count * sizeof *values);
    qsort(sorted, count, sizeof *sorted, compare);
    uint32_t low = (uint32_t)at;
    double part = at - low;
    return part > 0 ? sorted[low] + (sorted[low + 1] - sorted[low]) * part : sorted[low];
}

static double combine(scene_aggregate_how how, float share, const double *values, uint32_t count)
{
    scene_aggregate a = {.how = (int)how, .share = share};
    return aggregate_values(&a, values, count, NULL);
}

// Numbers with many equal ones, or of all magnitudes.
static void fill(double *values, uint32_t count, uint64_t *random)
{
    bool few = random_next(random) & 1;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bits = random_next(random);
        if (few)
            values[i] = (double)(int32_t)(bits % 7) - 3;
        else
            memcpy(&values[i], &bits, sizeof bits);
        if (isnan(values[i]))
            values[i] = -0.0;
    }
}

static void test_quantiles(void **state)
{
    (void)state;
    static const float shares[] = {0, 0.1f, 0.25f, 0.5f, 0.9f, 1};
    uint64_t random = 3;
    for (int run = 0; run < 5000; run++) {
        double values[MOST];
        uint32_t count = 1 + random_below(&random, MOST);
        fill(values, count, &random);
        for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
            double wanted = quantile_by_sorting(values, count, (double)shares[i]);
            double got = combine(AGGREGATE_QUANTILE, shares[i], values, count);
            assert_true(got == wanted || (isnan(got) && isnan(wanted)));
        }
        assert_true(combine(AGGREGATE_MEDIAN, 0, values, count) ==
                    quantile_by_sorting(values, count, 0.5));
        assert_true(combine(AGGREGATE_MIN, 0, values, count) ==
                    quantile_by_sorting(values, count, 0));
        assert_true(combine(AGGREGATE_MAX, 0, values, count) ==
                    quantile_by_sorting(values, count, 1));
    }
}

static void test_sums(void **state)
{
    (void)state;
    const double values[] = {1e300, 1, -1e300}, none[] = {1, NAN};
    assert_true(combine(AGGREGATE_SUM, 0, values, 3) == 1);
    assert_true(combine(AGGREGATE_MEAN, 0, values, 3) == 1.0 / 3);
    assert_true(combine(AGGREGATE_SUM, 0, values, 0) == 0);
    assert_true(isnan(combine(AGGREGATE_MEAN, 0, values, 0)));
    assert_true(isnan(combine(AGGREGATE_MEDIAN, 0, values, 0)));
    assert_true(isnan(combine(AGGREGATE_MAX, 0, none, 2)));
    assert_true(isnan(combine(AGGREGATE_SUM, 0, none, 2)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quantiles),
        cmocka_unit_test(test_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
