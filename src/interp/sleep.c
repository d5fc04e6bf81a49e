// SPDX-License-Identifier: MIT
#include "sleep.h"

#include "interp_machine.h"
#include "nodes.h"
#include "scalar.h"
#include "states.h"
#include "walk.h"

// Questions that lie deeper in one another keep awake.
enum { SLEEP_DEPTH = 32 };

// ---- the cohort

typedef struct sleeping {
    interp *t;
    const sleep_plan *s;
    const uint64_t *items; // of the shape
    sleep_until *until;
} sleeping;

static inline uint64_t sleeping_slot(const interp *t, uint32_t slot)
{
    return slot == PLAN_NO_SLOT         ? 0
           : cohort_is_lone(&t->layout) ? ((const uint8_t *)t->live)[slot]
                                        : ((const uint64_t *)t->live)[slot];
}

static uint64_t sleeping_live(const sleeping *a, uint32_t item)
{
    const plan *p = a->s->plan;
    return sleeping_slot(a->t, p->slots[p->node_ids[item]]);
}

// ---- clocks

static int64_t due_first(const int64_t *due, uint64_t lanes, uint32_t stride)
{
    int64_t first = INT64_MAX;
    unsigned lane;
    if (lanes == ~UINT64_C(0)) {
        for (uint32_t i = 0; i < stride; i++)
            first = due[i] < first ? due[i] : first;
        return first;
    }
    EACH_LANE (lane, lanes)
        first = due[lane] < first ? due[lane] : first;
    return first;
}

// Sleep until the first of these is due. False: that is the next tick, which may come at the same
// time as the last one.
static bool sleeping_wait(const sleeping *a, const int64_t *due, bool in_ticks, uint64_t lanes)
{
    const interp_moment *moment = a->t->moment;
    int64_t first = due_first(due, lanes, a->t->layout.stride);
    int64_t *until = in_ticks ? &a->until->tick : &a->until->now;
    *until = first < *until ? first : *until;
    return first > (in_ticks ? (int64_t)moment->tick + 1 : moment->now);
}

// ---- questions: subtrees that would run fresh

typedef struct ask_frame {
    item_type type;
    uint32_t next, end;         // children to come
    uint64_t left;              // of a decide: lanes for the second child
    uint64_t succeeded, failed; // lanes that are through
} ask_frame;

// By a status that is kept. False where there is none yet.
static bool ask_status(const sleeping *a, uint32_t status, uint64_t lanes, answer *r)
{
    const uint64_t *kept = a->t->statuses[status];
    *r = (answer){lanes & kept[0], lanes & kept[1]};
    return !(lanes & ~(kept[0] | kept[1]));
}

// A cooldown that is over would run its child, and note when that finishes.
static bool ask_cooldown(const sleeping *a, const node_view *v, uint64_t lanes, answer *r)
{
    bool is_edited = a->s->plan->shape->is_edited;
    const int64_t *due = a->t->times + (size_t)v->argument * a->t->layout.stride;
    *r = (answer){0, lanes};
    return (a->items[v->raw] != 0 || is_edited) &&
           sleeping_wait(a, due, v->flags & ITEM_VARIANT, lanes);
}

// A node that needs none of its children to answer. False: it does more than ask.
static bool ask_alone(const sleeping *a, const node_view *v, uint64_t lanes, answer *r)
{
    if (node_has(v->type, 't'))
        return ask_cooldown(a, v, lanes, r);
    if (node_has(v->type, 'o') || node_has(v->type, 'p'))
        return ask_status(a, v->argument, lanes, r);
    uint64_t yes = v->type == NODE_CONDITION ? evaluate_bool(a->t, v->expression, lanes)
                   : v->type == NODE_SUCCESS ? lanes
                                             : 0;
    *r = (answer){yes, lanes & ~yes};
    return true;
}

static bool node_asks_children(const node_view *v)
{
    return v->first_child < v->end && !node_has(v->type, 't') && !node_has(v->type, 'o');
}

// The same answer of the only child, or what a decorator makes of it.
static uint64_t ask_mapped(item_type type, answer child, unsigned to)
{
    uint64_t lanes = 0;
    if (node_answers(type, &(node_facts){.any = ITEM_CAN_SUCCEED}) == to)
        lanes |= child.succeeded;
    if (node_answers(type, &(node_facts){.any = ITEM_CAN_FAIL}) == to)
        lanes |= child.failed;
    return lanes;
}

