// SPDX-License-Identifier: MIT
// The loop that runs the linked stream. Included by the machine_*.c files, which define LONE (one
// lane, whose live masks are bytes), TRACED (with hooks and stops) and RUNNER (name of the exported
// functions).
//
// The loop has two labels. At `run`, it runs the item at `next` for the lanes that are `active`,
// and for waiting lanes that are live in the item. A leaf returns a status; every other node opens
// a guard. At `answered`, a child of the guard on top has returned a status, and the guard decides
// how to continue: with another child, or by returning a status itself, which closes the guard. A
// lane in neither mask of a status is running.
//
// The bodies in src/nodes define what each type of node means. machine_state.h has the accessors
// that bodies use, and machine_fused.h has faster versions of some bodies.
#include "foresee.h"
#if TRACED
#include "machine_fused.h"
#else
#include "machine_native.h"
#endif
#include "node_traits.h"

// ---- the tick itself, which is the first guard

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
    t->stack.guards->kind = 0;
    return (registers){.top = t->stack.guards, .active = lanes};
}

static uint64_t resume_where_it_pays(interp *t, uint64_t lanes);

// Return whether agents may resume where they rest, without running from the root. Not with hooks
// or a timing, which need every node on the path; counts only need to know where an agent rests.
static inline bool machine_resumes(const interp *t)
{
    return !TRACED || t->watching.is_counted_only;
}

// Attach the next cohort of the row that has lanes to run from the root. Returns these lanes, or 0
// at the end of the row.
static inline uint64_t tick_next_cohort(interp *t)
{
    bool has_shortcuts = t->linked->shortcut_count > 0 && machine_resumes(t);
    while (t->tick.row_count > 0) {
        cohort *c = t->tick.row, *behind = cohort_part(c, t->layout.size);
        if (LONE && SELDOM(t->call.error)) // error of a lone function, for the previous agent
            call_note_error(t);
        uint64_t lanes = LONE ? c->lone.occupied : c->many.occupied;
        t->tick.row = behind;
        if (--t->tick.row_count > 0 && !LONE)
            interp_fetch(t, behind);
        if (!lanes)
            continue;
        interp_attach_masks(t, c, LONE);
        lanes = has_shortcuts ? resume_where_it_pays(t, lanes) : lanes;
        if (!lanes)
            continue;
        if (!LONE && t->tick.is_far)
            foresee_next(t, behind, t->tick.row_count);
        return lanes;
    }
    return 0;
}

// ---- control flow of the loop. Each of these macros ends in a jump. `r` are the registers, `at`
// is the current item, `head` its bits.

// Skip an item that runs for no lane: another lane waits for a later item. A lone agent that runs
// the item is lane 0.
#define SKIP_WITHOUT(lanes)                                                                        \
    do {                                                                                           \
        if (SELDOM(!(lanes))) {                                                                    \
            r.next = item_end(head);                                                               \
            RUN;                                                                                   \
        }                                                                                          \
        lanes = LONE ? 1 : lanes;                                                                  \
    } while (0)

// A leaf that is never live. The next item is computed before the call, because a load after the
// call would wait for the stores in it.
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

// A leaf that can be live, with a slot.
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

// A node with children whose slot is known: open a guard, and continue with a child, or return a
// status at once.
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

// The same for types whose guards record both success and failure.
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

// ---- nodes outside of the loop: they are calls, so that the loop has more registers

// Label at which the loop continues after the call.
typedef enum machine_step { STEP_RUN, STEP_ANSWERED, STEP_LEAVE } machine_step;

// Copied one by one: a compiler copies a struct in vectors, and a vector load waits for the
// preceding stores of its halves.
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

