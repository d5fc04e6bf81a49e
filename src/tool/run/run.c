// SPDX-License-Identifier: MIT
#include "run.h"

#include "error.h"
#include "signals.h"
#include "value.h"

#include <inttypes.h>
#include <stdio.h>

exit_code run_failed(const run *r, gestalt_result result, const gestalt_error *error)
{
    gestalt_error *failure = r->settings.failure;
    if (result == GESTALT_OK || !failure)
        return result == GESTALT_OK ? EXIT_FINE : cli_fail(r->c, r->path, result, error);
    *failure = *error;
    if (!error->message[0])
        error_set(failure, result, 0, "%s", gestalt_result_text(result));
    return cli_exit_code(result);
}

static exit_code run_no_memory(const run *r)
{
    cli_say(r->c, "out of memory");
    return EXIT_LIMIT;
}

// ---- options

// Refuse options for the other kind of run, and options for what a snapshot contains.
static exit_code check_options(const run *r)
{
    static const option_id of_snapshot[] = {OPTION_AGENTS, OPTION_SEED, OPTION_START,
                                            OPTION_BENCH_AGENTS, OPTION_BENCH_SEED};
    const options *o = &r->c->options;
    const run_traits *t = &r->kind->traits;
    for (uint32_t i = 0; i < t->refused_count; i++)
        if (options_is_given(o, t->refused[i]))
            return cli_usage(r->c, t->refusal, option_table[t->refused[i]].name);
    if (options_is_given(o, OPTION_OLD_TREE) && !options_text(o, OPTION_RESUME))
        return cli_usage(r->c, "--from needs --resume: it is the %s of the snapshot", t->name);
    for (size_t i = 0; i < sizeof of_snapshot / sizeof *of_snapshot; i++)
        if (options_text(o, OPTION_RESUME) && options_is_given(o, of_snapshot[i]))
            return cli_usage(r->c,
                             "--%s and --resume exclude each other: the snapshot has this value",
                             option_table[of_snapshot[i]].name);
    return EXIT_FINE;
}

run_settings run_settings_of(const run *r, uint64_t *seed)
{
    static const char *const kernels[] = {NULL, "plain", "avx2", "avx512"};
    const options *o = &r->c->options;
    uint32_t threads = (uint32_t)options_number(o, OPTION_THREADS);
    *seed = options_number(o, OPTION_SEED);
    return (run_settings){.agents = options_number(o, OPTION_AGENTS),
                          .ticks = r->kind->ticks(r),
                          .seed = options_is_given(o, OPTION_SEED) ? seed : NULL,
                          .lanes = (uint32_t)options_number(o, OPTION_LANES),
                          .threads = threads ? threads : team_threads(),
                          .stack_size = options_number(o, OPTION_STACK),
                          .kernels = kernels[options_choice(o, OPTION_KERNELS)],
                          .states = (gestalt_states)options_choice(o, OPTION_STATES),
                          .interruptible = true};
}

// ---- reading edits

static exit_code edit_malformed(const run *r, const char *text)
{
    return cli_usage(r->c, "--edit cannot be `%s`: %s", text, r->kind->traits.edit_form);
}

static exit_code edit_parse(run *r, run_version *v, const char *text)
{
    const char *end = strchr(text, ':'), *path = end ? end + 1 : NULL;
    const char *second = path && r->kind->traits.edits_group ? strchr(path, ':') : NULL;
    if (!end || end == text || (r->kind->traits.edits_group && (!second || second == path)))
        return edit_malformed(r, text);
    if (second) {
        v->group = arena_copy_text(&r->a, path, (size_t)(second - path));
        path = second + 1;
    }
    v->path = path;
    const char *digits = arena_copy_text(&r->a, text, (size_t)(end - text));
    return path[0] && value_count(digits, &v->tick) == VALUE_GOOD ? EXIT_FINE
                                                                  : edit_malformed(r, text);
}

