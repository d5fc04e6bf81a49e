// SPDX-License-Identifier: MIT
// Random order. Each lane has a permutation of the children, and in turn k it runs the k-th of
// them. The permutation is not stored: it is drawn again from a random state that the node stores.
// A turn runs the lanes group by group, the lanes of a group having the same child. What a turn
// means depends on the node: all lanes of a concurrent take every turn, but a sequence resumes at
// the turn of its live child.
#ifndef ORDERS_H
#define ORDERS_H

#include "deciders.h"

// Return whether to store a mask for each turn and child, instead of a child for each turn and
// lane: if the masks take no more memory.
static bool order_has_masks(const guard_order *o, uint32_t stride)
{
    return o->count * 4 <= stride;
}

// Return the beginning of the memory that ends with the order.
static unsigned char *order_turns(guard_order *o, uint32_t stride)
{
    return (unsigned char *)(o + 1) - guard_order_size(o->count, stride);
}

// Return the child of each lane in a turn, or a mask of lanes for each child.
static uint16_t *order_children(guard_order *o, uint32_t stride, uint32_t turn)
{
    return (uint16_t *)(void *)order_turns(o, stride) + (size_t)turn * stride;
}

static uint64_t *order_masks(guard_order *o, uint32_t stride, uint32_t turn)
{
    return (uint64_t *)(void *)order_turns(o, stride) + (size_t)turn * o->count;
}

// Draw the permutation of a lane, of at most 16 children: a number with a digit for each turn.
static void order_draw_masks(guard_order *o, uint32_t stride, uint64_t *stream, unsigned lane)
{
    uint64_t digits = UINT64_C(0xfedcba9876543210);
    for (uint32_t i = o->count - 1; i > 0; i--) {
        uint32_t j = random_below(stream, i + 1);
        uint64_t differs = (digits >> 4 * i ^ digits >> 4 * j) & 15;
        digits ^= differs << 4 * i ^ differs << 4 * j;
    }
    for (uint32_t turn = 0; turn < o->count; turn++, digits >>= 4)
        order_masks(o, stride, turn)[digits & 15] |= UINT64_C(1) << lane;
}

// Draw the permutation of a lane from its random stream.
static void order_draw(guard_order *o, uint32_t stride, uint64_t *stream, unsigned lane)
{
    if (order_has_masks(o, stride)) {
        order_draw_masks(o, stride, stream, lane);
        return;
    }
    for (uint32_t i = 0; i < o->count; i++)
        order_children(o, stride, i)[lane] = (uint16_t)i;
    for (uint32_t i = o->count - 1; i > 0; i--) {
        uint32_t j = random_below(stream, i + 1);
        uint16_t *a = &order_children(o, stride, i)[lane];
        uint16_t *b = &order_children(o, stride, j)[lane];
        uint16_t swap = *a;
        *a = *b;
        *b = swap;
    }
}

// Lanes that start draw a permutation; the others repeat their draw. The random state is kept in
// the slot of the item `at`.
static void order_draw_all(here *t, guard_order *o, uint32_t at, uint64_t lanes, uint64_t live)
{
    uint32_t stride = node_stride(t);
    unsigned lane;
    for (uint32_t i = 0; order_has_masks(o, stride) && i < o->count * o->count; i++)
        order_masks(o, stride, 0)[i] = 0;
    EACH_LANE (lane, lanes & ~live) {
        uint64_t stream = stream_state(t, lane);
        node_keep_stream(t, at, lane, stream);
        order_draw(o, stride, &stream, lane);
        stream_put_state(t, lane, stream);
    }
    EACH_LANE (lane, lanes & live) {
        uint64_t stream = node_kept_stream(t, at, lane);
        order_draw(o, stride, &stream, lane);
    }
}

// Return the items of the children, which are stored before the order.
static uint32_t *order_items(guard_order *o)
{
    return (uint32_t *)(void *)((unsigned char *)o - guard_rounded(o->count * sizeof(uint32_t)));
}

// Return the order of the guard on top of the stack.
static guard_order *order_of(here *t)
{
    return guard_memory(t, sizeof(guard_order));
}

// Return the lanes whose live child is the one of this turn.
static uint64_t order_live(here *t, guard_order *o)
{
    uint32_t stride = node_stride(t);
    const uint32_t *items = order_items(o);
    uint64_t live = 0;
    unsigned lane;
    if (order_has_masks(o, stride))
        for (uint32_t child = 0; child < o->count; child++)
            live |= order_masks(o, stride, o->turn)[child] & node_child_live(t, items[child]);
    else
        EACH_LANE (lane, o->waiting) {
            uint32_t child = order_children(o, stride, o->turn)[lane];
            live |= node_child_live(t, items[child]) & UINT64_C(1) << lane;
        }
    return live & o->waiting;
}

// Return the lanes that run the same child in this turn as the first of the lanes that are left.
static uint64_t order_same(guard_order *o, uint32_t stride, uint32_t *child)
{
    unsigned lane, first = (unsigned)__builtin_ctzll(o->left);
    uint64_t same = 0;
    *child = 0;
    if (order_has_masks(o, stride)) {
        const uint64_t *masks = order_masks(o, stride, o->turn);
        while (!(masks[*child] >> first & 1))
            ++*child;
        return masks[*child] & o->left;
    }
    const uint16_t *turn = order_children(o, stride, o->turn);
    *child = turn[first];
    EACH_LANE (lane, o->left)
        same |= (uint64_t)(turn[lane] == *child) << lane;
    return same;
}

