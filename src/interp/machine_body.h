// SPDX-License-Identifier: MIT
// The machine: a loop that runs the linked stream. Included by the machine_*.c files, which define
// LONE (one lane, whose masks are bytes at rest), TRACED (with hooks, and stops) and RUNNER (the
// name of what they offer).
//
// The loop has two places. At `run`, the item at `next` is run for the lanes that are `active`, and
// for those that wait and are live in it. A leaf answers; every other node opens a guard. At
// `answered`, a child of the guard on top has answered, and the guard says how to go on: with
// another child, or by an answer of its own, which closes it. A lane in neither mask of an answer
// is running.
//
// The bodies of src/nodes say what each type of node means; machine_state.h gives them what they
// ask for, and machine_fused.h has shortcuts of bodies.
#include "foresee.h"
#if TRACED
#include "machine_fused.h"
#else
#include "machine_native.h"
#endif

// ---- the tick itself: what the first guard waits for

static inline void tick_note_answer(interp *t, uint64_t lanes, uint64_t succeeded, uint64_t failed)
{
    uint64_t running = lanes_running(lanes, succeeded, failed);
#if LONE
    t->c->lone.succeeded = (uint8_t)succeeded;
    t->c->lone.running = (uint8_t)running;
#else
    t->c->many.succeeded = lanes_changed(t->c->many.succeeded, lanes, succeeded);
    t->c->many.running = lanes_changed(t->c->many.running, lanes, running);
#endif
}

static registers tick_start(interp *t, uint64_t lanes)
{
    t->guards->kind = 0;
    return (registers){.top = t->guards, .active = lanes};
}

static uint64_t resume_where_it_pays(interp *t, uint64_t lanes);

// Tell whether agents may go on where they rest, without the walk from the root: hooks and clocks
// are told of all nodes on the way, and counts only need to know where an agent rests.
static inline bool machine_resumes(const interp *t)
{
    return !TRACED || t->is_counted_only;
}

// Attach the next cohort of the row that has something to run at the root, and return the lanes for
// which it has.
static inline uint64_t tick_next_cohort(interp *t)
{
    bool has_shortcuts = t->linked->shortcut_count > 0 && machine_resumes(t);
    while (t->row_count > 0) {
        cohort *c = t->row, *behind = cohort_part(c, t->layout.size);
        uint64_t lanes = LONE ? c->lone.occupied : c->many.occupied;
        t->row = behind;
        if (--t->row_count > 0 && !LONE)
            interp_fetch(t, behind);
        if (!lanes)
            continue;
        interp_attach_masks(t, c, LONE);
        lanes = has_shortcuts ? resume_where_it_pays(t, lanes) : lanes;
        if (!lanes)
            continue;
        if (!LONE && t->is_far)
            foresee_next(t, behind, t->row_count);
        return lanes;
    }
    return 0;
}

// ---- how the loop goes on. Each of these ends in a jump: `r` are the registers, `at` is the item
// that is run, `head` what stands there.

// With no lane, the next item is looked at: some lane waits for it. If a lone agent is there, it is
// all.
#define SKIP_WITHOUT(lanes)                                                                        \
    do {                                                                                           \
        if (SELDOM(!(lanes))) {                                                                    \
            r.next = item_end(head);                                                               \
            RUN;                                                                                   \
        }                                                                                          \
        lanes = LONE ? 1 : lanes;                                                                  \
    } while (0)

// A leaf that is never live. The next item is worked out before the call: loads behind it wait for
// its stores.
#define QUESTION(answers)                                                                          \
    do {                                                                                           \
        SKIP_WITHOUT(r.active);                                                                    \
        r.next = item_end(head);                                                                   \
        TRACE_ENTER(t, at, r.active, 0);                                                           \
        answer a = answers;                                                                        \
        STOP;                                                                                      \
        r.succeeded = a.succeeded;                                                                 \
        r.failed = a.failed;                                                                       \
        TRACE_LEAVE(t, at, r.active, a.succeeded, a.failed);                                       \
    } while (0)

