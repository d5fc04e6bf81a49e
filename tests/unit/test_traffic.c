// SPDX-License-Identifier: MIT
// The traffic of examples/scenes/traffic: what comes out, with drivers and by forces; that it
// depends on neither threads nor lanes nor being interrupted; and what is wrong with roads that are
// none.
//
//     test_traffic SCENES
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

static bool to_text(void *user, const char *text, size_t size)
{
    char *all = user;
    size_t used = strlen(all), room = 8191 - used;
    memcpy(all + used, text, size < room ? size : room);
    all[used + (size < room ? size : room)] = '\0';
    return true;
}

// A scene, and what was found in it, as text.
static scene *read_text(const char *text, size_t size, char found[8192])
{
    scene *s = NULL;
    scene_findings findings = {0};
    char path[1000];
    snprintf(path, sizeof path, "%s/", folder);
    scene_options options = {.folder = path};
    scene_read("scene.json", text, size, &options, &s, &findings, NULL);
    *found = '\0';
    for (uint32_t i = 0; i < findings.count; i++)
        gestalt_diagnostics_write(findings.list[i], GESTALT_DIAGNOSTICS_HUMAN, false,
                                  (gestalt_writer){.write = to_text, .user = found});
    scene_findings_release(&findings, NULL);
    return s;
}

static scene *read_scene(const char *name)
{
    static char text[1 << 16], found[8192];
    char path[1000];
    snprintf(path, sizeof path, "%s/%s.json", folder, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    scene *s = read_text(text, size, found);
    if (!s)
        fail_msg("%s", found);
    return s;
}

typedef struct running {
    scene *scene;
    world *world;
} running;

static running start(const char *name, uint32_t threads, uint32_t lanes)
{
    running r = {.scene = read_scene(name)};
    world_options options = {.threads = threads, .lanes = lanes};
    assert_int_equal(world_plane.create(r.scene, &options, &r.world, NULL), GESTALT_OK);
    return r;
}

static void go_on(const running *r, uint64_t steps)
{
    for (uint64_t i = 0; i < steps; i++)
        assert_int_equal(world_plane.step(r->world, NULL), GESTALT_OK);
}

static uint64_t hash_of(const running *r)
{
    uint64_t hash;
    assert_int_equal(world_plane.hash(r->world, &hash, NULL), GESTALT_OK);
    return hash;
}

static void stop(running *r)
{
    world_plane.destroy(r->world);
    scene_destroy(r->scene);
}

// A row, or the worst of those of the groups.
static double worst(const outcome *out, const char *name)
{
    static const char *const prefixes[] = {"", "west_", "east_"};
    double most = -1;
    for (size_t i = 0; i < LENGTH(prefixes); i++) {
        char whole[100];
        snprintf(whole, sizeof whole, "%s%s", prefixes[i], name);
        const outcome_row *found = outcome_find(out, whole);
        double value = !found ? -1 : found->is_count ? (double)found->count : found->number;
        most = value > most ? value : most;
    }
    return most;
}

static void measure(const char *name, uint64_t steps, outcome *out)
{
    running r = start(name, 1, 64);
    *out = (outcome){0};
    go_on(&r, steps);
    world_plane.measure(r.world, out);
    stop(&r);
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
        {"ring", 36000, 8.5, 0.05, 0.1},           {"ring-dense", 36000, 8, 0.05, 0.1},
        {"crossing-roads", 36000, 9, 0.05, 20},    {"crossing-roads-dense", 9000, 5, 0.05, 20},
        {"blocks-right-of-way", 1200, 5, 0.5, 60}, {"blocks-lights", 1200, 4, 0.5, 60},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        outcome out;
        measure(cases[i].name, cases[i].steps, &out);
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
        {"ring-thesis-sum", false, false},          {"ring-thesis-priority", false, true},
        {"ring-dense-thesis-sum", true, false},     {"ring-dense-thesis-priority", true, true},
        {"crossing-roads-thesis-sum", true, false},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        outcome out;
        measure(cases[i].name, 18000, &out);
        assert_true((worst(&out, "collisions") > 0) == cases[i].collides);
        assert_true((worst(&out, "off_road") > 0) == cases[i].loses_cars);
        assert_true(worst(&out, "worst_deviation") > 0.3);
    }
}

// Many threads, few lanes, and a snapshot half way: the same.
static void test_sameness(void **state)
{
    (void)state;
    const char *const names[] = {"blocks-lights", "crossing-roads-thesis-sum"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        running one = start(names[i], 1, 64), other = start(names[i], 3, 5);
        go_on(&one, 150);
        go_on(&other, 150);
        assert_true(hash_of(&one) == hash_of(&other));
        assert_int_equal(world_plane.save(one.world, "traffic.gss", NULL), GESTALT_OK);
        running later = start(names[i], 1, 64);
        assert_int_equal(world_plane.load(later.world, "traffic.gss", NULL), GESTALT_OK);
        go_on(&other, 150);
        go_on(&later, 150);
        assert_true(hash_of(&later) == hash_of(&other));
        remove("traffic.gss");
        stop(&one);
        stop(&other);
        stop(&later);
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
        char found[8192];
        scene *s = read_text(cases[i].text, strlen(cases[i].text), found);
        if (s || !strstr(found, cases[i].found))
            fail_msg("%s: %s", cases[i].found, found);
    }
}

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    folder = arguments[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drivers),
        cmocka_unit_test(test_forces),
        cmocka_unit_test(test_sameness),
        cmocka_unit_test(test_bad_roads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
