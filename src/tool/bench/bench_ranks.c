// SPDX-License-Identifier: MIT
#include "bench_ranks.h"

#include "bench_session.h"
#include "rank_report.h"
#include "signals.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct rank_bench {
    cli *c;
    bench_session session;
    rank_task task;
    rank_results results;
    run **runs;
    uint64_t *seeds;
    uint32_t *ranks; // numbers of ranks
    uint32_t rank_count;
} rank_bench;

// ---- options

static exit_code check_options(cli *c)
{
    static const option_id excluded[] = {OPTION_GROWTH, OPTION_AGAINST, OPTION_NATIVE,
                                         OPTION_NATIVE_LEAVES};
    static const option_id single[] = {OPTION_BENCH_LANES, OPTION_BENCH_THREADS,
                                       OPTION_BENCH_KERNELS, OPTION_BENCH_STATES};
    const options *o = &c->options;
    if (team_size() < 2)
        return cli_usage(c, "--ranks measures the ranks of an MPI job: start it with mpirun, as in "
                            "`mpirun -n 4 gestalt bench TREE --ranks`");
    for (size_t i = 0; i < sizeof excluded / sizeof *excluded; i++)
        if (options_is_given(o, excluded[i]))
            return cli_usage(c, "--%s and --ranks exclude each other",
                             option_table[excluded[i]].name);
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        if (options_is_given(o, single[i]) && strchr(options_text(o, single[i]), ','))
            return cli_usage(c, "with --ranks, give one value of --%s",
                             option_table[single[i]].name);
    return EXIT_FINE;
}

// Get the numbers of ranks: the given ones, or powers of two and all ranks.
static exit_code find_ranks(rank_bench *b, arena *a)
{
    const options *o = &b->c->options;
    uint32_t given = bench_count_of(o, OPTION_RANKS), size = team_size();
    uint64_t count;
    b->ranks = ARENA_ARRAY(a, uint32_t, given + 33);
    for (uint32_t i = 0; i < given; i++) {
        options_count_at(o, OPTION_RANKS, i, &count);
        if (count > size)
            return cli_usage(b->c, "--ranks cannot be %" PRIu64 ": the job has %u ranks", count,
                             (unsigned)size);
        b->ranks[b->rank_count++] = (uint32_t)count;
    }
    for (uint64_t i = 1; given == 0 && i < size; i *= 2)
        b->ranks[b->rank_count++] = (uint32_t)i;
    if (given == 0)
        b->ranks[b->rank_count++] = size;
    return EXIT_FINE;
}

// Get the number of agents at an index of --agents: a million if there is no such option.
static bool agents_at(const options *o, uint32_t index, uint64_t *agents)
{
    if (options_is_given(o, OPTION_BENCH_AGENTS))
        return options_count_at(o, OPTION_BENCH_AGENTS, index, agents);
    *agents = 1000000;
    return index == 0;
}

// ---- files

// A table has one kind of files: their ticks are not the same work.
static exit_code read_file(rank_bench *b, uint32_t index)
{
    run *r = b->runs[index];
    const run *first = b->runs[0];
    exit_code verdict = run_look(r, b->c, b->c->options.operands[index]);
    if (verdict == EXIT_FINE && r->kind != first->kind)
        return cli_usage(b->c, "`%s` is a %s, and `%s` is a %s: measure them in separate runs",
                         r->path, r->kind->traits.name, first->path, first->kind->traits.name);
    return verdict == EXIT_FINE ? run_read(r) : verdict;
}

static exit_code read_files(rank_bench *b)
{
    exit_code verdict = EXIT_FINE;
    for (uint32_t i = 0; i < b->task.file_count && verdict == EXIT_FINE; i++)
        verdict = team_agree(b->c, read_file(b, i));
    return verdict;
}

// ---- groups

// Return whether the agents come from the files, or from a snapshot.
static bool has_own_agents(const rank_bench *b)
{
    return b->runs[0]->kind->traits.has_own_agents ||
           options_is_given(&b->c->options, OPTION_RESUME);
}

