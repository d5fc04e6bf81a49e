// SPDX-License-Identifier: MIT
// A part of machine_body.h: live masks, the opening and closing of guards, and cancellation ranges.
#ifndef MACHINE_LIVE_H
#define MACHINE_LIVE_H

#include "interp_machine.h"
#include "live.h"
#include "nodes.h"
#include "scalar.h"
#include "sleep.h"

#include <assert.h>

// Functions for rare nodes, and for nodes that do much work, are not inlined, so that the loop has
// more registers.
#define CALLED static __attribute__((noinline))
#if TRACED
#define RARE static __attribute__((noinline, cold)) // and optimised for size
#if !LONE && defined(__x86_64__)
#define COUNTS_BITS                                                                                \
    __attribute__((target("popcnt"))) // only used if t->watching.ops or t->watching.counts is set
#endif
#else
#define RARE CALLED
#endif
#ifndef COUNTS_BITS
#define COUNTS_BITS
#endif

#if LONE
typedef bool live_mask; // one byte
_Static_assert(sizeof(live_mask) == 1, "as in cohorts");
#else
typedef uint64_t live_mask;
#endif

// Return a mask in which some lanes have changed. With a lone agent there are no other lanes.
static inline uint64_t lanes_changed(uint64_t before, uint64_t lanes, uint64_t to)
{
    return LONE ? to : (before & ~lanes) | to;
}

// Return the lanes that have neither succeeded nor failed.
static inline uint64_t lanes_running(uint64_t lanes, uint64_t succeeded, uint64_t failed)
{
    return LONE ? !(succeeded | failed) : lanes & ~(succeeded | failed);
}

static inline uint64_t slot_get(const interp *t, uint32_t slot)
{
    return ((const live_mask *)t->live)[slot];
}

static inline live_mask *slot_at(interp *t, uint32_t slot)
{
    return (live_mask *)t->live + slot;
}

static inline void slot_put(interp *t, uint32_t slot, uint64_t lanes)
{
    ((live_mask *)t->live)[slot] = (live_mask)lanes;
}

static inline const link_cell *cell_of(const interp *t, uint64_t head)
{
    return &t->cells[item_argument(head)];
}

// Return the lanes for which a node with children is live, before any node below it has run.
static inline uint64_t live_of(const interp *t, uint64_t head, uint32_t slot)
{
    return SELDOM(!link_has(head, LINK_LIVE)) ? 0 : slot_get(t, slot);
}

// Return the lanes for which any node is live.
static inline uint64_t live_at(const interp *t, uint32_t item)
{
    uint32_t slot = t->plan->slots[t->plan->node_ids[item]];
    return slot == PLAN_NO_SLOT ? 0 : slot_get(t, slot);
}

// ---- answers

static inline answer answer_split(uint64_t lanes, uint64_t yes)
{
    return (answer){lanes & yes, lanes & ~yes};
}

// ---- calls of the host: for a lone agent, the lone function if there is one

#if LONE
// Call a function that has no lone function. An earlier lone function may have left an error in the
// call.
RARE answer act_batch(interp *t, const link_call *c, uint64_t starting)
{
    if (t->call.error)
        call_note_error(t);
    return call_action(t, c, 1, starting);
}

RARE uint64_t ask_batch(interp *t, const link_call *c)
{
    if (t->call.error)
        call_note_error(t);
    return call_predicate(t, c, 1);
}
#endif

static inline answer host_act(interp *t, const link_call *c, uint64_t lanes, uint64_t starting)
{
#if LONE
    (void)lanes;
    if (SELDOM(!c->lone))
        return act_batch(t, c, starting);
    uint32_t a = c->lone(&t->call, &c->site, t->c, starting);
    return (answer){a & 1, a >> 1};
#else
    return call_action(t, c, lanes, starting);
#endif
}

// Call a predicate. Returns the lanes for which it is true.
static inline uint64_t host_ask(interp *t, const link_call *c, uint64_t lanes)
{
#if LONE
    (void)lanes;
    return SELDOM(!c->lone) ? ask_batch(t, c) : c->lone(&t->call, &c->site, t->c, true) & 1;
#else
    return call_predicate(t, c, lanes);
#endif
}

// Call an action, with arguments if it has any.
static inline answer host_act_filled(interp *t, const link_call *c, uint64_t lanes,
                                     uint64_t starting)
{
    if (c->arguments_end)
        call_fill(t, c, lanes);
    return host_act(t, c, lanes, starting);
}

