// SPDX-License-Identifier: MIT
// Compares the two forms of live states, masks and lists (docs/actors.md), on generated trees:
// bytes per agent, and nanoseconds per agent and tick.
//
//     bench_states [--states=sparse|masks|auto] [--nodes=COUNT] [--agents=COUNT]
//
// One population of each form does the same work, in alternating rounds of a few ticks. The program
// prints medians, followed by the tables of docs/actors.md. With --states there is only one
// population. The program fails if the final hashes of the forms differ, but never because of
// speed.
//
// Trees differ in how many leaves are live below a concurrent: one, eight or all. With `waits`, one
// leaf is live, and nothing above it is re-evaluated. Leaves are actions that take a few ticks; in
// some trees, every other leaf is a deferred action. The lanes of a cohort are all in the same
// leaf, or in different ones.
#include "group.h"
#include "population_state.h"
#include "stopwatch.h"

#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 7, WARM_TICKS = 24, FORMS = 3, PARTS = 8, DELAY = 4, AGENTS = 16384 };
static const double ROUND_NANOSECONDS = 3e6, WORSE = 1.10;
static const char *const form_names[FORMS] = {"auto", "sparse", "masks"};

typedef enum live { LIVE_WAITS, LIVE_ONE, LIVE_EIGHT, LIVE_ALL, LIVE_COUNT } live;
static const char *const live_names[LIVE_COUNT] = {"1, waits", "1", "8", "all"};

typedef struct scenario {
    uint32_t nodes, lanes;
    live live;
    bool has_deferred, is_apart;
    uint64_t agents;
} scenario;

// ---- trees

typedef struct text {
    char *bytes;
    size_t size, capacity;
} text;

static void states_bench_add(text *t, const char *format, ...)
{
    va_list arguments;
    if (t->capacity - t->size < 512) {
        t->capacity = 2 * t->capacity + 4096;
        t->bytes = realloc(t->bytes, t->capacity);
        if (!t->bytes)
            abort();
    }
    va_start(arguments, format);
    t->size += (size_t)vsnprintf(t->bytes + t->size, t->capacity - t->size, format, arguments);
    va_end(arguments);
}

static void add_work(text *t, const scenario *s, uint32_t number)
{
    if (s->has_deferred && number % 2)
        states_bench_add(t,
                         "{\"type\":\"deferred\",\"do\":\"order\",\"args\":{\"value\":\"tick\"}}");
    else
        states_bench_add(t, "{\"type\":\"action\",\"do\":\"work\"}");
}

// Add `count` leaves from number `first` on, below a binary tree of `decide` nodes. An agent that
// has finished one leaf continues with another one.
static void add_leaves(text *t, const scenario *s, uint32_t part, uint32_t first, uint32_t count,
                       uint32_t all)
{
    if (count == 1) {
        states_bench_add(t, "{\"type\":\"sequence\",\"children\":[");
        add_work(t, s, first);
        states_bench_add(t, ",{\"type\":\"set\",\"key\":\"at%u\",\"to\":\"(at%u*5+7) %% %u\"}]}",
                         part, part, all);
        return;
    }
    states_bench_add(t, "{\"type\":\"decide\",\"if\":\"at%u < %u\",\"then\":", part,
                     first + count / 2);
    add_leaves(t, s, part, first, count / 2, all);
    states_bench_add(t, ",\"else\":");
    add_leaves(t, s, part, first + count / 2, count - count / 2, all);
    states_bench_add(t, "}");
}

static uint32_t parts_of(const scenario *s)
{
    return s->live == LIVE_ALL ? s->nodes - 1 : s->live == LIVE_EIGHT ? PARTS : 1;
}

