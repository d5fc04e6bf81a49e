// SPDX-License-Identifier: MIT
// What each node type means. Included by the run_*.c files, which define LONE (one lane, whose
// masks are bytes at rest), TRACED (with hooks) and RUNNER (the name of what they offer).
//
// Every function gets the lanes that run the node; its live mask still says for which of them it
// was live: those resume, the others are fresh. A lane in neither mask of the answer is running.
// Functions do not update the mask of their own node: run() does.
#include "interp_state.h"

#include "live.h"
#include "scalar.h"
#include "walk.h"

typedef answer node_function(interp *t, const node *n, uint64_t lanes);
static node_function *const functions[FORM_END];

// ---- live masks

#if LONE
typedef uint8_t live_mask;
#else
typedef uint64_t live_mask;
#endif

// A mask in which some lanes have changed. A lone agent has no others.
static inline uint64_t changed(uint64_t before, uint64_t lanes, uint64_t to)
{
    return LONE ? to : (before & ~lanes) | to;
}

static inline uint64_t slot_get(const interp *t, uint32_t slot)
{
    return ((const live_mask *)t->live)[slot];
}

static inline void slot_put(interp *t, uint32_t slot, uint64_t lanes)
{
    ((live_mask *)t->live)[slot] = (live_mask)lanes;
}

// The lanes that a node is live for, as long as nothing below it has run.
static inline uint64_t live_of(const interp *t, const node *n)
{
    return n->slot == PLAN_NO_SLOT ? 0 : slot_get(t, n->slot);
}

// ---- answers

static inline uint64_t finished(answer a)
{
    return a.succeeded | a.failed;
}

static inline answer split(uint64_t lanes, uint64_t yes)
{
    return (answer){lanes & yes, lanes & ~yes};
}

static inline answer both(answer a, answer b)
{
    return (answer){a.succeeded | b.succeeded, a.failed | b.failed};
}

// ---- calls of the host

static inline answer call_node(interp *t, const node *n, uint64_t lanes, uint64_t starting)
{
    if (n->flags & NODE_HAS_ARGUMENTS)
        call_fill(t, n->function, n->expression, n->arguments_end, lanes);
    return call_function(t, n->function, n->places, n->id, lanes, starting);
}

static uint64_t ask_steps(interp *t, const node *n, uint64_t lanes);

// For which lanes the answer to a question is success.
static inline uint64_t ask(interp *t, const node *n, uint64_t lanes)
{
    if (n->form == FORM_PREDICATE)
        return call_node(t, n, lanes, lanes).succeeded;
    if (n->form == NODE_CONDITION)
        return lanes & n->formula->run(n->formula, &t->frame, lanes);
    return ask_steps(t, n, lanes);
}

// The same for questions that are made of others.
static uint64_t ask_steps(interp *t, const node *n, uint64_t lanes)
{
    if (n->form == FORM_NOT)
        return lanes & ~ask(t, n + 1, lanes);
    const node *end = node_behind(n);
    for (const node *step = n + 1; step < end && lanes; step = node_behind(step)) {
        if (step->form == NODE_SET)
            step->formula->run(step->formula, &t->frame, lanes);
        else
            lanes = ask(t, step, lanes);
    }
    return lanes;
}

// An action that was run before the nodes above it, for lanes that resume it, has its answers
// ready.
static answer run_known(interp *t, const node *n, uint64_t lanes, node_function *leaf);
static answer call_action(interp *t, const node *n, uint64_t lanes)
{
    return call_node(t, n, lanes, lanes & ~live_of(t, n));
}

static inline answer run_action(interp *t, const node *n, uint64_t lanes)
{
    return t->knows ? run_known(t, n, lanes, call_action) : call_action(t, n, lanes);
}

// ---- any node. Calls of the host, and guards, are most of what trees do: deciders run them
// without going through the table of functions.

static inline answer run_unguarded(interp *t, const node *n, uint64_t lanes)
{
#if TRACED
    const interp_hooks *hooks = t->moment->hooks;
    if (hooks->enter)
        hooks->enter(hooks->user, interp_here(t), n->id, lanes, lanes & live_of(t, n));
#endif
    answer a = n->form == NODE_ACTION      ? run_action(t, n, lanes)
               : n->form == FORM_PREDICATE ? split(lanes, call_node(t, n, lanes, lanes).succeeded)
               : !TRACED && n->form == FORM_STEPS ? split(lanes, ask_steps(t, n, lanes))
                                                  : functions[n->form](t, n, lanes);
    if (n->flags & NODE_OWNS_SLOT)
        slot_put(t, n->slot, changed(slot_get(t, n->slot), lanes, lanes & ~finished(a)));
#if TRACED
    if (hooks->leave)
        hooks->leave(hooks->user, interp_here(t), n->id, a.succeeded, a.failed,
                     lanes & ~finished(a));
#endif
    return a;
}