// A leaf that can be live in a slot.
#define LEAF(its_slot, function)                                                                   \
    do {                                                                                           \
        uint32_t slot = its_slot;                                                                  \
        live_mask *mask = slot_at(t, slot);                                                        \
        uint64_t live = *mask, now = r.active | (r.waiting & live);                                \
        SKIP_WITHOUT(now);                                                                         \
        r.next = item_end(head);                                                                   \
        r.waiting &= ~live;                                                                        \
        r.active = now;                                                                            \
        TRACE_ENTER(t, at, now, now &live);                                                        \
        answer a = function;                                                                       \
        STOP;                                                                                      \
        r.succeeded = a.succeeded;                                                                 \
        r.failed = a.failed;                                                                       \
        *mask = (live_mask)lanes_changed(*mask, r.active,                                          \
                                         lanes_running(r.active, a.succeeded, a.failed));          \
        TRACE_LEAVE(t, at, now, a.succeeded, a.failed);                                            \
    } while (0)

// A node with children, whose slot is known: opens a guard, and goes on with a child, or answers at
// once.
#define ENTER_SLOT(its_slot, enter)                                                                \
    do {                                                                                           \
        uint32_t slot = its_slot;                                                                  \
        uint64_t live = live_of(t, head, slot), now = r.active | (r.waiting & live);               \
        SKIP_WITHOUT(now);                                                                         \
        r = GUARD_OPEN(t, r, at, head, slot, now, live);                                           \
        r = enter(t, r, live);                                                                     \
        if (r.goes_on)                                                                             \
            RUN;                                                                                   \
        LEAVE;                                                                                     \
    } while (0)

// The same for types that count both answers.
#define ENTER(enter)                                                                               \
    do {                                                                                           \
        r.top[1].succeeded = r.top[1].failed = 0;                                                  \
        ENTER_SLOT(link_slot_of(t->cells, head), enter);                                           \
    } while (0)

#define ANSWER(answer)                                                                             \
    do {                                                                                           \
        r = answer(t, r);                                                                          \
        if (r.goes_on)                                                                             \
            RUN;                                                                                   \
        LEAVE_DECIDER;                                                                             \
    } while (0)

// ---- nodes that the loop does not know by itself: calls, which leave it the machine's registers

// The place in the loop behind the call.
typedef enum machine_step { STEP_RUN, STEP_ANSWERED, STEP_LEAVE } machine_step;

// One by one: as a block they would be read in vectors, which wait for the stores of their halves.
#define REGISTERS(from)                                                                            \
    {                                                                                              \
        .top = (from)->top, .next = (from)->next, .end = (from)->end, .active = (from)->active,    \
        .waiting = (from)->waiting, .ended = (from)->ended, .succeeded = (from)->succeeded,        \
        .failed = (from)->failed                                                                   \
    }

static inline machine_step registers_put(registers *to, registers r, machine_step step)
{
    to->top = r.top;
    to->next = r.next;
    to->end = r.end;
    to->active = r.active;
    to->waiting = r.waiting;
    to->ended = r.ended;
    to->succeeded = r.succeeded;
    to->failed = r.failed;
    return step;
}

#define STOP          (void)0 // the loop asks behind the call
#define GUARD_OPEN    guard_open_other
#define RUN           return registers_put(shared, r, STEP_RUN)
#define LEAVE         return registers_put(shared, r, STEP_LEAVE)
#define LEAVE_DECIDER LEAVE
#define ANSWERED      return registers_put(shared, r, STEP_ANSWERED)

#define CASE(type, ...)                                                                            \
    case type: __VA_ARGS__;

