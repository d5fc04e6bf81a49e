// SPDX-License-Identifier: MIT
#include "run_scene.h"

#include "count_list.h"
#include "events.h"
#include "final.h"
#include "json_layout.h"
#include "natives.h"
#include "number.h"
#include "output.h"
#include "profile.h"
#include "progress.h"
#include "report_rows.h"
#include "run_repeats.h"
#include "scene_edits.h"
#include "scene_input.h"
#include "session.h"
#include "signals.h"
#include "states_text.h"
#include "tree_record.h"

#include <gestalt/worlds/world.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct scene_run {
    cli *c;
    const char *path;
    gestalt_scene_facts scene;
    gestalt_world *world;
    gestalt_world_options how; // options for creating worlds, also after edits
    uint64_t seed;
    const char *until; // the scene's `until`, or NULL
    scene_edits edits;
    natives natives;
    uint64_t steps;       // number of steps
    bool is_stopped;      // whether an error of a step stopped the run; the world is consistent
    uint64_t nanoseconds; // time of all steps
    uint64_t updates;     // updates of agents; their number may differ in each step
    output recording_output;
    gestalt_recorder *recording;
    tree_record trees;
    report_rows reports;
    const gestalt_scene *now; // the scene that runs: that of the last edit
    const char *events_path;
    output events_output;
    events events;
    text_buffer step_events; // events of the current step; discarded if the step is undone
    text_out step_text;      // writes step_events
    bool is_profiled;
    profile profile;
    bool is_done; // whether the scene's `until` has come true
    gestalt_outcome outcome;
    uint64_t hash;
} scene_run;

// ---- running

static exit_code scene_run_failed(scene_run *r, const char *path, gestalt_result result,
                                  const gestalt_error *error)
{
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(r->c, path, result, error);
}

// Load a snapshot of an edited scene. The old scene may have any number of groups; groups with the
// same shape are found by its hash.
static exit_code load_edited(scene_run *r, const gestalt_scene *scene, const gestalt_scene *from,
                             const char *path)
{
    gestalt_error error = {0};
    gestalt_allocator a = memory_allocator(NULL);
    uint32_t count = r->scene.group_count, old_count = gestalt_scene_tell(from).group_count;
    size_t size = count * sizeof(gestalt_edit_report *),
           old_size = old_count * sizeof(gestalt_group);
    gestalt_edit_report **reports = memory_new(&a, size);
    gestalt_group *old = memory_new(&a, old_size);
    gestalt_result result = GESTALT_NO_MEMORY;
    if (reports)
        memset(reports, 0, size);
    if (reports && old) {
        for (uint32_t i = 0; i < old_count; i++)
            old[i] = (gestalt_group){.shape = gestalt_scene_group_at(from, i).shape};
        scene_edits_rename(&r->edits, from);
        const gestalt_load_options how = {.old_shapes = old,
                                          .old_shape_count = old_count,
                                          .renames = r->edits.of_snapshot.list,
                                          .rename_count = r->edits.of_snapshot.count,
                                          .reports = reports};
        result = gestalt_world_load_with(r->world, path, &how, &error);
    }
    for (uint32_t i = 0; reports && i < count; i++) {
        if (result == GESTALT_OK && reports[i] && i < old_count)
            scene_edits_tell(
                r->c, gestalt_scene_group_at(scene, i).name, "resumed",
                &(edit_view){old[i].shape, gestalt_scene_group_at(scene, i).shape, reports[i]});
        gestalt_edit_report_destroy(reports[i]);
    }
    if (reports)
        memory_release(&a, reports, size);
    if (old)
        memory_release(&a, old, old_size);
    return scene_run_failed(r, path, result, &error);
}

static exit_code resume_from(scene_run *r, const gestalt_scene *scene, const char *from,
                             const char *path)
{
    scene_input old;
    if (!scene_input_open(&old, r->c, from))
        return cli_usage(r->c, "--from=%s is no scene", from);
    exit_code verdict = scene_input_read(&old);
    if (verdict == EXIT_FINE)
        verdict = load_edited(r, scene, old.scene, path);
    else
        scene_input_report(&old);
    scene_input_release(&old);
    return verdict;
}

static exit_code resume_world(scene_run *r, const gestalt_scene *scene, const char *path)
{
    gestalt_error error = {0};
    const char *from = options_text(&r->c->options, OPTION_OLD_TREE);
    if (from)
        return resume_from(r, scene, from, path);
    return scene_run_failed(r, path, gestalt_world_load(r->world, path, &error), &error);
}

