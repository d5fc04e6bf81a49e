// SPDX-License-Identifier: MIT
// The runtime of generated C for a large tree. Straight-line code for every node would take
// compilers hours and exceed the processor's caches. So such a tree is a table, which these
// functions interpret; only its expressions are code, shared by all that differ only in keys and
// constants.
//
//   nodes   | 0: sequence | 1: condition | 2: decide | 3: action | 4: wait | end |
//                                          size 3 >------------------------->
//
// The children of a node follow the node, one after another. Nodes return masks as in native.h.
#ifndef GESTALT_NATIVE_TABLE_H
#define GESTALT_NATIVE_TABLE_H

#include <gestalt/native.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gestalt_native_node gestalt_native_node;

/// Run a node for some lanes, resuming those in `live`.
typedef gestalt_native_answer gestalt_native_node_run(gestalt_native_tick *t,
                                                      const gestalt_native_layout *at,
                                                      const gestalt_native_node *n, uint64_t lanes,
                                                      uint64_t live);

/// Fill a column with a number expression; `k` has its keys and constants.
typedef void gestalt_native_fill(gestalt_native_tick *t, const gestalt_native_layout *at,
                                 const uint32_t *k, uint64_t lanes, void *to);

typedef struct gestalt_native_value {
    gestalt_native_fill *fill;
    const uint32_t *k;
} gestalt_native_value;

enum {
    GESTALT_NATIVE_VARIANT = 1,   ///< variant of the node type, such as a duration in ticks
    GESTALT_NATIVE_OWNS = 2,      ///< the node has a live mask of its own
    GESTALT_NATIVE_IN_SCOPE = 4,  ///< changes of persistent values can be rolled back
    GESTALT_NATIVE_SCOPE = 8,     ///< the node rolls back
    GESTALT_NATIVE_EVALUATED = 16 ///< the duration is an expression
};
#define GESTALT_NATIVE_NO_SLOT UINT32_MAX

struct gestalt_native_node {
    gestalt_native_node_run *run;
    union {
        gestalt_native_node_run *ask;       // bool expression of a `decide`
        const gestalt_native_value *values; // value of a `switch`, scores of a `utility`
    } with;
    const uint32_t *data; // constants `k` of an expression. For a node that chooses a child:
                          // position and slot of each child, followed by the data for the choice
    int64_t raw;          // duration, rounds, thresholds or status
    uint32_t slot;        // slot of the live mask
    uint32_t first;       // the node's own slot, or the first one after it
    uint32_t item;
    uint32_t size;     // nodes in the subtree
    uint32_t argument; // slot or index of the node's own value
    uint32_t call;     // index of the host call
    uint32_t count;    // number of children; for a switch, number of cases
    uint32_t flags;
};

/// The functions of this file are unused in trees that do not need them.
#define GESTALT_NATIVE_NODE(name)                                                                  \
    static __attribute__((unused)) gestalt_native_answer gestalt_native_run_##name(                \
        gestalt_native_tick *t, const gestalt_native_layout *at, const gestalt_native_node *n,     \
        uint64_t lanes, uint64_t live)

/// Functions with local columns are not inlined, so that nodes on the stack of calls stay small.
#define GESTALT_NATIVE_APART static __attribute__((noinline, unused))

GESTALT_NATIVE_INLINE gestalt_native_answer gestalt_native_answered(uint64_t succeeded,
                                                                    uint64_t failed)
{
    gestalt_native_answer answer = {succeeded, failed};
    return answer;
}

// ---- children

GESTALT_NATIVE_INLINE const gestalt_native_node *
gestalt_native_behind(const gestalt_native_node *child)
{
    return child + child->size;
}

/// Return the lanes in which a node is live.
GESTALT_NATIVE_INLINE uint64_t gestalt_native_live_in(const gestalt_native_tick *t,
                                                      const gestalt_native_layout *at,
                                                      const gestalt_native_node *n)
{
    return n->slot == GESTALT_NATIVE_NO_SLOT ? 0 : gestalt_native_live(t, at, n->slot);
}

/// Run a child for some lanes, if there are any.
GESTALT_NATIVE_INLINE gestalt_native_answer gestalt_native_child(gestalt_native_tick *t,
                                                                 const gestalt_native_layout *at,
                                                                 const gestalt_native_node *n,
                                                                 uint64_t lanes, uint64_t live)
{
    if (!lanes)
        return gestalt_native_answered(0, 0);
    gestalt_native_answer a = n->run(t, at, n, lanes, live);
    if (n->flags & GESTALT_NATIVE_OWNS)
        gestalt_native_keep(t, at, n->slot, lanes, a.succeeded | a.failed);
    return a;
}

