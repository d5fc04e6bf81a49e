// SPDX-License-Identifier: MIT
// Worlds that are shared out: any number of shares computes what one world does, to the last bit.
// Also: which scenes can be shared out, and how far their agents see.
//
//    test_share SCENES FOLDER_OF_SHARED_LIFE
#include "glowing.h"
#include "shared_worlds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *life_folder;

// ---- facts of scenes

static gestalt_scene_facts facts_of(const char *text)
{
    char found[RUNNING_FOUND_SIZE];
    scene *s = running_read(text, found);
    if (!s)
        fail_msg("%s", found);
    gestalt_scene_facts facts = gestalt_scene_tell(s);
    facts.name = NULL; // it ends with the scene
    gestalt_scene_destroy(s);
    return facts;
}

static gestalt_scene_facts facts_of_file(const char *name)
{
    char *text = running_text(name);
    if (strstr(text, "\"car.json\"")) {
        char *moved = running_replaced(text, "car.json", "traffic/car.json");
        free(text);
        text = moved;
    }
    gestalt_scene_facts facts = facts_of(text);
    free(text);
    return facts;
}

static void test_unshared(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"flock.json", NULL},
        {"flock-fused.json", NULL},
        {"boids3d.json", NULL},
        {"airport.json", "the scene has an airport"},
        {"traffic/blocks-lights.json", "the scene has roads"},
        {"crowd.json", NULL},
        {"routes.json", NULL},
        {"wolf-sheep.json", "agents eat others"},
        {"swarm.json", "a tree computes how far"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *why = facts_of_file(cases[i][0]).unshared;
        if (!why != !cases[i][1] || (why && strncmp(why, cases[i][1], strlen(cases[i][1])) != 0))
            fail_msg("%s: %s", cases[i][0], why ? why : "can be shared out");
    }
}

#define TREE(root) "{\"gestalt\":1,\"blackboard\":{\"far\":\"float\"},\"root\":" root "}"
#define SCENE(world, group, root)                                                                  \
    "{\"scene\":1,\"world\":{\"size\":[100,40]" world "},\"groups\":[{\"name\":\"a\",\"count\":9," \
    "\"vehicle\":{\"radius\":2}" group ",\"tree\":" TREE(root) "}]}"

static void expect_reach(const char *text, float reach, const char *unshared)
{
    gestalt_scene_facts facts = facts_of(text);
    if (facts.reach < reach - 1e-5f || facts.reach > reach + 1e-5f)
        fail_msg("%s: reach %g", text, (double)facts.reach);
    if (!facts.unshared != !unshared || (unshared && !strstr(facts.unshared, unshared)))
        fail_msg("%s: %s", text, facts.unshared ? facts.unshared : "can be shared out");
}

static void test_reach(void **state)
{
    (void)state;
    expect_reach(SCENE("", "", "{\"type\":\"running\"}"), 0, NULL);
    expect_reach(SCENE("", "", "{\"type\":\"action\",\"do\":\"separate\"}"), 2, NULL);
    expect_reach(SCENE("", "", "{\"type\":\"action\",\"do\":\"cohere\",\"args\":{\"radius\":30}}"),
                 30, NULL);
    expect_reach(SCENE(",\"periodic\":true", "",
                       "{\"type\":\"action\",\"do\":\"cohere\",\"args\":{\"radius\":30}}"),
                 0.499f * 40, NULL);
    expect_reach(
        SCENE("", "", "{\"type\":\"action\",\"do\":\"cohere\",\"args\":{\"radius\":\"far\"}}"), 0,
        "computes how far");
    expect_reach(SCENE("", "", "{\"type\":\"action\",\"do\":\"pursue\",\"args\":{\"quarry\":3}}"),
                 0, NULL);
    expect_reach(SCENE("", "", "{\"type\":\"action\",\"do\":\"see\",\"args\":{\"agent\":3}}"), 0,
                 "calls `see`");
    expect_reach(
        SCENE(",\"sight\":12", "", "{\"type\":\"action\",\"do\":\"see\",\"args\":{\"agent\":3}}"),
        12, NULL);
    expect_reach(SCENE(",\"sight\":12", "",
                       "{\"type\":\"action\",\"do\":\"cohere\",\"args\":{\"radius\":\"far\"}}"),
                 12, NULL);
    expect_reach(SCENE(",\"sight\":12", "",
                       "{\"type\":\"action\",\"do\":\"cohere\",\"args\":{\"radius\":30}}"),
                 12, NULL);
    expect_reach(SCENE(",\"sight\":12", "", "{\"type\":\"action\",\"do\":\"separate\"}"), 2, NULL);
    expect_reach(SCENE("}, \"measure\":{\"collisions\":true", "", "{\"type\":\"running\"}"), 4,
                 NULL);
    expect_reach(SCENE("}, \"measure\":{\"neighbours\":7", "", "{\"type\":\"running\"}"), 7, NULL);
}