static void add_tree(text *t, const scenario *s)
{
    uint32_t parts = parts_of(s), leaves = s->nodes / 4 / parts;
    states_bench_add(t, "{\"gestalt\":1,\"blackboard\":{");
    for (uint32_t i = 0; i < PARTS; i++)
        states_bench_add(t, "%s\"at%u\":{\"type\":\"int\",\"init\":\"(agent%s+%u) %% %u\"}",
                         i ? "," : "", i, s->is_apart ? "*37" : "/64", i, leaves ? leaves : 1);
    states_bench_add(t, "},\"root\":");
    if (s->live != LIVE_WAITS)
        states_bench_add(t, "{\"type\":\"concurrent\",\"children\":[");
    for (uint32_t i = 0; i < parts; i++) {
        states_bench_add(t, "%s", i ? "," : "");
        if (s->live == LIVE_ALL)
            add_work(t, s, i);
        else
            add_leaves(t, s, i, 0, leaves, leaves);
    }
    states_bench_add(t, s->live != LIVE_WAITS ? "]}}" : "}");
}

// ---- the host: an action and a game system, which both take four ticks. With `is_apart`, lanes
// finish in different ticks, so agents that are in different leaves stay in different leaves.

static void work_together(gestalt_call *call)
{
    call->succeeded = (call->tick + call->first_agent / 64) % 4 == 0 ? call->lanes : 0;
}

static void work_apart(gestalt_call *call)
{
    call->succeeded = call->lanes & UINT64_C(0x1111111111111111) << call->tick % 4;
}

typedef struct order {
    uint64_t agent;
    uint32_t node;
} order;

typedef struct orders {
    order *list;
    uint64_t count, capacity;
} orders;

typedef struct runner {
    gestalt_population *population;
    orders due[DELAY]; // orders that are due, by tick modulo DELAY
    uint64_t tick, hash;
    double ns[ROUNDS]; // nanoseconds per agent and tick, by round
} runner;

// The figures of a scenario, by form. `takes` is the ratio of the time of the form that is chosen
// automatically to the time of the other form.
typedef struct outcome {
    double bytes[FORMS], ns[FORMS], takes;
    bool is_list; // lists are chosen automatically
    uint64_t hash;
} outcome;

static void states_bench_need(gestalt_result result, const gestalt_error *error)
{
    if (result == GESTALT_OK)
        return;
    fprintf(stderr, "bench_states: %s\n", error->message);
    exit(1);
}

static void add_order(orders *o, order entry)
{
    if (o->count == o->capacity) {
        o->capacity = 2 * o->capacity + 1024;
        o->list = realloc(o->list, o->capacity * sizeof *o->list);
        if (!o->list)
            abort();
    }
    o->list[o->count++] = entry;
}

static void finish_orders(runner *r)
{
    orders *due = &r->due[r->tick % DELAY];
    gestalt_error error;
    for (uint64_t i = 0; i < due->count; i++)
        states_bench_need(gestalt_population_finish(r->population, due->list[i].agent,
                                                    due->list[i].node, GESTALT_SUCCESS, &error),
                          &error);
    due->count = 0;
}

static void take_orders(runner *r)
{
    const gestalt_request *requests;
    uint64_t count;
    gestalt_error error;
    states_bench_need(gestalt_population_requests(r->population, &requests, &count, &error),
                      &error);
    for (uint64_t i = 0; i < count; i++) {
        orders *due = &r->due[(r->tick - 1 + DELAY) % DELAY];
        add_order(due, (order){requests[i].agent, requests[i].node});
    }
}

// Run some ticks, and return the nanoseconds of the ticks alone, without the game system.
static double states_bench_run(runner *r, uint64_t ticks)
{
    stopwatch watch;
    gestalt_error error;
    stopwatch_start(&watch, false);
    for (uint64_t i = 0; i < ticks; i++) {
        finish_orders(r);
        stopwatch_go(&watch);
        gestalt_result result = gestalt_population_tick(r->population, (int64_t)r->tick, &error);
        stopwatch_stop(&watch);
        states_bench_need(result, &error);
        r->tick++;
        take_orders(r);
    }
    return watch.cpu;
}

