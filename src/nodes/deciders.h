// SPDX-License-Identifier: MIT
// Deciders whose guard holds all that they need in a tick.
#ifndef DECIDERS_H
#define DECIDERS_H

#include "accessors.h"

// sequence and selector: lanes that start run the first child; the others wait for their live one.
static inline registers sequence_enter(here *t, registers r, uint64_t live)
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

static inline registers sequence_answer(here *t, registers r)
{
    (void)t;
    r.failed = r.ended |= r.failed;
    return sequence_go_on(r, r.succeeded);
}

static inline registers selector_answer(here *t, registers r)
{
    (void)t;
    r.succeeded = r.ended |= r.succeeded;
    return sequence_go_on(r, r.failed);
}

// priority and reactive_sequence: every lane runs the first child. Lanes with a live child are also
// in `waiting`, until they reach that child or it is abandoned.
static inline registers priority_enter(here *t, registers r, uint64_t live)
{
    (void)t;
    r.waiting = r.active & live;
    return guard_run(r, r.active);
}

#define reactive_sequence_enter priority_enter

static inline registers priority_go_on(here *t, registers r, uint64_t through)
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

static inline registers priority_answer(here *t, registers r)
{
    r.succeeded = r.ended |= r.succeeded;
    return priority_go_on(t, r, r.failed);
}

static inline registers reactive_sequence_answer(here *t, registers r)
{
    r.failed = r.ended |= r.failed;
    return priority_go_on(t, r, r.succeeded);
}

// concurrent and race: every lane runs every child. Changes of lanes that fail are rolled back;
// then the children that are still live are abandoned.
static inline registers concurrent_enter(here *t, registers r, uint64_t live)
{
    (void)live;
    scope_open(t, r.top);
    return guard_run(r, r.active);
}

#define race_enter concurrent_enter

static registers concurrent_end(here *t, registers r, uint32_t first_child, uint64_t succeeded,
                                uint64_t failed)
{
    const guard *g = r.top;
    scope_close(t, g, failed);
    if (succeeded | failed)
        guard_abandon(t, g, first_child, succeeded | failed);
    return guard_answer(r, succeeded, failed);
}

static inline registers concurrent_answer(here *t, registers r)
{
    guard *g = r.top;
    r.ended |= r.active & ~(r.succeeded | r.failed); // lanes with a child that runs
    g->failed |= r.failed;
    r.active &= ~r.failed;
    if (r.active && guard_has_more_children(&r))
        return guard_run(r, r.active);
    return concurrent_end(t, r, node_child(g->item, 0), r.active & ~r.ended, g->failed);
}

static inline registers race_answer(here *t, registers r)
{
    guard *g = r.top;
    g->succeeded |= r.succeeded;
    g->failed |= r.failed;
    r.active &= ~(r.succeeded | r.failed);
    if (r.active && guard_has_more_children(&r))
        return guard_run(r, r.active);
    return concurrent_end(t, r, node_child(g->item, 0), g->succeeded, g->failed);
}

// decide: the question is evaluated for lanes that start; the others run their live branch.
static inline registers decide_enter(here *t, registers r, uint64_t live)
{
    guard *g = r.top;
    uint32_t question = node_child(g->item, 0), first = node_after(t, question);
    uint32_t second = node_after(t, first);
    bool has_else = second < g->end;
    uint64_t fresh = r.active & ~live;
    uint64_t yes = fresh ? evaluate_bool(t, question, fresh) : 0;
    uint64_t resuming = r.active & live & node_child_live(t, first);
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

// The same for a reactive decide, which evaluates the question in every tick: first, a live child
// in the other branch is abandoned.
static inline registers reactive_decide_enter(here *t, registers r, uint64_t live)
{
    guard *g = r.top;
    uint32_t question = node_child(g->item, 0), first = node_after(t, question);
    uint32_t second = node_after(t, first);
    bool has_else = second < g->end;
    uint64_t yes = evaluate_bool(t, question, r.active), no = r.active & ~yes;
    uint64_t in_first = r.active & live & node_child_live(t, first);
    uint64_t left = (in_first & no) | (r.active & live & ~in_first & yes);
    if (left)
        guard_abandon(t, g, first, left);
    g->failed = has_else ? 0 : no;
    r.ended = has_else && yes ? no : 0; // lanes of the second branch
    r.next = yes ? first : second;
    return guard_run_if_any(r, yes ? yes : has_else ? no : 0);
}

static inline registers decide_answer(here *t, registers r)
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