/// Run a child that reads its own live mask.
GESTALT_NATIVE_INLINE gestalt_native_answer gestalt_native_only(gestalt_native_tick *t,
                                                                const gestalt_native_layout *at,
                                                                const gestalt_native_node *n,
                                                                uint64_t lanes)
{
    return gestalt_native_child(t, at, n, lanes, gestalt_native_live_in(t, at, n));
}

/// Abandon the children of a node from a given one on.
GESTALT_NATIVE_INLINE void gestalt_native_leave(gestalt_native_tick *t,
                                                const gestalt_native_node *n,
                                                const gestalt_native_node *child, uint64_t lanes)
{
    uint32_t end = gestalt_native_behind(n)->first;
    if (lanes && child->first < end)
        t->services->abandon(t, child->first, end, lanes);
}

// ---- clocks

GESTALT_NATIVE_INLINE int64_t gestalt_native_clock(const gestalt_native_tick *t,
                                                   const gestalt_native_node *n)
{
    return n->flags & GESTALT_NATIVE_VARIANT ? t->ticks : t->now;
}

/// Start the clock of a node.
GESTALT_NATIVE_INLINE void gestalt_native_start_of(gestalt_native_tick *t,
                                                   const gestalt_native_node *n, int64_t *due,
                                                   uint64_t lanes)
{
    if (!lanes)
        return;
    if (n->flags & GESTALT_NATIVE_EVALUATED)
        t->services->due(t, n->item, lanes, due);
    else
        gestalt_native_start(due, lanes, gestalt_native_clock(t, n) + n->raw);
}

GESTALT_NATIVE_INLINE void gestalt_native_note_status(gestalt_native_tick *t,
                                                      const gestalt_native_layout *at,
                                                      const gestalt_native_node *n, uint64_t lanes,
                                                      uint64_t succeeded, uint64_t failed)
{
    if (n->flags & GESTALT_NATIVE_IN_SCOPE)
        t->services->put_status(t, n->argument, lanes, succeeded, failed);
    else
        gestalt_native_set_status(t, at, n->argument, lanes, succeeded, failed);
}

/// Evaluate a bool expression, like GESTALT_NATIVE_ASK for a constant number of lanes.
#define GESTALT_NATIVE_ASK_ANY(mask, VALUE)                                                        \
    do {                                                                                           \
        mask = 0;                                                                                  \
        if (at->lanes == 1)                                                                        \
            mask = VALUE(GESTALT_NATIVE_ONE);                                                      \
        else                                                                                       \
            for (uint32_t i = 0; i < at->stride; i += GESTALT_VECTOR_WIDTH)                        \
                mask |= (VALUE(GESTALT_NATIVE_ALL) & GESTALT_NATIVE_WIDTH_BITS) << i;              \
        mask &= lanes;                                                                             \
    } while (0)

// ---- leaves. Generated code has its own functions for expressions, and for leaf functions that
// are compiled with the tree.

GESTALT_NATIVE_NODE(success)
{
    (void)t, (void)at, (void)n, (void)live;
    return gestalt_native_answered(lanes, 0);
}

GESTALT_NATIVE_NODE(failure)
{
    (void)t, (void)at, (void)n, (void)live;
    return gestalt_native_answered(0, lanes);
}

GESTALT_NATIVE_NODE(running)
{
    (void)t, (void)at, (void)n, (void)lanes, (void)live;
    return gestalt_native_answered(0, 0);
}

GESTALT_NATIVE_NODE(action)
{
    return gestalt_native_act(t, at, n->call, lanes, lanes & ~live);
}

GESTALT_NATIVE_NODE(action_with_arguments)
{
    (void)at;
    return t->services->act(t, n->call, lanes, lanes & ~live);
}

GESTALT_NATIVE_NODE(predicate)
{
    (void)live;
    uint64_t yes = gestalt_native_ask(t, at, n->call, lanes);
    return gestalt_native_answered(yes, lanes & ~yes);
}

GESTALT_NATIVE_NODE(predicate_with_arguments)
{
    (void)at, (void)live;
    uint64_t yes = t->services->ask(t, n->call, lanes);
    return gestalt_native_answered(yes, lanes & ~yes);
}

GESTALT_NATIVE_NODE(deferred)
{
    (void)at;
    return t->services->defer(t, n->item, lanes, live);
}