// ---- measuring

static gestalt_shape *states_bench_compile(const scenario *s)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_error error = {.message = "the tree has errors"};
    text t = {0};
    add_tree(&t, s);
    states_bench_need(
        gestalt_compile_text("states.json", t.bytes, t.size, NULL, &shape, &diagnostics, &error),
        &error);
    gestalt_diagnostics_destroy(diagnostics);
    free(t.bytes);
    return shape;
}

static gestalt_host *make_host(const scenario *s)
{
    static const gestalt_parameter value = {.name = "value", .type = GESTALT_INT};
    const gestalt_function functions[] = {
        {.name = "work",
         .kind = GESTALT_IMMEDIATE,
         .batch = s->is_apart ? work_apart : work_together},
        {.name = "order", .kind = GESTALT_DEFERRED, .arguments = &value, .argument_count = 1}};
    gestalt_host *host;
    gestalt_error error;
    states_bench_need(gestalt_host_create(NULL, &host, &error), &error);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        states_bench_need(gestalt_host_add(host, &functions[i], &error), &error);
    return host;
}

// Return the number of agents, which is smaller if many leaves are live.
static uint64_t agents_of(const scenario *s)
{
    uint64_t agents = s->agents * PARTS / parts_of(s);
    return agents > s->agents ? s->agents : agents < 128 ? 128 : agents / 64 * 64;
}

// Return the number of ticks of a round, from a rough estimate of the time of a tick. The number
// does not depend on measured times, so that the hash is the same in every run.
static uint64_t ticks_of(const scenario *s)
{
    double leaf = s->lanes == 1 ? 8 : 0.2, tree = s->lanes == 1 ? 60 : s->is_apart ? 30 : 2;
    return 4 + (uint64_t)(ROUND_NANOSECONDS / (double)agents_of(s) / (tree + leaf * parts_of(s)));
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double states_bench_median(const double *numbers)
{
    double sorted[ROUNDS];
    memcpy(sorted, numbers, sizeof sorted);
    qsort(sorted, ROUNDS, sizeof *sorted, compare_numbers);
    return sorted[ROUNDS / 2];
}

// Return the median, over all rounds, of the ratio of the times of two forms.
static double states_bench_ratio(const runner *a, const runner *b)
{
    double ratios[ROUNDS];
    for (int i = 0; i < ROUNDS; i++)
        ratios[i] = a->ns[i] / b->ns[i];
    return states_bench_median(ratios);
}

static double bytes_of(const runner *r, const scenario *s)
{
    const cohort_layout *l = &r->population->groups[0].layout;
    const gestalt_specification *spec = r->population->groups[0].shape->specification;
    return (double)(l->size - cohort_blackboard_size(l, spec)) / s->lanes;
}

static void fill_outcome(outcome *o, const scenario *s, const runner *runners, const bool *wanted)
{
    const runner *sparse = &runners[GESTALT_STATES_SPARSE], *masks = &runners[GESTALT_STATES_MASKS];
    for (int i = 0; i < FORMS; i++) {
        if (!wanted[i])
            continue;
        o->bytes[i] = bytes_of(&runners[i], s);
        o->ns[i] = states_bench_median(runners[i].ns);
        o->hash = runners[i].hash;
    }
    if (!wanted[GESTALT_STATES_AUTO] || !wanted[GESTALT_STATES_SPARSE])
        return;
    o->is_list = runners[GESTALT_STATES_AUTO].population->groups[0].layout.has_list;
    o->takes = o->is_list ? states_bench_ratio(sparse, masks) : states_bench_ratio(masks, sparse);
}

static void states_bench_show(const scenario *s, const outcome *o, const bool *wanted)
{
    double saves = o->bytes[o->is_list ? GESTALT_STATES_MASKS : GESTALT_STATES_SPARSE] -
                   o->bytes[GESTALT_STATES_AUTO];
    printf("| %u | %s | %s | %u%s |", s->nodes, live_names[s->live],
           s->has_deferred ? "half" : "none", s->lanes, s->is_apart ? ", apart" : "");
    for (int i = 1; i <= FORMS; i++)
        if (wanted[i % FORMS])
            printf(" %.4g |", o->bytes[i % FORMS]);
    for (int i = 1; i <= FORMS; i++)
        if (wanted[i % FORMS])
            printf(" %.4g |", o->ns[i % FORMS]);
    if (o->takes > 0)
        printf(" %s | %.2f |", o->is_list ? "sparse" : "masks", o->takes);
    if (o->takes > WORSE && saves > 0)
        printf(" saves %.4g bytes |", saves);
    else if (o->takes > 0)
        printf(o->takes > WORSE ? " worse |" : " |");
    printf(" %016" PRIx64 " |\n", o->hash);
    fflush(stdout);
}

static void states_bench_start(runner *r, const scenario *s, const gestalt_shape *shape,
                               const gestalt_host *host, gestalt_states states)
{
    gestalt_error error;
    gestalt_population_options options = {
        .group = {shape, host}, .lanes = s->lanes, .states = states};
    states_bench_need(gestalt_population_create(&options, &r->population, &error), &error);
    states_bench_need(gestalt_population_spawn(r->population, 0, agents_of(s), NULL, &error),
                      &error);
}

static void measure_rounds(const scenario *s, runner *runners, const bool *wanted)
{
    uint64_t ticks = ticks_of(s);
    for (int i = 0; i < FORMS; i++)
        if (wanted[i])
            states_bench_run(&runners[i], WARM_TICKS);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < FORMS; i++)
            if (wanted[i])
                runners[i].ns[round] =
                    states_bench_run(&runners[i], ticks) / (double)ticks / (double)agents_of(s);
}

