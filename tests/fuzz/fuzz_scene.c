// SPDX-License-Identifier: MIT
// Any text as a scene. It is refused with diagnostics that can be written; or a world of it runs, a
// world with other lanes and threads has the same result, and snapshots can be saved and loaded at
// any time. The scene contains its trees: there are no files.
//
// Scenes that declare more than a few agents are only read. They are legal, but would take too
// long.
#include "accepted.h"
#include "two_worlds.h"

#include <gestalt/limits.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 4, AGENTS_MOST = 60, VISITS_MOST = 2000, CHECKED_MOST = 40 };

static bool count(void *user, const char *bytes, size_t size)
{
    (void)bytes;
    *(size_t *)user += size;
    return true;
}

static gestalt_scene *read_scene(const char *text, size_t size)
{
    gestalt_limits limits;
    gestalt_scene *scene = two_worlds_read(text, size);
    if (!scene)
        return NULL;
    gestalt_limits_default(&limits, sizeof limits);
    limits.visits = VISITS_MOST;
    limits.agents = CHECKED_MOST;
    gestalt_scene_set_limits(scene, &limits);
    return scene;
}

// Change values in the text. Each change succeeds, or is refused with a message.
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
        two_worlds_check(result == GESTALT_OK ||
                             (result == GESTALT_BAD_ARGUMENT && error.message[0]),
                         "a setting is refused without a word");
    }
}

// Return whether the world of a scene is small enough to run.
static bool is_small(const gestalt_scene *scene)
{
    gestalt_scene_facts facts = gestalt_scene_tell(scene);
    uint64_t most = 0;
    for (uint32_t i = 0; i < facts.group_count; i++)
        most += gestalt_scene_group_at(scene, i).most;
    return facts.agent_count <= AGENTS_MOST && most <= 4 * AGENTS_MOST;
}

static void run(const gestalt_scene *scene, bool has_threads)
{
    two_worlds w = two_worlds_make(scene, has_threads);
    for (uint64_t i = 0; w.one && i < STEPS; i++) {
        two_worlds_step(&w);
        if (i % 2 == 1)
            two_worlds_resume(&w);
    }
    if (w.one)
        two_worlds_look(&w, STEPS);
    two_worlds_destroy(&w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gestalt_scene *scene = read_scene((const char *)data, size);
    change((const char *)data, size);
    if (scene && is_small(scene))
        run(scene, size % 8 == 0);
    gestalt_scene_destroy(scene);
    accepted(scene != NULL);
    return 0;
}
