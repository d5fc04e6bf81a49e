// SPDX-License-Identifier: MIT
// Deciders that need more memory than a guard has: pipeline, parallel, weighted, utility and
// switch. They use the scratch memory of guards (guard.h).
#ifndef CHOICES_H
#define CHOICES_H

#include "orders.h"

// ---- pipeline: every lane runs the first child in every tick

static uint32_t *pipeline_last(here *t)
{
    return guard_memory(t, guard_stages_size(node_stride(t)));
}

static inline registers pipeline_enter(here *t, registers r, uint64_t live)
{
    uint32_t *last = guard_take_memory(t, guard_stages_size(node_stride(t)));
    uint64_t resuming = r.active & live;
    unsigned lane;
    EACH_LANE (lane, r.active)
        last[lane] = 0;
    for (uint32_t child = r.next; resuming && child != r.end; child = node_after(t, child))
        EACH_LANE (lane, resuming & node_child_live(t, child))
            last[lane] = child;
    return guard_run(r, r.active);
}

// Lanes whose child runs continue only if they have a later live child. A lane that leaves the
// pipeline running has none, so only lanes that have finished abandon children.
static inline registers pipeline_answer(here *t, registers r)
{
    guard *g = r.top;
    const uint32_t *last = pipeline_last(t);
    uint64_t through = r.succeeded;
    unsigned lane;
    EACH_LANE (lane, r.active & ~(r.succeeded | r.failed))
        through |= (uint64_t)(last[lane] >= r.next) << lane;
    g->failed |= r.failed;
    if (through && guard_has_more_children(&r))
        return guard_run(r, through);
    guard_give_memory(t, guard_stages_size(node_stride(t)));
    uint64_t finished = r.succeeded | g->failed;
    if (finished)
        guard_abandon(t, g, node_child(g->item, 0), finished);
    return guard_answer(r, r.succeeded, g->failed);
}

// ---- parallel

static void counter_add(guard_counter *c, uint64_t lanes)
{
    for (int i = 0; i < 6 && lanes; i++) {
        uint64_t carry = c->planes[i] & lanes;
        c->planes[i] ^= lanes;
        lanes = carry;
    }
}

static uint64_t counter_at_least(const guard_counter *c, uint32_t limit)
{
    uint64_t greater = 0, equal = ~UINT64_C(0);
    for (int i = 5; i >= 0; i--) {
        uint64_t bit = limit >> i & 1 ? ~UINT64_C(0) : 0;
        greater |= equal & c->planes[i] & ~bit;
        equal &= ~(c->planes[i] ^ bit);
    }
    return greater | equal;
}

// Two masks for each child: lanes in which it has finished, and lanes in which it has succeeded.
static inline uint32_t parallel_finished(uint32_t child)
{
    return 2 * child;
}

static inline uint32_t parallel_succeeded(uint32_t child)
{
    return 2 * child + 1;
}

// With the verdict `end`, all children have run when the numbers are compared.
static void parallel_judge(guard *g, const guard_counts *counts, uint64_t limits, uint64_t lanes)
{
    uint64_t lost = lanes & counter_at_least(&counts->failed, thresholds_failure(limits));
    g->failed |= lost;
    g->succeeded |=
        lanes & ~lost & counter_at_least(&counts->succeeded, thresholds_success(limits));
}

static registers parallel_end(here *t, registers r, uint32_t first_child)
{
    guard *g = r.top;
    const guard_counts *counts = guard_memory(t, sizeof *counts);
    uint64_t limits = node_operand(t, g->item);
    if (thresholds_at_end(limits))
        parallel_judge(g, counts, limits, r.ended);
    g->failed |= r.ended & ~counts->unfinished & ~g->succeeded;
    guard_give_memory(t, sizeof *counts);
    return concurrent_end(t, r, first_child, g->succeeded, g->failed);
}

