// SPDX-License-Identifier: MIT
// The traffic of examples/scenes/traffic: what comes out, with drivers and by forces; that it
// depends on neither threads nor lanes nor being interrupted; and what is wrong with roads that are
// none.
//
//     test_traffic SCENES
#include "running.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

// A row, or the worst of those of the groups.
static double worst(const outcome *out, const char *name)
{
    static const char *const prefixes[] = {"", "west_", "east_"};
    double most = -1;
    for (size_t i = 0; i < LENGTH(prefixes); i++) {
        char whole[100];
        snprintf(whole, sizeof whole, "%s%s", prefixes[i], name);
        const outcome_row *found = gestalt_outcome_find(out, whole);
        double value = !found ? -1 : found->is_count ? (double)found->count : found->number;
        most = value > most ? value : most;
    }
    return most;
}

static outcome measured(const char *name, uint64_t steps)
{
    running r = running_start(name, &(world_options){0});
    running_go_on(&r, steps);
    outcome out = running_outcome(&r);
    running_stop(&r);
    return out;
}

// With drivers: nobody hits anybody, stands for long, or leaves the lane.
static void test_drivers(void **state)
{
    (void)state;
    const struct {
        const char *name;
        uint64_t steps;
        double speed, deviation, stands;
    } cases[] = {
        {"ring.json", 36000, 8.5, 0.05, 0.1},
        {"ring-dense.json", 36000, 8, 0.05, 0.1},
        {"crossing-roads.json", 36000, 9, 0.05, 20},
        {"crossing-roads-dense.json", 9000, 5, 0.05, 20},
        {"blocks-right-of-way.json", 1200, 5, 0.5, 60},
        {"blocks-lights.json", 1200, 4, 0.5, 60},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        outcome out = measured(cases[i].name, cases[i].steps);
        assert_true(worst(&out, "collisions") == 0);
        assert_true(worst(&out, "line_runs") <= 0);
        assert_true(worst(&out, "off_road") == 0);
        assert_true(worst(&out, "mean_car_speed") > cases[i].speed);
        assert_true(worst(&out, "worst_deviation") < cases[i].deviation);
        assert_true(worst(&out, "longest_stand") < cases[i].stands);
    }
}

// By forces: what the thesis tells. Ten cars on a ring get along; more of them, or a crossing, and
// they hit each other; and they keep to their lanes a hundred times worse.
static void test_forces(void **state)
{
    (void)state;
    const struct {
        const char *name;
        bool collides;
        bool loses_cars;
    } cases[] = {
        {"ring-thesis-sum.json", false, false},
        {"ring-thesis-priority.json", false, true},
        {"ring-dense-thesis-sum.json", true, false},
        {"ring-dense-thesis-priority.json", true, true},
        {"crossing-roads-thesis-sum.json", true, false},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        outcome out = measured(cases[i].name, 18000);
        assert_true((worst(&out, "collisions") > 0) == cases[i].collides);
        assert_true((worst(&out, "off_road") > 0) == cases[i].loses_cars);
        assert_true(worst(&out, "worst_deviation") > 0.3);
    }
}

static void test_same_bits(void **state)
{
    (void)state;
    const char *const names[] = {"blocks-lights.json", "crossing-roads-thesis-sum.json"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        char *text = running_text(names[i]);
        running_in_all_ways(text, 150, 150, NULL);
        free(text);
    }
}

#define WORLD "{\"scene\": 1, \"world\": {\"size\": [600, 600], \"periodic\": true}, "
#define GROUP(count, road)                                                                         \
    "\"groups\": [{\"name\": \"cars\", \"count\": " #count ", \"road\": " road "}]}"

static void test_bad_roads(void **state)
{
    (void)state;
    const struct {
        const char *text, *found;
    } cases[] = {
        {WORLD GROUP(1, "{}"), "the scene has no `roads`"},
        {WORLD "\"roads\": {\"lines\": [{}]}, " GROUP(1, "{}"),
         "a road is a circle, or has points"},
        {WORLD "\"roads\": {\"lines\": [{\"points\": [[0, 0], [100, 0]]}]}, " GROUP(1, "{}"),
         "a road ends where it starts, or at its image"},
        {WORLD "\"roads\": {\"blocks\": {\"columns\": 40, \"rows\": 40}}, " GROUP(1, "{}"),
         "crossings are too near to each other"},
        {WORLD "\"roads\": {}, " GROUP(1, "{}"), "there are no roads to start on"},
        {WORLD "\"roads\": {\"blocks\": {\"columns\": 2, \"rows\": 2}}, " GROUP(1, "{\"line\": 5}"),
         "there are 4 roads"},
        {WORLD "\"roads\": {\"blocks\": {\"columns\": 2, \"rows\": 2}}, " GROUP(
             1, "{\"slowest\": 3, \"fastest\": 2}"),
         "the fastest is slower"},
        {WORLD "\"roads\": {\"blocks\": {\"columns\": 1, \"rows\": 1}}, " GROUP(9000, "{}"),
         "there is no room for so many cars"},
        {WORLD "\"roads\": {\"lane_width\": 1, \"blocks\": {\"columns\": 1, \"rows\": 1}}, " GROUP(
             1, "{}"),
         "too wide for the lane"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char found[RUNNING_FOUND_SIZE];
        scene *s = running_read(cases[i].text, found);
        if (s || !strstr(found, cases[i].found))
            fail_msg("%s: %s", cases[i].found, found);
    }
}

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    running_folder = arguments[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drivers),
        cmocka_unit_test(test_forces),
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_bad_roads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