// Find the native code of all trees of a scene, and use it for a world, unless that is NULL.
static exit_code scene_natives(scene_run *r, const gestalt_scene *scene, gestalt_world *w)
{
    exit_code verdict = EXIT_FINE;
    gestalt_error error = {0};
    uint32_t count = gestalt_scene_tell(scene).group_count;
    for (uint32_t i = 0; i < count && verdict == EXIT_FINE; i++) {
        char name[512];
        const gestalt_native *native;
        gestalt_scene_group group = gestalt_scene_group_at(scene, i);
        snprintf(name, sizeof name, "%s, group `%s`", r->path, group.name);
        verdict = natives_find(&r->natives, name, group.shape, &native);
        if (verdict == EXIT_FINE && native && w)
            verdict = scene_run_failed(
                r, r->path,
                gestalt_population_set_native(gestalt_world_population(w), i, native, &error),
                &error);
    }
    return verdict;
}

static exit_code open_natives(scene_run *r, const gestalt_scene *scene)
{
    exit_code verdict = natives_open(&r->natives, r->c);
    if (verdict == EXIT_FINE)
        verdict = scene_natives(r, scene, NULL);
    for (uint32_t i = 0; i < r->edits.count && verdict == EXIT_FINE; i++)
        verdict = scene_natives(r, r->edits.list[i].in.scene, NULL);
    return verdict == EXIT_FINE ? natives_check(&r->natives) : verdict;
}

// Start counting or timing.
static exit_code begin_counts(scene_run *r)
{
    gestalt_error error = {0};
    gestalt_population *p = gestalt_world_population(r->world);
    gestalt_result result = GESTALT_OK;
    if (options_flag(&r->c->options, OPTION_COUNTS))
        result = gestalt_population_count_nodes(p, true, &error);
    if (r->is_profiled)
        result = profile_begin(&r->profile, p, r->steps, &error);
    return scene_run_failed(r, r->path, result, &error);
}

static exit_code open_world(scene_run *r, const gestalt_scene *scene)
{
    static const char *const kernels[] = {NULL, "plain", "avx2", "avx512"};
    const options *o = &r->c->options;
    gestalt_error error = {0};
    uint32_t threads = (uint32_t)options_number(o, OPTION_THREADS);
    r->seed = options_number(o, OPTION_SEED);
    r->how = (gestalt_world_options){.threads = threads ? threads : cli_processors(),
                                     .stack_size = options_number(o, OPTION_STACK),
                                     .lanes = (uint32_t)options_number(o, OPTION_LANES),
                                     .kernels = kernels[options_choice(o, OPTION_KERNELS)],
                                     .interruptible = true,
                                     .seed = options_is_given(o, OPTION_SEED) ? &r->seed : NULL};
    r->now = scene;
    r->events_path = options_text(o, OPTION_EVENTS);
    r->scene = gestalt_scene_tell(scene);
    r->until = gestalt_scene_until(scene);
    r->steps = options_is_given(o, OPTION_STEPS) ? options_number(o, OPTION_STEPS) : r->scene.steps;
    gestalt_result result = gestalt_world_create(scene, &r->how, &r->world, &error);
    const char *resume = options_text(o, OPTION_RESUME);
    if (result != GESTALT_OK)
        return scene_run_failed(r, r->path, result, &error);
    exit_code verdict = scene_natives(r, scene, r->world);
    if (verdict == EXIT_FINE && resume)
        verdict = resume_world(r, scene, resume);
    return verdict == EXIT_FINE ? begin_counts(r) : verdict;
}

static uint64_t agents_of(const scene_run *r)
{
    return gestalt_world_columns_of(r->world).count;
}

static exit_code add_frame(scene_run *r)
{
    gestalt_error error = {0};
    if (!r->recording)
        return EXIT_FINE;
    gestalt_result result = gestalt_world_frame(r->world, r->recording, &error);
    if (result == GESTALT_OK)
        output_keep(&r->recording_output);
    // An error of writing is reported when the output is finished.
    if (result == GESTALT_IO || !output_is_well(&r->recording_output))
        return EXIT_IO;
    return scene_run_failed(r, "recording", result, &error);
}