// Return the number of steps of scenes: the given number, or as many as each of the files defines,
// but at most 100.
static uint64_t own_ticks(const rank_bench *b)
{
    uint64_t ticks = 100;
    if (options_is_given(&b->c->options, OPTION_BENCH_TICKS))
        return options_number(&b->c->options, OPTION_BENCH_TICKS);
    for (uint32_t i = 0; i < b->task.file_count; i++) {
        uint64_t own =
            b->runs[i]->kind->traits.has_own_agents ? b->runs[i]->kind->ticks(b->runs[i]) : 0;
        ticks = own && own < ticks ? own : ticks;
    }
    return ticks;
}

static void add_group(rank_bench *b, arena *a, uint64_t agents, bool is_weak)
{
    uint32_t files = b->task.file_count;
    uint32_t round_count = b->session.setup.repeats * b->task.seed_count;
    rank_group *group = &b->results.groups[b->results.group_count++];
    *group = (rank_group){.agents = agents, .is_weak = is_weak};
    group->ticks = agents ? bench_ticks(&b->c->options, agents) : own_ticks(b);
    group->rows = ARENA_ARRAY(a, rank_row, (size_t)files * b->rank_count);
    for (uint32_t file = 0; file < files; file++)
        for (uint32_t i = 0; i < b->rank_count; i++) {
            rank_row *row = &group->rows[group->row_count++];
            *row = (rank_row){.file = file, .ranks = b->ranks[i], .ticks = group->ticks};
            row->agents = agents * (is_weak ? b->ranks[i] : 1);
            row->times.samples = ARENA_ARRAY(a, double, round_count);
            row->hashes = ARENA_ARRAY(a, uint64_t, b->task.seed_count);
        }
}

static exit_code make_groups(rank_bench *b, arena *a)
{
    enum { STRONG, WEAK };
    int scaling;
    uint64_t agents;
    const options *o = &b->c->options;
    bool has_own = has_own_agents(b);
    uint32_t most = (has_own ? 1 : bench_count_of(o, OPTION_BENCH_AGENTS)) * 2;
    b->results.groups = ARENA_ARRAY(a, rank_group, most);
    for (uint32_t i = 0; options_choice_at(o, OPTION_SCALING, i, &scaling); i++) {
        if (has_own && scaling == WEAK && options_is_given(o, OPTION_SCALING))
            return cli_usage(b->c, "--scaling=weak needs a tree and --agents: scenes and snapshots "
                                   "determine their agents");
        if (has_own && scaling == STRONG)
            add_group(b, a, 0, false);
        for (uint32_t k = 0; !has_own && agents_at(o, k, &agents); k++)
            add_group(b, a, agents, scaling == WEAK);
    }
    uint32_t lines = b->results.group_count * b->task.file_count;
    if (options_is_given(o, OPTION_PLOT) &&
        (lines > LINE_PLOT_SERIES || b->rank_count > LINE_PLOT_POINTS))
        return cli_usage(b->c,
                         "a plot has at most %d lines of %d points: give fewer files, "
                         "--agents or --ranks",
                         LINE_PLOT_SERIES, LINE_PLOT_POINTS);
    return EXIT_FINE;
}

// ---- measuring

static exit_code measure_group(rank_bench *b, rank_group *group)
{
    uint32_t done;
    snprintf(b->session.label, sizeof b->session.label, "%s scaling",
             group->is_weak ? "weak" : "strong");
    exit_code verdict =
        rank_rounds_measure(&b->task, group->rows, group->row_count, b->session.setup.repeats,
                            bench_show_progress, &b->session, &done);
    bench_hide_progress(&b->session);
    bool has_rounds = verdict == EXIT_FINE || (verdict == EXIT_INTERRUPTED && done > 0);
    b->results.group_count += has_rounds;
    if (verdict == EXIT_INTERRUPTED)
        cli_say(b->c,
                "interrupted: %s, %" PRIu32 " of %" PRIu32
                " rounds were measured before the interruption",
                b->session.label, done, b->session.setup.repeats * b->task.seed_count);
    if (has_rounds && !b->session.is_quiet)
        rank_report_table(&b->session.out.text, &b->results, group);
    text_finish(&b->session.out.text);
    return verdict;
}