// A sequence of a question and a body. Only the body can be live.
static inline answer guarded(interp *t, const node *n, uint64_t lanes)
{
    const node *guard = n + 1, *body = node_behind(guard);
    uint64_t resuming = lanes & live_of(t, body), fresh = lanes & ~resuming;
    uint64_t yes = fresh ? ask(t, guard, fresh) : 0, now = resuming | yes;
    answer a = now ? run_unguarded(t, body, now) : (answer){0, 0};
    return (answer){a.succeeded, a.failed | (fresh & ~yes)};
}

static inline answer run(interp *t, const node *n, uint64_t lanes)
{
    return !TRACED && n->form == FORM_GUARDED ? guarded(t, n, lanes) : run_unguarded(t, n, lanes);
}

// The same where speed matters less than the size of the code.
static answer run_one(interp *t, const node *n, uint64_t lanes)
{
    return run_unguarded(t, n, lanes);
}

// ---- abandoning

static void abandon_deferred(interp *t, const node *n, uint64_t lanes)
{
    deferred_state *d = deferred_at(t, n->item);
    d->cancelled |= lanes & ~d->launched & ~d->ended;
    d->launched &= ~lanes;
    d->ended &= ~lanes;
}

static void abandon_one(interp *t, const node *n, uint64_t lanes)
{
    if (n->form == NODE_ACTION) {
        t->call.cancelling = true;
        call_node(t, n, lanes, 0);
        t->call.cancelling = false;
    } else if (n->form == NODE_DEFERRED) {
        abandon_deferred(t, n, lanes);
    }
#if TRACED
    const interp_hooks *hooks = t->moment->hooks;
    if (n->form == NODE_DEBUG)
        log_event(t, n, lanes, GESTALT_LOG_ABANDON);
    if (hooks->cancel)
        hooks->cancel(hooks->user, interp_here(t), n->id, lanes);
#endif
}

// Cancels all that is live from one node up to another, for some lanes, in increasing order. What
// shares its child's slot leaves it to the child to clear it.
static void abandon(interp *t, const node *n, const node *end, uint64_t lanes)
{
    while (n < end) {
        uint64_t live = live_of(t, n), hit = live & lanes;
        if (!hit) {
            n = node_behind(n);
            continue;
        }
        if (n->flags & NODE_OWNS_SLOT)
            slot_put(t, n->slot, live & ~hit);
        abandon_one(t, n, hit);
        n++;
    }
}

// ---- time

static inline int64_t clock_of(const interp *t, const node *n)
{
    return n->flags & NODE_IN_TICKS ? (int64_t)t->moment->tick : t->moment->now;
}

static inline int64_t *due_column(const interp *t, const node *n)
{
    return t->longs + (size_t)n->argument * t->layout.stride;
}

// Starts the clock of an `l` slot: it holds when it is due.
static void clock_start(interp *t, const node *n, uint64_t lanes)
{
    int64_t *due = due_column(t, n), at = clock_of(t, n) + (int64_t)n->operand;
    unsigned lane;
    for
        EACH_LANE(lane, lanes)
    due[lane] = at;
}

static uint64_t due_lanes(const int64_t *due, int64_t now, uint64_t lanes)
{
    uint64_t result = 0;
    unsigned lane;
    for
        EACH_LANE(lane, lanes)
    result |= (uint64_t)(now >= due[lane]) << lane;
    return result;
}

static uint64_t clock_due(const interp *t, const node *n, uint64_t lanes)
{
    return due_lanes(due_column(t, n), clock_of(t, n), lanes);
}

// ---- leaves

static answer run_question(interp *t, const node *n, uint64_t lanes)
{
    return split(lanes, ask(t, n, lanes));
}

static answer run_set(interp *t, const node *n, uint64_t lanes)
{
    n->formula->run(n->formula, &t->frame, lanes);
    return (answer){lanes, 0};
}

#if !TRACED
static answer run_steps(interp *t, const node *n, uint64_t lanes)
{
    return split(lanes, ask_steps(t, n, lanes));
}
#endif

static answer run_signal(interp *t, const node *n, uint64_t lanes)
{
    status_put(t, n->argument, lanes, n->operand == GESTALT_SUCCESS ? lanes : 0,
               n->operand == GESTALT_FAILURE ? lanes : 0);
    return (answer){lanes, 0};
}

static answer run_success(interp *t, const node *n, uint64_t lanes)
{
    (void)t, (void)n;
    return (answer){lanes, 0};
}

static answer run_failure(interp *t, const node *n, uint64_t lanes)
{
    (void)t, (void)n;
    return (answer){0, lanes};
}