// Run the next child that any lane must run, or return the results.
static registers parallel_go_on(here *t, registers r)
{
    const guard *g = r.top;
    guard_counts *counts = guard_memory(t, sizeof *counts);
    for (; r.ended && guard_has_more_children(&r); r.next = node_after(t, r.next)) {
        uint64_t now = r.ended & ~node_bits(t, g->item, parallel_finished(counts->child));
        if (now)
            return guard_run(r, now);
        counts->child++;
    }
    return parallel_end(t, r, node_child(g->item, 1));
}

// Count the children that have finished in earlier ticks.
static inline registers parallel_open(here *t, registers r, uint32_t first_child, uint64_t live)
{
    guard *g = r.top;
    guard_counts *counts = guard_take_memory(t, sizeof *counts);
    uint64_t fresh = r.active & ~live;
    uint32_t number = 0;
    *counts = (guard_counts){.unfinished = 0};
    scope_open(t, g);
    r.ended = r.active; // lanes that have no result yet
    r.next = first_child;
    for (uint32_t child = r.next; child < g->end; child = node_after(t, child), number++) {
        uint64_t finished = node_bits(t, g->item, parallel_finished(number)) & ~fresh;
        uint64_t succeeded = node_bits(t, g->item, parallel_succeeded(number));
        node_put_bits(t, g->item, parallel_finished(number), finished);
        counter_add(&counts->succeeded, r.active & finished & succeeded);
        counter_add(&counts->failed, r.active & finished & ~succeeded);
    }
    return r;
}

static inline registers parallel_enter(here *t, registers r, uint64_t live)
{
    return parallel_go_on(t, parallel_open(t, r, node_child(r.top->item, 1), live));
}

// Record the result of child number `number`.
static inline registers parallel_note(here *t, registers r, guard_counts *counts, uint32_t number)
{
    guard *g = r.top;
    uint32_t is_finished = parallel_finished(number), has_succeeded = parallel_succeeded(number);
    uint64_t limits = node_operand(t, g->item), finished = r.succeeded | r.failed;
    node_put_bits(t, g->item, is_finished, node_bits(t, g->item, is_finished) | finished);
    node_put_bits(t, g->item, has_succeeded,
                  (node_bits(t, g->item, has_succeeded) & ~r.active) | r.succeeded);
    counter_add(&counts->succeeded, r.succeeded);
    counter_add(&counts->failed, r.failed);
    counts->unfinished |= r.active & ~finished;
    r.ended |= r.active;
    if (thresholds_at_end(limits))
        return r;
    uint64_t won = finished & counter_at_least(&counts->succeeded, thresholds_success(limits));
    uint64_t lost = finished & ~won & counter_at_least(&counts->failed, thresholds_failure(limits));
    g->succeeded |= won;
    g->failed |= lost;
    r.ended &= ~(won | lost);
    return r;
}

static inline registers parallel_answer(here *t, registers r)
{
    guard_counts *counts = guard_memory(t, sizeof *counts);
    uint32_t number = counts->child++;
    return parallel_go_on(t, parallel_note(t, r, counts, number));
}

// In random order, `ended` are the lanes that take the next turn. Lanes in which a child has
// finished pass its turn.

// Return the counts, which are before the order.
static guard_counts *random_parallel_counts(here *t)
{
    uint32_t order = guard_order_size(order_of(t)->count, node_stride(t));
    return guard_memory(t, order + (uint32_t)sizeof(guard_counts));
}

static registers random_parallel_go_on(here *t, registers r)
{
    const guard *g = r.top;
    guard_order *o = order_of(t);
    guard_counts *counts = random_parallel_counts(t);
    uint32_t child;
    uint64_t lanes;
    while ((lanes = order_step(t, &r.ended, &child)) != 0) {
        uint64_t finished = node_bits(t, g->item, parallel_finished(child));
        r.ended |= lanes & finished;
        if (!(lanes & ~finished))
            continue;
        counts->child = child;
        r.next = order_items(o)[child];
        return guard_run(r, lanes & ~finished);
    }
    return parallel_end(t, r, node_child(g->item, 2));
}

