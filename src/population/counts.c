// SPDX-License-Identifier: MIT
// Counts of what nodes do. Each thread's interpreters count by item and are never reset. The end of
// a tick stores their sums, which depend on neither threads nor lanes. Callers get differences of
// sums. Some nodes are not counted, because their counts follow from those of their children: these
// are computed for the caller. The counts of a sleeping cohort's ticks were recorded when it fell
// asleep (sleepers.h).
#include "counts.h"
#include "error.h"
#include "memory.h"
#include "population_state.h"
#include "text.h"

#include <string.h>

/// Counts of a group's nodes (counts.c).
struct node_counts {
    uint32_t threads, node_count;
    size_t thread_size, size;     // size of one thread's part; size of the whole block
    gestalt_node_counts *carried; // by node: counts from before the last edit
    // by node: counts of the last tick, if it was before the last edit
    gestalt_node_counts *carried_last;
    interp_count *ended;        // by item: sums of all threads at the end of the last tick
    interp_count *ended_before; // the same at the end of the tick before
    bool is_carried;            // true if no tick has ended since the edit
    bool is_started;            // true while the call that has started it can still fail
    uint32_t *above;            // see linked_counted_ops
    unsigned char *ops;         // see linked_counted_ops
    unsigned char *parts;       // by thread: two arrays of counts by item, and a cohort
};

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

// The cohort after the counts is aligned like all cohorts.
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
        interp_set_counts(
            g->interps[i],
            (interp_counting){counts, counts + items, (cohort *)(void *)copy, c->ops, c->above});
    }
}

bool counts_start(gestalt_population *p, group *g)
{
    const gestalt_specification *spec = g->shape->specification;
    uint32_t nodes = spec->node_count;
    size_t carried = 2 * (size_t)nodes * sizeof(gestalt_node_counts), ended = 2 * items_size(g);
    size_t above = spec->tree_end * sizeof(uint32_t);
    size_t head = sizeof(node_counts) + carried + ended + above + spec->tree_end;
    size_t part = part_size(g);
    size_t size = head + p->threads * part + COHORT_LINE;
    node_counts *c = memory_new(&p->memory.counting, size);
    if (!c)
        return false;
    memset(c, 0, size);
    c->threads = p->threads;
    c->node_count = nodes;
    c->thread_size = part;
    c->size = size;
    c->carried = (gestalt_node_counts *)(void *)(c + 1);
    c->carried_last = c->carried + nodes;
    c->ended = c->carried_last + nodes;
    c->ended_before = c->ended + spec->tree_end;
    c->above = (uint32_t *)(void *)(c->ended_before + spec->tree_end);
    c->ops = (unsigned char *)(c->above + spec->tree_end);
    c->parts = (unsigned char *)round_up((uintptr_t)c + head);
    linked_counted_ops(g->linked, c->ops, c->above);
    g->counts = c;
    counts_connect(p, g);
    return !g->sleep || sleepers_count(&g->agents.sleepers, nodes, &p->memory.counting);
}

void counts_release(gestalt_population *p, group *g)
{
    for (uint32_t i = 0; g->interps && i < p->threads; i++)
        if (g->interps[i])
            interp_set_counts(g->interps[i], (interp_counting){0});
    if (g->counts)
        memory_release(&p->memory.counting, g->counts, g->counts->size);
    g->counts = NULL;
}

// ---- ticks

void counts_begin(const gestalt_population *p)
{
    for (uint32_t i = 0; i < p->group_count; i++) {
        const group *g = &p->groups[i];
        const uint64_t *sums = g->counts ? g->agents.sleepers.sums : NULL;
        interp_count *counts = sums ? counts_of(g->counts, 0) : NULL;
        for (uint32_t k = 0; sums && k < g->counts->node_count; k++, sums += 3) {
            interp_count *to = &counts[g->shape->nodes[k]];
            to->succeeded += sums[0];
            to->failed += sums[1];
            to->running += sums[2];
        }
    }
}

static void counts_add(interp_count *to, const interp_count *more)
{
    to->succeeded += more->succeeded;
    to->failed += more->failed;
    to->running += more->running;
    to->abandoned += more->abandoned;
}

static void counts_subtract(interp_count *from, const interp_count *less)
{
    from->succeeded -= less->succeeded;
    from->failed -= less->failed;
    from->running -= less->running;
    from->abandoned -= less->abandoned;
}

// Store the sums over all threads, by item.
static void counts_sum(const group *g, interp_count *sums)
{
    uint32_t items = g->shape->specification->tree_end;
    memcpy(sums, counts_of(g->counts, 0), items_size(g));
    for (uint32_t thread = 1; thread < g->counts->threads; thread++) {
        const interp_count *more = counts_of(g->counts, thread);
        for (uint32_t i = 0; i < items; i++)
            counts_add(&sums[i], &more[i]);
    }
}

void counts_end(const gestalt_population *p)
{
    for (uint32_t i = 0; i < p->group_count; i++) {
        const group *g = &p->groups[i];
        node_counts *c = g->counts;
        if (!c)
            continue;
        interp_count *oldest = c->ended_before;
        c->ended_before = c->ended;
        c->ended = oldest;
        counts_sum(g, c->ended);
        c->is_carried = false;
    }
}

