// SPDX-License-Identifier: MIT
// The machine: all that the interpreter has in memory while it ticks, and the small operations on
// it. Used by the files of this folder only.
#ifndef INTERP_MACHINE_H
#define INTERP_MACHINE_H

#include "deferred.h"
#include "guard.h"
#include "linked.h"
#include "moment.h"
#include "native_tick.h"
#include "random.h"

#include <string.h>

/// Code behind a condition that seldom holds is laid out away from the rest, and what is behind one
/// that often holds goes straight on.
#define SELDOM(condition) __builtin_expect(!!(condition), 0)
#define OFTEN(condition)  __builtin_expect(!!(condition), 1)

/// An entry of the roll-back log (rollback.c): what a persistent value was, for some lanes, before
/// the innermost open scope changed it.
//
//    0      4          8       16          24       32       40
//   +------+----------+-------+-----------+--------+--------+
//   | slot | previous | lanes | succeeded | failed | values |
//   +------+----------+-------+-----------+--------+--------+
//                              of a status          of a time
typedef struct rollback_entry {
    uint32_t slot;     // a status, or behind all of them, a time
    uint32_t previous; // entry of the same slot, or ROLLBACK_NONE
    uint64_t lanes;    // for which this entry keeps the value
    uint64_t planes[2];
    int64_t *values; // of a time, by lane; scratch memory of this entry
} rollback_entry;
_Static_assert(sizeof(void *) != 8 || sizeof(rollback_entry) == 40, "as drawn");

#define ROLLBACK_NONE UINT32_MAX

/// The machine, compiled for one or many lanes, without or with hooks (machine_*.c).
typedef struct runner {
    /// Runs the root. The masks of slots must be in place. False when it has stopped in between. If
    /// it was told to, all that it leaves is good for nothing (interp_try).
    bool (*tick)(interp *t, uint64_t lanes);
    /// Goes on where it has stopped.
    bool (*go_on)(interp *t);
    /// Ticks all agents of cohorts that lie side by side and keep masks.
    void (*tick_row)(interp *t, cohort *first, uint32_t count);
    /// Runs the nodes of the list that need not ask those above them. The result is the lanes that
    /// have to go through the root; what leaves answered them is known to `tick` then. Not with
    /// hooks.
    uint64_t (*resume_list)(interp *t, uint64_t lanes);
    /// Cancels all that is live for some lanes.
    void (*cancel)(interp *t, uint64_t lanes);
    /// Cancels what these masks by slot say, and leaves live masks as they are.
    void (*drop)(interp *t, const uint64_t *drops);
    const gestalt_native_services *services; ///< for native code; without hooks only
} runner;

extern const runner run_lone, run_many, run_lone_traced, run_many_traced;

struct interp {
    const linked *linked;
    const uint64_t *items; // of the linked stream
    const plan *plan;
    const gestalt_specification *spec;
    const binding *bound;
    const kernels *kernels;
    const link_cell *cells;
    const link_call *calls;   // of `linked`, or those that note what they use (foresee.h)
    const formula_step *rows; // likewise
    cohort_layout layout;
    gestalt_allocator allocator;
    size_t size; // of this block

    // this tick
    const interp_moment *moment;
    const runner *runner;
    const int *stop; // is not 0 when the tick is to stop

    // the cohort, and its columns
    cohort *c;
    void
        *live; // masks by slot: the cohort's own, or `spread` below; one byte each for a lone agent
    gestalt_call call;    // what all calls have in common stays in it
    bool is_far;          // cohorts are
    uint64_t used_blocks; // of cohorts in this moment (foresee.h)
    bool has_more_parts;  // whether the shape uses any of these
    uint32_t *words;
    int64_t *longs;
    int64_t *times;
    uint64_t *bits;
    uint64_t (*statuses)[2]; // per status: succeeded, failed; in neither: running
    uint64_t *streams;

    // the machine
    guard *guards;         // the stack
    unsigned char *memory; // of guards that need more (guard.h)
    uint32_t memory_used;
    registers stopped; // where it goes on
    cohort *row;       // cohorts of a row that are still to be ticked
    uint32_t row_count;
    bool stops;      // behind every node
    bool is_between; // two ticks: requests are reported, and nothing of them is kept

    void *spread;     // masks by slot of a cohort that keeps a list; zero between ticks
    answer *known;    // by slot: leaves that were run before the nodes above them
    bool knows;       // whether there are any
    uint8_t restless; // of the last cohorts whose leaves were run first: more went on than rested
    uint8_t untried;  // cohorts whose leaves were not, since then

