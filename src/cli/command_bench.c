// SPDX-License-Identifier: MIT
// gestalt bench: which contenders are measured, in groups that belong together.
#include "bench_report.h"
#include "commands.h"
#include "kernels.h"
#include "output.h"

#include <string.h>
#include <strings.h>

enum { GROUP_ROWS = 256 };

typedef struct bench {
    cli *c;
    const char *set;
    output out;
    measure_row rows[GROUP_ROWS];
    uint32_t row_count;
} bench;

// ---- what was asked for

// About as many agent-ticks for every number of agents.
static uint64_t ticks_for(const options *o, uint64_t agents)
{
    if (options_is_given(o, OPTION_BENCH_TICKS))
        return options_number(o, OPTION_BENCH_TICKS);
    uint64_t ticks = 10000000 / agents;
    return ticks < 10 ? 10 : ticks > 1000 ? 1000 : ticks;
}

static bool is_asked_for(const options *o, workload_id id)
{
    const char *x = workloads[id].expressions;
    bool found = o->operand_count == 0;
    for (uint32_t i = 0; i < o->operand_count; i++)
        found = found || strcasecmp(o->operands[i], workloads[id].name) == 0 ||
                (x && strcasecmp(o->operands[i], x) == 0);
    return found;
}

static exit_code check_operands(cli *c)
{
    for (uint32_t i = 0; i < c->options.operand_count; i++) {
        bool found = false;
        for (workload_id id = 0; id < WORKLOAD_COUNT; id++) {
            const char *x = workloads[id].expressions, *operand = c->options.operands[i];
            found = found || strcasecmp(operand, workloads[id].name) == 0 ||
                    (x && strcasecmp(operand, x) == 0);
        }
        if (!found)
            return cli_usage(c, "there is no workload `%s`: they are W1H, W1R, W1M, W2 and W3",
                             c->options.operands[i]);
    }
    return EXIT_FINE;
}

static exit_code choose_set(bench *b)
{
    int choice = options_choice(&b->c->options, OPTION_KERNELS);
    const kernels *chosen = choice == 0 ? kernels_best() : NULL;
    static const char *const names[] = {"auto", "plain", "avx2", "avx512"};
    for (size_t i = 0; kernels_all[i] && !chosen; i++)
        if (strcmp(kernels_all[i]->name, names[choice]) == 0 && kernels_all[i]->is_supported())
            chosen = kernels_all[i];
    if (!chosen)
        return cli_usage(b->c, "this machine does not have the kernels `%s`", names[choice]);
    b->set = chosen->name;
    return EXIT_FINE;
}

// ---- rows of a group

static void add_row(bench *b, contender who)
{
    if (b->row_count == GROUP_ROWS)
        return;
    who.set = b->set;
    b->rows[b->row_count++] = (measure_row){.who = who};
}

static uint32_t most_lanes(const options *o)
{
    uint64_t lanes, most = 1;
    for (uint32_t i = 0; options_count_at(o, OPTION_BENCH_LANES, i, &lanes); i++)
        most = lanes > most ? lanes : most;
    return (uint32_t)most;
}

// All numbers of threads: 1 and all processors when none is given.
static bool threads_at(const options *o, uint32_t index, uint32_t *threads)
{
    uint64_t count;
    if (options_is_given(o, OPTION_BENCH_THREADS)) {
        bool is_there = options_count_at(o, OPTION_BENCH_THREADS, index, &count);
        *threads = is_there ? (uint32_t)count : 0;
        return is_there;
    }
    *threads = index == 0 ? 1 : cli_processors();
    return index == 0 || (index == 1 && *threads > 1);
}

static void add_engines(bench *b, contender who)
{
    const options *o = &b->c->options;
    uint64_t lanes;
    who.engine = ENGINE_GESTALT;
    threads_at(o, 0, &who.threads);
    for (uint32_t i = 0; options_count_at(o, OPTION_BENCH_LANES, i, &lanes); i++) {
        who.lanes = (uint32_t)lanes;
        add_row(b, who);
    }
    who.lanes = most_lanes(o);
    if (workloads[who.workload].expressions) {
        who.expressions = true;
        add_row(b, who);
        who.expressions = false;
    }
    for (uint32_t i = 1; threads_at(o, i, &who.threads); i++)
        add_row(b, who);
}

static exit_code measure_group(bench *b, workload_id id, uint64_t agents)
{
    const options *o = &b->c->options;
    contender who = {.workload = id, .agents = agents, .ticks = ticks_for(o, agents), .threads = 1};
    gestalt_error error = {0};
    b->row_count = 0;
    for (who.engine = ENGINE_INLINED; who.engine < ENGINE_GESTALT; who.engine++)
        add_row(b, who);
    add_engines(b, who);
    gestalt_result result = measure(
        b->rows, b->row_count, (uint32_t)options_number(o, OPTION_REPEATS), NULL, NULL, &error);
    if (result == GESTALT_REJECTED) {
        cli_say(b->c, "%s", error.message);
        return EXIT_BUG;
    }
    if (result != GESTALT_OK)
        return cli_fail(b->c, workloads[id].name, result, &error);
    bench_group group = {b->rows, b->row_count};
    bench_report_table(&b->out.text, &group);
    return EXIT_FINE;
}

static exit_code measure_all(bench *b)
{
    const options *o = &b->c->options;
    uint64_t agents;
    for (workload_id id = 0; id < WORKLOAD_COUNT; id++)
        for (uint32_t i = 0;
             is_asked_for(o, id) && options_count_at(o, OPTION_BENCH_AGENTS, i, &agents); i++) {
            exit_code verdict = measure_group(b, id, agents);
            if (verdict != EXIT_FINE)
                return verdict;
        }
    return EXIT_FINE;
}

exit_code command_bench(cli *c)
{
    bench b = {.c = c};
    exit_code verdict = check_operands(c);
    if (verdict == EXIT_FINE)
        verdict = choose_set(&b);
    if (verdict != EXIT_FINE)
        return verdict;
    output_stream(&b.out, c, NULL);
    verdict = measure_all(&b);
    return cli_worse(verdict, output_finish(&b.out, c));
}
