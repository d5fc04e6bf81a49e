// SPDX-License-Identifier: MIT
#include "session.h"

#include "edit_show.h"
#include "floats.h"
#include "limits_option.h"
#include "shape_limits.h"

#include <inttypes.h>
#include <time.h>

uint64_t session_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * UINT64_C(1000000000) + (uint64_t)t.tv_nsec;
}

static exit_code session_failed(const session *s, gestalt_result result, const gestalt_error *error)
{
    return cli_fail(s->c, input_name(s->in->path), result, error);
}

// ---- opening

static exit_code too_late(const session *s)
{
    return cli_usage(
        s->c, "the last tick would be later than time can tell, 146135 years on both sides of 0");
}

static exit_code read_times(session *s)
{
    uint64_t start = options_number(&s->c->options, OPTION_START);
    uint64_t dt = options_number(&s->c->options, OPTION_DT);
    if (start > LIMIT_TIME || dt > LIMIT_TIME)
        return too_late(s);
    s->start = (int64_t)start;
    s->dt = (int64_t)dt;
    return input_check_step(s->c);
}

// Check that the time of the last tick can be represented.
static exit_code check_times(const session *s, uint64_t ticks)
{
    uint64_t all;
    int64_t duration, end;
    if (__builtin_add_overflow(gestalt_population_ticks(s->population), ticks, &all) ||
        __builtin_mul_overflow(all ? all - 1 : 0, s->dt, &duration) ||
        __builtin_add_overflow(s->start, duration, &end) || end > LIMIT_TIME)
        return too_late(s);
    return EXIT_FINE;
}

static bool write_line(void *user, const char *text, size_t size)
{
    cli *c = user;
    text_write(&c->messages, text, size);
    return true;
}

// Check that the functions of a plugin take the arguments that the tree passes.
static exit_code check_misfits(const session *s, const session_tree *tree)
{
    cli *c = s->c;
    text_out nowhere;
    text_start(&nowhere, (gestalt_writer){write_line, c}, false);
    uint32_t misfits = gestalt_host_misfits(tree->host, tree->in->shape, nowhere.writer);
    if (misfits == 0)
        return EXIT_FINE;
    cli_say(c, "%s: the plugin does not fit the tree in %" PRIu32 " place%s", s->plugin.path,
            misfits, text_plural(misfits, "", "s"));
    return EXIT_REJECTED;
}

static exit_code bind_host(session *s, const input *in, const session_settings *settings,
                           session_tree *tree)
{
    gestalt_error error = {0};
    const char *path = options_text(&s->c->options, OPTION_PLUGIN);
    *tree = (session_tree){.in = in};
    gestalt_result result = gestalt_host_create(NULL, &tree->host, &error);
    if (result != GESTALT_OK)
        return cli_fail(s->c, input_name(in->path), result, &error);
    gestalt_limits limits = limits_option(&s->c->options);
    gestalt_host_set_limits(tree->host, &limits);
    exit_code verdict = path ? plugin_add(&s->plugin, s->c, path, tree->host) : EXIT_FINE;
    const gestalt_shape *shapes[64];
    for (uint32_t i = 0; i < settings->other_count && i < 64; i++)
        shapes[i] = settings->others[i].shape;
    if (verdict == EXIT_FINE)
        verdict = stub_options_read(&tree->stub_options, s->c, in->shape, shapes,
                                    settings->other_count, tree->host);
    if (verdict != EXIT_FINE)
        return verdict;
    result = stub_set_create(in->shape, tree->stub_options.stubs, tree->stub_options.count,
                             tree->host, NULL, &tree->stubs, &error);
    return result == GESTALT_OK ? check_misfits(s, tree)
                                : cli_fail(s->c, input_name(in->path), result, &error);
}

exit_code session_bind(session *s, const input *in, const session_settings *settings,
                       session_tree *tree)
{
    exit_code verdict = bind_host(s, in, settings, tree);
    if (verdict == EXIT_FINE)
        verdict = natives_find(settings->natives, input_name(in->path), in->shape, &tree->native);
    return verdict;
}

void session_tree_close(session_tree *tree)
{
    stub_set_destroy(tree->stubs);
    stub_options_release(&tree->stub_options);
    gestalt_host_destroy(tree->host);
    *tree = (session_tree){0};
}

// Refuse options for values that a snapshot already contains.
static exit_code check_options(const session *s)
{
    static const option_id others[] = {OPTION_AGENTS, OPTION_SEED, OPTION_START,
                                       OPTION_BENCH_AGENTS, OPTION_BENCH_SEED};
    const options *o = &s->c->options;
    if (options_is_given(o, OPTION_OLD_TREE) && !options_text(o, OPTION_RESUME))
        return cli_usage(s->c, "--from goes with --resume: it is the tree of the snapshot");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (options_text(o, OPTION_RESUME) && options_is_given(o, others[i]))
            return cli_usage(s->c, "--%s and --resume exclude each other: the snapshot says it",
                             option_table[others[i]].name);
    return EXIT_FINE;
}

