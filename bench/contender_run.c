// SPDX-License-Identifier: MIT
#include "contender_run.h"

#include "contender_engine.h"
#include "error.h"
#include "memory.h"
#include "naive.h"
#include "stopwatch.h"

#include <string.h>

// ---- baselines

typedef struct baseline {
    baseline_run run;
    naive_tree tree;
    gestalt_allocator allocator;
    size_t agents_size, state_size;
} baseline;

// Allocate the agents as Gestalt does, in large pages if possible.
static bool baseline_open(baseline *b, const contender *c)
{
    naive_build(&b->tree, c->workload, baselines_find(c->set)->leaves);
    b->allocator = memory_allocator(NULL);
    b->agents_size = (size_t)c->agents * sizeof(agent);
    b->state_size = c->engine == ENGINE_NAIVE
                        ? (size_t)c->agents * b->tree.node_count * sizeof(naive_state)
                        : 1;
    b->run = (baseline_run){.count = c->agents,
                            .agents = memory_new(&b->allocator, b->agents_size),
                            .state = memory_new(&b->allocator, b->state_size),
                            .tree = &b->tree};
    if (!b->run.agents || !b->run.state)
        return false;
    for (uint64_t i = 0; i < c->agents; i++)
        b->run.agents[i] = workload_start(i);
    memset(b->run.state, 0, b->state_size);
    return true;
}

static void baseline_close(baseline *b)
{
    memory_release(&b->allocator, b->run.agents, b->agents_size);
    memory_release(&b->allocator, b->run.state, b->state_size);
}

static void baseline_ticks(const baseline *b, const contender *c, contender_round *round)
{
    baseline_tick *tick = baselines_find(c->set)->tick[c->engine][c->workload];
    stopwatch watch;
    stopwatch_start(&watch, false);
    for (uint64_t i = 0; i < c->ticks; i++) {
        if (workloads[c->workload].has_world)
            workload_move(b->run.agents, c->agents);
        stopwatch_go(&watch);
        tick(&b->run);
        stopwatch_stop(&watch);
    }
    *round = (contender_round){.cpu = watch.cpu, .wall = watch.wall};
    round->end = workload_end_of(b->run.agents, c->agents);
}

static gestalt_result baseline_round(const contender *c, contender_round *round,
                                     gestalt_error *error)
{
    baseline b;
    bool good = baseline_open(&b, c);
    if (good)
        baseline_ticks(&b, c, round);
    baseline_close(&b);
    return good ? GESTALT_OK : error_no_memory(error);
}

static gestalt_result baseline_examine(const contender *c, contender_needs *needs)
{
    naive_tree tree;
    naive_build(&tree, c->workload, baselines_find(c->set)->leaves);
    // Handwritten code for W2 stores no state.
    double resume = c->workload == W2 ? 0 : sizeof((agent *)0)->resume;
    *needs = (contender_needs){.rss = -1, .blackboard = sizeof(agent) - 1};
    needs->bytes =
        c->engine == ENGINE_NAIVE ? (double)tree.node_count * sizeof(naive_state) : resume;
    return GESTALT_OK;
}

// ---- any contender

gestalt_result contender_run(const contender *c, contender_round *round, gestalt_error *error)
{
    return c->engine == ENGINE_GESTALT ? engine_round(c, round, error)
                                       : baseline_round(c, round, error);
}

gestalt_result contender_examine(const contender *c, contender_needs *needs, gestalt_error *error)
{
    return c->engine == ENGINE_GESTALT ? engine_examine(c, needs, error)
                                       : baseline_examine(c, needs);
}