    // By number of the deferred node, in the cohort where its states are in place (deferred.h), or
    // in scratch memory, which is zero between ticks.
    deferred_state *deferred, *deferred_scratch;
    uint64_t *noted, *noted_scratch; // those that may say something: deferred_at notes them

    rollback_entry *rollback_log;
    int64_t *rollback_values;
    uint32_t rollback_count;
    uint32_t *rollback_last; // by slot: its newest entry, or ROLLBACK_NONE
    uint32_t scopes;         // open ones that can roll back
    uint32_t scope_begin;    // where the entries of the innermost begin

    formula_frame frame;              // of the cohort
    formula_moment values;            // of the moment
    unsigned char *scratch;           // of formulas
    uint32_t *argument_columns;       // values of host arguments
    gestalt_column *arguments, *keys; // keys of a single call
    uint64_t *argument_masks;
    uint32_t *zeros;        // a column of them
    uint64_t *init_streams; // of a shape that draws in its inits only
    const char *error;
    unsigned char *copy; // of the cohort under way, if it can stop or sleep

    // counting (interp_set_counts)
    interp_count *counts;      // by item, or NULL
    interp_count *slow_counts; // instead of these, for machines that don't count bits
    interp_count *idle;
    cohort *idle_copy;
    const unsigned char *counted_ops; // by item: the op of a head when it is counted
    const uint32_t *counted_above;    // by item: the head above it whose counts are its own
    const unsigned char *ops;         // these, or NULL: every node is run by itself
    const interp_hooks *hooks;        // of the moment
    bool is_watched;                  // by hooks, or counted
    bool is_counted_only;             // in masks, and not watched otherwise
    bool is_told;                     // by a call, what each node answers
    struct sleep_watch *watch;        // of a dry tick (sleep.h), or NULL

    // native code instead of the machine (native.h)
    gestalt_native_run *native_run; // NULL: none, or there are hooks
    gestalt_native_tick native;
};

static inline interp_count *interp_counts(const interp *t)
{
    return t->counts ? t->counts : t->slow_counts;
}

/// Tick lanes as a dry tick (sleep.h): nothing but the cohort changes, and `watch` is told.
void interp_tick_dry(interp *t, cohort *c, uint64_t lanes, struct sleep_watch *watch);

/// Ticks some lanes at a moment with a timing, and takes the time of each node (step.c).
void interp_step_timed(interp *t, cohort *c, uint64_t lanes);

/// Counts as count_node does, and lanes that are cancelled.
void interp_count_slowly(const interp *t, uint32_t item, uint64_t lanes, uint64_t succeeded,
                         uint64_t failed) __attribute__((cold));
void interp_count_abandoned(const interp *t, uint32_t item, uint64_t lanes) __attribute__((cold));

/// Tell whether the tick is to stop. Once it is, it stays so until all threads have left it.
static inline bool interp_stops(const interp *t)
{
    return SELDOM(__atomic_load_n(t->stop, __ATOMIC_RELAXED) != 0);
}

/// The columns of the cohort that not every shape has.
void interp_attach_more(interp *t);

/// Work on a cohort that keeps masks.
static inline void interp_attach_masks(interp *t, cohort *c, bool is_lone)
{
    t->c = c;
    t->frame.memory[MEMORY_COHORT] = (unsigned char *)c;
    t->call.memory = c;
    t->call.first_agent = c->first_id;
    if (!is_lone) // a lone agent's id is the first one
        t->call.agents = c->many.ids;
    t->live = cohort_part(c, t->layout.live_slots);
    if (t->has_more_parts)
        interp_attach_more(t);
}

static inline void interp_attach(interp *t, cohort *c, bool is_lone)
{
    interp_attach_masks(t, c, is_lone);
    if (t->layout.has_list)
        t->live = t->spread;
}

