// SPDX-License-Identifier: MIT
// gestalt bench: measure trees and scenes with different numbers of agents, lanes and threads.
#include "bench_ranks.h"
#include "bench_session.h"
#include "busy.h"
#include "commands.h"
#include "run_report.h"
#include "saved.h"
#include "signals.h"
#include "states_text.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct bench {
    cli *c;
    bench_session session;
    run_task task;
    run_results results;
    natives natives;
    saved saved; // earlier measurement to compare with
    run **runs;
    uint64_t *seeds, *hashes;
} bench;

// ---- options

static uint32_t thread_counts(const options *o)
{
    uint32_t threads, count = 0;
    while (bench_threads_at(o, count, &threads))
        count++;
    return count;
}

// Return the number of combinations of kernels and forms of live states.
static uint32_t settings_count(const options *o)
{
    int states;
    uint32_t sets = 0, forms = 0;
    while (bench_set_at(o, sets))
        sets++;
    while (options_choice_at(o, OPTION_BENCH_STATES, forms, &states))
        forms++;
    return sets * forms;
}

// Return the number of rows of a file: all numbers of lanes with the first number of threads, and
// the largest number of lanes with the others; for each combination of kernels and form of states;
// twice with native code.
static uint32_t rows_of_file(const options *o)
{
    uint32_t rows = bench_count_of(o, OPTION_BENCH_LANES) + thread_counts(o) - 1;
    rows *= settings_count(o);
    return options_is_given(o, OPTION_NATIVE) ? 2 * rows : rows;
}

// Get a number of agents. Growth has its own numbers, unless some are given.
static bool agents_at(const options *o, uint32_t index, uint64_t *agents)
{
    static const uint64_t growing[] = {1000, 10000, 100000, 1000000};
    if (!bench_wants_growth(o) || options_is_given(o, OPTION_BENCH_AGENTS))
        return options_count_at(o, OPTION_BENCH_AGENTS, index, agents);
    if (index >= sizeof growing / sizeof *growing)
        return false;
    *agents = growing[index];
    return true;
}

static uint32_t group_count(const options *o)
{
    uint64_t agents;
    uint32_t count = 0;
    while (agents_at(o, count, &agents))
        count++;
    return count;
}

static exit_code check_plot(cli *c)
{
    const options *o = &c->options;
    if (!options_is_given(o, OPTION_PLOT))
        return EXIT_FINE;
    if (rows_of_file(o) > LINE_PLOT_SERIES)
        return cli_usage(c, "a plot has at most %d lines per tree: give fewer --lanes or --threads",
                         LINE_PLOT_SERIES);
    if (group_count(o) > LINE_PLOT_POINTS)
        return cli_usage(c, "a plot has at most %d points per line: give fewer --agents",
                         LINE_PLOT_POINTS);
    return EXIT_FINE;
}

// ---- files

// Read a file. A table has one kind of files: their ticks are not the same work.
static exit_code read_file(bench *b, uint32_t index)
{
    run *r = b->runs[index];
    const run *first = b->runs[0];
    exit_code verdict = run_look(r, b->c, b->c->options.operands[index]);
    if (verdict == EXIT_FINE && r->kind->traits.has_own_agents &&
        options_is_given(&b->c->options, OPTION_PLOT))
        return cli_usage(b->c, r->kind->traits.refusal, option_table[OPTION_PLOT].name);
    if (verdict == EXIT_FINE && r->kind != first->kind)
        return cli_usage(b->c, "`%s` is a %s, and `%s` is a %s: measure them in separate runs",
                         r->path, r->kind->traits.name, first->path, first->kind->traits.name);
    return verdict == EXIT_FINE ? run_read(r) : verdict;
}

static exit_code read_files(bench *b)
{
    exit_code verdict = EXIT_FINE;
    for (uint32_t i = 0; i < b->task.file_count && verdict == EXIT_FINE; i++)
        verdict = read_file(b, i);
    b->results.has_own_agents = verdict == EXIT_FINE && b->runs[0]->kind->traits.has_own_agents;
    return verdict;
}

