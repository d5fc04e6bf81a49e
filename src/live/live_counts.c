// SPDX-License-Identifier: MIT
#include "live_counts.h"

#include "array.h"
#include "error.h"
#include "stopwatch.h"

#include <gestalt/inspect.h>
#include <string.h>

// Taking moments may use at most 1/HISTORY_SHARE of the time of ticks, and a credit in nanoseconds
// at the start: a missing moment makes a chart wrong, and moments become rarer anyway the longer
// the run is. Counts for a page may use 1/COUNTS_SHARE.
enum { HISTORY_SHARE = 20, HISTORY_CREDIT = 100000000, COUNTS_SHARE = 20 };

static bool counts_reserve(live_counts *c, const live_run *r)
{
    gestalt_allocator a = memory_allocator(NULL);
    uint32_t most = 0, all = 0, groups = gestalt_population_group_count(r->population);
    if (!ARRAY_RESERVE(&a, c->groups, c->group_capacity, groups))
        return false;
    for (uint32_t i = 0; i < groups; i++) {
        const gestalt_shape *shape = gestalt_population_shape(r->population, i);
        uint32_t count = gestalt_shape_specification(shape)->node_count;
        c->groups[i] = (live_group_counts){.first = all, .count = count};
        all += count;
        most = count > most ? count : most;
    }
    c->group_count = groups;
    c->node_count = all;
    size_t masks = (size_t)most + GESTALT_MASK_NODES;
    return ARRAY_RESERVE(&a, c->nodes, c->node_capacity, all) &&
           ARRAY_RESERVE(&a, c->masks, c->mask_capacity, most) &&
           ARRAY_RESERVE(&a, c->block, c->block_capacity, masks) &&
           ARRAY_RESERVE(&a, c->sums, c->sum_capacity, masks);
}

static void count_group(live_counts *c, const live_run *r, uint32_t group)
{
    live_group_counts *g = &c->groups[group];
    gestalt_block block;
    uint32_t masks = gestalt_population_masks(r->population, group, c->masks, g->count);
    uint64_t blocks = gestalt_population_block_count(r->population, group);
    memset(c->sums, 0, ((size_t)g->count + GESTALT_MASK_NODES) * sizeof *c->sums);
    for (uint64_t i = 0; i < blocks; i++) {
        if (!gestalt_population_block(r->population, group, i, &block) || block.lanes == 0 ||
            !gestalt_population_block_masks(r->population, group, i, c->block, c->block_capacity))
            continue;
        uint64_t running = c->block[GESTALT_MASK_RUNNING] & block.lanes;
        uint64_t succeeded = c->block[GESTALT_MASK_SUCCEEDED] & block.lanes;
        g->agents += (uint64_t)__builtin_popcountll(block.lanes);
        g->fresh += (uint64_t)__builtin_popcountll(running & succeeded);
        g->running += (uint64_t)__builtin_popcountll(running & ~succeeded);
        g->succeeded += (uint64_t)__builtin_popcountll(succeeded & ~running);
        for (uint32_t k = GESTALT_MASK_NODES; k < masks; k++)
            c->sums[k] += (uint64_t)__builtin_popcountll(c->block[k] & block.lanes);
    }
    g->failed = g->agents - g->fresh - g->running - g->succeeded;
    for (uint32_t i = 0; i < g->count; i++)
        c->nodes[g->first + i] = c->masks[i] == GESTALT_NO_NODE ? 0 : c->sums[c->masks[i]];
}

gestalt_result live_counts_take(live_counts *c, const live_run *r, gestalt_error *error)
{
    if (c->is_there && c->changes == r->changes)
        return GESTALT_OK;
    c->is_there = false;
    if (!counts_reserve(c, r))
        return error_no_memory(error);
    uint64_t before = stopwatch_thread();
    for (uint32_t i = 0; i < c->group_count; i++)
        count_group(c, r, i);
    c->is_there = true;
    c->changes = r->changes;
    c->tick = live_run_ticks(r);
    c->version = r->version;
    c->cost = stopwatch_thread() - before;
    c->earned = 0;
    return GESTALT_OK;
}

gestalt_result live_counts_take_lately(live_counts *c, const live_run *r, gestalt_error *error)
{
    bool is_usable = c->is_there && c->version == r->version && c->tick <= live_run_ticks(r);
    if (is_usable && c->earned < COUNTS_SHARE * c->cost)
        return GESTALT_OK;
    return live_counts_take(c, r, error);
}

void live_counts_close(live_counts *c)
{
    gestalt_allocator a = memory_allocator(NULL);
    ARRAY_RELEASE(&a, c->nodes, c->node_capacity);
    ARRAY_RELEASE(&a, c->groups, c->group_capacity);
    ARRAY_RELEASE(&a, c->masks, c->mask_capacity);
    ARRAY_RELEASE(&a, c->block, c->block_capacity);
    ARRAY_RELEASE(&a, c->sums, c->sum_capacity);
    *c = (live_counts){0};
}

// ---- history

bool live_moment_take(live_moment *m, const live_counts *c, const live_run *r)
{
    gestalt_allocator a = memory_allocator(NULL);
    *m = (live_moment){live_run_ticks(r), r->version, c->node_count, c->group_count, NULL};
    if (m->count > LIVE_HISTORY_NODES)
        return false;
    m->agents = memory_new(&a, (m->count + m->group_count) * sizeof *m->agents);
    if (!m->agents)
        return false;
    for (uint32_t i = 0; i < m->count; i++)
        m->agents[i] = (uint32_t)c->nodes[i];
    for (uint32_t i = 0; i < m->group_count; i++)
        m->agents[m->count + i] = (uint32_t)c->groups[i].agents;
    return true;
}

void live_moment_release(live_moment *m)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (m->agents)
        memory_release(&a, m->agents, (m->count + m->group_count) * sizeof *m->agents);
    m->agents = NULL;
}

static void history_drop(live_history *h, uint32_t index)
{
    live_moment_release(&h->list[index]);
    for (uint32_t i = index + 1; i < h->count; i++)
        h->list[i - 1] = h->list[i];
    h->count--;
}

static void history_add(live_history *h, const live_counts *c, const live_run *r)
{
    live_moment m;
    if (!live_moment_take(&m, c, r)) // out of memory: leave out this moment
        return;
    if (h->count == LIVE_HISTORY_MAX) {
        for (uint32_t i = 1; i < h->count; i++)
            history_drop(h, i);
        h->every *= 2;
    }
    h->list[h->count++] = m;
}

void live_history_follow(live_history *h, live_counts *c, const live_run *r, uint64_t nanoseconds)
{
    gestalt_error error;
    uint64_t tick = live_run_ticks(r), last = h->count ? h->list[h->count - 1].tick : 0;
    h->every += h->every == 0;
    h->ticking += nanoseconds;
    bool has_time = h->counting <= HISTORY_CREDIT + h->ticking / HISTORY_SHARE;
    if (tick <= last || tick - last < h->every || !has_time)
        return;
    uint64_t before = stopwatch_thread();
    gestalt_result result = live_counts_take(c, r, &error);
    h->counting += stopwatch_thread() - before;
    if (result == GESTALT_OK)
        history_add(h, c, r);
}

void live_history_cut(live_history *h, uint64_t tick)
{
    while (h->count > 0 && h->list[h->count - 1].tick > tick)
        history_drop(h, h->count - 1);
}

void live_history_close(live_history *h)
{
    while (h->count > 0)
        history_drop(h, h->count - 1);
}