// Add a version. Edits before the same tick stay in the order in which they were given.
static void insert_version(run *r, run_version *v)
{
    uint32_t at = r->version_count++;
    for (; at > 1 && r->versions[at - 1]->tick > v->tick; at--)
        r->versions[at] = r->versions[at - 1];
    r->versions[at] = v;
}

static exit_code read_options(run *r)
{
    uint32_t at = 0, count = 0;
    const char *text;
    const options *o = &r->c->options;
    while (options_next_text(o, OPTION_EDIT, &at))
        count++;
    run_version **versions = ARENA_ARRAY(&r->a, run_version *, count + 1);
    versions[0] = r->versions[0];
    r->versions = versions;
    exit_code verdict = edit_renames_read(&r->renames, r->c, &r->a);
    if (verdict == EXIT_FINE && r->renames.count && !count && !options_is_given(o, OPTION_OLD_TREE))
        return cli_usage(r->c, "--rename needs --edit%s",
                         o->command == COMMAND_RUN ? ", or --from" : "");
    r->of_snapshot.list = ARENA_ARRAY(&r->a, gestalt_rename, r->renames.count);
    at = 0;
    while (verdict == EXIT_FINE && (text = options_next_text(o, OPTION_EDIT, &at))) {
        run_version *v = ARENA_NEW(&r->a, run_version);
        v->renames.list = ARENA_ARRAY(&r->a, gestalt_rename, r->renames.count);
        verdict = edit_parse(r, v, text);
        insert_version(r, v);
    }
    return verdict;
}

// Store the names of the groups, which edits do not change.
static void name_groups(run *r)
{
    uint32_t count = run_group_count(r);
    const char **groups = ARENA_ARRAY(&r->a, const char *, count);
    for (uint32_t i = 0; i < count; i++)
        groups[i] = run_group_name(r, i);
    r->groups = count && groups[0] ? groups : NULL;
}

static exit_code read_versions(run *r)
{
    exit_code verdict = read_options(r);
    for (uint32_t i = 0; i < r->version_count && verdict == EXIT_FINE; i++) {
        run_version *v = r->versions[i];
        verdict = r->kind->read(r, v);
        v->report_count = verdict == EXIT_FINE ? r->kind->group_count(v) : 0;
        v->reports = ARENA_ARRAY(&r->a, gestalt_edit_report *, v->report_count);
    }
    if (verdict == EXIT_FINE)
        name_groups(r);
    return verdict;
}

// ---- from the file to the end

// Start with one version. Returns false if memory runs out.
static bool run_begin(run *r, cli *c, const run_kind *kind, const char *path)
{
    *r = (run){.c = c, .path = cli_input_name(path), .kind = kind, .is_open = true};
    arena_start(&r->a, memory_allocator(NULL));
    if (setjmp(r->a.escape))
        return false;
    r->versions = ARENA_NEW(&r->a, run_version *);
    r->versions[0] = ARENA_NEW(&r->a, run_version);
    r->versions[0]->path = path;
    r->version_count = 1;
    return true;
}

exit_code run_open(run *r, cli *c, const char *path)
{
    if (!run_begin(r, c, &run_of_tree, path))
        return run_no_memory(r);
    scene_input *scene = &r->versions[0]->scene;
    if (!scene_input_open(scene, c, path))
        return EXIT_FINE;
    r->kind = &run_of_scene;
    return scene->has_text ? EXIT_FINE : scene_input_read(scene); // reports the error
}

exit_code run_look(run *r, cli *c, const char *path)
{
    exit_code verdict = run_open(r, c, path);
    return verdict == EXIT_FINE ? check_options(r) : verdict;
}

gestalt_result run_vary(run *r, const run *of, const scene_changes *changes, gestalt_error *error)
{
    const run_version *first = of->versions[0];
    if (!run_begin(r, of->c, of->kind, first->path))
        return error_no_memory(error);
    scene_input *scene = &r->versions[0]->scene;
    gestalt_result result = scene_input_vary(scene, &first->scene, changes);
    if (result != GESTALT_OK)
        *error = scene->error;
    return result;
}

