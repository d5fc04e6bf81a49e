// SPDX-License-Identifier: MIT
// gestalt bench: the user's trees, each with some numbers of agents, lanes and threads.
#include "bench_session.h"
#include "commands.h"
#include "scene_input.h"
#include "signals.h"
#include "tree_report.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct bench {
    cli *c;
    bench_session session;
    tree_task task;
    tree_results results;
    natives natives;
    input *trees;
    uint64_t *seeds, *hashes;
} bench;

// ---- what was asked for

static uint32_t count_of(const options *o, option_id option)
{
    uint64_t value;
    uint32_t count = 0;
    while (options_count_at(o, option, count, &value))
        count++;
    return count;
}

static uint32_t thread_counts(const options *o)
{
    uint32_t threads, count = 0;
    while (bench_threads_at(o, count, &threads))
        count++;
    return count;
}

// All numbers of lanes on the first number of threads, and the most lanes on the others. Each is
// there twice with native code.
static uint32_t rows_of_tree(const options *o)
{
    uint32_t rows = count_of(o, OPTION_BENCH_LANES) + thread_counts(o) - 1;
    return options_is_given(o, OPTION_NATIVE) ? 2 * rows : rows;
}

// The numbers of agents. Growth has its own, unless some are given.
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
    if (rows_of_tree(o) > LINE_PLOT_SERIES)
        return cli_usage(c,
                         "a plot has at most %d lines for a tree: give fewer --lanes or --threads",
                         LINE_PLOT_SERIES);
    if (group_count(o) > LINE_PLOT_POINTS)
        return cli_usage(c, "a plot has at most %d points of a line: give fewer --agents",
                         LINE_PLOT_POINTS);
    return EXIT_FINE;
}

// ---- trees

static exit_code refuse_scene(cli *c, const char *path)
{
    scene_input in;
    if (!scene_input_open(&in, c, path))
        return EXIT_FINE;
    if (!in.text)
        return scene_input_read(&in);
    scene_input_release(&in);
    return cli_usage(
        c, "`%s` is a scene, and `bench` measures trees; `gestalt run` tells how fast a scene is",
        path);
}

static exit_code load_trees(bench *b)
{
    const options *o = &b->c->options;
    exit_code verdict = EXIT_FINE;
    for (uint32_t i = 0; i < o->operand_count && verdict == EXIT_FINE; i++) {
        verdict = refuse_scene(b->c, o->operands[i]);
        if (verdict == EXIT_FINE) {
            input_load(&b->trees[i], b->c, o->operands[i]);
            verdict = input_report(&b->trees[i], b->c);
        }
    }
    return verdict;
}

static void release_trees(bench *b)
{
    for (uint32_t i = 0; i < b->c->options.operand_count; i++)
        input_release(&b->trees[i]);
}

// ---- rows

static void add_row(const options *o, tree_group *group, tree_row row)
{
    group->rows[group->row_count++] = row;
    row.is_native = true;
    if (options_is_given(o, OPTION_NATIVE))
        group->rows[group->row_count++] = row;
}

// A tree that has no code has no rows of it.
static void drop_rows(bench *b)
{
    for (uint32_t i = 0; i < group_count(&b->c->options); i++) {
        tree_group *group = &b->results.groups[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < group->row_count; k++)
            if (!group->rows[k].is_native || tree_rounds_has_code(&b->task, group->rows[k].tree))
                group->rows[kept++] = group->rows[k];
        group->row_count = kept;
    }
}