GESTALT_NATIVE_NODE(persistent)
{
    (void)live;
    const uint64_t *status = gestalt_native_status(t, at, n->argument);
    return gestalt_native_answered(lanes & status[0], lanes & status[1]);
}

GESTALT_NATIVE_NODE(signal)
{
    (void)live;
    gestalt_native_note_status(t, at, n, lanes, n->raw == GESTALT_SUCCESS ? lanes : 0,
                               n->raw == GESTALT_FAILURE ? lanes : 0);
    return gestalt_native_answered(lanes, 0);
}

GESTALT_NATIVE_NODE(wait)
{
    int64_t *due = gestalt_native_long(t, at, n->argument);
    gestalt_native_start_of(t, n, due, lanes & ~live);
    return gestalt_native_answered(gestalt_native_due(due, gestalt_native_clock(t, n), lanes), 0);
}

// ---- nodes with one child

GESTALT_NATIVE_NODE(debug)
{
    (void)live;
    return gestalt_native_only(t, at, n + 1, lanes);
}

GESTALT_NATIVE_NODE(invert)
{
    (void)live;
    gestalt_native_answer a = gestalt_native_only(t, at, n + 1, lanes);
    return gestalt_native_answered(a.failed, a.succeeded);
}

GESTALT_NATIVE_NODE(force_success)
{
    (void)live;
    gestalt_native_answer a = gestalt_native_only(t, at, n + 1, lanes);
    return gestalt_native_answered(a.succeeded | a.failed, 0);
}

GESTALT_NATIVE_NODE(force_failure)
{
    (void)live;
    gestalt_native_answer a = gestalt_native_only(t, at, n + 1, lanes);
    return gestalt_native_answered(0, a.succeeded | a.failed);
}

GESTALT_NATIVE_NODE(timeout)
{
    int64_t *due = gestalt_native_long(t, at, n->argument);
    gestalt_native_start_of(t, n, due, lanes & ~live);
    uint64_t over = gestalt_native_due(due, gestalt_native_clock(t, n), lanes & live);
    gestalt_native_leave(t, n, n + 1, over);
    gestalt_native_answer a = gestalt_native_only(t, at, n + 1, lanes & ~over);
    return gestalt_native_answered(a.succeeded, a.failed | over);
}

GESTALT_NATIVE_NODE(delay)
{
    int64_t *due = gestalt_native_long(t, at, n->argument);
    uint64_t inside = lanes & gestalt_native_live_in(t, at, n + 1);
    gestalt_native_start_of(t, n, due, lanes & ~live);
    uint64_t on = inside | gestalt_native_due(due, gestalt_native_clock(t, n), lanes & ~inside);
    return gestalt_native_only(t, at, n + 1, on);
}

GESTALT_NATIVE_APART void gestalt_native_rest(gestalt_native_tick *t, const gestalt_native_node *n,
                                              uint64_t lanes)
{
    int64_t due[64];
    gestalt_native_start_of(t, n, due, lanes);
    t->services->put_times(t, n->argument, lanes, due);
}

GESTALT_NATIVE_NODE(cooldown)
{
    int64_t *due = gestalt_native_time(t, at, n->argument);
    uint64_t on = lanes & live;
    on |= gestalt_native_due(due, gestalt_native_clock(t, n), lanes & ~on);
    gestalt_native_answer a = gestalt_native_only(t, at, n + 1, on);
    uint64_t done = a.succeeded | a.failed;
    if (done && n->flags & GESTALT_NATIVE_IN_SCOPE)
        gestalt_native_rest(t, n, done);
    else
        gestalt_native_start_of(t, n, due, done);
    return gestalt_native_answered(a.succeeded, a.failed | (lanes & ~on));
}

/// A cooldown of zero time lets all lanes run.
GESTALT_NATIVE_NODE(cooldown_of_none)
{
    gestalt_native_answer a = gestalt_native_only(t, at, n + 1, lanes);
    uint64_t done = a.succeeded | a.failed;
    (void)live;
    if (done && n->flags & GESTALT_NATIVE_IN_SCOPE)
        gestalt_native_rest(t, n, done);
    else
        gestalt_native_start_of(t, n, gestalt_native_time(t, at, n->argument), done);
    return a;
}