// ---- parts against one world

static void expect_outcome(const outcome *one, const outcome *parts, const char *name)
{
    if (one->count != parts->count)
        fail_msg("%s: %u measures, not %u", name, parts->count, one->count);
    for (uint32_t i = 0; i < one->count; i++)
        if (one->rows[i].count != parts->rows[i].count ||
            memcmp(&one->rows[i].number, &parts->rows[i].number, sizeof(double)) != 0)
            fail_msg("%s: `%s` is %g (%llu), not %g (%llu)", name, one->rows[i].name,
                     parts->rows[i].number, (unsigned long long)parts->rows[i].count,
                     one->rows[i].number, (unsigned long long)one->rows[i].count);
}

static bool write_nowhere(void *user, const char *bytes, size_t size)
{
    (void)user, (void)bytes, (void)size;
    return true;
}

// Compare hashes, and what snapshots contain besides agents. All agents gather in the first part.
static void compare_whole(const char *name, shared_worlds *s, const running *one)
{
    gestalt_error error;
    const gestalt_writer nowhere = {.write = write_nowhere};
    if (shared_hash(s) != running_hash(one))
        fail_msg("%s: another hash", name);
    assert_int_equal(shared_step(s, &error), one->is->step(one->world, &error));
    if (shared_hash(s) != running_hash(one))
        fail_msg("%s: another hash after a step of gathered agents", name);
    const void *bytes, *wanted;
    size_t size, wanted_size;
    if (shared_attached(s, &bytes, &size) != running_hash(one))
        fail_msg("%s: another hash from a part without agents", name);
    assert_int_equal(one->is->snapshots.save_to(one->world, nowhere, &error), GESTALT_OK);
    wanted = gestalt_population_attached(one->is->population(one->world), &wanted_size);
    assert_int_equal(size, wanted_size);
    assert_memory_equal(bytes, wanted, size);
}

static void compare_parts(const char *name, const char *text, uint32_t parts, shared_how how,
                          uint32_t steps)
{
    running one = running_of_text(text, &(world_options){0});
    shared_worlds *s = shared_start(text, parts, how);
    for (uint32_t step = 0; step < steps; step++) {
        gestalt_error errors[2] = {{0}, {0}};
        gestalt_result result = one.is->step(one.world, &errors[0]);
        if (shared_step(s, &errors[1]) != result ||
            strcmp(errors[0].message, errors[1].message) != 0)
            fail_msg("%s, %u parts, step %u: %s, not %s", name, parts, step, errors[1].message,
                     errors[0].message);
        if (step % 3 != 1)
            continue;
        uint32_t differ = shared_differ(s, &one);
        if (differ > 0)
            fail_msg("%s, %u parts, step %u: %u agents differ", name, parts, step, differ);
        outcome out = running_outcome(&one), shared = shared_outcome(s);
        expect_outcome(&out, &shared, name);
        assert_int_equal(shared_is_done(s), one.is->is_done(one.world));
    }
    compare_whole(name, s, &one);
    shared_stop(s);
    running_stop(&one);
}

static void compare_all(const char *name, const char *text, uint32_t steps)
{
    static const uint32_t parts[] = {1, 2, 3, 4, 7};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        compare_parts(name, text, parts[i], SHARED_BY_SPACE, steps);
        compare_parts(name, text, parts[i], SHARED_BY_ID, steps / 2);
    }
}

