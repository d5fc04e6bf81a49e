// SPDX-License-Identifier: MIT
// A part of machine_body.h: the machine's implementation of nodes/accessors.h, on the linked stream
// and the columns of the cohort.
#ifndef MACHINE_STATE_H
#define MACHINE_STATE_H

#include "machine_live.h"

// ---- the stream

static inline uint64_t node_item(const interp *t, uint32_t item)
{
    return t->items[item];
}

static inline uint64_t node_operand(const interp *t, uint32_t at)
{
    return t->items[at + 1];
}

static inline uint32_t node_child(uint32_t at, uint32_t operands)
{
    return at + 1 + operands;
}

static inline uint32_t node_after(const interp *t, uint32_t item)
{
    return item_end(t->items[item]);
}

static inline bool node_is_expression(const interp *t, uint32_t item)
{
    return link_op_of(t->items[item]) == LINK_ROW;
}

static inline uint64_t node_child_live(const interp *t, uint32_t child)
{
    return live_at(t, child);
}

static inline bool node_is_edited(const interp *t)
{
    return t->plan->shape->is_edited;
}

static inline uint32_t node_stride(const interp *t)
{
    return t->layout.stride;
}

// Return the number of the node's value in the cohort.
static inline size_t node_value(const interp *t, uint32_t at)
{
    return cell_of(t, t->items[at])->value;
}

static inline size_t node_column(const interp *t, uint32_t at)
{
    return node_value(t, at) * t->layout.stride;
}

// ---- time

static inline int64_t clock_now(const interp *t, uint32_t at)
{
    return item_flags(t->items[at]) & ITEM_VARIANT ? (int64_t)t->tick.moment->tick
                                                   : t->tick.moment->now;
}

// Return whether the duration is evaluated for each agent.
static inline bool clock_is_evaluated(const interp *t, uint32_t at)
{
    return t->items[at + 1] == DURATION_EVALUATED;
}

static inline bool clock_is_zero(const interp *t, uint32_t at)
{
    return t->items[at + 1] == 0;
}

static inline uint32_t clock_child(const interp *t, uint32_t at)
{
    return SELDOM(clock_is_evaluated(t, at)) ? item_end(t->items[at + 2]) : at + 2;
}

// Return the time at which a clock that starts now is due.
static inline int64_t clock_end(const interp *t, uint32_t at)
{
    return clock_now(t, at) + (int64_t)t->items[at + 1];
}

static inline void clock_start(interp *t, uint32_t at, uint64_t lanes)
{
    int64_t *due = t->columns.longs + node_column(t, at), time = clock_end(t, at);
    unsigned lane;
    if (SELDOM(t->watching.dry != NULL))
        sleep_watch_start(t, at, lanes);
    if (SELDOM(clock_is_evaluated(t, at))) {
        if (lanes)
            evaluate_due(t, at, lanes, due);
        return;
    }
    EACH_LANE (lane, lanes)
        due[lane] = time;
}

static uint64_t due_lanes(const interp *t, uint32_t at, const int64_t *due, uint64_t lanes)
{
    int64_t now = clock_now(t, at);
    uint64_t result = 0;
    unsigned lane;
    EACH_LANE (lane, lanes)
        result |= (uint64_t)(now >= due[lane]) << lane;
    if (SELDOM(t->watching.dry != NULL))
        sleep_watch_clock(t, t->items[at], due, lanes & ~result);
    return result;
}

static inline uint64_t clock_due(const interp *t, uint32_t at, uint64_t lanes)
{
    return due_lanes(t, at, t->columns.longs + node_column(t, at), lanes);
}

static inline uint64_t kept_clock_due(const interp *t, uint32_t at, uint64_t lanes)
{
    return due_lanes(t, at, t->columns.times + node_column(t, at), lanes);
}

RARE void kept_clock_evaluate(interp *t, uint32_t at, uint64_t lanes)
{
    int64_t due[COHORT_LANES_MAX];
    evaluate_due(t, at, lanes, due);
    unsigned lane;
    EACH_LANE (lane, lanes)
        if (t->watching.dry && due[lane] <= clock_now(t, at))
            t->watching.dry->stirs = 1;
    times_put(t, (uint32_t)node_value(t, at), lanes, due);
}

static inline void kept_clock_start(interp *t, uint32_t at, uint64_t lanes)
{
    if (lanes && SELDOM(t->watching.dry != NULL) && clock_is_zero(t, at))
        t->watching.dry->stirs = 1; // each tick would change the time at which it is due
    if (lanes && SELDOM(clock_is_evaluated(t, at)))
        kept_clock_evaluate(t, at, lanes);
    else if (lanes)
        time_put(t, (uint32_t)node_value(t, at), lanes, clock_end(t, at));
}