static void close_files(bench *b)
{
    for (uint32_t i = 0; i < b->task.file_count; i++)
        run_close(b->runs[i]);
}

// ---- rows

static void add_row(const options *o, run_group *group, run_row row)
{
    group->rows[group->row_count++] = row;
    row.is_native = true;
    if (options_is_given(o, OPTION_NATIVE))
        group->rows[group->row_count++] = row;
}

// Remove the native rows of files without native code.
static void drop_rows(bench *b)
{
    for (uint32_t i = 0; i < group_count(&b->c->options); i++) {
        run_group *group = &b->results.groups[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < group->row_count; k++)
            if (!group->rows[k].is_native || run_rounds_has_code(&b->task, group->rows[k].file))
                group->rows[kept++] = group->rows[k];
        group->row_count = kept;
    }
}

static void add_rows(const options *o, run_group *group, run_row row)
{
    uint64_t lanes;
    uint32_t most = 1;
    bench_threads_at(o, 0, &row.threads);
    for (uint32_t i = 0; options_count_at(o, OPTION_BENCH_LANES, i, &lanes); i++) {
        row.lanes = (uint32_t)lanes;
        most = row.lanes > most ? row.lanes : most;
        add_row(o, group, row);
    }
    row.lanes = most;
    for (uint32_t i = 1; bench_threads_at(o, i, &row.threads); i++)
        add_row(o, group, row);
}

static void add_file(const options *o, run_group *group, uint32_t file)
{
    int states;
    run_row row = {.file = file};
    for (uint32_t i = 0; options_choice_at(o, OPTION_BENCH_STATES, i, &states); i++)
        for (uint32_t k = 0; (row.set = bench_set_at(o, k)); k++) {
            row.states = (gestalt_states)states;
            add_rows(o, group, row);
        }
}

static void make_groups(bench *b, arena *a)
{
    const options *o = &b->c->options;
    uint32_t files = o->operand_count, count = group_count(o);
    uint32_t round_count = (uint32_t)options_number(o, OPTION_REPEATS) * b->task.seed_count;
    run_results *r = &b->results;
    r->groups = ARENA_ARRAY(a, run_group, count);
    r->panels = ARENA_ARRAY(a, line_plot_panel, files);
    r->scratch = ARENA_ARRAY(a, double, round_count);
    for (uint32_t i = 0; i < count; i++) {
        run_group *group = &r->groups[i];
        agents_at(o, i, &group->agents);
        group->ticks = bench_ticks(o, group->agents);
        b->task.ticks = group->ticks > b->task.ticks ? group->ticks : b->task.ticks;
        group->rows = ARENA_ARRAY(a, run_row, files * (size_t)rows_of_file(o));
        for (uint32_t file = 0; file < files; file++)
            add_file(o, group, file);
        for (uint32_t k = 0; k < group->row_count; k++)
            group->rows[k].times.samples = ARENA_ARRAY(a, double, round_count);
    }
}

// ---- resuming

// Check the options: a snapshot determines the number of agents, so there is no growth.
static exit_code check_resume(cli *c)
{
    const options *o = &c->options;
    if (options_text(o, OPTION_RESUME) && bench_wants_growth(o))
        return cli_usage(c,
                         "--%s and --resume exclude each other: the agents come from the snapshot",
                         options_flag(o, OPTION_GROWTH) ? "growth" : "plot");
    return EXIT_FINE;
}

// Return the number of steps for files that determine their agents: the given number, or as many as
// each of the files defines, but at most 100.
static uint64_t own_ticks(const bench *b)
{
    uint64_t ticks = 100;
    if (options_is_given(&b->c->options, OPTION_BENCH_TICKS))
        return options_number(&b->c->options, OPTION_BENCH_TICKS);
    for (uint32_t i = 0; i < b->task.file_count; i++) {
        uint64_t own = b->runs[i]->kind->ticks(b->runs[i]);
        ticks = own && own < ticks ? own : ticks;
    }
    return ticks;
}