static answer run_known(interp *t, const node *n, uint64_t lanes, node_function *leaf)
{
    uint64_t before = lanes & live_of(t, n); // none where a leaf has no slot
    before = before ? before & finished(t->known[n->slot]) : 0;
    if (!before)
        return leaf(t, n, lanes);
    answer *known = &t->known[n->slot];
    answer a = {known->succeeded & before, known->failed & before};
    *known = (answer){known->succeeded & ~before, known->failed & ~before};
    lanes &= ~before;
    return lanes ? both(a, leaf(t, n, lanes)) : a;
}

static answer deferred(interp *t, const node *n, uint64_t lanes)
{
    deferred_state *d = deferred_at(t, n->item);
    uint64_t live = live_of(t, n), fresh = lanes & ~live, ended = lanes & live & d->ended;
    d->ended &= ~lanes;
    if (fresh) {
        d->launched |= fresh;
        call_launch(t, n->item, fresh);
    }
    return split(ended, d->succeeded);
}

static answer run_deferred(interp *t, const node *n, uint64_t lanes)
{
    return t->knows ? run_known(t, n, lanes, deferred) : deferred(t, n, lanes);
}

static answer persistent(interp *t, const node *n, uint64_t lanes)
{
    const uint64_t *status = t->statuses[n->argument];
    return (answer){lanes & status[0], lanes & status[1]};
}

static answer run_persistent(interp *t, const node *n, uint64_t lanes)
{
    return t->knows ? run_known(t, n, lanes, persistent) : persistent(t, n, lanes);
}

static answer wait(interp *t, const node *n, uint64_t lanes)
{
    clock_start(t, n, lanes & ~live_of(t, n));
    return (answer){clock_due(t, n, lanes), 0};
}

static answer run_wait(interp *t, const node *n, uint64_t lanes)
{
    return t->knows ? run_known(t, n, lanes, wait) : wait(t, n, lanes);
}

static answer run_running(interp *t, const node *n, uint64_t lanes)
{
    (void)t, (void)n, (void)lanes;
    return (answer){0, 0};
}

// ---- decorators

static answer run_invert(interp *t, const node *n, uint64_t lanes)
{
    answer a = run_unguarded(t, n + 1, lanes);
    return (answer){a.failed, a.succeeded};
}

static answer run_force_success(interp *t, const node *n, uint64_t lanes)
{
    return (answer){finished(run_unguarded(t, n + 1, lanes)), 0};
}

static answer run_force_failure(interp *t, const node *n, uint64_t lanes)
{
    return (answer){0, finished(run_unguarded(t, n + 1, lanes))};
}

static answer run_delay(interp *t, const node *n, uint64_t lanes)
{
    uint64_t begun = lanes & live_of(t, n + 1); // a lane whose child is live has waited before
    clock_start(t, n, lanes & ~live_of(t, n));
    uint64_t ready = begun | clock_due(t, n, lanes & ~begun);
    return ready ? run_one(t, n + 1, ready) : (answer){0, 0};
}

static answer run_timeout(interp *t, const node *n, uint64_t lanes)
{
    uint64_t resuming = lanes & live_of(t, n);
    clock_start(t, n, lanes & ~resuming);
    uint64_t due = clock_due(t, n, resuming);
    if (due)
        abandon(t, n + 1, node_behind(n), due);
    answer a = {0, due};
    return lanes & ~due ? both(a, run_one(t, n + 1, lanes & ~due)) : a;
}

static answer run_cooldown(interp *t, const node *n, uint64_t lanes)
{
    uint64_t resuming = lanes & live_of(t, n);
    const int64_t *due = t->times + (size_t)n->argument * t->layout.stride;
    uint64_t ready = resuming | due_lanes(due, clock_of(t, n), lanes & ~resuming);
    if (n->operand == 0)
        ready = lanes; // also where an actor comes from a clock that was ahead
    answer a = {0, lanes & ~ready};
    if (!ready)
        return a;
    answer child = run_one(t, n + 1, ready);
    if (finished(child))
        time_put(t, n->argument, finished(child), clock_of(t, n) + (int64_t)n->operand);
    return both(a, child);
}

static answer run_once(interp *t, const node *n, uint64_t lanes)
{
    const uint64_t *status = t->statuses[n->argument];
    answer a = {lanes & status[0], lanes & status[1]};
    uint64_t rest = lanes & ~finished(a);
    if (!rest)
        return a;
    answer child = run_one(t, n + 1, rest);
    if (finished(child))
        status_put(t, n->argument, finished(child), child.succeeded, child.failed);
    return both(a, child);
}

