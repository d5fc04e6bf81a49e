// SPDX-License-Identifier: MIT
#include "tree_agents.h"

#include "search.h"
#include "sort.h"
#include "tree_format.h"

bool tree_agents_add(tree_agents *a, const gestalt_allocator *allocator, const tree_state *s,
                     uint32_t group)
{
    for (uint64_t block = 0; block < s->block_count; block++) {
        const uint64_t *ids = s->ids + block * TREE_LANES;
        if (!ARRAY_RESERVE(allocator, a->list, a->room, a->count + TREE_LANES))
            return false;
        for (uint64_t left = s->lanes[block]; left; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctzll(left);
            a->list[a->count++] =
                (tree_place){ids[lane], group, (uint32_t)(block * TREE_LANES) + lane};
        }
    }
    return true;
}

static bool is_less(const void *a, const void *b, const void *user)
{
    (void)user;
    return ((const tree_place *)a)->agent < ((const tree_place *)b)->agent;
}

bool tree_agents_sort(tree_agents *a)
{
    bool is_sorted = true;
    for (uint64_t i = 1; i < a->count && is_sorted; i++)
        is_sorted = a->list[i - 1].agent < a->list[i].agent;
    if (is_sorted)
        return true;
    sort_heap(a->list, a->count, sizeof *a->list, is_less, NULL);
    for (uint64_t i = 1; i < a->count; i++)
        if (a->list[i - 1].agent == a->list[i].agent)
            return false;
    return true;
}

uint64_t tree_agents_find(const tree_agents *a, uint64_t agent)
{
    uint64_t index;
    SEARCH_FIRST(index, 0, a->count, a->list[index].agent >= agent);
    return index;
}

uint64_t tree_agents_without(const tree_agents *a, const tree_agents *other)
{
    uint64_t found = 0, k = 0;
    for (uint64_t i = 0; i < a->count; i++) {
        while (k < other->count && other->list[k].agent < a->list[i].agent)
            k++;
        found += k == other->count || other->list[k].agent != a->list[i].agent;
    }
    return found;
}