static void test_flocks(void **state)
{
    (void)state;
    static const char *const names[] = {"flock.json",        "flock-fused.json", "boids3d.json",
                                        "boids3d-tree.json", "posts3d.json",     "birds.json"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *text = running_text(names[i]);
        compare_all(names[i], text, 40);
        free(text);
    }
}

// Scenes with other members, each a name and at most three changes.
typedef struct changed_scene {
    const char *name;
    running_change changes[4];
} changed_scene;

static void compare_changed(const changed_scene *scenes, size_t count, uint32_t steps)
{
    for (size_t i = 0; i < count; i++) {
        char *text = running_changed(scenes[i].name, scenes[i].changes);
        compare_all(scenes[i].name, text, steps);
        free(text);
    }
}

static void test_crowds(void **state)
{
    (void)state;
    static const changed_scene scenes[] = {
        {"crowd.json", {{"\"count\": 1000", "\"count\": 300"}}},
        {"crowd/counter.json", {{"walker.json", "crowd/walker.json"}}},
        {"crowd/four.json", {{"walker.json", "crowd/walker.json"}}},
        {"routes.json", {{0}}},
    };
    compare_changed(scenes, sizeof scenes / sizeof *scenes, 30);
}

// Many agents, whose positions shares draw in pieces.
static void test_many(void **state)
{
    (void)state;
    const running_change changes[] = {
        {"\"count\": 200", "\"count\": 70000"}, {"[100, 100]", "[2000, 2000]"}, {NULL, NULL}};
    char *text = running_changed("flock.json", changes);
    compare_parts("many", text, 3, SHARED_BY_SPACE, 2);
    free(text);
}

// Agents that cannot move, in several parts: all report the first one.
static void test_lost(void **state)
{
    (void)state;
    static const changed_scene scenes[] = {
        {"flock.json",
         {{"\"weight\": 0.03", "\"weight\": \"agent % 60 == 7 && tick == 4 ? 0.0/0.0 : 0.03\""}}},
    };
    compare_changed(scenes, 1, 12);
}

// Births, deaths and full groups; reports of all kinds, and all measures.
static void test_life(void **state)
{
    (void)state;
    running_folder = life_folder;
    char *text = running_text("shared_life.json");
    running one = running_of_text(text, &(world_options){0});
    running_go_on(&one, 40);
    outcome out = running_outcome(&one);
    assert_true(running_row(&out, "a_births") > 50 && running_row(&out, "a_deaths") > 50);
    assert_true(running_row(&out, "b_refused") > 20 && running_row(&out, "collisions") > 10);
    running_stop(&one);
    compare_all("life", text, 40);
    free(text);
}

// Agents that trees name by their ids, which may die.
static void test_hunt(void **state)
{
    (void)state;
    running_folder = life_folder;
    char *text = running_text("shared_hunt.json");
    running one = running_of_text(text, &(world_options){0});
    running_go_on(&one, 40);
    outcome out = running_outcome(&one);
    assert_true(running_row(&out, "quarry_births") > 20 && running_row(&out, "quarry_deaths") > 20);
    running_stop(&one);
    compare_all("hunt", text, 40);
    free(text);
}

// Agents that compute how far they see, and see others by their ids.
static void test_sight(void **state)
{
    (void)state;
    running_folder = life_folder;
    char *text = running_text("shared_sight.json");
    running one = running_of_text(text, &(world_options){0});
    running_go_on(&one, 40);
    outcome out = running_outcome(&one);
    assert_true(running_row(&out, "walker_births") > 20 && running_row(&out, "walker_deaths") > 20);
    assert_true(running_row(&out, "seen") > 50 && running_row(&out, "count") > 20);
    assert_true(running_row(&out, "gap") > 5 && running_row(&out, "gap") <= 7);
    running_stop(&one);
    compare_all("sight", text, 40);
    free(text);
}

// ---- a part of a host