static inline int64_t *pause_column(const interp *t, uint32_t at)
{
    return t->columns.longs + (size_t)pause_slot(t->items[at + 2]) * t->layout.stride;
}

static inline void pause_start(interp *t, uint32_t at, uint64_t lanes)
{
    int64_t *due = pause_column(t, at), time = clock_now(t, at) + pause_ticks(t->items[at + 2]);
    unsigned lane;
    EACH_LANE (lane, lanes)
        due[lane] = time;
}

static inline uint64_t pause_due(const interp *t, uint32_t at, uint64_t lanes)
{
    return due_lanes(t, at, pause_column(t, at), lanes);
}

// ---- values

static inline uint64_t node_bits(const interp *t, uint32_t at, uint32_t number)
{
    return t->columns.bits[node_value(t, at) + number];
}

static inline void node_put_bits(interp *t, uint32_t at, uint32_t number, uint64_t lanes)
{
    t->columns.bits[node_value(t, at) + number] = lanes;
}

static inline void count_clear(interp *t, uint32_t at, uint64_t lanes)
{
    uint32_t *counts = t->columns.words + node_column(t, at);
    unsigned lane;
    EACH_LANE (lane, lanes)
        counts[lane] = 0;
}

static inline uint64_t count_up(interp *t, uint32_t at, uint64_t lanes, uint32_t limit)
{
    uint32_t *counts = t->columns.words + node_column(t, at);
    uint64_t reached = 0;
    unsigned lane;
    EACH_LANE (lane, lanes)
        reached |= (uint64_t)(++counts[lane] >= limit) << lane;
    return reached;
}

static inline answer node_status(const interp *t, uint32_t at, uint64_t lanes)
{
    const uint64_t *status = t->columns.statuses[node_value(t, at)];
    return (answer){lanes & status[0], lanes & status[1]};
}

static inline void node_put_status(interp *t, uint32_t at, answer to, uint64_t lanes)
{
    status_put(t, (uint32_t)node_value(t, at), lanes, to.succeeded, to.failed);
}

static inline float node_probability(const interp *t, uint32_t at)
{
    return scalar_float_of_bits((uint32_t)node_value(t, at));
}

// ---- the random stream, and the copies of it that nodes store

static inline uint64_t stream_state(const interp *t, unsigned lane)
{
    return t->columns.streams[lane];
}

static inline void stream_put_state(interp *t, unsigned lane, uint64_t state)
{
    t->columns.streams[lane] = state;
}

static inline uint64_t node_kept_stream(const interp *t, uint32_t at, unsigned lane)
{
    uint64_t state;
    memcpy(&state, &t->columns.longs[node_column(t, at) + lane], sizeof state);
    return state;
}

static inline void node_keep_stream(interp *t, uint32_t at, unsigned lane, uint64_t state)
{
    memcpy(&t->columns.longs[node_column(t, at) + lane], &state, sizeof state);
}

// ---- the host

static inline const link_call *call_of(const interp *t, uint64_t head)
{
    return &t->calls[item_argument(head)];
}

static inline uint64_t node_ask(interp *t, uint32_t at, uint64_t lanes)
{
    return host_ask_filled(t, call_of(t, t->items[at]), lanes);
}

static inline answer node_act(interp *t, uint32_t at, uint64_t lanes, uint64_t starting)
{
    return host_act_filled(t, call_of(t, t->items[at]), lanes, starting);
}

static inline void launch_start(interp *t, uint32_t at, uint64_t lanes)
{
    deferred_state *d = deferred_at(t, at);
    d->ended &= ~lanes;
    if (lanes) {
        d->launched |= lanes;
        call_launch(t, at, lanes);
    }
}

static inline answer launch_take_answers(interp *t, uint32_t at, uint64_t lanes)
{
    deferred_state *d = deferred_at(t, at);
    uint64_t ended = lanes & d->ended;
    d->ended &= ~ended;
    return answer_split(ended, d->succeeded);
}

static inline void node_log(interp *t, uint32_t at, uint64_t lanes, gestalt_log_phase phase)
{
    log_event(t, at, lanes, phase);
}

// ---- roll-back, and scratch memory of the top guard

static inline void scope_open(interp *t, guard *g)
{
    rollback_open(t, g);
}

static inline void scope_close(interp *t, const guard *g, uint64_t failed)
{
    TRACE_ROLL_BACK(t, g, failed);
    rollback_close(t, g, failed);
}

static void *guard_take_memory(interp *t, uint32_t size)
{
    void *memory = t->stack.memory + t->stack.memory_used;
    t->stack.memory_used += size;
    return memory;
}

static void *guard_memory(interp *t, uint32_t size)
{
    return t->stack.memory + t->stack.memory_used - size;
}

static void guard_give_memory(interp *t, uint32_t size)
{
    t->stack.memory_used -= size;
}

#endif
