// SPDX-License-Identifier: MIT
// Runs of trees: a population with one group, a host made of stubs and a plugin, and a clock.
#include "run.h"

#include "error.h"
#include "final.h"
#include "floats.h"
#include "limits_option.h"
#include "shape_limits.h"
#include "summary.h"

#include <inttypes.h>

static run_tree *tree_now(const run *r)
{
    return &run_now(r)->tree;
}

// ---- reading

// Pass a shape on from the first rank to the others.
static gestalt_result share_shape(gestalt_shape **shape, gestalt_error *error)
{
    size_t size = 0;
    gestalt_allocator a = memory_allocator(NULL);
    const void *image = *shape ? gestalt_shape_image(*shape, &size) : NULL;
    gestalt_result result = GESTALT_OK;
    if (!team_share(&a, &image, &size))
        return error_no_memory(error);
    if (!team_is_first()) {
        result = gestalt_shape_load_memory(image, size, NULL, shape, error);
        memory_release(&a, (void *)(uintptr_t)image, size);
    }
    return result;
}

static exit_code tree_read(run *r, run_version *v)
{
    gestalt_error error = {0};
    input *in = &v->tree.in;
    exit_code verdict = EXIT_FINE;
    in->path = v->path;
    if (team_is_first()) {
        input_load(in, r->c, v->path);
        verdict = input_report(in, r->c);
        verdict = in->result == GESTALT_OK ? EXIT_FINE : verdict;
    }
    verdict = team_agree(r->c, verdict);
    if (verdict != EXIT_FINE)
        return verdict;
    gestalt_result result = team_agree_result(share_shape(&in->shape, &error), &error);
    return result == GESTALT_OK ? EXIT_FINE
                                : cli_fail(r->c, cli_input_name(v->path), result, &error);
}

static void tree_unbind(run_tree *t)
{
    stub_set_destroy(t->stubs);
    stub_options_release(&t->stub_options);
    gestalt_host_destroy(t->host);
    *t = (run_tree){.in = t->in};
}

static void tree_release(run_version *v)
{
    tree_unbind(&v->tree);
    if (v->tree.in.path)
        input_release(&v->tree.in);
    v->tree.in = (input){0};
}

// ---- the host

static bool write_line(void *user, const char *text, size_t size)
{
    cli *c = user;
    text_write(&c->messages, text, size);
    return true;
}

// Check that the functions of a plugin take the arguments that the tree passes.
static exit_code check_misfits(const run *r, const run_tree *t)
{
    text_out nowhere;
    text_start(&nowhere, (gestalt_writer){write_line, r->c}, false);
    uint32_t misfits = gestalt_host_misfits(t->host, t->in.shape, nowhere.writer);
    if (misfits == 0)
        return EXIT_FINE;
    cli_say(r->c, "%s: the plugin does not fit the tree in %" PRIu32 " place%s", r->plugin.path,
            misfits, text_plural(misfits, "", "s"));
    return EXIT_REJECTED;
}

// Read the options for stubs. A stub may be for any tree of the command line.
static exit_code read_stubs(run *r, run_tree *t)
{
    run *const own[] = {r};
    run *const *runs = r->settings.others ? r->settings.others : own;
    uint32_t run_count = r->settings.others ? r->settings.other_count : 1, count = 0;
    gestalt_allocator a = memory_allocator(NULL);
    for (uint32_t i = 0; i < run_count; i++)
        count += runs[i]->version_count;
    const gestalt_shape **shapes = memory_new(&a, count * sizeof *shapes);
    if (!shapes)
        return cli_fail(r->c, r->path, GESTALT_NO_MEMORY, &(gestalt_error){0});
    uint32_t at = 0;
    for (uint32_t i = 0; i < run_count; i++)
        for (uint32_t k = 0; k < runs[i]->version_count; k++)
            shapes[at++] = runs[i]->versions[k]->tree.in.shape;
    exit_code verdict =
        stub_options_read(&t->stub_options, r->c, t->in.shape, shapes, count, t->host);
    memory_release(&a, shapes, count * sizeof *shapes);
    return verdict;
}