static void test_host(void **state)
{
    (void)state;
    running_folder = life_folder;
    char *text = running_text("shared_glow.json");
    running_parts = glowing_parts;
    running_functions = glowing_undeclared;
    expect_reach(text, 9, "a function of the host");
    running_functions = glowing_functions;
    expect_reach(text, 9, NULL);
    running one = running_of_text(text, &(world_options){0});
    running_go_on(&one, 30);
    outcome out = running_outcome(&one);
    assert_true(running_row(&out, "bright") > 50);
    assert_true(running_row(&out, "glowing_births") > 20);
    assert_true(running_row(&out, "glowing_deaths") > 20);
    running_stop(&one);
    compare_all("host", text, 30);
    free(text);
    running_parts = NULL;
    running_functions = NULL;
}

// ---- running out of memory, and of rows

static void *short_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    int *left = user;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return (*left)-- > 0 ? realloc(block, new_size) : NULL;
}

static void alone_sum(void *user, int64_t *numbers, uint32_t count)
{
    (void)user, (void)numbers, (void)count;
}

static void alone_most(void *user, double *numbers, uint32_t count)
{
    (void)user, (void)numbers, (void)count;
}

static gestalt_result alone_agree(void *user, uint64_t *key, gestalt_result result,
                                  gestalt_error *error)
{
    (void)user, (void)key, (void)error;
    return result;
}

static gestalt_result alone_order(void *user, const gestalt_rows_birth *births, uint32_t count,
                                  uint64_t *before, gestalt_error *error)
{
    (void)user, (void)births, (void)error;
    for (uint32_t i = 0; i < count; i++)
        before[i] = i;
    return GESTALT_OK;
}

static gestalt_result alone_halo(void *user, gestalt_world *w, gestalt_error *error)
{
    (void)user;
    return gestalt_world_set_ghosts(w, NULL, 0, error);
}

static void alone_refresh(void *user, gestalt_world *w, void *column, size_t stride)
{
    (void)user, (void)w, (void)column, (void)stride;
}

static gestalt_result alone_find(void *user, gestalt_world *w, const uint64_t *ids, uint32_t count,
                                 void *ghosts, bool *exists, gestalt_error *error)
{
    (void)user, (void)w, (void)ids, (void)ghosts, (void)error;
    memset(exists, 0, count);
    return GESTALT_OK;
}

static const gestalt_world_share alone = {.first = 20,
                                          .end = 90,
                                          .capacity = 75,
                                          .sum = alone_sum,
                                          .most = alone_most,
                                          .agree = alone_agree,
                                          .order = alone_order,
                                          .halo = alone_halo,
                                          .refresh = alone_refresh,
                                          .find = alone_find};

static scene *life_scene(void)
{
    char found[RUNNING_FOUND_SIZE];
    running_folder = life_folder;
    char *text = running_text("shared_life.json");
    scene *s = running_read(text, found);
    assert_non_null(s);
    free(text);
    return s;
}

static uint64_t hash_of(const gestalt_world *w)
{
    uint64_t hash = 0;
    assert_int_equal(gestalt_world_hash(w, &hash, NULL), GESTALT_OK);
    return hash;
}

// Let agents leave and come back, each time with one more allocation, until there are enough.
static void migrate_without_memory(gestalt_world *w, int *left)
{
    enum { COUNT = 9 };
    static uint64_t bytes[8192];
    uint32_t rows[COUNT];
    gestalt_world_migrants back = {.bytes = bytes};
    for (uint32_t i = 0; i < COUNT; i++)
        rows[i] = 5 * i + 2;
    *left = 1000;
    uint64_t before = hash_of(w);
    assert_true(gestalt_world_migrants_size(w, COUNT) <= sizeof bytes);
    assert_int_equal(
        gestalt_world_take_migrants(w, rows, COUNT, bytes, sizeof bytes, &back.size, NULL),
        GESTALT_OK);
    assert_int_equal(gestalt_world_migrate(w, rows, COUNT, NULL, 0, NULL), GESTALT_OK);
    assert_int_equal(gestalt_world_columns_of(w).count, 70 - COUNT);
    uint64_t without = hash_of(w);
    gestalt_result result = GESTALT_NO_MEMORY;
    for (int allowed = 0; result == GESTALT_NO_MEMORY; allowed++) {
        *left = 1000;
        assert_int_equal(hash_of(w), without);
        *left = allowed;
        result = gestalt_world_migrate(w, NULL, 0, &back, 1, NULL);
    }
    *left = 1000;
    assert_int_equal(result, GESTALT_OK);
    assert_int_equal(hash_of(w), before);
    // They are there already, and there is no room for so many ghosts.
    assert_int_equal(gestalt_world_migrate(w, NULL, 0, &back, 1, NULL), GESTALT_LIMIT);
    assert_int_equal(gestalt_world_set_ghosts(w, bytes, 6, NULL), GESTALT_LIMIT);
    back.size -= 8;
    assert_int_equal(gestalt_world_migrate(w, rows, COUNT, &back, 1, NULL), GESTALT_BAD_FILE);
    assert_int_equal(hash_of(w), before);
}