// Return the lanes that run the next child of this turn; `through` are the lanes that continue with
// the next turn, which begins when no lane of this turn is left. After the last turn, returns none
// and releases the memory.
static uint64_t order_step(here *t, uint64_t *through, uint32_t *child)
{
    guard_order *o = order_of(t);
    uint32_t stride = node_stride(t);
    while (!o->left) {
        if (++o->turn == o->count || !(*through | o->waiting)) {
            guard_give_memory(t, guard_order_size(o->count, stride));
            return 0;
        }
        o->left = *through | (o->waiting ? order_live(t, o) : 0);
        o->waiting &= ~o->left;
        *through = 0;
    }
    uint64_t same = order_same(o, stride, child);
    o->left &= ~same;
    return same;
}

static uint32_t order_count(here *t, const guard *g, uint32_t first_child)
{
    uint32_t count = 0;
    for (uint32_t child = first_child; child < g->end; child = node_after(t, child))
        count++;
    return count;
}

// Take memory for the guard's order, and draw the permutations. `at` is the item of their slot;
// `waiting` are the lanes that resume at their live child, instead of taking every turn.
static void order_take(here *t, const guard *g, uint32_t at, uint32_t first_child, uint64_t lanes,
                       uint64_t live, uint64_t waiting)
{
    uint32_t count = order_count(t, g, first_child), size = guard_order_size(count, node_stride(t));
    unsigned char *memory = guard_take_memory(t, size);
    guard_order *o = (guard_order *)(void *)(memory + size) - 1;
    *o = (guard_order){.waiting = waiting, .turn = UINT32_MAX, .count = count};
    uint32_t *items = order_items(o);
    for (uint32_t child = first_child; child < g->end; child = node_after(t, child))
        *items++ = child;
    order_draw_all(t, o, at, lanes, live);
}

// ---- sequence and selector

static registers random_go_on(here *t, registers r, uint64_t *through)
{
    guard_order *o = order_of(t);
    uint32_t child;
    uint64_t lanes = order_step(t, through, &child);
    if (!lanes)
        return guard_answer(r, r.top->succeeded, r.top->failed);
    r.next = order_items(o)[child];
    return guard_run(r, lanes);
}

static inline registers random_enter(here *t, registers r, uint64_t live, uint64_t *through)
{
    guard *g = r.top;
    order_take(t, g, g->item, r.next, r.active, live, r.active & live);
    *through = r.active & ~live;
    return random_go_on(t, r, through);
}

static inline registers random_sequence_enter(here *t, registers r, uint64_t live)
{
    return random_enter(t, r, live, &r.top->succeeded);
}

static inline registers random_selector_enter(here *t, registers r, uint64_t live)
{
    return random_enter(t, r, live, &r.top->failed);
}

static inline registers random_sequence_answer(here *t, registers r)
{
    guard *g = r.top;
    g->succeeded |= r.succeeded;
    g->failed |= r.failed;
    return random_go_on(t, r, &g->succeeded);
}

static inline registers random_selector_answer(here *t, registers r)
{
    guard *g = r.top;
    g->succeeded |= r.succeeded;
    g->failed |= r.failed;
    return random_go_on(t, r, &g->failed);
}

// ---- concurrent and race: every lane takes every turn, until it has a result. `ended` of the
// registers are the lanes that take the next turn.

static registers random_concurrent_go_on(here *t, registers r)
{
    guard_order *o = order_of(t);
    uint64_t running = o->running;
    uint32_t child, first_child = node_child(r.top->item, 0);
    uint64_t lanes = order_step(t, &r.ended, &child);
    if (!lanes)
        return concurrent_end(t, r, first_child, r.ended & ~running, r.top->failed);
    r.next = order_items(o)[child];
    return guard_run(r, lanes);
}

// Open the scope of a concurrent or race, and draw the order; every lane takes every turn.
static registers random_open(here *t, registers r, uint64_t live)
{
    const guard *g = r.top;
    scope_open(t, r.top);
    order_take(t, g, g->item, node_child(g->item, 0), r.active, live, 0);
    r.ended = r.active;
    return r;
}

static inline registers random_concurrent_enter(here *t, registers r, uint64_t live)
{
    return random_concurrent_go_on(t, random_open(t, r, live));
}

static inline registers random_concurrent_answer(here *t, registers r)
{
    order_of(t)->running |= r.active & ~(r.succeeded | r.failed);
    r.top->failed |= r.failed;
    r.ended |= r.active & ~r.failed;
    return random_concurrent_go_on(t, r);
}

static registers random_race_go_on(here *t, registers r)
{
    const guard *g = r.top;
    guard_order *o = order_of(t);
    uint32_t child;
    uint64_t lanes = order_step(t, &r.ended, &child);
    if (!lanes)
        return concurrent_end(t, r, node_child(g->item, 0), g->succeeded, g->failed);
    r.next = order_items(o)[child];
    return guard_run(r, lanes);
}

static inline registers random_race_enter(here *t, registers r, uint64_t live)
{
    return random_race_go_on(t, random_open(t, r, live));
}

static inline registers random_race_answer(here *t, registers r)
{
    guard *g = r.top;
    g->succeeded |= r.succeeded;
    g->failed |= r.failed;
    r.ended |= r.active & ~(r.succeeded | r.failed);
    return random_race_go_on(t, r);
}

#endif
