// SPDX-License-Identifier: MIT
#include "world_bench.h"

#include "bench_session.h"
#include "world_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <strings.h>

typedef struct bench {
    cli *c;
    bench_session session;
    bench_world_results results;
    arena *memory;
} bench;

// ---- the worlds that the user requests

static bool is_asked_for(const options *o, const world_case *of)
{
    bool found = o->operand_count == 0;
    for (uint32_t i = 0; i < o->operand_count; i++)
        found = found || strcasecmp(o->operands[i], of->name) == 0;
    return found;
}

static const world_case *find_world(const char *name)
{
    for (uint32_t i = 0; i < WORLD_COUNT; i++)
        if (strcasecmp(name, world_cases[i].name) == 0)
            return &world_cases[i];
    return NULL;
}

static exit_code no_world(cli *c, const char *name)
{
    char names[256];
    size_t used = 0;
    for (uint32_t i = 0; i < WORLD_COUNT && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                 i == 0                 ? ""
                                 : i == WORLD_COUNT - 1 ? " and "
                                                        : ", ",
                                 world_cases[i].name);
    return cli_usage(c, "there is no world `%s`: they are %s", name, names);
}

static exit_code check_agents(cli *c, const world_case *of, uint64_t agents)
{
    if (of->is_fixed)
        return cli_usage(c, "the world `%s` always has %" PRIu64 " agents", of->name, of->agents);
    if (agents < WORLD_LEAST_AGENTS)
        return cli_usage(c, "worlds have at least %d agents", WORLD_LEAST_AGENTS);
    if (of->most_agents && agents > of->most_agents)
        return cli_usage(c, "the world `%s` has at most %" PRIu64 " agents", of->name,
                         of->most_agents);
    return EXIT_FINE;
}

static exit_code check_operands(cli *c)
{
    const options *o = &c->options;
    for (uint32_t i = 0; i < o->operand_count; i++)
        if (!find_world(o->operands[i]))
            return no_world(c, o->operands[i]);
    if (o->operand_count > 0 && bench_wants_growth(o))
        return cli_usage(c, "--growth measures flock-5, flock-15 and boids, and takes no worlds");
    return EXIT_FINE;
}

static exit_code check_options(cli *c)
{
    const options *o = &c->options;
    if (options_is_given(o, OPTION_BENCH_TICKS))
        return cli_usage(c, "worlds have steps, not ticks: --steps");
    if (options_is_given(o, OPTION_BENCH_LANES))
        return cli_usage(c, "--lanes is not for worlds");
    return check_operands(c);
}

// Return whether a world is measured. A world with a fixed number of agents is left out if --agents
// is given and the world is not named.
static bool is_measured(const options *o, const world_case *of)
{
    if (bench_wants_growth(o))
        return of->grows;
    bool is_left_out =
        o->operand_count == 0 && of->is_fixed && options_is_given(o, OPTION_BENCH_AGENTS);
    return is_asked_for(o, of) && !is_left_out;
}

static exit_code check_sizes(cli *c)
{
    const options *o = &c->options;
    exit_code verdict = EXIT_FINE;
    uint64_t agents;
    for (uint32_t k = 0; k < WORLD_COUNT; k++)
        for (uint32_t i = 0; verdict == EXIT_FINE && is_measured(o, &world_cases[k]) &&
                             options_is_given(o, OPTION_BENCH_AGENTS) &&
                             options_count_at(o, OPTION_BENCH_AGENTS, i, &agents);
             i++)
            verdict = check_agents(c, &world_cases[k], agents);
    return verdict;
}

// Set the number of agents of the measurement `index`. Return false after the last one.
static bool agents_at(const options *o, const world_case *of, bool is_growth, uint32_t index,
                      uint64_t *agents)
{
    static const uint64_t growing[] = {1000, 10000, 100000, 1000000};
    if (options_is_given(o, OPTION_BENCH_AGENTS))
        return options_count_at(o, OPTION_BENCH_AGENTS, index, agents);
    if (is_growth && index < sizeof growing / sizeof *growing)
        *agents = growing[index];
    else
        *agents = of->agents;
    return is_growth ? index < sizeof growing / sizeof *growing : index == 0;
}

// ---- groups of rows

