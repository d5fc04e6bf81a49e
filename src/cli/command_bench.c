// SPDX-License-Identifier: MIT
// gestalt bench: which contenders are measured, in groups that belong together.
#include "bench_report.h"
#include "commands.h"
#include "kernels.h"
#include "output.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

// From so many agents on, a population does not fit into caches, and memory is measured as well.
enum { MEMORY_AGENTS = 1000000 };

typedef struct bench {
    cli *c;
    bench_results results;
    bench_group *group; // that is being measured
    gestalt_allocator allocator;
    bool is_quiet; // nothing but JSON goes to standard output
    bool shows_progress;
    output out;
} bench;

// ---- what was asked for

static uint64_t ticks_for(const options *o, uint64_t agents)
{
    enum { FEW_AGENTS = 10000, TICKS = 100, MANY_TICKS = 1000 };
    if (options_is_given(o, OPTION_BENCH_TICKS))
        return options_number(o, OPTION_BENCH_TICKS);
    return agents <= FEW_AGENTS ? MANY_TICKS : TICKS;
}

// In small letters as well, and by the name of its form without host functions.
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

static bool wants_growth(const options *o)
{
    return options_flag(o, OPTION_GROWTH) || options_is_given(o, OPTION_PLOT);
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
    if (o->operand_count > 0 && wants_growth(o))
        return cli_usage(c, "--growth measures W1H only, and takes no workloads");
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
    b->results.set = chosen->name;
    return EXIT_FINE;
}

// ---- groups of rows

static bool start_group(bench *b)
{
    bench_results *r = &b->results;
    if (r->group_count == r->capacity) {
        uint32_t capacity = r->capacity ? r->capacity * 2 : 8;
        bench_group *grown = memory_resize(&b->allocator, r->groups, r->capacity * sizeof *grown,
                                           capacity * sizeof *grown);
        if (!grown)
            return false;
        r->groups = grown;
        r->capacity = capacity;
    }
    b->group = &r->groups[r->group_count];
    *b->group = (bench_group){0};
    return true;
}

static void add_row(bench *b, contender who)
{
    if (b->group->row_count == BENCH_GROUP_ROWS)
        return;
    who.set = b->results.set;
    b->group->rows[b->group->row_count++].who = who;
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
    uint64_t count = 0;
    if (options_is_given(o, OPTION_BENCH_THREADS)) {
        bool is_there = options_count_at(o, OPTION_BENCH_THREADS, index, &count);
        *threads = (uint32_t)count;
        return is_there;
    }
    *threads = index == 0 ? 1 : cli_processors();
    return index == 0 || (index == 1 && *threads > 1);
}

