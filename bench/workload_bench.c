// SPDX-License-Identifier: MIT
// gestalt-bench: selects and measures contenders, in groups that are compared with each other.
#include "bench_session.h"
#include "commands.h"
#include "workload_report.h"
#include "world_bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <strings.h>

// With this number of agents or more, a population does not fit into caches, so memory bandwidth is
// measured too.
enum { MEMORY_AGENTS = 1000000 };

typedef struct bench {
    cli *c;
    bench_session session;
    bench_results results;
    bench_group *group; // group that is being measured
    arena *memory;
} bench;

// ---- the workloads that the user requests

// Return whether `name` is the name of the workload or of its form without host functions. Case
// does not matter.
static bool is_called(workload_id id, const char *name)
{
    const char *expressions = workloads[id].expressions;
    return strcasecmp(name, workloads[id].name) == 0 ||
           (expressions && strcasecmp(name, expressions) == 0);
}

static bool is_asked_for(const options *o, workload_id id)
{
    bool found = o->operand_count == 0;
    for (uint32_t i = 0; i < o->operand_count; i++)
        found = found || is_called(id, o->operands[i]);
    return found;
}

static exit_code check_operands(cli *c)
{
    const options *o = &c->options;
    for (uint32_t i = 0; i < o->operand_count; i++) {
        bool found = false;
        for (workload_id id = 0; id < WORKLOAD_COUNT; id++)
            found = found || is_called(id, o->operands[i]);
        if (!found)
            return cli_usage(c, "there is no workload `%s`: they are W1H, W1R, W1M, W2 and W3",
                             o->operands[i]);
    }
    if (options_is_given(o, OPTION_BENCH_STEPS))
        return cli_usage(c, "--steps is for --world; workloads have --ticks");
    if (o->operand_count > 0 && bench_wants_growth(o))
        return cli_usage(c, "--growth measures W1H only, and takes no workloads");
    return EXIT_FINE;
}

// ---- groups of rows

static void start_group(bench *b)
{
    bench_results *r = &b->results;
    b->group = ARENA_PUSH(b->memory, r->groups, r->group_count, r->capacity);
    *b->group = (bench_group){0};
}

static void add_row(bench *b, contender who)
{
    if (b->group->row_count == BENCH_GROUP_ROWS)
        return;
    who.set = b->results.setup.set;
    b->group->rows[b->group->row_count++].who = who;
}

static uint32_t most_lanes(const options *o)
{
    uint64_t lanes, most = 1;
    for (uint32_t i = 0; options_count_at(o, OPTION_BENCH_LANES, i, &lanes); i++)
        most = lanes > most ? lanes : most;
    return (uint32_t)most;
}

static void add_native(bench *b, contender who)
{
    who.native = true;
    add_row(b, who);
}

static void add_engines(bench *b, contender who)
{
    const options *o = &b->c->options;
    uint64_t lanes;
    who.engine = ENGINE_GESTALT;
    bench_threads_at(o, 0, &who.threads);
    for (uint32_t i = 0; options_count_at(o, OPTION_BENCH_LANES, i, &lanes); i++) {
        who.lanes = (uint32_t)lanes;
        add_row(b, who);
        add_native(b, who);
    }
    who.lanes = most_lanes(o);
    if (workloads[who.workload].expressions) {
        who.expressions = true;
        add_row(b, who);
        add_native(b, who);
        who.expressions = false;
    }
    for (uint32_t i = 1; bench_threads_at(o, i, &who.threads); i++)
        add_row(b, who);
}

// ---- measuring

// Measure the memory bandwidth, with as many bytes as a tick of the last row touches.
static exit_code measure_memory(bench *b)
{
    bench_group *group = b->group;
    const measure_row *last = &group->rows[group->row_count - 1];
    const workload *w = &workloads[last->who.workload];
    group->bandwidth_bytes = (double)last->who.agents * (w->read + last->needs.bytes);
    size_t size = (size_t)group->bandwidth_bytes;
    bool good = bandwidth_measure(size, 1, b->results.setup.set, &group->one_thread);
    if (good && last->who.threads > 1)
        good =
            bandwidth_measure(size, last->who.threads, b->results.setup.set, &group->all_threads);
    return good ? EXIT_FINE : bench_out_of_memory(&b->session);
}

static exit_code measure_group(bench *b)
{
    gestalt_error error = {0};
    bench_group *group = b->group;
    const contender *who = &group->rows[0].who;
    snprintf(b->session.label, sizeof b->session.label, "%s, %" PRIu64 " agents",
             contender_workload(who), who->agents);
    gestalt_result result = measure(group->rows, group->row_count, b->results.setup.repeats,
                                    bench_show_progress, &b->session, &error);
    bench_hide_progress(&b->session);
    exit_code verdict = bench_verdict(&b->session, result, &error);
    if (verdict != EXIT_FINE)
        return verdict;
    return who->agents >= MEMORY_AGENTS ? measure_memory(b) : EXIT_FINE;
}