static answer run_chance(interp *t, const node *n, uint64_t lanes)
{
    float p = scalar_float_of_bits(n->argument);
    uint64_t chosen = lanes & live_of(t, n);
    unsigned lane;
    for
        EACH_LANE(lane, lanes & ~live_of(t, n))
    chosen |= (uint64_t)(stream_draw(t, lane) < p) << lane;
    answer a = {0, lanes & ~chosen};
    return chosen ? both(a, run_one(t, n + 1, chosen)) : a;
}

static answer run_debug(interp *t, const node *n, uint64_t lanes)
{
#if TRACED
    log_event(t, n, lanes & ~live_of(t, n), GESTALT_LOG_START);
#endif
    answer a = run_one(t, n + 1, lanes);
#if TRACED
    log_event(t, n, a.succeeded, GESTALT_LOG_SUCCESS);
    log_event(t, n, a.failed, GESTALT_LOG_FAILURE);
#endif
    return a;
}

// ---- loops. All lanes of a loop do their rounds together: a lane that is live resumes its round
// in the first of them, and the others start one. `started` counts the rounds that were started,
// for the lanes that started one in every pass; a lane that resumed is one behind.

typedef struct loop {
    uint64_t ended; // lanes whose child's answer ends the loop
    answer answers; // and how
} loop;

static inline uint32_t round_limit(const node *n)
{
    return (uint32_t)n->operand;
}

// Counts a round of each lane. The result says whose limit is reached.
static uint64_t count_rounds(interp *t, const node *n, uint64_t lanes)
{
    uint32_t *rounds = t->words + (size_t)n->argument * t->layout.stride, limit = round_limit(n);
    uint64_t reached = 0;
    unsigned lane;
    if (limit)
        for
            EACH_LANE(lane, lanes)
    reached |= (uint64_t)(++rounds[lane] == limit) << lane;
    return reached;
}

// What a finished round means: which lanes leave the loop, with which answer.
static loop loop_judge(interp *t, const node *n, answer child)
{
    loop l = {0};
    switch (n->form) {
    case NODE_WHILE:
        l.ended = child.failed;
        l.answers = split(child.failed, t->bits[n->argument]);
        t->bits[n->argument] |= child.succeeded;
        break;
    case NODE_RETRY:
        l.answers = (answer){child.succeeded, count_rounds(t, n, child.failed)};
        l.ended = finished(l.answers);
        break;
    default:
        l.ended = count_rounds(t, n, finished(child));
        l.answers = (answer){child.succeeded & l.ended, child.failed & l.ended};
    }
    return l;
}

// A fresh lane has no successes and no rounds behind it.
static void loop_start(interp *t, const node *n, uint64_t fresh)
{
    unsigned lane;
    if (n->form == NODE_WHILE)
        t->bits[n->argument] &= ~fresh;
    else if (round_limit(n))
        for
            EACH_LANE(lane, fresh)
    t->words[(size_t)n->argument * t->layout.stride + lane] = 0;
}

static answer run_loop(interp *t, const node *n, uint64_t lanes)
{
    uint32_t per_tick = (uint32_t)(n->operand >> 32);
    uint64_t late = lanes & live_of(t, n + 1); // lanes that have started one round less than others
    answer result = {0, 0};
    loop_start(t, n, lanes & ~live_of(t, n));
    for (uint32_t started = 1; lanes; started++) {
        answer a = run_unguarded(t, n + 1, lanes);
        loop l = loop_judge(t, n, a);
        result = both(result, l.answers);
        lanes = finished(a) & ~l.ended;
        if (started >= per_tick) // the others have had their rounds
            lanes = started == per_tick ? lanes & late : 0;
    }
    return result;
}

// ---- deciders. Those that are each other's mirror image share their code: `on` is 0 where success
// leads on to the next child, and 1 where failure does.

static inline uint64_t leads_on(answer a, int on)
{
    return on ? a.failed : a.succeeded;
}

static inline uint64_t ends(answer a, int on)
{
    return on ? a.succeeded : a.failed;
}

static inline answer chain_answer(uint64_t through, uint64_t ended, int on)
{
    return on ? (answer){ended, through} : (answer){through, ended};
}

// sequence and selector: resume at the live child.
static inline answer run_chain(interp *t, const node *n, uint64_t lanes, int on)
{
    uint64_t waiting = lanes & live_of(t, n), active = lanes & ~waiting, ended = 0;
    const node *end = node_behind(n);
    for (const node *child = n + 1; child < end && (active | waiting); child = node_behind(child)) {
        uint64_t now = active | (waiting & live_of(t, child));
        if (!now)
            continue;
        if (!TRACED && child->form == NODE_SET && on == 0) {
            child->formula->run(child->formula, &t->frame, now);
            continue;
        }
        answer a = run(t, child, now);
        waiting &= ~now;
        active = leads_on(a, on);
        ended |= ends(a, on);
    }
    return chain_answer(active, ended, on);
}

