// SPDX-License-Identifier: MIT
// A part of machine_body.h: what a node with children means, type by type, in two functions: how it
// is entered, and what an answer of its child means. Their guard is on top, and holds the lanes
// that have entered. `live` are the lanes that the node is live for: lanes in both resume, the
// others are fresh.
#ifndef MACHINE_NODES_H
#define MACHINE_NODES_H

#include "machine_leaves.h"

// ---- decorators

// Any lane runs the child.
static inline registers decorator_enter(interp *t, registers r, uint64_t live)
{
    (void)t, (void)live;
    return guard_run(r, r.active);
}

// A name that is defined is that of another node, which is the same.
#define invert_enter        decorator_enter
#define force_success_enter decorator_enter
#define force_failure_enter decorator_enter

// Its answer is the node's, beside lanes that have not run it.
static inline registers decorator_answer(interp *t, registers r)
{
    (void)t;
    return guard_answer(r, r.succeeded, r.failed | r.top->failed);
}

#define delay_answer   decorator_answer
#define timeout_answer decorator_answer
#define chance_answer  decorator_answer

static inline registers invert_answer(interp *t, registers r)
{
    (void)t;
    return guard_answer(r, r.failed, r.succeeded);
}

static inline registers force_success_answer(interp *t, registers r)
{
    (void)t;
    return guard_answer(r, r.succeeded | r.failed, 0);
}

static inline registers force_failure_answer(interp *t, registers r)
{
    (void)t;
    return guard_answer(r, 0, r.succeeded | r.failed);
}

static inline registers debug_enter(interp *t, registers r, uint64_t live)
{
    log_event(t, r.top->item, r.active & ~live, GESTALT_LOG_START);
    return guard_run(r, r.active);
}

static inline registers debug_answer(interp *t, registers r)
{
    log_event(t, r.top->item, r.succeeded, GESTALT_LOG_SUCCESS);
    log_event(t, r.top->item, r.failed, GESTALT_LOG_FAILURE);
    return guard_answer(r, r.succeeded, r.failed);
}

// delay: a lane whose child is live has waited before.
static inline registers delay_enter(interp *t, registers r, uint64_t live)
{
    const guard *g = r.top;
    r.next = clock_child(t, g->item);
    uint64_t begun = r.active & live_at(t, r.next);
    clock_start(t, g->item, guard_head(t, g), r.active & ~live);
    return guard_run_if_any(r, begun | clock_due(t, guard_head(t, g), r.active & ~begun));
}

static inline registers timeout_enter(interp *t, registers r, uint64_t live)
{
    guard *g = r.top;
    r.next = clock_child(t, g->item);
    clock_start(t, g->item, guard_head(t, g), r.active & ~live);
    g->failed = clock_due(t, guard_head(t, g), r.active & live);
    if (g->failed)
        guard_abandon(t, g, r.next, g->failed);
    return guard_run_if_any(r, r.active & ~g->failed);
}

static inline registers cooldown_enter(interp *t, registers r, uint64_t live)
{
    guard *g = r.top;
    uint64_t resuming = r.active & live;
    const int64_t *due = t->times + (size_t)guard_cell(t, g)->value * t->layout.stride;
    uint64_t ready = resuming | due_lanes(t, guard_head(t, g), due, r.active & ~resuming);
    r.next = clock_child(t, g->item);
    // Also where an actor comes from a clock that was ahead, but an edit leaves due times as they
    // are that were evaluated.
    if (duration_at(t, g->item) == 0 && !t->plan->shape->is_edited)
        ready = r.active;
    g->failed = r.active & ~ready;
    return guard_run_if_any(r, ready);
}

RARE void due_evaluate(interp *t, const guard *g, uint64_t lanes)
{
    int64_t due[COHORT_LANES_MAX];
    evaluate_due(t, g->item, lanes, due);
    times_put(t, guard_cell(t, g)->value, lanes, due);
}

