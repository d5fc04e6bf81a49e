// SPDX-License-Identifier: MIT
// The airports of examples/scenes: their results, which do not depend on threads and lanes, and the
// errors of airports that are invalid.
//
//    test_airport_scene SCENES [large]
#include "running.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

// Check a whole run: all planes land and leave, and no two come close to each other.
static void check_outcome(const char *name, double planes, double longest_wait, double alternatives)
{
    running r = running_start(name, &(world_options){.threads = 2, .lanes = 64});
    running_go_on(&r, r.scene->space.steps);
    outcome out = running_outcome(&r);
    assert_true(running_row(&out, "landings") == planes);
    assert_true(running_row(&out, "take_offs") == planes);
    assert_true(running_row(&out, "movements") == 2 * planes);
    assert_true(running_row(&out, "accidents") == 0);
    assert_true(running_row(&out, "least_separation") >= 40);
    assert_true(running_row(&out, "longest_wait") < longest_wait);
    // Check that the branch for giving way is used.
    assert_true(running_row(&out, "mean_giving_way") > 0);
    assert_true(running_row(&out, "alternatives") > alternatives);
    assert_true(running_row(&out, "replans") > running_row(&out, "alternatives"));
    assert_true(running_row(&out, "deadlocks_avoided") > 0);
    running_stop(&r);
}

static void test_outcome(void **state)
{
    (void)state;
    check_outcome("airport.json", 250, 600, 20);
}

static void test_large(void **state)
{
    (void)state;
    check_outcome("airport-large.json", 2500, 1200, 200);
}

// A snapshot contains the airport, too.
static void test_same_bits(void **state)
{
    (void)state;
    char *text = running_text("airport.json");
    running_in_all_ways(text, 4000, 2000, NULL);
    free(text);
}

// ---- invalid airports

static const char good[] =
    "{ \"scene\": 1, \"world\": { \"size\": [3000, 600], \"low\": [-100, -500] },\n"
    "  \"groups\": [ { \"name\": \"planes\", \"count\": 2, \"planes\": true,\n"
    "    \"tree\": { \"gestalt\": 1, \"root\": { \"type\": \"action\", \"do\": \"land\" } } } ],\n"
    "  \"airport\": {\n"
    "    \"nodes\": [ { \"name\": \"r0\", \"at\": [0, 0] }, { \"name\": \"r1\", \"at\": [1560, 0] "
    "},\n"
    "      { \"name\": \"r2\", \"at\": [2400, 0] }, { \"name\": \"a1\", \"at\": [1560, -150] },\n"
    "      { \"name\": \"a0\", \"at\": [0, -150] }, { \"name\": \"s\", \"at\": [1560, -220] } ],\n"
    "    \"taxiways\": [ { \"nodes\": [\"r1\", \"a1\"], \"one_way\": true },\n"
    "      { \"nodes\": [\"a1\", \"a0\"] }, { \"nodes\": [\"a0\", \"r0\"], \"one_way\": true },\n"
    "      { \"nodes\": [\"a1\", \"s\"] } ],\n"
    "    \"runways\": [ { \"nodes\": [\"r0\", \"r1\", \"r2\"] } ],\n"
    "    \"stands\": [\"s\"],\n"
    "    \"rules\": { \"separation\": 40 } } }\n";

static void test_errors(void **state)
{
    (void)state;
    const struct {
        const char *old, *new, *found;
    } cases[] = {
        {"[\"s\"]", "[\"t\"]", "there is no node `t`"},
        {"\"a1\", \"a0\"", "\"a1\", \"a00\"", "did you mean `a0`?"},
        {"\"name\": \"a0\"", "\"name\": \"a1\"", "`a1`"},
        {"[\"a1\", \"a0\"]", "[\"a1\"]", "a taxiway or runway needs at least two nodes"},
        {"[\"a1\", \"a0\"]", "[\"a1\", \"a1\"]", "the edge from `a1` to `a1` has no length"},
        {"[1560, -220]", "[1560, -180]", "the stand `s` has an edge that is too short"},
        {"[1560, -220]", "[1500, -150]",
         "comes so close to another edge that planes could collide"},
        {"[1560, -220]", "[1500, -150]", "metres away; at least 40 metres are needed"},
        {"[\"s\"]", "[\"a1\"]", "the stand `a1` must have exactly one edge"},
        {"[2400, 0]", "[1900, 0]", ""},
        {"[1560, 0]", "[1000, 0]", "this runway has no exit far enough"},
        {"\"separation\": 40", "\"separation\": 60", "`clearance` must not be below `separation`"},
        {"\"separation\": 40", "\"separaton\": 40", "did you mean `separation`?"},
        {"\"separation\": 40", "\"lift_speed\": 120", "this runway is too short for a take-off"},
        // The only taxiway at the start of the runway leads away from it.
        {"[\"a0\", \"r0\"]", "[\"r0\", \"a0\"]",
         "the stand `s` has no route to the start of any runway"},
        {"\"r2\"] }", "\"r2\"], \"use\": \"landing\" }", "there is no runway for take-offs"},
        {"\"r2\"] }", "\"r2\"], \"use\": \"take_off\" }", "there is no runway for landings"},
        {"\"planes\": true,", "\"planes\": true, \"vehicle\": { \"radius\": 60 },",
         "as near as 40 metres to each other, and bodies of this radius overlap then"},
        {"\"planes\": true,", "\"planes\": true, \"vehicle\": { \"radius\": 60 },",
         "at least 120 metres are needed"},
        {"\"planes\": true,", "\"planes\": true, \"vehicle\": { \"radius\": 20 },", ""},
        {"\"planes\": true,", "", "the tree calls `land`, which only planes can"},
        {"\"airport\"", "\"airpot\"", "did you mean `airport`?"},
        {"\"do\": \"land\"", "\"do\": \"lands\"", "did you mean `land`?"},
    };
    char found[RUNNING_FOUND_SIZE];
    scene *s = running_read(good, found);
    assert_string_equal(found, "");
    gestalt_scene_destroy(s);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char *text = running_replaced(good, cases[i].old, cases[i].new);
        s = running_read(text, found);
        if ((s == NULL) != (*cases[i].found != '\0') || !strstr(found, cases[i].found))
            fail_msg("%s -> %s:\n%s", cases[i].old, cases[i].new, found);
        gestalt_scene_destroy(s);
        free(text);
    }
}