static answer run_sequence(interp *t, const node *n, uint64_t lanes)
{
    return run_chain(t, n, lanes, 0);
}

static answer run_selector(interp *t, const node *n, uint64_t lanes)
{
    return run_chain(t, n, lanes, 1);
}

// priority and reactive_sequence: from the first child on, in every tick.
static inline answer run_reactive(interp *t, const node *n, uint64_t lanes, int on)
{
    uint64_t was_live = lanes & live_of(t, n), active = lanes, ended = 0;
    const node *end = node_behind(n);
    for (const node *child = n + 1; child < end && active; child = node_behind(child)) {
        uint64_t elsewhere = was_live & ~live_of(t, child); // what else is live lies further on
        answer a = run(t, child, active);
        uint64_t stopped = active & ~leads_on(a, on) & elsewhere;
        ended |= ends(a, on);
        active = leads_on(a, on);
        if (stopped)
            abandon(t, node_behind(child), end, stopped);
    }
    return chain_answer(active, ended, on);
}

static answer run_priority(interp *t, const node *n, uint64_t lanes)
{
    return run_reactive(t, n, lanes, 1);
}

static answer run_reactive_sequence(interp *t, const node *n, uint64_t lanes)
{
    return run_reactive(t, n, lanes, 0);
}

#if !TRACED
static answer run_guarded(interp *t, const node *n, uint64_t lanes)
{
    return guarded(t, n, lanes);
}

// A reactive_sequence of a question and a body.
static answer run_guarded_reactive(interp *t, const node *n, uint64_t lanes)
{
    const node *guard = n + 1, *body = node_behind(guard);
    uint64_t yes = ask(t, guard, lanes), no = lanes & ~yes;
    if (no & live_of(t, body))
        abandon(t, body, node_behind(n), no);
    answer a = yes ? run(t, body, yes) : (answer){0, 0};
    return (answer){a.succeeded, a.failed | no};
}
#endif

// Draws a permutation for a lane from its stream.
static void shuffle(interp *t, uint16_t *order, uint32_t count, unsigned lane)
{
    uint32_t stride = t->layout.stride;
    for (uint32_t i = 0; i < count; i++)
        order[(size_t)i * stride + lane] = (uint16_t)i;
    for (uint32_t i = count - 1; i > 0; i--) {
        uint32_t j = random_below(&t->streams[lane], i + 1);
        uint16_t *a = &order[(size_t)i * stride + lane], *b = &order[(size_t)j * stride + lane];
        uint16_t swap = *a;
        *a = *b;
        *b = swap;
    }
}

// The same again, from the random state that the node has kept.
static void shuffle_again(interp *t, uint16_t *order, uint32_t count, unsigned lane, int64_t kept)
{
    uint64_t now = t->streams[lane];
    memcpy(&t->streams[lane], &kept, sizeof kept);
    shuffle(t, order, count, lane);
    t->streams[lane] = now;
}

// Runs the lanes of one round, child by child. Which lanes go on to the next round is in the
// answer.
static answer run_round(interp *t, const node *n, const uint16_t *order, const uint32_t *children,
                        uint64_t lanes)
{
    answer result = {0, 0};
    unsigned lane;
    while (lanes) {
        uint16_t child = order[__builtin_ctzll(lanes)];
        uint64_t same = 0;
        for
            EACH_LANE(lane, lanes)
        same |= (uint64_t)(order[lane] == child) << lane;
        result = both(result, run_one(t, n + children[child], same));
        lanes &= ~same;
    }
    return result;
}

// Lists the children of a node, as distances from it.
static uint32_t list_children(const node *n, uint32_t *children)
{
    uint32_t count = 0;
    for (const node *child = n + 1; child < node_behind(n); child = node_behind(child))
        children[count++] = (uint32_t)(child - n);
    return count;
}

// Fresh lanes draw their order, and the others have it again.
static void shuffle_lanes(interp *t, const node *n, uint16_t *order, uint32_t count, uint64_t fresh,
                          uint64_t waiting)
{
    int64_t *seeds = t->longs + (size_t)n->argument * t->layout.stride;
    unsigned lane;
    for
        EACH_LANE(lane, fresh)
        { // the slot keeps the state that the permutation came from
            memcpy(&seeds[lane], &t->streams[lane], sizeof seeds[lane]);
            shuffle(t, order, count, lane);
        }
    for
        EACH_LANE(lane, waiting)
    shuffle_again(t, order, count, lane, seeds[lane]);
}