static exit_code tree_host(run *r, run_tree *t)
{
    gestalt_error error = {0};
    const char *path = options_text(&r->c->options, OPTION_PLUGIN);
    gestalt_result result = gestalt_host_create(NULL, &t->host, &error);
    if (result != GESTALT_OK)
        return run_failed(r, result, &error);
    gestalt_limits limits = limits_option(&r->c->options);
    gestalt_host_set_limits(t->host, &limits);
    exit_code verdict = path ? plugin_add(&r->plugin, r->c, path, t->host) : EXIT_FINE;
    if (verdict == EXIT_FINE)
        verdict = read_stubs(r, t);
    if (verdict != EXIT_FINE)
        return verdict;
    result = stub_set_create(t->in.shape, t->stub_options.stubs, t->stub_options.count, t->host,
                             NULL, &t->stubs, &error);
    return result == GESTALT_OK ? check_misfits(r, t)
                                : cli_fail(r->c, cli_input_name(t->in.path), result, &error);
}

// Create the host of a tree, and find its native code.
static exit_code tree_prepare(run *r, run_version *v)
{
    run_tree *t = &v->tree;
    exit_code verdict = t->host ? EXIT_FINE : tree_host(r, t);
    if (verdict == EXIT_FINE)
        verdict =
            natives_find(r->settings.natives, cli_input_name(t->in.path), t->in.shape, &t->native);
    return verdict;
}

// ---- time

static int64_t tree_time(const run *r)
{
    return r->start + (int64_t)run_ticks(r) * r->dt;
}

static exit_code too_late(const run *r)
{
    return cli_usage(r->c, "the last tick would be after the end of time, 146135 years from 0");
}

static exit_code read_times(run *r)
{
    uint64_t start = options_number(&r->c->options, OPTION_START);
    uint64_t dt = options_number(&r->c->options, OPTION_DT);
    if (start > LIMIT_TIME || dt > LIMIT_TIME)
        return too_late(r);
    r->start = (int64_t)start;
    r->dt = (int64_t)dt;
    return input_check_step(r->c);
}

// Return whether the time of the last of some more ticks can be represented.
static bool has_time(const run *r, uint64_t ticks)
{
    uint64_t all;
    int64_t duration, end;
    return !__builtin_add_overflow(run_ticks(r), ticks, &all) &&
           !__builtin_mul_overflow(all ? all - 1 : 0, r->dt, &duration) &&
           !__builtin_add_overflow(r->start, duration, &end) && end <= LIMIT_TIME;
}

// ---- resuming

// Report the edit from the tree of the snapshot, and apply it to the stubs' state.
static gestalt_result resume_edited(run *r, const gestalt_shape *old_shape,
                                    const gestalt_edit_report *report, gestalt_error *error)
{
    if (!report)
        return GESTALT_OK;
    edit_view view = run_view(old_shape, run_shape(r, 0), report);
    run_tell_edit(r, "resumed", NULL, &view);
    return stub_state_edit(r->agents.population, report, error);
}

// Restore the stubs' state. The snapshot may have been saved by another program, with other data
// attached to its population.
static gestalt_result resume_stubs(run *r, const char *path, gestalt_error *error)
{
    size_t size;
    bool is_quiet = r->settings.is_quiet || options_flag(&r->c->options, OPTION_QUIET);
    if (stub_state_is_attached(r->agents.population))
        return stub_set_resume(tree_now(r)->stubs, r->agents.population, error);
    gestalt_population_attached(r->agents.population, &size);
    if (size && !is_quiet)
        cli_say(r->c, "%s: ignored %zu byte%s that the program which saved it has attached", path,
                size, text_plural(size, "", "s"));
    return stub_set_adopt(tree_now(r)->stubs, r->agents.population, error);
}