static void states_bench_release(runner *r)
{
    gestalt_population_destroy(r->population);
    for (int i = 0; i < DELAY; i++)
        free(r->due[i].list);
}

// Measure a scenario. Return false if the hashes of the forms differ.
static bool states_bench_measure(const scenario *s, const bool *wanted, outcome *o)
{
    runner runners[FORMS] = {0};
    gestalt_shape *shape = states_bench_compile(s);
    gestalt_host *host = make_host(s);
    gestalt_error error;
    bool agree = true;
    const runner *first = NULL;
    for (int i = 0; i < FORMS; i++)
        if (wanted[i])
            states_bench_start(&runners[i], s, shape, host, (gestalt_states)i);
    measure_rounds(s, runners, wanted);
    for (int i = 0; i < FORMS; i++) {
        if (!wanted[i])
            continue;
        states_bench_need(gestalt_population_hash(runners[i].population, &runners[i].hash, &error),
                          &error);
        first = first ? first : &runners[i];
        agree = agree && first->hash == runners[i].hash;
    }
    fill_outcome(o, s, runners, wanted);
    states_bench_show(s, o, wanted);
    for (int i = 0; i < FORMS; i++)
        states_bench_release(&runners[i]);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
    if (!agree)
        fprintf(stderr, "bench_states: the forms do not end with the same hash\n");
    return agree;
}

// ---- the command line

static void show_head(const bool *wanted)
{
    int columns = 5;
    printf("| nodes | live | deferred | lanes |");
    for (int what = 0; what < 2; what++)
        for (int i = 1; i <= FORMS; i++)
            if (wanted[i % FORMS])
                columns += printf(" %s %s |", form_names[i % FORMS], what ? "ns" : "bytes") > 0;
    if (wanted[GESTALT_STATES_AUTO] && wanted[GESTALT_STATES_SPARSE])
        columns += printf(" chosen | takes, of the other | why |") > 0 ? 3 : 0;
    printf(" hash |\n|");
    while (columns-- > 0)
        printf(" --- |");
    printf("\n");
}