static inline answer run_shuffled(interp *t, const node *n, uint64_t lanes, int on)
{
    uint32_t stride = t->layout.stride;
    uint64_t waiting = lanes & live_of(t, n), active = lanes & ~waiting, ended = 0;
    uint32_t *children = t->shuffle_children + t->shuffle_used;
    uint16_t *order = t->shuffle + (size_t)t->shuffle_used * stride;
    uint32_t count = list_children(n, children);
    unsigned lane;
    t->shuffle_used += count;
    shuffle_lanes(t, n, order, count, active, waiting);
    for (uint32_t round = 0; round < count && (active | waiting); round++) {
        const uint16_t *turn = order + (size_t)round * stride;
        uint64_t now = active;
        for
            EACH_LANE(lane, waiting)
        now |= live_of(t, n + children[turn[lane]]) & UINT64_C(1) << lane;
        answer a = run_round(t, n, turn, children, now);
        waiting &= ~now;
        active = leads_on(a, on);
        ended |= ends(a, on);
    }
    t->shuffle_used -= count;
    return chain_answer(active, ended, on);
}

static answer run_random_sequence(interp *t, const node *n, uint64_t lanes)
{
    return run_shuffled(t, n, lanes, 0);
}

static answer run_random_selector(interp *t, const node *n, uint64_t lanes)
{
    return run_shuffled(t, n, lanes, 1);
}

// What has failed is rolled back; then, everything that still is live is abandoned.
static void give_up(interp *t, const node *n, undo_scope scope, answer a)
{
    scope_close(t, scope, a.failed);
    if (finished(a))
        abandon(t, n + 1, node_behind(n), finished(a));
}

static answer run_concurrent(interp *t, const node *n, uint64_t lanes)
{
    undo_scope scope = scope_open(t);
    uint64_t running = 0;
    answer result = {0, 0};
    const node *end = node_behind(n);
    for (const node *child = n + 1; child < end && lanes; child = node_behind(child)) {
        answer a = run_one(t, child, lanes);
        running |= lanes & ~finished(a);
        result.failed |= a.failed;
        lanes &= ~a.failed;
    }
    result.succeeded = lanes & ~running;
    give_up(t, n, scope, result);
    return result;
}

static answer run_race(interp *t, const node *n, uint64_t lanes)
{
    undo_scope scope = scope_open(t);
    answer result = {0, 0};
    const node *end = node_behind(n);
    for (const node *child = n + 1; child < end && lanes; child = node_behind(child)) {
        answer a = run_one(t, child, lanes);
        result = both(result, a);
        lanes &= ~finished(a);
    }
    give_up(t, n, scope, result);
    return result;
}

// A number for each lane, bit by bit: plane k holds bit k of all.
typedef struct counter {
    uint64_t planes[6]; // up to 32 children
} counter;

static void count_up(counter *c, uint64_t lanes)
{
    for (int i = 0; i < 6 && lanes; i++) {
        uint64_t carry = c->planes[i] & lanes;
        c->planes[i] ^= lanes;
        lanes = carry;
    }
}

static uint64_t at_least(const counter *c, uint32_t limit)
{
    uint64_t greater = 0, equal = ~UINT64_C(0);
    for (int i = 5; i >= 0; i--) {
        uint64_t bit = limit >> i & 1 ? ~UINT64_C(0) : 0;
        greater |= equal & c->planes[i] & ~bit;
        equal &= ~(c->planes[i] ^ bit);
    }
    return greater | equal;
}

// Two bits for each child: whether it has finished, and whether with success.
static answer run_parallel(interp *t, const node *n, uint64_t lanes)
{
    undo_scope scope = scope_open(t);
    uint64_t *bits = t->bits + n->argument, unfinished = 0;
    uint32_t success = (uint32_t)n->operand, failure = (uint32_t)(n->operand >> 32);
    const node *end = node_behind(n);
    counter succeeded = {{0}}, failed = {{0}};
    answer result = {0, 0};
    uint64_t fresh = lanes & ~live_of(t, n);
    uint64_t *b = bits;
    for (const node *child = n + 1; child < end; child = node_behind(child), b += 2) {
        b[0] &= ~fresh;
        count_up(&succeeded, lanes & b[0] & b[1]);
        count_up(&failed, lanes & b[0] & ~b[1]);
    }
    b = bits;
    for (const node *child = n + 1; child < end && lanes; child = node_behind(child), b += 2) {
        uint64_t now = lanes & ~b[0];
        if (!now)
            continue;
        answer a = run_one(t, child, now);
        b[0] |= finished(a);
        b[1] = (b[1] & ~now) | a.succeeded;
        count_up(&succeeded, a.succeeded);
        count_up(&failed, a.failed);
        unfinished |= now & ~finished(a);
        uint64_t won = lanes & at_least(&succeeded, success);
        uint64_t lost = lanes & ~won & at_least(&failed, failure);
        result = both(result, (answer){won, lost});
        lanes &= ~(won | lost);
    }
    result.failed |= lanes & ~unfinished;
    give_up(t, n, scope, result);
    return result;
}

