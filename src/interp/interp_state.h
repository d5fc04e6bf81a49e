// SPDX-License-Identifier: MIT
// The interpreter's scratch memory and the small operations on it. Used by interp*.c, evaluate.c,
// call.c and run_*.c only.
#ifndef INTERP_STATE_H
#define INTERP_STATE_H

#include "deferred.h"
#include "interp.h"
#include "program_nodes.h"
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

/// The node functions, compiled for one or many lanes, without or with hooks (run_*.c).
typedef struct runner {
    /// Runs the root. The masks of slots must be in place.
    void (*tick)(interp *t, uint64_t lanes);
    /// The same for all agents of cohorts that lie side by side and keep masks.
    void (*tick_row)(interp *t, cohort *first, uint32_t count);
    /// Runs the nodes of the list that need not ask those above them. Which lanes have to go
    /// through the root is the result; what leaves answered them is known to `tick` then.
    uint64_t (*resume_list)(interp *t, uint64_t lanes);
    /// Cancels all that is live for some lanes.
    void (*cancel)(interp *t, uint64_t lanes);
} runner;

extern const runner run_lone, run_many, run_lone_traced, run_many_traced;

struct interp {
    const program *program;
    const uint64_t *items;
    const node *nodes;
    const plan *plan;
    const gestalt_specification *spec;
    const binding *bound;
    const kernels *kernels;
    const formulas *formulas;
    cohort_layout layout;
    gestalt_allocator allocator;
    size_t size; // of this block

    // this tick
    const interp_moment *moment;
    const runner *runner;

    // the cohort, and its columns
    cohort *c;
    void
        *live; // masks by slot: the cohort's own, or `spread` below; one byte each for a lone agent
    gestalt_call call;   // what all calls have in common stays in it
    bool has_more_parts; // whether the shape uses any of these
    uint32_t *words;
    int64_t *longs;
    int64_t *times;
    uint64_t *bits;
    uint64_t (*statuses)[2]; // per status: succeeded, failed; in neither: running
    uint64_t *streams;

    void *spread;  // masks by slot of a cohort that keeps a list; zero between ticks
    answer *known; // by slot: leaves that were run before the nodes above them
    bool knows;    // whether there are any

    // By number of the deferred node, in the cohort where its states are in place (deferred.h), or
    // in scratch memory, which is zero between ticks.
    deferred_state *deferred, *deferred_scratch;
    uint64_t *noted, *noted_scratch; // those that may say something: deferred_at notes them
    uint32_t *launch_scratch;        // columns of the arguments of launches, where there are lists

    undo_entry *undo;
    int64_t *undo_values;
    uint32_t undo_count;
    uint32_t *undo_last;  // by slot: its newest entry, or UNDO_NONE
    uint32_t scopes;      // open ones that can roll back
    uint32_t scope_begin; // where the entries of the innermost begin

    formula_frame frame;              // of the cohort
    formula_moment values;            // of the moment
    unsigned char *scratch;           // of formulas
    uint32_t *argument_columns;       // values of host arguments
    gestalt_column *arguments, *keys; // keys of a single call
    uint64_t *argument_masks;
    uint16_t *shuffle; // permutations of the random nodes that are open: for each turn a child for
                       // each lane
    uint32_t *shuffle_children; // and how far their children are from the node
    uint32_t shuffle_used;
    uint32_t *zeros;        // a column of them
    uint64_t *init_streams; // of a shape that draws in its inits only
    const char *error;
};

/// The columns of the cohort that not every shape has.
void interp_attach_more(interp *t);

static inline void interp_attach(interp *t, cohort *c, bool is_lone)
{
    t->c = c;
    t->frame.memory[MEMORY_COHORT] = (unsigned char *)c;
    t->call.memory = c;
    t->call.first_agent = c->first_id;
    t->call.agents = is_lone ? NULL : c->many.ids;
    if (!t->layout.has_list)
        t->live = cohort_part(c, t->layout.live_slots);
    if (t->has_more_parts)
        interp_attach_more(t);
}

/// Asks for the beginning of a cohort that is ticked next: masks that every tick looks at. Columns
/// are left alone; not every tick needs them all, and the machine sees by itself how they are read.
/// Were it a call, gcc would drop it: it has no result.
static inline __attribute__((always_inline)) void interp_fetch(const interp *t, const cohort *c)
{
    enum { CACHE_LINE = 64, FETCHED = 192 };
    uint32_t size = t->layout.size < FETCHED ? t->layout.size : FETCHED;
    for (uint32_t i = 0; i < size; i += CACHE_LINE)
        __builtin_prefetch((const unsigned char *)c + i, 1);
}

/// The columns of the arguments of launches, by number of the deferred node.
static inline uint32_t *launch_values(interp *t)
{
    return t->layout.has_list ? t->launch_scratch : cohort_part(t->c, t->layout.values);
}

/// A deferred node's state, for whoever may change it.
static inline deferred_state *deferred_at(interp *t, uint32_t item)
{
    uint32_t number = t->plan->deferred[item];
    deferred_note(t->noted, number);
    return &t->deferred[number];
}

static inline interp_cohort interp_here(const interp *t)
{
    return (interp_cohort){&t->layout, t->c};
}

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

/// When a moment begins.
void evaluate_begin(interp *t);

/// A bool expression for all lanes of `lanes`; the other bits are not defined.
static inline uint64_t evaluate_bool(interp *t, uint32_t index, uint64_t lanes)
{
    const formula_step *s = formulas_find(t->formulas, index);
    return s->run(s, &t->frame, lanes);
}

/// A number expression: a column, which stays until the next evaluation.
static inline const void *evaluate_number(interp *t, uint32_t index, uint64_t lanes)
{
    const formula_step *s = formulas_find(t->formulas, index);
    s->run(s, &t->frame, lanes);
    return formula_at(&t->frame, s->result);
}

/// Evaluates what a `set` or an init has behind its head, and assigns it to the column that the
/// head names.
static inline void evaluate_into(interp *t, uint32_t index, uint64_t lanes)
{
    const formula_step *s = formulas_find(t->formulas, index);
    s->run(s, &t->frame, lanes);
}

// ---- host functions (call.c)

/// Evaluates the arguments of a function, which are the items from `begin` to `end`.
void call_fill(interp *t, const bound_function *f, uint32_t begin, uint32_t end, uint64_t lanes);
/// The first error of a tick stays.
void call_note_error(interp *t);

/// Calls a function whose arguments are filled. What all calls have in common is in `call` already
/// (interp_begin, attach).
static inline answer call_function(interp *t, const bound_function *f,
                                   const gestalt_key_place *places, uint32_t node_id,
                                   uint64_t lanes, uint64_t starting)
{
    gestalt_call *call = &t->call;
    call->lanes = lanes;
    call->starting = starting;
    call->node = node_id;
    call->places = places;
    call->user = f->user;
    call->succeeded = call->failed = 0;
    f->batch(call);
    if (call->error)
        call_note_error(t);
    uint64_t succeeded = call->succeeded & lanes;
    return (answer){succeeded, call->failed & lanes & ~succeeded};
}

/// Evaluates the arguments of a launch and keeps the values with the request.
void call_launch(interp *t, uint32_t item, uint64_t lanes);
/// A predicate in an expression.
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
void log_event(interp *t, const node *n, uint64_t lanes, gestalt_log_phase phase);

#endif