static gestalt_result load_edited(run *r, const char *path, const gestalt_shape *old_shape,
                                  gestalt_error *error)
{
    gestalt_edit_report *report = NULL;
    const gestalt_group old = {.shape = old_shape};
    edit_renames_choose(&r->renames, &r->of_snapshot, old_shape, run_shape(r, 0));
    gestalt_load_options how = {.old_shapes = &old,
                                .old_shape_count = 1,
                                .reports = &report,
                                .renames = r->of_snapshot.list,
                                .rename_count = r->of_snapshot.count};
    gestalt_result result = team_load(&r->agents, path, &how, error);
    if (result == GESTALT_OK)
        result = resume_edited(r, old_shape, report, error);
    gestalt_edit_report_destroy(report);
    return result;
}

static exit_code load_snapshot(run *r, const char *path)
{
    gestalt_error error = {0};
    input from = {0};
    const char *old_tree = options_text(&r->c->options, OPTION_OLD_TREE);
    if (old_tree)
        input_load(&from, r->c, old_tree);
    if (old_tree && from.result != GESTALT_OK) {
        exit_code verdict = input_report(&from, r->c);
        input_release(&from);
        return verdict;
    }
    gestalt_result result = from.shape ? load_edited(r, path, from.shape, &error)
                                       : team_load(&r->agents, path, NULL, &error);
    if (result == GESTALT_OK)
        result = team_agree_result(resume_stubs(r, path, &error), &error);
    if (old_tree)
        input_release(&from);
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(r->c, path, result, &error);
}

// Resume a snapshot. The next tick is `dt` later than the last one, unless that one was
// interrupted.
static exit_code tree_resume(run *r, const char *path)
{
    exit_code verdict = load_snapshot(r, path);
    if (verdict != EXIT_FINE)
        return verdict;
    int64_t passed = 0;
    r->start = gestalt_population_now(r->agents.population);
    uint64_t begun = run_ticks(r) + team_is_interrupted(&r->agents);
    if (begun > 0 && (__builtin_mul_overflow(begun - 1, r->dt, &passed) ||
                      __builtin_sub_overflow(r->start, passed, &r->start)))
        return too_late(r);
    return EXIT_FINE;
}

// ---- start and stop

static gestalt_result tree_create(const run *r, const run_tree *t, team_agents *made,
                                  gestalt_error *error)
{
    const run_settings *s = &r->settings;
    gestalt_population_options how = {.group = {t->in.shape, t->host, t->native},
                                      .lanes = s->lanes,
                                      .threads = s->threads,
                                      .stack_size = s->stack_size,
                                      .seed = r->seed,
                                      .start = r->start,
                                      .kernels = s->kernels,
                                      .states = s->states,
                                      .never_sleeps = s->never_sleeps,
                                      .interruptible = s->interruptible};
    return team_create(made, &how, error);
}

static exit_code tree_populate(run *r)
{
    gestalt_error error = {0};
    gestalt_result result = tree_create(r, tree_now(r), &r->agents, &error);
    const char *snapshot = options_text(&r->c->options, OPTION_RESUME);
    if (result == GESTALT_BAD_ARGUMENT) // instructions that this machine does not have
        return cli_usage(r->c, "%s", error.message);
    if (result == GESTALT_OK && snapshot)
        return tree_resume(r, snapshot);
    if (result == GESTALT_OK && r->settings.agents)
        result = team_spawn(&r->agents, 0, r->settings.agents, &error);
    return run_failed(r, result, &error);
}

static exit_code tree_start(run *r)
{
    r->seed = r->settings.seed ? *r->settings.seed : 0;
    exit_code verdict = read_times(r);
    if (verdict == EXIT_FINE)
        verdict = team_agree(r->c, tree_prepare(r, r->versions[0]));
    if (verdict == EXIT_FINE)
        verdict = tree_populate(r);
    return verdict == EXIT_FINE && !has_time(r, r->settings.ticks) ? too_late(r) : verdict;
}

static void tree_stop(run *r)
{
    team_destroy(&r->agents);
    plugin_close(&r->plugin);
    for (uint32_t i = 0; i < r->version_count; i++)
        tree_unbind(&r->versions[i]->tree);
}

// ---- edits

