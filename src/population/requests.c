// SPDX-License-Identifier: MIT
// What agents ask of game systems, and what these answer.
//
// During a tick, requests are marks in the cohorts' own memory; the list is made when somebody asks
// for it. Cohorts by and large are in the order of their agents, so the list is nearly sorted when
// it is first written: sorted stretches of it are merged.
#include "population_state.h"

#include "error.h"
#include "live.h"
#include "memory.h"
#include "nodes.h"
#include "walk.h"

#include <string.h>

// ---- the list

static gestalt_request make_request(const group *g, uint64_t agent, uint32_t node, bool launch)
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

// Marks of requests in a cohort: a list of items with their masks.
typedef struct mark_list {
    const uint32_t *items;
    const uint64_t *masks;
    uint32_t count;
    bool launch;
} mark_list;

// Those of live states that are no deferred action have no meaning, and are passed over.
static uint64_t mark(const group *g, const mark_list *list, uint32_t i)
{
    if (item_type_of(g->shape->items[list->items[i]]) != NODE_DEFERRED)
        return 0;
    return list->masks[i];
}

static void both_lists(const group *g, cohort *c, mark_list lists[2])
{
    lists[0] = (mark_list){.items = cohort_part(c, g->layout.cancel_items),
                           .masks = cohort_part(c, g->layout.cancel_masks),
                           .count = cohort_cancel_count(&g->layout, c)};
    lists[1] = (mark_list){.items = cohort_part(c, g->layout.live_items),
                           .masks = cohort_part(c, g->layout.launch_masks),
                           .count = cohort_live_count(&g->layout, c),
                           .launch = true};
}

static uint64_t count_cohort(const group *g, cohort *c)
{
    uint64_t count = 0;
    mark_list lists[2];
    both_lists(g, c, lists);
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < lists[k].count; i++)
            count += (uint64_t)__builtin_popcountll(mark(g, &lists[k], i));
    return count;
}

static gestalt_request *add_lane(const group *g, const cohort *c, const mark_list *list,
                                 unsigned lane, gestalt_request *next)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (mark(g, list, i) >> lane & 1)
            *next++ = make_request(g, cohort_id(&g->layout, c, lane),
                                   g->plan->node_ids[list->items[i]], list->launch);
    return next;
}

static gestalt_request *add_cohort(const group *g, cohort *c, gestalt_request *next)
{
    mark_list lists[2];
    uint64_t lanes = 0;
    both_lists(g, c, lists);
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < lists[k].count; i++)
            lanes |= mark(g, &lists[k], i);
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        for (int k = 0; k < 2; k++)
            next = add_lane(g, c, &lists[k], lane, next);
    }
    return next;
}

static bool comes_before(const gestalt_request *a, const gestalt_request *b)
{
    if (a->agent != b->agent)
        return a->agent < b->agent;
    if (a->launch != b->launch)
        return b->launch;
    return a->node < b->node;
}

// The end of the sorted stretch that begins at `begin`.
static uint64_t stretch_end(const gestalt_request *list, uint64_t begin, uint64_t count)
{
    uint64_t end = begin + 1;
    while (end < count && !comes_before(&list[end], &list[end - 1]))
        end++;
    return end;
}

static void merge(const gestalt_request *a, const gestalt_request *a_end, const gestalt_request *b,
                  const gestalt_request *b_end, gestalt_request *to)
{
    while (a < a_end && b < b_end)
        *to++ = comes_before(b, a) ? *b++ : *a++;
    while (a < a_end)
        *to++ = *a++;
    while (b < b_end)
        *to++ = *b++;
}

// Merges neighbouring stretches until one is left, to and fro between two arrays of `count`.
// Returns the one with the result.
static gestalt_request *sort(gestalt_request *list, gestalt_request *other, uint64_t count)
{
    while (count > 0 && stretch_end(list, 0, count) < count) {
        for (uint64_t begin = 0; begin < count;) {
            uint64_t middle = stretch_end(list, begin, count);
            uint64_t end = middle < count ? stretch_end(list, middle, count) : count;
            merge(list + begin, list + middle, list + middle, list + end, other + begin);
            begin = end;
        }
        gestalt_request *result = other;
        other = list;
        list = result;
    }
    return list;
}

static uint64_t count_all(const gestalt_population *p)
{
    uint64_t count = p->given.count;
    for (uint32_t i = 0; i < p->group_count; i++) {
        const group *g = &p->groups[i];
        for (uint32_t k = 0; g->plan->deferred_count > 0 && k < g->cohort_count; k++)
            count += count_cohort(g, group_cohort(g, k));
    }
    return count;
}

// Room for the list twice over: it is sorted from one half to the other.
static bool reserve(gestalt_population *p, uint64_t count)
{
    if (count <= p->request_capacity)
        return true;
    requests_forget(p);
    p->request_block = memory_new(&p->allocator, 2 * count * sizeof *p->requests);
    p->request_capacity = p->request_block ? count : 0;
    return p->request_block;
}

gestalt_result requests_build(gestalt_population *p, gestalt_error *error)
{
    if (p->requests_are_built)
        return GESTALT_OK;
    uint64_t count = count_all(p);
    p->requests_are_built = count == 0;
    p->request_count = count;
    if (count == 0)
        return GESTALT_OK;
    if (!reserve(p, count))
        return error_no_memory(error);
    gestalt_request *next = p->request_block;
    for (uint64_t i = 0; i < p->given.count; i++) {
        const loose_request *r = &p->given.entries[i];
        *next++ = make_request(&p->groups[r->group], r->agent, r->node, r->launch);
    }
    for (uint32_t i = 0; i < p->group_count; i++) {
        const group *g = &p->groups[i];
        for (uint32_t k = 0; g->plan->deferred_count > 0 && k < g->cohort_count; k++)
            next = add_cohort(g, group_cohort(g, k), next);
    }
    p->requests = sort(p->request_block, p->request_block + p->request_capacity, count);
    p->requests_are_built = true;
    return GESTALT_OK;
}