// Do the edits before a step. An edit creates another world.
static exit_code edit_world(scene_run *r)
{
    uint32_t before = r->edits.next;
    exit_code verdict = scene_edits_do(&r->edits, &r->world, &r->how, &r->trees);
    if (verdict != EXIT_FINE || r->edits.next == before)
        return verdict;
    r->now = r->edits.list[r->edits.next - 1].in.scene;
    for (; r->events_path && before < r->edits.next; before++) {
        const scene_edit *edit = &r->edits.list[before];
        events_follow_edit(&r->events, gestalt_world_population(r->world), edit->group,
                           scene_edits_shape(&r->edits, before));
    }
    return scene_natives(r, r->now, r->world);
}

static gestalt_result tick_profiled(scene_run *r, gestalt_population *p, int64_t now,
                                    gestalt_error *error)
{
    if (!r->is_profiled)
        return gestalt_population_tick(p, now, error);
    profile_before(&r->profile, p);
    uint64_t begin = session_clock();
    gestalt_result result = gestalt_population_tick(p, now, error);
    if (result == GESTALT_OK)
        profile_behind(&r->profile, p, session_clock() - begin);
    return result;
}

// Tick, and write events after the tick, while agents that die in the step still exist.
static gestalt_result tick_watched(void *user, gestalt_population *p, int64_t now,
                                   gestalt_error *error)
{
    scene_run *r = user;
    if (!r->events_path)
        return tick_profiled(r, p, now, error);
    gestalt_result result = events_write_births(&r->events, r->now, error);
    if (result == GESTALT_OK)
        result = tick_profiled(r, p, now, error);
    if (result == GESTALT_OK)
        result = events_write(&r->events, p, error);
    else
        events_forget(&r->events);
    return result;
}

// Write the events of a step, unless the step was undone.
static void end_events(scene_run *r, bool is_done)
{
    bool is_well = text_finish(&r->step_text);
    if (is_done && r->step_events.size > 0)
        text_write(&r->events_output.text, r->step_events.bytes, r->step_events.size);
    if (!is_well)
        text_fail_memory(&r->events_output.text);
    r->step_events.size = 0;
}

static gestalt_result do_step(scene_run *r, gestalt_error *error)
{
    uint64_t before = gestalt_world_steps(r->world);
    if (!r->events_path && !r->is_profiled)
        return gestalt_world_step(r->world, error);
    gestalt_result result = gestalt_world_step_by(r->world, tick_watched, r, error);
    if (r->events_path && gestalt_world_steps(r->world) > before)
        events_write_deaths(&r->events);
    if (r->events_path)
        end_events(r, result != GESTALT_INTERRUPTED);
    return result;
}

// Report a step that was interrupted and undone.
static void tell_interrupted(scene_run *r)
{
    r->updates -= agents_of(r);
    if (!options_flag(&r->c->options, OPTION_QUIET))
        cli_say(r->c,
                "step %" PRIu64
                " was interrupted: nothing of it is done, and --resume of a snapshot "
                "(--save) begins with it",
                gestalt_world_steps(r->world));
}

static exit_code run_steps(scene_run *r)
{
    progress shown;
    gestalt_error error = {0};
    exit_code verdict = scene_edits_check(&r->edits, gestalt_world_steps(r->world), r->steps);
    if (verdict == EXIT_FINE)
        verdict = add_frame(r);
    progress_start(&shown, r->c, r->steps, r->scene.agent_count);
    r->is_done = gestalt_world_is_done(r->world);
    for (uint64_t i = 0; i < r->steps && verdict == EXIT_FINE && !signals_came() && !r->is_done;
         i++) {
        verdict = edit_world(r);
        if (verdict == EXIT_FINE)
            verdict = report_rows_sample(&r->reports, r->world);
        if (verdict != EXIT_FINE)
            break;
        r->updates += agents_of(r);
        uint64_t begin = session_clock();
        signals_watch_world(r->world);
        gestalt_result result = do_step(r, &error);
        signals_watch_world(NULL);
        r->nanoseconds += session_clock() - begin;
        if (result == GESTALT_INTERRUPTED) {
            tell_interrupted(r);
            verdict = EXIT_INTERRUPTED;
            break;
        }
        r->is_stopped = result != GESTALT_OK && result != GESTALT_NO_MEMORY;
        verdict = scene_run_failed(r, r->path, result, &error);
        if (verdict == EXIT_FINE)
            verdict = add_frame(r);
        if (verdict == EXIT_FINE && r->events_path && !output_is_well(&r->events_output))
            verdict = EXIT_IO; // reported when the output is finished
        if (verdict == EXIT_FINE)
            verdict = tree_record_tick(&r->trees);
        r->is_done = verdict == EXIT_FINE && gestalt_world_is_done(r->world);
        progress_tick(&shown, i + 1);
    }
    progress_finish(&shown);
    return verdict == EXIT_FINE && signals_came() ? EXIT_INTERRUPTED : verdict;
}