// Note when a node that keeps a time is due, if it starts its clock now.
static inline void due_note(interp *t, const guard *g, uint64_t lanes)
{
    if (lanes && SELDOM(duration_is_evaluated(t, g->item)))
        due_evaluate(t, g, lanes);
    else if (lanes)
        time_put(t, guard_cell(t, g)->value, lanes,
                 clock_of(t, guard_head(t, g)) + duration_at(t, g->item));
}

static inline registers cooldown_answer(interp *t, registers r)
{
    due_note(t, r.top, r.succeeded | r.failed);
    return decorator_answer(t, r);
}

static inline registers once_enter(interp *t, registers r, uint64_t live)
{
    (void)live;
    guard *g = r.top;
    const uint64_t *status = t->statuses[guard_cell(t, g)->value];
    g->succeeded = r.active & status[0];
    g->failed = r.active & status[1];
    return guard_run_if_any(r, r.active & ~(g->succeeded | g->failed));
}

static inline registers once_answer(interp *t, registers r)
{
    const guard *g = r.top;
    uint64_t finished = r.succeeded | r.failed;
    if (finished)
        status_put(t, guard_cell(t, g)->value, finished, r.succeeded, r.failed);
    return guard_answer(r, g->succeeded | r.succeeded, g->failed | r.failed);
}

static inline registers chance_enter(interp *t, registers r, uint64_t live)
{
    guard *g = r.top;
    float p = scalar_float_of_bits(guard_cell(t, g)->value);
    uint64_t chosen = r.active & live;
    unsigned lane;
    EACH_LANE (lane, r.active & ~live)
        chosen |= (uint64_t)(stream_draw(t, lane) < p) << lane;
    g->failed = r.active & ~chosen;
    return guard_run_if_any(r, chosen);
}

// service: `do` runs for lanes in which it is live or due, then the child for all.
static inline registers service_enter(interp *t, registers r, uint64_t live)
{
    const guard *g = r.top;
    uint32_t first = clock_child(t, g->item);
    uint64_t head = guard_head(t, g);
    uint64_t idle = r.active & live & ~live_at(t, first);
    uint64_t begins = (r.active & ~live) | clock_due(t, head, idle);
    uint64_t runs = begins | (r.active & live & ~idle);
    clock_start(t, g->item, head, begins);
    r.next = runs ? first : item_end(t->items[first]);
    return guard_run(r, runs ? runs : r.active);
}

static inline registers service_answer(interp *t, registers r)
{
    const guard *g = r.top;
    if (guard_has_more_children(&r)) // that was `do`
        return guard_run(r, g->entered);
    uint32_t first = clock_child(t, g->item);
    uint64_t left = (r.succeeded | r.failed) & live_at(t, first);
    if (left)
        guard_abandon(t, g, first, left);
    return guard_answer(r, r.succeeded, r.failed);
}

// ---- loops. All lanes of a loop do their rounds together: a lane that is live resumes its round
// in the first of them, and the others start one. `started` counts the rounds that were started,
// for the lanes that started one in every pass; a lane that resumed is one behind.

static inline uint32_t loop_limit(const interp *t, const guard *g)
{
    return (uint32_t)t->items[g->item + 1];
}

static inline registers loop_enter(interp *t, registers r)
{
    guard *g = r.top;
    r.next = g->item + 2;
    r.ended = r.active & live_at(t, r.next); // lanes that have started one round less than others
    g->loop.started = 1;
    return guard_run(r, r.active);
}

// Another round for some lanes, as far as they may start one in this tick.
static inline registers loop_again(interp *t, registers r, uint64_t again)
{
    guard *g = r.top;
    uint32_t per_tick = (uint32_t)(t->items[g->item + 1] >> 32);
    if (g->loop.started >= per_tick) // the others have had their rounds
        again = g->loop.started == per_tick ? again & r.ended : 0;
    if (!again)
        return guard_answer(r, g->succeeded, g->failed);
    g->loop.started++;
    r.next = g->item + 2;
    return guard_run(r, again);
}