static inline uint64_t host_ask_filled(interp *t, const link_call *c, uint64_t lanes)
{
    if (c->arguments_end)
        call_fill(t, c, lanes);
    return host_ask(t, c, lanes);
}

// ---- hooks, and counts

#if TRACED
// Hooks are called for every node, so no node runs together with its children.
static inline unsigned machine_op(const interp *t, uint32_t at, uint64_t head)
{
    if (t->watching.ops)
        return t->watching.ops[at];
    unsigned op = link_op_of(head);
    bool is_fused = (op >= LINK_NOT && op <= LINK_PASS) || op >= LINK_STEPS;
    return is_fused ? item_type_of(t->plan->shape->items[at]) : link_leaf_op(op);
}

static inline uint64_t lanes_count(uint64_t lanes)
{
    return LONE ? lanes : (uint64_t)__builtin_popcountll(lanes);
}

static inline void count_node(const interp *t, uint32_t at, uint64_t lanes, uint64_t succeeded,
                              uint64_t failed)
{
    interp_count *c = &t->watching.counts[at];
    if (LONE) { // a single store
        *(succeeded ? &c->succeeded : failed ? &c->failed : &c->running) += lanes;
        return;
    }
    uint64_t successes = lanes_count(succeeded), failures = lanes_count(failed);
    c->succeeded += successes;
    c->failed += failures;
    c->running += lanes_count(lanes) - successes - failures;
}

// Count the results of a question, and of the inverted condition in it.
static inline __attribute__((always_inline)) void count_question(const interp *t, uint32_t at,
                                                                 uint64_t lanes, uint64_t yes)
{
    if (LONE) {
        interp_count *c = &t->watching.counts[at];
        *(yes ? &c->succeeded : &c->failed) += lanes;
        if (link_op_of(t->items[at]) == LINK_NOT)
            *(yes ? &c[1].failed : &c[1].succeeded) += lanes;
        return;
    }
    uint64_t successes = lanes_count(lanes & yes), failures = lanes_count(lanes) - successes;
    t->watching.counts[at].succeeded += successes;
    t->watching.counts[at].failed += failures;
    if (link_op_of(t->items[at]) == LINK_NOT) {
        t->watching.counts[at + 1].succeeded += failures;
        t->watching.counts[at + 1].failed += successes;
    }
}

RARE void hook_enter(const interp *t, uint32_t at, uint64_t lanes, uint64_t resuming)
{
    if (t->watching.hooks->enter)
        t->watching.hooks->enter(t->watching.hooks->user, interp_here(t), t->plan->node_ids[at],
                                 lanes, resuming);
}

RARE void hook_leave(const interp *t, uint32_t at, uint64_t lanes, uint64_t succeeded,
                     uint64_t failed)
{
    if (t->watching.slow_counts)
        interp_count_slowly(t, at, lanes, succeeded, failed);
    if (t->watching.hooks && t->watching.hooks->leave)
        t->watching.hooks->leave(t->watching.hooks->user, interp_here(t), t->plan->node_ids[at],
                                 succeeded, failed, lanes & ~(succeeded | failed));
}

static inline void trace_enter(const interp *t, uint32_t at, uint64_t lanes, uint64_t resuming)
{
    if (SELDOM(t->watching.hooks != NULL))
        hook_enter(t, at, lanes, resuming);
}

static inline void trace_leave(const interp *t, uint32_t at, uint64_t lanes, uint64_t succeeded,
                               uint64_t failed)
{
    if (t->watching.counts)
        count_node(t, at, lanes, succeeded, failed);
    if (SELDOM(t->watching.is_told))
        hook_leave(t, at, lanes, succeeded, failed);
}

static inline void trace_range(interp *t, const guard *g, uint32_t from, uint64_t lanes)
{
    const interp_hooks *hooks = t->tick.moment->hooks;
    const uint32_t *ids = t->plan->node_ids;
    uint32_t end = g->end < t->spec->tree_end ? ids[g->end] : t->spec->node_count;
    if (hooks && hooks->range)
        hooks->range(hooks->user, interp_here(t), ids[g->item], ids[from], end, lanes);
}
#define IS_QUICK(t)          ((t)->watching.ops)
#define COUNT_ABANDONED(...) interp_count_abandoned(__VA_ARGS__)
#define COUNT_NODE(...)      count_node(__VA_ARGS__)
#define COUNT_QUESTION(...)  count_question(__VA_ARGS__)
#define TRACE_ENTER(...)     trace_enter(__VA_ARGS__)
#define TRACE_LEAVE(...)     trace_leave(__VA_ARGS__)
#define TRACE_RANGE(...)     trace_range(__VA_ARGS__)
#define TRACE_ROLL_BACK(...) rollback_report(__VA_ARGS__)
#else
static inline unsigned machine_op(const interp *t, uint32_t at, uint64_t head)
{
    (void)t, (void)at;
    return link_op_of(head);
}
#define IS_QUICK(t) true
#define COUNT_ABANDONED(t, at, lanes)
#define COUNT_NODE(t, at, lanes, succeeded, failed)
#define COUNT_QUESTION(t, at, lanes, yes)
#define TRACE_ENTER(t, at, lanes, resuming)
#define TRACE_LEAVE(t, at, lanes, succeeded, failed)
#define TRACE_RANGE(t, g, from, lanes)
#define TRACE_ROLL_BACK(t, g, failed)
#endif