GESTALT_NATIVE_NODE(once)
{
    const uint64_t *status = gestalt_native_status(t, at, n->argument);
    uint64_t succeeded = lanes & status[0], failed = lanes & status[1];
    (void)live;
    gestalt_native_answer a = gestalt_native_only(t, at, n + 1, lanes & ~(succeeded | failed));
    if (a.succeeded | a.failed)
        gestalt_native_note_status(t, at, n, a.succeeded | a.failed, a.succeeded, a.failed);
    return gestalt_native_answered(succeeded | a.succeeded, failed | a.failed);
}

/// Return the lanes whose random draw is below a probability.
GESTALT_NATIVE_APART uint64_t gestalt_native_try(gestalt_native_tick *t,
                                                 const gestalt_native_layout *at, uint64_t lanes,
                                                 uint32_t probability)
{
    float drawn[64] = {0};
    t->services->draw(t, lanes, drawn);
    return gestalt_lanes_less_float(drawn, lanes, gestalt_native_float(probability), at->stride);
}

GESTALT_NATIVE_NODE(chance)
{
    uint64_t on = (lanes & live) | gestalt_native_try(t, at, lanes & ~live, n->argument);
    gestalt_native_answer a = gestalt_native_only(t, at, n + 1, on);
    return gestalt_native_answered(a.succeeded, a.failed | (lanes & ~on));
}

// ---- loops

/// Run a block for the lanes of each round that a loop starts in this tick.
#define GESTALT_NATIVE_ROUNDS(lanes)                                                               \
    uint64_t on = (lanes), behind = (lanes)&gestalt_native_live_in(t, at, n + 1), s = 0, f = 0;    \
    uint32_t limit = (uint32_t)(uint64_t)n->raw, per_tick = (uint32_t)((uint64_t)n->raw >> 32);    \
    (void)limit;                                                                                   \
    for (uint32_t i = 1; on; on = gestalt_native_again(on, behind, i++, per_tick))

GESTALT_NATIVE_NODE(repeat)
{
    uint32_t *rounds = gestalt_native_word(t, at, n->argument);
    if ((uint32_t)(uint64_t)n->raw)
        gestalt_native_reset(rounds, lanes & ~live);
    GESTALT_NATIVE_ROUNDS(lanes)
    {
        gestalt_native_answer a = gestalt_native_only(t, at, n + 1, on);
        uint64_t done = a.succeeded | a.failed;
        uint64_t over = limit ? gestalt_native_count(rounds, done, limit) : 0;
        s |= a.succeeded & over;
        f |= a.failed & over;
        on = done & ~over;
    }
    return gestalt_native_answered(s, f);
}

GESTALT_NATIVE_NODE(retry)
{
    uint32_t *rounds = gestalt_native_word(t, at, n->argument);
    if ((uint32_t)(uint64_t)n->raw)
        gestalt_native_reset(rounds, lanes & ~live);
    GESTALT_NATIVE_ROUNDS(lanes)
    {
        gestalt_native_answer a = gestalt_native_only(t, at, n + 1, on);
        uint64_t over = limit ? gestalt_native_count(rounds, a.failed, limit) : 0;
        s |= a.succeeded;
        f |= over;
        on = a.failed & ~over;
    }
    return gestalt_native_answered(s, f);
}

GESTALT_NATIVE_NODE(while)
{
    uint64_t *once = gestalt_native_bit(t, at, n->argument);
    *once &= ~(lanes & ~live);
    GESTALT_NATIVE_ROUNDS(lanes)
    {
        gestalt_native_answer a = gestalt_native_only(t, at, n + 1, on);
        s |= a.failed & *once;
        f |= a.failed & ~*once;
        *once |= a.succeeded;
        on = a.succeeded;
    }
    return gestalt_native_answered(s, f);
}

// ---- nodes that run their children in sequence

/// Run the children in order. `goes_on` are the lanes that the child's result lets continue,
/// `stops` the other finished lanes.
#define GESTALT_NATIVE_IN_TURN(goes_on, stops)                                                     \
    const gestalt_native_node *end = gestalt_native_behind(n), *c = n + 1;                         \
    uint64_t on = lanes & ~live, waiting = lanes & live, over = 0;                                 \
    for (; c < end && (on | waiting); c = gestalt_native_behind(c)) {                              \
        uint64_t inside = gestalt_native_live_in(t, at, c);                                        \
        uint64_t run = on | (waiting & inside);                                                    \
        waiting &= ~inside;                                                                        \
        gestalt_native_answer a = gestalt_native_child(t, at, c, run, inside);                     \
        over |= a.stops;                                                                           \
        on = a.goes_on;                                                                            \
    }