static inline registers random_parallel_enter(here *t, registers r, uint64_t live)
{
    uint32_t order = node_child(r.top->item, 1), first_child = order + 1;
    r = parallel_open(t, r, first_child, live);
    order_take(t, r.top, order, first_child, r.active, live, 0);
    return random_parallel_go_on(t, r);
}

static inline registers random_parallel_answer(here *t, registers r)
{
    guard_counts *counts = random_parallel_counts(t);
    return random_parallel_go_on(t, parallel_note(t, r, counts, counts->child));
}

// ---- weighted, utility and switch: lanes that start choose a child, the others run the live one

static registers choice_go_on(here *t, registers r)
{
    const guard *g = r.top;
    uint32_t size = guard_choice_size(node_stride(t));
    guard_choice *choice = guard_memory(t, size);
    unsigned lane;
    for (; (choice->fresh | choice->waiting) && guard_has_more_children(&r);
         r.next = node_after(t, r.next)) {
        uint64_t now = choice->waiting ? choice->waiting & node_child_live(t, r.next) : 0;
        uint32_t child = choice->child++;
        EACH_LANE (lane, choice->fresh)
            now |= (uint64_t)(choice->chosen[lane] == child) << lane;
        choice->fresh &= ~now;
        choice->waiting &= ~now;
        if (now)
            return guard_run(r, now);
    }
    uint64_t none = choice->fresh; // switch: lanes without a case
    guard_give_memory(t, size);
    return guard_answer(r, g->succeeded, g->failed | none);
}

static inline registers choice_answer(here *t, registers r)
{
    r.top->succeeded |= r.succeeded;
    r.top->failed |= r.failed;
    return choice_go_on(t, r);
}

#define weighted_answer choice_answer
#define utility_answer  choice_answer
#define switch_answer   choice_answer

static guard_choice *choice_open(here *t, registers r, uint64_t live)
{
    guard_choice *choice = guard_take_memory(t, guard_choice_size(node_stride(t)));
    choice->fresh = r.active & ~live;
    choice->waiting = r.active & live;
    choice->child = 0;
    return choice;
}

// Return a random child: the first one whose running sum is above the drawn number, else the last
// one with a weight.
static uint16_t weighted_choose(here *t, uint32_t weights, uint32_t count, float drawn)
{
    uint32_t chosen = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t weight = node_item(t, weights + i);
        if (item_flags(weight) & ITEM_POSITIVE)
            chosen = i;
        if (scalar_float_of_bits(item_argument(weight)) > drawn)
            break;
    }
    return (uint16_t)chosen;
}

static inline registers weighted_enter(here *t, registers r, uint64_t live)
{
    guard_choice *choice = choice_open(t, r, live);
    uint32_t first = node_child(r.top->item, 0), child = first;
    while (item_type_of(node_item(t, child)) == ITEM_WEIGHT)
        child++;
    float total = scalar_float_of_bits(item_argument(node_item(t, child - 1)));
    unsigned lane;
    EACH_LANE (lane, choice->fresh)
        choice->chosen[lane] =
            weighted_choose(t, first, child - first, stream_draw(t, lane) * total);
    r.next = child;
    return choice_go_on(t, r);
}

// Abandon the live child of lanes that change to another child.
static void choice_leave(here *t, const guard *g, uint32_t first_child, uint64_t lanes)
{
    guard_choice *choice = guard_memory(t, guard_choice_size(node_stride(t)));
    if (!lanes)
        return;
    guard_abandon(t, g, first_child, lanes);
    choice->waiting &= ~lanes;
    choice->fresh |= lanes;
}

// Choose a child in the lanes in which its score is higher than the scores of the children before
// it. Of equal scores the first one wins, and NaN is lower than all numbers.
static void utility_compare(guard_choice *choice, uint16_t child, const float *scores, float *best,
                            uint64_t lanes)
{
    unsigned lane;
    EACH_LANE (lane, lanes) {
        bool is_better = child == 0 || scores[lane] > best[lane] ||
                         (best[lane] != best[lane] && scores[lane] == scores[lane]);
        best[lane] = is_better ? scores[lane] : best[lane];
        choice->chosen[lane] = is_better ? child : choice->chosen[lane];
    }
}

