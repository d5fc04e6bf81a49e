// SPDX-License-Identifier: MIT
// Live runs of scenes. Each version has its own scene, and an edit creates another world. A value
// that the world itself depends on can only be set before the first step, when the world is created
// again.
#include "live_run.h"

#include "error.h"
#include "signals.h"

#include <string.h>

// Set the values in the text of the scene that were set during the run.
static exit_code live_scene_change(live_run *r, live_version *v)
{
    for (uint32_t i = 0; i < v->set_count; i++) {
        text_buffer changed = {0};
        gestalt_error error = {0};
        const gestalt_scene_setting setting = {r->settings[i].path, r->settings[i].value};
        gestalt_result result =
            gestalt_scene_change(scene_input_text(&v->scene), scene_input_size(&v->scene), &setting,
                                 1, NULL, text_buffer_writer(&changed), &error);
        result = text_buffer_result(&changed, result, &error);
        if (result != GESTALT_OK) {
            text_buffer_release(&changed);
            return cli_fail(r->c, r->path, result, &error);
        }
        text_buffer_release(&v->scene.changed);
        v->scene.changed = changed;
    }
    return EXIT_FINE;
}

static exit_code live_scene_read(live_run *r, live_version *v)
{
    if (!scene_input_open(&v->scene, r->c, r->path)) {
        cli_say(r->c, "%s is no scene any more", r->path);
        return EXIT_REJECTED;
    }
    gestalt_error error = {0};
    gestalt_result result = GESTALT_OK;
    if (r->c->listener && v->scene.text)
        result = r->c->listener(r->c->listener_user, r->path, v->scene.text, v->scene.size, &error);
    if (result != GESTALT_OK)
        return cli_fail(r->c, r->path, result, &error);
    exit_code verdict = v->scene.text ? scene_input_change(&v->scene) : EXIT_FINE;
    if (verdict == EXIT_FINE && v->scene.text)
        verdict = live_scene_change(r, v);
    if (verdict == EXIT_FINE)
        verdict = scene_input_read(&v->scene);
    scene_input_report(&v->scene);
    return verdict;
}

static void live_scene_release(live_version *v)
{
    if (v->scene.c)
        scene_input_release(&v->scene);
    v->scene = (scene_input){0};
}

static void live_scene_show(live_run *r, gestalt_world *world)
{
    gestalt_world_destroy(r->world);
    r->world = world;
    r->population = gestalt_world_population(world);
}

static exit_code live_scene_open(live_run *r)
{
    const options *o = &r->c->options;
    gestalt_error error = {0};
    gestalt_world *world;
    uint32_t threads = (uint32_t)options_number(o, OPTION_THREADS);
    const char *resume = options_text(o, OPTION_RESUME);
    r->seed = options_number(o, OPTION_SEED);
    r->how = (gestalt_world_options){.threads = threads ? threads : cli_processors(),
                                     .interruptible = true,
                                     .seed = options_is_given(o, OPTION_SEED) ? &r->seed : NULL};
    gestalt_result result =
        gestalt_world_create(r->versions[0]->scene.scene, &r->how, &world, &error);
    if (result != GESTALT_OK)
        return cli_fail(r->c, r->path, result, &error);
    live_scene_show(r, world);
    result = resume ? gestalt_world_load(world, resume, &error) : GESTALT_OK;
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(r->c, resume, result, &error);
}

static void live_scene_close(live_run *r)
{
    signals_watch_world(NULL);
    gestalt_world_destroy(r->world);
    r->world = NULL;
    r->population = NULL;
}

static exit_code live_scene_tick(live_run *r)
{
    gestalt_error error = {0};
    signals_watch_world(r->world);
    gestalt_result result = gestalt_world_step(r->world, &error);
    signals_watch_world(NULL);
    if (result == GESTALT_INTERRUPTED)
        return EXIT_INTERRUPTED;
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(r->c, r->path, result, &error);
}

static gestalt_result live_scene_save(live_run *r, gestalt_writer writer, gestalt_error *error)
{
    return gestalt_world_save_to(r->world, writer, error);
}

static gestalt_result live_scene_load(live_run *r, uint32_t version, const void *bytes, size_t size,
                                      gestalt_error *error)
{
    gestalt_world *loaded = r->world;
    gestalt_result result = GESTALT_OK;
    if (version != r->version)
        result = gestalt_world_create(r->versions[version]->scene.scene, &r->how, &loaded, error);
    if (result != GESTALT_OK)
        return result;
    result = gestalt_world_load_memory(loaded, bytes, size, error);
    if (result == GESTALT_OK && loaded != r->world)
        live_scene_show(r, loaded);
    else if (loaded != r->world)
        gestalt_world_destroy(loaded);
    return result;
}

static exit_code live_scene_edit(live_run *r, uint32_t version)
{
    gestalt_error error = {0};
    gestalt_world *edited;
    live_version *v = r->versions[version];
    uint32_t groups = gestalt_scene_tell(v->scene.scene).group_count;
    gestalt_result result =
        groups == v->report_count
            ? gestalt_world_edit(r->world, v->scene.scene, &r->how, NULL, 0, &edited, v->reports,
                                 &error)
            : error_set(&error, GESTALT_BAD_FILE, 0, "there are other groups now");
    if (result == GESTALT_BAD_FILE && gestalt_world_steps(r->world) == 0)
        result = gestalt_world_create(v->scene.scene, &r->how, &edited, &error);
    if (result == GESTALT_OK) {
        live_scene_show(r, edited);
        return EXIT_FINE;
    }
    if (result == GESTALT_BAD_FILE)
        cli_say(r->c,
                "%s: only the trees of a scene can change while it runs; go back to its beginning "
                "to change more",
                r->path);
    return cli_fail(r->c, r->path, result, &error);
}

static exit_code live_scene_try(live_run *r, const live_version *v)
{
    gestalt_error error = {0};
    gestalt_world *world;
    gestalt_result result = gestalt_world_create(v->scene.scene, &r->how, &world, &error);
    if (result != GESTALT_OK)
        return cli_fail(r->c, r->path, result, &error);
    gestalt_world_destroy(world);
    return EXIT_FINE;
}

static gestalt_result live_scene_hash(live_run *r, uint64_t *hash, gestalt_error *error)
{
    return gestalt_world_hash(r->world, hash, error);
}

const live_kind live_scene = {.name = "scene",
                              .open = live_scene_open,
                              .close = live_scene_close,
                              .tick = live_scene_tick,
                              .save = live_scene_save,
                              .load = live_scene_load,
                              .read = live_scene_read,
                              .edit = live_scene_edit,
                              .try = live_scene_try,
                              .hash = live_scene_hash,
                              .release = live_scene_release};
