// SPDX-License-Identifier: MIT
// The state of the interpreter: everything in memory during a tick, and the small operations on it.
// Used only by the files of this folder.
#ifndef INTERP_MACHINE_H
#define INTERP_MACHINE_H

#include "deferred.h"
#include "guard.h"
#include "linked.h"
#include "moment.h"
#include "native_tick.h"
#include "random.h"

#include <string.h>

/// Hints for the layout of code: code for a rare case is moved out of line, code for a frequent
/// case follows without a jump.
#define SELDOM(condition) __builtin_expect(!!(condition), 0)
#define OFTEN(condition)  __builtin_expect(!!(condition), 1)

/// An entry of the roll-back log (rollback.c): a persistent value of some lanes, before the
/// innermost open scope changed it.
//
//    0      4          8       16          24       32       40
//   +------+----------+-------+-----------+--------+--------+
//   | slot | previous | lanes | succeeded | failed | values |
//   +------+----------+-------+-----------+--------+--------+
//                              of a status          of a time
typedef struct rollback_entry {
    uint32_t slot;     // a status, or, numbered after all statuses, a time
    uint32_t previous; // entry of the same slot, or ROLLBACK_NONE
    uint64_t lanes;    // lanes for which this entry stores the value
    uint64_t planes[2];
    int64_t *values; // previous times, by lane; scratch memory of this entry
} rollback_entry;
_Static_assert(sizeof(void *) != 8 || sizeof(rollback_entry) == 40, "as drawn");

#define ROLLBACK_NONE UINT32_MAX

/// The loop of the interpreter, compiled for one lane or many, without or with hooks (machine_*.c).
typedef struct runner {
    /// Run the root. The masks by slot must be set up. Returns false if the tick has stopped before
    /// the end. After a stop that was requested by `stop`, the resulting state is unusable
    /// (interp_try).
    bool (*tick)(interp *t, uint64_t lanes);
    /// Continue after a stop.
    bool (*go_on)(interp *t);
    /// Tick all agents of cohorts that are adjacent in memory and store masks.
    void (*tick_row)(interp *t, cohort *first, uint32_t count);
    /// Run the nodes in the list of live states that can be resumed without their ancestors.
    /// Returns the lanes that must also run from the root; `tick` then knows the results of the
    /// leaves. Not with hooks.
    uint64_t (*resume_list)(interp *t, uint64_t lanes);
    /// Cancel everything that is live for some lanes.
    void (*cancel)(interp *t, uint64_t lanes);
    /// Cancel the lanes in these masks by slot, without changing the live masks.
    void (*drop)(interp *t, const uint64_t *drops);
    const gestalt_native_services *services; ///< for native code; without hooks only
} runner;

extern const runner run_lone, run_many, run_lone_traced, run_many_traced;

/// The tick that runs.
typedef struct interp_tick_state {
    const interp_moment *moment;
    const int *stop; // not 0 when the tick is to stop
    cohort *row;     // remaining cohorts to tick
    uint32_t row_count;
    bool stops;      // whether to stop after every node
    bool is_between; // whether this is between two ticks: requests are reported, and not stored
    bool is_far;     // whether the cohorts exceed the cache
    uint64_t used_blocks; // blocks of cohorts that were used in this moment (foresee.h)
    registers stopped;    // registers at the stop, from which the tick continues
    const char *error;    // error of the lowest agent, or NULL
    uint64_t error_agent; // its agent
    // copy of the cohort that is being ticked, if the tick can stop or decide about sleep
    unsigned char *copy;
    struct gather_slot *slot; // the cohort's part in gathered calls (gather.h), or NULL
} interp_tick_state;

/// Columns of the cohort that only some shapes have.
typedef struct interp_columns {
    bool are_there; // whether the shape has any
    uint32_t *words;
    int64_t *longs;
    int64_t *times;
    uint64_t *bits;
    uint64_t (*statuses)[2]; // by status: succeeded, failed; in neither: running
    uint64_t *streams;
} interp_columns;