// A child has answered. The lanes that go on with the next one; those that are through are noted.
static uint64_t ask_answered(ask_frame *f, answer child)
{
    node_children rule = node_table[f->type].children;
    uint64_t more = 0;
    if (rule == RUNS_ONE && f->type != NODE_DECIDE) {
        child = (answer){ask_mapped(f->type, child, ITEM_CAN_SUCCEED),
                         ask_mapped(f->type, child, ITEM_CAN_FAIL)};
    } else if (f->type == NODE_DECIDE) {
        more = f->left;
        f->left = 0;
    } else if (f->next < f->end) {
        bool goes_on_by_success = node_table[f->type].goes_on & ITEM_CAN_SUCCEED;
        uint64_t *through = goes_on_by_success ? &child.succeeded : &child.failed;
        more = *through;
        *through = 0;
    }
    f->succeeded |= child.succeeded;
    f->failed |= child.failed;
    if (f->next == f->end) {
        f->failed |= more; // a decide without else
        more = 0;
    }
    return more;
}

// The lanes that go on with the first child.
static uint64_t ask_open(const sleeping *a, ask_frame *f, const node_view *v, uint64_t lanes)
{
    *f = (ask_frame){.type = v->type, .next = v->first_child, .end = v->end};
    if (v->type != NODE_DECIDE)
        return lanes;
    uint64_t yes = evaluate_bool(a->t, v->expression, lanes);
    f->left = lanes & ~yes;
    if (yes)
        return yes;
    f->next = item_end(a->items[v->first_child]);
    return ask_answered(f, (answer){0, 0});
}

// Runs a subtree fresh, as far as that changes nothing. False where it would.
static bool ask(const sleeping *a, uint32_t at, uint64_t lanes, answer *r)
{
    ask_frame frames[SLEEP_DEPTH];
    uint32_t depth = 0;
    for (;;) {
        node_view v = walk_node(a->items, at);
        if (!a->s->asks[a->s->plan->node_ids[at]] || depth == SLEEP_DEPTH)
            return false;
        if (node_asks_children(&v)) {
            lanes = ask_open(a, &frames[depth++], &v, lanes);
            *r = (answer){0, 0};
        } else {
            if (!ask_alone(a, &v, lanes, r))
                return false;
            lanes = 0;
        }
        while (!lanes && depth > 0) {
            ask_frame *f = &frames[depth - 1];
            lanes = ask_answered(f, *r);
            if (lanes)
                break;
            *r = (answer){f->succeeded, f->failed};
            depth--;
        }
        if (!lanes)
            return true;
        at = frames[depth - 1].next;
        frames[depth - 1].next = item_end(a->items[at]);
    }
}

// ---- nodes that ask again

// The children before the live one have the answers after which a node goes on.
static bool sleeping_turn(const sleeping *a, const node_view *v, uint64_t lanes)
{
    bool by_success = node_table[v->type].goes_on & ITEM_CAN_SUCCEED;
    for (uint32_t child = v->first_child; child < v->end; child = item_end(a->items[child])) {
        answer r;
        lanes &= ~sleeping_live(a, child);
        if (!lanes)
            return true;
        if (!ask(a, child, lanes, &r) || (by_success ? r.failed : r.succeeded))
            return false;
    }
    return false;
}

// Children that are not live run fresh, and do not end it.
static bool sleeping_beside(const sleeping *a, const node_view *v, uint64_t live)
{
    unsigned goes_on = node_table[v->type].goes_on;
    for (uint32_t child = v->first_child; child < v->end; child = item_end(a->items[child])) {
        uint64_t lanes = live & ~sleeping_live(a, child);
        answer r;
        if (lanes && (!ask(a, child, lanes, &r) || (r.succeeded && !(goes_on & ITEM_CAN_SUCCEED)) ||
                      (r.failed && !(goes_on & ITEM_CAN_FAIL))))
            return false;
    }
    return true;
}

// The live branch is picked again.
static bool sleeping_branch(const sleeping *a, const node_view *v, uint64_t lanes)
{
    uint64_t yes = evaluate_bool(a->t, v->expression, lanes);
    uint32_t second = item_end(a->items[v->first_child]);
    uint64_t here = sleeping_live(a, v->first_child);
    uint64_t there = second < v->end ? sleeping_live(a, second) : 0;
    return !(yes & ~here) && !(lanes & ~yes & ~there);
}

// Tell whether a value picks a child of a switch; the last one may be for all other values.
static bool picks(const uint64_t *cases, uint32_t count, uint32_t child, uint32_t value)
{
    if (child < count)
        return item_argument(cases[child]) == value;
    for (uint32_t i = 0; i < count; i++)
        if (item_argument(cases[i]) == value)
            return false;
    return true;
}