static exit_code run_reported(scene_run *r, const gestalt_scene *scene)
{
    exit_code verdict = report_rows_open(&r->reports, r->c, scene);
    return verdict == EXIT_FINE ? report_rows_end(&r->reports, r->world, run_steps(r)) : verdict;
}

static exit_code run_with_events(scene_run *r, const gestalt_scene *scene)
{
    if (!r->events_path)
        return run_reported(r, scene);
    output_stream(&r->events_output, r->c, r->events_path);
    text_start(&r->step_text, text_buffer_writer(&r->step_events), false);
    events_start(&r->events, gestalt_world_population(r->world), NULL, &r->step_text);
    exit_code verdict = run_reported(r, scene);
    gestalt_population_hooks(gestalt_world_population(r->world), NULL);
    events_release(&r->events);
    end_events(r, true);
    text_buffer_release(&r->step_events);
    return output_end(&r->events_output, r->c, verdict);
}

static exit_code run_with_trees(scene_run *r, const gestalt_scene *scene)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (!options_text(&r->c->options, OPTION_RECORD_TREES))
        return run_with_events(r, scene);
    size_t size = r->scene.group_count * sizeof(char *);
    const char **groups = memory_new(&a, size);
    if (!groups) {
        cli_say(r->c, "out of memory");
        return EXIT_LIMIT;
    }
    for (uint32_t i = 0; i < r->scene.group_count; i++)
        groups[i] = gestalt_scene_group_at(scene, i).name;
    exit_code verdict =
        tree_record_begin(&r->trees, r->c, OPTION_RECORD_TREES, gestalt_world_population(r->world),
                          r->scene.name, groups);
    memory_release(&a, groups, size);
    return tree_record_end(&r->trees, verdict == EXIT_FINE ? run_with_events(r, scene) : verdict);
}

static exit_code run_recorded(scene_run *r, const gestalt_scene *scene)
{
    gestalt_error error = {0};
    const options *o = &r->c->options;
    const char *path = options_text(o, OPTION_RECORD);
    if (!path)
        return run_with_trees(r, scene);
    uint64_t every =
        options_is_given(o, OPTION_RECORD_EVERY) ? options_number(o, OPTION_RECORD_EVERY) : 0;
    output_stream(&r->recording_output, r->c, path);
    gestalt_result result = gestalt_world_record(
        r->world, every, output_writer(&r->recording_output), &r->recording, &error);
    exit_code verdict = EXIT_IO; // an error of the output is reported when it ends
    if (result == GESTALT_OK)
        verdict = run_with_trees(r, scene);
    else if (output_is_well(&r->recording_output))
        verdict = scene_run_failed(r, path, result, &error);
    if (r->recording) // write all frames so far, whatever has ended the run
        gestalt_recorder_finish(r->recording, &error);
    gestalt_recorder_destroy(r->recording);
    return output_end(&r->recording_output, r->c, verdict);
}

// ---- results

static double rate_of(const scene_run *r)
{
    return r->nanoseconds ? (double)r->updates / ((double)r->nanoseconds * 1e-9) : 0;
}

static void put_number(text_out *out, double number)
{
    char text[NUMBER_TEXT_SIZE];
    if (isfinite(number))
        text_write(out, text, number_print_double(text, number));
    else
        text_put(out, "null");
}

// Write the names of the values that describe the state after the last step; the others describe
// the whole run.
static void put_moments(text_out *out, const gestalt_outcome *o)
{
    const char *between = "";
    text_put(out, ", \"at_end\": [");
    for (uint32_t i = 0; i < o->count; i++)
        if (o->rows[i].is_of_moment) {
            text_print(out, "%s\"%s\"", between, o->rows[i].name);
            between = ", ";
        }
    text_put(out, "]");
}