// Check the error of an airport with more nodes and one taxiway replaced.
static void check_ways(const char *nodes, const char *old, const char *new, const char *expected)
{
    char found[RUNNING_FOUND_SIZE];
    char *text = running_replaced(good, "[1560, -220] }", nodes);
    char *changed = running_replaced(text, old, new);
    scene *s = running_read(changed, found);
    if (s || !strstr(found, expected))
        fail_msg("%s:\n%s", new, found);
    free(changed);
    free(text);
}

static void test_ways(void **state)
{
    (void)state;
    check_ways("[1560, -220] }, { \"name\": \"x\", \"at\": [1560, 150] }", "[\"r1\", \"a1\"]",
               "[\"r1\", \"x\"]",
               "this runway has no exit from which a plane can reach a stand after landing");
    check_ways(
        "[1560, -220] }, { \"name\": \"y\", \"at\": [0, -300] },"
        " { \"name\": \"t\", \"at\": [0, -400] }",
        "{ \"nodes\": [\"a1\", \"s\"] } ],\n    \"runways\": [ { \"nodes\": [\"r0\", \"r1\", "
        "\"r2\"] } ],\n    \"stands\": [\"s\"]",
        "{ \"nodes\": [\"a1\", \"s\"] }, { \"nodes\": [\"y\", \"t\"] },"
        " { \"nodes\": [\"y\", \"a0\"], \"one_way\": true } ],\n"
        "    \"runways\": [ { \"nodes\": [\"r0\", \"r1\", \"r2\"] } ],\n"
        "    \"stands\": [\"s\", \"t\"]",
        "the stand `t` can't be reached from any runway for landings");
}

// ---- routes as lists

// A plane that reads its routes and offers others. The nodes are r0, r1, r2, a1, a0 and s. The
// subtree `offer` offers the list `bad`, and counts if it is refused.
static const char with_lists[] =
    "\"tree\": { \"gestalt\": 1, \"blackboard\": {\n"
    "    \"in\": { \"type\": { \"list\": \"int\" }, \"capacity\": 8 },\n"
    "    \"out\": { \"type\": { \"list\": \"int\" }, \"capacity\": 8 },\n"
    "    \"small\": { \"type\": { \"list\": \"int\" }, \"capacity\": 1, \"init\": [7] },\n"
    "    \"bad\": { \"type\": { \"list\": \"int\" }, \"capacity\": 8 },\n"
    "    \"refused\": \"int\", \"taken\": \"int\" },\n"
    "  \"trees\": { \"offer\": { \"root\": { \"type\": \"sequence\", \"children\": [\n"
    "    { \"type\": \"invert\", \"child\":\n"
    "      { \"type\": \"action\", \"do\": \"take_route\", \"args\": { \"route\": \"bad\" } } },\n"
    "    { \"type\": \"set\", \"key\": \"refused\", \"to\": \"refused + 1\" } ] } } },\n"
    "  \"root\": { \"type\": \"sequence\", \"children\": [\n"
    "    { \"type\": \"invert\", \"child\":\n"
    "      { \"type\": \"action\", \"do\": \"read_route\", \"args\": { \"to\": \"in\" } } },\n"
    "    { \"type\": \"action\", \"do\": \"land\" },\n"
    "    { \"type\": \"action\", \"do\": \"read_route\", \"args\": { \"to\": \"in\" } },\n"
    "    { \"type\": \"invert\", \"child\":\n"
    "      { \"type\": \"action\", \"do\": \"read_route\", \"args\": { \"to\": \"small\" } } },\n"
    "    { \"type\": \"action\", \"do\": \"taxi\" },\n"
    "    { \"type\": \"action\", \"do\": \"plan_departure\" },\n"
    "    { \"type\": \"action\", \"do\": \"read_route\", \"args\": { \"to\": \"out\" } },\n"
    "    { \"type\": \"subtree\", \"tree\": \"offer\" },\n"
    "    { \"type\": \"set\", \"key\": \"bad\", \"to\": [\"out[0]\", 99] },\n"
    "    { \"type\": \"subtree\", \"tree\": \"offer\" },\n"
    "    { \"type\": \"set\", \"key\": \"bad\", \"to\": [\"out[0]\", -1, \"out[2]\"] },\n"
    "    { \"type\": \"subtree\", \"tree\": \"offer\" },\n"
    "    { \"type\": \"set\", \"key\": \"bad\", \"to\": [\"out[0]\", \"out[1]\"] },\n"
    "    { \"type\": \"subtree\", \"tree\": \"offer\" },\n"
    "    { \"type\": \"set\", \"key\": \"bad\", \"to\": [\"out[1]\", \"out[2]\"] },\n"
    "    { \"type\": \"subtree\", \"tree\": \"offer\" },\n"
    "    { \"type\": \"set\", \"key\": \"bad\", \"to\": [3, 4, 3, 4, 0] },\n"
    "    { \"type\": \"subtree\", \"tree\": \"offer\" },\n"
    "    { \"type\": \"set\", \"key\": \"bad\", \"to\": [3, 0] },\n"
    "    { \"type\": \"subtree\", \"tree\": \"offer\" },\n"
    "    { \"type\": \"action\", \"do\": \"take_route\", \"args\": { \"route\": \"out\" } },\n"
    "    { \"type\": \"set\", \"key\": \"taken\", \"to\": 1 },\n"
    "    { \"type\": \"action\", \"do\": \"push_back\" },\n"
    "    { \"type\": \"action\", \"do\": \"taxi\" },\n"
    "    { \"type\": \"action\", \"do\": \"take_off\" }, { \"type\": \"running\" } ] } }";

