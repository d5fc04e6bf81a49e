// SPDX-License-Identifier: MIT
// What each node type means. Included by run_plain.c and run_traced.c, which define TRACED.
//
// Every function gets the lanes that run the node; `live[item]` still says for which of them it was
// live: those resume, the others are fresh. A lane in neither mask of the answer is running.
// Functions do not update `live` for their own node: run() does.
#include "interp_state.h"

#include "nodes.h"
#include "scalar.h"
#include "walk.h"

static answer run(interp *t, uint32_t item, uint64_t lanes);

static inline uint32_t end_of(const interp *t, uint32_t item)
{
    return item_end(t->items[item]);
}

static inline uint32_t argument_of(const interp *t, uint32_t item)
{
    return item_argument(t->items[item]);
}

static inline bool is_variant(const interp *t, uint32_t item)
{
    return item_flags(t->items[item]) & ITEM_VARIANT;
}

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

// ---- time

static inline int64_t clock_of(const interp *t, uint32_t item)
{
    return is_variant(t, item) ? (int64_t)t->moment->tick : t->moment->now;
}

// Starts the clock of an `l` slot: it holds when it is due.
static void clock_start(interp *t, uint32_t item, uint64_t lanes)
{
    int64_t *due = t->longs + (size_t)argument_of(t, item) * t->layout.stride;
    int64_t at = clock_of(t, item) + (int64_t)t->items[item + 1];
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

static uint64_t clock_due(const interp *t, uint32_t item, uint64_t lanes)
{
    return due_lanes(t->longs + (size_t)argument_of(t, item) * t->layout.stride, clock_of(t, item),
                     lanes);
}

// ---- leaves

static answer run_deferred(interp *t, uint32_t item, uint64_t lanes)
{
    deferred_state *d = &t->deferred[t->plan->deferred[item]];
    uint64_t fresh = lanes & ~t->live[item];
    uint64_t ended = lanes & t->live[item] & d->ended;
    d->ended &= ~lanes;
    if (fresh) {
        d->launched |= fresh;
        call_launch(t, item, fresh);
    }
    return split(ended, d->succeeded);
}

static answer run_persistent(interp *t, uint32_t item, uint64_t lanes)
{
    const uint64_t *status = t->statuses[argument_of(t, item)];
    return (answer){lanes & status[0], lanes & status[1]};
}

static answer run_signal(interp *t, uint32_t item, uint64_t lanes)
{
    uint64_t to = t->items[item + 1];
    status_put(t, argument_of(t, item), lanes, to == GESTALT_SUCCESS ? lanes : 0,
               to == GESTALT_FAILURE ? lanes : 0);
    return (answer){lanes, 0};
}

static answer run_wait(interp *t, uint32_t item, uint64_t lanes)
{
    clock_start(t, item, lanes & ~t->live[item]);
    return (answer){clock_due(t, item, lanes), 0};
}

static answer run_leaf_itself(interp *t, uint32_t item, uint64_t lanes)
{
    switch (item_type_of(t->items[item])) {
    case NODE_CONDITION: return split(lanes, evaluate_bool(t, item + 1, lanes));
    case NODE_ACTION: return call_action(t, item, lanes, lanes & ~t->live[item]);
    case NODE_DEFERRED: return run_deferred(t, item, lanes);
    case NODE_PERSISTENT: return run_persistent(t, item, lanes);
    case NODE_SIGNAL: return run_signal(t, item, lanes);
    case NODE_SET:
        evaluate_into(t, item + 1, lanes);
        return (answer){lanes, 0};
    case NODE_WAIT: return run_wait(t, item, lanes);
    case NODE_SUCCESS: return (answer){lanes, 0};
    case NODE_FAILURE: return (answer){0, lanes};
    default: return (answer){0, 0};
    }
}

static answer run_leaf(interp *t, uint32_t item, uint64_t lanes)
{
    answer *known = &t->known[item];
    uint64_t run_before = t->knows ? lanes & t->live[item] & finished(*known) : 0;
    if (!run_before)
        return run_leaf_itself(t, item, lanes);
    answer a = {known->succeeded & run_before, known->failed & run_before};
    *known = (answer){known->succeeded & ~run_before, known->failed & ~run_before};
    lanes &= ~run_before;
    return lanes ? both(a, run_leaf_itself(t, item, lanes)) : a;
}

// ---- decorators

static answer run_delay(interp *t, uint32_t item, uint64_t lanes)
{
    uint32_t child = item + 2;
    uint64_t waiting = lanes & ~t->live[child]; // a lane whose child is live has waited before
    clock_start(t, item, lanes & ~t->live[item]);
    uint64_t ready = clock_due(t, item, waiting) | (lanes & t->live[child]);
    return ready ? run(t, child, ready) : (answer){0, 0};
}

static answer run_timeout(interp *t, uint32_t item, uint64_t lanes)
{
    uint64_t resuming = lanes & t->live[item];
    clock_start(t, item, lanes & ~resuming);
    uint64_t due = clock_due(t, item, resuming);
    if (due)
        interp_abandon(t, item + 2, end_of(t, item), due);
    answer a = {0, due};
    return lanes & ~due ? both(a, run(t, item + 2, lanes & ~due)) : a;
}

static answer run_cooldown(interp *t, uint32_t item, uint64_t lanes)
{
    uint32_t slot = argument_of(t, item);
    uint64_t resuming = lanes & t->live[item];
    const int64_t *due = t->times + (size_t)slot * t->layout.stride;
    uint64_t ready = resuming | due_lanes(due, clock_of(t, item), lanes & ~resuming);
    if (t->items[item + 1] == 0)
        ready = lanes; // also where an actor comes from a clock that was ahead
    answer a = {0, lanes & ~ready};
    if (!ready)
        return a;
    answer child = run(t, item + 2, ready);
    if (finished(child))
        time_put(t, slot, finished(child), clock_of(t, item) + (int64_t)t->items[item + 1]);
    return both(a, child);
}

static answer run_once(interp *t, uint32_t item, uint64_t lanes)
{
    uint32_t slot = argument_of(t, item);
    const uint64_t *status = t->statuses[slot];
    answer a = {lanes & status[0], lanes & status[1]};
    uint64_t rest = lanes & ~finished(a);
    if (!rest)
        return a;
    answer child = run(t, item + 1, rest);
    if (finished(child))
        status_put(t, slot, finished(child), child.succeeded, child.failed);
    return both(a, child);
}

static answer run_chance(interp *t, uint32_t item, uint64_t lanes)
{
    float p = scalar_float_of_bits(argument_of(t, item));
    uint64_t chosen = lanes & t->live[item];
    unsigned lane;
    for
        EACH_LANE(lane, lanes & ~t->live[item])
    chosen |= (uint64_t)(stream_draw(t, lane) < p) << lane;
    answer a = {0, lanes & ~chosen};
    return chosen ? both(a, run(t, item + 1, chosen)) : a;
}

static answer run_debug(interp *t, uint32_t item, uint64_t lanes)
{
#if TRACED
    log_event(t, item, lanes & ~t->live[item], GESTALT_LOG_START);
#endif
    answer a = run(t, item + 1, lanes);
#if TRACED
    log_event(t, item, a.succeeded, GESTALT_LOG_SUCCESS);
    log_event(t, item, a.failed, GESTALT_LOG_FAILURE);
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

// What a finished round means: which lanes leave the loop, with which answer.
static loop loop_judge(interp *t, uint32_t item, answer child)
{
    uint32_t slot = argument_of(t, item);
    uint32_t limit = (uint32_t)t->items[item + 1];
    loop l = {0};
    unsigned lane;
    switch (item_type_of(t->items[item])) {
    case NODE_WHILE:
        l.ended = child.failed;
        l.answers = split(child.failed, t->bits[slot]);
        t->bits[slot] |= child.succeeded;
        break;
    case NODE_RETRY:
        l.ended = l.answers.succeeded = child.succeeded;
        if (limit)
            for
                EACH_LANE(lane, child.failed)
        if (++t->words[(size_t)slot * t->layout.stride + lane] == limit)
            l.answers.failed |= UINT64_C(1) << lane;
        l.ended |= l.answers.failed;
        break;
    default:
        if (limit)
            for
                EACH_LANE(lane, finished(child))
        if (++t->words[(size_t)slot * t->layout.stride + lane] == limit)
            l.ended |= UINT64_C(1) << lane;
        l.answers = (answer){child.succeeded & l.ended, child.failed & l.ended};
    }
    return l;
}

// A fresh lane has no successes and no rounds behind it.
static void loop_start(interp *t, uint32_t item, uint64_t fresh)
{
    uint32_t slot = argument_of(t, item);
    unsigned lane;
    if (item_type_of(t->items[item]) == NODE_WHILE)
        t->bits[slot] &= ~fresh;
    else if ((uint32_t)t->items[item + 1])
        for
            EACH_LANE(lane, fresh)
    t->words[(size_t)slot * t->layout.stride + lane] = 0;
}

static answer run_loop(interp *t, uint32_t item, uint64_t lanes)
{
    uint32_t child = item + 2;
    uint32_t per_tick = (uint32_t)(t->items[item + 1] >> 32);
    uint64_t behind =
        lanes & t->live[child]; // lanes that have started one round less than the others
    answer result = {0, 0};
    loop_start(t, item, lanes & ~t->live[item]);
    for (uint32_t started = 1; lanes; started++) {
        answer a = run(t, child, lanes);
        loop l = loop_judge(t, item, a);
        result = both(result, l.answers);
        lanes = finished(a) & ~l.ended;
        if (started >= per_tick) // the others have had their rounds
            lanes = started == per_tick ? lanes & behind : 0;
    }
    return result;
}

static answer run_decorator(interp *t, uint32_t item, uint64_t lanes)
{
    answer a;
    switch (item_type_of(t->items[item])) {
    case NODE_INVERT: a = run(t, item + 1, lanes); return (answer){a.failed, a.succeeded};
    case NODE_FORCE_SUCCESS: return (answer){finished(run(t, item + 1, lanes)), 0};
    case NODE_FORCE_FAILURE: return (answer){0, finished(run(t, item + 1, lanes))};
    case NODE_DELAY: return run_delay(t, item, lanes);
    case NODE_REPEAT:
    case NODE_WHILE:
    case NODE_RETRY: return run_loop(t, item, lanes);
    case NODE_TIMEOUT: return run_timeout(t, item, lanes);
    case NODE_COOLDOWN: return run_cooldown(t, item, lanes);
    case NODE_ONCE: return run_once(t, item, lanes);
    case NODE_CHANCE: return run_chance(t, item, lanes);
    default: return run_debug(t, item, lanes);
    }
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
static answer run_chain(interp *t, uint32_t item, uint64_t lanes, int on)
{
    uint64_t waiting = lanes & t->live[item], active = lanes & ~waiting, ended = 0;
    uint32_t end = end_of(t, item), child = item + 1;
    for (; child < end && (active | waiting); child = end_of(t, child)) {
        uint64_t now = active | (waiting & t->live[child]);
        if (!now)
            continue;
        answer a = run(t, child, now);
        waiting &= ~now;
        active = leads_on(a, on);
        ended |= ends(a, on);
    }
    return chain_answer(active, ended, on);
}

// priority and reactive_sequence: from the first child on, in every tick.
static answer run_reactive(interp *t, uint32_t item, uint64_t lanes, int on)
{
    uint64_t was_live = lanes & t->live[item], active = lanes, ended = 0;
    uint32_t end = end_of(t, item);
    for (uint32_t child = item + 1; child < end && active; child = end_of(t, child)) {
        answer a = run(t, child, active);
        uint64_t stopped = active & ~leads_on(a, on);
        ended |= ends(a, on);
        active = leads_on(a, on);
        if (stopped & was_live)
            interp_abandon(t, end_of(t, child), end, stopped & was_live);
    }
    return chain_answer(active, ended, on);
}

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

// Runs the lanes of one round, child by child. Which lanes go on to the next round is in the
// answer.
static answer run_round(interp *t, const uint16_t *order, const uint32_t *children, uint64_t lanes)
{
    answer result = {0, 0};
    unsigned lane;
    while (lanes) {
        uint16_t child = order[__builtin_ctzll(lanes)];
        uint64_t same = 0;
        for
            EACH_LANE(lane, lanes)
        same |= (uint64_t)(order[lane] == child) << lane;
        result = both(result, run(t, children[child], same));
        lanes &= ~same;
    }
    return result;
}

static answer run_shuffled(interp *t, uint32_t item, uint64_t lanes, int on)
{
    uint32_t end = end_of(t, item), count = 0, stride = t->layout.stride;
    uint64_t waiting = lanes & t->live[item], active = lanes & ~waiting, ended = 0;
    uint32_t *children = t->shuffle_children + t->shuffle_used;
    uint16_t *order = t->shuffle + (size_t)t->shuffle_used * stride;
    int64_t *seeds = t->longs + (size_t)argument_of(t, item) * stride;
    unsigned lane;
    for (uint32_t child = item + 1; child < end; child = end_of(t, child))
        children[count++] = child;
    t->shuffle_used += count;
    for
        EACH_LANE(lane, active)
        { // the slot keeps the state that the permutation came from
            memcpy(&seeds[lane], &t->streams[lane], sizeof seeds[lane]);
            shuffle(t, order, count, lane);
        }
    for
        EACH_LANE(lane, waiting)
        {
            uint64_t kept = t->streams[lane];
            memcpy(&t->streams[lane], &seeds[lane], sizeof seeds[lane]);
            shuffle(t, order, count, lane);
            t->streams[lane] = kept;
        }
    for (uint32_t round = 0; round < count && (active | waiting); round++) {
        const uint16_t *turn = order + (size_t)round * stride;
        uint64_t now = active;
        for
            EACH_LANE(lane, waiting)
        now |= t->live[children[turn[lane]]] & UINT64_C(1) << lane;
        answer a = run_round(t, turn, children, now);
        waiting &= ~now;
        active = leads_on(a, on);
        ended |= ends(a, on);
    }
    t->shuffle_used -= count;
    return chain_answer(active, ended, on);
}

// What has failed is rolled back; then, everything that still is live is abandoned.
static void give_up(interp *t, uint32_t item, undo_scope scope, answer a)
{
    scope_close(t, scope, a.failed);
    if (finished(a))
        interp_abandon(t, item + 1, end_of(t, item), finished(a));
}

static answer run_concurrent(interp *t, uint32_t item, uint64_t lanes)
{
    undo_scope scope = scope_open(t);
    uint64_t running = 0;
    answer result = {0, 0};
    uint32_t end = end_of(t, item);
    for (uint32_t child = item + 1; child < end && lanes; child = end_of(t, child)) {
        answer a = run(t, child, lanes);
        running |= lanes & ~finished(a);
        result.failed |= a.failed;
        lanes &= ~a.failed;
    }
    result.succeeded = lanes & ~running;
    give_up(t, item, scope, result);
    return result;
}

static answer run_race(interp *t, uint32_t item, uint64_t lanes)
{
    undo_scope scope = scope_open(t);
    answer result = {0, 0};
    uint32_t end = end_of(t, item);
    for (uint32_t child = item + 1; child < end && lanes; child = end_of(t, child)) {
        answer a = run(t, child, lanes);
        result = both(result, a);
        lanes &= ~finished(a);
    }
    give_up(t, item, scope, result);
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
static answer run_parallel(interp *t, uint32_t item, uint64_t lanes)
{
    undo_scope scope = scope_open(t);
    uint64_t *bits = t->bits + argument_of(t, item), unfinished = 0;
    uint32_t success = (uint32_t)t->items[item + 1], failure = (uint32_t)(t->items[item + 1] >> 32);
    uint32_t end = end_of(t, item);
    counter succeeded = {{0}}, failed = {{0}};
    answer result = {0, 0};
    uint64_t fresh = lanes & ~t->live[item];
    uint64_t *b = bits;
    for (uint32_t child = item + 2; child < end; child = end_of(t, child), b += 2) {
        b[0] &= ~fresh;
        count_up(&succeeded, lanes & b[0] & b[1]);
        count_up(&failed, lanes & b[0] & ~b[1]);
    }
    b = bits;
    for (uint32_t child = item + 2; child < end && lanes; child = end_of(t, child), b += 2) {
        uint64_t now = lanes & ~b[0];
        if (!now)
            continue;
        answer a = run(t, child, now);
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
    give_up(t, item, scope, result);
    return result;
}

// ---- deciders that pick a child and stay with it. `choice` says which, for fresh lanes.

static answer run_choice(interp *t, uint32_t item, uint32_t child, uint64_t lanes,
                         const uint16_t *choice)
{
    uint64_t waiting = lanes & t->live[item], fresh = lanes & ~waiting;
    uint32_t end = end_of(t, item);
    answer result = {0, 0};
    unsigned lane;
    for (uint16_t i = 0; child < end && (fresh | waiting); child = end_of(t, child), i++) {
        uint64_t now = waiting & t->live[child];
        for
            EACH_LANE(lane, fresh)
        now |= (uint64_t)(choice[lane] == i) << lane;
        if (!now)
            continue;
        result = both(result, run(t, child, now));
        fresh &= ~now;
        waiting &= ~now;
    }
    return result;
}

static answer run_weighted(interp *t, uint32_t item, uint64_t lanes)
{
    uint32_t count = argument_of(t, item);
    const uint64_t *weights = t->items + item + 1;
    float total = scalar_float_of_bits(item_argument(weights[count - 1]));
    uint16_t choice[COHORT_LANES_MAX];
    unsigned lane;
    for
        EACH_LANE(lane, lanes & ~t->live[item])
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
    return run_choice(t, item, item + 1 + count, lanes, choice);
}

static answer run_utility(interp *t, uint32_t item, uint64_t lanes)
{
    uint64_t fresh = lanes & ~t->live[item];
    uint32_t first_child = argument_of(t, item);
    uint16_t choice[COHORT_LANES_MAX];
    float best[COHORT_LANES_MAX];
    unsigned lane;
    uint16_t i = 0;
    for (uint32_t score = item + 1; fresh && score < first_child; i++) {
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
    return run_choice(t, item, first_child, lanes, choice);
}

static answer run_decide(interp *t, uint32_t item, uint64_t lanes)
{
    uint64_t fresh = lanes & ~t->live[item], waiting = lanes & ~fresh;
    uint64_t yes = fresh ? fresh & evaluate_bool(t, item + 1, fresh) : 0, no = fresh & ~yes;
    uint32_t first = argument_of(t, item), second = end_of(t, first);
    answer result = {0, 0};
    yes |= waiting & t->live[first];
    if (second == end_of(t, item)) {
        result.failed = no;
    } else {
        no |= waiting & t->live[second];
        result = no ? run(t, second, no) : result;
    }
    return yes ? both(result, run(t, first, yes)) : result;
}

static answer run_decider(interp *t, uint32_t item, uint64_t lanes)
{
    switch (item_type_of(t->items[item])) {
    case NODE_SEQUENCE:
        return is_variant(t, item) ? run_shuffled(t, item, lanes, 0) : run_chain(t, item, lanes, 0);
    case NODE_SELECTOR:
        return is_variant(t, item) ? run_shuffled(t, item, lanes, 1) : run_chain(t, item, lanes, 1);
    case NODE_PRIORITY: return run_reactive(t, item, lanes, 1);
    case NODE_REACTIVE_SEQUENCE: return run_reactive(t, item, lanes, 0);
    case NODE_CONCURRENT: return run_concurrent(t, item, lanes);
    case NODE_RACE: return run_race(t, item, lanes);
    case NODE_PARALLEL: return run_parallel(t, item, lanes);
    case NODE_WEIGHTED: return run_weighted(t, item, lanes);
    case NODE_UTILITY: return run_utility(t, item, lanes);
    default: return run_decide(t, item, lanes);
    }
}

// ---- any node

static answer run(interp *t, uint32_t item, uint64_t lanes)
{
    item_type type = item_type_of(t->items[item]);
#if TRACED
    const interp_hooks *hooks = t->moment->hooks;
    if (hooks->enter)
        hooks->enter(hooks->user, watched_cohort(t), t->plan->node_ids[item], lanes,
                     lanes & t->live[item]);
#endif
    answer a = type < NODE_INVERT     ? run_leaf(t, item, lanes)
               : type < NODE_SEQUENCE ? run_decorator(t, item, lanes)
                                      : run_decider(t, item, lanes);
    live_update(t, item, lanes, lanes & ~finished(a));
#if TRACED
    if (hooks->leave)
        hooks->leave(hooks->user, watched_cohort(t), t->plan->node_ids[item], a.succeeded, a.failed,
                     lanes & ~finished(a));
#endif
    return a;
}
