// SPDX-License-Identifier: MIT
// Counts of what nodes do. Each thread's interpreters count by item; at the end of a tick that is
// added up by node, so the sums depend on neither threads nor lanes. Cohorts that sleep have been
// counted when they fell asleep (sleepers.h).
#include "error.h"
#include "memory.h"
#include "population_state.h"

#include <string.h>

// ---- memory: one block

static interp_count *counts_of(const node_counts *c, uint32_t thread)
{
    return (interp_count *)(void *)(c->parts + thread * c->thread_size);
}

static size_t items_size(const group *g)
{
    return g->shape->specification->tree_end * sizeof(interp_count);
}

static size_t round_up(size_t size)
{
    return (size + COHORT_LINE - 1) / COHORT_LINE * COHORT_LINE;
}

// The cohort behind the counts is aligned as all are.
static size_t part_size(const group *g)
{
    return round_up(2 * items_size(g)) + round_up(g->layout.size);
}

static void counts_connect(const gestalt_population *p, const group *g)
{
    const node_counts *c = g->counts;
    uint32_t items = g->shape->specification->tree_end;
    for (uint32_t i = 0; i < p->threads; i++) {
        interp_count *counts = counts_of(c, i);
        unsigned char *copy = (unsigned char *)counts + round_up(2 * items_size(g));
        interp_set_counts(g->interps[i], (interp_counting){counts, counts + items,
                                                           (cohort *)(void *)copy, c->ops});
    }
}

bool counts_start(gestalt_population *p, group *g)
{
    const gestalt_specification *spec = g->shape->specification;
    uint32_t nodes = spec->node_count;
    size_t numbers = 2 * (size_t)nodes * sizeof(gestalt_node_counts);
    size_t head = sizeof(node_counts) + numbers + spec->tree_end, part = part_size(g);
    size_t size = head + p->threads * part + COHORT_LINE;
    node_counts *c = memory_new(&p->allocator, size);
    if (!c)
        return false;
    memset(c, 0, size);
    gestalt_node_counts *last = (gestalt_node_counts *)(void *)(c + 1);
    unsigned char *ops = (unsigned char *)last + numbers;
    uintptr_t parts = round_up((uintptr_t)c + head);
    *c = (node_counts){p->threads, nodes,        part, size,
                       last,       last + nodes, ops,  (unsigned char *)parts};
    linked_counted_ops(g->linked, ops);
    g->counts = c;
    counts_connect(p, g);
    return !g->sleep || sleepers_count(&g->agents.sleepers, nodes, &p->allocator);
}

void counts_release(gestalt_population *p, group *g)
{
    for (uint32_t i = 0; g->interps && i < p->threads; i++)
        if (g->interps[i])
            interp_set_counts(g->interps[i], (interp_counting){0});
    if (g->counts)
        memory_release(&p->allocator, g->counts, g->counts->size);
    g->counts = NULL;
}

// ---- ticks

void counts_begin(const gestalt_population *p)
{
    for (uint32_t i = 0; p->counts_nodes && i < p->group_count; i++) {
        const group *g = &p->groups[i];
        const uint64_t *sums = g->agents.sleepers.sums;
        interp_count *counts = counts_of(g->counts, 0);
        for (uint32_t k = 0; sums && k < g->counts->node_count; k++, sums += 3) {
            interp_count *to = &counts[g->shape->nodes[k]];
            to->succeeded += sums[0];
            to->failed += sums[1];
            to->running += sums[2];
        }
    }
}

// Move what a thread has counted of a node.
static void counts_take(interp_count *to, interp_count *from)
{
    to->succeeded += from->succeeded;
    to->failed += from->failed;
    to->running += from->running;
    to->abandoned += from->abandoned;
    *from = (interp_count){0};
}

// Gather what all threads have counted in the first one's.
static interp_count *counts_gather(const group *g)
{
    interp_count *first = counts_of(g->counts, 0);
    for (uint32_t thread = 1; thread < g->counts->threads; thread++)
        for (uint32_t k = 0; k < g->counts->node_count; k++) {
            uint32_t item = g->shape->nodes[k];
            counts_take(&first[item], &counts_of(g->counts, thread)[item]);
        }
    return first;
}

