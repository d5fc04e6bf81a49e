// SPDX-License-Identifier: MIT
// Exact sums, against sums of 128-bit ints and against what is known.
#include "exact_sum.h"
#include "random.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

__extension__ typedef __int128 wide;

static double sum_of(const double *numbers, size_t count)
{
    exact_sum sum = {0};
    for (size_t i = 0; i < count; i++)
        exact_sum_add(&sum, numbers[i]);
    return exact_sum_round(&sum);
}

static void expect(const double *numbers, size_t count, double wanted)
{
    double got = sum_of(numbers, count);
    if (memcmp(&got, &wanted, sizeof got) != 0 && !(isnan(got) && isnan(wanted)))
        fail_msg("%a instead of %a", got, wanted);
}

#define EXPECT(wanted, ...)                                                                        \
    do {                                                                                           \
        const double numbers[] = {__VA_ARGS__};                                                    \
        expect(numbers, sizeof numbers / sizeof *numbers, wanted);                                 \
    } while (0)

static void test_known_sums(void **state)
{
    (void)state;
    expect(NULL, 0, 0.0);
    EXPECT(0.0, -0.0);
    EXPECT(0.0, 1.5, -1.5);
    EXPECT(-2.5, -1.0, -1.5);
    EXPECT(1.0, 1.0, 0x1p-53); // ties go to even
    EXPECT(1.0 + DBL_EPSILON, 1.0, 0x1p-53, DBL_TRUE_MIN);
    EXPECT(1.0 + 2 * DBL_EPSILON, 1.0 + DBL_EPSILON, 0x1p-53);
    EXPECT(-1.0 - DBL_EPSILON, -1.0, -0x1p-53, -DBL_TRUE_MIN);
    EXPECT(DBL_TRUE_MIN, DBL_MAX, DBL_TRUE_MIN, -DBL_MAX);
    EXPECT(-DBL_TRUE_MIN, DBL_MAX, -DBL_TRUE_MIN, -DBL_MAX);
    EXPECT(DBL_MIN, DBL_MIN - DBL_TRUE_MIN, DBL_TRUE_MIN);
    EXPECT(DBL_MIN - DBL_TRUE_MIN, DBL_MIN, -DBL_TRUE_MIN);
    EXPECT(2 * DBL_MIN, DBL_MIN, DBL_MIN);
    EXPECT(DBL_MAX, DBL_MAX, 0x1p969);
    EXPECT((double)INFINITY, DBL_MAX, 0x1p970); // half of the last place
    EXPECT(-(double)INFINITY, -DBL_MAX, -DBL_MAX);
    EXPECT(DBL_MAX, DBL_MAX, DBL_MAX, DBL_MAX, -DBL_MAX, -DBL_MAX);
}

static void test_infinities_and_nans(void **state)
{
    (void)state;
    const double infinity = (double)INFINITY, nan = (double)NAN;
    EXPECT(infinity, infinity, -DBL_MAX, infinity);
    EXPECT(-infinity, 1.0, -infinity);
    EXPECT(nan, infinity, -infinity);
    EXPECT(nan, 1.0, nan);
    EXPECT(nan, infinity, nan);
}

// Numbers of up to 60 bits with up to 40 bits after the point.
static double small_number(uint64_t *random)
{
    int64_t whole = (int64_t)(random_next(random) >> 4) - (INT64_C(1) << 59);
    return (double)(whole >> (random_next(random) % 40)) * 0x1p-40;
}

static double rounded(wide sum)
{
    return (double)sum * 0x1p-40; // the conversion rounds to nearest, ties to even
}

static void test_against_ints(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int run = 0; run < 20000; run++) {
        exact_sum sum = {0}, half = {0};
        wide wanted = 0;
        uint32_t count = 1 + (uint32_t)(random_next(&random) % 30);
        for (uint32_t i = 0; i < count; i++) {
            double number = small_number(&random);
            wanted += (wide)(number * 0x1p40);
            exact_sum_add(random_next(&random) & 1 ? &sum : &half, number);
        }
        exact_sum_join(&sum, &half);
        assert_true(exact_sum_round(&sum) == rounded(wanted));
    }
}

// Numbers of all magnitudes: the order does not matter, and each number can be taken away again.
static void test_any_order(void **state)
{
    (void)state;
    enum { COUNT = 200 };
    uint64_t random = 8;
    for (int run = 0; run < 200; run++) {
        double numbers[COUNT], first = 0;
        for (int i = 0; i < COUNT; i++) {
            uint64_t bits = random_next(&random);
            memcpy(&numbers[i], &bits, sizeof bits);
            if (!isfinite(numbers[i]))
                numbers[i] = 1;
        }
        for (int order = 0; order < 4; order++) {
            for (uint32_t i = COUNT; i-- > 1;) {
                uint32_t j = (uint32_t)(random_next(&random) % (i + 1));
                double other = numbers[i];
                numbers[i] = numbers[j];
                numbers[j] = other;
            }
            first = order == 0 ? sum_of(numbers, COUNT) : first;
            assert_true(sum_of(numbers, COUNT) == first);
        }
        exact_sum sum = {0};
        for (int i = 0; i < COUNT; i++)
            exact_sum_add(&sum, numbers[i]);
        for (int i = 1; i < COUNT; i++)
            exact_sum_add(&sum, -numbers[i]);
        assert_true(exact_sum_round(&sum) == numbers[0]);
    }
}

// Carries are propagated before limbs overflow.
static void test_many_numbers(void **state)
{
    (void)state;
    exact_sum sum = {0};
    for (int i = 0; i < 40; i++)
        exact_sum_add(&sum, -1.75);
    for (int i = 0; i < 60; i++) { // 2^60 times as many
        exact_sum copy = sum;
        exact_sum_join(&sum, &copy);
    }
    assert_true(exact_sum_round(&sum) == -70.0 * 0x1p60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_sums),   cmocka_unit_test(test_infinities_and_nans),
        cmocka_unit_test(test_against_ints), cmocka_unit_test(test_any_order),
        cmocka_unit_test(test_many_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
