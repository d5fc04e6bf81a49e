// SPDX-License-Identifier: MIT
// Any text as a scene. It is refused with findings that can be written, or there is a world of it,
// which goes on; the same one with other lanes and threads comes to the same; it can be saved at
// any time, and what was saved can be loaded. Trees stand in the scene: there are no files.
//
// Scenes that declare more than a few agents, are only read: they are legal, but
// would take too long.
#include "snapshot_bytes.h"

#include <gestalt/limits.h>
#include <gestalt/worlds/world.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 4, AGENTS_MOST = 60, VISITS_MOST = 2000, CHECKED_MOST = 40 };

static void check(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_scene: %s\n", what);
    abort();
}

static bool count(void *user, const char *bytes, size_t size)
{
    (void)bytes;
    *(size_t *)user += size;
    return true;
}

static void check_findings(const gestalt_scene_findings *findings, bool must_be)
{
    for (gestalt_diagnostics_form form = GESTALT_DIAGNOSTICS_HUMAN;
         form <= GESTALT_DIAGNOSTICS_JSON; form++) {
        size_t size = 0;
        check(gestalt_scene_findings_write(findings, form, false, (gestalt_writer){count, &size}),
              "findings are not written");
        check(size > 0 || !must_be, "rejected without a finding");
    }
}

static gestalt_scene *read_scene(const char *text, size_t size)
{
    gestalt_scene *scene = NULL;
    gestalt_scene_findings findings = {0};
    gestalt_error error = {0};
    gestalt_limits limits;
    gestalt_scene_options options = {.compile = {.node_budget = 2000}};
    gestalt_result result =
        gestalt_scene_read("scene.json", text, size, &options, &scene, &findings, &error);
    check((result == GESTALT_OK) == (scene != NULL), "result and scene differ");
    check(result == GESTALT_OK || result == GESTALT_REJECTED, error.message);
    check_findings(&findings, result == GESTALT_REJECTED);
    gestalt_scene_findings_release(&findings, NULL);
    if (!scene)
        return NULL;
    gestalt_limits_default(&limits, sizeof limits);
    limits.visits = VISITS_MOST;
    limits.agents = CHECKED_MOST;
    gestalt_scene_set_limits(scene, &limits);
    return scene;
}

// Put values there: they come to stand somewhere, or the error says why not.
static void change(const char *text, size_t size)
{
    static const char *const paths[] = {"n",          "params.n",  "birds.sight",  "groups.0.count",
                                        "world.size", "reports.+", "changes.0.at", "sheep.set.x"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        size_t written = 0;
        gestalt_error error = {0};
        const gestalt_scene_setting setting = {paths[i], i % 2 ? "3" : "n + 1"};
        gestalt_result result = gestalt_scene_change(text, size, &setting, 1, NULL,
                                                     (gestalt_writer){count, &written}, &error);
        check(result == GESTALT_OK || (result == GESTALT_BAD_ARGUMENT && error.message[0]),
              "a setting is refused without a word");
    }
}

// Tell whether a world of it is small enough.
static bool is_small(const gestalt_scene *scene)
{
    gestalt_scene_facts facts = gestalt_scene_tell(scene);
    uint64_t most = 0;
    for (uint32_t i = 0; i < facts.group_count; i++)
        most += gestalt_scene_group_at(scene, i).most;
    return facts.agent_count <= AGENTS_MOST && most <= 4 * AGENTS_MOST;
}

static gestalt_world *make(const gestalt_scene *scene, const gestalt_world_options *options)
{
    gestalt_world *w = NULL;
    gestalt_error error = {0};
    gestalt_result result = gestalt_world_create(scene, options, &w, &error);
    check((result == GESTALT_OK) == (w != NULL), "result and world differ");
    check(result == GESTALT_OK || error.message[0], "no world, and no word");
    return w;
}

static uint64_t hash_of(const gestalt_world *w)
{
    uint64_t hash;
    check(gestalt_world_hash(w, &hash, NULL) == GESTALT_OK, "no hash");
    return hash;
}

static void move(gestalt_world *from, gestalt_world *to)
{
    byte_buffer bytes = {0};
    gestalt_error error = {0};
    check(gestalt_world_save_to(from, buffer_writer(&bytes), &error) == GESTALT_OK, error.message);
    check(gestalt_world_load_memory(to, bytes.bytes, bytes.size, &error) == GESTALT_OK,
          error.message);
    check(hash_of(from) == hash_of(to), "a loaded world is another one");
    free(bytes.bytes);
}

// Both go a step. An agent may not get anywhere, since numbers are too large: in both.
static void go_on(gestalt_world *one, gestalt_world *other)
{
    gestalt_error error = {0}, of_other = {0};
    gestalt_result result = gestalt_world_step(one, &error);
    check(result == GESTALT_OK || result == GESTALT_REJECTED, error.message);
    check(gestalt_world_step(other, &of_other) == result &&
              strcmp(error.message, of_other.message) == 0,
          "two worlds say different things");
    check(hash_of(one) == hash_of(other), "two worlds differ");
}

static void record(gestalt_world *w)
{
    gestalt_recorder *recorder = NULL;
    gestalt_error error = {0};
    size_t size = 0;
    check(gestalt_world_record(w, 1, (gestalt_writer){count, &size}, &recorder, &error) ==
              GESTALT_OK,
          error.message);
    check(gestalt_world_frame(w, recorder, &error) == GESTALT_OK, error.message);
    check(gestalt_recorder_finish(recorder, &error) == GESTALT_OK, error.message);
    gestalt_recorder_destroy(recorder);
}

static void run(const gestalt_scene *scene, bool has_threads)
{
    static gestalt_outcome outcome;
    gestalt_world *one = make(scene, &(gestalt_world_options){.lanes = 64});
    gestalt_world *other = make(
        scene,
        &(gestalt_world_options){.lanes = 3, .threads = has_threads ? 2 : 1, .kernels = "plain"});
    check((one == NULL) == (other == NULL), "there is only one of two worlds");
    for (int i = 0; one && i < STEPS; i++) {
        go_on(one, other);
        if (i % 2 == 1)
            move(one, other);
    }
    if (one) {
        gestalt_world_measure(one, &outcome);
        check(gestalt_world_is_done(one) == gestalt_world_is_done(other),
              "one is done, not the other");
        record(one);
    }
    gestalt_world_destroy(one);
    gestalt_world_destroy(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gestalt_scene *scene = read_scene((const char *)data, size);
    change((const char *)data, size);
    if (scene && is_small(scene))
        run(scene, size % 8 == 0);
    gestalt_scene_destroy(scene);
    return 0;
}