void counts_end(const gestalt_population *p)
{
    for (uint32_t i = 0; p->counts_nodes && i < p->group_count; i++) {
        const group *g = &p->groups[i];
        const node_counts *c = g->counts;
        interp_count *counts = counts_gather(g);
        interp_derive_counts(g->shape, counts);
        for (uint32_t k = 0; k < c->node_count; k++) {
            interp_count *now = &counts[g->shape->nodes[k]];
            c->last[k] =
                (gestalt_node_counts){now->succeeded, now->failed, now->running, now->abandoned};
            c->all[k].succeeded += now->succeeded;
            c->all[k].failed += now->failed;
            c->all[k].running += now->running;
            c->all[k].abandoned += now->abandoned;
            *now = (interp_count){0};
        }
    }
}

void counts_forget(const gestalt_population *p)
{
    for (uint32_t i = 0; p->counts_nodes && i < p->group_count; i++) {
        const node_counts *c = p->groups[i].counts;
        memset(c->last, 0, 2 * (size_t)c->node_count * sizeof *c->last);
        for (uint32_t thread = 0; thread < c->threads; thread++)
            memset(counts_of(c, thread), 0, items_size(&p->groups[i]));
    }
}

void counts_carry(const group *from, const group *to, const gestalt_edit_node *nodes)
{
    interp_count *coming = from->counts ? counts_gather(from) : NULL;
    for (uint32_t i = 0; coming && i < from->counts->node_count; i++) {
        uint32_t node = nodes[i].new_node;
        if (node == SHAPE_NONE)
            continue;
        to->counts->last[node] = from->counts->last[i];
        to->counts->all[node] = from->counts->all[i];
        counts_of(to->counts, 0)[to->shape->nodes[node]] = coming[from->shape->nodes[i]];
    }
}

// ---- public

static void counts_stop(gestalt_population *p)
{
    for (uint32_t i = 0; i < p->group_count; i++) {
        counts_release(p, &p->groups[i]);
        sleepers_stop_counting(&p->groups[i].agents.sleepers, &p->allocator);
    }
    p->counts_nodes = false;
}

gestalt_result gestalt_population_count_nodes(gestalt_population *p, bool on, gestalt_error *error)
{
    gestalt_result result = POPULATION_REFUSE(p, CALLS_CHANGING, error);
    if (result != GESTALT_OK || p->counts_nodes == on)
        return result;
    if (!on) {
        counts_stop(p);
        return GESTALT_OK;
    }
    for (uint32_t i = 0; i < p->group_count; i++) {
        group *g = &p->groups[i];
        if (!counts_start(p, g)) {
            counts_stop(p);
            return error_no_memory(error);
        }
    }
    for (uint32_t i = 0; i < p->group_count; i++) {
        group *g = &p->groups[i];
        if (g->sleep)
            sleepers_wake_range(&g->agents.sleepers, 0, g->agents.cohort_count);
    }
    p->counts_nodes = true;
    return GESTALT_OK;
}

gestalt_result gestalt_population_node_counts(const gestalt_population *p, uint32_t number,
                                              bool in_all, gestalt_node_counts *counts,
                                              size_t capacity, gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_TELLING, error) || POPULATION_NO_GROUP(p, number, error) ||
        MISUSE_NULL(counts, "counts", error))
        return GESTALT_MISUSE;
    const node_counts *c = p->groups[number].counts;
    if (!c)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "nodes are not counted: call gestalt_population_count_nodes first");
    if (capacity < c->node_count)
        return error_set(error, GESTALT_LIMIT, 0,
                         "the shape has %u nodes, and there is room for %zu",
                         (unsigned)c->node_count, capacity);
    memcpy(counts, in_all ? c->all : c->last, c->node_count * sizeof *counts);
    return GESTALT_OK;
}
