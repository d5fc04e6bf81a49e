// SPDX-License-Identifier: MIT
// Snapshots of versions 4 and 5, saved by earlier builds, are still read. What they contain is
// computed again from the same history, and both continue in the same way.
//
//    test_old_snapshots FOLDER
#include "running.h"
#include "snapshot_bytes.h"
#include "tick_shape.h"

#include <gestalt/gestalt.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK(call) assert_int_equal((call), GESTALT_OK)

static const char *folder_file(const char *name)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", running_folder, name);
    return path;
}

// ---- populations

enum { AGENTS = 40, TICKS = 7 };
static const char attached[] = "what the host has attached";

typedef struct fixture {
    gestalt_shape *shape;
    tick_host *host;
} fixture;

static gestalt_population *create(const fixture *f, uint32_t lanes)
{
    gestalt_population *p = NULL;
    const gestalt_group group = {f->shape, tick_host_of(f->host)};
    const gestalt_group groups[] = {group, group};
    gestalt_population_options options = {
        .groups = groups, .group_count = 2, .lanes = lanes, .seed = 7, .interruptible = true};
    OK(gestalt_population_create(&options, &p, NULL));
    return p;
}

static void tick(gestalt_population *p)
{
    OK(gestalt_population_tick(p, (int64_t)gestalt_population_ticks(p) * 250000, NULL));
}

// The history of the saved population.
static gestalt_population *history(const fixture *f)
{
    gestalt_population *p = create(f, 4);
    OK(gestalt_population_spawn(p, 0, AGENTS / 2, NULL, NULL));
    OK(gestalt_population_spawn(p, 1, AGENTS / 2, NULL, NULL));
    for (int i = 0; i < TICKS; i++)
        tick(p);
    OK(gestalt_population_despawn(p, 3, NULL));
    OK(gestalt_population_cancel(p, 25, NULL));
    OK(gestalt_population_attach(p, attached, sizeof attached, NULL));
    return p;
}

static void interrupt_at(void *user, uint64_t agent, uint32_t node, bool resuming)
{
    (void)node, (void)resuming;
    if (agent == AGENTS / 2)
        gestalt_population_interrupt(user);
}

static gestalt_population *interrupted_history(const fixture *f)
{
    gestalt_population *p = history(f);
    const gestalt_hooks hooks = {.enter = interrupt_at, .user = p};
    gestalt_population_hooks(p, &hooks);
    assert_int_equal(
        gestalt_population_tick(p, (int64_t)gestalt_population_ticks(p) * 250000, NULL),
        GESTALT_INTERRUPTED);
    gestalt_population_hooks(p, NULL);
    return p;
}

static uint64_t hash_of(const gestalt_population *p)
{
    uint64_t hash = 0;
    OK(gestalt_population_hash(p, &hash, NULL));
    return hash;
}

static void check_population(const char *name, gestalt_population *(*make)(const fixture *))
{
    fixture f = {.shape = compile_or_abort("everything.json", everything_document, false)};
    f.host = tick_host_create(f.shape);
    gestalt_population *is = make(&f), *loaded = create(&f, 64);
    gestalt_error error = {0};
    size_t size;
    if (gestalt_population_load(loaded, folder_file(name), &error) != GESTALT_OK)
        fail_msg("%s: %s", name, error.message);
    assert_string_equal(gestalt_population_attached(loaded, &size), attached);
    for (uint64_t agent = 0; agent < AGENTS; agent++)
        assert_true(gestalt_actor_is_done(loaded, agent) == gestalt_actor_is_done(is, agent));
    byte_buffer one = save_or_abort(is), two = save_or_abort(loaded);
    assert_int_equal(one.size, two.size);
    assert_memory_equal(one.bytes, two.bytes, one.size);
    for (int i = 0; i < TICKS; i++) {
        assert_true(hash_of(is) == hash_of(loaded));
        tick(is);
        tick(loaded);
    }
    free(one.bytes);
    free(two.bytes);
    gestalt_population_destroy(is);
    gestalt_population_destroy(loaded);
    tick_host_destroy(f.host);
    gestalt_shape_destroy(f.shape);
}

static void test_population(void **state)
{
    (void)state;
    check_population("population-4.gss", history);
}

static void test_interrupted(void **state)
{
    (void)state;
    check_population("interrupted-5.gss", interrupted_history);
}

// ---- worlds

static void check_world(const char *file, const char *name, uint64_t steps)
{
    char *text = running_text(file);
    const world_options options = {0};
    running is = running_of_text(text, &options), loaded = running_of_text(text, &options);
    gestalt_error error = {0};
    running_go_on(&is, steps);
    if (loaded.is->snapshots.load(loaded.world, folder_file(name), &error) != GESTALT_OK)
        fail_msg("%s: %s", name, error.message);
    for (int i = 0; i < 3; i++) {
        assert_true(running_hash(&is) == running_hash(&loaded));
        running_go_on(&is, steps);
        running_go_on(&loaded, steps);
    }
    running_stop(&is);
    running_stop(&loaded);
    free(text);
}

static void test_life(void **state)
{
    (void)state;
    check_world("life.json", "life-4.gss", 5);
}

static void test_roads(void **state)
{
    (void)state;
    check_world("roads.json", "roads-4.gss", 20);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_population),
        cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_life),
        cmocka_unit_test(test_roads),
    };
    running_folder = count > 1 ? arguments[1] : ".";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
