// SPDX-License-Identifier: MIT
// Runs of scenes: a world, whose population has the groups of the scene. An edit creates another
// world.
#include "run.h"

#include "error.h"
#include "final.h"
#include "memory.h"
#include "number.h"
#include "summary.h"

#include <stdio.h>

static const gestalt_scene *scene_now(const run *r)
{
    return run_now(r)->scene.scene;
}

static uint32_t scene_group_count(const run_version *v)
{
    return gestalt_scene_tell(v->scene.scene).group_count;
}

static const gestalt_shape *scene_shape(const run_version *v, uint32_t group)
{
    return gestalt_scene_group_at(v->scene.scene, group).shape;
}

static const char *scene_group(const run_version *v, uint32_t group)
{
    return gestalt_scene_group_at(v->scene.scene, group).name;
}

// ---- reading

// Read the scene again, with the trees of all edits up to a version. Later edits of a group replace
// earlier ones.
static exit_code read_edited(run *r, run_version *v)
{
    uint32_t count = 0;
    gestalt_scene_tree *trees = ARENA_ARRAY(&r->a, gestalt_scene_tree, r->version_count);
    do {
        const run_version *edit = r->versions[count + 1];
        trees[count++] = (gestalt_scene_tree){edit->group, edit->path};
    } while (r->versions[count] != v);
    scene_input_vary(&v->scene, &r->versions[0]->scene,
                     &(scene_changes){.trees = trees, .tree_count = count});
    return scene_input_verdict(&v->scene);
}

// Set the values in the text of the scene that were set during the run.
static exit_code set_values(const run *r, run_version *v)
{
    gestalt_error error = {0};
    gestalt_result result = GESTALT_OK;
    for (uint32_t i = 0; i < v->value_count && result == GESTALT_OK; i++)
        result = scene_input_set(&v->scene, r->values[i].path, r->values[i].text, &error);
    return run_failed(r, result, &error);
}

// Open the file, unless run_look has done it, and report its text to the listener.
static exit_code open_scene(const run *r, run_version *v)
{
    gestalt_error error = {0};
    gestalt_result result = GESTALT_OK;
    if (!v->scene.c && !scene_input_open(&v->scene, r->c, v->path)) {
        cli_say(r->c, "%s is not a scene any more", r->path);
        return EXIT_REJECTED;
    }
    if (r->c->listener && v->scene.text)
        result = r->c->listener(r->c->listener_user, r->path, v->scene.text, v->scene.size, &error);
    return run_failed(r, result, &error);
}

static exit_code read_file(run *r, run_version *v)
{
    exit_code verdict = open_scene(r, v);
    if (verdict != EXIT_FINE)
        return verdict;
    verdict = scene_input_change(&v->scene);
    if (verdict == EXIT_FINE && v->scene.text)
        verdict = set_values(r, v);
    return verdict == EXIT_FINE ? scene_input_read(&v->scene) : verdict;
}

static exit_code scene_read(run *r, run_version *v)
{
    exit_code verdict = v->group ? read_edited(r, v) : read_file(r, v);
    scene_input_report(&v->scene);
    return verdict;
}

static void scene_release(run_version *v)
{
    if (v->scene.c)
        scene_input_release(&v->scene);
    v->scene = (scene_input){0};
}

// ---- native code

// Find the native code of all trees of a scene, and use it for a world, unless that is NULL.
static exit_code scene_natives(run *r, const gestalt_scene *scene, gestalt_world *w)
{
    exit_code verdict = EXIT_FINE;
    gestalt_error error = {0};
    uint32_t count = gestalt_scene_tell(scene).group_count;
    for (uint32_t i = 0; i < count && verdict == EXIT_FINE; i++) {
        char name[512];
        const gestalt_native *native;
        gestalt_scene_group group = gestalt_scene_group_at(scene, i);
        snprintf(name, sizeof name, "%s, group `%s`", r->path, group.name);
        verdict = natives_find(r->settings.natives, name, group.shape, &native);
        if (verdict != EXIT_FINE || !native || !w)
            continue;
        gestalt_result result =
            gestalt_population_set_native(gestalt_world_population(w), i, native, &error);
        verdict = run_failed(r, result, &error);
    }
    return verdict;
}