/// The guard stack.
typedef struct interp_stack {
    guard *guards;
    unsigned char *memory; // memory of guards that need more (guard.h)
    uint32_t memory_used;
} interp_stack;

/// Nodes that can be resumed without their ancestors.
typedef struct interp_resuming {
    void *spread;  // masks by slot for a cohort with a list; zero between ticks
    answer *known; // by slot: results of leaves that were run before their ancestors
    bool knows;    // whether any result is known
    // counts up for cohorts of which agents had to run from the root after resuming, else down
    uint8_t restless;
    uint8_t untried; // number of cohorts since then whose leaves were not resumed first
} interp_resuming;

/// States of deferred actions by number of the node: in the cohort if it stores them by number
/// (deferred_is_in_place), else in scratch memory, which is zero between ticks.
typedef struct interp_launches {
    deferred_state *states, *scratch;
    uint64_t *noted, *noted_scratch; // states that may be in use: deferred_at sets them
} interp_launches;

/// The roll-back log (rollback.c).
typedef struct interp_rollback {
    rollback_entry *log;
    int64_t *values;
    uint32_t count;
    uint32_t *last;       // by slot: newest entry, or ROLLBACK_NONE
    uint32_t scopes;      // number of open scopes that can roll back
    uint32_t scope_begin; // first entry of the innermost scope
} interp_rollback;

/// Values of expressions and of host arguments.
typedef struct interp_formulas {
    formula_frame frame;              // frame of the cohort
    formula_moment values;            // values of the moment
    unsigned char *scratch;           // scratch memory of formulas
    uint32_t *argument_columns;       // values of host arguments
    uint32_t *elements;               // values of the elements of a `set`
    gestalt_column *arguments, *keys; // keys of a single call
    uint64_t *argument_masks;
    uint32_t *zeros;        // a column of zeros
    uint64_t *init_streams; // streams of a shape that draws only in inits
} interp_formulas;

/// Those who want to know what nodes do: counts (interp_set_counts), hooks, a dry tick.
typedef struct interp_watching {
    interp_count *counts;      // by item, or NULL
    interp_count *slow_counts; // used instead on machines without an instruction for counting bits
    interp_count *idle;
    cohort *idle_copy;
    const unsigned char *counted_ops; // by item: op of a head when nodes are counted
    const uint32_t *counted_above;    // by item: nearest ancestor head that has its own counts
    const unsigned char *ops;         // counted_ops; NULL: no op runs several nodes together
    const interp_hooks *hooks;        // hooks of the moment
    bool is_watched;                  // whether there are hooks or counts
    bool is_counted_only;             // whether counting by masks is the only kind of watching
    bool is_told;                     // whether hooks or counts need the result of each node
    struct sleep_watch *dry;          // watch of a dry tick (sleep.h), or NULL
} interp_watching;

/// Native code that ticks instead of the machine (native_tick.h).
typedef struct interp_native {
    gestalt_native_run *run; // NULL: there is none, or there are hooks
    gestalt_native_tick tick;
} interp_native;

struct interp {
    const linked *linked;
    const uint64_t *items; // items of the linked stream
    const plan *plan;
    const gestalt_specification *spec;
    const binding *bound;
    const kernels *kernels;
    const link_cell *cells;
    const link_call *calls;   // calls of `linked`, or those that record what they use (foresee.h)
    const formula_step *rows; // likewise
    cohort_layout layout;
    gestalt_allocator allocator;
    size_t size; // size of this block

    const runner *runner;
    cohort *c;
    // masks by slot: those of the cohort, or `spread`; one byte each for a lone agent
    void *live;
    gestalt_call call; // call whose members common to all calls stay set
    interp_tick_state tick;
    interp_columns columns;
    interp_stack stack;
    interp_resuming resuming;
    interp_launches launches;
    interp_rollback rollback;
    interp_formulas formulas;
    interp_watching watching;
    interp_native native;
};