// Report the edit from the tree of the snapshot, and apply it to the stubs' state.
static gestalt_result resume_edited(session *s, const gestalt_shape *old_shape,
                                    const gestalt_edit_report *report, gestalt_error *error)
{
    if (!report)
        return GESTALT_OK;
    if (!s->is_quiet) {
        text_put(&s->c->messages, "resumed: ");
        edit_show_summary(&s->c->messages, &(edit_view){old_shape, s->in->shape, report});
        text_finish(&s->c->messages);
    }
    return stub_state_edit(s->population, report, error);
}

// Restore the stubs' state. The snapshot may have been saved by another program, with other data
// attached to its population.
static gestalt_result resume_stubs(session *s, const char *path, gestalt_error *error)
{
    size_t size;
    if (stub_state_is_attached(s->population))
        return stub_set_resume(s->tree.stubs, s->population, error);
    gestalt_population_attached(s->population, &size);
    if (size && !s->is_quiet)
        cli_say(s->c, "%s: left out %zu byte%s that the program which saved it has attached", path,
                size, text_plural(size, "", "s"));
    return stub_set_adopt(s->tree.stubs, s->population, error);
}

static gestalt_result load_snapshot(session *s, const char *path, const input *from,
                                    const session_settings *settings, gestalt_error *error)
{
    gestalt_edit_report *report = NULL;
    const gestalt_group old = {.shape = from->shape};
    gestalt_load_options how = {.old_shapes = &old, .old_shape_count = 1, .reports = &report};
    if (from->shape && settings->renames) {
        edit_renames_choose(settings->renames, settings->chosen, from->shape, s->in->shape);
        how.renames = settings->chosen->list;
        how.rename_count = settings->chosen->count;
    }
    gestalt_result result = from->shape
                                ? gestalt_population_load_with(s->population, path, &how, error)
                                : gestalt_population_load(s->population, path, error);
    if (result == GESTALT_OK)
        result = resume_edited(s, from->shape, report, error);
    gestalt_edit_report_destroy(report);
    return result == GESTALT_OK ? resume_stubs(s, path, error) : result;
}

static exit_code read_snapshot(session *s, const char *path, const session_settings *settings)
{
    gestalt_error error = {0};
    input from = {0};
    const char *old_tree = options_text(&s->c->options, OPTION_OLD_TREE);
    if (old_tree) {
        input_load(&from, s->c, old_tree);
        if (from.result != GESTALT_OK) {
            exit_code verdict = input_report(&from, s->c);
            input_release(&from);
            return verdict;
        }
    }
    gestalt_result result = load_snapshot(s, path, &from, settings, &error);
    if (old_tree)
        input_release(&from);
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(s->c, path, result, &error);
}

// Resume a snapshot. The next tick is `dt` later than the last one, unless that one was
// interrupted.
static exit_code session_resume(session *s, const char *path, const session_settings *settings)
{
    exit_code verdict = read_snapshot(s, path, settings);
    if (verdict != EXIT_FINE)
        return verdict;
    uint64_t ticks = s->first_tick = gestalt_population_ticks(s->population);
    int64_t passed = 0;
    s->start = gestalt_population_now(s->population);
    uint64_t begun = ticks + gestalt_population_is_interrupted(s->population);
    if (begun > 0 && (__builtin_mul_overflow(begun - 1, s->dt, &passed) ||
                      __builtin_sub_overflow(s->start, passed, &s->start)))
        return too_late(s);
    return EXIT_FINE;
}

static exit_code session_populate(session *s, const session_settings *settings)
{
    gestalt_error error = {0};
    gestalt_population_options how = {.group = {s->in->shape, s->tree.host, s->tree.native},
                                      .lanes = settings->lanes,
                                      .threads = settings->threads,
                                      .stack_size = settings->stack_size,
                                      .seed = settings->seed,
                                      .start = s->start,
                                      .kernels = settings->kernels,
                                      .states = settings->states,
                                      .never_sleeps = settings->never_sleeps,
                                      .interruptible = settings->interruptible};
    gestalt_result result = gestalt_population_create(&how, &s->population, &error);
    const char *snapshot = options_text(&s->c->options, OPTION_RESUME);
    if (result == GESTALT_BAD_ARGUMENT) // instructions that this machine does not have
        return cli_usage(s->c, "%s", error.message);
    if (result == GESTALT_OK && snapshot)
        return session_resume(s, snapshot, settings);
    if (result == GESTALT_OK && settings->agents > 0)
        result = gestalt_population_spawn(s->population, 0, settings->agents, NULL, &error);
    return result == GESTALT_OK ? EXIT_FINE : session_failed(s, result, &error);
}