static exit_code tree_edit(run *r, run_version *v)
{
    gestalt_error error = {0};
    const run_tree *to = &v->tree;
    const gestalt_edit edit = {.shape = to->in.shape,
                               .host = to->host,
                               .native = to->native,
                               .renames = v->renames.list,
                               .rename_count = v->renames.count};
    gestalt_result result = team_set_now(&r->agents, tree_time(r), &error);
    if (result == GESTALT_OK)
        result = team_edit(&r->agents, &edit, &v->reports[0], &error);
    if (result == GESTALT_OK) {
        result = stub_set_edit(to->stubs, tree_now(r)->stubs, r->agents.population, v->reports[0],
                               &error);
        result = team_agree_result(result, &error);
        r->is_broken = result != GESTALT_OK;
    }
    return result == GESTALT_OK ? EXIT_FINE
                                : cli_fail(r->c, cli_input_name(to->in.path), result, &error);
}

// ---- ticks

static uint64_t tree_ticks(const run *r)
{
    return options_number(&r->c->options, OPTION_TICKS);
}

static exit_code tick_failed(const run *r, uint64_t tick, gestalt_result result,
                             const gestalt_error *error)
{
    if (result == GESTALT_INTERRUPTED) {
        if (gestalt_population_is_interrupted(r->agents.population))
            stub_set_put_back(tree_now(r)->stubs, r->agents.population);
        return EXIT_INTERRUPTED;
    }
    if (result != GESTALT_REJECTED)
        return run_failed(r, result, error);
    cli_say(r->c, "tick %" PRIu64 ": a host function failed: %s", tick, error->message);
    return EXIT_REJECTED;
}

static exit_code tree_tick(run *r, gestalt_world_ticker *ticker, void *user)
{
    gestalt_error error = {0};
    uint64_t tick = run_ticks(r);
    gestalt_result result = stub_set_before(tree_now(r)->stubs, r->agents.population, &error);
    result = team_agree_result(result, &error);
    if (result == GESTALT_OK && ticker)
        result = ticker(user, r->agents.population, tree_time(r), &error);
    else if (result == GESTALT_OK)
        result = run_tick_agents(r, tree_time(r), &error);
    return result == GESTALT_OK ? EXIT_FINE : tick_failed(r, tick, result, &error);
}

static exit_code tree_after(run *r)
{
    gestalt_error error = {0};
    uint64_t tick = run_ticks(r) - 1;
    gestalt_result result = stub_set_after(tree_now(r)->stubs, r->agents.population, &error);
    if (result == GESTALT_OK && r->plugin.entry && r->plugin.entry->after_tick) {
        result = r->plugin.entry->after_tick(r->agents.population, &error);
        floats_reset();
    }
    result = team_agree_result(result, &error);
    if (result == GESTALT_OK)
        result = plugin_answer(&r->plugin, &r->agents, &error);
    return result == GESTALT_OK ? EXIT_FINE : tick_failed(r, tick, result, &error);
}

// Without a plugin, agents do not affect each other.
static void tree_isolate(run *r, uint64_t agent)
{
    gestalt_population *p = r->agents.population;
    for (uint64_t i = gestalt_population_next(p, 0); i != UINT64_MAX && !r->plugin.object;
         i = gestalt_population_next(p, i + 1))
        if (i != agent)
            gestalt_population_remove(p, i, NULL);
}

// ---- queries

static const gestalt_shape *tree_shape(const run_version *v, uint32_t group)
{
    (void)group;
    return v->tree.in.shape;
}

static const char *tree_group(const run_version *v, uint32_t group)
{
    (void)v, (void)group;
    return NULL;
}

static uint32_t tree_group_count(const run_version *v)
{
    (void)v;
    return 1;
}

static const char *tree_title(const run_version *v)
{
    return gestalt_shape_name(v->tree.in.shape);
}

static bool put_bytes(void *user, const char *bytes, size_t size)
{
    text_write(user, bytes, size);
    return true;
}

