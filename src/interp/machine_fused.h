// SPDX-License-Identifier: MIT
// A part of machine_body.h: faster versions of bodies, for nodes that run together with their
// children. `now` are the lanes that run a node, `live` the lanes for which it is live: lanes in
// both resume, the other lanes of `now` are fresh.
#ifndef MACHINE_FUSED_H
#define MACHINE_FUSED_H

#include "machine_state.h"

typedef interp here;

#include "choices.h"
#include "decorators.h"
#include "leaves.h"
#include "loops.h"

// ---- questions: each function returns the lanes for which the question succeeds

static inline uint64_t condition_ask(interp *t, uint64_t head, uint64_t lanes)
{
    return lanes & evaluate_row(t, item_argument(head), lanes);
}

static inline uint64_t predicate_ask(interp *t, uint64_t head, uint64_t lanes)
{
    return host_ask(t, call_of(t, head), lanes);
}

static inline uint64_t predicate_with_arguments(interp *t, uint64_t head, uint64_t lanes)
{
    return host_ask_filled(t, call_of(t, head), lanes);
}

static inline uint64_t ask_condition(interp *t, uint64_t head, uint64_t lanes)
{
    switch (link_op_of(head)) {
    case LINK_PREDICATE: return predicate_ask(t, head, lanes);
    case NODE_CONDITION: return predicate_with_arguments(t, head, lanes);
    default: return condition_ask(t, head, lanes);
    }
}

static inline uint64_t ask_not(interp *t, uint32_t at, uint64_t lanes)
{
    return lanes & ~ask_condition(t, t->items[at + 1], lanes);
}

CALLED uint64_t ask_host(interp *t, uint32_t at, uint64_t lanes)
{
    uint64_t head = t->items[at];
    return link_op_of(head) == LINK_NOT ? ask_not(t, at, lanes) : ask_condition(t, head, lanes);
}

// Run conditions and assignments in turn, as long as a lane is left.
static inline uint64_t ask_steps(interp *t, uint32_t at, uint64_t lanes)
{
    const uint64_t *items = t->items;
    uint32_t step = at + 1, end = item_end(items[at]);
    do {
        uint64_t head = items[step];
        uint32_t behind = item_end(head);
        if (link_op_of(head) == LINK_SET)
            evaluate_row(t, item_argument(head), lanes);
        else if (link_op_of(head) == LINK_CONDITION)
            lanes &= evaluate_row(t, item_argument(head), lanes);
        else
            lanes = ask_host(t, step, lanes);
        step = behind;
    } while (step < end && lanes && !interp_stops(t));
    return lanes;
}

// A separate function, so that its local variables take no registers from the other questions.
CALLED uint64_t ask_many(interp *t, uint32_t at, uint64_t lanes)
{
    return ask_steps(t, at, lanes);
}

CALLED uint64_t ask_other(interp *t, uint32_t at, uint64_t lanes)
{
    uint64_t head = t->items[at];
    if (link_op_of(head) == LINK_NOT && link_op_of(t->items[at + 1]) == LINK_PREDICATE)
        return lanes & ~predicate_ask(t, t->items[at + 1], lanes);
    switch (link_op_of(head)) {
    case LINK_CONDITION: return condition_ask(t, head, lanes);
    case NODE_CONDITION: return predicate_with_arguments(t, head, lanes);
    case LINK_NOT: return ask_not(t, at, lanes);
    default: return ask_many(t, at, lanes);
    }
}

static inline uint64_t question_ask(interp *t, uint32_t at, uint64_t lanes)
{
    uint64_t head = t->items[at];
    return SELDOM(link_op_of(head) != LINK_PREDICATE) ? ask_other(t, at, lanes)
                                                      : predicate_ask(t, head, lanes);
}

// ---- series of questions: adjacent children of a sequence or selector. They have separate
// functions, so that all their variables stay in registers.