static exit_code measure_groups(rank_bench *b)
{
    exit_code verdict = EXIT_FINE;
    uint32_t count = b->results.group_count;
    b->results.group_count = 0;
    if (!b->session.is_quiet)
        rank_report_head(&b->session.out.text, &b->results);
    for (uint32_t i = 0; i < count && verdict == EXIT_FINE; i++)
        verdict = measure_group(b, &b->results.groups[i]);
    return verdict;
}

static void rank_bench_draw(text_out *out, const void *results)
{
    rank_report_plot(out, results);
}

static exit_code measure_files(rank_bench *b, arena *a)
{
    exit_code verdict = read_files(b);
    if (verdict == EXIT_FINE)
        verdict = make_groups(b, a);
    if (verdict == EXIT_FINE) {
        signals_catch_once();
        verdict = measure_groups(b);
    }
    bench_rows rows = rank_report_rows(&b->results);
    bool is_part = rows.is_part = verdict == EXIT_INTERRUPTED && b->results.group_count > 0;
    exit_code ended =
        bench_session_finish(&b->session, is_part ? EXIT_FINE : verdict, &rows, rank_bench_draw);
    return is_part ? cli_worse(verdict, ended) : ended;
}

static void rank_bench_make(rank_bench *b, arena *a)
{
    int states = 0;
    uint64_t lanes = 1;
    const options *o = &b->c->options;
    uint32_t seeds = bench_count_of(o, OPTION_BENCH_SEED), files = o->operand_count;
    uint32_t threads = team_threads();
    b->runs = ARENA_ARRAY(a, run *, files);
    for (uint32_t i = 0; i < files; i++)
        b->runs[i] = ARENA_NEW(a, run);
    b->seeds = ARENA_ARRAY(a, uint64_t, seeds);
    for (uint32_t i = 0; i < seeds; i++)
        options_count_at(o, OPTION_BENCH_SEED, i, &b->seeds[i]);
    // The last one: without the option, these are one lane and 64.
    for (uint32_t i = 0; options_count_at(o, OPTION_BENCH_LANES, i, &lanes); i++)
        continue;
    if (options_is_given(o, OPTION_BENCH_THREADS))
        bench_threads_at(o, 0, &threads);
    options_choice_at(o, OPTION_BENCH_STATES, 0, &states);
    b->task = (rank_task){.c = b->c,
                          .runs = b->runs,
                          .file_count = files,
                          .lanes = (uint32_t)lanes,
                          .threads = threads,
                          .set = bench_set_at(o, 0),
                          .states = (gestalt_states)states,
                          .warm_up = options_number(o, OPTION_WARM_UP),
                          .seeds = b->seeds,
                          .seed_count = seeds,
                          .has_seeds = options_is_given(o, OPTION_BENCH_SEED),
                          .is_awake = options_flag(o, OPTION_AWAKE)};
    b->results = (rank_results){.task = &b->task,
                                .setup = b->session.setup,
                                .places = team_find_places(threads),
                                .panels = ARENA_ARRAY(a, line_plot_panel, RANK_PANELS)};
    b->results.labels = arena_allocate(a, LINE_PLOT_SERIES * sizeof *b->results.labels);
}

exit_code bench_ranks(cli *c, arena *a)
{
    rank_bench b = {.c = c};
    exit_code verdict = check_options(c);
    if (verdict == EXIT_FINE)
        verdict = find_ranks(&b, a);
    if (verdict == EXIT_FINE)
        verdict = bench_session_start(&b.session, c);
    if (verdict != EXIT_FINE)
        return verdict;
    rank_bench_make(&b, a);
    verdict = measure_files(&b, a);
    for (uint32_t i = 0; i < b.task.file_count; i++)
        run_close(b.runs[i]);
    return verdict;
}