// Refuse a scene whose world cannot be shared out.
static exit_code check_sharing(const run *r, const run_version *v)
{
    const char *why = gestalt_scene_tell(v->scene.scene).unshared;
    if (team_size() == 1 || !why)
        return EXIT_FINE;
    cli_say(r->c, "%s: this scene runs in one process only, without mpirun: %s",
            cli_input_name(v->path), why);
    return EXIT_REJECTED;
}

static exit_code scene_prepare(run *r, run_version *v)
{
    exit_code verdict = check_sharing(r, v);
    return verdict == EXIT_FINE ? scene_natives(r, v->scene.scene, NULL) : verdict;
}

// ---- resuming

// Choose the renames that match in at least one group of the snapshot.
static void choose_renames(run *r, const run_version *from)
{
    edit_renames one = {.list = r->of_snapshot.list}, *chosen = &r->of_snapshot;
    for (uint32_t i = 0; i < run_group_count(r); i++) {
        uint32_t group = run_find_group(r, from, run_group_name(r, i));
        const gestalt_shape *old_shape = group == UINT32_MAX ? NULL : scene_shape(from, group);
        if (old_shape &&
            gestalt_shape_edit_hash(old_shape) != gestalt_shape_edit_hash(run_shape(r, i)))
            edit_renames_choose(&r->renames, &one, old_shape, run_shape(r, i));
    }
    chosen->count = 0;
    for (uint32_t i = 0; i < r->renames.count; i++)
        if (r->renames.is_used[i])
            chosen->list[chosen->count++] = r->renames.list[i];
}

// Load a snapshot of an edited scene. The old scene may have any number of groups; groups with the
// same shape are found by its hash.
static exit_code load_edited(run *r, const run_version *from, const char *path)
{
    gestalt_error error = {0};
    gestalt_allocator a = memory_allocator(NULL);
    uint32_t count = run_group_count(r), old_count = scene_group_count(from);
    size_t size = count * sizeof(gestalt_edit_report *),
           old_size = old_count * sizeof(gestalt_group);
    gestalt_edit_report **reports = memory_new(&a, size);
    gestalt_group *old = memory_new(&a, old_size);
    gestalt_result result = reports && old ? GESTALT_OK : error_no_memory(&error);
    if (reports)
        memset(reports, 0, size);
    result = team_agree_result(result, &error);
    if (result == GESTALT_OK) {
        for (uint32_t i = 0; i < old_count; i++)
            old[i] = (gestalt_group){.shape = scene_shape(from, i)};
        choose_renames(r, from);
        const gestalt_load_options how = {.old_shapes = old,
                                          .old_shape_count = old_count,
                                          .renames = r->of_snapshot.list,
                                          .rename_count = r->of_snapshot.count,
                                          .reports = reports};
        result = team_world_load(&r->world, path, &how, &error);
    }
    for (uint32_t i = 0; reports && i < count; i++) {
        if (result == GESTALT_OK && reports[i] && i < old_count) {
            edit_view view = run_view(old[i].shape, run_shape(r, i), reports[i]);
            run_tell_edit(r, "resumed", run_group_name(r, i), &view);
        }
        gestalt_edit_report_destroy(reports[i]);
    }
    if (reports)
        memory_release(&a, reports, size);
    if (old)
        memory_release(&a, old, old_size);
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(r->c, path, result, &error);
}

static exit_code scene_resume(run *r, const char *path)
{
    run_version from = {0};
    gestalt_error error = {0};
    const char *old_scene = options_text(&r->c->options, OPTION_OLD_TREE);
    if (!old_scene) {
        gestalt_result result = team_world_load(&r->world, path, NULL, &error);
        return result == GESTALT_OK ? EXIT_FINE : cli_fail(r->c, path, result, &error);
    }
    if (!scene_input_open(&from.scene, r->c, old_scene))
        return cli_usage(r->c, "--from=%s is not a scene", old_scene);
    exit_code verdict = scene_input_read(&from.scene);
    if (verdict == EXIT_FINE)
        verdict = load_edited(r, &from, path);
    else
        scene_input_report(&from.scene);
    scene_release(&from);
    return verdict;
}

