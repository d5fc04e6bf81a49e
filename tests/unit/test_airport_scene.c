// SPDX-License-Identifier: MIT
// The airports of examples/scenes: what comes out, that it does not depend on threads and lanes,
// and what is wrong with airports that are none.
//
//     test_airport_scene SCENES [large]
#include "scene.h"
#include "world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static const char *folder;

static char *read_file(const char *name, size_t *size)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = malloc(1 << 20);
    *size = fread(text, 1, 1 << 20, file);
    fclose(file);
    return text;
}

static bool to_text(void *user, const char *text, size_t size)
{
    char *all = user;
    size_t used = strlen(all), room = 8191 - used;
    memcpy(all + used, text, size < room ? size : room);
    all[used + (size < room ? size : room)] = '\0';
    return true;
}

// A scene, and what was found in it, as text.
static scene *read_scene(const char *text, size_t size, char found[8192])
{
    scene *s = NULL;
    scene_findings findings = {0};
    gestalt_error error = {0};
    char path[1000];
    snprintf(path, sizeof path, "%s/", folder);
    scene_options options = {.folder = path};
    gestalt_result result = scene_read("scene.json", text, size, &options, &s, &findings, &error);
    *found = '\0';
    for (uint32_t i = 0; i < findings.count; i++)
        gestalt_diagnostics_write(findings.list[i], GESTALT_DIAGNOSTICS_HUMAN, false,
                                  (gestalt_writer){.write = to_text, .user = found});
    scene_findings_release(&findings, NULL);
    if (result != GESTALT_OK && *found == '\0')
        fail_msg("%s", error.message);
    return result == GESTALT_OK ? s : NULL;
}

// A world of a scene that is expected to be good.
typedef struct running {
    char *text;
    scene *scene;
    const world_interface *is;
    world *world;
} running;

static running start(const char *name, uint32_t threads, uint32_t lanes)
{
    running r;
    size_t size;
    char found[8192];
    r.text = read_file(name, &size);
    r.scene = read_scene(r.text, size, found);
    if (!r.scene)
        fail_msg("%s", found);
    r.is = world_for(r.scene);
    world_options options = {.threads = threads, .lanes = lanes};
    gestalt_error error = {0};
    if (r.is->create(r.scene, &options, &r.world, &error) != GESTALT_OK)
        fail_msg("%s", error.message);
    return r;
}

static void go_on(const running *r, uint64_t steps)
{
    gestalt_error error = {0};
    for (uint64_t i = 0; i < steps; i++)
        if (r->is->step(r->world, &error) != GESTALT_OK)
            fail_msg("%s", error.message);
}

static uint64_t hash_of(const running *r)
{
    uint64_t hash;
    assert_int_equal(r->is->hash(r->world, &hash, NULL), GESTALT_OK);
    return hash;
}

static void stop(running *r)
{
    r->is->destroy(r->world);
    scene_destroy(r->scene);
    free(r->text);
}

static double row(const outcome *out, const char *name)
{
    const outcome_row *found = outcome_find(out, name);
    if (!found)
        fail_msg("no %s", name);
    return found->is_count ? (double)found->count : found->number;
}

// A whole run: everybody lands and gets away, and nobody comes near anybody.
static void check_outcome(const char *name, double planes, double longest_wait, double alternatives)
{
    outcome out = {0};
    running r = start(name, 2, 64);
    go_on(&r, r.scene->space.steps);
    r.is->measure(r.world, &out);
    assert_true(row(&out, "landings") == planes);
    assert_true(row(&out, "take_offs") == planes);
    assert_true(row(&out, "movements") == 2 * planes);
    assert_true(row(&out, "accidents") == 0);
    assert_true(row(&out, "least_separation") >= 40);
    assert_true(row(&out, "longest_wait") < longest_wait);
    // The branches of the tree are taken.
    assert_true(row(&out, "mean_giving_way") > 0);
    assert_true(row(&out, "alternatives") > alternatives);
    assert_true(row(&out, "replans") > row(&out, "alternatives"));
    assert_true(row(&out, "deadlocks_avoided") > 0);
    stop(&r);
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

static void test_threads_and_lanes(void **state)
{
    (void)state;
    enum { STEPS = 6000 };
    const uint32_t cases[][2] = {{1, 64}, {2, 64}, {3, 5}, {1, 1}};
    uint64_t first = 0;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        running r = start("airport.json", cases[i][0], cases[i][1]);
        go_on(&r, STEPS);
        uint64_t hash = hash_of(&r);
        first = i == 0 ? hash : first;
        assert_int_equal(hash, first);
        stop(&r);
    }
}

