// SPDX-License-Identifier: MIT
// Memory runs out at every single allocation of reading a scene, making its world, stepping,
// saving and loading, of one small world of each kind.
//
//     test_world_memory SCENES
#include "counting.h"
#include "running.h"
#include "small_scenes.h"
#include "snapshot_bytes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STEPS = 3 };

typedef struct trial {
    const char *text;
    byte_buffer snapshot; // of another world of it
    uint64_t hash;        // of that
} trial;

static bool swallow(void *user, const char *text, size_t size)
{
    (void)user, (void)text, (void)size;
    return true;
}

static gestalt_result step(const running *r, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    for (int i = 0; i < STEPS && result == GESTALT_OK; i++)
        result = r->is->step(r->world, error);
    return result;
}

// A snapshot that there is no memory for leaves the world as it was. Hashing needs some, too.
static gestalt_result load(const trial *t, const running *r, gestalt_error *error)
{
    uint64_t before, after;
    gestalt_result result = r->is->hash(r->world, &before, error);
    if (result != GESTALT_OK)
        return result;
    result = r->is->load_memory(r->world, t->snapshot.bytes, t->snapshot.size, error);
    gestalt_result hashed = r->is->hash(r->world, &after, result == GESTALT_OK ? error : NULL);
    if (hashed == GESTALT_OK)
        assert_true(after == (result == GESTALT_OK ? t->hash : before));
    return result == GESTALT_OK ? hashed : result;
}

static gestalt_result try_world(void *user, counting *c)
{
    const trial *t = user;
    gestalt_allocator allocator = counting_allocator(c);
    running r = {0};
    scene_findings found = {0};
    gestalt_error error = {0};
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/", running_folder);
    scene_options options = {
        .folder = folder, .allocator = allocator, .compile.allocator = allocator};
    gestalt_result result = gestalt_scene_read("scene.json", t->text, strlen(t->text), &options,
                                               &r.scene, &found, &error);
    gestalt_scene_findings_release(&found, &allocator);
    if (result == GESTALT_OK) {
        r.is = world_for(r.scene);
        result = r.is->create(r.scene, &(world_options){.allocator = allocator, .threads = 2},
                              &r.world, &error);
    }
    if (result == GESTALT_OK)
        result = step(&r, &error);
    if (result == GESTALT_OK)
        result = r.is->save_to(r.world, (gestalt_writer){.write = swallow}, &error);
    if (result == GESTALT_OK)
        result = load(t, &r, &error);
    if (result == GESTALT_OK)
        result = step(&r, &error);
    assert_true((result == GESTALT_OK) == (error.message[0] == '\0'));
    if (r.world)
        r.is->destroy(r.world);
    gestalt_scene_destroy(r.scene);
    return result;
}

static void test_worlds(void **state)
{
    (void)state;
    for (int i = 0; i < SMALL_SCENES; i++) {
        char *text = small_scene(i);
        counting c = {0};
        trial t = {.text = text};
        running other = running_of_text(text, &(world_options){0});
        running_go_on(&other, 5);
        t.hash = running_hash(&other);
        assert_int_equal(other.is->save_to(other.world, buffer_writer(&t.snapshot), NULL),
                         GESTALT_OK);
        counting_fail_each(try_world, &t, text, &c, GESTALT_OK);
        print_message("# world %d: %zu allocations\n", i, c.calls);
        assert_true(c.calls > 50);
        running_stop(&other);
        free(t.snapshot.bytes);
        free(text);
    }
}

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    running_folder = arguments[1];
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_worlds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
