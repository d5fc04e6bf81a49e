// SPDX-License-Identifier: MIT
// Profiles without the overhead of timing, also if the times consist mostly of overhead.
#include "profile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { NODES = 5 };

static bool is_near(double a, double b)
{
    return a >= b * 0.999 && a <= b * 1.001;
}

// Every node took 60 ns longer than in ticks that are not timed.
static void test_overhead(void **state)
{
    (void)state;
    static const double own[NODES] = {2, 30, 500, 1, 8};
    static const uint64_t answers[NODES] = {1000, 4000, 100, 90000, 3000};
    gestalt_node_times times[NODES];
    double expected = 0;
    for (int i = 0; i < NODES; i++) {
        times[i] = (gestalt_node_times){.time = (uint64_t)((own[i] + 60) * (double)answers[i]),
                                        .answers = answers[i],
                                        .agents = answers[i]};
        expected += own[i] * (double)answers[i];
    }
    double overhead = profile_overhead(times, NODES, expected);
    assert_true(is_near(overhead, 60));
    for (int i = 0; i < NODES; i++)
        if (!is_near(profile_net(&times[i], overhead), own[i] * (double)answers[i]))
            fail_msg("node %d: %g", i, profile_net(&times[i], overhead));
}

// Nodes that took less time than the overhead are shown with none, and the total is correct.
static void test_clamped(void **state)
{
    (void)state;
    static const gestalt_node_times times[] = {
        {.time = 5000, .answers = 100}, {.time = 9000, .answers = 100}, {.time = 50, .answers = 0}};
    double overhead = profile_overhead(times, 3, 3000), sum = 0;
    assert_true(is_near(overhead, 60.5)); // (9000 - 2950) / 100
    for (int i = 0; i < 3; i++)
        sum += profile_net(&times[i], overhead);
    assert_true(is_near(sum, 3000) && profile_net(&times[0], overhead) == 0);
    assert_true(profile_overhead(times, 3, 20000) == 0);
    assert_true(profile_overhead(times, 0, 0) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_overhead),
                                       cmocka_unit_test(test_clamped)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
