// SPDX-License-Identifier: MIT
// The machine: a loop that runs the linked stream. Included by the machine_*.c files, which define
// LONE (one lane, whose masks are bytes at rest), TRACED (with hooks, and stops) and RUNNER (the
// name of what they offer).
//
// The loop has two places. At `run`, the item at `next` is run for the lanes that are `active`, and
// for those that wait and are live in it. A leaf answers; every other node opens a guard. At
// `answered`, a child of the guard on top has answered, and the guard says how to go on: with
// another child, or by an answer of its own, which closes it. A lane in neither mask of an answer is
// running.
//
// machine_nodes.h says, for each type of node, how it is entered and what an answer of its child
// means; machine_leaves.h says what leaves answer.
#include "machine.h"

#include "live.h"
#include "scalar.h"
#include "walk.h"

#include "machine_live.h"
#include "machine_leaves.h"
#include "machine_nodes.h"
#include "machine_more.h"

// ---- the tick itself: what the first guard waits for

static inline void tick_note_answer(interp *t, const registers *r)
{
    uint64_t running = r->active & ~(r->succeeded | r->failed);
#if LONE
    t->c->lone.succeeded = (uint8_t)r->succeeded;
    t->c->lone.running = (uint8_t)running;
#else
    t->c->many.succeeded = changed(t->c->many.succeeded, r->active, r->succeeded);
    t->c->many.running = changed(t->c->many.running, r->active, running);
#endif
}

static inline registers tick_start(interp *t, uint64_t lanes)
{
    t->guards->head = 0;
    return (registers){.top = t->guards, .active = lanes};
}

#if !TRACED
static uint64_t resume_slots(interp *t, uint64_t lanes);
#endif

// Attaches the next cohort of the row that has something to run at the root. Which lanes is the
// result.
static inline uint64_t tick_next_cohort(interp *t)
{
#if !TRACED
    bool has_shortcuts = t->linked->shortcut_count > 0;
    while (t->row_count > 0) {
        cohort *c = t->row, *behind = cohort_part(c, t->layout.size);
        uint64_t lanes = LONE ? c->lone.occupied : c->many.occupied;
        t->row = behind;
        if (--t->row_count > 0 && !LONE)
            interp_fetch(t, behind);
        if (!lanes)
            continue;
        interp_attach(t, c, LONE);
        lanes = has_shortcuts ? resume_slots(t, lanes) : lanes;
        if (lanes)
            return lanes;
    }
#else
    (void)t;
#endif
    return 0;
}

// ---- the loop

// Lanes that run a node that is live for `live`. With none, the next item is looked at: some lane
// waits for it.
#define SKIP_WITHOUT(lanes)                                                                        \
    if (!(lanes)) {                                                                                \
        r.next = item_end(head);                                                                   \
        goto run;                                                                                  \
    }

// A leaf that is never live.
#define QUESTION(answers)                                                                          \
    {                                                                                              \
        SKIP_WITHOUT(r.active)                                                                     \
        r.next = item_end(head);                                                                   \
        TRACE_ENTER(t, at, r.active, 0);                                                           \
        answer a = answers;                                                                        \
        r.succeeded = a.succeeded;                                                                 \
        r.failed = a.failed;                                                                       \
        TRACE_LEAVE(t, at, r.active, a.succeeded, a.failed);                                       \
        goto answered;                                                                             \
    }

// A leaf that can be live in a slot.
#define LEAF(slot, function)                                                                       \
    {                                                                                              \
        uint64_t live = slot_get(t, slot), now = r.active | (r.waiting & live);                    \
        SKIP_WITHOUT(now)                                                                          \
        r.next = item_end(head);                                                                   \
        r.waiting &= ~live;                                                                        \
        r.active = now;                                                                            \
        TRACE_ENTER(t, at, now, now &live);                                                        \
        answer a = function;                                                                       \
        slot_put(t, slot, changed(live, now, now & ~(a.succeeded | a.failed)));                    \
        r.succeeded = a.succeeded;                                                                 \
        r.failed = a.failed;                                                                       \
        TRACE_LEAVE(t, at, now, a.succeeded, a.failed);                                            \
        goto answered;                                                                             \
    }

// A node with children: opens a guard, and goes on with a child, or answers at once.
#define ENTER(enter)                                                                               \
    {                                                                                              \
        uint64_t live = live_of(t, head), now = r.active | (r.waiting & live);                     \
        SKIP_WITHOUT(now)                                                                          \
        r = guard_open(t, r, at, head, now, live);                                                 \
        r = enter(t, r, live);                                                                     \
        if (r.goes_on)                                                                             \
            goto run;                                                                              \
        goto leave;                                                                                \
    }

#define ANSWER(answer)                                                                             \
    {                                                                                              \
        r = answer(t, r);                                                                          \
        if (r.goes_on)                                                                             \
            goto run;                                                                              \
        goto leave;                                                                                \
    }