// Counts a round of each lane. The result is the lanes whose limit is reached.
static uint64_t loop_count(interp *t, const guard *g, uint64_t lanes)
{
    uint32_t *rounds = t->words + (size_t)guard_cell(t, g)->value * t->layout.stride;
    uint32_t limit = loop_limit(t, g);
    uint64_t reached = 0;
    unsigned lane;
    if (limit)
        EACH_LANE (lane, lanes)
            reached |= (uint64_t)(++rounds[lane] >= limit) << lane;
    return reached;
}

// repeat and retry: a fresh lane has no rounds behind it.
static inline registers repeat_enter(interp *t, registers r, uint64_t live)
{
    const guard *g = r.top;
    uint32_t *rounds = t->words + (size_t)guard_cell(t, g)->value * t->layout.stride;
    unsigned lane;
    if (loop_limit(t, g))
        EACH_LANE (lane, r.active & ~live)
            rounds[lane] = 0;
    return loop_enter(t, r);
}

#define retry_enter repeat_enter

static inline registers repeat_answer(interp *t, registers r)
{
    guard *g = r.top;
    uint64_t finished = r.succeeded | r.failed, ended = loop_count(t, g, finished);
    g->succeeded |= r.succeeded & ended;
    g->failed |= r.failed & ended;
    return loop_again(t, r, finished & ~ended);
}

static inline registers retry_answer(interp *t, registers r)
{
    guard *g = r.top;
    uint64_t ended = loop_count(t, g, r.failed);
    g->succeeded |= r.succeeded;
    g->failed |= ended;
    return loop_again(t, r, r.failed & ~ended);
}

// while: a bit says whether a run has succeeded.
static inline registers while_enter(interp *t, registers r, uint64_t live)
{
    t->bits[guard_cell(t, r.top)->value] &= ~(r.active & ~live);
    return loop_enter(t, r);
}

static inline registers while_answer(interp *t, registers r)
{
    guard *g = r.top;
    uint64_t *has_succeeded = &t->bits[guard_cell(t, g)->value];
    g->succeeded |= r.failed & *has_succeeded;
    g->failed |= r.failed & ~*has_succeeded;
    *has_succeeded |= r.succeeded;
    return loop_again(t, r, r.succeeded);
}

// ---- deciders

// sequence and selector: fresh lanes run the first child; the others wait for their live one.
static inline registers sequence_enter(interp *t, registers r, uint64_t live)
{
    (void)t;
    r.waiting = r.active & live;
    return guard_run(r, r.active & ~live);
}

// `through` are the lanes for which the next child runs.
static inline registers sequence_go_on(registers r, uint64_t through)
{
    r.active = through;
    r.goes_on = guard_has_more_children(&r) && (through | r.waiting);
    return r;
}

#define selector_enter sequence_enter

static inline registers sequence_answer(interp *t, registers r)
{
    (void)t;
    r.failed = r.ended |= r.failed;
    return sequence_go_on(r, r.succeeded);
}

static inline registers selector_answer(interp *t, registers r)
{
    (void)t;
    r.succeeded = r.ended |= r.succeeded;
    return sequence_go_on(r, r.failed);
}

// priority and reactive_sequence: every lane runs the first child. Live lanes wait as
// well: until it is sure that they get to their live child, or that it is abandoned.
static inline registers priority_enter(interp *t, registers r, uint64_t live)
{
    (void)t;
    r.waiting = r.active & live;
    return guard_run(r, r.active);
}

#define reactive_sequence_enter priority_enter

static inline registers priority_go_on(interp *t, registers r, uint64_t through)
{
    uint64_t stopped = r.active & ~through & r.waiting;
    if (SELDOM(stopped)) {
        guard_abandon(t, r.top, r.next, stopped);
        r.waiting &= ~stopped;
    }
    r.active = through;
    r.goes_on = guard_has_more_children(&r) && through;
    return r;
}

