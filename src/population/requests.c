// SPDX-License-Identifier: MIT
// Requests: what agents ask of game systems, and what these answer.
//
// During a tick, requests are marks in the cohorts' own memory; the list is made when somebody asks
// for it. Cohorts by and large are in the order of their agents, so the list is nearly sorted when
// it is first written: sorted stretches of it are merged.
#include "population_state.h"

#include "array.h"
#include "deferred.h"
#include "error.h"
#include "live.h"
#include "memory.h"
#include "nodes.h"
#include "sort.h"
#include "walk.h"

#include <string.h>

// ---- the list

gestalt_request requests_make(const group *g, uint64_t agent, uint32_t node, bool launch)
{
    const gestalt_shape *shape = g->shape;
    uint32_t item = shape->nodes[node];
    return (gestalt_request){
        .agent = agent,
        .node = node,
        .group = g->number,
        .launch = launch,
        .name = shape_string(shape, shape->hosts[item_argument(shape->items[item])].name),
        .resource = shape_string(shape, (uint32_t)shape->items[item + 1])};
}

static uint64_t marks_of(const deferred_state *s, bool launch)
{
    return launch ? s->launched : s->cancelled;
}

// Counts the requests of each lane.
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

// Lane by lane: what is cancelled, and then what is launched, in the order of nodes.
static gestalt_request *add_cohort(const group *g, const cohort *c, gestalt_request *next)
{
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
                uint32_t node = g->plan->node_ids[g->plan->deferred_items[number]];
                *places[lane]++ = requests_make(g, cohort_id(&g->layout, c, lane), node, launch);
            }
    return next;
}

static bool request_is_before(const void *one, const void *other, const void *user)
{
    const gestalt_request *a = one, *b = other;
    (void)user;
    if (a->agent != b->agent)
        return a->agent < b->agent;
    if (a->launch != b->launch)
        return b->launch;
    return a->node < b->node;
}

void requests_sort(gestalt_request *list, uint64_t count)
{
    sort_heap(list, count, sizeof *list, request_is_before, NULL);
}

static uint64_t count_all(const gestalt_population *p)
{
    uint64_t count = p->state.given.count;
    for (uint32_t i = 0; i < p->group_count; i++) {
        const group *g = &p->groups[i];
        for (uint32_t k = 0; g->plan->deferred_count > 0 && k < g->agents.cohort_count; k++)
            count += count_cohort(g, group_cohort(g, k));
    }
    return count;
}

// For the list twice over: it is sorted from one half to the other.
bool requests_reserve(gestalt_population *p, uint64_t count)
{
    if (count <= p->state.requests.capacity)
        return true;
    requests_forget(p);
    p->state.requests.block = memory_new(&p->allocator, 2 * count * sizeof *p->state.requests.list);
    p->state.requests.capacity = p->state.requests.block ? count : 0;
    return p->state.requests.block;
}

gestalt_result requests_build(gestalt_population *p, gestalt_error *error)
{
    gestalt_result result = steps_refuse(p, error);
    if (result != GESTALT_OK)
        return result;
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
        *next++ = requests_make(&p->groups[r->group], r->agent, r->node, r->launch);
    }
    for (uint32_t i = 0; i < p->group_count; i++) {
        const group *g = &p->groups[i];
        for (uint32_t k = 0; g->plan->deferred_count > 0 && k < g->agents.cohort_count; k++)
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
    memory_release(&p->allocator, p->state.requests.block,
                   2 * p->state.requests.capacity * sizeof *p->state.requests.block);
    p->state.requests.block = NULL;
    p->state.requests.capacity = 0;
}

void requests_release(gestalt_population *p)
{
    loose_list *lists[] = {&p->state.coming, &p->state.given};
    requests_forget(p);
    for (int i = 0; i < 2; i++)
        ARRAY_RELEASE(&p->allocator, lists[i]->entries, lists[i]->capacity);
}