static inline interp_count *interp_counts(const interp *t)
{
    return t->watching.counts ? t->watching.counts : t->watching.slow_counts;
}

/// Tick lanes as a dry tick (sleep.h): only the cohort changes, and events are reported to `watch`.
void interp_tick_dry(interp *t, cohort *c, uint64_t lanes, struct sleep_watch *watch);

/// Tick some lanes at a moment with a timing, and measure the time of each node (step.c).
void interp_step_timed(interp *t, cohort *c, uint64_t lanes);

/// Count a node as count_node does, or lanes that are cancelled.
void interp_count_slowly(const interp *t, uint32_t item, uint64_t lanes, uint64_t succeeded,
                         uint64_t failed) __attribute__((cold));
void interp_count_abandoned(const interp *t, uint32_t item, uint64_t lanes) __attribute__((cold));

/// Return whether the tick is to stop. Once set, `stop` stays set until all threads have left the
/// tick.
static inline bool interp_stops(const interp *t)
{
    return SELDOM(__atomic_load_n(t->tick.stop, __ATOMIC_RELAXED) != 0);
}

/// Attach the columns of the cohort that only some shapes have.
void interp_attach_more(interp *t);

/// Attach a cohort that stores masks.
static inline void interp_attach_masks(interp *t, cohort *c, bool is_lone)
{
    t->c = c;
    t->formulas.frame.memory[MEMORY_COHORT] = (unsigned char *)c;
    t->call.memory = c;
    t->call.first_agent = c->first_id;
    if (!is_lone) // a lone agent's id is first_id
        t->call.agents = c->many.ids;
    t->live = cohort_part(c, t->layout.live_slots);
    if (t->columns.are_there)
        interp_attach_more(t);
}

static inline void interp_attach(interp *t, cohort *c, bool is_lone)
{
    interp_attach_masks(t, c, is_lone);
    if (t->layout.has_list)
        t->live = t->resuming.spread;
}

/// Prefetch the beginning of the cohort that is ticked next: the masks that every tick reads, and
/// for a short cohort also the memory after them. The function must be inlined: gcc would drop a
/// call without a result.
static inline __attribute__((always_inline)) void interp_fetch(const interp *t, const cohort *c)
{
    enum { FETCHED = 192 };
    uintptr_t begin = (uintptr_t)c;
    __builtin_prefetch((const void *)begin, 1);
    if (t->layout.size > COHORT_LINE)
        for (uint32_t i = COHORT_LINE; i < FETCHED; i += COHORT_LINE)
            __builtin_prefetch((const void *)(begin + i), 1);
}

/// Return the state of a deferred node for changing it.
static inline deferred_state *deferred_at(interp *t, uint32_t item)
{
    uint32_t number = t->plan->deferred[item];
    deferred_note(t->launches.noted, number);
    return &t->launches.states[number];
}

static inline interp_cohort interp_here(const interp *t)
{
    return (interp_cohort){&t->layout, t->c};
}

// ---- the random stream

static inline uint64_t stream_next(interp *t, unsigned lane)
{
    return random_next(&t->columns.streams[lane]);
}

static inline float stream_draw(interp *t, unsigned lane)
{
    return (float)(stream_next(t, lane) >> 40) * 0x1p-24f;
}

// ---- expressions (evaluate.c)

/// evaluate_start sets up a new interpreter, evaluate_begin a moment.
void evaluate_start(interp *t);
void evaluate_begin(interp *t);

/// Evaluate a row of formulas (linked.h). Returns the result of a bool expression, for `lanes`; the
/// other bits are undefined. An assignment is carried out.
static inline uint64_t evaluate_row(const interp *t, uint32_t row, uint64_t lanes)
{
    const formula_step *s = t->rows + row;
    return s->run(s, &t->formulas.frame, lanes);
}