// ---- guards

// Push a guard onto the stack. The registers of the parent are saved in the guard of the parent.
#if TRACED
static inline __attribute__((always_inline))
#else
static inline
#endif
registers
guard_open(interp *t, registers r, uint32_t at, uint64_t head, uint32_t slot, uint64_t now,
           uint64_t live)
{
    guard *g = r.top + 1;
    assert(g <= t->stack.guards + t->spec->guard_depth);
    r.top->next = item_end(head);
    r.top->waiting = r.waiting & ~live;
    r.top->ended = r.ended;
    g->item = at;
    g->end = item_end(head);
    g->kind = slot << 12 | ((uint32_t)head & 0xf00) | machine_op(t, at, head);
    g->entered = now;
    r.top = g;
    r.next = at + 1;
    r.end = item_end(head);
    r.active = now;
    r.waiting = 0;
    r.ended = 0;
    TRACE_ENTER(t, at, now, now & live);
    return r;
}

#if TRACED
// The same function, not inlined, for nodes outside of the loop.
RARE registers guard_open_other(interp *t, registers r, uint32_t at, uint64_t head, uint32_t slot,
                                uint64_t now, uint64_t live)
{
    return guard_open(t, r, at, head, slot, now, live);
}
#else
#define guard_open_other guard_open
#endif

static inline unsigned guard_op(const guard *g)
{
    return g->kind & 0xff;
}

static inline uint32_t guard_slot(const guard *g)
{
    return g->kind >> 12;
}

static inline uint64_t guard_head(const interp *t, const guard *g)
{
    return t->items[g->item];
}

static inline const link_cell *guard_cell(const interp *t, const guard *g)
{
    return cell_of(t, guard_head(t, g));
}

// Return the lanes that have entered a guard. For a lone agent it is always the one lane.
static inline uint64_t guard_entered(const guard *g)
{
    return LONE ? 1 : g->entered;
}

// Pop the guard on top of the stack. Its result is set, and has been reported to hooks.
static inline registers guard_close(interp *t, registers r)
{
    guard *g = r.top;
    if (link_has(g->kind, LINK_OWNS)) {
        uint32_t slot = guard_slot(g);
        uint64_t running = lanes_running(g->entered, r.succeeded, r.failed);
        slot_put(t, slot, lanes_changed(slot_get(t, slot), g->entered, running));
    }
    r.active = guard_entered(g);
    r.top = --g;
    r.next = g->next;
    r.end = g->end;
    r.waiting = g->waiting;
    r.ended = g->ended;
    return r;
}

// ---- the cancellation range: everything that is live in a range of items is cancelled for some
// lanes. A guard that abandons children creates the range and carries it out before it returns its
// status; so there is never more than one range, and it need not be stored.
//
//    0      4     8       16
//   +------+-----+-------+        items   | guard | child | child | child | ...
//   | from | end | lanes |                                ^ from          ^ end
//   +------+-----+-------+
//
// Live masks are stored in the order of their items, so the masks of a range are adjacent. The
// masks below a node that is not live for any lane of the range are skipped (slot_ends).

typedef struct cancel_range {
    uint32_t from, end;
    uint64_t lanes;
} cancel_range;
_Static_assert(sizeof(cancel_range) == 16, "as drawn");

static void cancel_deferred(interp *t, uint32_t item, uint64_t lanes)
{
    deferred_state *d = deferred_at(t, item);
    uint64_t cancelled = lanes & ~d->launched & ~d->ended;
    if (cancelled)
        call_cancel_launch(t, item, cancelled);
    d->cancelled |= cancelled;
    d->launched &= ~lanes;
    d->ended &= ~lanes;
}

static inline void cancel_call(interp *t, const link_call *call, uint64_t lanes)
{
    t->call.cancelling = true;
    host_act_filled(t, call, lanes, 0);
    t->call.cancelling = false;
}