// ---- deciders that pick a child and stay with it. `choice` says which, for fresh lanes.

static answer run_choice(interp *t, const node *n, uint64_t lanes, const uint16_t *choice)
{
    uint64_t waiting = lanes & live_of(t, n), fresh = lanes & ~waiting;
    const node *end = node_behind(n), *child = n + 1;
    answer result = {0, 0};
    unsigned lane;
    for (uint16_t i = 0; child < end && (fresh | waiting); child = node_behind(child), i++) {
        uint64_t now = waiting & live_of(t, child);
        for
            EACH_LANE(lane, fresh)
        now |= (uint64_t)(choice[lane] == i) << lane;
        if (!now)
            continue;
        result = both(result, run_one(t, child, now));
        fresh &= ~now;
        waiting &= ~now;
    }
    return result;
}

static answer run_weighted(interp *t, const node *n, uint64_t lanes)
{
    uint32_t count = n->argument;
    const uint64_t *weights = t->items + n->expression;
    float total = scalar_float_of_bits(item_argument(weights[count - 1]));
    uint16_t choice[COHORT_LANES_MAX];
    unsigned lane;
    for
        EACH_LANE(lane, lanes & ~live_of(t, n))
        {
            float u = stream_draw(t, lane) * total;
            uint32_t chosen = 0;
            for (uint32_t i = 0; i < count; i++) {
                if (item_flags(weights[i]) & ITEM_POSITIVE)
                    chosen = i; // the last one, should no sum exceed u
                if (scalar_float_of_bits(item_argument(weights[i])) > u)
                    break;
            }
            choice[lane] = (uint16_t)chosen;
        }
    return run_choice(t, n, lanes, choice);
}

static answer run_utility(interp *t, const node *n, uint64_t lanes)
{
    uint64_t fresh = lanes & ~live_of(t, n);
    uint32_t first_child = n->argument;
    uint16_t choice[COHORT_LANES_MAX];
    float best[COHORT_LANES_MAX];
    unsigned lane;
    uint16_t i = 0;
    for (uint32_t score = n->expression; fresh && score < first_child; i++) {
        const float *scores = evaluate_number(t, score, fresh);
        for
            EACH_LANE(lane, fresh)
            {
                bool is_better = scores[lane] > best[lane] ||
                                 (best[lane] != best[lane] && scores[lane] == scores[lane]);
                if (i == 0 || is_better) {
                    best[lane] = scores[lane];
                    choice[lane] = i;
                }
            }
        score = walk_expression(t->items, score);
    }
    return run_choice(t, n, lanes, choice);
}

static answer run_decide(interp *t, const node *n, uint64_t lanes)
{
    uint64_t fresh = lanes & ~live_of(t, n), waiting = lanes & ~fresh;
    uint64_t yes = fresh ? fresh & evaluate_bool(t, n->expression, fresh) : 0, no = fresh & ~yes;
    const node *first = n + 1, *second = node_behind(first);
    answer result = {0, 0};
    yes |= waiting & live_of(t, first);
    if (second == node_behind(n)) {
        result.failed = no;
    } else {
        no |= waiting & live_of(t, second);
        result = no ? run_one(t, second, no) : result;
    }
    return yes ? both(result, run_one(t, first, yes)) : result;
}

static node_function *const functions[FORM_END] = {
    [NODE_CONDITION] = run_question,
    [NODE_ACTION] = run_action,
    [NODE_DEFERRED] = run_deferred,
    [NODE_PERSISTENT] = run_persistent,
    [NODE_SIGNAL] = run_signal,
    [NODE_SET] = run_set,
    [NODE_WAIT] = run_wait,
    [NODE_SUCCESS] = run_success,
    [NODE_FAILURE] = run_failure,
    [NODE_RUNNING] = run_running,
    [NODE_INVERT] = run_invert,
    [NODE_FORCE_SUCCESS] = run_force_success,
    [NODE_FORCE_FAILURE] = run_force_failure,
    [NODE_DELAY] = run_delay,
    [NODE_REPEAT] = run_loop,
    [NODE_WHILE] = run_loop,
    [NODE_RETRY] = run_loop,
    [NODE_TIMEOUT] = run_timeout,
    [NODE_COOLDOWN] = run_cooldown,
    [NODE_ONCE] = run_once,
    [NODE_CHANCE] = run_chance,
    [NODE_DEBUG] = run_debug,
    [NODE_SEQUENCE] = run_sequence,
    [NODE_SELECTOR] = run_selector,
    [NODE_PRIORITY] = run_priority,
    [NODE_REACTIVE_SEQUENCE] = run_reactive_sequence,
    [NODE_CONCURRENT] = run_concurrent,
    [NODE_RACE] = run_race,
    [NODE_PARALLEL] = run_parallel,
    [NODE_WEIGHTED] = run_weighted,
    [NODE_UTILITY] = run_utility,
    [NODE_DECIDE] = run_decide,
    [FORM_PREDICATE] = run_question,
#if TRACED // every node is told of
    [FORM_STEPS] = run_sequence,
    [FORM_NOT] = run_invert,
    [FORM_GUARDED] = run_sequence,
    [FORM_GUARDED_REACTIVE] = run_reactive_sequence,
#else
    [FORM_STEPS] = run_steps,
    [FORM_NOT] = run_question,
    [FORM_GUARDED] = run_guarded,
    [FORM_GUARDED_REACTIVE] = run_guarded_reactive,
#endif
    [FORM_RANDOM_SEQUENCE] = run_random_sequence,
    [FORM_RANDOM_SELECTOR] = run_random_selector,
};

