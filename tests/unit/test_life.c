// SPDX-License-Identifier: MIT
// Worlds whose agents are born, die and eat each other: the same bits in all ways, who comes and
// goes, who eats whom, and what a group that is full refuses.
//
//   test_life EXAMPLES
#include "running.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// ---- the shipped scene

static void test_same_bits(void **state)
{
    (void)state;
    uint64_t hash;
    char *text = running_text("wolf-sheep.json");
    outcome out = running_in_all_ways(text, 70, 50, &hash);
    assert_true(running_row(&out, "sheep_births") > 100 && running_row(&out, "wolves_deaths") > 30);
    assert_int_equal(hash, UINT64_C(0x6c58d5357264092c));
    free(text);
}

// Large enough for all threads to take part, and at last sparse enough to be made compact.
static void test_same_bits_of_many(void **state)
{
    (void)state;
    char *text = running_text("wolf-sheep-large.json");
    outcome out = running_in_all_ways(text, 4, 4, NULL);
    assert_true(running_row(&out, "sheep_births") > 500);
    free(text);
}

static void check_census(const outcome *out, const char *group, double start)
{
    char name[4][64];
    const char *const rows[] = {"count", "births", "deaths", "refused"};
    for (int i = 0; i < 4; i++)
        snprintf(name[i], sizeof name[i], "%s_%s", group, rows[i]);
    assert_true(running_row(out, name[0]) ==
                start + running_row(out, name[1]) - running_row(out, name[2]));
}

static void test_census(void **state)
{
    (void)state;
    running r = running_start("wolf-sheep.json", &(world_options){0});
    for (int i = 0; i < 20; i++) {
        running_go_on(&r, 10);
        outcome out = running_outcome(&r);
        check_census(&out, "sheep", 100);
        check_census(&out, "wolves", 50);
        assert_true((double)r.is->agents(r.world) ==
                    2500 + running_row(&out, "sheep_count") + running_row(&out, "wolves_count"));
        assert_int_equal(r.is->agents(r.world),
                         gestalt_population_count(r.is->population(r.world)));
    }
    running_stop(&r);
}

int main(int argument_count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_same_bits_of_many),
        cmocka_unit_test(test_census),
    };
    if (argument_count != 2)
        return 2;
    running_folder = arguments[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