static bool machine_run(interp *t, registers r, bool has_answered)
{
    const uint64_t *items = t->items;
    uint64_t head;
    uint32_t at;
    if (has_answered)
        goto answered;
run:
    at = r.next;
    head = items[at];
    switch (machine_op(t, at, head)) {
    case NODE_CONDITION: QUESTION(split(r.active, condition(t, head, r.active)))
    case LINK_PREDICATE: QUESTION(split(r.active, predicate(t, head, r.active)))
    case LINK_NOT: QUESTION(split(r.active, ask_not(t, at, r.active)))
    case LINK_STEPS: QUESTION(split(r.active, ask_steps(t, at, r.active)))
    case NODE_SET: QUESTION(set(t, head, r.active))
    case NODE_SIGNAL: QUESTION(signal(t, at, head, r.active))
    case NODE_SUCCESS: QUESTION(((answer){r.active, 0}))
    case NODE_FAILURE: QUESTION(((answer){0, r.active}))
    case NODE_ACTION: {
        const link_call *call = &t->calls[item_argument(head)];
        LEAF(call->slot, action(t, call, now, live))
    }
    case NODE_DEFERRED: LEAF(cell_of(t, head)->slot, deferred(t, at, head, now, live))
    case NODE_PERSISTENT: LEAF(cell_of(t, head)->slot, persistent(t, head, now, live))
    case NODE_WAIT: LEAF(cell_of(t, head)->slot, wait(t, at, head, now, live))
    case NODE_RUNNING: LEAF(item_argument(head), ((answer){0, 0}))
    case LINK_GUARDED: {
        uint32_t body = item_end(items[at + 1]);
        const link_call *call = &t->calls[item_argument(items[body])];
        LEAF(call->slot, guarded(t, at + 1, call, now, live))
    }
    case LINK_GUARDED_REACTIVE: {
        uint32_t body = item_end(items[at + 1]);
        const link_call *call = &t->calls[item_argument(items[body])];
        LEAF(call->slot, guarded_reactive(t, at + 1, call, now, live))
    }
    case LINK_PASS: r.next = at + 1; goto run;

    case NODE_INVERT: ENTER(decorator_enter)
    case NODE_FORCE_SUCCESS: ENTER(decorator_enter)
    case NODE_FORCE_FAILURE: ENTER(decorator_enter)
    case NODE_DEBUG: ENTER(debug_enter)
    case NODE_DELAY: ENTER(delay_enter)
    case NODE_TIMEOUT: ENTER(timeout_enter)
    case NODE_COOLDOWN: ENTER(cooldown_enter)
    case NODE_ONCE: ENTER(once_enter)
    case NODE_CHANCE: ENTER(chance_enter)
    case NODE_REPEAT: ENTER(repeat_enter)
    case NODE_WHILE: ENTER(while_enter)
    case NODE_RETRY: ENTER(repeat_enter)
    case NODE_SEQUENCE: ENTER(sequence_enter)
    case NODE_SELECTOR: ENTER(sequence_enter)
    case NODE_PRIORITY: ENTER(priority_enter)
    case NODE_REACTIVE_SEQUENCE: ENTER(priority_enter)
    case NODE_CONCURRENT: ENTER(concurrent_enter)
    case NODE_RACE: ENTER(concurrent_enter)
    case NODE_PARALLEL: ENTER(parallel_enter)
    case NODE_DECIDE: ENTER(decide_enter)
    case NODE_WEIGHTED: ENTER(weighted_enter)
    case NODE_UTILITY: ENTER(utility_enter)
    case LINK_RANDOM_SEQUENCE: ENTER(random_enter)
    case LINK_RANDOM_SELECTOR: ENTER(random_enter)
    default: __builtin_unreachable();
    }

leave:
    r = guard_close(t, r);
answered:
#if TRACED
    if (t->stops && !has_answered) {
        t->stopped = r;
        return false;
    }
    has_answered = false;
#endif
    switch (link_op_of(r.top->head)) {
    case ITEM_INVALID:
        tick_note_answer(t, &r);
        r = tick_start(t, tick_next_cohort(t));
        if (r.active)
            goto run;
        return true;
    case NODE_INVERT: ANSWER(invert_answer)
    case NODE_FORCE_SUCCESS: ANSWER(force_success_answer)
    case NODE_FORCE_FAILURE: ANSWER(force_failure_answer)
    case NODE_DEBUG: ANSWER(debug_answer)
    case NODE_DELAY: ANSWER(decorator_answer)
    case NODE_TIMEOUT: ANSWER(decorator_answer)
    case NODE_COOLDOWN: ANSWER(cooldown_answer)
    case NODE_ONCE: ANSWER(once_answer)
    case NODE_CHANCE: ANSWER(decorator_answer)
    case NODE_REPEAT: ANSWER(repeat_answer)
    case NODE_WHILE: ANSWER(while_answer)
    case NODE_RETRY: ANSWER(retry_answer)
    case NODE_SEQUENCE: ANSWER(sequence_answer)
    case NODE_SELECTOR: ANSWER(selector_answer)
    case NODE_PRIORITY: ANSWER(priority_answer)
    case NODE_REACTIVE_SEQUENCE: ANSWER(reactive_sequence_answer)
    case NODE_CONCURRENT: ANSWER(concurrent_answer)
    case NODE_RACE: ANSWER(race_answer)
    case NODE_PARALLEL: ANSWER(parallel_answer)
    case NODE_DECIDE: ANSWER(decide_answer)
    case NODE_WEIGHTED: ANSWER(choice_answer)
    case NODE_UTILITY: ANSWER(choice_answer)
    case LINK_RANDOM_SEQUENCE: ANSWER(random_sequence_answer)
    case LINK_RANDOM_SELECTOR: ANSWER(random_selector_answer)
    default: __builtin_unreachable();
    }
}