static exit_code measure_workload(bench *b, workload_id id, uint64_t agents)
{
    contender who = {.workload = id,
                     .agents = agents,
                     .ticks = bench_ticks(&b->c->options, agents),
                     .threads = 1};
    start_group(b);
    for (who.engine = ENGINE_INLINED; who.engine < ENGINE_GESTALT; who.engine++)
        add_row(b, who);
    add_engines(b, who);
    exit_code verdict = measure_group(b);
    if (verdict == EXIT_FINE && !b->session.is_quiet)
        bench_report_table(&b->session.out.text, b->group);
    text_finish(&b->session.out.text);
    return verdict;
}

static exit_code measure_workloads(bench *b)
{
    const options *o = &b->c->options;
    exit_code verdict = EXIT_FINE;
    uint64_t agents;
    for (workload_id id = 0; id < WORKLOAD_COUNT; id++)
        for (uint32_t i = 0; verdict == EXIT_FINE && is_asked_for(o, id) &&
                             options_count_at(o, OPTION_BENCH_AGENTS, i, &agents);
             i++)
            verdict = measure_workload(b, id, agents);
    return verdict;
}

// ---- growth

// Set the number of agents of a step of the sweep over agents. Return false after the last step.
static bool growth_agents(const options *o, uint32_t step, uint64_t *agents)
{
    static const uint64_t usual[] = {1000, 10000, 100000, 1000000, 10000000};
    if (options_is_given(o, OPTION_BENCH_AGENTS))
        return options_count_at(o, OPTION_BENCH_AGENTS, step, agents);
    if (step < sizeof usual / sizeof *usual)
        *agents = usual[step];
    return step < sizeof usual / sizeof *usual;
}

// Set the number of agents of a step. Return false after the last step. All sweeps except the one
// over agents measure the tree, so their agents fit into a cache.
static bool growth_step(const options *o, growth_sweep sweep, uint32_t step, uint64_t *agents)
{
    enum { AGENTS = 10000 };
    *agents = AGENTS;
    return sweep == GROWTH_AGENTS ? growth_agents(o, step, agents)
                                  : step < growth_step_count(sweep);
}

static exit_code measure_growth(bench *b, growth_sweep sweep)
{
    const options *o = &b->c->options;
    exit_code verdict = EXIT_FINE;
    uint64_t agents;
    for (uint32_t step = 0; verdict == EXIT_FINE && growth_step(o, sweep, step, &agents); step++) {
        contender rows[GROWTH_ROWS];
        start_group(b);
        b->group->is_growth = true;
        b->group->sweep = sweep;
        uint32_t count = growth_rows(sweep, step, agents, bench_ticks(o, agents),
                                     bench_most_threads(o), rows, &b->group->x);
        for (uint32_t i = 0; i < count; i++)
            add_row(b, rows[i]);
        verdict = measure_group(b);
    }
    if (verdict == EXIT_FINE && !b->session.is_quiet)
        bench_report_growth(&b->session.out.text, &b->results, sweep);
    text_finish(&b->session.out.text);
    return verdict;
}

static exit_code measure_all(bench *b)
{
    exit_code verdict = EXIT_FINE;
    if (!bench_wants_growth(&b->c->options))
        return measure_workloads(b);
    for (growth_sweep sweep = 0; sweep < GROWTH_SWEEPS && verdict == EXIT_FINE; sweep++)
        verdict = measure_growth(b, sweep);
    return verdict;
}

static void workload_bench_plot(text_out *out, const void *results)
{
    bench_report_plot(out, results);
}

static exit_code workload_bench_run(bench *b)
{
    exit_code verdict = bench_session_start(&b->session, b->c);
    if (verdict != EXIT_FINE)
        return verdict;
    b->results.setup = b->session.setup;
    if (!b->session.is_quiet)
        bench_report_head(&b->session.out.text, &b->results);
    verdict = measure_all(b);
    bench_rows rows = bench_report_rows(&b->results);
    return bench_session_finish(&b->session, verdict, &rows, workload_bench_plot);
}

static exit_code bench_workloads(cli *c, arena *a)
{
    bench b = {.c = c, .memory = a};
    exit_code verdict = check_operands(c);
    return verdict == EXIT_FINE ? workload_bench_run(&b) : verdict;
}

exit_code bench_main(cli *c)
{
    return cli_with_arena(c,
                          options_flag(&c->options, OPTION_WORLD) ? bench_worlds : bench_workloads);
}