bool loose_reserve(gestalt_population *p, loose_list *list, uint64_t more)
{
    return ARRAY_RESERVE(&p->allocator, list->entries, list->capacity, list->count + more);
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

static bool loose_is_before(const void *one, const void *other, const void *user)
{
    const loose_request *a = one, *b = other;
    (void)user;
    return a->agent != b->agent ? a->agent < b->agent : a->node < b->node;
}

void requests_sort_coming(gestalt_population *p)
{
    sort_heap(p->state.coming.entries, p->state.coming.count, sizeof *p->state.coming.entries,
              loose_is_before, NULL);
}

gestalt_result gestalt_population_requests(gestalt_population *p, const gestalt_request **requests,
                                           uint64_t *count, gestalt_error *error)
{
    gestalt_result result = requests_build(p, error);
    *requests = result == GESTALT_OK ? p->state.requests.list : NULL;
    *count = result == GESTALT_OK ? p->state.requests.count : 0;
    return result;
}

// ---- one deferred action

// The number of a deferred action that is live for an agent. False when it is none.
static bool find_deferred(const place *where, uint32_t node, uint32_t *number)
{
    const group *g = where->group;
    if (node >= g->shape->specification->node_count)
        return false;
    uint32_t item = g->shape->nodes[node];
    if (!node_is(item_type_of(g->shape->items[item]), NODE_IS_LAUNCHING) ||
        !g->plan->can_be_live[item])
        return false;
    *number = g->plan->deferred[item];
    return live_has(g->plan, &g->layout, where->cohort, where->lane, item);
}

gestalt_result gestalt_population_finish(gestalt_population *p, uint64_t agent, uint32_t node,
                                         gestalt_status status, gestalt_error *error)
{
    place where;
    uint32_t number;
    gestalt_result result = steps_refuse(p, error);
    if (result == GESTALT_OK)
        result = population_need(p, agent, &where, error);
    if (result != GESTALT_OK)
        return result;
    if ((unsigned)status > GESTALT_RUNNING)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "%u is no status", (unsigned)status);
    if (!find_deferred(&where, node, &number))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "node %u is not a live deferred action of agent %llu", (unsigned)node,
                         (unsigned long long)agent);
    const cohort_layout *l = &where.group->layout;
    deferred_state s = deferred_get(l, where.cohort, number);
    uint64_t bit = UINT64_C(1) << where.lane;
    s.ended = (s.ended & ~bit) | (status == GESTALT_RUNNING ? 0 : bit);
    s.succeeded = (s.succeeded & ~bit) | (status == GESTALT_SUCCESS ? bit : 0);
    deferred_put(l, where.cohort, number, &s);
    return GESTALT_OK;
}

// A value that was kept with the launch, as number `position` of them.
static gestalt_value kept_value(const place *where, uint32_t number, uint32_t position,
                                gestalt_type type)
{
    const cohort_layout *l = &where->group->layout;
    const uint32_t *values = deferred_values(l, where->cohort, number);
    const uint32_t *bits = &values[(size_t)position * l->stride + where->lane];
    gestalt_value value = {.type = type};
    if (type == GESTALT_BOOL)
        value.boolean = *bits;
    else
        memcpy(&value.integer, bits, sizeof *bits); // or the float's bits
    return value;
}

bool gestalt_population_launch_argument(const gestalt_population *p, uint64_t agent, uint32_t node,
                                        const char *name, gestalt_value *value)
{
    place where;
    uint32_t number;
    if (!population_find(p, agent, &where) || !find_deferred(&where, node, &number))
        return false;
    const group *g = where.group;
    if (!(deferred_get(&g->layout, where.cohort, number).launched >> where.lane & 1))
        return false;
    const uint64_t *items = g->shape->items;
    uint32_t item = g->shape->nodes[node], position = 0;
    const image_host *host = &g->shape->hosts[item_argument(items[item])];
    for (uint32_t i = item + 2; i < item_end(items[item]); i = item_end(items[i])) {
        uint32_t argument = item_argument(items[i]);
        const image_argument *a = &g->shape->arguments[host->first_argument + (argument >> 24)];
        bool is_value = item_end(items[i]) > i + 1;
        if (strcmp(shape_string(g->shape, a->name), name) != 0) {
            position += is_value;
            continue;
        }
        *value = is_value ? kept_value(&where, number, position, (gestalt_type)a->type)
                          : values_get(&where, (gestalt_type)a->type, argument & 0xffffff);
        return true;
    }
    return false;
}