static void check_list(const running *r, uint64_t plane, const char *name, const int32_t *nodes,
                       size_t count)
{
    gestalt_value elements[8];
    size_t found;
    assert_int_equal(gestalt_population_read_list(gestalt_world_population(r->world), plane, name,
                                                  elements, LENGTH(elements), &found, NULL),
                     GESTALT_OK);
    assert_int_equal(found, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(elements[i].integer, nodes[i]);
}

static int32_t read_int(const running *r, uint64_t plane, const char *name)
{
    gestalt_value value = {0};
    assert_int_equal(
        gestalt_population_read(gestalt_world_population(r->world), plane, name, &value, NULL),
        GESTALT_OK);
    return value.integer;
}

static void test_lists(void **state)
{
    (void)state;
    static const char tree[] =
        "\"tree\": { \"gestalt\": 1, \"root\": { \"type\": \"action\", \"do\": \"land\" } }";
    char *text = running_replaced(good, tree, with_lists);
    running r = running_of_text(text, &(world_options){.threads = 1, .lanes = 64});
    running_go_on(&r, 8000);
    outcome out = running_outcome(&r);
    assert_true(running_row(&out, "take_offs") == 2);
    assert_true(running_row(&out, "alternatives") == 2);
    for (uint64_t plane = 0; plane < 2; plane++) {
        check_list(&r, plane, "in", (const int32_t[]){3, 5}, 2);
        check_list(&r, plane, "out", (const int32_t[]){3, 4, 0}, 3);
        check_list(&r, plane, "small", (const int32_t[]){7}, 1);
        assert_int_equal(read_int(&r, plane, "refused"), 7);
        assert_int_equal(read_int(&r, plane, "taken"), 1);
    }
    running_stop(&r);
    running_in_all_ways(text, 500, 500, NULL);
    free(text);
}

// An airport without anything, on which no plane could land.
static void test_empty(void **state)
{
    (void)state;
    static const char text[] =
        "{ \"scene\": 1, \"world\": { \"size\": [3000, 3000] },\n"
        "  \"airport\": { \"nodes\": [], \"taxiways\": [], \"runways\": [], \"stands\": [] },\n"
        "  \"groups\": [ { \"name\": \"planes\", \"count\": 2, \"planes\": true, \"tree\": {"
        "    \"gestalt\": 1, \"root\": { \"type\": \"action\", \"do\": \"land\" } } } ] }";
    char found[RUNNING_FOUND_SIZE];
    assert_null(running_read(text, found));
    assert_non_null(strstr(found, "there is no stand, so no plane ever lands"));
}

int main(int count, char **arguments)
{
    if (count < 2)
        return 2;
    running_folder = arguments[1];
    const struct CMUnitTest large[] = {cmocka_unit_test(test_large)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outcome), cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_errors),  cmocka_unit_test(test_ways),
        cmocka_unit_test(test_lists),   cmocka_unit_test(test_empty)};
    return count > 2 ? cmocka_run_group_tests_name("large", large, NULL, NULL)
                     : cmocka_run_group_tests(tests, NULL, NULL);
}