static void add_row(bench_world_group *group, const world_contender *who)
{
    if (group->row_count < BENCH_WORLD_ROWS)
        group->rows[group->row_count++].who = *who;
}

// Add each form with each number of threads. Handwritten C runs on one thread only.
static void add_rows(bench *b, bench_world_group *group)
{
    const options *o = &b->c->options;
    world_contender who = {.set = b->results.setup.set};
    for (; who.form < WORLD_FORMS && group->of->forms[who.form].name; who.form++) {
        bool is_hand = group->of->forms[who.form].hand;
        who.threads = 1;
        if (is_hand)
            add_row(group, &who);
        for (uint32_t i = 0; !is_hand && bench_threads_at(o, i, &who.threads); i++)
            add_row(group, &who);
    }
}

static uint32_t repeats_of(const bench *b, const world_case *of)
{
    bool is_given = options_is_given(&b->c->options, OPTION_REPEATS);
    uint32_t usual = b->results.setup.repeats;
    return of->repeats && !is_given && of->repeats < usual ? of->repeats : usual;
}

static exit_code measure_rows(bench *b, bench_world_group *group)
{
    gestalt_error error = {0};
    world_task task;
    snprintf(b->session.label, sizeof b->session.label, "%s, %" PRIu64 " agents", group->of->name,
             group->agents);
    gestalt_result result = world_task_open(&task, group->of, group->agents, group->steps, &error);
    if (result == GESTALT_OK)
        result = measure_world(&task, group->rows, group->row_count, group->repeats,
                               bench_show_progress, &b->session, &error);
    world_task_close(&task);
    bench_hide_progress(&b->session);
    return bench_verdict(&b->session, result, &error);
}

static exit_code measure_group(bench *b, const world_case *of, bool is_growth, uint64_t agents)
{
    const options *o = &b->c->options;
    bench_world_results *r = &b->results;
    bench_world_group *group = ARENA_PUSH(b->memory, r->groups, r->group_count, r->capacity);
    *group = (bench_world_group){.of = of,
                                 .agents = agents,
                                 .steps = options_is_given(o, OPTION_BENCH_STEPS)
                                              ? options_number(o, OPTION_BENCH_STEPS)
                                              : of->steps,
                                 .is_growth = is_growth,
                                 .repeats = repeats_of(b, of)};
    add_rows(b, group);
    exit_code verdict = measure_rows(b, group);
    if (verdict == EXIT_FINE && !is_growth && !b->session.is_quiet)
        bench_world_table(&b->session.out.text, group);
    text_finish(&b->session.out.text);
    return verdict;
}

static exit_code measure_all(bench *b)
{
    const options *o = &b->c->options;
    bool is_growth = bench_wants_growth(o);
    exit_code verdict = EXIT_FINE;
    uint64_t agents;
    for (uint32_t k = 0; k < WORLD_COUNT && verdict == EXIT_FINE; k++) {
        const world_case *of = &world_cases[k];
        if (!is_measured(o, of))
            continue;
        for (uint32_t i = 0; verdict == EXIT_FINE && agents_at(o, of, is_growth, i, &agents); i++)
            verdict = measure_group(b, of, is_growth, agents);
        if (verdict == EXIT_FINE && is_growth && !b->session.is_quiet)
            bench_world_growth(&b->session.out.text, &b->results, of);
        text_finish(&b->session.out.text);
    }
    return verdict;
}

static void world_bench_plot(text_out *out, const void *results)
{
    bench_world_plot(out, results);
}

static exit_code world_bench_run(bench *b)
{
    exit_code verdict = bench_session_start(&b->session, b->c);
    if (verdict != EXIT_FINE)
        return verdict;
    b->results.setup = b->session.setup;
    if (!b->session.is_quiet)
        bench_world_head(&b->session.out.text, &b->results);
    verdict = measure_all(b);
    bench_rows rows = bench_world_rows(&b->results);
    return bench_session_finish(&b->session, verdict, &rows, world_bench_plot);
}

exit_code bench_worlds(cli *c, arena *a)
{
    bench b = {.c = c, .memory = a};
    exit_code verdict = check_options(c);
    if (verdict == EXIT_FINE)
        verdict = check_sizes(c);
    return verdict == EXIT_FINE ? world_bench_run(&b) : verdict;
}