// Each row of the tables is a combination of lanes, deferred actions and live leaves. Its columns
// are trees of several sizes.
enum { ROWS = 3 * 2 * LIVE_COUNT, SIZES = 4 };

static bool scenario_of(scenario *s, int row, int size)
{
    static const uint32_t nodes[SIZES] = {8, 64, 512, 4096};
    int lanes = row / (2 * LIVE_COUNT);
    s->lanes = lanes ? 64 : 1;
    s->is_apart = lanes == 2;
    s->has_deferred = row / LIVE_COUNT % 2;
    s->live = (live)(row % LIVE_COUNT);
    s->nodes = nodes[size];
    return !(s->live == LIVE_EIGHT && size == 0) && !(s->live == LIVE_ALL && s->is_apart);
}

static void show_cell(const double *numbers, bool is_list)
{
    double lists = numbers[GESTALT_STATES_SPARSE], masks = numbers[GESTALT_STATES_MASKS];
    int digits = lists < 1 ? 2 : lists < 100 ? 1 : 0;
    if (lists == (double)(long)lists && masks == (double)(long)masks)
        digits = 0;
    printf(is_list ? " **%.*f** / %.*f |" : " %.*f / **%.*f** |", digits, lists, digits, masks);
}

// Print the short table of docs/actors.md: lists and masks, with the chosen form in bold.
static void show_short(outcome all[ROWS][SIZES], bool wants_bytes)
{
    printf("\n%s:\n\n| lanes | live | deferred | 8 nodes | 64 | 512 | 4,096 |\n"
           "| --- | --- | --- | --- | --- | --- | --- |\n",
           wants_bytes ? "Bytes for an agent" : "Nanoseconds for an agent's tick");
    for (int row = 0; row < ROWS; row++) {
        scenario s;
        if (!scenario_of(&s, row, 1))
            continue;
        printf("| %u%s | %s | %s |", s.lanes, s.is_apart ? ", apart" : "", live_names[s.live],
               s.has_deferred ? "half" : "none");
        for (int size = 0; size < SIZES; size++) {
            const outcome *o = &all[row][size];
            if (scenario_of(&s, row, size))
                show_cell(wants_bytes ? o->bytes : o->ns, o->is_list);
            else
                printf(" |");
        }
        printf("\n");
    }
}

static bool measure_all(const bool *wanted, uint32_t only, uint64_t agents)
{
    static outcome all[ROWS][SIZES];
    bool good = true;
    show_head(wanted);
    for (int row = 0; row < ROWS; row++)
        for (int size = 0; size < SIZES; size++) {
            scenario s = {.agents = agents};
            if (scenario_of(&s, row, size) && (!only || only == s.nodes))
                good = good && states_bench_measure(&s, wanted, &all[row][size]);
        }
    for (int i = 0; i < 2 && !only && wanted[0] && wanted[1]; i++)
        show_short(all, i);
    return good;
}

int main(int count, char **arguments)
{
    bool wanted[FORMS] = {true, true, true};
    uint32_t only = 0;
    uint64_t agents = AGENTS;
    for (int i = 1; i < count; i++) {
        bool known = false;
        if (strncmp(arguments[i], "--nodes=", 8) == 0) {
            only = (uint32_t)strtoul(arguments[i] + 8, NULL, 10);
            continue;
        }
        if (strncmp(arguments[i], "--agents=", 9) == 0) {
            agents = strtoull(arguments[i] + 9, NULL, 10);
            continue;
        }
        for (int k = 0; k < FORMS; k++) {
            wanted[k] = strncmp(arguments[i], "--states=", 9) == 0 &&
                        strcmp(arguments[i] + 9, form_names[k]) == 0;
            known = known || wanted[k];
        }
        if (!known) {
            fprintf(stderr, "usage: bench_states [--states=sparse|masks|auto] [--nodes=COUNT] "
                            "[--agents=COUNT]\n");
            return 2;
        }
    }
    return !measure_all(wanted, only, agents);
}
