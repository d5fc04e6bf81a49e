// SPDX-License-Identifier: MIT
// A part of machine_body.h: the services for native code (gestalt/native.h), which call the
// functions of the interpreter.
#ifndef MACHINE_NATIVE_H
#define MACHINE_NATIVE_H

#include "machine_fused.h"
#include "nodes.h"
#include "walk.h"

static inline interp *native_interp(const gestalt_native_tick *n)
{
    return n->engine;
}

static gestalt_native_answer native_act(gestalt_native_tick *n, uint32_t call, uint64_t lanes,
                                        uint64_t starting)
{
    interp *t = native_interp(n);
    answer a = host_act_filled(t, &t->calls[call], lanes, starting);
    return (gestalt_native_answer){a.succeeded, a.failed};
}

static uint64_t native_ask(gestalt_native_tick *n, uint32_t call, uint64_t lanes)
{
    interp *t = native_interp(n);
    return host_ask_filled(t, &t->calls[call], lanes);
}

static void native_note_error(gestalt_native_tick *n)
{
    call_note_error(native_interp(n));
}

static gestalt_native_answer native_defer(gestalt_native_tick *n, uint32_t item, uint64_t lanes,
                                          uint64_t live)
{
    interp *t = native_interp(n);
    answer a = leaf_run(t, item, PLAN_NO_SLOT, lanes, live, deferred_run);
    return (gestalt_native_answer){a.succeeded, a.failed};
}

static void native_abandon(gestalt_native_tick *n, uint32_t first, uint32_t end, uint64_t lanes)
{
    range_cancel(native_interp(n), first, end, (cancel_range){0, 0, lanes});
}

static void native_open(gestalt_native_tick *n, gestalt_native_mark *mark)
{
    guard g;
    rollback_open(native_interp(n), &g);
    *mark = (gestalt_native_mark){g.mark.begin, g.mark.outer};
}

static void native_close(gestalt_native_tick *n, const gestalt_native_mark *mark, uint64_t failed)
{
    guard g = {.mark = {mark->begin, mark->outer}};
    rollback_close(native_interp(n), &g, failed);
}

static void native_put_status(gestalt_native_tick *n, uint32_t status, uint64_t lanes,
                              uint64_t succeeded, uint64_t failed)
{
    status_put(native_interp(n), status, lanes, succeeded, failed);
}

static void native_put_times(gestalt_native_tick *n, uint32_t time, uint64_t lanes,
                             const int64_t *values)
{
    times_put(native_interp(n), time, lanes, values);
}

static void native_due(gestalt_native_tick *n, uint32_t item, uint64_t lanes, int64_t *due)
{
    evaluate_due(native_interp(n), item, lanes, due);
}

static void native_draw(gestalt_native_tick *n, uint64_t lanes, float *column)
{
    unsigned lane;
    EACH_LANE (lane, lanes)
        column[lane] = stream_draw(native_interp(n), lane);
}

static void native_agents(gestalt_native_tick *n, uint64_t lanes, int32_t *column)
{
    const interp *t = native_interp(n);
    unsigned lane;
    EACH_LANE (lane, lanes)
        column[lane] = scalar_wrap((uint32_t)cohort_id(&t->layout, t->c, lane));
}

// ---- random order. In a concurrent, race or parallel, all lanes take every turn.

static void native_order_begin(gestalt_native_tick *n, uint32_t item, uint64_t lanes, uint64_t live)
{
    interp *t = native_interp(n);
    node_view v = walk_node(t->plan->shape->items, item);
    guard g = {.item = item, .end = v.end};
    bool all = children_live_together(node_table[v.type].children);
    order_take(t, &g, v.order, v.first_child, lanes, live, all ? 0 : live);
}

static uint64_t native_order_next(gestalt_native_tick *n, uint32_t item, uint64_t *through,
                                  uint32_t *child)
{
    (void)item;
    return order_step(native_interp(n), through, child);
}

// ---- lists

static gestalt_native_answer native_change_list(gestalt_native_tick *n, uint32_t item,
                                                uint64_t lanes)
{
    interp *t = native_interp(n);
    answer a = {0};
    switch ((int)item_type_of(t->plan->shape->items[item])) {
    case NODE_PUSH: a = list_push(t, item, lanes); break;
    case NODE_POP: a = list_pop(t, item, lanes); break;
    case NODE_CLEAR: a = list_clear(t, item, lanes); break;
    case NODE_SET_ELEMENT: a = list_set_element(t, item, lanes); break;
    default: a = list_set(t, item, lanes);
    }
    return (gestalt_native_answer){a.succeeded, a.failed};
}

static uint64_t native_loop_left(gestalt_native_tick *n, uint32_t item, uint64_t lanes)
{
    return list_has_place(native_interp(n), item, lanes);
}

static void native_loop_take(gestalt_native_tick *n, uint32_t item, uint64_t lanes)
{
    list_take(native_interp(n), item, lanes);
}

static const gestalt_native_services native_services = {
    .act = native_act,
    .ask = native_ask,
    .note_error = native_note_error,
    .defer = native_defer,
    .abandon = native_abandon,
    .open = native_open,
    .close = native_close,
    .put_status = native_put_status,
    .put_times = native_put_times,
    .due = native_due,
    .draw = native_draw,
    .agents = native_agents,
    .apply = native_apply,
    .order_begin = native_order_begin,
    .order_next = native_order_next,
    .change_list = native_change_list,
    .loop_left = native_loop_left,
    .loop_take = native_loop_take,
};

#endif
