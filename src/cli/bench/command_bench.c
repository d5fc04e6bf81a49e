// SPDX-License-Identifier: MIT
// gestalt bench: measure trees with different numbers of agents, lanes and threads.
#include "bench_session.h"
#include "busy.h"
#include "commands.h"
#include "saved.h"
#include "scene_input.h"
#include "signals.h"
#include "states_text.h"
#include "tree_report.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct bench {
    cli *c;
    bench_session session;
    tree_task task;
    tree_results results;
    natives natives;
    saved saved; // earlier measurement to compare with
    input *trees;
    uint64_t *seeds, *hashes;
} bench;

// ---- options

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

// Return the number of rows of a tree: all numbers of lanes with the first number of threads, and
// the largest number of lanes with the others; for each combination of kernels and form of states;
// twice with native code.
static uint32_t rows_of_tree(const options *o)
{
    uint32_t rows = count_of(o, OPTION_BENCH_LANES) + thread_counts(o) - 1;
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

// Remove the native rows of trees without native code.
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

static void add_rows(const options *o, tree_group *group, tree_row row)
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

static void add_tree(const options *o, tree_group *group, uint32_t tree)
{
    int states;
    tree_row row = {.tree = tree};
    for (uint32_t i = 0; options_choice_at(o, OPTION_BENCH_STATES, i, &states); i++)
        for (uint32_t k = 0; (row.set = bench_set_at(o, k)); k++) {
            row.states = (gestalt_states)states;
            add_rows(o, group, row);
        }
}

static void make_groups(bench *b, arena *a)
{
    const options *o = &b->c->options;
    uint32_t trees = o->operand_count, count = group_count(o);
    uint32_t round_count = (uint32_t)options_number(o, OPTION_REPEATS) * b->task.seed_count;
    tree_results *r = &b->results;
    r->groups = ARENA_ARRAY(a, tree_group, count);
    r->panels = ARENA_ARRAY(a, line_plot_panel, trees);
    r->scratch = ARENA_ARRAY(a, double, round_count);
    for (uint32_t i = 0; i < count; i++) {
        tree_group *group = &r->groups[i];
        agents_at(o, i, &group->agents);
        group->ticks = bench_ticks(o, group->agents);
        b->task.ticks = group->ticks > b->task.ticks ? group->ticks : b->task.ticks;
        group->rows = ARENA_ARRAY(a, tree_row, trees * (size_t)rows_of_tree(o));
        for (uint32_t tree = 0; tree < trees; tree++)
            add_tree(o, group, tree);
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
        return cli_usage(c, "--%s and --resume exclude each other: the snapshot has its agents",
                         options_flag(o, OPTION_GROWTH) ? "growth" : "plot");
    return EXIT_FINE;
}

static exit_code take_agents(bench *b)
{
    tree_group *group = &b->results.groups[0];
    if (!b->task.resumes)
        return EXIT_FINE;
    if (b->task.agents == 0) {
        cli_say(b->c, "%s: it has no agents, so there is nothing to measure",
                options_text(&b->c->options, OPTION_RESUME));
        return EXIT_REJECTED;
    }
    group->agents = b->task.agents;
    group->ticks = bench_ticks(&b->c->options, group->agents);
    b->results.group_most = 1;
    return EXIT_FINE;
}

// ---- an earlier measurement

static saved_key key_of(const bench *b, const tree_group *group, const tree_row *row)
{
    const tree_results *r = &b->results;
    return (saved_key){.file = tree_report_path(r, row->tree),
                       .set = row->set,
                       .states = states_name(row->states),
                       .code = tree_report_code(row),
                       .agents = group->agents,
                       .ticks = group->ticks,
                       .warm_up = r->warm_up,
                       .lanes = row->lanes,
                       .threads = row->threads,
                       .seed = r->resumes ? 0 : r->seeds[0],
                       .seeds = r->seed_count,
                       .is_awake = r->is_awake,
                       .is_wall = row->times.is_wall,
                       .is_only_file = r->tree_count == 1};
}

static void compare_group(bench *b, tree_group *group)
{
    for (uint32_t i = 0; b->saved.path && i < group->row_count; i++) {
        saved_row found;
        tree_row *row = &group->rows[i];
        saved_key key = key_of(b, group, row);
        if (!saved_find(&b->saved, &key, &found))
            continue;
        row->against = noise_apart(&found.range, &row->times.range);
        row->is_same_as_saved = found.hash == row->hash;
        b->results.compared_count++;
    }
}

// ---- measuring

static exit_code measure_group(bench *b, tree_group *group)
{
    busy load;
    snprintf(b->session.label, sizeof b->session.label, "%" PRIu64 " agent%s", group->agents,
             text_plural(group->agents, "", "s"));
    b->task.agents = group->agents;
    b->task.ticks = group->ticks;
    uint32_t done;
    busy_begin(&load);
    exit_code verdict =
        tree_rounds_measure(&b->task, group->rows, group->row_count, b->session.setup.repeats,
                            b->hashes, bench_show_progress, &b->session, &done);
    bench_hide_progress(&b->session);
    bool has_rounds = verdict == EXIT_FINE || (verdict == EXIT_INTERRUPTED && done > 0);
    b->results.group_count += has_rounds;
    group->others = busy_others(&load);
    group->processors = load.processors;
    group->is_disturbed = busy_disturbs(&load, group->others);
    group->slept_ticks = group->ticks * (done < b->task.seed_count ? done : b->task.seed_count);
    if (has_rounds)
        compare_group(b, group);
    if (verdict == EXIT_INTERRUPTED)
        cli_say(b->c,
                "interrupted: with %" PRIu64 " agent%s, %" PRIu32 " of %" PRIu32
                " rounds were measured, and nothing after them",
                group->agents, text_plural(group->agents, "", "s"), done,
                b->session.setup.repeats * b->task.seed_count);
    if (has_rounds && !b->session.is_quiet && !b->results.is_growth)
        tree_report_table(&b->session.out.text, &b->results, group);
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
        tree_report_head(&b->session.out.text, &b->results);
    for (uint32_t i = 0; i < count && verdict == EXIT_FINE; i++)
        verdict = measure_group(b, &b->results.groups[i]);
    bool has_ended =
        verdict == EXIT_FINE || (verdict == EXIT_INTERRUPTED && b->results.group_count > 0);
    if (has_ended && b->results.is_growth && !b->session.is_quiet)
        tree_report_growth(&b->session.out.text, &b->results);
    if (has_ended && !b->session.is_quiet && b->saved.path) {
        tree_report_against(&b->session.out.text, &b->results, b->saved.path);
        saved_tell_difference(&b->saved, &b->session.setup.machine, &b->session.out.text);
    }
    return verdict;
}

static void bench_draw(text_out *out, const void *results)
{
    tree_report_plot(out, results);
}

static exit_code measure_trees(bench *b)
{
    const char *against = options_text(&b->c->options, OPTION_AGAINST);
    b->results.setup = b->session.setup;
    exit_code verdict = natives_open(&b->natives, b->c);
    if (verdict == EXIT_FINE)
        verdict = load_trees(b);
    if (verdict == EXIT_FINE)
        verdict = tree_rounds_check(&b->task);
    if (verdict == EXIT_FINE)
        verdict = take_agents(b);
    if (verdict == EXIT_FINE && against)
        verdict = saved_open(&b->saved, b->c, against);
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
    int form;
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
                          .warm_up = options_number(o, OPTION_WARM_UP),
                          .resumes = options_is_given(o, OPTION_RESUME),
                          .is_awake = options_flag(o, OPTION_AWAKE),
                          .natives = &b->natives};
    b->results = (tree_results){.trees = b->trees,
                                .tree_count = trees,
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
    make_results(&b, a);
    exit_code verdict = check_plot(c);
    if (verdict == EXIT_FINE)
        verdict = check_resume(c);
    if (verdict == EXIT_FINE)
        verdict = bench_session_start(&b.session, c);
    if (verdict != EXIT_FINE)
        return verdict;
    verdict = measure_trees(&b);
    release_trees(&b);
    saved_release(&b.saved);
    natives_close(&b.natives);
    return verdict;
}

exit_code command_bench(cli *c)
{
    return signals_exit_code(cli_with_arena(c, bench_run));
}
