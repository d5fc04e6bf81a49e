// SPDX-License-Identifier: MIT
// The crowds of examples/scenes: what comes out, that it does not depend on threads and lanes, what
// is counted, and what is wrong with crowds that are none.
//
//     test_crowd SCENES
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

static char *read_file(const char *name)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 16);
    assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
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

static running start_text(char *text, uint32_t threads, uint32_t lanes)
{
    running r = {.text = text};
    char found[8192];
    r.scene = read_scene(text, strlen(text), found);
    if (!r.scene)
        fail_msg("%s", found);
    r.is = world_for(r.scene);
    world_options options = {.threads = threads, .lanes = lanes};
    gestalt_error error = {0};
    if (r.is->create(r.scene, &options, &r.world, &error) != GESTALT_OK)
        fail_msg("%s", error.message);
    return r;
}

static running start(const char *name, uint32_t threads, uint32_t lanes)
{
    return start_text(read_file(name), threads, lanes);
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

// A copy of a text with one piece replaced, everywhere.
static char *replaced(const char *text, const char *old, const char *new)
{
    char *made = calloc(1, 1 << 16), *end = made;
    assert_non_null(strstr(text, old));
    for (const char *at; (at = strstr(text, old)); text = at + strlen(old)) {
        memcpy(end, text, (size_t)(at - text));
        end += at - text;
        end = stpcpy(end, new);
    }
    strcpy(end, text);
    return made;
}

// ---- what comes out

// 600 seconds: 17 turns, each with the whole of its stream's queue that green lets in.
static void test_outcome(void **state)
{
    (void)state;
    outcome out = {0};
    running r = start("crowd.json", 2, 64);
    go_on(&r, r.scene->space.steps);
    r.is->measure(r.world, &out);
    assert_true(row(&out, "collisions") == 0);
    assert_true(row(&out, "entered_at_red") == 0);
    assert_true(row(&out, "left_over") == 0);
    assert_true(row(&out, "turns") == 17);
    assert_true(row(&out, "crossings_per_turn") > 200 && row(&out, "crossings_per_turn") < 250);
    assert_true(row(&out, "crossings") >= 17 * 200);
    assert_true(row(&out, "least_of_a_turn") > 40);
    assert_true(row(&out, "most_of_a_turn") < 320);
    assert_true(row(&out, "waiting_per_crossing") > 20 && row(&out, "waiting_per_crossing") < 60);
    assert_true(row(&out, "longest_wait") > 50 && row(&out, "longest_wait") < 160);
    stop(&r);
}

// A hundred thousand of them.
static void test_large(void **state)
{
    (void)state;
    outcome out = {0};
    running r = start("crowd-large.json", 2, 64);
    assert_int_equal(r.scene->agent_count, 100000);
    go_on(&r, 12);
    r.is->measure(r.world, &out);
    assert_true(row(&out, "collisions") == 0);
    assert_true(row(&out, "mean_speed") > 1);
    stop(&r);
}

static const char heedless[] =
    "{ \"gestalt\": 1, \"root\": { \"type\": \"action\", \"do\": \"walk\" } }";

// Who does not look at the light enters at red, meets the others in the box, and still runs into
// nobody.
static void test_heedless(void **state)
{
    (void)state;
    outcome out = {0};
    char *text = read_file("crowd.json");
    running r = start_text(replaced(text, "\"pedestrian.json\"", heedless), 1, 64);
    go_on(&r, 400);
    r.is->measure(r.world, &out);
    assert_true(row(&out, "entered_at_red") > 100);
    assert_true(row(&out, "left_over") > 10);
    assert_true(row(&out, "collisions") == 0);
    stop(&r);
    free(text);
}

// What is counted, by hand: one walks at 1 m/s from 10 m before a box of 10 m. In the step that
// ends at 10 s he is in it, in the one that ends at 20 s out again; 25 s make one turn of 24 s.
static const char alone[] =
    "{ \"scene\": 1, \"world\": { \"size\": [100, 10], \"dt\": 1 },\n"
    "  \"light\": { \"low\": [15, 0], \"high\": [25, 10], \"green\": 4, \"amber\": 2, \"clear\": "
    "20 },\n"
    "  \"groups\": [ { \"name\": \"one\", \"count\": 1, \"vehicle\": { \"max_speed\": 1 },\n"
    "    \"velocity\": { \"how\": \"still\" },\n"
    "    \"start\": { \"how\": \"list\", \"points\": [[5.5, 5]] },\n"
    "    \"pedestrians\": { \"low\": [0, 0], \"high\": [100, 10], \"direction\": [2, 0], \"turn\": "
    "0 },\n"
    "    \"tree\": { \"gestalt\": 1, \"root\": { \"type\": \"action\", \"do\": \"walk\",\n"
    "      \"args\": { \"speed\": 1 } } } } ] }\n";

static void test_alone(void **state)
{
    (void)state;
    const struct {
        uint64_t steps;
        double entered, crossings, turns;
    } cases[] = {{9, 0, 0, 0}, {10, 1, 0, 0}, {19, 1, 0, 0}, {20, 1, 1, 0}, {25, 1, 1, 1}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        outcome out = {0};
        running r = start_text(strdup(alone), 1, 1);
        go_on(&r, cases[i].steps);
        r.is->measure(r.world, &out);
        assert_true(row(&out, "entered_at_red") == cases[i].entered);
        assert_true(row(&out, "crossings") == cases[i].crossings);
        assert_true(row(&out, "turns") == cases[i].turns);
        assert_true(row(&out, "left_over") == 0);
        stop(&r);
    }
}

// Who reaches the end of a street stands there, with his body inside.
static void test_end_of_street(void **state)
{
    (void)state;
    outcome out = {0};
    running r =
        start_text(replaced(alone, "[100, 10], \"direction\"", "[12, 10], \"direction\""), 1, 1);
    go_on(&r, 30);
    r.is->measure(r.world, &out);
    assert_true(row(&out, "mean_speed") == 0);
    assert_true(row(&out, "longest_wait") == 24); // 6 m at 1 m/s, then he stands
    assert_true(row(&out, "crossings") == 0);
    stop(&r);
}

// ---- the same bits

static void test_threads_and_lanes(void **state)
{
    (void)state;
    const uint32_t cases[][2] = {{1, 64}, {2, 64}, {3, 5}, {1, 1}};
    char *text = read_file("crowd.json");
    uint64_t first = 0;
    for (size_t i = 0; i < LENGTH(cases); i++) { // enough of them for threads to take part
        running r = start_text(replaced(text, "\"count\": 1000", "\"count\": 6000"), cases[i][0],
                               cases[i][1]);
        go_on(&r, 60);
        uint64_t hash = hash_of(&r);
        first = i == 0 ? hash : first;
        assert_int_equal(hash, first);
        stop(&r);
    }
    free(text);
}

static void test_snapshot(void **state)
{
    (void)state;
    const char *path = "test_crowd.gss";
    outcome out[2] = {0};
    running one = start("crowd.json", 1, 64), other = start("crowd.json", 2, 7);
    go_on(&one, 250);
    assert_int_equal(one.is->save(one.world, path, NULL), GESTALT_OK);
    assert_int_equal(other.is->load(other.world, path, NULL), GESTALT_OK);
    go_on(&one, 150);
    go_on(&other, 150);
    assert_int_equal(hash_of(&one), hash_of(&other));
    one.is->measure(one.world, &out[0]);
    other.is->measure(other.world, &out[1]);
    assert_true(row(&out[0], "crossings") > 100);
    assert_true(row(&out[0], "crossings") == row(&out[1], "crossings"));
    assert_true(row(&out[0], "longest_wait") == row(&out[1], "longest_wait"));
    remove(path);
    stop(&one);
    stop(&other);
}

// ---- what is wrong

static void test_errors(void **state)
{
    (void)state;
    const struct {
        const char *old, *new, *found;
    } cases[] = {
        {"\"turn\": 0", "\"turn\": 2", "`turn`"},
        {"[2, 0]", "[0, 0]", "the direction is none"},
        {"\"low\": [15, 0]", "\"low\": [15, 10]", "`high` must be above `low`"},
        {"\"high\": [100, 10]", "\"high\": [0, 10]", "`high` must be above `low`"},
        {"\"amber\": 2", "\"amber\": 21", "`amber` is longer than `clear`"},
        {"\"green\": 4", "\"green\": 0", "`green`"},
        {"\"light\"", "\"ligt\"", "did you mean `light`?"},
        {"\"pedestrians\"", "\"pedestrian\"", "did you mean `pedestrians`?"},
        {"\"do\": \"walk\"", "\"do\": \"wlak\"", "did you mean `walk`?"},
        {"\"pedestrians\": { \"low\": [0, 0], \"high\": [100, 10], \"direction\": [2, 0], "
         "\"turn\": 0 },",
         "", "the tree calls `walk`, which only `pedestrians` can"},
        {"\"light\": { \"low\": [15, 0], \"high\": [25, 10], \"green\": 4, \"amber\": 2, "
         "\"clear\": 20 },",
         "", "the scene has no `light`"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char found[8192], *text = replaced(alone, cases[i].old, cases[i].new);
        scene *s = read_scene(text, strlen(text), found);
        if (s || !strstr(found, cases[i].found))
            fail_msg("%s -> %s:\n%s", cases[i].old, cases[i].new, found);
        free(text);
    }
}

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    folder = arguments[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outcome),       cmocka_unit_test(test_large),
        cmocka_unit_test(test_heedless),      cmocka_unit_test(test_alone),
        cmocka_unit_test(test_end_of_street), cmocka_unit_test(test_threads_and_lanes),
        cmocka_unit_test(test_snapshot),      cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
