// SPDX-License-Identifier: MIT
// Loops. All lanes of a loop run their rounds together. In the first round of a tick, live lanes
// resume the round that they are in, and the others start one. `started` is the number of rounds
// that a lane of the second kind has started in this tick; lanes that resumed have started one
// less.
#ifndef LOOPS_H
#define LOOPS_H

#include "accessors.h"

// The operand of a loop: its limit (0: none) in the low half, and rounds per tick in the high.
static inline uint32_t loop_limit(here *t, uint32_t at)
{
    return (uint32_t)node_operand(t, at);
}

static inline registers loop_enter(here *t, registers r)
{
    guard *g = r.top;
    r.next = node_child(g->item, 1);
    r.ended = r.active & node_child_live(t, r.next); // these have started one round less
    g->loop.started = 1;
    return guard_run(r, r.active);
}

// Run another round in the lanes that may start one in this tick.
static inline registers loop_again(here *t, registers r, uint64_t again)
{
    guard *g = r.top;
    uint32_t per_tick = (uint32_t)(node_operand(t, g->item) >> 32);
    if (g->loop.started >= per_tick) // only lanes that have started one less
        again = g->loop.started == per_tick ? again & r.ended : 0;
    if (!again)
        return guard_answer(r, g->succeeded, g->failed);
    g->loop.started++;
    r.next = node_child(g->item, 1);
    return guard_run(r, again);
}

// Count a round of each lane, and return the lanes that have reached the limit.
static uint64_t loop_count(here *t, const guard *g, uint64_t lanes)
{
    uint32_t limit = loop_limit(t, g->item);
    return limit ? count_up(t, g->item, lanes, limit) : 0;
}

// repeat and retry: a fresh lane has done no rounds.
static inline registers repeat_enter(here *t, registers r, uint64_t live)
{
    if (loop_limit(t, r.top->item))
        count_clear(t, r.top->item, r.active & ~live);
    return loop_enter(t, r);
}

#define retry_enter repeat_enter

static inline registers repeat_answer(here *t, registers r)
{
    guard *g = r.top;
    uint64_t finished = r.succeeded | r.failed, ended = loop_count(t, g, finished);
    g->succeeded |= r.succeeded & ended;
    g->failed |= r.failed & ended;
    return loop_again(t, r, finished & ~ended);
}

static inline registers retry_answer(here *t, registers r)
{
    guard *g = r.top;
    uint64_t ended = loop_count(t, g, r.failed);
    g->succeeded |= r.succeeded;
    g->failed |= ended;
    return loop_again(t, r, r.failed & ~ended);
}

// while: a bit for each lane is set when a run has succeeded.
static inline registers while_enter(here *t, registers r, uint64_t live)
{
    uint32_t at = r.top->item;
    node_put_bits(t, at, 0, node_bits(t, at, 0) & ~(r.active & ~live));
    return loop_enter(t, r);
}

static inline registers while_answer(here *t, registers r)
{
    guard *g = r.top;
    uint64_t has_succeeded = node_bits(t, g->item, 0);
    g->succeeded |= r.failed & has_succeeded;
    g->failed |= r.failed & ~has_succeeded;
    node_put_bits(t, g->item, 0, has_succeeded | r.succeeded);
    return loop_again(t, r, r.succeeded);
}

#endif