static inline registers utility_enter(here *t, registers r, uint64_t live)
{
    guard_choice *choice = choice_open(t, r, live);
    uint32_t score = node_child(r.top->item, 0);
    float best[COHORT_LANES_MAX];
    for (uint16_t i = 0; node_is_expression(t, score); i++) {
        if (choice->fresh)
            utility_compare(choice, i, evaluate_number(t, score, choice->fresh), best,
                            choice->fresh);
        score = node_after(t, score);
    }
    r.next = score;
    return choice_go_on(t, r);
}

// Return the first item after the scores that begin here.
static uint32_t utility_child(here *t, uint32_t score)
{
    while (node_is_expression(t, score))
        score = node_after(t, score);
    return score;
}

// The same for a reactive utility, which compares all scores in every tick: a lane changes to
// another child if its score is higher by more than the margin. NaN of a live child counts as -inf.
static inline registers reactive_utility_enter(here *t, registers r, uint64_t live)
{
    guard_choice *choice = choice_open(t, r, live);
    uint32_t score = node_child(r.top->item, 1), child = utility_child(t, score);
    float margin = scalar_float_of_bits(item_argument(node_item(t, score - 1)));
    float best[COHORT_LANES_MAX], kept[COHORT_LANES_MAX];
    uint64_t left = 0;
    unsigned lane;
    r.next = child;
    for (uint16_t i = 0; score < r.next; i++) {
        const float *scores = evaluate_number(t, score, r.active);
        utility_compare(choice, i, scores, best, r.active);
        EACH_LANE (lane, choice->waiting & node_child_live(t, child))
            kept[lane] = scores[lane] == scores[lane] ? scores[lane] : -INFINITY;
        score = node_after(t, score);
        child = node_after(t, child);
    }
    EACH_LANE (lane, choice->waiting)
        left |= (uint64_t)(best[lane] > kept[lane] + margin) << lane;
    choice_leave(t, r.top, r.next, left);
    return choice_go_on(t, r);
}

// Return the number of the child for a value. The default is the last child. If the cases are the
// words of an enum in their order, no search is needed.
static uint16_t switch_find(here *t, uint32_t cases, uint32_t count, uint32_t value)
{
    if (value < count && item_argument(node_item(t, cases + value)) == value)
        return (uint16_t)value;
    uint32_t i = 0;
    while (i < count && item_argument(node_item(t, cases + i)) != value)
        i++;
    return (uint16_t)i;
}

// Choose children by the value of the expression. Returns the first item after the expression.
// Lanes without a child stay in `fresh`, and fail.
static uint32_t switch_choose(here *t, const guard *g, guard_choice *choice, uint64_t lanes)
{
    uint32_t first = node_child(g->item, 0), expression = first;
    while (item_type_of(node_item(t, expression)) == ITEM_CASE)
        expression++;
    const uint32_t *values = lanes ? evaluate_number(t, expression, lanes) : NULL;
    unsigned lane;
    EACH_LANE (lane, lanes)
        choice->chosen[lane] = switch_find(t, first, expression - first, values[lane]);
    return node_after(t, expression);
}

static inline registers switch_enter(here *t, registers r, uint64_t live)
{
    guard_choice *choice = choice_open(t, r, live);
    r.next = switch_choose(t, r.top, choice, choice->fresh);
    return choice_go_on(t, r);
}

static inline registers reactive_switch_enter(here *t, registers r, uint64_t live)
{
    guard_choice *choice = choice_open(t, r, live);
    uint64_t left = choice->waiting;
    unsigned lane;
    r.next = switch_choose(t, r.top, choice, r.active);
    uint16_t i = 0;
    for (uint32_t child = r.next; left && child != r.end; child = node_after(t, child), i++)
        EACH_LANE (lane, left & node_child_live(t, child))
            left &= ~((uint64_t)(choice->chosen[lane] == i) << lane);
    choice_leave(t, r.top, r.next, left);
    return choice_go_on(t, r);
}

#endif