static inline registers priority_answer(interp *t, registers r)
{
    r.succeeded = r.ended |= r.succeeded;
    return priority_go_on(t, r, r.failed);
}

static inline registers reactive_sequence_answer(interp *t, registers r)
{
    r.failed = r.ended |= r.failed;
    return priority_go_on(t, r, r.succeeded);
}

// concurrent and race: every lane runs every child. Failures are rolled back; then, all that
// still is live is abandoned.
static inline registers concurrent_enter(interp *t, registers r, uint64_t live)
{
    (void)live;
    rollback_open(t, r.top);
    return guard_run(r, r.active);
}

#define race_enter concurrent_enter

static registers concurrent_end(interp *t, registers r, uint32_t first_child, uint64_t succeeded,
                                uint64_t failed)
{
    const guard *g = r.top;
    TRACE_ROLL_BACK(t, g, failed);
    rollback_close(t, g, failed);
    if (succeeded | failed)
        guard_abandon(t, g, first_child, succeeded | failed);
    return guard_answer(r, succeeded, failed);
}

static inline registers concurrent_answer(interp *t, registers r)
{
    guard *g = r.top;
    r.ended |= r.active & ~(r.succeeded | r.failed); // lanes with a child that runs
    g->failed |= r.failed;
    r.active &= ~r.failed;
    if (r.active && guard_has_more_children(&r))
        return guard_run(r, r.active);
    return concurrent_end(t, r, g->item + 1, r.active & ~r.ended, g->failed);
}

static inline registers race_answer(interp *t, registers r)
{
    guard *g = r.top;
    g->succeeded |= r.succeeded;
    g->failed |= r.failed;
    r.active &= ~(r.succeeded | r.failed);
    if (r.active && guard_has_more_children(&r))
        return guard_run(r, r.active);
    return concurrent_end(t, r, g->item + 1, g->succeeded, g->failed);
}

// decide: fresh lanes are asked, the others run the branch that is live.
static inline registers decide_enter(interp *t, registers r, uint64_t live)
{
    guard *g = r.top;
    uint32_t question = g->item + 1, first = item_end(t->items[question]);
    uint32_t second = item_end(t->items[first]);
    bool has_else = second < g->end;
    uint64_t fresh = r.active & ~live;
    uint64_t yes = fresh ? evaluate_bool(t, question, fresh) : 0;
    uint64_t resuming = r.active & live & live_at(t, first);
    uint64_t no = r.active & ~(yes | resuming);
    g->failed = has_else ? 0 : no;
    r.ended = has_else && (yes | resuming) ? no : 0; // lanes of the second branch
    if (yes | resuming) {
        r.next = first;
        return guard_run(r, yes | resuming);
    }
    r.next = second;
    return guard_run_if_any(r, has_else ? no : 0);
}

// The same with a question in every tick: what is live in another branch is abandoned first.
static inline registers reactive_decide_enter(interp *t, registers r, uint64_t live)
{
    guard *g = r.top;
    uint32_t question = g->item + 1, first = item_end(t->items[question]);
    uint32_t second = item_end(t->items[first]);
    bool has_else = second < g->end;
    uint64_t yes = evaluate_bool(t, question, r.active), no = r.active & ~yes;
    uint64_t in_first = r.active & live & live_at(t, first);
    uint64_t left = (in_first & no) | (r.active & live & ~in_first & yes);
    if (left)
        guard_abandon(t, g, first, left);
    g->failed = has_else ? 0 : no;
    r.ended = has_else && yes ? no : 0; // lanes of the second branch
    r.next = yes ? first : second;
    return guard_run_if_any(r, yes ? yes : has_else ? no : 0);
}

static inline registers decide_answer(interp *t, registers r)
{
    (void)t;
    guard *g = r.top;
    uint64_t no = r.ended;
    g->succeeded |= r.succeeded;
    g->failed |= r.failed;
    r.ended = 0;
    return guard_run_if_any(r, no);
}

#endif