GESTALT_NATIVE_NODE(sequence)
{
    GESTALT_NATIVE_IN_TURN(succeeded, failed)
    return gestalt_native_answered(on, over);
}

GESTALT_NATIVE_NODE(selector)
{
    GESTALT_NATIVE_IN_TURN(failed, succeeded)
    return gestalt_native_answered(over, on);
}

/// Start from the first child, and abandon later children in lanes that do not reach them.
#define GESTALT_NATIVE_FROM_FIRST(goes_on, stops)                                                  \
    const gestalt_native_node *end = gestalt_native_behind(n), *c = n + 1;                         \
    uint64_t on = lanes, waiting = lanes & live, over = 0;                                         \
    for (; c < end && on; c = gestalt_native_behind(c)) {                                          \
        uint64_t inside = gestalt_native_live_in(t, at, c);                                        \
        uint64_t run = on | (waiting & inside);                                                    \
        waiting &= ~inside;                                                                        \
        gestalt_native_answer a = gestalt_native_child(t, at, c, run, inside);                     \
        uint64_t left = run & ~a.goes_on & waiting;                                                \
        over |= a.stops;                                                                           \
        if (left)                                                                                  \
            gestalt_native_leave(t, n, gestalt_native_behind(c), left);                            \
        waiting &= ~left;                                                                          \
        on = a.goes_on;                                                                            \
    }

GESTALT_NATIVE_NODE(priority)
{
    GESTALT_NATIVE_FROM_FIRST(failed, succeeded)
    return gestalt_native_answered(over, on);
}

GESTALT_NATIVE_NODE(reactive_sequence)
{
    GESTALT_NATIVE_FROM_FIRST(succeeded, failed)
    return gestalt_native_answered(on, over);
}

// ---- nodes that run their children concurrently

GESTALT_NATIVE_INLINE void gestalt_native_open_scope(gestalt_native_tick *t,
                                                     const gestalt_native_node *n,
                                                     gestalt_native_mark *mark)
{
    if (n->flags & GESTALT_NATIVE_SCOPE)
        t->services->open(t, mark);
}

GESTALT_NATIVE_INLINE gestalt_native_answer
gestalt_native_close_scope(gestalt_native_tick *t, const gestalt_native_node *n,
                           const gestalt_native_mark *mark, uint64_t succeeded, uint64_t failed)
{
    if (n->flags & GESTALT_NATIVE_SCOPE)
        t->services->close(t, mark, failed);
    gestalt_native_leave(t, n, n + 1, succeeded | failed);
    return gestalt_native_answered(succeeded, failed);
}

GESTALT_NATIVE_NODE(concurrent)
{
    const gestalt_native_node *end = gestalt_native_behind(n), *c = n + 1;
    uint64_t on = lanes, run_on = 0, failed = 0;
    gestalt_native_mark mark = {0, 0};
    (void)live;
    gestalt_native_open_scope(t, n, &mark);
    for (; c < end && on; c = gestalt_native_behind(c)) {
        gestalt_native_answer a = gestalt_native_only(t, at, c, on);
        run_on |= on & ~(a.succeeded | a.failed);
        failed |= a.failed;
        on &= ~a.failed;
    }
    return gestalt_native_close_scope(t, n, &mark, on & ~run_on, failed);
}

GESTALT_NATIVE_NODE(race)
{
    const gestalt_native_node *end = gestalt_native_behind(n), *c = n + 1;
    uint64_t on = lanes, succeeded = 0, failed = 0;
    gestalt_native_mark mark = {0, 0};
    (void)live;
    gestalt_native_open_scope(t, n, &mark);
    for (; c < end && on; c = gestalt_native_behind(c)) {
        gestalt_native_answer a = gestalt_native_only(t, at, c, on);
        succeeded |= a.succeeded;
        failed |= a.failed;
        on &= ~(a.succeeded | a.failed);
    }
    return gestalt_native_close_scope(t, n, &mark, succeeded, failed);
}