void counts_forget(const gestalt_population *p)
{
    for (uint32_t i = 0; i < p->group_count; i++) {
        const group *g = &p->groups[i];
        node_counts *c = g->counts;
        if (!c)
            continue;
        memset(c->carried, 0, 2 * (size_t)c->node_count * sizeof *c->carried);
        memset(c->ended, 0, items_size(g));
        memset(c->ended_before, 0, items_size(g));
        c->is_carried = false;
        for (uint32_t thread = 0; thread < c->threads; thread++)
            memset(counts_of(c, thread), 0, items_size(g));
    }
}

// ---- counts by node

static void counts_tell_last(const group *g, gestalt_node_counts *counts)
{
    const node_counts *c = g->counts;
    if (c->is_carried) {
        memmove(counts, c->carried_last, c->node_count * sizeof *counts);
        return;
    }
    for (uint32_t k = 0; k < c->node_count; k++) {
        uint32_t item = g->shape->nodes[k];
        counts[k] = c->ended[item];
        counts_subtract(&counts[k], &c->ended_before[item]);
    }
    interp_derive_counts(g->plan, counts);
}

// `counts` may overlap the sums by item: a node's id is never greater than its item.
static void counts_tell_all(const group *g, gestalt_node_counts *counts)
{
    const node_counts *c = g->counts;
    for (uint32_t k = 0; k < c->node_count; k++)
        counts[k] = c->ended[g->shape->nodes[k]];
    interp_derive_counts(g->plan, counts);
    for (uint32_t k = 0; k < c->node_count; k++)
        counts_add(&counts[k], &c->carried[k]);
}

void counts_carry(const group *from, const group *to, const gestalt_edit_node *nodes)
{
    const node_counts *old = from->counts;
    if (!old)
        return;
    // The counts are read for the last time, so their memory can be reused.
    counts_tell_last(from, old->carried_last);
    counts_sum(from, old->ended_before);
    for (uint32_t i = 0; i < from->shape->specification->tree_end; i++)
        counts_subtract(&old->ended_before[i], &old->ended[i]);
    counts_tell_all(from, old->ended);
    for (uint32_t i = 0; i < old->node_count; i++) {
        uint32_t node = nodes[i].new_node;
        if (node == SHAPE_NONE)
            continue;
        to->counts->carried_last[node] = old->carried_last[i];
        to->counts->carried[node] = old->ended[i];
        counts_of(to->counts, 0)[to->shape->nodes[node]] =
            // counts of the coming tick
            old->ended_before[from->shape->nodes[i]];
    }
    to->counts->is_carried = true;
}

// ---- public

static void counts_stop(gestalt_population *p, group *g)
{
    counts_release(p, g);
    sleepers_stop_counting(&g->agents.sleepers, &p->memory.counting);
}

// Start or stop to count the nodes of a group. Returns false if memory runs out.
static bool counts_switch(gestalt_population *p, group *g, bool on)
{
    if (on == (g->counts != NULL))
        return true;
    if (!on || !counts_start(p, g)) {
        counts_stop(p, g);
        return !on;
    }
    if (g->sleep)
        sleepers_wake_range(&g->agents.sleepers, 0, g->agents.cohort_count);
    return true;
}

gestalt_result gestalt_population_count_nodes(gestalt_population *p, bool on, gestalt_error *error)
{
    gestalt_result result = POPULATION_REFUSE(p, CALLS_CHANGING, error);
    if (result != GESTALT_OK)
        return result;
    for (uint32_t i = 0; i < p->group_count && result == GESTALT_OK; i++) {
        bool starts = on && !p->groups[i].counts;
        if (!counts_switch(p, &p->groups[i], on))
            result = error_no_memory(error);
        else if (starts)
            p->groups[i].counts->is_started = true;
    }
    for (uint32_t i = 0; i < p->group_count; i++) {
        group *g = &p->groups[i];
        if (result != GESTALT_OK && g->counts && g->counts->is_started)
            counts_stop(p, g);
        if (g->counts)
            g->counts->is_started = false;
    }
    if (result == GESTALT_OK)
        p->counts_nodes = on;
    return result;
}

gestalt_result gestalt_population_count_group(gestalt_population *p, uint32_t number, bool on,
                                              gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || POPULATION_NO_GROUP(p, number, error))
        return GESTALT_MISUSE;
    return counts_switch(p, &p->groups[number], on) ? GESTALT_OK : error_no_memory(error);
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
        return error_set(
            error, GESTALT_BAD_ARGUMENT, 0,
            "nodes of group %u are not counted: call gestalt_population_count_group first",
            (unsigned)number);
    if (capacity < c->node_count)
        return error_set(error, GESTALT_LIMIT, 0,
                         "the shape has %u node%s, but there is room for %zu",
                         (unsigned)c->node_count, text_plural(c->node_count, "", "s"), capacity);
    if (in_all)
        counts_tell_all(&p->groups[number], counts);
    else
        counts_tell_last(&p->groups[number], counts);
    return GESTALT_OK;
}