static void test_without_memory(void **state)
{
    (void)state;
    scene *s = life_scene();
    gestalt_result result = GESTALT_NO_MEMORY;
    for (int allowed = 0; result == GESTALT_NO_MEMORY; allowed++) {
        int left = allowed;
        gestalt_world *w = NULL;
        const world_options options = {.allocator = {short_resize, &left}, .share = &alone};
        result = gestalt_world_create(s, &options, &w, NULL);
        if (result == GESTALT_OK)
            migrate_without_memory(w, &left);
        gestalt_world_destroy(w);
    }
    assert_int_equal(result, GESTALT_OK);
    gestalt_scene_destroy(s);
}

// One part interrupts a step that can be undone: all undo it. Other steps run to their end.
static void interrupt_part(const char *name, const char *text, uint32_t parts, bool in_halo)
{
    gestalt_error error;
    running one = running_of_text(text, &(world_options){0});
    shared_worlds *s = shared_start(text, parts, SHARED_BY_SPACE);
    for (uint32_t step = 0; step < 4; step++) {
        bool is_undone = step % 2;
        if (!is_undone)
            shared_slow_down(s);
        shared_interrupt(s, step % parts, in_halo);
        if (is_undone)
            assert_int_equal(shared_step(s, &error), GESTALT_INTERRUPTED);
        assert_int_equal(shared_step(s, &error), GESTALT_OK);
        running_go_on(&one, 1);
        if (shared_differ(s, &one) > 0)
            fail_msg("%s: agents differ after step %u, which was interrupted", name, step);
        if (!is_undone)
            assert_int_equal(shared_step(s, &error), GESTALT_INTERRUPTED); // between steps
    }
    if (shared_hash(s) != running_hash(&one))
        fail_msg("%s: another hash", name);
    shared_stop(s);
    running_stop(&one);
}

static void test_interrupts(void **state)
{
    (void)state;
    const running_change walker[] = {{"walker.json", "crowd/walker.json"}, {NULL, NULL}};
    char *texts[] = {running_text("flock.json"), running_changed("crowd/four.json", walker)};
    for (uint32_t parts = 1; parts <= 3; parts++) {
        interrupt_part("flock", texts[0], parts, true);
        interrupt_part("crowd", texts[1], parts, true);
        interrupt_part("crowd", texts[1], parts, false);
    }
    free(texts[0]);
    free(texts[1]);
}

static void test_refused(void **state)
{
    (void)state;
    gestalt_error error;
    gestalt_world *w = NULL;
    scene *s = life_scene();
    gestalt_world_share share = alone;
    world_options options = {.share = &share};
    share.capacity = 69;
    assert_int_equal(gestalt_world_create(s, &options, &w, &error), GESTALT_LIMIT);
    assert_string_equal(error.message, "the share has 69 rows, but 70 agents at the start");
    gestalt_scene_destroy(s);
}

int main(int count, char **arguments)
{
    if (count != 3)
        return 2;
    running_folder = arguments[1];
    life_folder = arguments[2];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unshared),   cmocka_unit_test(test_reach),
        cmocka_unit_test(test_flocks),     cmocka_unit_test(test_crowds),
        cmocka_unit_test(test_interrupts), cmocka_unit_test(test_lost),
        cmocka_unit_test(test_many),       cmocka_unit_test(test_without_memory),
        cmocka_unit_test(test_refused),    cmocka_unit_test(test_life),
        cmocka_unit_test(test_hunt),       cmocka_unit_test(test_sight),
        cmocka_unit_test(test_host)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
