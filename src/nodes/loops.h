// SPDX-License-Identifier: MIT
// Loops. All lanes of a loop run their rounds together. In the first round of a tick, live lanes
// resume the round that they are in, and the others start one. `started` is the number of rounds
// that a lane of the second kind has started in this tick; lanes that resumed have started one
// less.
#ifndef LOOPS_H
#define LOOPS_H

#include "accessors.h"

static inline uint32_t loop_limit(here *t, uint32_t at)
{
    return rounds_limit(node_operand(t, at));
}

static inline registers loop_enter(here *t, registers r)
{
    guard *g = r.top;
    r.next = node_child(g->item, 1);
    r.ended = r.active & node_child_live(t, r.next); // these have started one round less
    g->loop.started = 1;
    return guard_run(r, r.active);
}

// Return the lanes that may start another round in this tick.
static inline uint64_t loop_bounded(here *t, registers r, uint64_t again)
{
    uint32_t per_tick = rounds_per_tick(node_operand(t, r.top->item));
    if (r.top->loop.started >= per_tick) // only lanes that have started one less
        again = r.top->loop.started == per_tick ? again & r.ended : 0;
    return again;
}

// Run another round in the lanes that may start one in this tick.
static inline registers loop_again(here *t, registers r, uint64_t again)
{
    guard *g = r.top;
    again = loop_bounded(t, r, again);
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

// Each loop has two functions: NAME_start for fresh lanes, and NAME_round, which returns the lanes
// that need another round.

// repeat and retry: a fresh lane has done no rounds.
static inline void repeat_start(here *t, const guard *g, uint64_t fresh)
{
    if (loop_limit(t, g->item))
        count_clear(t, g->item, fresh);
}

#define retry_start repeat_start

// Add the results of the lanes for which this was the last round. Returns the other lanes.
static inline uint64_t repeat_end(registers r, uint64_t ended)
{
    r.top->succeeded |= r.succeeded & ended;
    r.top->failed |= r.failed & ended;
    return (r.succeeded | r.failed) & ~ended;
}

static inline uint64_t repeat_round(here *t, registers r)
{
    return repeat_end(r, loop_count(t, r.top, r.succeeded | r.failed));
}

// The same for a repeat with `until`.
static inline uint64_t repeat_until_round(here *t, registers r)
{
    unsigned until = rounds_until(node_operand(t, r.top->item));
    uint64_t last = until & ITEM_CAN_SUCCEED ? r.succeeded : until ? r.failed : 0;
    return repeat_end(r, last | loop_count(t, r.top, r.succeeded | r.failed));
}

static inline uint64_t retry_round(here *t, registers r)
{
    guard *g = r.top;
    uint64_t ended = loop_count(t, g, r.failed);
    g->succeeded |= r.succeeded;
    g->failed |= ended;
    return r.failed & ~ended;
}

// while: a bit for each lane is set when a run has succeeded.
static inline void while_start(here *t, const guard *g, uint64_t fresh)
{
    node_put_bits(t, g->item, 0, node_bits(t, g->item, 0) & ~fresh);
}

static inline uint64_t while_round(here *t, registers r)
{
    guard *g = r.top;
    uint64_t has_succeeded = node_bits(t, g->item, 0);
    g->succeeded |= r.failed & has_succeeded;
    g->failed |= r.failed & ~has_succeeded;
    node_put_bits(t, g->item, 0, has_succeeded | r.succeeded);
    return r.succeeded;
}

static inline registers repeat_enter(here *t, registers r, uint64_t live)
{
    repeat_start(t, r.top, r.active & ~live);
    return loop_enter(t, r);
}

#define retry_enter        repeat_enter
#define repeat_until_enter repeat_enter

static inline registers repeat_answer(here *t, registers r)
{
    return loop_again(t, r, repeat_round(t, r));
}

static inline registers repeat_until_answer(here *t, registers r)
{
    return loop_again(t, r, repeat_until_round(t, r));
}

static inline registers retry_answer(here *t, registers r)
{
    return loop_again(t, r, retry_round(t, r));
}

static inline registers while_enter(here *t, registers r, uint64_t live)
{
    while_start(t, r.top, r.active & ~live);
    return loop_enter(t, r);
}

static inline registers while_answer(here *t, registers r)
{
    return loop_again(t, r, while_round(t, r));
}

// ---- loops with a pause: the pause starts when a round ends, and at most one round starts in a
// tick. A lane pauses if it is live and its child is not.

static inline registers pause_enter(here *t, registers r, uint64_t live)
{
    guard *g = r.top;
    r.next = node_child(g->item, 2);
    uint64_t pausing = r.active & live & ~node_child_live(t, r.next);
    g->loop.started = 1;
    return guard_run_if_any(r, (r.active & ~pausing) | pause_due(t, g->item, pausing));
}

static inline registers pause_again(here *t, registers r, uint64_t again)
{
    pause_start(t, r.top->item, again);
    return guard_answer(r, r.top->succeeded, r.top->failed);
}

static inline registers paused_repeat_enter(here *t, registers r, uint64_t live)
{
    repeat_start(t, r.top, r.active & ~live);
    return pause_enter(t, r, live);
}

#define paused_retry_enter paused_repeat_enter

static inline registers paused_repeat_answer(here *t, registers r)
{
    return pause_again(t, r, repeat_until_round(t, r));
}

static inline registers paused_retry_answer(here *t, registers r)
{
    return pause_again(t, r, retry_round(t, r));
}

static inline registers paused_while_enter(here *t, registers r, uint64_t live)
{
    while_start(t, r.top, r.active & ~live);
    return pause_enter(t, r, live);
}

static inline registers paused_while_answer(here *t, registers r)
{
    return pause_again(t, r, while_round(t, r));
}

// ---- for_each: the count of a lane is its place in the list. A lane whose place is not in the
// list has succeeded; all others start a round, which assigns the element.

// Return the lanes that have an element left; the others succeed.
static inline uint64_t for_each_left(here *t, const registers *r, uint64_t lanes)
{
    uint64_t left = list_has_place(t, r->top->item, lanes);
    r->top->succeeded |= lanes & ~left;
    return left;
}

// Resume the round of some lanes, and start one in others.
static inline registers for_each_rounds(here *t, registers r, uint64_t resuming, uint64_t starting)
{
    uint64_t left = for_each_left(t, &r, starting);
    list_take(t, r.top->item, left);
    r.top->loop.started = 1;
    r.ended = resuming; // these have started one round less
    return guard_run_if_any(r, resuming | left);
}

static inline registers for_each_enter(here *t, registers r, uint64_t live)
{
    guard *g = r.top;
    r.next = node_child(g->item, 2);
    uint64_t resuming = r.active & node_child_live(t, r.next);
    count_clear(t, g->item, r.active & ~live);
    return for_each_rounds(t, r, resuming, r.active & ~resuming);
}

// Move on from a round that has succeeded. Returns the lanes that have an element left.
static inline uint64_t for_each_round(here *t, registers r)
{
    guard *g = r.top;
    g->failed |= r.failed;
    count_up(t, g->item, r.succeeded, UINT32_MAX);
    return for_each_left(t, &r, r.succeeded);
}

static inline registers for_each_answer(here *t, registers r)
{
    guard *g = r.top;
    uint64_t again = loop_bounded(t, r, for_each_round(t, r));
    if (!again)
        return guard_answer(r, g->succeeded, g->failed);
    list_take(t, g->item, again);
    g->loop.started++;
    r.next = node_child(g->item, 2);
    return guard_run(r, again);
}

static inline registers paused_for_each_enter(here *t, registers r, uint64_t live)
{
    guard *g = r.top;
    r.next = node_child(g->item, 3);
    uint64_t resuming = r.active & node_child_live(t, r.next);
    uint64_t fresh = r.active & ~live, pausing = r.active & live & ~resuming;
    count_clear(t, g->item, fresh);
    return for_each_rounds(t, r, resuming, fresh | pause_due(t, g->item, pausing));
}

static inline registers paused_for_each_answer(here *t, registers r)
{
    return pause_again(t, r, for_each_round(t, r));
}

#endif
