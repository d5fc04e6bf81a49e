// SPDX-License-Identifier: MIT
// The interpreter's scratch memory and the small operations on it. Used by interp*.c, evaluate.c,
// call.c and run_*.c only.
#ifndef INTERP_STATE_H
#define INTERP_STATE_H

#include "interp.h"
#include "random.h"

#include <string.h>

typedef struct answer {
    uint64_t succeeded, failed;
} answer;

/// The roll-back log. An entry keeps what a persistent value was, for some lanes, when the
/// innermost open concurrent, race or parallel was entered.
typedef struct undo_entry {
    uint32_t slot;     // a status, or behind all of them, a time
    uint32_t previous; // entry of the same slot, or UNDO_NONE
    uint64_t lanes;    // for which this entry keeps the value
    uint64_t planes[2];
    int64_t *values; // of a time, by lane; scratch memory of this entry
} undo_entry;

#define UNDO_NONE UINT32_MAX

/// A deferred node during a tick, by lane.
typedef struct deferred_state {
    uint64_t requested; // a launch, in the last tick
    uint64_t launched;  // in this tick
    uint64_t ended;     // by its game system, and not asked for that since
    uint64_t succeeded; // how
    uint64_t cancelled; // in this tick, launched before
} deferred_state;

struct interp {
    const uint64_t *items;
    const plan *plan;
    const gestalt_specification *spec;
    const binding *bound;
    const kernels *kernels;
    cohort_layout layout;
    gestalt_allocator allocator;
    size_t size; // of this block

    // the cohort of this tick, and its columns
    cohort *c;
    uint32_t *numbers;
    uint64_t *bools;
    uint32_t *words;
    int64_t *longs;
    int64_t *times;
    uint64_t *bits;
    uint64_t (*statuses)[2]; // per status: succeeded, failed; in neither: running
    uint64_t *streams;
    const interp_moment *moment;
    float time, dt;

    // live states: for every item the lanes that it is live for, and which items have any
    uint64_t *live;
    uint64_t *live_words; // a bit for each item
    uint64_t *live_tops;  // a bit for each word of them
    answer *known;        // by item: leaves that were run before the nodes above them
    bool knows;           // whether there are any

    deferred_state *deferred; // by number of the deferred node
    uint32_t *launch_values;  // columns of the arguments of launches, by number and argument

    undo_entry *undo;
    int64_t *undo_values;
    uint32_t undo_count;
    uint32_t *undo_last;  // by slot: its newest entry, or UNDO_NONE
    uint32_t scopes;      // open ones that can roll back
    uint32_t scope_begin; // where the entries of the innermost begin

    uint32_t *columns; // the expression stack's numbers, `stride` each
    uint64_t *masks;   // the expression stack's bools
    const void **operands;
    uint32_t *argument_columns;       // values of host arguments
    gestalt_column *arguments, *keys; // keys of a single call
    gestalt_key_place *places;        // of all functions' keys
    uint64_t *argument_masks;
    uint16_t *shuffle; // permutations of the random nodes that are open: for each turn a child for
                       // each lane
    uint32_t *shuffle_children; // and their children's items
    uint32_t shuffle_used;
    uint32_t *zeros;        // a column of them
    uint64_t *init_streams; // of a shape that draws in its inits only
    bool has_streams;       // of one that draws at all
    const char *error;
};

/// For hooks.
static inline interp_cohort watched_cohort(const interp *t)
{
    return (interp_cohort){&t->layout, t->c};
}

// ---- live states

static inline void live_put(interp *t, uint32_t item, uint64_t lanes)
{
    uint64_t before = t->live[item];
    t->live[item] = lanes;
    if (!before == !lanes)
        return;
    uint32_t word = item / 64;
    t->live_words[word] ^= UINT64_C(1) << item % 64;
    if (t->live_words[word])
        t->live_tops[word / 64] |= UINT64_C(1) << word % 64;
    else
        t->live_tops[word / 64] &= ~(UINT64_C(1) << word % 64);
}