/// Asks for the beginning of a cohort that is ticked next: masks that every tick looks at, and of a
/// short one what lies behind it. Were it a call, gcc would drop it: it has no result.
static inline __attribute__((always_inline)) void interp_fetch(const interp *t, const cohort *c)
{
    enum { FETCHED = 192 };
    uintptr_t begin = (uintptr_t)c;
    __builtin_prefetch((const void *)begin, 1);
    if (t->layout.size > COHORT_LINE)
        for (uint32_t i = COHORT_LINE; i < FETCHED; i += COHORT_LINE)
            __builtin_prefetch((const void *)(begin + i), 1);
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

// ---- expressions (evaluate.c)

/// When an interpreter is made, and when a moment begins.
void evaluate_start(interp *t);
void evaluate_begin(interp *t);

/// Evaluate a row of formulas (linked.h). The answer is a bool expression's, for `lanes`; its other
/// bits are not defined. An assignment is done.
static inline uint64_t evaluate_row(const interp *t, uint32_t row, uint64_t lanes)
{
    const formula_step *s = t->rows + row;
    return s->run(s, &t->frame, lanes);
}

/// A number expression, whose first item is this: a column, which stays until the next evaluation.
static inline const void *evaluate_number(const interp *t, uint32_t item, uint64_t lanes)
{
    const formula_step *s = t->rows + item_argument(t->items[item]);
    s->run(s, &t->frame, lanes);
    return formula_at(&t->frame, s->result);
}

/// Evaluate the duration behind a head, and fill in when it is due that starts now.
void evaluate_due(const interp *t, uint32_t head, uint64_t lanes, int64_t *due);

// ---- host functions (call.c)

/// Evaluates the arguments of a call.
void call_fill(interp *t, const link_call *c, uint64_t lanes);
/// The first error of a tick stays.
void call_note_error(interp *t);
/// Tell of a function of the host that has answered for lanes beyond those of its call, and drop
/// these answers.
void call_tell_lanes(interp *t, const link_call *c, uint64_t lanes) __attribute__((cold));
/// Tell of a function for one agent that has given an answer that there is not.
void call_tell_answer(const interp *t, const bound_function *f, unsigned given)
    __attribute__((cold));

/// Calls the host, with arguments that are there already; the answer is in `call` then. All calls
/// have in common what is there already (interp_begin, interp_attach).
static inline void call_begin(interp *t, const link_call *c, uint64_t lanes, uint64_t starting)
{
    gestalt_call *call = &t->call;
    call->lanes = lanes;
    call->starting = starting;
    call->node = c->site.node;
    call->places = c->site.places;
    call->user = c->site.user;
    call->succeeded = 0;
}

static inline answer call_action(interp *t, const link_call *c, uint64_t lanes, uint64_t starting)
{
    gestalt_call *call = &t->call;
    call_begin(t, c, lanes, starting);
    call->failed = 0;
    c->batch(call);
    if (SELDOM(call->error))
        call_note_error(t);
    if (SELDOM((call->succeeded | call->failed) & ~lanes))
        call_tell_lanes(t, c, lanes);
    return (answer){call->succeeded, call->failed & ~call->succeeded};
}

/// A predicate says for which lanes the answer is yes, and nothing else.
static inline uint64_t call_predicate(interp *t, const link_call *c, uint64_t lanes)
{
    gestalt_call *call = &t->call;
    call_begin(t, c, lanes, lanes);
    c->batch(call);
    if (SELDOM(call->error))
        call_note_error(t);
    if (SELDOM(call->succeeded & ~lanes))
        call_tell_lanes(t, c, lanes);
    return call->succeeded;
}

/// The same with arguments, if there are any.
static inline uint64_t call_predicate_filled(interp *t, const link_call *c, uint64_t lanes)
{
    if (c->arguments_end)
        call_fill(t, c, lanes);
    return call_predicate(t, c, lanes);
}

/// A bool expression, or a call of a predicate, whose first item is this.
static inline uint64_t evaluate_bool(interp *t, uint32_t item, uint64_t lanes)
{
    uint64_t first = t->items[item];
    if (link_op_of(first) == LINK_CALL)
        return call_predicate_filled(t, &t->calls[item_argument(first)], lanes);
    return lanes & evaluate_row(t, item_argument(first), lanes);
}

/// Keep what a launch keeps: its number, and its arguments as they are now.
void call_launch(interp *t, uint32_t item, uint64_t lanes);
/// Keep the number of a launch that is to be cancelled.
void call_cancel_launch(interp *t, uint32_t item, uint64_t lanes);

// ---- persistent values (rollback.c)

void status_put(interp *t, uint32_t status, uint64_t lanes, uint64_t succeeded, uint64_t failed);
void time_put(interp *t, uint32_t time, uint64_t lanes, int64_t value);
/// The same with a value for each lane.
void times_put(interp *t, uint32_t time, uint64_t lanes, const int64_t *values);
/// Opens a scope that can be rolled back; `g` keeps where it begins.
void rollback_open(interp *t, guard *g);
/// Undoes the changes since then for the lanes that failed, and hands the other entries to the
/// scope around it.
void rollback_close(interp *t, const guard *g, uint64_t failed);
/// Tells the hook what that is going to restore.
void rollback_report(interp *t, const guard *g, uint64_t failed);
/// The thing that a slot of the log stands for.
gestalt_kept rollback_kept(const interp *t, uint32_t slot);

/// Tells the log's hook.
void log_event(interp *t, uint32_t item, uint64_t lanes, gestalt_log_phase phase);

#endif