// Write the form in which the live states of each group are stored; nothing if no group has a tree.
static void put_states(text_out *out, const scene_run *r)
{
    const gestalt_population *p = gestalt_world_population(r->world);
    const char *between = "";
    text_put(out, ", \"states\": {");
    for (uint32_t i = 0; i < r->scene.group_count; i++) {
        const char *name = gestalt_scene_group_at(r->now, i).name;
        gestalt_states_choice states;
        if (gestalt_population_states(p, i, &states, NULL) != GESTALT_OK)
            continue;
        text_put(out, between);
        text_json(out, name, strlen(name));
        text_put(out, ": ");
        states_put_json(out, &states);
        between = ", ";
    }
    text_put(out, "}");
}

static void put_json(text_out *out, const scene_run *r)
{
    text_put(out, "{\"scene\": ");
    text_json(out, r->scene.name, strlen(r->scene.name));
    text_print(out, ", \"steps\": %" PRIu64 ", \"agents\": %" PRIu64 ", \"outcome\": {",
               gestalt_world_steps(r->world), agents_of(r));
    for (uint32_t i = 0; i < r->outcome.count; i++) {
        const gestalt_outcome_row *row = &r->outcome.rows[i];
        text_print(out, "%s\"%s\": ", i ? ", " : "", row->name);
        if (row->is_count)
            text_print(out, "%" PRIu64, row->count);
        else
            put_number(out, row->number);
    }
    text_put(out, "}");
    put_moments(out, &r->outcome);
    if (r->until)
        text_print(out, ", \"done\": %s", r->is_done ? "true" : "false");
    if (r->edits.next) {
        text_put(out, ", \"edits\": ");
        scene_edits_json(out, &r->edits);
    }
    put_states(out, r);
    text_put(out, ", \"updates_per_second\": ");
    put_number(out, rate_of(r));
    text_print(out, ", \"hash\": \"%016" PRIx64 "\"}", r->hash);
}

static void write_json(text_out *out, const scene_run *r)
{
    json_layout layout;
    text_out json;
    json_layout_start(&layout, out);
    text_start(&json, json_layout_writer(&layout), false);
    put_json(&json, r);
    text_finish(&json);
    json_layout_finish(&layout);
}

static int label_width(const gestalt_outcome *o)
{
    size_t width = strlen("speed of run");
    for (uint32_t i = 0; i < o->count; i++)
        width = strlen(o->rows[i].name) > width ? strlen(o->rows[i].name) : width;
    return (int)width;
}

static void put_label(text_out *out, int width, const char *label)
{
    text_put(out, "  ");
    text_style(out, COLOR_DIM);
    text_print(out, "%-*s", width, label);
    text_style(out, COLOR_OFF);
    text_put(out, "  ");
}

static void put_row(text_out *out, int width, const gestalt_outcome_row *row)
{
    put_label(out, width, row->name);
    if (row->is_count)
        text_print(out, "%" PRIu64, row->count);
    else if (isfinite(row->number))
        text_print(out, "%.4g", row->number);
    else
        text_put(out, "-");
    if (row->is_of_moment) {
        text_style(out, COLOR_DIM);
        text_put(out, " at the end");
        text_style(out, COLOR_OFF);
    }
    text_put(out, "\n");
}

static void write_text(text_out *out, const scene_run *r)
{
    char seconds[NUMBER_TEXT_SIZE];
    uint64_t steps = gestalt_world_steps(r->world), agents = agents_of(r);
    int width = label_width(&r->outcome);
    text_style(out, COLOR_BOLD);
    text_escaped(out, r->scene.name, strlen(r->scene.name));
    text_style(out, COLOR_OFF);
    text_print(out, ": %" PRIu64 " agent%s, %" PRIu64 " step%s, ", agents,
               text_plural(agents, "", "s"), steps, text_plural(steps, "", "s"));
    text_write(out, seconds, number_print_seconds(seconds, (int64_t)steps * r->scene.dt));
    text_put(out, " s");
    if (r->is_done) {
        text_put(out, ", until ");
        text_escaped(out, r->until, strlen(r->until));
    }
    text_put(out, "\n");
    for (uint32_t i = 0; i < r->outcome.count; i++)
        put_row(out, width, &r->outcome.rows[i]);
    put_label(out, width, "speed of run");
    progress_put_rate(out, rate_of(r));
    text_put(out, " updates/s\n");
}

