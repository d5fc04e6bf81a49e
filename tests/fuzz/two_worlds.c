// SPDX-License-Identifier: MIT
#include "two_worlds.h"

#include "snapshot_bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void two_worlds_check(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_worlds: %s\n", what);
    abort();
}

static bool two_worlds_count(void *user, const char *bytes, size_t size)
{
    (void)bytes;
    *(size_t *)user += size;
    return true;
}

// ---- scenes

static bool two_worlds_show(void *user, const char *bytes, size_t size)
{
    return fwrite(bytes, 1, size, user) == size;
}

static void check_findings(const gestalt_scene_findings *findings, bool must_be)
{
    for (gestalt_diagnostics_form form = GESTALT_DIAGNOSTICS_HUMAN;
         form <= GESTALT_DIAGNOSTICS_JSON; form++) {
        size_t size = 0;
        two_worlds_check(gestalt_scene_findings_write(findings, form, false,
                                                      (gestalt_writer){two_worlds_count, &size}),
                         "findings are not written");
        two_worlds_check(size > 0 || !must_be, "rejected without a finding");
    }
    if (must_be && getenv("FUZZ_SHOW"))
        gestalt_scene_findings_write(findings, GESTALT_DIAGNOSTICS_SHORT, false,
                                     (gestalt_writer){two_worlds_show, stderr});
}

gestalt_scene *two_worlds_read(const char *text, size_t size)
{
    gestalt_scene *scene = NULL;
    gestalt_scene_findings findings = {0};
    gestalt_error error = {0};
    gestalt_scene_options options = {.compile = {.node_budget = 2000}};
    gestalt_result result =
        gestalt_scene_read("scene.json", text, size, &options, &scene, &findings, &error);
    two_worlds_check((result == GESTALT_OK) == (scene != NULL), "result and scene differ");
    two_worlds_check(result == GESTALT_OK || result == GESTALT_REJECTED, error.message);
    check_findings(&findings, result == GESTALT_REJECTED);
    gestalt_scene_findings_release(&findings, NULL);
    return scene;
}

// ---- worlds

static gestalt_world *make_world(const gestalt_scene *scene, const gestalt_world_options *how)
{
    gestalt_world *w = NULL;
    gestalt_error error = {0};
    gestalt_result result = gestalt_world_create(scene, how, &w, &error);
    two_worlds_check((result == GESTALT_OK) == (w != NULL), "result and world differ");
    two_worlds_check(result == GESTALT_OK || error.message[0], "no world, and no word");
    return w;
}

two_worlds two_worlds_make(const gestalt_scene *scene, bool has_threads)
{
    two_worlds w = {
        .how = {{.lanes = 64}, {.lanes = 3, .threads = has_threads ? 2 : 1, .kernels = "plain"}}};
    w.one = make_world(scene, &w.how[0]);
    w.other = make_world(scene, &w.how[1]);
    two_worlds_check((w.one == NULL) == (w.other == NULL), "there is only one of two worlds");
    return w;
}

void two_worlds_destroy(two_worlds *w)
{
    gestalt_world_destroy(w->one);
    gestalt_world_destroy(w->other);
    *w = (two_worlds){0};
}

static uint64_t hash_of(const gestalt_world *w)
{
    uint64_t hash;
    two_worlds_check(gestalt_world_hash(w, &hash, NULL) == GESTALT_OK, "no hash");
    return hash;
}

static void check_same(const two_worlds *w, const char *what)
{
    two_worlds_check(hash_of(w->one) == hash_of(w->other), what);
}

void two_worlds_step(const two_worlds *w)
{
    gestalt_error error = {0}, of_other = {0};
    gestalt_result result = gestalt_world_step(w->one, &error);
    two_worlds_check(result == GESTALT_OK || result == GESTALT_REJECTED, error.message);
    two_worlds_check(gestalt_world_step(w->other, &of_other) == result &&
                         strcmp(error.message, of_other.message) == 0,
                     "two worlds say different things");
    check_same(w, "two worlds differ");
}

void two_worlds_resume(const two_worlds *w)
{
    byte_buffer bytes = {0};
    gestalt_error error = {0};
    two_worlds_check(gestalt_world_save_to(w->one, buffer_writer(&bytes), &error) == GESTALT_OK,
                     error.message);
    two_worlds_check(gestalt_world_load_memory(w->other, bytes.bytes, bytes.size, &error) ==
                         GESTALT_OK,
                     error.message);
    check_same(w, "a loaded world is another one");
    free(bytes.bytes);
}

void two_worlds_edit(two_worlds *w, const gestalt_scene *scene)
{
    gestalt_world **both[] = {&w->one, &w->other};
    for (int i = 0; i < 2; i++) {
        gestalt_world *edited;
        gestalt_error error = {0};
        two_worlds_check(gestalt_world_edit(*both[i], scene, &w->how[i], NULL, 0, &edited, NULL,
                                            &error) == GESTALT_OK,
                         error.message);
        gestalt_world_destroy(*both[i]);
        *both[i] = edited;
    }
    check_same(w, "two edited worlds differ");
}

// ---- measuring

static void record_world(gestalt_world *w)
{
    gestalt_recorder *recorder = NULL;
    gestalt_error error = {0};
    size_t size = 0;
    two_worlds_check(gestalt_world_record(w, 1, (gestalt_writer){two_worlds_count, &size},
                                          &recorder, &error) == GESTALT_OK,
                     error.message);
    two_worlds_check(gestalt_world_frame(w, recorder, &error) == GESTALT_OK, error.message);
    two_worlds_check(gestalt_recorder_finish(recorder, &error) == GESTALT_OK, error.message);
    gestalt_recorder_destroy(recorder);
}

// Upper bound of a count: a counted event happens to an agent only a few times in a step.
static uint64_t most_counted(uint64_t steps)
{
    const uint64_t agents = 1000, each = 64;
    return agents * each * (steps + 1);
}

void two_worlds_look(const two_worlds *w, uint64_t steps)
{
    static gestalt_outcome one, other;
    gestalt_world_measure(w->one, &one);
    gestalt_world_measure(w->other, &other);
    two_worlds_check(one.count == other.count, "outcomes differ in length");
    for (uint32_t i = 0; i < one.count; i++) {
        two_worlds_check(one.rows[i].count == other.rows[i].count &&
                             memcmp(&one.rows[i].number, &other.rows[i].number, sizeof(double)) ==
                                 0,
                         one.rows[i].name);
        two_worlds_check(!strstr(one.rows[i].name, "flow") || !(one.rows[i].number < 0),
                         "a flow below 0");
        two_worlds_check(!one.rows[i].is_count || one.rows[i].count <= most_counted(steps),
                         one.rows[i].name);
    }
    two_worlds_check(gestalt_world_is_done(w->one) == gestalt_world_is_done(w->other),
                     "one is done, not the other");
    record_world(w->one);
}