// A snapshot holds the airport, too.
static void test_snapshot(void **state)
{
    (void)state;
    const char *path = "test_airport_scene.gss";
    running one = start("airport.json", 1, 64), other = start("airport.json", 2, 7);
    go_on(&one, 4000);
    assert_int_equal(one.is->save(one.world, path, NULL), GESTALT_OK);
    assert_int_equal(other.is->load(other.world, path, NULL), GESTALT_OK);
    go_on(&one, 2000);
    go_on(&other, 2000);
    assert_int_equal(hash_of(&one), hash_of(&other));
    remove(path);
    stop(&one);
    stop(&other);
}

// ---- what is wrong with airports

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

// The good scene with one piece of text replaced.
static char *spoil(const char *old, const char *new)
{
    const char *at = strstr(good, old);
    assert_non_null(at);
    char *text = malloc(sizeof good + strlen(new));
    size_t before = (size_t)(at - good);
    memcpy(text, good, before);
    strcpy(text + before, new);
    strcat(text, at + strlen(old));
    return text;
}

static void test_errors(void **state)
{
    (void)state;
    const struct {
        const char *old, *new, *found;
    } cases[] = {
        {"[\"s\"]", "[\"t\"]", "there is no node `t`"},
        {"\"a1\", \"a0\"", "\"a1\", \"a00\"", "did you mean `a0`?"},
        {"\"name\": \"a0\"", "\"name\": \"a1\"", "`a1`"},
        {"[\"a1\", \"a0\"]", "[\"a1\"]", "there must be at least two nodes in a row"},
        {"[\"a1\", \"a0\"]", "[\"a1\", \"a1\"]", "the edge from `a1` to `a1` has no length"},
        {"[1560, -220]", "[1560, -180]", "the stand `s` has an edge that is too short"},
        {"[1560, -220]", "[1500, -150]", "comes so close to another that planes could meet"},
        {"[1560, -220]", "[1500, -150]", "metres away; 40 are needed"},
        {"[\"s\"]", "[\"a1\"]", "the stand `a1` must have one edge"},
        {"[2400, 0]", "[1900, 0]", ""},
        {"[1560, 0]", "[1000, 0]", "this runway has no exit far enough"},
        {"\"separation\": 40", "\"separation\": 60", "`clearance` must not be below `separation`"},
        {"\"separation\": 40", "\"separaton\": 40", "did you mean `separation`?"},
        {"\"separation\": 40", "\"lift_speed\": 120", "this runway is too short to take off from"},
        {"\"planes\": true,", "", "the tree calls `land`, which only planes can"},
        {"\"airport\"", "\"airpot\"", "did you mean `airport`?"},
        {"\"do\": \"land\"", "\"do\": \"lands\"", "did you mean `land`?"},
    };
    char found[8192];
    scene *s = read_scene(good, sizeof good - 1, found);
    assert_string_equal(found, "");
    scene_destroy(s);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char *text = spoil(cases[i].old, cases[i].new);
        s = read_scene(text, strlen(text), found);
        if ((s == NULL) != (*cases[i].found != '\0') || !strstr(found, cases[i].found))
            fail_msg("%s -> %s:\n%s", cases[i].old, cases[i].new, found);
        scene_destroy(s);
        free(text);
    }
}

int main(int count, char **arguments)
{
    if (count < 2)
        return 2;
    folder = arguments[1];
    const struct CMUnitTest large[] = {cmocka_unit_test(test_large)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outcome), cmocka_unit_test(test_threads_and_lanes),
        cmocka_unit_test(test_snapshot), cmocka_unit_test(test_errors)};
    return count > 2 ? cmocka_run_group_tests_name("large", large, NULL, NULL)
                     : cmocka_run_group_tests(tests, NULL, NULL);
}