// The results of a series of questions, and the item after it.
typedef struct question_row {
    uint64_t yes; // in a sequence: all questions succeeded; in a selector: one did
    uint64_t no;  // the other lanes
    uint32_t next;
} question_row;

// Predicates in a series have adjacent calls.
static inline __attribute__((always_inline)) question_row
ask_calls(interp *t, uint32_t at, uint64_t lanes, bool is_sequence)
{
    const link_call *c = call_of(t, t->items[at]), *last = c + c->follow;
    uint64_t ended = 0;
    for (;; c++) {
        uint64_t yes = host_ask(t, c, lanes);
        COUNT_QUESTION(t, at, lanes, yes);
        at = item_end(t->items[at]);
        ended |= is_sequence ? lanes & ~yes : yes;
        lanes = is_sequence ? yes : lanes & ~yes;
        if (!lanes || c == last || interp_stops(t))
            break;
    }
    return is_sequence ? (question_row){lanes, ended, c->arguments}
                       : (question_row){ended, lanes, c->arguments};
}

// Evaluate the question at an item and following ones of the same form, as long as a lane
// continues: after success in a sequence, after failure in a selector.
static inline __attribute__((always_inline)) question_row
ask_row(interp *t, uint32_t at, uint32_t end, uint64_t lanes, unsigned op)
{
    unsigned form = link_leaf_op(op);
    bool is_sequence = op == form + LINK_IN_SEQUENCE;
    uint64_t head = t->items[at], ended = 0;
    do {
        uint32_t behind = item_end(head);
        uint64_t yes =
            form == LINK_CONDITION ? condition_ask(t, head, lanes) : ask_steps(t, at, lanes);
        COUNT_QUESTION(t, at, lanes, yes);
        ended |= is_sequence ? lanes & ~yes : yes;
        lanes = is_sequence ? yes : lanes & ~yes;
        at = behind;
        if (!lanes || at == end || interp_stops(t)) // the stream may end here
            break;
        head = t->items[at];
    } while (link_op_of(head) == op);
    return is_sequence ? (question_row){lanes, ended, at} : (question_row){ended, lanes, at};
}

#if TRACED
#define ROW COUNTS_BITS CALLED
#else
#define ROW RARE
#endif
#define ASK_ROW(name, op)                                                                          \
    ROW question_row name(interp *t, uint32_t at, uint32_t end, uint64_t lanes)                    \
    {                                                                                              \
        return ask_row(t, at, end, lanes, op);                                                     \
    }
#define ASK_CALLS(name, is_sequence)                                                               \
    ROW question_row name(interp *t, uint32_t at, uint32_t end, uint64_t lanes)                    \
    {                                                                                              \
        (void)end;                                                                                 \
        return ask_calls(t, at, lanes, is_sequence);                                               \
    }
ASK_ROW(condition_row_in_sequence, LINK_CONDITION + (int)LINK_IN_SEQUENCE)
ASK_ROW(condition_row_in_selector, LINK_CONDITION + (int)LINK_IN_SELECTOR)
ASK_CALLS(predicate_row_in_sequence, true)
ASK_CALLS(predicate_row_in_selector, false)
#if !TRACED
ASK_ROW(steps_row_in_sequence, LINK_STEPS + (int)LINK_IN_SEQUENCE)
ASK_ROW(steps_row_in_selector, LINK_STEPS + (int)LINK_IN_SELECTOR)
#endif
#undef ASK_ROW
#undef ASK_CALLS
#undef ROW

// A while of a question, evaluated up to the maximum number of rounds per tick. A bit records for
// each lane whether a round has succeeded.
CALLED answer while_ask(interp *t, uint32_t at, uint64_t head, uint64_t now, uint64_t live)
{
    uint64_t *has_succeeded = &t->columns.bits[cell_of(t, head)->value];
    uint64_t said = *has_succeeded & ~(now & ~live), again = now;
    uint32_t rounds = (uint32_t)(t->items[at + 1] >> 32);
    answer a = {0, 0};
    for (; again && rounds > 0 && !interp_stops(t); rounds--) {
        uint64_t yes = question_ask(t, at + 2, again), no = again & ~yes;
        a.succeeded |= no & said;
        a.failed |= no & ~said;
        said |= yes;
        again = yes;
    }
    *has_succeeded = said;
    return a;
}