// ---- the root, and shortcuts to what is live

// Runs a node that need not ask those above it, for lanes that are live in it and in nothing below.
// Which of them have to go through the root is the result. What a leaf answers is known to
// run_known then.
static uint64_t resume(interp *t, const node *n, uint64_t lanes)
{
    switch (n->form) {
    case NODE_DELAY: return clock_due(t, n, lanes);
    case NODE_REPEAT:
    case NODE_WHILE:
    case NODE_RETRY: return lanes; // at their bound
    default: t->known[n->slot] = functions[n->form](t, n, lanes);
    }
    return finished(t->known[n->slot]);
}

static uint64_t resume_list(interp *t, uint64_t lanes)
{
    const uint32_t *items = cohort_part(t->c, t->layout.live_items);
    uint32_t count = cohort_live_count(&t->layout, t->c);
    uint64_t still = 0;
    for (uint32_t i = 0; i < count; i++) {
        const node *n = &t->nodes[t->plan->node_ids[items[i]]];
        uint64_t now = live_lanes(&t->layout, t->c, i) & lanes;
        if (!now || !(n->flags & NODE_PASSIVE))
            continue;
        slot_put(t, n->slot, now); // all of them resume
        still |= now & ~resume(t, n, now);
        slot_put(t, n->slot, 0);
    }
    return lanes & ~still;
}

#if !TRACED
// The same for masks of slots: parts of the tree where nothing is live are left out.
static uint64_t resume_slots(interp *t, uint64_t lanes)
{
    const shortcut *all = t->program->shortcuts;
    uint64_t still = 0;
    for (uint32_t i = 0; i < t->program->shortcut_count;) {
        const node *n = &t->nodes[all[i].node];
        uint64_t live = live_of(t, n) & lanes;
        if (live && all[i].rests) {
            uint64_t now = node_has_child(n) ? live & ~live_of(t, n + 1) : live;
            still |= now ? now & ~resume(t, n, now) : 0;
        }
        i = live ? i + 1 : all[i].next;
    }
    return lanes & ~still;
}
#endif

static inline void note_answer(interp *t, uint64_t lanes, answer a)
{
    uint64_t running = lanes & ~finished(a);
#if LONE
    t->c->lone.succeeded = (uint8_t)a.succeeded;
    t->c->lone.running = (uint8_t)running;
#else
    t->c->many.succeeded = changed(t->c->many.succeeded, lanes, a.succeeded);
    t->c->many.running = changed(t->c->many.running, lanes, running);
#endif
}

// For cohorts with masks, nodes that need not ask those above them go first.
static inline void tick_root(interp *t, uint64_t lanes, bool has_shortcuts)
{
#if !TRACED
    if (has_shortcuts) {
        lanes = resume_slots(t, lanes);
        t->knows = true;
    }
#endif
    if (lanes)
        note_answer(t, lanes, run_one(t, t->nodes, lanes));
    if (has_shortcuts)
        t->knows = false;
}

static void tick(interp *t, uint64_t lanes)
{
    tick_root(t, lanes, !t->layout.has_list && t->program->shortcut_count > 0);
}

static void tick_row(interp *t, cohort *c, uint32_t count)
{
    bool has_shortcuts = t->program->shortcut_count > 0;
    for (uint32_t size = t->layout.size; count > 0; count--, c = cohort_part(c, size)) {
        uint64_t lanes = LONE ? c->lone.occupied : c->many.occupied;
        if (!LONE && count > 1)
            interp_fetch(t, cohort_part(c, size));
        if (!lanes)
            continue;
        interp_attach(t, c, LONE);
        tick_root(t, lanes, has_shortcuts);
    }
}

static void cancel(interp *t, uint64_t lanes)
{
    abandon(t, t->nodes, node_behind(t->nodes), lanes);
}

const runner RUNNER = {
    .tick = tick, .tick_row = tick_row, .resume_list = resume_list, .cancel = cancel};