// Use the agents of a snapshot, or those that the files determine.
static exit_code take_agents(bench *b)
{
    const char *snapshot = options_text(&b->c->options, OPTION_RESUME);
    run_group *group = &b->results.groups[0];
    if (!b->task.resumes && !b->results.has_own_agents)
        return EXIT_FINE;
    if (b->task.agents == 0) {
        cli_say(b->c, "%s: it has no agents, so there is nothing to measure",
                snapshot ? snapshot : b->runs[0]->path);
        return EXIT_REJECTED;
    }
    group->agents = b->results.has_own_agents ? 0 : b->task.agents;
    group->ticks =
        b->results.has_own_agents ? own_ticks(b) : bench_ticks(&b->c->options, b->task.agents);
    b->results.group_most = 1;
    return EXIT_FINE;
}

// ---- an earlier measurement

static saved_key key_of(const bench *b, const run_group *group, const run_row *row)
{
    const run_results *r = &b->results;
    return (saved_key){.file = run_report_path(r, row->file),
                       .set = row->set,
                       .states = states_name(row->states),
                       .code = run_report_code(row),
                       .agents = row->agents,
                       .ticks = group->ticks,
                       .warm_up = r->warm_up,
                       .lanes = row->lanes,
                       .threads = row->threads,
                       .seed = r->resumes ? 0 : row->seed,
                       .seeds = r->seed_count,
                       .is_awake = r->is_awake,
                       .is_wall = row->times.is_wall,
                       .is_only_file = r->file_count == 1};
}

static void compare_group(bench *b, run_group *group)
{
    for (uint32_t i = 0; b->saved.path && i < group->row_count; i++) {
        saved_row found;
        run_row *row = &group->rows[i];
        saved_key key = key_of(b, group, row);
        if (!saved_find(&b->saved, &key, &found))
            continue;
        row->against = noise_apart(&found.range, &row->times.range);
        row->is_same_as_saved = found.hash == row->hash;
        b->results.compared_count++;
    }
}

// ---- measuring

static exit_code measure_group(bench *b, run_group *group)
{
    busy load;
    if (group->agents)
        snprintf(b->session.label, sizeof b->session.label, "with %" PRIu64 " agent%s",
                 group->agents, text_plural(group->agents, "", "s"));
    else
        snprintf(b->session.label, sizeof b->session.label, "with the agents of the %s",
                 b->runs[0]->kind->traits.name);
    b->task.agents = group->agents;
    b->task.ticks = group->ticks;
    uint32_t done;
    busy_begin(&load);
    exit_code verdict =
        run_rounds_measure(&b->task, group->rows, group->row_count, b->session.setup.repeats,
                           b->hashes, bench_show_progress, &b->session, &done);
    bench_hide_progress(&b->session);
    bool has_rounds = verdict == EXIT_FINE || (verdict == EXIT_INTERRUPTED && done > 0);
    b->results.group_count += has_rounds;
    group->others = busy_others(&load);
    group->processors = load.processors;
    group->is_disturbed = busy_disturbs(&load, group->others);
    if (has_rounds)
        compare_group(b, group);
    if (verdict == EXIT_INTERRUPTED)
        cli_say(b->c,
                "interrupted: %s, %" PRIu32 " of %" PRIu32
                " rounds were measured before the interruption",
                b->session.label, done, b->session.setup.repeats * b->task.seed_count);
    if (has_rounds && !b->session.is_quiet && !b->results.is_growth)
        run_report_table(&b->session.out.text, &b->results, group);
    text_finish(&b->session.out.text);
    return verdict;
}

static exit_code measure_all(bench *b)
{
    exit_code verdict = EXIT_FINE;
    uint32_t count = group_count(&b->c->options);
    if (count > b->results.group_most)
        count = b->results.group_most;
    if (!b->session.is_quiet)
        run_report_head(&b->session.out.text, &b->results);
    for (uint32_t i = 0; i < count && verdict == EXIT_FINE; i++)
        verdict = measure_group(b, &b->results.groups[i]);
    bool has_ended =
        verdict == EXIT_FINE || (verdict == EXIT_INTERRUPTED && b->results.group_count > 0);
    if (has_ended && b->results.is_growth && !b->session.is_quiet)
        run_report_growth(&b->session.out.text, &b->results);
    if (has_ended && !b->session.is_quiet && b->saved.path) {
        run_report_against(&b->session.out.text, &b->results, b->saved.path);
        saved_tell_difference(&b->saved, &b->session.setup.machine, &b->session.out.text);
    }
    return verdict;
}