// ---- leaves that are never running

static inline answer set_key(interp *t, uint64_t head, uint64_t lanes)
{
    evaluate_row(t, item_argument(head), lanes);
    return (answer){lanes, 0};
}

// ---- leaves that can be running. Live leaves may be resumed before their ancestors run
// (slot_resume): their results are then known when the tick reaches them.

// Return the call of the action after the question of a guarded node.
static inline const link_call *call_of_body(const interp *t, uint32_t at)
{
    return call_of(t, t->items[item_end(t->items[at + 1])]);
}

// Take the known results of lanes that were resumed before their ancestors (machine_resume_list,
// resume_slots), and remove these lanes from `now`.
static answer take_known(interp *t, uint32_t slot, uint64_t *now, uint64_t live)
{
    answer *known = &t->resuming.known[slot];
    uint64_t before = *now & live & (known->succeeded | known->failed);
    answer a = {known->succeeded & before, known->failed & before};
    *known = (answer){known->succeeded & ~before, known->failed & ~before};
    *now &= ~before;
    return a;
}

typedef answer leaf_function(interp *t, uint32_t at, uint64_t active, uint64_t live);

CALLED answer leaf_known(interp *t, uint32_t at, uint32_t slot, uint64_t now, uint64_t live,
                         leaf_function *run)
{
    answer a = take_known(t, slot, &now, live);
    if (!now)
        return a;
    answer b = run(t, at, now, live);
    return (answer){a.succeeded | b.succeeded, a.failed | b.failed};
}

// Run a leaf for lanes whose result is not known.
static inline __attribute__((always_inline)) answer
leaf_run(interp *t, uint32_t at, uint32_t slot, uint64_t now, uint64_t live, leaf_function *run)
{
    return SELDOM(t->resuming.knows) ? leaf_known(t, at, slot, now, live, run)
                                     : run(t, at, now, live);
}

CALLED answer action_known(interp *t, const link_call *call, uint64_t now, uint64_t live)
{
    answer a = take_known(t, call->slot, &now, live);
    if (!now)
        return a;
    answer b = host_act_filled(t, call, now, now & ~live);
    return (answer){a.succeeded | b.succeeded, a.failed | b.failed};
}

static inline answer action_call(interp *t, const link_call *call, uint64_t now, uint64_t live)
{
    return SELDOM(t->resuming.knows) ? action_known(t, call, now, live)
                                     : host_act(t, call, now, now & ~live);
}

// A sequence of a question and an action. The question was evaluated for fresh lanes; the lanes
// that passed it run the action, and so do lanes that resume.
static inline answer guarded_run(interp *t, uint32_t at, uint64_t asked, uint64_t yes, uint64_t now,
                                 uint64_t live)
{
    answer a = action_call(t, call_of_body(t, at), (now & live) | yes, live);
    return (answer){a.succeeded, a.failed | (asked & ~yes)};
}

// A reactive_sequence of a question and an action. The question was evaluated for all lanes; the
// action is cancelled for live lanes that did not pass it.
static inline __attribute__((always_inline)) answer
guarded_reactive(interp *t, uint32_t at, uint64_t asked, uint64_t yes, uint64_t now, uint64_t live)
{
    uint64_t no = asked & ~yes;
    if (no & live) {
        cancel_action(t, call_of_body(t, at), no & live);
        COUNT_ABANDONED(t, item_end(t->items[at + 1]), no & live);
    }
    answer a = yes ? action_call(t, call_of_body(t, at), yes, live) : (answer){0, 0};
    (void)now;
    return (answer){a.succeeded, a.failed | no};
}

#endif