GESTALT_NATIVE_NODE(parallel)
{
    const gestalt_native_node *end = gestalt_native_behind(n), *c = n + 1;
    gestalt_native_counter successes = {{0}}, failures = {{0}};
    uint64_t *ended = gestalt_native_bit(t, at, n->argument);
    uint64_t on = lanes, run_on = 0, succeeded = 0, failed = 0;
    gestalt_native_mark mark = {0, 0};
    gestalt_native_open_scope(t, n, &mark);
    gestalt_native_recount(ended, n->count, lanes, lanes & ~live, &successes, &failures);
    for (; c < end; c = gestalt_native_behind(c), ended += 2) {
        uint64_t run = on & ~ended[0];
        if (!run)
            continue;
        gestalt_native_answer a = gestalt_native_only(t, at, c, run);
        uint64_t done = a.succeeded | a.failed;
        ended[0] |= done;
        ended[1] = (ended[1] & ~run) | a.succeeded;
        gestalt_native_add(&successes, a.succeeded);
        gestalt_native_add(&failures, a.failed);
        run_on |= run & ~done;
        uint64_t won = on & done & gestalt_native_at_least(&successes, (uint32_t)(uint64_t)n->raw);
        uint64_t lost = on & done & ~won &
                        gestalt_native_at_least(&failures, (uint32_t)((uint64_t)n->raw >> 32));
        succeeded |= won;
        failed |= lost;
        on &= ~(won | lost);
    }
    return gestalt_native_close_scope(t, n, &mark, succeeded, failed | (on & ~run_on));
}

GESTALT_NATIVE_NODE(service)
{
    const gestalt_native_node *first = n + 1, *second = gestalt_native_behind(first);
    int64_t *due = gestalt_native_long(t, at, n->argument);
    uint64_t fresh = lanes & ~live, run = gestalt_native_live_in(t, at, first);
    uint64_t idle = lanes & ~run & ~fresh;
    uint64_t starts = fresh | gestalt_native_due(due, gestalt_native_clock(t, n), idle);
    gestalt_native_start_of(t, n, due, starts);
    gestalt_native_only(t, at, first, starts | (lanes & ~fresh & ~idle));
    gestalt_native_answer a = gestalt_native_only(t, at, second, lanes);
    gestalt_native_leave(t, n, first,
                         (a.succeeded | a.failed) & gestalt_native_live_in(t, at, first));
    return a;
}

// ---- nodes that choose a child

GESTALT_NATIVE_NODE(decide)
{
    const gestalt_native_node *first = n + 1, *second = gestalt_native_behind(first);
    uint64_t fresh = lanes & ~live, yes = 0;
    if (fresh)
        yes = n->with.ask(t, at, n, fresh, 0).succeeded;
    yes |= lanes & live & gestalt_native_live_in(t, at, first);
    gestalt_native_answer a = gestalt_native_only(t, at, first, yes), b = {0, lanes & ~yes};
    if (second < gestalt_native_behind(n))
        b = gestalt_native_only(t, at, second, lanes & ~yes);
    return gestalt_native_answered(a.succeeded | b.succeeded, a.failed | b.failed);
}

GESTALT_NATIVE_NODE(reactive_decide)
{
    const gestalt_native_node *first = n + 1, *second = gestalt_native_behind(first);
    uint64_t yes = n->with.ask(t, at, n, lanes, 0).succeeded, waiting = lanes & live;
    uint64_t inside = waiting & gestalt_native_live_in(t, at, first);
    gestalt_native_leave(t, n, first, (inside & ~yes) | (waiting & ~inside & yes));
    gestalt_native_answer a = gestalt_native_only(t, at, first, yes), b = {0, lanes & ~yes};
    if (second < gestalt_native_behind(n))
        b = gestalt_native_only(t, at, second, lanes & ~yes);
    return gestalt_native_answered(a.succeeded | b.succeeded, a.failed | b.failed);
}

/// The data of a node that chooses a child.
GESTALT_NATIVE_INLINE const gestalt_native_node *gestalt_native_choice(const gestalt_native_node *n,
                                                                       uint32_t number)
{
    return n + n->data[number];
}

GESTALT_NATIVE_INLINE uint32_t gestalt_native_choice_slot(const gestalt_native_node *n,
                                                          uint32_t number)
{
    return n->data[n->count + number];
}

GESTALT_NATIVE_INLINE const uint32_t *gestalt_native_choice_data(const gestalt_native_node *n)
{
    return n->data + 2 * (size_t)n->count;
}

/// Record which child is live in each lane. Returns the lanes without a live child.
GESTALT_NATIVE_APART uint64_t gestalt_native_resume(const gestalt_native_tick *t,
                                                    const gestalt_native_layout *at,
                                                    const gestalt_native_node *n, uint64_t waiting,
                                                    int32_t *chosen)
{
    for (uint32_t i = 0; i < n->count && waiting; i++) {
        uint32_t slot = gestalt_native_choice_slot(n, i);
        if (slot == GESTALT_NATIVE_NO_SLOT)
            continue;
        uint64_t hit = waiting & gestalt_native_live(t, at, slot);
        waiting &= ~hit;
        for (; hit; hit &= hit - 1)
            chosen[gestalt_native_lane(hit)] = (int32_t)i;
    }
    return waiting;
}

