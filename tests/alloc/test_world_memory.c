// SPDX-License-Identifier: MIT
// Make memory run out at each allocation of reading a scene, and of creating, stepping, saving,
// loading and editing its world. There is one small world of each kind.
//
//    test_world_memory SCENES
#include "counting.h"
#include "own_folder.h"
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
    byte_buffer snapshot; // of another world of the scene
    uint64_t hash;        // hash of the snapshot's world
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

// If memory runs out during a load, the world must not have changed. Hashing needs memory as well.
static gestalt_result load(const trial *t, const running *r, gestalt_error *error)
{
    uint64_t before, after;
    gestalt_result result = r->is->hash(r->world, &before, error);
    if (result != GESTALT_OK)
        return result;
    result = r->is->snapshots.load_memory(r->world, t->snapshot.bytes, t->snapshot.size, error);
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
        result = r.is->snapshots.save_to(r.world, (gestalt_writer){.write = swallow}, &error);
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
        assert_int_equal(other.is->snapshots.save_to(other.world, buffer_writer(&t.snapshot), NULL),
                         GESTALT_OK);
        counting_fail_each(try_world, &t, text, &c, GESTALT_OK);
        print_message("# world %d: %zu allocations\n", i, c.calls);
        assert_true(c.calls > 50);
        running_stop(&other);
        free(t.snapshot.bytes);
        free(text);
    }
}

// ---- edits

typedef struct edit_trial {
    running *before;       // its allocator is the counting one
    const scene *next;     // the tree of its first group has one more node
    uint64_t hash, edited; // hashes of the world and of the edited world
    gestalt_edit_report **reports;
} edit_trial;

// Hash with enough memory: hashing allocates as well.
static uint64_t hash_in_peace(counting *c, const running *r)
{
    counting was = *c;
    c->fail_at = 0;
    c->has_failed = false;
    uint64_t hash = running_hash(r);
    *c = was;
    return hash;
}

static gestalt_result try_edit(void *user, counting *c)
{
    const edit_trial *t = user;
    uint32_t groups = t->next->groups.count;
    gestalt_world_options options = {.allocator = counting_allocator(c), .threads = 2};
    gestalt_world *edited = NULL;
    gestalt_error error = {0};
    for (uint32_t i = 0; i < groups; i++)
        t->reports[i] = NULL;
    gestalt_result result = gestalt_world_edit(t->before->world, t->next, &options, NULL, 0,
                                               &edited, t->reports, &error);
    assert_int_equal(hash_in_peace(c, t->before), t->hash);
    assert_true((result == GESTALT_OK) == (edited != NULL));
    if (result == GESTALT_OK) {
        running after = {.is = t->before->is, .world = edited};
        assert_int_equal(hash_in_peace(c, &after), t->edited);
        assert_non_null(t->reports[0]);
    } else {
        assert_string_equal(error.message, "out of memory");
        assert_null(t->reports[0]);
    }
    for (uint32_t i = 0; i < groups; i++)
        gestalt_edit_report_destroy(t->reports[i]);
    gestalt_world_destroy(edited);
    return result;
}

// Write the tree of the scene's first group to a file, with one more node: before the children of
// its root, or above the root if that has no children.
static void write_tree(const scene *s, const char *path)
{
    static const char children[] = "\"children\": [", root[] = "\"root\": ";
    byte_buffer shown = {0};
    assert_int_equal(gestalt_shape_show(scene_group_at(s, 0)->shape, GESTALT_SHOW_JSON, false,
                                        buffer_writer(&shown), NULL),
                     GESTALT_OK);
    assert_true(buffer_writer(&shown).write(&shown, "", 1));
    char *text = (char *)shown.bytes, *at = strstr(text, children);
    bool has_children = at;
    at = at ? at + strlen(children) : strstr(text, root) + strlen(root);
    *strrchr(text, '}') = '\0';
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fprintf(file, "%.*s%s%s%s", (int)(at - text), text,
            has_children ? "{\"type\": \"success\"}," : "{\"type\": \"invert\", \"child\": ", at,
            has_children ? "}" : "}}");
    assert_int_equal(fclose(file), 0);
    free(shown.bytes);
}

static scene *read_edited(const scene *s, const char *text)
{
    scene *made = NULL;
    scene_findings found = {0};
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/", running_folder);
    write_tree(s, "more.json");
    const gestalt_scene_tree tree = {scene_group_at(s, 0)->name, "more.json"};
    assert_int_equal(gestalt_scene_read_edited("scene.json", text, strlen(text),
                                               &(scene_options){.folder = folder}, &tree, 1, &made,
                                               &found, NULL),
                     GESTALT_OK);
    gestalt_scene_findings_release(&found, NULL);
    return made;
}

// Return the hash of a world that was edited without a failure.
static uint64_t edited_hash(const running *r, const scene *next)
{
    running after = {.is = r->is};
    assert_int_equal(gestalt_world_edit(r->world, next, NULL, NULL, 0, &after.world, NULL, NULL),
                     GESTALT_OK);
    uint64_t hash = running_hash(&after);
    gestalt_world_destroy(after.world);
    return hash;
}

static void test_edits(void **state)
{
    (void)state;
    for (int i = 0; i < SMALL_SCENES; i++) {
        char *text = small_scene(i);
        counting c = {0};
        running r = running_of_text(text, &(world_options){.allocator = counting_allocator(&c)});
        running_go_on(&r, 5);
        scene *next = read_edited(r.scene, text);
        edit_trial t = {.before = &r,
                        .next = next,
                        .hash = running_hash(&r),
                        .edited = edited_hash(&r, next),
                        .reports = calloc(next->groups.count, sizeof *t.reports)};
        assert_non_null(t.reports);
        counting_fail_each(try_edit, &t, text, &c, GESTALT_OK);
        print_message("# edit of world %d: %zu allocations\n", i, c.calls);
        assert_true(c.calls > 50);
        free(t.reports);
        running_stop(&r);
        gestalt_scene_destroy(next);
        free(text);
    }
}

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    running_folder = arguments[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worlds),
        cmocka_unit_test_setup_teardown(test_edits, own_folder_enter, own_folder_leave)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