// ---- start and stop

static void use_world(run *r, const run_version *v, team_world world)
{
    team_world_destroy(&r->world);
    r->world = world;
    r->agents = team_world_agents(&world);
    r->dt = gestalt_scene_tell(v->scene.scene).dt;
}

static exit_code scene_start(run *r)
{
    gestalt_error error = {0};
    const run_settings *s = &r->settings;
    const char *snapshot = options_text(&r->c->options, OPTION_RESUME);
    r->seed = s->seed ? *s->seed : gestalt_scene_tell(scene_now(r)).seed;
    r->how = (gestalt_world_options){.threads = s->threads,
                                     .stack_size = s->stack_size,
                                     .lanes = s->lanes,
                                     .kernels = s->kernels,
                                     .interruptible = s->interruptible,
                                     .seed = s->seed ? &r->seed : NULL};
    team_world world;
    exit_code verdict = check_sharing(r, run_now(r));
    if (verdict != EXIT_FINE)
        return verdict;
    gestalt_result result = team_world_create(&world, scene_now(r), &r->how, &error);
    if (result != GESTALT_OK)
        return run_failed(r, result, &error);
    use_world(r, run_now(r), world);
    verdict = team_agree(r->c, scene_natives(r, scene_now(r), r->world.own));
    return verdict == EXIT_FINE && snapshot ? scene_resume(r, snapshot) : verdict;
}

static void scene_stop(run *r)
{
    team_world_destroy(&r->world);
}

// ---- edits

// Create the edited world. Before the first step, everything in the scene may differ: the world is
// then created again.
static gestalt_result edit_world(const run *r, run_version *v, team_world *edited,
                                 gestalt_error *error)
{
    const team_renames renames = {v->renames.list, v->renames.count};
    gestalt_result result =
        scene_group_count(v) == gestalt_population_group_count(r->agents.population)
            ? team_world_edit(&r->world, v->scene.scene, &r->how, &renames, edited, v->reports,
                              error)
            : error_set(error, GESTALT_BAD_FILE, 0, "the groups have changed");
    if (result == GESTALT_BAD_FILE && run_ticks(r) == 0)
        result = team_world_create(edited, v->scene.scene, &r->how, error);
    if (result == GESTALT_BAD_FILE)
        cli_say(r->c,
                "%s: only the trees of a scene can change while it runs; restart the scene to "
                "change more",
                r->path);
    return result;
}

static exit_code scene_edit(run *r, run_version *v)
{
    gestalt_error error = {0};
    team_world edited;
    gestalt_result result = edit_world(r, v, &edited, &error);
    if (result != GESTALT_OK)
        return cli_fail(r->c, v->path, result, &error);
    exit_code verdict = r->record ? run_record_follow(r->record, &edited) : EXIT_FINE;
    if (verdict != EXIT_FINE) {
        team_world_destroy(&edited);
        return verdict;
    }
    use_world(r, v, edited);
    return team_agree(r->c, scene_natives(r, v->scene.scene, edited.own));
}

static exit_code scene_try(run *r, const run_version *v)
{
    gestalt_error error = {0};
    gestalt_world *world = NULL;
    gestalt_result result = gestalt_world_create(v->scene.scene, &r->how, &world, &error);
    gestalt_world_destroy(world);
    return run_failed(r, result, &error);
}

// ---- steps

static uint64_t scene_ticks(const run *r)
{
    const options *o = &r->c->options;
    return options_is_given(o, OPTION_STEPS) ? options_number(o, OPTION_STEPS)
                                             : gestalt_scene_tell(scene_now(r)).steps;
}

static exit_code scene_tick(run *r, gestalt_world_ticker *ticker, void *user)
{
    gestalt_error error = {0};
    gestalt_result result = team_world_step(&r->world, ticker, user, &error);
    r->can_be_saved = team_world_can_be_saved(&r->world, result);
    return result == GESTALT_INTERRUPTED ? EXIT_INTERRUPTED : run_failed(r, result, &error);
}

static int64_t scene_time(const run *r)
{
    return r->dt * (int64_t)run_ticks(r);
}