static uint32_t most_threads(const options *o)
{
    uint32_t threads, most = 1;
    for (uint32_t i = 0; threads_at(o, i, &threads); i++)
        most = threads > most ? threads : most;
    return most;
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

// ---- measuring

static void show_progress(void *user, uint32_t done, uint32_t all)
{
    bench *b = user;
    const contender *who = &b->group->rows[0].who;
    if (!b->shows_progress)
        return;
    text_print(&b->c->messages, "\r%s, %" PRIu64 " agents: %3u %%\x1b[K", contender_workload(who),
               who->agents, (unsigned)(100 * done / all));
    text_finish(&b->c->messages);
}

static void hide_progress(bench *b)
{
    if (!b->shows_progress)
        return;
    text_put(&b->c->messages, "\r\x1b[K");
    text_finish(&b->c->messages);
}

static exit_code out_of_memory(bench *b)
{
    cli_say(b->c, "out of memory");
    return EXIT_LIMIT;
}

// What the memory gives, over as many bytes as the rows touch.
static exit_code measure_memory(bench *b)
{
    bench_group *group = b->group;
    const measure_row *last = &group->rows[group->row_count - 1];
    const workload *w = &workloads[last->who.workload];
    group->bandwidth_bytes = (double)last->who.agents * (w->read + last->needs.bytes);
    size_t size = (size_t)group->bandwidth_bytes;
    bool good = bandwidth_measure(size, 1, b->results.set, &group->one_thread);
    if (good && last->who.threads > 1)
        good = bandwidth_measure(size, last->who.threads, b->results.set, &group->all_threads);
    return good ? EXIT_FINE : out_of_memory(b);
}

static exit_code measure_group(bench *b)
{
    gestalt_error error = {0};
    bench_group *group = b->group;
    gestalt_result result =
        measure(group->rows, group->row_count, b->results.repeats, show_progress, b, &error);
    hide_progress(b);
    if (result == GESTALT_REJECTED) {
        cli_say(b->c, "%s", error.message);
        return EXIT_BUG;
    }
    if (result != GESTALT_OK)
        return cli_fail(b->c, contender_workload(&group->rows[0].who), result, &error);
    b->results.group_count++;
    return group->rows[0].who.agents >= MEMORY_AGENTS ? measure_memory(b) : EXIT_FINE;
}

static exit_code measure_workload(bench *b, workload_id id, uint64_t agents)
{
    contender who = {
        .workload = id, .agents = agents, .ticks = ticks_for(&b->c->options, agents), .threads = 1};
    if (!start_group(b))
        return out_of_memory(b);
    for (who.engine = ENGINE_INLINED; who.engine < ENGINE_GESTALT; who.engine++)
        add_row(b, who);
    add_engines(b, who);
    exit_code verdict = measure_group(b);
    if (verdict == EXIT_FINE && !b->is_quiet)
        bench_report_table(&b->out.text, b->group);
    text_finish(&b->out.text);
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

// The numbers of agents that a sweep over them has.
static bool growth_agents(const options *o, uint32_t step, uint64_t *agents)
{
    static const uint64_t usual[] = {1000, 10000, 100000, 1000000, 10000000};
    if (options_is_given(o, OPTION_BENCH_AGENTS))
        return options_count_at(o, OPTION_BENCH_AGENTS, step, agents);
    if (step < sizeof usual / sizeof *usual)
        *agents = usual[step];
    return step < sizeof usual / sizeof *usual;
}

// What agents do changes with the ticks, so all steps have the same number of them. The sweeps but
// the first have agents that fit into a cache: it is the tree that they show.
static bool growth_step(const options *o, growth_sweep sweep, uint32_t step, uint64_t *agents,
                        uint64_t *ticks)
{
    enum { AGENTS = 10000, TICKS = 50 };
    *ticks =
        options_is_given(o, OPTION_BENCH_TICKS) ? options_number(o, OPTION_BENCH_TICKS) : TICKS;
    *agents = AGENTS;
    return sweep == GROWTH_AGENTS ? growth_agents(o, step, agents)
                                  : step < growth_step_count(sweep);
}

static exit_code measure_growth(bench *b, growth_sweep sweep)
{
    const options *o = &b->c->options;
    exit_code verdict = EXIT_FINE;
    uint64_t agents, ticks;
    for (uint32_t step = 0; verdict == EXIT_FINE && growth_step(o, sweep, step, &agents, &ticks);
         step++) {
        contender rows[GROWTH_ROWS];
        if (!start_group(b))
            return out_of_memory(b);
        b->group->is_growth = true;
        b->group->sweep = sweep;
        uint32_t count =
            growth_rows(sweep, step, agents, ticks, most_threads(o), rows, &b->group->x);
        for (uint32_t i = 0; i < count; i++)
            add_row(b, rows[i]);
        verdict = measure_group(b);
    }
    if (verdict == EXIT_FINE && !b->is_quiet)
        bench_report_growth(&b->out.text, &b->results, sweep);
    text_finish(&b->out.text);
    return verdict;
}

static exit_code measure_all(bench *b)
{
    exit_code verdict = EXIT_FINE;
    if (!wants_growth(&b->c->options))
        return measure_workloads(b);
    for (growth_sweep sweep = 0; sweep < GROWTH_SWEEPS && verdict == EXIT_FINE; sweep++)
        verdict = measure_growth(b, sweep);
    return verdict;
}

// ---- what comes out

typedef void report(text_out *out, const bench_results *results);

static exit_code write_file(bench *b, option_id option, report *write)
{
    const char *path = options_text(&b->c->options, option);
    output out;
    if (!path)
        return EXIT_FINE;
    output_start(&out, b->c, path);
    write(&out.text, &b->results);
    return output_finish(&out, b->c);
}

static exit_code check_outputs(cli *c)
{
    const options *o = &c->options;
    const char *csv = options_text(o, OPTION_CSV), *plot = options_text(o, OPTION_PLOT);
    int to_output =
        options_flag(o, OPTION_JSON) + (csv && cli_is_dash(csv)) + (plot && cli_is_dash(plot));
    return to_output > 1 ? cli_usage(c, "only one of --json, --csv=- and --plot=- can go to "
                                        "standard output")
                         : EXIT_FINE;
}

static bool goes_to_output(const options *o, option_id option)
{
    const char *path = options_text(o, option);
    return path && cli_is_dash(path);
}

static exit_code run(bench *b)
{
    const options *o = &b->c->options;
    b->is_quiet = options_flag(o, OPTION_JSON) || goes_to_output(o, OPTION_CSV) ||
                  goes_to_output(o, OPTION_PLOT);
    b->shows_progress = isatty(STDERR_FILENO);
    b->results.repeats = (uint32_t)options_number(o, OPTION_REPEATS);
    machine_read(&b->results.machine);
    output_stream(&b->out, b->c, NULL);
    if (!b->is_quiet)
        bench_report_head(&b->out.text, &b->results);
    exit_code verdict = measure_all(b);
    if (verdict == EXIT_FINE && options_flag(o, OPTION_JSON))
        bench_report_json(&b->out.text, &b->results);
    verdict = cli_worse(verdict, output_finish(&b->out, b->c));
    if (verdict == EXIT_FINE)
        verdict = write_file(b, OPTION_CSV, bench_report_csv);
    return verdict == EXIT_FINE ? write_file(b, OPTION_PLOT, bench_report_plot) : verdict;
}

exit_code command_bench(cli *c)
{
    bench b = {.c = c, .allocator = memory_allocator(NULL)};
    exit_code verdict = check_operands(c);
    if (verdict == EXIT_FINE)
        verdict = check_outputs(c);
    if (verdict == EXIT_FINE)
        verdict = choose_set(&b);
    if (verdict == EXIT_FINE)
        verdict = run(&b);
    memory_release(&b.allocator, b.results.groups, b.results.capacity * sizeof(bench_group));
    return verdict;
}
