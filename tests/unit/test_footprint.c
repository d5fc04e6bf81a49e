// SPDX-License-Identifier: MIT
// Bytes per agent, worked out by hand from the table in footprint.h.
#include "footprint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct footprint_case {
    const char *what;
    gestalt_specification specification;
    double cohort, alone; // 64 lanes, 1 lane
} footprint_case;

static void check(const footprint_case *cases, size_t count,
                  double (*bytes)(const gestalt_specification *, unsigned))
{
    for (size_t i = 0; i < count; i++) {
        double cohort = bytes(&cases[i].specification, 64);
        double alone = bytes(&cases[i].specification, 1);
        if (cohort != cases[i].cohort || alone != cases[i].alone)
            fail_msg("%s: %g and %g", cases[i].what, cohort, alone);
    }
}

static void test_engine(void **state)
{
    (void)state;
    static const footprint_case cases[] = {
        {"nothing", {0}, 0, 0},
        {"a bit", {.bit_slots = 1}, 8.0 / 64, 1},
        {"nine bits", {.bit_slots = 9}, 72.0 / 64, 2},
        {"a status", {.persistent_statuses = 1}, 16.0 / 64, 1},
        {"bits and statuses share bytes", {.bit_slots = 2, .persistent_statuses = 3}, 1, 1},
        {"a word", {.word_slots = 1}, 4, 4},
        {"a long", {.long_slots = 1}, 8, 8},
        {"a time", {.persistent_times = 1}, 8, 8},
        {"a stream", {.draws = 1}, 8, 8},
        {"one item live",
         {.item_count = 65535, .live_capacity = 1, .live_item_count = 1},
         10.0 / 64,
         2},
        {"wide indices",
         {.item_count = 65536, .live_capacity = 1, .live_item_count = 1},
         12.0 / 64,
         4},
        {"live in one of many items",
         {.item_count = 200, .live_capacity = 1, .live_item_count = 100},
         10,
         2},
        {"several live", {.item_count = 9, .live_capacity = 3, .live_item_count = 5}, 50.0 / 64, 6},
    };
    check(cases, sizeof cases / sizeof *cases, shape_bytes_per_agent);
}

static void test_blackboard(void **state)
{
    (void)state;
    static const footprint_case cases[] = {
        {"nothing", {.shared_number_columns = 4, .shared_bool_columns = 2}, 0, 0},
        {"numbers", {.number_columns = 3}, 12, 12},
        {"bools", {.bool_columns = 9}, 72.0 / 64, 2},
    };
    check(cases, sizeof cases / sizeof *cases, shape_blackboard_bytes_per_agent);
}

// Masks cost the same for 2 lanes as for 64.
static void test_few_lanes(void **state)
{
    (void)state;
    gestalt_specification s = {.bit_slots = 1,
                               .word_slots = 1,
                               .live_capacity = 1,
                               .live_item_count = 9,
                               .bool_columns = 1};
    assert_true(shape_bytes_per_agent(&s, 2) == (8 + 8 + 2 * 10) / 2.0);
    assert_true(shape_blackboard_bytes_per_agent(&s, 2) == 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_engine),
        cmocka_unit_test(test_blackboard),
        cmocka_unit_test(test_few_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
