// SPDX-License-Identifier: MIT
// Existing agents inherit from others. Each rank passes pairs with children of its own. It sends
// them to the owners of the parents, which send the parents (ranks_heritage.c).
//
// An agent that is both child and parent would give other values before it inherits than after it,
// so there are none. Owners of parents check this, because they know all of their children.
#include "array.h"
#include "error.h"
#include "exchange.h"
#include "misuse.h"
#include "ranks_births.h"
#include "search.h"
#include "sort.h"

#include <gestalt/inspect.h>
#include <string.h>

typedef struct pair {
    uint64_t parent, child;
} pair;

typedef struct inheriting {
    gestalt_ranks *ranks;
    uint64_t count;
    uint64_t *sorted; // this rank's children
    size_t sorted_room;
    pair *out; // by owner of the parent
    size_t out_room;
    exchange exchange;
    // of this rank's parents
    pair *in;
    birth_place *pairs;
    uint64_t *children;
    size_t in_room, pairs_room, children_room;
} inheriting;

static bool id_is_before(const void *one, const void *other, const void *user)
{
    const uint64_t *a = one, *b = other;
    (void)user;
    return *a < *b;
}

// ---- this rank's children

static gestalt_result check_children(inheriting *w, const uint64_t *children, gestalt_error *error)
{
    for (uint64_t i = 0; i < w->count; i++) {
        gestalt_result result = gestalt_ranks_need(w->ranks, children[i], error);
        if (result != GESTALT_OK)
            return result;
        w->sorted[i] = children[i];
    }
    sort_heap(w->sorted, w->count, sizeof *w->sorted, id_is_before, NULL);
    for (uint64_t i = 1; i < w->count; i++)
        if (w->sorted[i] == w->sorted[i - 1])
            return error_set(error, GESTALT_BAD_ARGUMENT, 0, "agent %llu is in the list twice",
                             (unsigned long long)w->sorted[i]);
    return GESTALT_OK;
}

// Sort the pairs by the ranks of the parents.
static void sort_pairs(inheriting *w, const uint64_t *parents, const uint64_t *children)
{
    const gestalt_ranks *r = w->ranks;
    int *counts = w->exchange.out, *next = counts + r->job.size;
    for (uint64_t i = 0; i < w->count; i++)
        counts[owner_of(r->owners, parents[i])]++;
    for (uint32_t i = 1; i < r->job.size; i++)
        next[i] = next[i - 1] + counts[i - 1];
    for (uint64_t i = 0; i < w->count; i++)
        w->out[next[owner_of(r->owners, parents[i])]++] = (pair){parents[i], children[i]};
}

// Memory is allocated for the requests, so that guests can be removed, and for inheriting.
static gestalt_result inherit_prepare(inheriting *w, const uint64_t *parents,
                                      const uint64_t *children, gestalt_error *error)
{
    const gestalt_ranks *r = w->ranks;
    const gestalt_request *requests;
    uint64_t request_count;
    if (w->count > INT32_MAX)
        return error_set(error, GESTALT_LIMIT, 0, "a list has at most 2^31 - 1 agents");
    if (!ARRAY_RESERVE(&r->allocator, w->sorted, w->sorted_room, w->count + 1) ||
        !ARRAY_RESERVE(&r->allocator, w->out, w->out_room, w->count + 1) ||
        !exchange_open(&w->exchange, &r->job, r->allocator))
        return error_no_memory(error);
    gestalt_result result = check_children(w, children, error);
    if (result == GESTALT_OK)
        result = gestalt_population_requests(r->own, &requests, &request_count, error);
    if (result == GESTALT_OK)
        result = gestalt_population_inherit(r->own, NULL, 0, 0, error);
    if (result == GESTALT_OK)
        sort_pairs(w, parents, children);
    return result;
}

// ---- this rank's parents

static gestalt_result inherit_room(inheriting *w, gestalt_error *error)
{
    const gestalt_allocator *a = &w->ranks->allocator;
    if (!exchange_count(&w->exchange))
        return error_set(error, GESTALT_LIMIT, 0, "a rank has more than 2^31 - 1 parents");
    uint64_t count = w->exchange.in_count;
    return ARRAY_RESERVE(a, w->in, w->in_room, count + 1) &&
                   ARRAY_RESERVE(a, w->pairs, w->pairs_room, count + 1) &&
                   ARRAY_RESERVE(a, w->children, w->children_room, count + 1)
               ? GESTALT_OK
               : error_no_memory(error);
}

static bool is_child(const inheriting *w, uint64_t agent)
{
    uint64_t at;
    SEARCH_FIRST(at, 0, w->count, w->sorted[at] >= agent);
    return at < w->count && w->sorted[at] == agent;
}

static gestalt_result list_pairs(inheriting *w, gestalt_error *error)
{
    const gestalt_ranks *r = w->ranks;
    exchange_send(&w->exchange, sizeof *w->out, w->out, w->in);
    for (uint64_t i = 0; i < w->exchange.in_count; i++) {
        const pair *of = &w->in[i];
        birth *to = &w->pairs[i].birth;
        gestalt_result result = gestalt_ranks_need(r, of->parent, error);
        if (result != GESTALT_OK)
            return result;
        if (is_child(w, of->parent))
            return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                             "agent %llu would inherit, and is a parent",
                             (unsigned long long)of->parent);
        *to = (birth){.parent = of->parent};
        gestalt_actor_group(r->own, of->parent, &to->parent_group);
        w->children[i] = of->child;
    }
    return GESTALT_OK;
}

static gestalt_result inherit_exchange(inheriting *w, gestalt_error *error)
{
    preparation room = prepare_call(w->ranks, CALL_inherit), list = room;
    room.result = inherit_room(w, &room.error);
    gestalt_result result = prepare_agree(&room, error);
    if (result != GESTALT_OK)
        return result;
    list.result = list_pairs(w, &list.error);
    result = prepare_agree(&list, error);
    return result == GESTALT_OK
               ? agents_inherit(w->ranks, w->pairs, w->children, w->exchange.in_count, error)
               : result;
}

static void inherit_close(inheriting *w)
{
    const gestalt_allocator *a = &w->ranks->allocator;
    exchange_close(&w->exchange);
    ARRAY_RELEASE(a, w->sorted, w->sorted_room);
    ARRAY_RELEASE(a, w->out, w->out_room);
    ARRAY_RELEASE(a, w->in, w->in_room);
    ARRAY_RELEASE(a, w->pairs, w->pairs_room);
    ARRAY_RELEASE(a, w->children, w->children_room);
}

gestalt_result gestalt_ranks_inherit(gestalt_ranks *r, const uint64_t *parents,
                                     const uint64_t *children, uint64_t count, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    inheriting w = {.ranks = r, .count = count};
    preparation p = prepare_change(r, CALL_inherit);
    if (p.result == GESTALT_OK && count > 0 &&
        (MISUSE_NULL(parents, "parents", &p.error) || MISUSE_NULL(children, "children", &p.error)))
        p.result = GESTALT_MISUSE;
    if (p.result == GESTALT_OK)
        p.result = inherit_prepare(&w, parents, children, &p.error);
    gestalt_result result = prepare_agree(&p, error);
    if (result == GESTALT_OK)
        result = inherit_exchange(&w, error);
    if (result == GESTALT_OK)
        ranks_wake(r);
    inherit_close(&w);
    return result;
}