CALLED void cancel_action(interp *t, const link_call *call, uint64_t lanes)
{
    cancel_call(t, call, lanes);
}

// Cancel the node that owns a slot (LINK_CANCEL_... in linked.h).
static inline void cancel_owner(interp *t, uint32_t what, uint64_t lanes)
{
    if (what < LINK_CANCEL_NONE)
        cancel_call(t, &t->calls[what], lanes);
    else if (what > LINK_CANCEL_NONE)
        cancel_deferred(t, what & ~(uint32_t)LINK_CANCEL_DEFERRED, lanes);
}

#if TRACED
static void trace_cancel(interp *t, uint32_t id, uint64_t lanes)
{
    const gestalt_shape *shape = t->plan->shape;
    const interp_hooks *hooks = t->tick.moment->hooks;
    if (item_type_of(shape->items[shape->nodes[id]]) == NODE_DEBUG)
        log_event(t, shape->nodes[id], lanes, GESTALT_LOG_ABANDON);
    if (t->watching.counts || t->watching.slow_counts)
        interp_count_abandoned(t, shape->nodes[id], lanes);
    if (hooks && hooks->cancel)
        hooks->cancel(hooks->user, interp_here(t), id, lanes);
}
#endif

#if TRACED
// Report all nodes that share a slot, then cancel the last of them, which owns the slot.
static void trace_slot(interp *t, uint32_t slot, uint32_t from, uint64_t lanes)
{
    const plan *p = t->plan;
    uint32_t item = p->slot_items[slot], last = p->node_ids[item], id = last, above = item;
    for (; above != SHAPE_NONE && above >= from && p->slots[p->node_ids[above]] == slot;
         above = p->parents[above])
        id = p->node_ids[above];
    for (; id < last; id++)
        if (p->slots[id] == slot)
            trace_cancel(t, id, lanes);
    cancel_owner(t, t->linked->slot_cancels[slot], lanes);
    trace_cancel(t, last, lanes);
}

// Count the nodes that share a slot as abandoned. Used if there are no hooks.
COUNTS_BITS static inline void count_slot(const interp *t, uint32_t slot, uint32_t from,
                                          uint64_t lanes)
{
    const plan *p = t->plan;
    uint32_t item = p->slot_items[slot];
    uint64_t count = lanes_count(lanes);
    do {
        t->watching.counts[item].abandoned += count;
        item = p->parents[item];
    } while (item != SHAPE_NONE && item >= from && p->slots[p->node_ids[item]] == slot);
}
#endif

// Cancel all nodes that share a slot, the uppermost first. Only the last of them, which owns the
// slot, can have something to cancel, but hooks are called for all.
COUNTS_BITS static inline void cancel_slot(interp *t, uint32_t slot, uint32_t from, uint64_t lanes)
{
#if TRACED
    if (!IS_QUICK(t)) {
        trace_slot(t, slot, from, lanes);
        return;
    }
    count_slot(t, slot, from, lanes);
#endif
    (void)from;
    cancel_owner(t, t->linked->slot_cancels[slot], lanes);
}

// Cancel all live nodes in a range of slots, in increasing order.
COUNTS_BITS static inline void range_cancel(interp *t, uint32_t slot, uint32_t end,
                                            cancel_range range)
{
    live_mask *masks = slot_at(t, 0);
    const uint32_t *ends = t->plan->slot_ends;
    while (slot < end) {
        uint64_t live = masks[slot], hit = live & range.lanes;
        if (!hit) {
            slot = ends[slot];
            continue;
        }
        masks[slot] = (live_mask)(live & ~hit);
        cancel_slot(t, slot, range.from, hit);
        slot++;
    }
}

// Abandon the children of a guard from item `from` on, for some lanes. A guard that is never
// running has no slot, but its children may have slots until it returns its status.
COUNTS_BITS CALLED void guard_abandon(interp *t, const guard *g, uint32_t from, uint64_t lanes)
{
    const plan *p = t->plan;
    uint32_t first, end;
    TRACE_RANGE(t, g, from, lanes);
    if (link_has(g->kind, LINK_LIVE)) {
        first = guard_slot(g);
        end = p->slot_ends[first];
        first += link_has(g->kind, LINK_OWNS);
        while (first < end && p->slot_items[first] < from)
            first = p->slot_ends[first];
    } else {
        first = linked_first_slot(t->linked, from);
        end = linked_first_slot(t->linked, g->end);
    }
    range_cancel(t, first, end, (cancel_range){from, g->end, lanes});
}

#endif