/// Evaluate a number expression whose first item is `item`. Returns a column, which is valid until
/// the next evaluation.
static inline const void *evaluate_number(const interp *t, uint32_t item, uint64_t lanes)
{
    const formula_step *s = t->rows + item_argument(t->items[item]);
    s->run(s, &t->formulas.frame, lanes);
    return formula_at(&t->formulas.frame, s->result);
}

/// Evaluate the duration that follows a head, and compute when a clock is due that starts now.
void evaluate_due(const interp *t, uint32_t head, uint64_t lanes, int64_t *due);

// ---- host functions (call.c)

/// Evaluate the arguments of a call.
void call_fill(interp *t, const link_call *c, uint64_t lanes);
/// Record the error of a call; only that of the lowest agent is stored.
void call_note_error(interp *t);
/// Return the lowest agent of the present call.
uint64_t call_lowest_agent(const interp *t);
/// Report a host function that has returned a result for lanes outside of its call, and drop those
/// results.
void call_tell_lanes(interp *t, const link_call *c, uint64_t lanes) __attribute__((cold));
/// Report a function for one agent that has returned an invalid status.
void call_tell_answer(const interp *t, const bound_function *f, unsigned given)
    __attribute__((cold));

/// Prepare a call whose arguments are already set; the callers return its result from `call`. The
/// members common to all calls are already set (interp_begin, interp_attach).
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

/// Call a predicate. Returns the lanes for which it is true.
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

/// Call a predicate, with arguments if it has any.
static inline uint64_t call_predicate_filled(interp *t, const link_call *c, uint64_t lanes)
{
    if (c->arguments_end)
        call_fill(t, c, lanes);
    return call_predicate(t, c, lanes);
}

/// Evaluate a bool expression, or call a predicate, whose first item is `item`.
static inline uint64_t evaluate_bool(interp *t, uint32_t item, uint64_t lanes)
{
    uint64_t first = t->items[item];
    if (link_op_of(first) == LINK_CALL)
        return call_predicate_filled(t, &t->calls[item_argument(first)], lanes);
    return lanes & evaluate_row(t, item_argument(first), lanes);
}

/// Store the number of a launch, and the current values of its arguments if it stores any.
void call_launch(interp *t, uint32_t item, uint64_t lanes);
/// Store the number of a launch that is to be cancelled.
void call_cancel_launch(interp *t, uint32_t item, uint64_t lanes);

// ---- persistent values (rollback.c)

void status_put(interp *t, uint32_t status, uint64_t lanes, uint64_t succeeded, uint64_t failed);
void time_put(interp *t, uint32_t time, uint64_t lanes, int64_t value);
/// Set a time to a different value for each lane.
void times_put(interp *t, uint32_t time, uint64_t lanes, const int64_t *values);
/// Open a scope that can be rolled back; `g` stores where its entries begin.
void rollback_open(interp *t, guard *g);
/// Undo the scope's changes for the lanes that failed, and pass the other entries to the enclosing
/// scope.
void rollback_close(interp *t, const guard *g, uint64_t failed);
/// Report to the hook what rollback_close is going to restore.
void rollback_report(interp *t, const guard *g, uint64_t failed);
/// Return the thing whose value a slot of the log holds.
gestalt_kept rollback_kept(const interp *t, uint32_t slot);

// ---- lists (lists.c): nodes/accessors.h describes them

answer list_push(interp *t, uint32_t at, uint64_t lanes);
answer list_pop(interp *t, uint32_t at, uint64_t lanes);
answer list_clear(interp *t, uint32_t at, uint64_t lanes);
answer list_set_element(interp *t, uint32_t at, uint64_t lanes);
answer list_set(interp *t, uint32_t at, uint64_t lanes);
uint64_t list_has_place(interp *t, uint32_t at, uint64_t lanes);
void list_take(interp *t, uint32_t at, uint64_t lanes);
/// Evaluate the init of an element, and append it to its list.
void list_append(interp *t, uint32_t init, uint64_t lanes);

/// Report to the log's hook.
void log_event(interp *t, uint32_t item, uint64_t lanes, gestalt_log_phase phase);

#endif
