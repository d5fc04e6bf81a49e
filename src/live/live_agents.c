// SPDX-License-Identifier: MIT
#include "live_agents.h"

#include "array.h"
#include "error.h"

#include <math.h>
#include <string.h>

enum { LANES = 64 };

// ---- agents that match a condition

static uint64_t filter_block(group_expression *c, const live_run *r, uint64_t index)
{
    gestalt_block block;
    uint64_t held = 0;
    if (!gestalt_population_block(r->population, c->group, index, &block))
        return 0;
    group_expression_block(c, index);
    for (uint64_t lanes = block.lanes; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        held |= (uint64_t)group_expression_value(c, group_lane_agent(&block, lane), lane).boolean
                << lane;
    }
    return held;
}

// Store the text of a condition, and discard the previous one.
static bool filter_name(live_filter *f, uint32_t group, const char *text)
{
    live_filter_close(f);
    f->text = live_copy(text, strlen(text));
    f->group = group;
    return f->text != NULL;
}

gestalt_result live_filter_take(live_filter *f, const live_run *r, uint32_t group, const char *text,
                                gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    group_expression c;
    if (f->text && f->group == group && strcmp(f->text, text) == 0 && f->changes == r->changes)
        return GESTALT_OK;
    gestalt_result result =
        group_expression_open(&c, r->population, group, text, GESTALT_EXPRESSION_BOOL, NULL, error);
    if (result != GESTALT_OK)
        return result;
    uint64_t blocks = gestalt_population_block_count(r->population, group);
    if (!filter_name(f, group, text) || !ARRAY_RESERVE(&a, f->lanes, f->capacity, blocks + 1)) {
        live_filter_close(f);
        group_expression_close(&c);
        return error_no_memory(error);
    }
    group_expression_begin(&c, r->population, live_run_now(r), live_run_ticks(r));
    for (uint64_t i = 0; i < blocks; i++)
        f->lanes[i] = filter_block(&c, r, i);
    f->changes = r->changes;
    group_expression_close(&c);
    return GESTALT_OK;
}

void live_filter_close(live_filter *f)
{
    gestalt_allocator a = memory_allocator(NULL);
    memory_release(&a, f->text, f->text ? strlen(f->text) + 1 : 0);
    ARRAY_RELEASE(&a, f->lanes, f->capacity);
    *f = (live_filter){0};
}

// ---- sorting the first agents

typedef enum rank_by { RANK_BY_ID, RANK_BY_KEY, RANK_BY_ANSWER, RANK_BY_LEAF } rank_by;

// While sorting, the list is a heap with the last of the first agents on top.
typedef struct ranker {
    live_ranking *out;
    const live_run *r;
    const live_query *q;
    const live_filter *filter; // may be NULL
    rank_by by;
    group_key key;
    size_t most;
    uint32_t node_count;
    uint32_t *mask_of; // by node, or GESTALT_NO_NODE
    gestalt_node *nodes;
    uint64_t *masks;
    size_t mask_of_capacity, node_capacity, mask_capacity;
} ranker;

static bool ranked_before(const ranker *k, const live_ranked *a, const live_ranked *b)
{
    if (a->value != b->value && !(isnan(a->value) && isnan(b->value))) {
        if (isnan(a->value) || isnan(b->value))
            return isnan(b->value); // agents without a value come last
        return k->q->down ? a->value > b->value : a->value < b->value;
    }
    return k->by == RANK_BY_ID && k->q->down ? a->id > b->id : a->id < b->id;
}

static void rank_sink(ranker *k, size_t at)
{
    live_ranking *out = k->out;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= out->count)
            return;
        if (child + 1 < out->count && ranked_before(k, &out->list[child], &out->list[child + 1]))
            child++;
        if (!ranked_before(k, &out->list[at], &out->list[child]))
            return;
        live_ranked moved = out->list[at];
        out->list[at] = out->list[child];
        out->list[child] = moved;
        at = child;
    }
}

static void rank_add(ranker *k, live_ranked one)
{
    live_ranking *out = k->out;
    out->total++;
    if (out->count == k->most) {
        if (k->most > 0 && ranked_before(k, &one, &out->list[0])) {
            out->list[0] = one;
            rank_sink(k, 0);
        }
        return;
    }
    size_t at = out->count++;
    for (; at > 0 && ranked_before(k, &out->list[(at - 1) / 2], &one); at = (at - 1) / 2)
        out->list[at] = out->list[(at - 1) / 2];
    out->list[at] = one;
}

// Convert the heap to a sorted list.
static void rank_sort(ranker *k)
{
    live_ranking *out = k->out;
    size_t all = out->count;
    while (out->count > 1) {
        live_ranked last = out->list[0];
        out->list[0] = out->list[--out->count];
        out->list[out->count] = last;
        rank_sink(k, 0);
    }
    out->count = all;
}

// ---- values to sort by

static double rank_of_key(const ranker *k, unsigned lane)
{
    gestalt_value v = group_key_value(&k->key, lane);
    switch (v.type) {
    case GESTALT_BOOL: return v.boolean;
    case GESTALT_INT: return v.integer;
    default: return v.number; // for a vector, the first component
    }
}

// Return a number for the status of the root: failed, running, succeeded, none yet.
static double rank_of_answer(const ranker *k, unsigned lane)
{
    bool runs = k->masks[GESTALT_MASK_RUNNING] >> lane & 1;
    bool succeeded = k->masks[GESTALT_MASK_SUCCEEDED] >> lane & 1;
    return runs && succeeded ? 3 : succeeded ? 2 : runs;
}