exit_code run_read(run *r)
{
    if (setjmp(r->a.escape))
        return run_no_memory(r);
    return read_versions(r);
}

exit_code run_start(run *r, const run_settings *settings)
{
    r->settings = *settings;
    r->version = 0;
    exit_code verdict = r->kind->start(r);
    if (verdict == EXIT_FINE)
        r->first_tick = run_ticks(r);
    return verdict;
}

void run_stop(run *r)
{
    r->kind->stop(r);
    r->agents = (team_agents){0};
}

void run_close(run *r)
{
    if (!r->is_open)
        return;
    run_stop(r);
    for (uint32_t i = 0; i < r->version_count; i++) {
        run_version *v = r->versions[i];
        for (uint32_t k = 0; k < v->report_count; k++)
            gestalt_edit_report_destroy(v->reports[k]);
    }
    // Scenes of edits share the text and the plugin of the first one.
    for (uint32_t i = r->version_count; i-- > 0;)
        r->kind->release(r->versions[i]);
    arena_destroy(&r->a);
    r->is_open = false;
}

// ---- edits

static exit_code check_ticks(const run *r, uint64_t ticks)
{
    const run_traits *t = &r->kind->traits;
    bool has_begun = team_is_interrupted(&r->agents);
    for (uint32_t i = 1; i < r->version_count; i++) {
        uint64_t tick = r->versions[i]->tick, last = r->first_tick + ticks - (ticks > 0);
        if (has_begun && tick == r->first_tick)
            return cli_usage(r->c,
                             "--edit %" PRIu64 ":...: the snapshot was saved in the middle of that "
                             "%s",
                             tick, t->tick);
        if (tick < r->first_tick)
            return cli_usage(r->c, "--edit %" PRIu64 ":...: the run starts with %s %" PRIu64, tick,
                             t->tick, r->first_tick);
        if (tick - r->first_tick < ticks)
            continue;
        // The length of a trace depends on several options, so its message names none.
        if (r->c->options.command != COMMAND_RUN)
            return cli_usage(r->c,
                             "--edit %" PRIu64 ":...: that %s never comes; the last one is "
                             "%" PRIu64,
                             tick, t->tick, last);
        return cli_usage(r->c,
                         "--edit %" PRIu64 ":...: that %s never comes; the last one is %" PRIu64
                         ", by --%s=%" PRIu64,
                         tick, t->tick, last, option_table[t->ticks_option].name, ticks);
    }
    return EXIT_FINE;
}

uint32_t run_find_group(const run *r, const run_version *v, const char *name)
{
    uint32_t count = r->kind->group_count(v);
    for (uint32_t i = 0; name && i < count; i++)
        if (strcmp(r->kind->group(v, i), name) == 0)
            return i;
    return name ? UINT32_MAX : 0;
}

static exit_code check_renames(const run *r)
{
    exit_code verdict = EXIT_FINE;
    for (uint32_t i = 1; i < r->version_count && verdict == EXIT_FINE; i++) {
        const run_version *before = r->versions[i - 1];
        run_version *v = r->versions[i];
        const gestalt_shape *old_shape =
            r->kind->shape(before, run_find_group(r, before, v->group));
        const gestalt_shape *new_shape = r->kind->shape(v, run_find_group(r, v, v->group));
        edit_renames_choose(&r->renames, &v->renames, old_shape, new_shape);
        verdict = edit_renames_try(&v->renames, r->c, old_shape, new_shape);
    }
    return verdict == EXIT_FINE ? edit_renames_check(&r->renames, r->c) : verdict;
}

exit_code run_prepare_edits(run *r, uint64_t ticks)
{
    exit_code verdict = check_ticks(r, ticks);
    if (verdict == EXIT_FINE)
        verdict = check_renames(r);
    for (uint32_t i = 1; i < r->version_count && verdict == EXIT_FINE; i++)
        verdict = r->kind->prepare(r, r->versions[i]);
    return verdict;
}

bool run_edit_is_due(const run *r)
{
    return r->version + 1 < r->version_count && r->versions[r->version + 1]->tick == run_ticks(r);
}