// ---- queries

static const char *scene_title(const run_version *v)
{
    return gestalt_scene_tell(v->scene.scene).name;
}

static gestalt_result scene_save(run *r, const char *path, gestalt_error *error)
{
    return team_world_save(&r->world, path, error);
}

static gestalt_result scene_save_to(run *r, gestalt_writer writer, gestalt_error *error)
{
    return gestalt_world_save_to(r->world.own, writer, error);
}

static gestalt_result scene_load(run *r, uint32_t version, const void *bytes, size_t size,
                                 gestalt_error *error)
{
    gestalt_world *loaded = r->world.own;
    const run_version *v = r->versions[version];
    gestalt_result result = version == r->version
                                ? GESTALT_OK
                                : gestalt_world_create(v->scene.scene, &r->how, &loaded, error);
    if (result != GESTALT_OK)
        return result;
    result = gestalt_world_load_memory(loaded, bytes, size, error);
    if (result == GESTALT_OK && loaded != r->world.own)
        use_world(r, v, (team_world){.own = loaded});
    else if (loaded != r->world.own)
        gestalt_world_destroy(loaded);
    if (result == GESTALT_OK)
        r->version = version;
    return result;
}

static gestalt_result scene_hash(run *r, uint64_t *hash, gestalt_error *error)
{
    return team_world_hash(&r->world, hash, error);
}

static void put_vector(text_out *out, const float *const columns[3], uint32_t row)
{
    char text[NUMBER_TEXT_SIZE];
    text_style(out, COLOR_VALUE);
    for (int d = 0; d < 3 && columns[d]; d++) {
        text_put(out, d ? ", " : "(");
        text_write(out, text, number_print_float(text, columns[d][row]));
    }
    text_put(out, ")");
    text_style(out, COLOR_OFF);
}

static void scene_put_place(text_out *out, run *r, uint64_t agent)
{
    gestalt_world_columns columns = gestalt_world_columns_of(r->world.own);
    uint32_t row = gestalt_world_find(r->world.own, agent);
    text_put(out, "  at ");
    put_vector(out, columns.position, row);
    text_put(out, ", velocity ");
    put_vector(out, columns.velocity, row);
    text_put(out, "\n");
}

static gestalt_result scene_put_final(text_out *out, run *r, gestalt_error *error)
{
    return final_write_world(out, scene_now(r), r->world.own, error);
}

static const option_id refused[] = {
    OPTION_AGENTS,       OPTION_TICKS, OPTION_DT,       OPTION_START,         OPTION_STATES,
    OPTION_STUB,         OPTION_NAME,  OPTION_LAUNCHES, OPTION_NATIVE_LEAVES, OPTION_BENCH_AGENTS,
    OPTION_BENCH_STATES, OPTION_AWAKE, OPTION_GROWTH};

const run_kind run_of_scene = {
    .traits = {.name = "scene",
               .tick = "step",
               .host = "the world",
               .on_interrupt = "was interrupted and undone; after --save, --resume starts with it",
               .edit_form = "for a scene, write STEP:GROUP:FILE, as in 100:sheep:sheep-2.json",
               .ticks_option = OPTION_STEPS,
               .has_world = true,
               .edits_group = true,
               .edits_replace = true,
               .has_births = true,
               .has_own_agents = true,
               .times_step = true,
               .json_has_hash = true,
               .refusal = "--%s is not for scenes",
               .refused = refused,
               .refused_count = sizeof refused / sizeof *refused},
    .read = scene_read,
    .release = scene_release,
    .start = scene_start,
    .stop = scene_stop,
    .prepare = scene_prepare,
    .edit = scene_edit,
    .try = scene_try,
    .ticks = scene_ticks,
    .tick = scene_tick,
    .now = scene_time,
    .shape = scene_shape,
    .group = scene_group,
    .group_count = scene_group_count,
    .title = scene_title,
    .save = scene_save,
    .save_to = scene_save_to,
    .load = scene_load,
    .hash = scene_hash,
    .put_place = scene_put_place,
    .put_final = scene_put_final,
    .put_summary = summary_scene,
};