RARE machine_step machine_run_other(interp *t, registers *shared, uint32_t at, uint64_t head)
{
    registers r = REGISTERS(shared);
    switch (machine_op(t, at, head)) {
#define ROW_QUESTION(type, name) CASE(type, QUESTION(name##_run(t, at, r.active, 0)); ANSWERED)
#define ROW_LEAF(type, name)                                                                       \
    CASE(type, LEAF(link_slot_of(t->cells, head), leaf_run(t, at, slot, now, live, name##_run));   \
         ANSWERED)
#define ROW_HOST(type, name)                                                                       \
    CASE(type, LEAF(call_of(t, head)->slot, leaf_run(t, at, slot, now, live, name##_run)); ANSWERED)
#define ROW_CALL(type, name) CASE(type, ENTER(name##_enter))
#include "node_rows.def"
    case LINK_NOT: QUESTION(answer_split(r.active, ask_not(t, at, r.active))); ANSWERED;
    case LINK_RANDOM_SEQUENCE: ENTER(random_sequence_enter);
    case LINK_RANDOM_SELECTOR: ENTER(random_selector_enter);
    case LINK_REACTIVE_DECIDE: ENTER(reactive_decide_enter);
    case LINK_REACTIVE_UTILITY: ENTER(reactive_utility_enter);
    case LINK_REACTIVE_SWITCH: ENTER(reactive_switch_enter);
    default: __builtin_unreachable();
    }
}

RARE machine_step machine_answer_other(interp *t, registers *shared)
{
    registers r = REGISTERS(shared);
    switch (guard_op(r.top)) {
#define ROW_CALL(type, name) CASE(type, ANSWER(name##_answer))
#include "node_rows.def"
    case LINK_RANDOM_SEQUENCE: ANSWER(random_sequence_answer);
    case LINK_RANDOM_SELECTOR: ANSWER(random_selector_answer);
    case LINK_REACTIVE_DECIDE: ANSWER(decide_answer);
    case LINK_REACTIVE_UTILITY:
    case LINK_REACTIVE_SWITCH: ANSWER(choice_answer);
    default: __builtin_unreachable();
    }
}

#undef STOP
#undef GUARD_OPEN
#undef RUN
#undef LEAVE
#undef LEAVE_DECIDER
#undef ANSWERED

// ---- the loop

#define GUARD_OPEN guard_open
// Asked behind whatever has run or asked a leaf: it may have broken off.
#define STOP                                                                                       \
    do {                                                                                           \
        if (interp_stops(t))                                                                       \
            return false;                                                                          \
    } while (0)
#define RUN                                                                                        \
    do {                                                                                           \
        at = r.next;                                                                               \
        head = t->items[at];                                                                       \
        goto *labels[machine_op(t, at, head)];                                                     \
    } while (0)
#define LEAVE goto leave
// A decider whose answers the loop knows may run in place of a node that asks (ASKS_DECIDER); and
// since its counts follow from those of its children, nothing is counted, unless there is more to
// be told.
#if TRACED
#define LEAVE_DECIDER                                                                              \
    do {                                                                                           \
        if (IS_QUICK(t))                                                                           \
            goto leave_untold;                                                                     \
        LEAVE;                                                                                     \
    } while (0)
#elif LONE
#define LEAVE_DECIDER LEAVE
#else
#define LEAVE_DECIDER goto leave_decider
#endif
#define ANSWERED goto answered

#define AFTER(step)                                                                                \
    do {                                                                                           \
        STOP;                                                                                      \
        switch (step) {                                                                            \
        case STEP_RUN: RUN;                                                                        \
        case STEP_LEAVE: LEAVE;                                                                    \
        default: ANSWERED;                                                                         \
        }                                                                                          \
    } while (0)

// A question in a sequence or selector, and those of its form that follow.
#define QUESTIONS(row, answer)                                                                     \
    do {                                                                                           \
        SKIP_WITHOUT(r.active);                                                                    \
        question_row q = row(t, at, r.end, r.active);                                              \
        STOP;                                                                                      \
        r.next = q.next;                                                                           \
        r.succeeded = q.yes;                                                                       \
        r.failed = q.no;                                                                           \
        ANSWER(answer);                                                                            \
    } while (0)

// A leaf of the loop, for any parent and for those that most leaves have: these get the answer at
// once. With hooks, every node is told of by itself, and there is the first form only; when nodes
// are counted, there are a few more (linked_counted_ops).
#if TRACED
#define EACH_FORM(name, leaf)                                                                      \
    name##_in_any : leaf;                                                                          \
    ANSWERED
#define FORMS(op, name) [op] = &&name##_in_any
#define ROW_FORMS(op, name)                                                                        \
    [op + (int) LINK_IN_SEQUENCE] = &&name##_in_sequence,                                          \
                [op + (int) LINK_IN_SELECTOR] = &&name##_in_selector
#define EACH_ROW(name)                                                                             \
    name##_in_sequence : QUESTIONS(name##_row_in_sequence, sequence_answer);                       \
    name##_in_selector : QUESTIONS(name##_row_in_selector, selector_answer)
#define EACH_GUARDED(name, asked)    name##_in_any : GUARDED(name, asked, ANSWERED)
#define EACH_QUESTION(name, answers) EACH_FORM(name, QUESTION(answers))
#else
#define EACH_FORM(name, leaf)                                                                      \
    name##_in_any : leaf;                                                                          \
    ANSWERED;                                                                                      \
    name##_in_sequence : leaf;                                                                     \
    ANSWER_AND_REPEAT(sequence_answer, name##_in_sequence);                                        \
    name##_in_selector : leaf;                                                                     \
    ANSWER_AND_REPEAT(selector_answer, name##_in_selector);                                        \
    name##_in_priority : leaf;                                                                     \
    ANSWER(priority_answer);                                                                       \
    name##_in_reactive : leaf;                                                                     \
    ANSWER(reactive_sequence_answer)
#define EACH_QUESTION(name, answers)                                                               \
    name##_in_any : QUESTION(answers);                                                             \
    ANSWERED;                                                                                      \
    name##_in_sequence : QUESTIONS(name##_row_in_sequence, sequence_answer);                       \
    name##_in_selector : QUESTIONS(name##_row_in_selector, selector_answer);                       \
    name##_in_priority : QUESTION(answers);                                                        \
    ANSWER(priority_answer);                                                                       \
    name##_in_reactive : QUESTION(answers);                                                        \
    ANSWER(reactive_sequence_answer)
#define EACH_GUARDED(name, asked)                                                                  \
    name##_in_any : GUARDED(name, asked, ANSWERED);                                                \
    name##_in_sequence : GUARDED(name, asked, ANSWER(sequence_answer));                            \
    name##_in_selector : GUARDED(name, asked, ANSWER(selector_answer));                            \
    name##_in_priority : GUARDED(name, asked, ANSWER(priority_answer));                            \
    name##_in_reactive : GUARDED(name, asked, ANSWER(reactive_sequence_answer))
#define FORMS(op, name)                                                                            \
    [op] = &&name##_in_any, [op + (int) LINK_IN_SEQUENCE] = &&name##_in_sequence,                  \
    [op + (int) LINK_IN_SELECTOR] = &&name##_in_selector,                                          \
    [op + (int) LINK_IN_PRIORITY] = &&name##_in_priority,                                          \
    [op + (int) LINK_IN_REACTIVE_SEQUENCE] = &&name##_in_reactive
#endif

// The same as ANSWER; it knows the way when the next child is alike.
#define ANSWER_AND_REPEAT(answer, here)                                                            \
    do {                                                                                           \
        r = answer(t, r);                                                                          \
        if (!r.goes_on)                                                                            \
            LEAVE_DECIDER;                                                                         \
        unsigned op = link_op_of(head);                                                            \
        at = r.next;                                                                               \
        head = t->items[at];                                                                       \
        if (link_op_of(head) == op)                                                                \
            goto here;                                                                             \
        goto *labels[link_op_of(head)];                                                            \
    } while (0)

// The same for a type.
enum {
#define NODE(enumerator, name, group, operands, run, children, ...)                                \
    IS_DECIDER_##name = RUNS_##children == RUNS_IN_TURN || RUNS_##children == RUNS_FROM_FIRST,
#include "nodes.def"
};
#define ANSWER_OF(name)                                                                            \
    do {                                                                                           \
        r = name##_answer(t, r);                                                                   \
        if (r.goes_on)                                                                             \
            RUN;                                                                                   \
        if (IS_DECIDER_##name)                                                                     \
            LEAVE_DECIDER;                                                                         \
        LEAVE;                                                                                     \
    } while (0)

// All lanes fail.
#define FAIL(lanes, go_on)                                                                         \
    do {                                                                                           \
        r.next = item_end(head);                                                                   \
        r.active = r.failed = lanes;                                                               \
        r.succeeded = 0;                                                                           \
        go_on;                                                                                     \
    } while (0)

// The question that is a node's first child. A predicate runs to its end, so that whoever stops the
// tick meanwhile is heard behind the next child.
#define ASK_FIRST(yes, lanes)                                                                      \
    do {                                                                                           \
        uint64_t question = t->items[at + 1];                                                      \
        if (SELDOM(link_op_of(question) != LINK_PREDICATE)) {                                      \
            (yes) = ask_other(t, at + 1, lanes);                                                   \
            STOP;                                                                                  \
        } else {                                                                                   \
            (yes) = predicate_ask(t, question, lanes);                                             \
        }                                                                                          \
    } while (0)

// A question and an action in one: `asked` are the lanes that are asked. When none may run the
// action nor did, they have failed, and that is all.
#define GUARDED(name, asked, go_on)                                                                \
    do {                                                                                           \
        live_mask *mask = slot_at(t, item_argument(head));                                         \
        uint64_t live = *mask, now = r.active | (r.waiting & live);                                \
        SKIP_WITHOUT(now);                                                                         \
        uint64_t questions = asked;                                                                \
        uint64_t yes = 0;                                                                          \
        if (OFTEN(questions))                                                                      \
            ASK_FIRST(yes, LONE ? 1 : questions);                                                  \
        COUNT_QUESTION(t, at + 1, questions, yes);                                                 \
        if (SELDOM(!(yes | (now & live))))                                                         \
            FAIL(now, go_on);                                                                      \
        r.next = item_end(head);                                                                   \
        r.active = now;                                                                            \
        r.waiting &= ~live;                                                                        \
        answer a = name(t, at, questions, yes, now, live);                                         \
        STOP;                                                                                      \
        r.succeeded = a.succeeded;                                                                 \
        r.failed = a.failed;                                                                       \
        *mask = (live_mask)lanes_changed(live, now, lanes_running(now, a.succeeded, a.failed));    \
        COUNT_NODE(t, item_end(t->items[at + 1]), now & ~(questions & ~yes), a.succeeded,          \
                   a.failed & ~(questions & ~yes));                                                \
        go_on;                                                                                     \
    } while (0)

// A question and other children: the same before a guard is opened.
#define ASKS_BEFORE(asked, go_on)                                                                  \
    do {                                                                                           \
        uint64_t live = live_of(t, head, item_argument(head)),                                     \
                 now = r.active | (r.waiting & live);                                              \
        SKIP_WITHOUT(now);                                                                         \
        uint64_t questions = asked;                                                                \
        uint64_t yes = 0;                                                                          \
        if (OFTEN(questions))                                                                      \
            ASK_FIRST(yes, LONE ? 1 : questions);                                                  \
        COUNT_QUESTION(t, at + 1, questions, yes);                                                 \
        if (SELDOM(!(yes | (now & live))))                                                         \
            FAIL(now, ANSWERED);                                                                   \
        go_on;                                                                                     \
    } while (0)

#define ASKS(asked, go_on)                                                                         \
    ASKS_BEFORE(asked, {                                                                           \
        r.top[1].failed = 0;                                                                       \
        r = guard_open(t, r, at, head, item_argument(head), now, live);                            \
        r.next = item_end(t->items[at + 1]);                                                       \
        r.waiting = now & live;                                                                    \
        go_on;                                                                                     \
    })

// A question and a decider, which is run in the node's place, and answers for those too who were
// told no.
#define ASKS_DECIDER                                                                               \
    ASKS_BEFORE(now & ~live, {                                                                     \
        r.top[1].failed = questions & ~yes;                                                        \
        r.active = yes | (now & live);                                                             \
        at = item_end(t->items[at + 1]);                                                           \
        head = t->items[at];                                                                       \
        if (node_table[link_op_of(head)].children == RUNS_FROM_FIRST)                              \
            goto priority_beside;                                                                  \
        goto sequence_beside;                                                                      \
    })

// A question and one child, for a lone agent: the child is run in the node's place.
#define ASKS_THEN(asks, otherwise)                                                                 \
    do {                                                                                           \
        uint64_t live = live_of(t, head, item_argument(head)),                                     \
                 now = r.active | (r.waiting & live);                                              \
        SKIP_WITHOUT(now);                                                                         \
        uint64_t goes_on = !(asks);                                                                \
        if (!goes_on) {                                                                            \
            ASK_FIRST(goes_on, 1);                                                                 \
            COUNT_QUESTION(t, at + 1, 1, goes_on);                                                 \
        }                                                                                          \
        if (!goes_on)                                                                              \
            otherwise;                                                                             \
        r.active = now;                                                                            \
        r.next = item_end(t->items[at + 1]);                                                       \
        RUN;                                                                                       \
    } while (0)

// Addresses of labels are not in ISO C: a jump through a table, without a look at its bounds.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Winitializer-overrides"
#else
#pragma GCC diagnostic ignored "-Woverride-init"
#endif

COUNTS_BITS static bool machine_run(interp *t, const registers *from, bool has_answered)
{
    static const void *const labels[256] = {
        [0 ... 255] = &&other,
        FORMS(LINK_CONDITION, condition),
        FORMS(LINK_PREDICATE, predicate),
        FORMS(LINK_STEPS, steps),
        FORMS(LINK_SET, set),
        FORMS(LINK_WHILE, while_asked),
        FORMS(LINK_ACTION, action),
        FORMS(LINK_GUARDED, guarded_run),
        FORMS(LINK_GUARDED_REACTIVE, guarded_reactive),
#if TRACED
        [LINK_GUARDED + (int) LINK_IN_PRIORITY] = &&guarded_run_in_priority,
        [LINK_ACTION + (int) LINK_IN_PRIORITY] = &&action_in_priority,
        ROW_FORMS(LINK_CONDITION, condition),
        ROW_FORMS(LINK_PREDICATE, predicate),
#endif
        [LINK_ASKS] = &&asks,
        [LINK_ASKS_REACTIVE] = &&asks_reactive,
#if LONE || !TRACED
        [LINK_ASKS_THEN] = &&asks_then,
#endif
#if LONE
        [LINK_ASKS_REACTIVE_THEN] = &&asks_reactive_then,
#endif
        [LINK_PASS] = &&pass,
#define ROW_LOOP(type, name) [type] = &&name##_enter,
#include "node_rows.def"
    };
    static const void *const answers[256] = {
        [0 ... 255] = &&other_answered,
        [ITEM_INVALID] = &&tick_answered, // by the tick itself
        [LINK_ASKS] = &&sequence_answered,
        [LINK_ASKS_REACTIVE] = &&reactive_sequence_answered,
#define ROW_LOOP(type, name) [type] = &&name##_answered,
#include "node_rows.def"
    };
    registers r = REGISTERS(from);
    uint64_t head = 0;
    uint32_t at = 0;
    if (has_answered)
        goto answered;
    RUN;

    EACH_QUESTION(condition, answer_split(r.active, condition_ask(t, head, r.active)));
    EACH_QUESTION(predicate, answer_split(r.active, predicate_ask(t, head, r.active)));
    EACH_QUESTION(steps, answer_split(r.active, ask_steps(t, at, r.active)));
    EACH_FORM(set, QUESTION(set_key(t, head, r.active)));
    EACH_FORM(while_asked, LEAF(link_slot_of(t->cells, head), while_ask(t, at, head, now, live)));
    EACH_FORM(action, LEAF(call_of(t, head)->slot, action_call(t, call_of(t, head), now, live)));
#if TRACED
    EACH_ROW(condition);
    EACH_ROW(predicate);
action_in_priority:
    LEAF(call_of(t, head)->slot, action_call(t, call_of(t, head), now, live));
    ANSWER(priority_answer);
guarded_run_in_priority:
    GUARDED(guarded_run, now & ~live, ANSWER(priority_answer));
#endif
    EACH_GUARDED(guarded_run, now & ~live);
    EACH_GUARDED(guarded_reactive, now);
asks:
    ASKS(now & ~live, {
        r.active = yes;
        r.ended = questions & ~yes;
        RUN;
    });
asks_reactive:
    ASKS(now, {
        r.succeeded = yes;
        r.failed = now & ~yes;
        ANSWER(reactive_sequence_answer);
    });
#if !LONE && !TRACED
asks_then:
    ASKS_DECIDER;
#elif LONE
asks_then:
    ASKS_THEN(!live, FAIL(now, ANSWERED));
asks_reactive_then:
    ASKS_THEN(true, {
        if (!live)
            FAIL(now, ANSWERED);
        r = guard_open(t, r, at, head, item_argument(head), now, live);
        r.next = item_end(t->items[at + 1]);
        r.waiting = 1;
        r.succeeded = 0;
        r.failed = 1;
        ANSWER(reactive_sequence_answer);
    });
#endif
pass:
    r.next = at + 1;
    RUN;
sequence_enter:
    r.top[1].failed = 0;
sequence_beside:
    __attribute__((unused));
    ENTER_SLOT(item_argument(head), sequence_enter);
priority_enter:
    r.top[1].failed = 0;
priority_beside:
    __attribute__((unused));
    ENTER_SLOT(item_argument(head), priority_enter);
decorator_enter:
    ENTER_SLOT(item_argument(head), decorator_enter);
repeat_enter:
    ENTER(repeat_enter);
while_enter:
    ENTER(while_enter);
other : {
    registers shared = REGISTERS(&r);
    machine_step step = machine_run_other(t, &shared, at, head);
    r = (registers)REGISTERS(&shared);
    AFTER(step);
}

#if !LONE && !TRACED
leave_decider : {
    uint64_t beside = r.top->failed;
    r = guard_close(t, r);
    r.active |= beside;
    r.failed |= beside;
    ANSWERED;
}
#endif
leave:
    TRACE_LEAVE(t, r.top->item, r.top->entered, r.succeeded, r.failed);
#if TRACED
leave_untold:
#endif
    r = guard_close(t, r);
answered:
#if TRACED
    if (t->stops && !has_answered) {
        t->stopped = r;
        return false;
    }
    has_answered = false;
#endif
    goto *answers[guard_op(r.top)];
#define ROW_LOOP(type, name) name##_answered : ANSWER_OF(name);
#include "node_rows.def"
other_answered : {
    registers shared = REGISTERS(&r);
    machine_step step = machine_answer_other(t, &shared);
    r = (registers)REGISTERS(&shared);
    AFTER(step);
}

tick_answered:
    tick_note_answer(t, r.active, r.succeeded, r.failed);
    r.next = 0;
    r.waiting = 0;
    r.active = tick_next_cohort(t);
    if (r.active)
        RUN;
    return true;
}

#pragma GCC diagnostic pop

// ---- shortcuts to what is live

#if TRACED
// Count a node that agents rest in, and those above it, which the walk from the root would have
// found to be running, too. Counts that follow from those of children are left out.
COUNTS_BITS static __attribute__((noinline)) void count_resting(const interp *t, uint32_t slot,
                                                                uint64_t lanes)
{
    uint64_t count = lanes_count(lanes);
    for (uint32_t item = t->plan->slot_items[slot]; item != SHAPE_NONE;
         item = t->counted_above[item])
        t->counts[item].running += count;
}
#define COUNT_RESTING(t, slot, lanes)                                                              \
    do {                                                                                           \
        if (lanes)                                                                                 \
            count_resting(t, slot, lanes);                                                         \
    } while (0)
#else
#define COUNT_RESTING(t, slot, lanes) (void)(slot)
#endif

// Runs a node that need not ask those above it, for lanes that are live in it and in nothing below.
// The result is the lanes that have to go through the root; what a leaf answers them is known to it
// then.
static inline __attribute__((always_inline)) uint64_t slot_resume(interp *t, uint32_t slot,
                                                                  uint64_t lanes)
{
    uint32_t at = t->plan->slot_items[slot];
    uint64_t head = t->items[at];
    answer *known = &t->known[slot];
    unsigned op = link_op_of(head);
    bool is_action = op >= LINK_ACTION && op <= LINK_ACTION_LAST;
    switch (is_action ? LINK_ACTION : op) {
    case LINK_ACTION: *known = action_run(t, at, lanes, lanes); break;
    case NODE_DELAY: return clock_due(t, at, lanes);
#define ROW_LEAF(type, name)                                                                       \
    case type:                                                                                     \
        *known = name##_run(t, at, lanes, lanes);                                                  \
        break;
#define ROW_HOST ROW_LEAF
#include "node_rows.def"
    default: return lanes; // loops at their bound
    }
    return known->succeeded | known->failed;
}

static uint64_t machine_resume_list(interp *t, uint64_t lanes)
{
    const uint32_t *items = cohort_part(t->c, t->layout.live_items);
    uint32_t count = cohort_live_count(&t->layout, t->c);
    uint64_t still = 0;
    for (uint32_t i = 0; i < count && !interp_stops(t); i++) {
        uint64_t now = live_lanes(&t->layout, t->c, i) & lanes;
        if (!now || !t->plan->is_passive[items[i]])
            continue;
        uint32_t slot = t->plan->slots[t->plan->node_ids[items[i]]];
        uint64_t rest = now & ~slot_resume(t, slot, now);
        COUNT_RESTING(t, slot, rest);
        still |= rest;
    }
    return lanes & ~still;
}

#if LONE
// A lone agent rests in no other node than the last that is live, unless an edit has put it into
// several.
static uint64_t resume_last_slot(interp *t)
{
    const plan *p = t->plan;
    uint32_t slot = p->slot_count;
    while (slot > 0 && !slot_get(t, slot - 1))
        slot--;
    if (slot == 0 || !link_rests(p, slot - 1) || !p->is_passive[p->slot_items[slot - 1]])
        return 1;
    t->knows = slot_resume(t, slot - 1, 1);
    COUNT_RESTING(t, slot - 1, !t->knows);
    return t->knows;
}
#endif

// The same for masks of slots: parts of the tree where nothing is live are left out.
static uint64_t resume_slots(interp *t, uint64_t lanes)
{
#if LONE
    enum { FEW_SLOTS = 32 };
    t->knows = false;
    if (t->plan->slot_count <= FEW_SLOTS && !t->plan->shape->is_edited)
        return lanes ? resume_last_slot(t) : 0;
#endif
    const link_shortcut *all = t->linked->shortcuts;
    uint32_t count = t->linked->shortcut_count;
    uint64_t still = 0;
    for (uint32_t i = 0; i < count && !interp_stops(t);) {
        uint32_t slot = all[i].slot, below = t->plan->slot_below[slot];
        uint64_t live = slot_get(t, slot) & lanes;
        if (live && all[i].rests) {
            uint64_t now = below == PLAN_NO_SLOT ? live : live & ~slot_get(t, below);
            uint64_t rest = now ? now & ~slot_resume(t, slot, now) : 0;
            COUNT_RESTING(t, slot, rest);
            still |= rest;
        }
        i = live ? i + 1 : all[i].next;
    }
    t->knows = true;
    return lanes & ~still;
}

// Resuming saves the walk from the root where all lanes of a cohort rest, and calls leaves twice
// where some of them go on. The last cohorts decide, and some are tried anyway.
static uint64_t resume_where_it_pays(interp *t, uint64_t lanes)
{
#if !LONE
    enum { ONES_MOST = 15, ONES_MANY = 8, TRY_EACH = 16 };
    if (t->restless >= ONES_MANY && t->untried < TRY_EACH) {
        t->untried++;
        t->knows = false;
        return lanes;
    }
    t->untried = 0;
#endif
    lanes = resume_slots(t, lanes);
#if !LONE
    if (lanes && t->restless < ONES_MOST)
        t->restless++;
    else if (!lanes && t->restless > 0)
        t->restless--;
#endif
    return lanes;
}

// ---- what it offers

static bool machine_tick(interp *t, uint64_t lanes)
{
    t->row_count = 0;
    if (!t->layout.has_list && t->linked->shortcut_count > 0 && machine_resumes(t))
        lanes = resume_where_it_pays(t, lanes);
    registers r = tick_start(t, lanes);
    bool ends = !lanes || (!interp_stops(t) && machine_run(t, &r, false));
    t->knows = false;
    return ends;
}

static bool machine_go_on(interp *t)
{
    registers r = t->stopped;
    return machine_run(t, &r, true);
}

static void machine_tick_row(interp *t, cohort *first, uint32_t count)
{
    t->row = first;
    t->row_count = count;
    registers r = tick_start(t, tick_next_cohort(t));
    if (r.active)
        machine_run(t, &r, false);
    t->knows = false;
}

static void machine_cancel(interp *t, uint64_t lanes)
{
    range_cancel(t, 0, t->plan->slot_count, (cancel_range){0, t->spec->tree_end, lanes});
}

static void machine_drop(interp *t, const uint64_t *drops)
{
    for (uint32_t slot = 0; slot < t->plan->slot_count; slot++)
        if (drops[slot])
            cancel_slot(t, slot, 0, drops[slot]);
}

const runner RUNNER = {.tick = machine_tick,
                       .go_on = machine_go_on,
                       .tick_row = machine_tick_row,
                       .cancel = machine_cancel,
                       .drop = machine_drop,
                       .resume_list = machine_resume_list,
#if !TRACED
                       .services = &native_services
#endif
};
