// SPDX-License-Identifier: MIT
#include "growth.h"

const growth_info growth_table[GROWTH_SWEEPS] = {
    [GROWTH_AGENTS] = {"agents", "More agents", "agents"},
    [GROWTH_NODES] = {"nodes", "Larger shapes, the same leaves run", "nodes of the shape"},
    [GROWTH_BRANCHES] = {"branches", "Agents of a cohort diverge",
                         "branches that 64 agents are in"},
};

// Numbers of copies of a tree with 16 nodes. Above the copies there is a binary tree of `decide`
// nodes.
static const uint32_t node_steps[] = {1, 4, 16, 64, 256, 941};
static const uint32_t branch_steps[] = {1, 2, 4, 8, 16, 32, 64};
enum { TREE_NODES = 16, BRANCH_COPIES = 64 };

// With more agents, slow contenders are left out.
enum { SLOW_AGENTS_MAX = 1000000 };

uint32_t growth_step_count(growth_sweep sweep)
{
    return sweep == GROWTH_NODES      ? sizeof node_steps / sizeof *node_steps
           : sweep == GROWTH_BRANCHES ? sizeof branch_steps / sizeof *branch_steps
                                      : 0;
}

static void add_baselines(contender common, contender *rows, uint32_t *count, bool all)
{
    for (engine_id id = ENGINE_INLINED; id < ENGINE_GESTALT; id++) {
        bool is_slow = id == ENGINE_NAIVE && common.agents > SLOW_AGENTS_MAX;
        if ((id > ENGINE_INLINED && !all) || is_slow)
            break;
        common.engine = id;
        common.branch_count = common.branches = 0;
        rows[(*count)++] = common;
    }
}

static void add_gestalt(contender common, contender *rows, uint32_t *count, uint32_t lanes,
                        uint32_t threads)
{
    common.engine = ENGINE_GESTALT;
    common.lanes = lanes;
    common.threads = threads;
    rows[(*count)++] = common;
}

uint32_t growth_rows(growth_sweep sweep, uint32_t step, uint64_t agents, uint64_t ticks,
                     uint32_t threads, contender rows[GROWTH_ROWS], double *x)
{
    contender common = {.workload = W1H, .agents = agents, .ticks = ticks, .threads = 1};
    uint32_t count = 0;
    if (sweep == GROWTH_AGENTS) {
        *x = (double)agents;
    } else if (sweep == GROWTH_NODES) {
        common.branch_count = node_steps[step];
        common.branches = 1;
        *x = node_steps[step] * (TREE_NODES + 1.0) - 1;
    } else {
        common.branch_count = BRANCH_COPIES;
        common.branches = branch_steps[step];
        *x = branch_steps[step];
    }
    add_baselines(common, rows, &count, sweep == GROWTH_AGENTS);
    if (agents <= SLOW_AGENTS_MAX)
        add_gestalt(common, rows, &count, 1, 1);
    add_gestalt(common, rows, &count, 64, 1);
    if (sweep == GROWTH_AGENTS && threads > 1)
        add_gestalt(common, rows, &count, 64, threads);
    return count;
}
