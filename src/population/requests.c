// SPDX-License-Identifier: MIT
// Requests that agents make to game systems. launches.c handles the replies.
//
// During a tick, requests are marks in the cohorts' own memory. The list is built when a caller
// first needs it. Cohorts are mostly in the order of their agents' ids, so the list is nearly
// sorted when it is first written; sorting merges its sorted runs.
#include "requests.h"
#include "group.h"
#include "place.h"
#include "population_state.h"

#include "array.h"
#include "deferred.h"
#include "error.h"
#include "launch.h"
#include "memory.h"
#include "nodes.h"
#include "request_order.h"
#include "sort.h"

#include <string.h>

// ---- the list

gestalt_request requests_make(const group *g, const loose_request *r)
{
    const gestalt_shape *shape = g->shape;
    uint32_t item = shape->nodes[r->node];
    return (gestalt_request){
        .agent = r->agent,
        .node = r->node,
        .group = g->number,
        .launch = r->launch,
        .name = shape_string(shape, shape->hosts[item_argument(shape->items[item])].name),
        .resource = shape_string(shape, (uint32_t)shape->items[item + 1]),
        .launch_id = r->launch_id};
}

static uint64_t marks_of(const deferred_state *s, bool launch)
{
    return launch ? s->launched : s->cancelled;
}

// Count the requests of each lane.
static void count_lanes(const group *g, const cohort *c, uint64_t counts[COHORT_LANES_MAX])
{
    uint32_t at = 0, number;
    deferred_state s;
    memset(counts, 0, COHORT_LANES_MAX * sizeof *counts);
    while (deferred_next(&g->layout, c, &at, &number, &s))
        for (int launch = 0; launch < 2; launch++)
            for (uint64_t lanes = marks_of(&s, launch); lanes; lanes &= lanes - 1)
                counts[__builtin_ctzll(lanes)]++;
}

static uint64_t count_cohort(const group *g, const cohort *c)
{
    uint32_t at = 0, number;
    uint64_t count = 0;
    deferred_state s;
    while (deferred_next(&g->layout, c, &at, &number, &s))
        count += (uint64_t)__builtin_popcountll(s.launched) +
                 (uint64_t)__builtin_popcountll(s.cancelled);
    return count;
}

// Write the requests lane by lane: first cancels, then launches, each in the order of nodes.
static gestalt_request *add_cohort(const group *g, cohort *c, gestalt_request *next)
{
    const plan *p = g->plan;
    gestalt_request *places[COHORT_LANES_MAX];
    uint64_t counts[COHORT_LANES_MAX];
    deferred_state s;
    count_lanes(g, c, counts);
    for (unsigned lane = 0; lane < COHORT_LANES_MAX; lane++) {
        places[lane] = next;
        next += counts[lane];
    }
    for (int launch = 0; launch < 2; launch++)
        for (uint32_t at = 0, number; deferred_next(&g->layout, c, &at, &number, &s);)
            for (uint64_t lanes = marks_of(&s, launch); lanes; lanes &= lanes - 1) {
                unsigned lane = (unsigned)__builtin_ctzll(lanes);
                const uint32_t *ids = launch ? launch_ids(p, &g->layout, c, number)
                                             : launch_cancelled(p, &g->layout, c, number);
                loose_request r = {.agent = cohort_id(&g->layout, c, lane),
                                   .node = p->node_ids[p->deferred_items[number]],
                                   .launch_id = ids[lane],
                                   .launch = launch};
                *places[lane]++ = requests_make(g, &r);
            }
    return next;
}

static bool request_is_before(const void *one, const void *other, const void *user)
{
    (void)user;
    return REQUEST_IS_BEFORE((const gestalt_request *)one, (const gestalt_request *)other);
}

void requests_sort(gestalt_request *list, uint64_t count)
{
    sort_heap(list, count, sizeof *list, request_is_before, NULL);
}

// Return the first cohort from `index` on that can hold requests. Sleeping cohorts hold none.
static uint32_t requests_next(const group *g, uint32_t index)
{
    return g->plan->deferred_count > 0 ? group_next_awake(g, index) : UINT32_MAX;
}

static uint64_t count_all(const gestalt_population *p)
{
    uint64_t count = p->state.given.count;
    for (uint32_t i = 0; i < p->group_count; i++) {
        const group *g = &p->groups[i];
        for (uint32_t k = requests_next(g, 0); k != UINT32_MAX; k = requests_next(g, k + 1))
            count += count_cohort(g, group_cohort(g, k));
    }
    return count;
}

