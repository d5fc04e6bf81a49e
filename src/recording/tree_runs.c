// SPDX-License-Identifier: MIT
#include "tree_runs.h"

#include "sort.h"
#include "tree_format.h"

// ---- runs

static uint64_t id_of(const gestalt_block *b, uint32_t lane)
{
    return b->agents ? b->agents[lane] : b->first_agent + lane;
}

// Return the number of agents with consecutive ids from a lane on.
static uint32_t run_length(const gestalt_block *b, uint64_t lanes, uint32_t lane, uint64_t first)
{
    uint64_t gaps = ~(lanes >> lane);
    uint32_t most = gaps ? (uint32_t)__builtin_ctzll(gaps) : 64, count = 1;
    if (most > TREE_LANES - first % TREE_LANES)
        most = TREE_LANES - (uint32_t)(first % TREE_LANES);
    if (!b->agents)
        return most;
    while (count < most && b->agents[lane + count] == first + count)
        count++;
    return count;
}

static void add_runs(tree_runs *r, const gestalt_block *b, uint64_t index)
{
    uint64_t lanes = b->lanes & tree_lanes(b->lane_count);
    while (lanes) {
        uint32_t lane = (uint32_t)__builtin_ctzll(lanes);
        uint64_t first = id_of(b, lane);
        uint32_t count = run_length(b, lanes, lane, first);
        r->list[r->count++] = (tree_run){first, index, lane, count};
        lanes &= ~(tree_lanes(count) << lane);
    }
}

static bool run_is_before(const void *a, const void *b, const void *user)
{
    (void)user;
    return ((const tree_run *)a)->first < ((const tree_run *)b)->first;
}

static bool sort_runs(tree_runs *r, const gestalt_allocator *a)
{
    bool is_sorted = true;
    for (uint64_t i = 1; i < r->count && is_sorted; i++)
        is_sorted = r->list[i - 1].first < r->list[i].first;
    if (is_sorted)
        return true;
    size_t size = (size_t)r->count * sizeof *r->list;
    tree_run *other = memory_new(a, size);
    if (!other)
        return false;
    const tree_run *sorted =
        sort_merge(r->list, other, (size_t)r->count, sizeof *r->list, run_is_before, NULL);
    if (sorted == other)
        memcpy(r->list, other, size);
    memory_release(a, other, size);
    return true;
}

bool tree_runs_find(tree_runs *r, const gestalt_population *population, uint32_t group,
                    const gestalt_allocator *a)
{
    uint64_t blocks = gestalt_population_block_count(population, group);
    r->count = 0;
    for (uint64_t i = 0; i < blocks; i++) {
        gestalt_block block;
        if (!gestalt_population_block(population, group, i, &block))
            continue;
        if (!ARRAY_RESERVE(a, r->list, r->room, r->count + TREE_LANES))
            return false;
        add_runs(r, &block, i);
    }
    return sort_runs(r, a);
}

// ---- blocks

static uint64_t number_of(const tree_run *run)
{
    return run->first / TREE_LANES;
}

uint64_t tree_runs_end(const tree_runs *r)
{
    return r->count > 0 ? number_of(&r->list[r->count - 1]) + 1 : 0;
}

bool tree_runs_fit(const tree_runs *r, uint64_t end)
{
    for (uint64_t i = 0, k = 0; i < r->count; i++) {
        uint64_t number = number_of(&r->list[i]);
        while (k < r->block_count && r->numbers[k] < number)
            k++;
        if (k == r->block_count)
            return number >= end;
        if (r->numbers[k] != number)
            return false;
    }
    return true;
}

// Add the blocks of all runs after the last block that is there.
static bool add_numbers(tree_runs *r, const gestalt_allocator *a)
{
    for (uint64_t i = 0; i < r->count; i++) {
        uint64_t number = number_of(&r->list[i]);
        if (r->block_count > 0 && number <= r->numbers[r->block_count - 1])
            continue;
        if (!ARRAY_RESERVE(a, r->numbers, r->numbers_room, r->block_count + 1))
            return false;
        r->numbers[r->block_count++] = number;
    }
    return true;
}

bool tree_runs_assign(tree_runs *r, bool is_key, const gestalt_allocator *a)
{
    if (is_key)
        r->block_count = 0;
    if (!add_numbers(r, a) || !ARRAY_RESERVE(a, r->begins, r->begins_room, r->block_count + 1))
        return false;
    uint64_t run = 0;
    for (uint64_t i = 0; i < r->block_count; i++) {
        r->begins[i] = run;
        while (run < r->count && number_of(&r->list[run]) == r->numbers[i])
            run++;
    }
    r->begins[r->block_count] = run;
    return true;
}

void tree_runs_release(tree_runs *r, const gestalt_allocator *a)
{
    ARRAY_RELEASE(a, r->list, r->room);
    ARRAY_RELEASE(a, r->numbers, r->numbers_room);
    ARRAY_RELEASE(a, r->begins, r->begins_room);
    *r = (tree_runs){0};
}