void requests_forget(gestalt_population *p)
{
    memory_release(&p->allocator, p->request_block,
                   2 * p->request_capacity * sizeof *p->request_block);
    p->request_block = NULL;
    p->request_capacity = 0;
}

void requests_release(gestalt_population *p)
{
    loose_list *lists[] = {&p->coming, &p->given};
    requests_forget(p);
    for (int i = 0; i < 2; i++)
        memory_release(&p->allocator, lists[i]->entries,
                       lists[i]->capacity * sizeof *lists[i]->entries);
}

bool loose_reserve(gestalt_population *p, loose_list *list, uint64_t more)
{
    uint64_t needed = list->count + more;
    if (needed <= list->capacity)
        return true;
    uint64_t capacity = list->capacity * 2 > needed ? list->capacity * 2 : needed;
    loose_request *larger = memory_resize(
        &p->allocator, list->entries, list->capacity * sizeof *larger, capacity * sizeof *larger);
    if (!larger)
        return false;
    list->entries = larger;
    list->capacity = capacity;
    return true;
}

bool requests_is_marked(const gestalt_population *p, const loose_request *r)
{
    place where;
    mark_list lists[2];
    if (!population_find(p, r->agent, &where))
        return false;
    const group *g = where.group;
    if (g->plan->deferred_count == 0)
        return false;
    both_lists(g, where.cohort, lists);
    const mark_list *list = &lists[r->launch];
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i] == g->shape->nodes[r->node])
            return list->masks[i] >> where.lane & 1;
    return false;
}

static bool is_before(const loose_request *a, const loose_request *b)
{
    return a->agent != b->agent ? a->agent < b->agent : a->node < b->node;
}

// Lets the entry at `root` of a heap of `count` sink to its place.
static void sink(loose_request *heap, uint64_t root, uint64_t count)
{
    loose_request entry = heap[root];
    for (uint64_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && is_before(&heap[child], &heap[child + 1]))
            child++;
        if (!is_before(&entry, &heap[child]))
            break;
        heap[root] = heap[child];
        root = child;
    }
    heap[root] = entry;
}

void requests_sort_coming(gestalt_population *p)
{
    loose_request *heap = p->coming.entries;
    uint64_t count = p->coming.count;
    for (uint64_t i = count / 2; i-- > 0;)
        sink(heap, i, count);
    for (uint64_t end = count; end > 1; end--) {
        loose_request last = heap[end - 1];
        heap[end - 1] = heap[0];
        heap[0] = last;
        sink(heap, 0, end - 1);
    }
}

gestalt_result gestalt_population_requests(gestalt_population *p, const gestalt_request **requests,
                                           uint64_t *count, gestalt_error *error)
{
    gestalt_result result = requests_build(p, error);
    *requests = result == GESTALT_OK ? p->requests : NULL;
    *count = result == GESTALT_OK ? p->request_count : 0;
    return result;
}

// ---- one deferred action

// Where a deferred action of an agent stands in the list of live states. False when it is none.
static bool find_deferred(const place *where, uint32_t node, uint32_t *index)
{
    const group *g = where->group;
    if (node >= g->shape->specification->node_count ||
        item_type_of(g->shape->items[g->shape->nodes[node]]) != NODE_DEFERRED)
        return false;
    *index = live_find(&g->layout, where->cohort, g->shape->nodes[node]);
    if (*index == cohort_live_count(&g->layout, where->cohort))
        return false;
    return live_lanes(&g->layout, where->cohort, *index) >> where->lane & 1;
}

gestalt_result gestalt_population_finish(gestalt_population *p, uint64_t agent, uint32_t node,
                                         gestalt_status status, gestalt_error *error)
{
    place where;
    uint32_t index;
    gestalt_result result = population_need(p, agent, &where, error);
    if (result != GESTALT_OK)
        return result;
    if ((unsigned)status > GESTALT_RUNNING)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "%u is no status", (unsigned)status);
    if (!find_deferred(&where, node, &index))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "node %u is not a live deferred action of agent %llu", (unsigned)node,
                         (unsigned long long)agent);
    uint64_t(*ended)[2] = cohort_part(where.cohort, where.group->layout.ended_masks);
    uint64_t bit = UINT64_C(1) << where.lane;
    ended[index][0] = (ended[index][0] & ~bit) | (status == GESTALT_RUNNING ? 0 : bit);
    ended[index][1] = (ended[index][1] & ~bit) | (status == GESTALT_SUCCESS ? bit : 0);
    return GESTALT_OK;
}

// A value that was kept with the launch, as number `position` of them.
static gestalt_value kept_value(const place *where, uint32_t index, uint32_t position,
                                gestalt_type type)
{
    const cohort_layout *l = &where->group->layout;
    const uint32_t *values = cohort_part(where->cohort, l->values);
    uint64_t column = (uint64_t)index * l->launch_values + position;
    gestalt_value value = {.type = type};
    const uint32_t *bits = &values[column * l->stride + where->lane];
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
    uint32_t index;
    if (!population_find(p, agent, &where) || !find_deferred(&where, node, &index))
        return false;
    const group *g = where.group;
    const uint64_t *launches = cohort_part(where.cohort, g->layout.launch_masks);
    if (!(launches[index] >> where.lane & 1))
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
        *value = is_value ? kept_value(&where, index, position, (gestalt_type)a->type)
                          : values_get(&where, (gestalt_type)a->type, argument & 0xffffff);
        return true;
    }
    return false;
}