/// Run the chosen children, in their order.
GESTALT_NATIVE_INLINE gestalt_native_answer
gestalt_native_run_chosen(gestalt_native_tick *t, const gestalt_native_layout *at,
                          const gestalt_native_node *n, uint64_t lanes, const int32_t *chosen)
{
    uint64_t succeeded = 0, failed = 0;
    while (lanes) {
        int32_t least = INT32_MAX;
        uint64_t run = 0;
        for (uint64_t rest = lanes; rest; rest &= rest - 1) {
            unsigned lane = gestalt_native_lane(rest);
            uint64_t bit = UINT64_C(1) << lane;
            run = chosen[lane] < least ? bit : chosen[lane] == least ? run | bit : run;
            least = chosen[lane] < least ? chosen[lane] : least;
        }
        gestalt_native_answer a =
            gestalt_native_only(t, at, gestalt_native_choice(n, (uint32_t)least), run);
        succeeded |= a.succeeded;
        failed |= a.failed;
        lanes &= ~run;
    }
    return gestalt_native_answered(succeeded, failed);
}

/// Choose by weights. The data are the running sums, followed by whether each weight is positive.
GESTALT_NATIVE_APART void gestalt_native_weigh_all(gestalt_native_tick *t,
                                                   const gestalt_native_node *n, uint64_t lanes,
                                                   int32_t *chosen)
{
    const uint32_t *sums = gestalt_native_choice_data(n), *positive = sums + n->count;
    float drawn[64] = {0}, total = gestalt_native_float(sums[n->count - 1]);
    t->services->draw(t, lanes, drawn);
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = gestalt_native_lane(lanes);
        float limit = gestalt_float_multiply(drawn[lane], total);
        for (uint32_t i = 0; i < n->count; i++) {
            if (positive[i])
                chosen[lane] = (int32_t)i;
            if (gestalt_native_float(sums[i]) > limit)
                break;
        }
    }
}

GESTALT_NATIVE_NODE(weighted)
{
    int32_t chosen[64] = {0};
    uint64_t idle = gestalt_native_resume(t, at, n, lanes & live, chosen);
    gestalt_native_weigh_all(t, n, lanes & ~live, chosen);
    return gestalt_native_run_chosen(t, at, n, lanes & ~idle, chosen);
}

/// Choose by scores. Returns the lanes that leave the child in which they wait.
GESTALT_NATIVE_APART uint64_t gestalt_native_choose(gestalt_native_tick *t,
                                                    const gestalt_native_layout *at,
                                                    const gestalt_native_node *n, uint64_t lanes,
                                                    uint64_t waiting, int32_t *chosen)
{
    float scores[64] __attribute__((aligned(64))) = {0};
    float best[64] = {0}, kept[64] = {0};
    for (uint32_t i = 0; i < n->count; i++) {
        uint32_t slot = gestalt_native_choice_slot(n, i);
        const gestalt_native_value *value = &n->with.values[i];
        value->fill(t, at, value->k, lanes, scores);
        gestalt_native_compare((int32_t)i, scores, lanes, best, chosen);
        if (waiting && slot != GESTALT_NATIVE_NO_SLOT)
            gestalt_native_score(scores, waiting & gestalt_native_live(t, at, slot), kept);
    }
    return gestalt_native_better(best, kept, gestalt_native_float(n->argument), waiting);
}

GESTALT_NATIVE_NODE(utility)
{
    int32_t chosen[64] = {0};
    if (lanes & ~live)
        gestalt_native_choose(t, at, n, lanes & ~live, 0, chosen);
    uint64_t idle = gestalt_native_resume(t, at, n, lanes & live, chosen);
    return gestalt_native_run_chosen(t, at, n, lanes & ~idle, chosen);
}

GESTALT_NATIVE_NODE(reactive_utility)
{
    int32_t chosen[64] = {0};
    uint64_t waiting = lanes & live;
    uint64_t moves = gestalt_native_choose(t, at, n, lanes, waiting, chosen);
    gestalt_native_leave(t, n, n + 1, moves);
    uint64_t idle = gestalt_native_resume(t, at, n, waiting & ~moves, chosen);
    return gestalt_native_run_chosen(t, at, n, lanes & ~idle, chosen);
}