edit_view run_view(const gestalt_shape *old_shape, const gestalt_shape *new_shape,
                   const gestalt_edit_report *report)
{
    edit_view v = edit_view_of(old_shape, new_shape, report);
    uint64_t counts[sizeof v.counts / sizeof(uint64_t)];
    memcpy(counts, &v.counts, sizeof counts);
    team_sum(counts, sizeof counts / sizeof *counts);
    memcpy(&v.counts, counts, sizeof counts);
    return v;
}

static edit_view view_of(const run *r, uint32_t version, uint32_t group)
{
    const run_version *v = r->versions[version];
    return run_view(r->kind->shape(r->versions[version - 1], group), r->kind->shape(v, group),
                    v->reports[group]);
}

void run_tell_edit(const run *r, const char *when, const char *group, const edit_view *v)
{
    text_out *out = &r->c->messages;
    if (r->settings.is_quiet || options_flag(&r->c->options, OPTION_QUIET))
        return;
    text_put(out, when);
    if (group) {
        text_put(out, ", group `");
        text_escaped(out, group, strlen(group));
        text_put(out, "`");
    }
    text_put(out, ": ");
    edit_view_summary(out, v);
    text_finish(out);
}

exit_code run_edit(run *r)
{
    char when[48];
    uint32_t version = r->version + 1;
    run_version *v = r->versions[version];
    exit_code verdict = r->record ? run_record_before_edit(r->record) : EXIT_FINE;
    if (verdict == EXIT_FINE)
        verdict = r->kind->edit(r, v);
    if (verdict != EXIT_FINE)
        return verdict;
    r->version = version;
    snprintf(when, sizeof when, "before %s %" PRIu64, r->kind->traits.tick, v->tick);
    for (uint32_t i = 0; i < v->report_count; i++) {
        edit_view view = view_of(r, version, i);
        if (view.report)
            run_tell_edit(r, when, r->kind->group(v, i), &view);
    }
    return EXIT_FINE;
}

void run_write_edits(text_out *out, const run *r)
{
    const char *between = "";
    text_put(out, "[");
    for (uint32_t i = 1; i <= r->version; i++)
        for (uint32_t k = 0; k < r->versions[i]->report_count; k++) {
            edit_view v = view_of(r, i, k);
            const char *group = r->kind->group(r->versions[i], k);
            if (!v.report)
                continue;
            text_print(out, "%s{\"%s\": %" PRIu64, between, r->kind->traits.tick,
                       r->versions[i]->tick);
            if (group) {
                text_put(out, ", \"group\": ");
                text_json(out, group, strlen(group));
            }
            text_put(out, ", ");
            edit_view_json(out, &v, true);
            text_put(out, "}");
            between = ", ";
        }
    text_put(out, "]");
}

// ---- ticks

exit_code run_tick(run *r, gestalt_world_ticker *ticker, void *user)
{
    stopwatch *watch = r->kind->traits.times_step ? r->watch : NULL;
    if (r->settings.interruptible)
        signals_watch(r->agents.population, r->world.own);
    if (watch)
        stopwatch_go(watch);
    exit_code verdict = r->kind->tick(r, ticker, user);
    if (watch)
        stopwatch_stop(watch);
    if (r->settings.interruptible)
        signals_watch(NULL, NULL);
    return verdict;
}

gestalt_result run_tick_agents(const run *r, int64_t now, gestalt_error *error)
{
    stopwatch *watch = r->kind->traits.times_step ? NULL : r->watch;
    if (watch)
        stopwatch_go(watch);
    gestalt_result result = team_tick(&r->agents, now, error);
    if (watch)
        stopwatch_stop(watch);
    return result;
}

exit_code run_after(run *r)
{
    return r->kind->after ? r->kind->after(r) : EXIT_FINE;
}

bool run_is_done(const run *r)
{
    return r->world.own && gestalt_world_is_done(r->world.own);
}

const char *run_group_name(const void *of, uint32_t group)
{
    const run *r = of;
    return r->kind->group(run_now(r), group);
}