// ---- shortcuts to what is live

// Runs a node that need not ask those above it, for lanes that are live in it and in nothing below.
// The result is the lanes that have to go through the root; what a leaf answers them is known to it
// then.
static uint64_t resume(interp *t, const link_slot *slot, uint64_t lanes)
{
    uint32_t at = slot->item;
    uint64_t head = t->items[at];
    answer *known = &t->known[slot - t->slots];
    switch (link_op_of(head)) {
    case NODE_ACTION: *known = call_host(t, &t->calls[item_argument(head)], lanes, 0); break;
    case NODE_PERSISTENT: *known = persistent_status(t, head, lanes); break;
    case NODE_WAIT: *known = (answer){clock_due(t, head, lanes), 0}; break;
    case NODE_DELAY: return clock_due(t, head, lanes);
    case NODE_RUNNING: return 0;
    case NODE_DEFERRED: return lanes & t->deferred[cell_of(t, head)->value].ended;
    default: return lanes; // loops at their bound
    }
    return known->succeeded | known->failed;
}

static uint64_t resume_list(interp *t, uint64_t lanes)
{
    const uint32_t *items = cohort_part(t->c, t->layout.live_items);
    uint32_t count = cohort_live_count(&t->layout, t->c);
    uint64_t still = 0;
    for (uint32_t i = 0; i < count; i++) {
        const link_slot *slot = &t->slots[t->plan->slots[t->plan->node_ids[items[i]]]];
        uint64_t now = live_lanes(&t->layout, t->c, i) & lanes;
        if (now && slot->is_passive)
            still |= now & ~resume(t, slot, now);
    }
    return lanes & ~still;
}

#if !TRACED
// The same for masks of slots: parts of the tree where nothing is live are left out.
static uint64_t resume_slots(interp *t, uint64_t lanes)
{
    const link_shortcut *all = t->linked->shortcuts;
    uint64_t still = 0;
    for (uint32_t i = 0; i < t->linked->shortcut_count;) {
        const link_slot *slot = &t->slots[all[i].slot];
        uint64_t live = slot_get(t, all[i].slot) & lanes;
        if (live && slot->rests) {
            uint64_t now = slot->child == PLAN_NO_SLOT ? live : live & ~slot_get(t, slot->child);
            still |= now ? now & ~resume(t, slot, now) : 0;
        }
        i = live ? i + 1 : all[i].next;
    }
    t->knows = true;
    return lanes & ~still;
}
#endif

// ---- what it offers

static bool machine_tick(interp *t, uint64_t lanes)
{
    t->row_count = 0;
#if !TRACED
    if (!t->layout.has_list && t->linked->shortcut_count > 0)
        lanes = resume_slots(t, lanes);
#endif
    bool ends = !lanes || machine_run(t, tick_start(t, lanes), false);
    t->knows = false;
    return ends;
}

static bool machine_go_on(interp *t)
{
    return machine_run(t, t->stopped, true);
}

static void machine_tick_row(interp *t, cohort *first, uint32_t count)
{
#if TRACED
    for (cohort *c = first; count > 0; count--, c = cohort_part(c, t->layout.size)) {
        uint64_t lanes = cohort_occupied(&t->layout, c);
        interp_attach(t, c, LONE);
        if (lanes)
            machine_tick(t, lanes);
    }
#else
    t->row = first;
    t->row_count = count;
    uint64_t lanes = tick_next_cohort(t);
    if (lanes)
        machine_run(t, tick_start(t, lanes), false);
    t->knows = false;
#endif
}

static void machine_cancel(interp *t, uint64_t lanes)
{
    range_cancel(t, 0, (cancel_range){0, t->spec->tree_end, lanes});
}

const runner RUNNER = {.tick = machine_tick,
                       .go_on = machine_go_on,
                       .tick_row = machine_tick_row,
                       .resume_list = resume_list,
                       .cancel = machine_cancel};