// The value picks the live child again.
static bool sleeping_case(const sleeping *a, const node_view *v, uint64_t lanes)
{
    const uint32_t *values = evaluate_number(a->t, v->expression, lanes);
    uint32_t count = walk_case_count(a->items, v), number = 0;
    for (uint32_t child = v->first_child; child < v->end && lanes;
         child = item_end(a->items[child]), number++) {
        uint64_t here = lanes & sleeping_live(a, child);
        unsigned lane;
        EACH_LANE (lane, here)
            if (!picks(a->items + v->cases, count, number, values[lane]))
                return false;
        lanes &= ~here;
    }
    return !lanes;
}

// No score is above that of the live child by more than the margin.
static bool sleeping_best(const sleeping *a, const node_view *v, uint64_t lanes)
{
    float best[COHORT_LANES_MAX], kept[COHORT_LANES_MAX];
    float margin = scalar_float_of_bits(item_argument(a->items[v->margin]));
    uint32_t score = v->expression, first = v->first_child;
    uint64_t left = lanes;
    unsigned lane;
    for (uint32_t child = first; child < v->end; child = item_end(a->items[child])) {
        const float *scores = evaluate_number(a->t, score, lanes);
        uint64_t here = lanes & sleeping_live(a, child);
        EACH_LANE (lane, lanes)
            if (child == first || scores[lane] > best[lane] || best[lane] != best[lane])
                best[lane] = scores[lane];
        EACH_LANE (lane, here)
            kept[lane] = scores[lane] == scores[lane] ? scores[lane] : -INFINITY;
        left &= ~here;
        score = walk_expression(a->items, score);
    }
    if (left)
        return false;
    EACH_LANE (lane, lanes)
        if (best[lane] > kept[lane] + margin)
            return false;
    return true;
}

static bool sleeping_choice(const sleeping *a, const node_view *v, uint64_t lanes)
{
    return v->type == NODE_SWITCH    ? sleeping_case(a, v, lanes)
           : v->type == NODE_UTILITY ? sleeping_best(a, v, lanes)
                                     : sleeping_branch(a, v, lanes);
}

// ---- the whole

// Tell whether lanes that are live in a node sleep there.
static bool sleeping_in(const sleeping *a, const sleep_entry *e, uint64_t lanes)
{
    const interp *t = a->t;
    if (e->kind == SLEEP_STIRS)
        return false;
    if (e->kind == SLEEP_CLOCK)
        return sleeping_wait(a, t->longs + (size_t)e->argument * t->layout.stride, e->in_ticks,
                             lanes);
    if (e->kind == SLEEP_STATUS)
        return !(lanes & (t->statuses[e->argument][0] | t->statuses[e->argument][1]));
    node_view v = walk_node(a->items, e->item);
    return e->kind == SLEEP_TURN     ? sleeping_turn(a, &v, lanes)
           : e->kind == SLEEP_BESIDE ? sleeping_beside(a, &v, lanes)
                                     : sleeping_choice(a, &v, lanes);
}

static bool sleeping_in_all(const sleeping *a)
{
    const sleep_plan *s = a->s;
    for (uint32_t i = 0; i < s->entry_count;) {
        const sleep_entry *e = &s->entries[i];
        uint64_t live = sleeping_slot(a->t, e->slot);
        uint64_t lanes = live & ~sleeping_slot(a->t, e->below);
        if (lanes && !sleeping_in(a, e, lanes))
            return false;
        i = live ? i + 1 : e->next;
    }
    return true;
}

// Requests of this tick must be forgotten in the next one, and game systems have been heard.
static bool has_nothing_to_hear(const interp *t, const cohort *c)
{
    uint32_t at = 0, number;
    deferred_state state;
    while (deferred_next(&t->layout, c, &at, &number, &state))
        if (deferred_says(&state))
            return false;
    return true;
}

bool sleep_begins(interp *t, const sleep_plan *s, cohort *c, sleep_until *until)
{
    uint64_t occupied = cohort_occupied(&t->layout, c);
    *until = (sleep_until){INT64_MAX, INT64_MAX};
    if (occupied & ~cohort_running(&t->layout, c) || !has_nothing_to_hear(t, c))
        return false;
    interp_attach(t, c, cohort_is_lone(&t->layout));
    if (t->layout.has_list)
        states_spread(t);
    bool sleeps = sleeping_in_all(&(sleeping){t, s, s->plan->shape->items, until});
    if (t->layout.has_list)
        states_collect(t);
    return sleeps;
}