static gestalt_result put_ticks(void *user, text_out *out, uint64_t first, uint64_t end,
                                gestalt_error *error)
{
    (void)error;
    stub_set_write_ticks(user, first, end, (gestalt_writer){put_bytes, out});
    return GESTALT_OK;
}

// Attach the state of the stubs of all ranks, on the first one.
static gestalt_result attach_stubs(const run *r, gestalt_error *error)
{
    text_out out;
    text_buffer state = {0};
    gestalt_population *population = r->agents.population;
    stub_set *stubs = tree_now(r)->stubs;
    if (!r->agents.ranks)
        return stub_set_attach(stubs, population, error);
    text_start(&out, text_buffer_writer(&state), false);
    if (team_is_first())
        stub_set_write_head(stubs, population, (gestalt_writer){put_bytes, &out});
    gestalt_result result = team_write(&r->agents, &out, put_ticks, stubs, error);
    if (!text_finish(&out) && result == GESTALT_OK)
        result = error_no_memory(error);
    if (result == GESTALT_OK && team_is_first())
        result = gestalt_population_attach(population, state.bytes, state.size, error);
    text_buffer_release(&state);
    return team_agree_result(result, error);
}

static gestalt_result tree_save(run *r, const char *path, gestalt_error *error)
{
    gestalt_result result = attach_stubs(r, error);
    return result == GESTALT_OK ? team_save(&r->agents, path, error) : result;
}

static gestalt_result tree_save_to(run *r, gestalt_writer writer, gestalt_error *error)
{
    gestalt_result result = stub_set_attach(tree_now(r)->stubs, r->agents.population, error);
    return result == GESTALT_OK ? gestalt_population_save_to(r->agents.population, writer, error)
                                : result;
}

static gestalt_result tree_load(run *r, uint32_t version, const void *bytes, size_t size,
                                gestalt_error *error)
{
    team_agents loaded = r->agents;
    const run_tree *t = &r->versions[version]->tree;
    gestalt_result result = version == r->version ? GESTALT_OK : tree_create(r, t, &loaded, error);
    if (result == GESTALT_OK)
        result = gestalt_population_load_memory(loaded.population, bytes, size, error);
    if (loaded.population != r->agents.population)
        team_destroy(result == GESTALT_OK ? &r->agents : &loaded);
    if (result != GESTALT_OK)
        return result;
    r->agents = loaded;
    r->version = version;
    result = stub_set_resume(t->stubs, r->agents.population, error);
    r->is_broken = result != GESTALT_OK;
    return result;
}

static gestalt_result tree_hash(run *r, uint64_t *hash, gestalt_error *error)
{
    return team_hash(&r->agents, hash, error);
}

static gestalt_result tree_put_final(text_out *out, run *r, gestalt_error *error)
{
    return final_write(out, run_shape(r, 0), &r->agents, error);
}

static const option_id refused[] = {OPTION_SET, OPTION_RUN_REPEATS, OPTION_REPORTS, OPTION_STEPS,
                                    OPTION_RECORD_PARTS};

const run_kind run_of_tree = {
    .traits = {.name = "tree",
               .tick = "tick",
               .host = "the host",
               .on_interrupt = "was interrupted before its end: with --save the snapshot stores "
                               "which agents are finished, and --resume continues it",
               .edit_form = "write TICK:FILE, as in 100:guard.json",
               .ticks_option = OPTION_TICKS,
               .refusal = "--%s is for scenes",
               .refused = refused,
               .refused_count = sizeof refused / sizeof *refused},
    .read = tree_read,
    .release = tree_release,
    .start = tree_start,
    .stop = tree_stop,
    .prepare = tree_prepare,
    .edit = tree_edit,
    .ticks = tree_ticks,
    .tick = tree_tick,
    .after = tree_after,
    .now = tree_time,
    .isolate = tree_isolate,
    .shape = tree_shape,
    .group = tree_group,
    .group_count = tree_group_count,
    .title = tree_title,
    .save = tree_save,
    .save_to = tree_save_to,
    .load = tree_load,
    .hash = tree_hash,
    .put_final = tree_put_final,
    .put_summary = summary_tree,
};