// Find, for each lane, the first live node without a live node below it, starting at the last node;
// -1 if there is none.
static void rank_leaves(const ranker *k, uint64_t lanes, int64_t leaves[LANES])
{
    uint32_t next[LANES]; // live node of the lane after this one
    for (int i = 0; i < LANES; i++) {
        leaves[i] = -1;
        next[i] = UINT32_MAX;
    }
    for (uint32_t node = k->node_count; node-- > 0;) {
        if (k->mask_of[node] == GESTALT_NO_NODE)
            continue;
        for (uint64_t live = k->masks[k->mask_of[node]] & lanes; live; live &= live - 1) {
            unsigned lane = (unsigned)__builtin_ctzll(live);
            if (next[lane] >= k->nodes[node].end)
                leaves[lane] = node;
            next[lane] = node;
        }
    }
}

// Return the lanes of a block that match.
static uint64_t rank_lanes(const ranker *k, uint64_t index, uint64_t lanes)
{
    const live_query *q = k->q;
    if (k->filter)
        lanes &= k->filter->lanes[index];
    if (!lanes || !k->mask_of)
        return lanes;
    if (!gestalt_population_block_masks(k->r->population, q->group, index, k->masks,
                                        k->mask_capacity))
        return 0;
    if (q->node == GESTALT_NO_NODE)
        return lanes;
    uint32_t mask = q->node < k->node_count ? k->mask_of[q->node] : GESTALT_NO_NODE;
    return mask == GESTALT_NO_NODE ? 0 : lanes & k->masks[mask];
}

static void rank_block(ranker *k, uint64_t index)
{
    gestalt_block block;
    int64_t leaves[LANES];
    if (!gestalt_population_block(k->r->population, k->q->group, index, &block))
        return;
    uint64_t lanes = rank_lanes(k, index, block.lanes);
    if (k->by == RANK_BY_KEY)
        group_key_block(&k->key, k->r->population, k->q->group, index);
    if (k->by == RANK_BY_LEAF)
        rank_leaves(k, lanes, leaves);
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        double value = k->by == RANK_BY_KEY      ? rank_of_key(k, lane)
                       : k->by == RANK_BY_ANSWER ? rank_of_answer(k, lane)
                       : k->by == RANK_BY_LEAF   ? (double)leaves[lane]
                                                 : 0;
        rank_add(k, (live_ranked){value, group_lane_agent(&block, lane)});
    }
}

// ---- the query

static gestalt_result ranker_nodes(ranker *k, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    const gestalt_population *p = k->r->population;
    const gestalt_shape *shape = gestalt_population_shape(p, k->q->group);
    k->node_count = gestalt_shape_specification(shape)->node_count;
    size_t masks = (size_t)k->node_count + GESTALT_MASK_NODES;
    if (!ARRAY_RESERVE(&a, k->mask_of, k->mask_of_capacity, k->node_count) ||
        !ARRAY_RESERVE(&a, k->nodes, k->node_capacity, k->node_count) ||
        !ARRAY_RESERVE(&a, k->masks, k->mask_capacity, masks))
        return error_no_memory(error);
    gestalt_shape_nodes(shape, k->nodes, k->node_count);
    gestalt_population_masks(p, k->q->group, k->mask_of, k->node_count);
    return GESTALT_OK;
}

static gestalt_result ranker_open(ranker *k, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    const live_query *q = k->q;
    gestalt_result result = GESTALT_OK;
    k->by = strcmp(q->sort, "id") == 0        ? RANK_BY_ID
            : strcmp(q->sort, ".answer") == 0 ? RANK_BY_ANSWER
            : strcmp(q->sort, ".leaf") == 0   ? RANK_BY_LEAF
                                              : RANK_BY_KEY;
    if (k->by == RANK_BY_KEY && !group_key_find(&k->key, k->r->population, q->group, q->sort))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "there is no key `%.100s` to sort by",
                         q->sort);
    if (q->node != GESTALT_NO_NODE || k->by >= RANK_BY_ANSWER)
        result = ranker_nodes(k, error);
    if (result == GESTALT_OK && !ARRAY_RESERVE(&a, k->out->list, k->out->capacity, k->most + 1))
        result = error_no_memory(error);
    return result;
}

static void ranker_close(ranker *k)
{
    gestalt_allocator a = memory_allocator(NULL);
    ARRAY_RELEASE(&a, k->mask_of, k->mask_of_capacity);
    ARRAY_RELEASE(&a, k->nodes, k->node_capacity);
    ARRAY_RELEASE(&a, k->masks, k->mask_capacity);
}

gestalt_result live_rank(live_ranking *out, const live_run *r, live_filter *filter,
                         const live_query *q, gestalt_error *error)
{
    ranker k = {.out = out, .r = r, .q = q, .most = (size_t)(q->from + q->count)};
    *out = (live_ranking){0};
    gestalt_result result = ranker_open(&k, error);
    if (result == GESTALT_OK && q->filter) {
        k.filter = filter;
        result = live_filter_take(filter, r, q->group, q->filter, error);
    }
    uint64_t blocks = gestalt_population_block_count(r->population, q->group);
    for (uint64_t i = 0; i < blocks && result == GESTALT_OK; i++)
        rank_block(&k, i);
    rank_sort(&k);
    ranker_close(&k);
    return result;
}

void live_ranking_release(live_ranking *k)
{
    gestalt_allocator a = memory_allocator(NULL);
    ARRAY_RELEASE(&a, k->list, k->capacity);
}