/// Find the child for each lane's value. The data are the number of cases, their sorted values and
/// the child of each. Returns the lanes without a matching case.
GESTALT_NATIVE_APART uint64_t gestalt_native_find(gestalt_native_tick *t,
                                                  const gestalt_native_layout *at,
                                                  const gestalt_native_node *n, uint64_t lanes,
                                                  int32_t *chosen)
{
    int32_t values[64] __attribute__((aligned(64))) = {0};
    const uint32_t *data = gestalt_native_choice_data(n);
    uint32_t cases = data[0];
    uint64_t none = 0;
    n->with.values->fill(t, at, n->with.values->k, lanes, values);
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = gestalt_native_lane(lanes);
        uint32_t low = 0;
        for (uint32_t count = cases; count > 0;) {
            uint32_t half = count / 2, above = (int32_t)data[1 + low + half] < values[lane];
            low += above ? half + 1 : 0;
            count = above ? count - half - 1 : half;
        }
        if (low < cases && (int32_t)data[1 + low] == values[lane])
            chosen[lane] = (int32_t)data[1 + cases + low];
        else if (cases < n->count)
            chosen[lane] = (int32_t)cases;
        else
            none |= UINT64_C(1) << lane;
    }
    return none;
}

GESTALT_NATIVE_NODE(switch)
{
    int32_t chosen[64] = {0};
    uint64_t none = 0, idle = gestalt_native_resume(t, at, n, lanes & live, chosen);
    if (lanes & ~live)
        none = gestalt_native_find(t, at, n, lanes & ~live, chosen);
    gestalt_native_answer a = gestalt_native_run_chosen(t, at, n, lanes & ~(idle | none), chosen);
    return gestalt_native_answered(a.succeeded, a.failed | none);
}

/// Return the lanes that are live in another child than the chosen one.
GESTALT_NATIVE_INLINE uint64_t gestalt_native_astray(const gestalt_native_tick *t,
                                                     const gestalt_native_layout *at,
                                                     const gestalt_native_node *n, uint64_t waiting,
                                                     const int32_t *chosen)
{
    uint64_t astray = waiting;
    for (; waiting; waiting &= waiting - 1) {
        unsigned lane = gestalt_native_lane(waiting);
        uint32_t slot = gestalt_native_choice_slot(n, (uint32_t)chosen[lane]);
        if (slot != GESTALT_NATIVE_NO_SLOT)
            astray &= ~(gestalt_native_live(t, at, slot) & UINT64_C(1) << lane);
    }
    return astray;
}

GESTALT_NATIVE_NODE(reactive_switch)
{
    int32_t chosen[64] = {0};
    uint64_t none = gestalt_native_find(t, at, n, lanes, chosen), waiting = lanes & live;
    uint64_t leaves = (waiting & none) | gestalt_native_astray(t, at, n, waiting & ~none, chosen);
    gestalt_native_leave(t, n, n + 1, leaves);
    gestalt_native_answer a = gestalt_native_run_chosen(t, at, n, lanes & ~none, chosen);
    return gestalt_native_answered(a.succeeded, a.failed | none);
}

// ---- random order

/// The lanes that a child lets continue: those that succeeded in a sequence, or failed in a
/// selector.
GESTALT_NATIVE_INLINE gestalt_native_answer gestalt_native_shuffle(gestalt_native_tick *t,
                                                                   const gestalt_native_layout *at,
                                                                   const gestalt_native_node *n,
                                                                   uint64_t lanes, uint64_t live,
                                                                   bool is_sequence)
{
    uint64_t on = lanes & ~live, over = 0, run;
    uint32_t number;
    t->services->order_begin(t, n->item, lanes, lanes & live);
    while ((run = t->services->order_next(t, n->item, &on, &number)) != 0) {
        gestalt_native_answer a = gestalt_native_only(t, at, gestalt_native_choice(n, number), run);
        on |= is_sequence ? a.succeeded : a.failed;
        over |= is_sequence ? a.failed : a.succeeded;
    }
    return gestalt_native_answered(is_sequence ? on : over, is_sequence ? over : on);
}

GESTALT_NATIVE_NODE(random_sequence)
{
    return gestalt_native_shuffle(t, at, n, lanes, live, true);
}

GESTALT_NATIVE_NODE(random_selector)
{
    return gestalt_native_shuffle(t, at, n, lanes, live, false);
}

#ifdef __cplusplus
}
#endif

#endif