static void bench_draw(text_out *out, const void *results)
{
    run_report_plot(out, results);
}

static exit_code measure_files(bench *b)
{
    const char *against = options_text(&b->c->options, OPTION_AGAINST);
    b->results.setup = b->session.setup;
    exit_code verdict = natives_open(&b->natives, b->c);
    if (verdict == EXIT_FINE)
        verdict = read_files(b);
    if (verdict == EXIT_FINE)
        verdict = run_rounds_check(&b->task);
    if (verdict == EXIT_FINE)
        verdict = take_agents(b);
    if (verdict == EXIT_FINE && against)
        verdict = saved_open(&b->saved, b->c, against);
    if (verdict == EXIT_FINE) {
        drop_rows(b);
        signals_catch_once();
        verdict = measure_all(b);
    }
    bench_rows rows = run_report_rows(&b->results);
    bool is_part = rows.is_part = verdict == EXIT_INTERRUPTED && b->results.group_count > 0;
    exit_code ended =
        bench_session_finish(&b->session, is_part ? EXIT_FINE : verdict, &rows, bench_draw);
    return is_part ? cli_worse(verdict, ended) : ended;
}

static void make_results(bench *b, arena *a)
{
    const options *o = &b->c->options;
    uint32_t seeds = bench_count_of(o, OPTION_BENCH_SEED), files = o->operand_count;
    int form;
    b->runs = ARENA_ARRAY(a, run *, files);
    for (uint32_t i = 0; i < files; i++)
        b->runs[i] = ARENA_NEW(a, run);
    b->seeds = ARENA_ARRAY(a, uint64_t, seeds);
    b->hashes = ARENA_ARRAY(a, uint64_t, seeds * (size_t)files);
    for (uint32_t i = 0; i < seeds; i++)
        options_count_at(o, OPTION_BENCH_SEED, i, &b->seeds[i]);
    b->task = (run_task){.c = b->c,
                         .runs = b->runs,
                         .file_count = files,
                         .seeds = b->seeds,
                         .seed_count = seeds,
                         .has_seeds = options_is_given(o, OPTION_BENCH_SEED),
                         .warm_up = options_number(o, OPTION_WARM_UP),
                         .resumes = options_is_given(o, OPTION_RESUME),
                         .is_awake = options_flag(o, OPTION_AWAKE),
                         .natives = &b->natives};
    b->results = (run_results){.runs = b->runs,
                               .file_count = files,
                               .seeds = b->seeds,
                               .seed_count = seeds,
                               .group_most = UINT32_MAX,
                               .warm_up = b->task.warm_up,
                               .resumes = b->task.resumes,
                               .is_awake = b->task.is_awake,
                               .has_sets = bench_set_at(o, 1) != NULL,
                               .has_forms = options_choice_at(o, OPTION_BENCH_STATES, 1, &form),
                               .has_against = options_is_given(o, OPTION_AGAINST),
                               .is_growth = bench_wants_growth(o),
                               .has_native = options_is_given(o, OPTION_NATIVE)};
    make_groups(b, a);
}

static exit_code bench_run(cli *c, arena *a)
{
    bench b = {.c = c};
    if (options_is_given(&c->options, OPTION_RANKS))
        return bench_ranks(c, a);
    if (options_is_given(&c->options, OPTION_SCALING))
        return cli_usage(c, "--scaling needs --ranks");
    make_results(&b, a);
    exit_code verdict = check_plot(c);
    if (verdict == EXIT_FINE)
        verdict = check_resume(c);
    if (verdict == EXIT_FINE)
        verdict = bench_session_start(&b.session, c);
    if (verdict != EXIT_FINE)
        return verdict;
    verdict = measure_files(&b);
    close_files(&b);
    saved_release(&b.saved);
    natives_close(&b.natives);
    return verdict;
}

exit_code command_bench(cli *c)
{
    return signals_exit_code(cli_with_arena(c, bench_run));
}