#define STOP          (void)0 // the loop checks after the call
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
// A leaf that cannot run, as with a duration of 0, has no slot.
#define ROW_LEAF(type, name)                                                                       \
    CASE(type, if (!link_has(head, LINK_LIVE)) QUESTION(name##_run(t, at, r.active, 0));           \
         else LEAF(link_slot_of(t->cells, head), leaf_run(t, at, slot, now, live, name##_run));    \
         ANSWERED)
#define ROW_HOST(type, name)                                                                       \
    CASE(type, LEAF(call_of(t, head)->slot, leaf_run(t, at, slot, now, live, name##_run)); ANSWERED)
#define ROW_CALL(type, name) CASE(type, ENTER(name##_enter))
#include "node_rows.def"
    case LINK_NOT: QUESTION(answer_split(r.active, ask_not(t, at, r.active))); ANSWERED;
    case LINK_RANDOM_SEQUENCE: ENTER(random_sequence_enter);
    case LINK_RANDOM_SELECTOR: ENTER(random_selector_enter);
    case LINK_RANDOM_CONCURRENT: ENTER(random_concurrent_enter);
    case LINK_RANDOM_RACE: ENTER(random_race_enter);
    case LINK_RANDOM_PARALLEL: ENTER(random_parallel_enter);
    case LINK_REACTIVE_DECIDE: ENTER(reactive_decide_enter);
    case LINK_REACTIVE_UTILITY: ENTER(reactive_utility_enter);
    case LINK_REACTIVE_SWITCH: ENTER(reactive_switch_enter);
    case LINK_REPEAT_UNTIL: ENTER(repeat_until_enter);
    case LINK_PAUSED_REPEAT: ENTER(paused_repeat_enter);
    case LINK_PAUSED_RETRY: ENTER(paused_retry_enter);
    case LINK_PAUSED_WHILE: ENTER(paused_while_enter);
    case LINK_PAUSED_FOR_EACH: ENTER(paused_for_each_enter);
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
    case LINK_RANDOM_CONCURRENT: ANSWER(random_concurrent_answer);
    case LINK_RANDOM_RACE: ANSWER(random_race_answer);
    case LINK_RANDOM_PARALLEL: ANSWER(random_parallel_answer);
    case LINK_REACTIVE_DECIDE: ANSWER(decide_answer);
    case LINK_REACTIVE_UTILITY:
    case LINK_REACTIVE_SWITCH: ANSWER(choice_answer);
    case LINK_REPEAT_UNTIL: ANSWER(repeat_until_answer);
    case LINK_PAUSED_REPEAT: ANSWER(paused_repeat_answer);
    case LINK_PAUSED_RETRY: ANSWER(paused_retry_answer);
    case LINK_PAUSED_WHILE: ANSWER(paused_while_answer);
    case LINK_PAUSED_FOR_EACH: ANSWER(paused_for_each_answer);
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
// Checked after everything that has run a leaf or evaluated a question: it may have been
// interrupted.
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
// A decider whose status functions are in the loop may run instead of its parent, a sequence with a
// question (ASKS_DECIDER). Its counts follow from the counts of its children, so it is not counted,
// and is only reported if there are hooks.
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

// A question in a sequence or selector, and following questions of the same form.
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

// A leaf of the loop, in the forms for any parent and for the most frequent types of parents, which
// get the status directly. With hooks, every node is reported, so there is only the first form;
// when nodes are counted, there are a few more (linked_counted_ops).
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

// Like ANSWER, with a direct jump if the next child has the same op.
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

// Like ANSWER, by the name of a node type.
enum {
#define NODE(enumerator, name, group, operands, run, children, goes_on, traits, ...)               \
    IS_CHAIN_##name = (traits)&CHAIN,
#include "nodes.def"
};
#define ANSWER_OF(name)                                                                            \
    do {                                                                                           \
        r = name##_answer(t, r);                                                                   \
        if (r.goes_on)                                                                             \
            RUN;                                                                                   \
        if (IS_CHAIN_##name)                                                                       \
            LEAVE_DECIDER;                                                                         \
        LEAVE;                                                                                     \
    } while (0)

// Fail for all lanes.
#define FAIL(lanes, go_on)                                                                         \
    do {                                                                                           \
        r.next = item_end(head);                                                                   \
        r.active = r.failed = lanes;                                                               \
        r.succeeded = 0;                                                                           \
        go_on;                                                                                     \
    } while (0)

// Evaluate the question that is the first child of a node. A predicate cannot be interrupted, so a
// stop that is requested during it is noticed after the next child.
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

// A question and an action in one op: `asked` are the lanes for which the question is evaluated. If
// no lane passes it and none is live, all fail, and the action is skipped.
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

// A question and other children: evaluate the question before a guard is opened.
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

// A question and a decider. The decider runs instead of the node, and also returns failure for the
// lanes that did not pass the question.
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

// A question and one child, for a lone agent: the child runs instead of the node.
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

// Addresses of labels are not in ISO C. They allow a jump through a table without a check of its
// bounds.
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
        [ITEM_INVALID] = &&tick_answered, // the tick itself
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
    if (t->tick.stops && !has_answered) {
        t->tick.stopped = r;
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

// ---- resuming live nodes directly

#if TRACED
// Count a node in which agents rest, and its ancestors, as running, because a run from the root
// would have visited them. Counts that follow from those of children are left out.
COUNTS_BITS static __attribute__((noinline)) void count_resting(const interp *t, uint32_t slot,
                                                                uint64_t lanes)
{
    uint64_t count = lanes_count(lanes);
    for (uint32_t item = t->plan->slot_items[slot]; item != SHAPE_NONE;
         item = t->watching.counted_above[item])
        t->watching.counts[item].running += count;
}
#define COUNT_RESTING(t, slot, lanes)                                                              \
    do {                                                                                           \
        if (lanes)                                                                                 \
            count_resting(t, slot, lanes);                                                         \
    } while (0)
#else
#define COUNT_RESTING(t, slot, lanes) (void)(slot)
#endif

// Resume a node without its ancestors, for lanes that are live in it and in no node below. Returns
// the lanes that must also run from the root; the result of a leaf is then stored as known.
static inline __attribute__((always_inline)) uint64_t slot_resume(interp *t, uint32_t slot,
                                                                  uint64_t lanes)
{
    uint32_t at = t->plan->slot_items[slot];
    uint64_t head = t->items[at];
    answer *known = &t->resuming.known[slot];
    unsigned op = link_op_of(head);
    bool is_action = op >= LINK_ACTION && op <= LINK_ACTION_LAST;
    switch (is_action ? LINK_ACTION : op) {
    case LINK_ACTION: *known = action_run(t, at, lanes, lanes); break;
    case NODE_DELAY: return clock_due(t, at, lanes);
    case LINK_PAUSED_REPEAT:
    case LINK_PAUSED_RETRY:
    case LINK_PAUSED_WHILE:
    case LINK_PAUSED_FOR_EACH: return pause_due(t, at, lanes);
#define ROW_LEAF(type, name)                                                                       \
    case type:                                                                                     \
        *known = name##_run(t, at, lanes, lanes);                                                  \
        break;
#define ROW_HOST ROW_LEAF
#include "node_rows.def"
    default: return lanes; // loops at their maximum number of rounds
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
// A lone agent can rest only in its last live node, unless an edit has left it live in several.
static uint64_t resume_last_slot(interp *t)
{
    const plan *p = t->plan;
    uint32_t slot = p->slot_count;
    while (slot > 0 && !slot_get(t, slot - 1))
        slot--;
    if (slot == 0 || !link_rests(p, slot - 1) || !p->is_passive[p->slot_items[slot - 1]])
        return 1;
    t->resuming.knows = slot_resume(t, slot - 1, 1);
    COUNT_RESTING(t, slot - 1, !t->resuming.knows);
    return t->resuming.knows;
}
#endif

// Resume all nodes that can be, with masks by slot. Parts of the tree where nothing is live are
// skipped.
static uint64_t resume_slots(interp *t, uint64_t lanes)
{
#if LONE
    enum { FEW_SLOTS = 32 };
    t->resuming.knows = false;
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
    t->resuming.knows = true;
    return lanes & ~still;
}

// Resuming saves the run from the root if all lanes of a cohort rest, but it visits leaves twice if
// some lanes must run from the root. The results of the last cohorts decide which is used; now and
// then resuming is tried anyway.
static uint64_t resume_where_it_pays(interp *t, uint64_t lanes)
{
#if !LONE
    enum { ONES_MOST = 15, ONES_MANY = 8, TRY_EACH = 16 };
    if (t->resuming.restless >= ONES_MANY && t->resuming.untried < TRY_EACH) {
        t->resuming.untried++;
        t->resuming.knows = false;
        return lanes;
    }
    t->resuming.untried = 0;
#endif
    lanes = resume_slots(t, lanes);
#if !LONE
    if (lanes && t->resuming.restless < ONES_MOST)
        t->resuming.restless++;
    else if (!lanes && t->resuming.restless > 0)
        t->resuming.restless--;
#endif
    return lanes;
}

// ---- exported functions

static bool machine_tick(interp *t, uint64_t lanes)
{
    t->tick.row_count = 0;
    if (!t->layout.has_list && t->linked->shortcut_count > 0 && machine_resumes(t))
        lanes = resume_where_it_pays(t, lanes);
    registers r = tick_start(t, lanes);
    bool ends = !lanes || (!interp_stops(t) && machine_run(t, &r, false));
    t->resuming.knows = false;
    return ends;
}

static bool machine_go_on(interp *t)
{
    registers r = t->tick.stopped;
    return machine_run(t, &r, true);
}

static void machine_tick_row(interp *t, cohort *first, uint32_t count)
{
    t->tick.row = first;
    t->tick.row_count = count;
    registers r = tick_start(t, tick_next_cohort(t));
    if (r.active)
        machine_run(t, &r, false);
    t->resuming.knows = false;
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