static void add_rows(const options *o, tree_group *group, uint32_t tree)
{
    tree_row row = {.tree = tree};
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

static void make_groups(bench *b, arena *a)
{
    const options *o = &b->c->options;
    uint32_t trees = o->operand_count, count = group_count(o);
    tree_results *r = &b->results;
    r->groups = ARENA_ARRAY(a, tree_group, count);
    r->panels = ARENA_ARRAY(a, line_plot_panel, trees);
    for (uint32_t i = 0; i < count; i++) {
        tree_group *group = &r->groups[i];
        agents_at(o, i, &group->agents);
        group->ticks = bench_ticks(o, group->agents);
        b->task.ticks = group->ticks > b->task.ticks ? group->ticks : b->task.ticks;
        group->rows = ARENA_ARRAY(a, tree_row, trees * rows_of_tree(o));
        for (uint32_t tree = 0; tree < trees; tree++)
            add_rows(o, group, tree);
    }
}

// ---- measuring

static exit_code measure_group(bench *b, tree_group *group)
{
    snprintf(b->session.label, sizeof b->session.label, "%" PRIu64 " agents", group->agents);
    b->task.agents = group->agents;
    b->task.ticks = group->ticks;
    uint32_t done;
    exit_code verdict =
        tree_rounds_measure(&b->task, group->rows, group->row_count, b->session.setup.repeats,
                            b->hashes, bench_show_progress, &b->session, &done);
    bench_hide_progress(&b->session);
    bool has_rounds = verdict == EXIT_FINE || (verdict == EXIT_INTERRUPTED && done > 0);
    b->results.group_count += has_rounds;
    if (verdict == EXIT_INTERRUPTED)
        cli_say(b->c,
                "interrupted: of %" PRIu64 " agents, %" PRIu32 " of %" PRIu32
                " rounds were measured, and nothing behind them",
                group->agents, done, b->session.setup.repeats * b->task.seed_count);
    if (has_rounds && !b->session.is_quiet && !b->results.is_growth)
        tree_report_table(&b->session.out.text, &b->results, group);
    text_finish(&b->session.out.text);
    return verdict;
}

static exit_code measure_all(bench *b)
{
    exit_code verdict = EXIT_FINE;
    uint32_t count = group_count(&b->c->options);
    if (!b->session.is_quiet)
        tree_report_head(&b->session.out.text, &b->results);
    for (uint32_t i = 0; i < count && verdict == EXIT_FINE; i++)
        verdict = measure_group(b, &b->results.groups[i]);
    bool has_ended =
        verdict == EXIT_FINE || (verdict == EXIT_INTERRUPTED && b->results.group_count > 0);
    if (has_ended && b->results.is_growth && !b->session.is_quiet)
        tree_report_growth(&b->session.out.text, &b->results);
    return verdict;
}

static void bench_draw(text_out *out, const void *results)
{
    tree_report_plot(out, results);
}

static exit_code measure_trees(bench *b)
{
    b->task.set = b->session.setup.set;
    b->results.setup = b->session.setup;
    exit_code verdict = natives_open(&b->natives, b->c);
    if (verdict == EXIT_FINE)
        verdict = load_trees(b);
    if (verdict == EXIT_FINE)
        verdict = tree_rounds_check(&b->task);
    if (verdict == EXIT_FINE) {
        drop_rows(b);
        signals_catch_once();
        verdict = measure_all(b);
    }
    bench_rows rows = tree_report_rows(&b->results);
    bool is_part = rows.is_part = verdict == EXIT_INTERRUPTED && b->results.group_count > 0;
    exit_code ended =
        bench_session_finish(&b->session, is_part ? EXIT_FINE : verdict, &rows, bench_draw);
    return is_part ? cli_worse(verdict, ended) : ended;
}

static void make_results(bench *b, arena *a)
{
    const options *o = &b->c->options;
    uint32_t seeds = count_of(o, OPTION_BENCH_SEED), trees = o->operand_count;
    b->trees = ARENA_ARRAY(a, input, trees);
    b->seeds = ARENA_ARRAY(a, uint64_t, seeds);
    b->hashes = ARENA_ARRAY(a, uint64_t, seeds * (size_t)trees);
    for (uint32_t i = 0; i < seeds; i++)
        options_count_at(o, OPTION_BENCH_SEED, i, &b->seeds[i]);
    b->task = (tree_task){.c = b->c,
                          .trees = b->trees,
                          .tree_count = trees,
                          .seeds = b->seeds,
                          .seed_count = seeds,
                          .natives = &b->natives};
    b->results = (tree_results){.trees = b->trees,
                                .tree_count = trees,
                                .seeds = b->seeds,
                                .seed_count = seeds,
                                .is_growth = bench_wants_growth(o),
                                .has_native = options_is_given(o, OPTION_NATIVE)};
    make_groups(b, a);
}

static exit_code bench_run(cli *c, arena *a)
{
    bench b = {.c = c};
    make_results(&b, a);
    exit_code verdict = check_plot(c);
    if (verdict == EXIT_FINE)
        verdict = bench_session_start(&b.session, c);
    if (verdict != EXIT_FINE)
        return verdict;
    verdict = measure_trees(&b);
    release_trees(&b);
    natives_close(&b.natives);
    return verdict;
}

exit_code command_bench(cli *c)
{
    return signals_exit_code(cli_with_arena(c, bench_run));
}