// Write the counts of each group, with its name.
static gestalt_result put_counts(text_out *out, const scene_run *r, const gestalt_scene *scene,
                                 gestalt_error *error)
{
    const gestalt_population *p = gestalt_world_population(r->world);
    bool is_json = options_flag(&r->c->options, OPTION_JSON);
    gestalt_result result = GESTALT_OK;
    text_put(out, is_json ? "{ \"groups\": [\n  " : "");
    for (uint32_t i = 0; i < r->scene.group_count && result == GESTALT_OK; i++) {
        const char *name = gestalt_scene_group_at(scene, i).name;
        if (is_json) {
            text_put(out, i ? ",\n  " : "");
            result = count_list_json(out, p, i, name, error);
            continue;
        }
        text_put(out, i ? "\n" : "");
        text_escaped(out, name, strlen(name));
        text_put(out, ": ");
        result = count_list_text(out, p, i, error);
    }
    text_put(out, is_json ? "\n] }\n" : "");
    return result;
}

static const char *group_name(const void *scene, uint32_t group)
{
    return gestalt_scene_group_at(scene, group).name;
}

static gestalt_result put_profile(text_out *out, const scene_run *r, const gestalt_scene *scene,
                                  gestalt_error *error)
{
    bool is_json = options_flag(&r->c->options, OPTION_JSON);
    return (is_json ? profile_json : profile_text)(
        out, &r->profile, gestalt_world_population(r->world), group_name, scene, error);
}

static exit_code write_counts(scene_run *r, const gestalt_scene *scene)
{
    output out;
    gestalt_error error = {0};
    output_start(&out, r->c, NULL);
    gestalt_result result =
        (r->is_profiled ? put_profile : put_counts)(&out.text, r, scene, &error);
    if (result == GESTALT_OK)
        return output_finish(&out, r->c);
    output_abandon(&out);
    return scene_run_failed(r, r->path, result, &error);
}

static exit_code write_world_final(scene_run *r, const char *path)
{
    output out;
    gestalt_error error = {0};
    output_start(&out, r->c, path);
    gestalt_result result = final_write_world(&out.text, r->now, r->world, &error);
    if (result == GESTALT_OK)
        return output_finish(&out, r->c);
    output_abandon(&out);
    return scene_run_failed(r, path, result, &error);
}

static exit_code write_outcome(scene_run *r)
{
    output out;
    gestalt_error error = {0};
    const options *o = &r->c->options;
    gestalt_world_measure(r->world, &r->outcome);
    gestalt_result result = gestalt_world_hash(r->world, &r->hash, &error);
    if (result != GESTALT_OK)
        return scene_run_failed(r, r->path, result, &error);
    output_start(&out, r->c, NULL);
    if (options_flag(o, OPTION_JSON))
        write_json(&out.text, r);
    else if (options_flag(o, OPTION_HASH))
        text_print(&out.text, "%016" PRIx64 "\n", r->hash);
    else
        write_text(&out.text, r);
    return output_finish(&out, r->c);
}

static exit_code scene_run_finish(scene_run *r, const gestalt_scene *scene, exit_code verdict)
{
    const options *o = &r->c->options;
    const char *path = options_text(o, OPTION_SAVE);
    bool asked = options_flag(o, OPTION_JSON) || options_flag(o, OPTION_HASH);
    bool has_run = verdict == EXIT_FINE || verdict == EXIT_INTERRUPTED;
    if (path && (has_run || r->is_stopped)) {
        gestalt_error error = {0};
        exit_code saved =
            scene_run_failed(r, path, gestalt_world_save(r->world, path, &error), &error);
        if (saved != EXIT_FINE)
            return cli_worse(verdict, saved);
    }
    if (!has_run)
        return verdict;
    const char *final_path = options_text(o, OPTION_FINAL);
    if (final_path)
        verdict = cli_worse(verdict, write_world_final(r, final_path));
    if (options_flag(o, OPTION_COUNTS) || r->is_profiled)
        verdict = cli_worse(verdict, write_counts(r, scene));
    else if (asked || !(final_path || r->events_path || options_flag(o, OPTION_QUIET)))
        verdict = cli_worse(verdict, write_outcome(r));
    return verdict;
}

// ---- the options