/// What ran is live where it answered running, and as before elsewhere.
static inline void live_update(interp *t, uint32_t item, uint64_t lanes, uint64_t running)
{
    uint64_t after = (t->live[item] & ~lanes) | running;
    if (after != t->live[item])
        live_put(t, item, after);
}

/// The first live item from `item` on, or `end`.
static inline uint32_t live_next(const interp *t, uint32_t item, uint32_t end)
{
    if (item >= end)
        return end;
    uint32_t word = item / 64;
    uint64_t bits = t->live_words[word] >> item % 64;
    if (bits) {
        item += (uint32_t)__builtin_ctzll(bits);
        return item < end ? item : end;
    }
    word++;
    for (uint32_t top = word / 64; top * 4096 < end; top++, word = top * 64) {
        uint64_t tops = t->live_tops[top] >> word % 64;
        if (!tops)
            continue;
        word += (uint32_t)__builtin_ctzll(tops);
        item = word * 64 + (uint32_t)__builtin_ctzll(t->live_words[word]);
        return item < end ? item : end;
    }
    return end;
}

/// Cancels everything that is live in items [begin, end), for some lanes, in increasing order.
void interp_abandon(interp *t, uint32_t begin, uint32_t end, uint64_t lanes);

// ---- the random stream

static inline uint64_t stream_next(interp *t, unsigned lane)
{
    return random_next(&t->streams[lane]);
}

static inline float stream_draw(interp *t, unsigned lane)
{
    return (float)(stream_next(t, lane) >> 40) * 0x1p-24f;
}

/// for EACH_LANE(lane, mask) { ... }
#define EACH_LANE(lane, mask)                                                                      \
    (uint64_t lane##_rest = (mask);                                                                \
     lane##_rest && (lane = (unsigned)__builtin_ctzll(lane##_rest), true);                         \
     lane##_rest &= lane##_rest - 1)

// ---- expressions (evaluate.c)

/// A bool expression for all lanes of `lanes`; the other bits are not defined.
uint64_t evaluate_bool(interp *t, uint32_t index, uint64_t lanes);
/// A number expression: a column, which stays until the next evaluation.
const void *evaluate_number(interp *t, uint32_t index, uint64_t lanes);
/// Evaluates what a `set` or an init has behind its head, and assigns it to the column that the head
/// names.
void evaluate_into(interp *t, uint32_t index, uint64_t lanes);

// ---- host functions (call.c)

answer call_action(interp *t, uint32_t item, uint64_t lanes, uint64_t starting);
void call_cancel(interp *t, uint32_t item, uint64_t lanes);
/// Evaluates the arguments of a launch and keeps the values with the request.
void call_launch(interp *t, uint32_t item, uint64_t lanes);
uint64_t call_predicate(interp *t, uint32_t op, uint64_t lanes);

// ---- persistent values (undo.c)

void status_put(interp *t, uint32_t status, uint64_t lanes, uint64_t succeeded, uint64_t failed);
void time_put(interp *t, uint32_t time, uint64_t lanes, int64_t value);
typedef struct undo_scope {
    uint32_t begin; // of its entries
    uint32_t outer; // of those of the scope outside
} undo_scope;
undo_scope scope_open(interp *t);
/// Undoes the changes since then for some lanes, and hands the other entries to the scope outside.
void scope_close(interp *t, undo_scope scope, uint64_t failed);

/// Tells the log's hook.
void log_event(interp *t, uint32_t item, uint64_t lanes, gestalt_log_phase phase);

/// The root, or any node, for some lanes: without and with hooks.
answer run_plain(interp *t, uint32_t item, uint64_t lanes);
answer run_traced(interp *t, uint32_t item, uint64_t lanes);
/// Runs a node of the live list by itself. The lanes for which the nodes above have to go on are
/// the result; what a leaf answered them is known to run_plain then.
uint64_t run_alone(interp *t, uint32_t item, uint64_t lanes);

#endif