// Allocate two halves: sorting moves the list from one half to the other.
bool requests_reserve(gestalt_population *p, uint64_t count)
{
    request_list *list = &p->state.requests;
    if (count <= list->capacity)
        return true;
    bool has_list = list->are_built && list->count > 0;
    if (!has_list)
        requests_forget(p);
    gestalt_request *block = memory_new(&p->memory.counting, 2 * count * sizeof *block);
    if (!block)
        return false;
    if (has_list) {
        memcpy(block, list->list, list->count * sizeof *block);
        requests_forget(p);
        list->list = block;
    }
    list->block = block;
    list->capacity = count;
    return true;
}

gestalt_result requests_build(gestalt_population *p, gestalt_error *error)
{
    if (p->state.requests.are_built)
        return GESTALT_OK;
    uint64_t count = count_all(p);
    p->state.requests.are_built = count == 0;
    p->state.requests.count = count;
    if (count == 0)
        return GESTALT_OK;
    if (!requests_reserve(p, count))
        return error_no_memory(error);
    gestalt_request *next = p->state.requests.block;
    for (uint64_t i = 0; i < p->state.given.count; i++) {
        const loose_request *r = &p->state.given.entries[i];
        *next++ = requests_make(&p->groups[r->group], r);
    }
    for (uint32_t i = 0; i < p->group_count; i++) {
        const group *g = &p->groups[i];
        for (uint32_t k = requests_next(g, 0); k != UINT32_MAX; k = requests_next(g, k + 1))
            next = add_cohort(g, group_cohort(g, k), next);
    }
    p->state.requests.list =
        sort_merge(p->state.requests.block, p->state.requests.block + p->state.requests.capacity,
                   count, sizeof *p->state.requests.list, request_is_before, NULL);
    p->state.requests.are_built = true;
    return GESTALT_OK;
}

void requests_forget(gestalt_population *p)
{
    memory_release(&p->memory.counting, p->state.requests.block,
                   2 * p->state.requests.capacity * sizeof *p->state.requests.block);
    p->state.requests.block = NULL;
    p->state.requests.capacity = 0;
}

void requests_release(gestalt_population *p)
{
    loose_list *lists[] = {&p->state.coming, &p->state.given};
    requests_forget(p);
    for (int i = 0; i < 2; i++)
        ARRAY_RELEASE(&p->memory.counting, lists[i]->entries, lists[i]->capacity);
}

bool loose_reserve(gestalt_population *p, loose_list *list, uint64_t more)
{
    return ARRAY_RESERVE(&p->memory.counting, list->entries, list->capacity, list->count + more);
}

bool requests_is_marked(const gestalt_population *p, const loose_request *r)
{
    place where;
    if (!population_find(p, r->agent, &where))
        return false;
    const group *g = where.group;
    if (g->plan->deferred_count == 0)
        return false;
    uint32_t item = g->shape->nodes[r->node];
    if (!node_is(item_type_of(g->shape->items[item]), NODE_IS_LAUNCHING))
        return false;
    deferred_state s = deferred_get(&g->layout, where.cohort, g->plan->deferred[item]);
    return marks_of(&s, r->launch) >> where.lane & 1;
}

void requests_take_out(gestalt_population *p, uint32_t group_number)
{
    request_list *list = &p->state.requests;
    uint64_t kept = 0;
    for (uint64_t i = 0; list->are_built && i < list->count; i++) {
        gestalt_request r = list->list[i];
        loose_request loose = {r.agent, r.group, r.node, r.launch_id, r.launch};
        if (r.group != group_number || !requests_is_marked(p, &loose))
            list->list[kept++] = r;
    }
    list->count = list->are_built ? kept : list->count;
}

void requests_put_back(gestalt_population *p, uint32_t group_number)
{
    request_list *list = &p->state.requests;
    const group *g = &p->groups[group_number];
    // Without a list there were no requests to take out, and none remain.
    if (!list->are_built || !list->list)
        return;
    gestalt_request *next = list->list + list->count;
    for (uint32_t k = 0; g->plan->deferred_count > 0 && k < g->agents.cohort_count; k++)
        next = add_cohort(g, group_cohort(g, k), next);
    list->count = (uint64_t)(next - list->list);
    requests_sort(list->list, list->count);
}

static bool loose_is_before(const void *one, const void *other, const void *user)
{
    const loose_request *a = one, *b = other;
    (void)user;
    return a->agent != b->agent ? a->agent < b->agent : a->node < b->node;
}

void requests_sort_loose(loose_list *list)
{
    sort_heap(list->entries, list->count, sizeof *list->entries, loose_is_before, NULL);
}

gestalt_result gestalt_population_requests(gestalt_population *p, const gestalt_request **requests,
                                           uint64_t *count, gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || MISUSE_NULL(requests, "requests", error) ||
        MISUSE_NULL(count, "count", error))
        return GESTALT_MISUSE;
    gestalt_result result = requests_build(p, error);
    *requests = result == GESTALT_OK ? p->state.requests.list : NULL;
    *count = result == GESTALT_OK ? p->state.requests.count : 0;
    return result;
}
