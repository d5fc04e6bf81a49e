// SPDX-License-Identifier: MIT
// Decorators, in the order of docs/language.md.
#ifndef DECORATORS_H
#define DECORATORS_H

#include "accessors.h"

// Run the child for all active lanes.
static inline registers decorator_enter(here *t, registers r, uint64_t live)
{
    (void)t, (void)live;
    return guard_run(r, r.active);
}

// Return the child's result. Lanes that did not run the child have failed in `enter`.
static inline registers decorator_answer(here *t, registers r)
{
    (void)t;
    return guard_answer(r, r.succeeded, r.failed | r.top->failed);
}

// These nodes share functions with the plain decorator.
#define invert_enter        decorator_enter
#define force_success_enter decorator_enter
#define force_failure_enter decorator_enter
#define delay_answer        decorator_answer
#define timeout_answer      decorator_answer
#define chance_answer       decorator_answer

static inline registers invert_answer(here *t, registers r)
{
    (void)t;
    return guard_answer(r, r.failed, r.succeeded);
}

static inline registers force_success_answer(here *t, registers r)
{
    (void)t;
    return guard_answer(r, r.succeeded | r.failed, 0);
}

static inline registers force_failure_answer(here *t, registers r)
{
    (void)t;
    return guard_answer(r, 0, r.succeeded | r.failed);
}

// A lane whose child is live has already waited.
static inline registers delay_enter(here *t, registers r, uint64_t live)
{
    uint32_t at = r.top->item;
    r.next = clock_child(t, at);
    uint64_t begun = r.active & node_child_live(t, r.next);
    clock_start(t, at, r.active & ~live);
    return guard_run_if_any(r, begun | clock_due(t, at, r.active & ~begun));
}

static inline registers timeout_enter(here *t, registers r, uint64_t live)
{
    guard *g = r.top;
    r.next = clock_child(t, g->item);
    clock_start(t, g->item, r.active & ~live);
    g->failed = clock_due(t, g->item, r.active & live);
    if (g->failed)
        guard_abandon(t, g, r.next, g->failed);
    return guard_run_if_any(r, r.active & ~g->failed);
}

static inline registers cooldown_enter(here *t, registers r, uint64_t live)
{
    guard *g = r.top;
    uint64_t resuming = r.active & live;
    uint64_t ready = resuming | kept_clock_due(t, g->item, r.active & ~resuming);
    r.next = clock_child(t, g->item);
    // A due time may lie in the future all the same, if the agent comes from a population with a
    // later time. After an edit from an evaluated duration, such a due time counts.
    if (clock_is_zero(t, g->item) && !node_is_edited(t))
        ready = r.active;
    g->failed = r.active & ~ready;
    return guard_run_if_any(r, ready);
}

static inline registers cooldown_answer(here *t, registers r)
{
    kept_clock_start(t, r.top->item, r.succeeded | r.failed);
    return decorator_answer(t, r);
}

static inline registers once_enter(here *t, registers r, uint64_t live)
{
    guard *g = r.top;
    answer kept = node_status(t, g->item, r.active);
    (void)live;
    g->succeeded = kept.succeeded;
    g->failed = kept.failed;
    return guard_run_if_any(r, r.active & ~(kept.succeeded | kept.failed));
}

static inline registers once_answer(here *t, registers r)
{
    const guard *g = r.top;
    uint64_t finished = r.succeeded | r.failed;
    if (finished)
        node_put_status(t, g->item, (answer){r.succeeded, r.failed}, finished);
    return guard_answer(r, g->succeeded | r.succeeded, g->failed | r.failed);
}

static inline registers chance_enter(here *t, registers r, uint64_t live)
{
    guard *g = r.top;
    float p = node_probability(t, g->item);
    uint64_t chosen = r.active & live;
    unsigned lane;
    EACH_LANE (lane, r.active & ~live)
        chosen |= (uint64_t)(stream_draw(t, lane) < p) << lane;
    g->failed = r.active & ~chosen;
    return guard_run_if_any(r, chosen);
}

static inline registers debug_enter(here *t, registers r, uint64_t live)
{
    node_log(t, r.top->item, r.active & ~live, GESTALT_LOG_START);
    return guard_run(r, r.active);
}

static inline registers debug_answer(here *t, registers r)
{
    node_log(t, r.top->item, r.succeeded, GESTALT_LOG_SUCCESS);
    node_log(t, r.top->item, r.failed, GESTALT_LOG_FAILURE);
    return guard_answer(r, r.succeeded, r.failed);
}

// `do` runs in the lanes in which it is live or due, then the child runs in all lanes.
static inline registers service_enter(here *t, registers r, uint64_t live)
{
    uint32_t at = r.top->item, first = clock_child(t, at);
    uint64_t idle = r.active & live & ~node_child_live(t, first);
    uint64_t begins = (r.active & ~live) | clock_due(t, at, idle);
    uint64_t runs = begins | (r.active & live & ~idle);
    clock_start(t, at, begins);
    r.next = runs ? first : node_after(t, first);
    return guard_run(r, runs ? runs : r.active);
}

static inline registers service_answer(here *t, registers r)
{
    const guard *g = r.top;
    if (guard_has_more_children(&r)) // `do` has finished
        return guard_run(r, g->entered);
    uint32_t first = clock_child(t, g->item);
    uint64_t left = (r.succeeded | r.failed) & node_child_live(t, first);
    if (left)
        guard_abandon(t, g, first, left);
    return guard_answer(r, r.succeeded, r.failed);
}

#endif
