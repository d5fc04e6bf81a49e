// SPDX-License-Identifier: MIT
// Verdicts of `gestalt bench` on its samples: the interval of a median, whether a difference is
// noise, and how busy the machine was.
#include "busy.h"
#include "noise.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { SAMPLES_MOST = 5000 };

// The samples 1 to count, not sorted.
static noise_range noise_range_of(uint32_t count)
{
    static double samples[SAMPLES_MOST];
    for (uint32_t i = 0; i < count; i++)
        samples[i] = 1 + (double)(((uint64_t)i * 7919 + 3) % count);
    return noise_median(samples, count);
}

// Positions in sorted samples, as in tables of the sign test: P(B(count, 1/2) < low) <= 2.5 %.
static void test_interval(void **state)
{
    (void)state;
    static const struct {
        uint32_t count, low;
    } cases[] = {{6, 1},   {7, 1},    {8, 1},      {9, 2},      {12, 3},
                 {15, 4},  {20, 6},   {25, 8},     {30, 10},    {40, 14},
                 {50, 18}, {100, 40}, {1000, 469}, {1001, 469}, {5000, 2430}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t count = cases[i].count;
        noise_range r = noise_range_of(count);
        assert_true(r.is_known && r.median == (count + 1) / 2.0);
        if (r.low != cases[i].low || r.high != count + 1 - cases[i].low)
            fail_msg("%u samples: %g to %g", (unsigned)count, r.low, r.high);
    }
    for (uint32_t count = 1; count < 6; count++) {
        noise_range r = noise_range_of(count);
        assert_true(!r.is_known && r.low == 1 && r.high == count && noise_spread(&r) < 0);
    }
    noise_range none = noise_median(NULL, 0);
    assert_true(!none.is_known && none.median == 0);
    noise_range nine = noise_range_of(9);
    assert_true(noise_spread(&nine) == 0.6);
}

static noise_ratio in_turn(double factor, const double *disturbance, uint32_t count)
{
    double own[16], other[16], scratch[16];
    for (uint32_t i = 0; i < count; i++) {
        own[i] = 10 * disturbance[i];
        // A little independent noise.
        other[i] = 10 * disturbance[i] * factor * (i % 2 ? 1.01 : 0.99);
    }
    return noise_in_turn(other, own, count, scratch);
}

// Rounds in which the machine is slowed down threefold disturb both rows equally. Their difference
// remains.
static void test_in_turn(void **state)
{
    (void)state;
    static const double waves[] = {1, 3, 1.5, 2, 1, 1, 3, 2.5, 1.2, 1, 2, 1};
    assert_int_equal(in_turn(1, waves, 12).verdict, NOISE_WITHIN);
    assert_int_equal(in_turn(1.05, waves, 12).verdict, NOISE_FASTER);
    assert_int_equal(in_turn(0.95, waves, 12).verdict, NOISE_SLOWER);
    // with probability 1/16 this is chance
    assert_int_equal(in_turn(2, waves, 5).verdict, NOISE_UNKNOWN);
    assert_true(in_turn(2, waves, 5).ratio > 1.9);
    static const double nothing[6] = {0};
    assert_true(in_turn(1, nothing, 6).ratio == 0);
}

static void test_apart(void **state)
{
    (void)state;
    noise_range a = {9, 10, 11, true}, b = {10.5, 12, 13, true}, c = {12, 13, 14, true};
    noise_range few = {.low = 12, .median = 13, .high = 14};
    noise_range nothing = {0};
    assert_int_equal(noise_apart(&b, &a).verdict, NOISE_WITHIN);
    assert_int_equal(noise_apart(&c, &a).verdict, NOISE_FASTER);
    assert_int_equal(noise_apart(&a, &c).verdict, NOISE_SLOWER);
    assert_int_equal(noise_apart(&few, &a).verdict, NOISE_UNKNOWN);
    assert_true(noise_apart(&c, &a).ratio == 1.3 && noise_apart(&nothing, &a).ratio == 0);
    assert_string_equal(noise_word(NOISE_WITHIN), "noise");
    assert_string_equal(noise_word(NOISE_FASTER), "faster");
}

static void test_busy(void **state)
{
    (void)state;
    double seconds = 0;
    uint32_t processors = 0;
    static const char text[] = "cpu  100 20 30 4000 50 6 7 8 9 10\n"
                               "cpu0 50 10 15 2000 25 3 3 4 5 5\n"
                               "cpu1 50 10 15 2000 25 3 4 4 4 5\n"
                               "intr 12345 0 0\ncpufreq 1\n";
    assert_true(busy_parse(text, 100, &seconds, &processors));
    // neither idle nor waiting; time of guests is included in time of users
    assert_true(seconds == 1.71 && processors == 2);
    static const char *const wrong[] = {"",
                                        "cpu",
                                        "cpu  1 2 3",
                                        "cpu  a b c d e f g h\ncpu0 1\n",
                                        "cpu  1 2 3 4 5 6 7 8\n",
                                        "intr 1 2 3\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(busy_parse(wrong[i], 100, &seconds, &processors));
    const busy two = {.processors = 2}, unknown = {0};
    assert_true(busy_disturbs(&two, 0.3) && !busy_disturbs(&two, 0.1));
    assert_false(busy_disturbs(&two, -1));
    assert_true(busy_others(&unknown) < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interval),
        cmocka_unit_test(test_in_turn),
        cmocka_unit_test(test_apart),
        cmocka_unit_test(test_busy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