// Check that at most one result is written to standard output.
static exit_code check_outputs(cli *c)
{
    static const option_id files[] = {OPTION_EVENTS, OPTION_FINAL, OPTION_REPORTS, OPTION_RECORD,
                                      OPTION_RECORD_TREES};
    const options *o = &c->options;
    const char *what = options_flag(o, OPTION_COUNTS) ? "counts" : "profile";
    bool has_both = options_flag(o, OPTION_COUNTS) && options_flag(o, OPTION_PROFILE);
    bool has_counts = options_flag(o, OPTION_COUNTS) || options_flag(o, OPTION_PROFILE);
    int to_output = has_counts || options_flag(o, OPTION_JSON) || options_flag(o, OPTION_HASH);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        to_output += options_text(o, files[i]) && cli_is_dash(options_text(o, files[i]));
    if (to_output > 1 || has_both || (has_counts && options_flag(o, OPTION_HASH)))
        return cli_usage(
            c,
            "only one of --events=-, --final=-, --reports=-, --record=-, --counts, --profile, and "
            "--hash or --json can go to standard output");
    if (has_counts && options_is_given(o, OPTION_EDIT))
        return cli_usage(c, "--%s and --edit exclude each other: an edit makes another world",
                         what);
    const char *reports = options_text(o, OPTION_REPORTS), *record = options_text(o, OPTION_RECORD);
    if (reports && cli_is_dash(reports) && !options_flag(o, OPTION_QUIET))
        return cli_usage(c, "--reports=- needs --quiet: only one thing can go to standard output");
    if (record && cli_is_dash(record) && !options_flag(o, OPTION_QUIET))
        return cli_usage(c, "--record=- needs --quiet: only one thing can go to standard output");
    return EXIT_FINE;
}

// Refuse options that are for trees only.
static exit_code check_options(cli *c)
{
    static const option_id others[] = {OPTION_AGENTS,   OPTION_TICKS,        OPTION_DT,
                                       OPTION_START,    OPTION_STUB,         OPTION_NAME,
                                       OPTION_LAUNCHES, OPTION_NATIVE_LEAVES};
    const options *o = &c->options;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (options_is_given(o, others[i]))
            return cli_usage(c, "--%s is not for scenes", option_table[others[i]].name);
    if (options_is_given(o, OPTION_OLD_TREE) && !options_text(o, OPTION_RESUME))
        return cli_usage(c, "--from goes with --resume: it is the scene of the snapshot");
    if (options_is_given(o, OPTION_SEED) && options_text(o, OPTION_RESUME))
        return cli_usage(c, "--seed and --resume exclude each other: the snapshot says it");
    const char *save = options_text(o, OPTION_SAVE), *record = options_text(o, OPTION_RECORD);
    const char *trees = options_text(o, OPTION_RECORD_TREES);
    if (record && trees && strcmp(record, trees) == 0)
        return cli_usage(c, "--record and --record-trees need a file each");
    exit_code verdict = tree_record_check(c, OPTION_RECORD_TREES);
    if (verdict != EXIT_FINE)
        return verdict;
    exit_code saves = output_check_snapshot(c, "--save", save);
    if (saves != EXIT_FINE)
        return saves;
    if (record && options_is_given(o, OPTION_EDIT))
        return cli_usage(c, "--record and --edit exclude each other: a recording tells once, at "
                            "its beginning, which nodes its trees have; record up to the edit with "
                            "--save, and the scene with the other tree from there on with --resume "
                            "and --from");
    return check_outputs(c);
}

static exit_code run_read(scene_input *in)
{
    scene_run r = {
        .c = in->c, .path = in->path, .is_profiled = options_flag(&in->c->options, OPTION_PROFILE)};
    exit_code verdict = check_options(in->c);
    if (verdict == EXIT_FINE)
        verdict = scene_input_change(in);
    if (verdict == EXIT_FINE && options_is_given(&in->c->options, OPTION_RUN_REPEATS))
        return run_repeats(in);
    if (verdict == EXIT_FINE)
        verdict = scene_input_read(in);
    scene_input_report(in);
    if (verdict == EXIT_FINE)
        verdict = scene_edits_open(&r.edits, in->c, in);
    if (verdict == EXIT_FINE)
        verdict = open_natives(&r, in->scene);
    if (verdict == EXIT_FINE)
        verdict = open_world(&r, in->scene);
    if (verdict == EXIT_FINE) {
        signals_catch();
        verdict = scene_run_finish(&r, in->scene, run_recorded(&r, in->scene));
    }
    gestalt_world_destroy(r.world);
    scene_edits_close(&r.edits);
    natives_close(&r.natives);
    return verdict;
}

bool run_scene(cli *c, const char *path, exit_code *verdict)
{
    scene_input in;
    if (!scene_input_open(&in, c, path))
        return false;
    *verdict = in.text ? run_read(&in) : scene_input_read(&in);
    scene_input_release(&in);
    return true;
}