exit_code session_open(session *s, cli *c, const input *in, const session_settings *settings)
{
    *s = (session){.c = c,
                   .in = in,
                   .is_quiet = settings->is_quiet || options_flag(&c->options, OPTION_QUIET)};
    exit_code verdict = check_options(s);
    if (verdict == EXIT_FINE)
        verdict = read_times(s);
    if (verdict == EXIT_FINE)
        verdict = session_bind(s, in, settings, &s->tree);
    if (verdict == EXIT_FINE)
        verdict = session_populate(s, settings);
    return verdict == EXIT_FINE ? check_times(s, settings->ticks) : verdict;
}

void session_close(session *s)
{
    gestalt_population_destroy(s->population);
    plugin_close(&s->plugin);
    session_tree_close(&s->tree);
}

exit_code session_save(session *s, const char *path)
{
    gestalt_error error = {0};
    gestalt_result result = stub_set_attach(s->tree.stubs, s->population, &error);
    if (result == GESTALT_OK)
        result = gestalt_population_save(s->population, path, &error);
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(s->c, path, result, &error);
}

// ---- edits

// Move the stubs' state from one tree's set to the other's, in the same way as through a snapshot.
static gestalt_result edit_stubs(session *s, const session_tree *tree,
                                 const gestalt_edit_report *report, gestalt_error *error)
{
    gestalt_result result = stub_set_attach(s->tree.stubs, s->population, error);
    if (result == GESTALT_OK)
        result = stub_state_edit(s->population, report, error);
    return result == GESTALT_OK ? stub_set_resume(tree->stubs, s->population, error) : result;
}

exit_code session_edit(session *s, session_tree *tree, const gestalt_rename *renames,
                       uint32_t rename_count, gestalt_edit_report **report)
{
    gestalt_error error = {0};
    const gestalt_edit edit = {.shape = tree->in->shape,
                               .host = tree->host,
                               .native = tree->native,
                               .renames = renames,
                               .rename_count = rename_count};
    gestalt_result result = gestalt_population_set_now(s->population, session_now(s), &error);
    if (result == GESTALT_OK)
        result = gestalt_population_edit(s->population, &edit, report, &error);
    if (result != GESTALT_OK)
        return cli_fail(s->c, input_name(tree->in->path), result, &error);
    session_tree left = s->tree;
    result = edit_stubs(s, tree, *report, &error);
    s->tree = *tree;
    s->in = tree->in;
    *tree = left;
    return result == GESTALT_OK ? EXIT_FINE : session_failed(s, result, &error);
}

// ---- ticks

int64_t session_now(const session *s)
{
    return s->start + (int64_t)gestalt_population_ticks(s->population) * s->dt;
}

static exit_code tick_failed(const session *s, uint64_t tick, gestalt_result result,
                             const gestalt_error *error)
{
    if (result == GESTALT_INTERRUPTED) {
        stub_set_put_back(s->tree.stubs, s->population);
        return EXIT_INTERRUPTED;
    }
    if (result != GESTALT_REJECTED)
        return session_failed(s, result, error);
    cli_say(s->c, "tick %" PRIu64 ": a host function failed: %s", tick, error->message);
    return EXIT_REJECTED;
}

exit_code session_tick(session *s, uint64_t *nanoseconds)
{
    gestalt_error error = {0};
    uint64_t tick = gestalt_population_ticks(s->population);
    gestalt_result result = stub_set_before(s->tree.stubs, s->population, &error);
    if (result == GESTALT_OK) {
        uint64_t before = session_clock();
        result = gestalt_population_tick(s->population, session_now(s), &error);
        if (nanoseconds)
            *nanoseconds += session_clock() - before;
    }
    return result == GESTALT_OK ? EXIT_FINE : tick_failed(s, tick, result, &error);
}

exit_code session_tick_by(session *s, session_ticker *tick, void *user)
{
    gestalt_error error = {0};
    uint64_t number = gestalt_population_ticks(s->population);
    gestalt_result result = stub_set_before(s->tree.stubs, s->population, &error);
    if (result == GESTALT_OK)
        result = tick(user, s->population, session_now(s), &error);
    return result == GESTALT_OK ? EXIT_FINE : tick_failed(s, number, result, &error);
}

exit_code session_after(session *s)
{
    gestalt_error error = {0};
    uint64_t tick = gestalt_population_ticks(s->population) - 1;
    gestalt_result result = stub_set_after(s->tree.stubs, s->population, &error);
    if (result == GESTALT_OK && s->plugin.entry && s->plugin.entry->after_tick) {
        result = s->plugin.entry->after_tick(s->population, &error);
        floats_reset();
    }
    return result == GESTALT_OK ? EXIT_FINE : tick_failed(s, tick, result, &error);
}
