// SPDX-License-Identifier: MIT
// State of a population, for the population's own sources only.
//
// Each group has cohorts of one layout. Cohorts with a free lane form a linked list, and new agents
// fill the first of them. All memory is allocated outside of ticks, through an allocator that
// counts bytes.
#ifndef POPULATION_STATE_H
#define POPULATION_STATE_H

#include "ids.h"
#include "interp.h"
#include "misuse.h"
#include "pool.h"
#include "slabs.h"
#include "sleepers.h"
#include "step.h"

#include <gestalt/edit.h>
#include <gestalt/inspect.h>
#include <gestalt/snapshot.h>

/// Forwards to the host's allocator and counts the allocated bytes.
typedef struct counted_memory {
    gestalt_allocator host;
    size_t bytes;
} counted_memory;

/// The agents of a group, and the values that they share.
typedef struct group_agents {
    slabs cohorts;
    uint32_t cohort_count;
    uint32_t open; // first cohort with a free lane, or COHORT_NONE
    uint32_t *shared_numbers;
    uint64_t *shared_bools; // masks: all ones or zero each; in the same block as `shared_numbers`
    size_t shared_size;
    sleepers sleepers; // empty if agents can't sleep
    uint64_t *done;    // by cohort: lanes that are done in this tick; none between ticks
    size_t done_room;  // 0 if ticks can't be interrupted
} group_agents;

/// Counts of a group's nodes (counts.c).
typedef struct node_counts {
    uint32_t threads, node_count;
    size_t thread_size, size;     // size of one thread's part; size of the whole block
    gestalt_node_counts *carried; // by node: counts from before the last edit
    // by node: counts of the last tick, if it was before the last edit
    gestalt_node_counts *carried_last;
    interp_count *ended;        // by item: sums of all threads at the end of the last tick
    interp_count *ended_before; // the same at the end of the tick before
    bool is_carried;            // true if no tick has ended since the edit
    uint32_t *above;            // see linked_counted_ops
    unsigned char *ops;         // see linked_counted_ops
    unsigned char *parts;       // by thread: two arrays of counts by item, and a cohort
} node_counts;

/// Times of a group's nodes (times.c), in one block.
typedef struct node_times {
    uint32_t threads, node_count;
    size_t size;            // size of the block
    gestalt_node_times *of; // times by thread, then by node
} node_times;

typedef struct group {
    const gestalt_shape *shape; // the shape of `given`, or `edited`
    // copy of the shape for agents that have come from other shapes, or NULL
    gestalt_shape *edited;
    gestalt_group given;
    // true if everything but the agents belongs to another population (compact.c)
    bool is_borrowed;
    // identities of the shape: identity.h
    uint64_t identity, edit_identity;
    uint16_t number; // index of the group
    plan *plan;
    binding *bound;
    linked *linked;
    sleep_plan *sleep; // NULL if agents can't sleep
    cohort_layout layout;
    interp **interps;     // one for each thread
    node_counts *counts;  // NULL if nodes are not counted
    node_times *times;    // NULL if nodes are not timed
    uint64_t cohort_room; // number of cohorts that are preallocated
    group_agents agents;
} group;

/// A request that no actor holds: a cancel request made between two ticks, or any request of an
/// agent that was cancelled or removed after making it.
typedef struct loose_request {
    uint64_t agent;
    uint32_t group, node;
    uint32_t launch_id;
    bool launch;
} loose_request;

typedef struct loose_list {
    loose_request *entries;
    uint64_t count;
    size_t capacity;
} loose_list;

/// The first error that a thread has seen in a tick: the error of the lowest piece of work.
typedef struct tick_error {
    uint64_t at; // index of the piece of work; UINT64_MAX if there is no error
    const char *text;
} tick_error;

typedef struct attached_bytes {
    unsigned char *bytes;
    size_t size, capacity;
} attached_bytes;

/// The list of the last tick's requests (requests.c).
typedef struct request_list {
    gestalt_request *list;  // points to one half of the block
    gestalt_request *block; // has twice the capacity
    uint64_t count, capacity;
    bool are_built;
} request_list;

/// Everything that agents, ticks and hosts change, except for what the groups own.
typedef struct population_state {
    id_table ids;
    uint64_t next_id, agent_count;

    uint64_t seed;
    int64_t now;  // time of the coming tick, if it is known already
    int64_t last; // time of the last tick
    uint64_t ticks;
    bool is_interrupted; // true if the coming tick has been interrupted in the middle
    const char *error;   // error of a leaf that was cancelled since the last tick

    attached_bytes attached; // bytes that the host has attached, for snapshots
    loose_list coming;       // requests made since the last tick: they belong to the coming one
    loose_list given;        // requests that belong to the last tick
    request_list requests;
} population_state;

/// What a population is doing. Functions of the host run in the last three phases. If one of them
/// never returns because it jumps out, the phase stays.
typedef enum population_phase {
    POPULATION_RESTS,
    POPULATION_IS_OPEN,    // gestalt_population_begin has begun a tick in parts
    POPULATION_IS_STEPPED, // an agent is being ticked step by step
    POPULATION_IS_INTERRUPTED,
    POPULATION_IS_READ, // a snapshot that is being loaded, which the host may read
    POPULATION_TICKS,
    POPULATION_CHANGES, // spawns or cancels agents, saves or loads a snapshot
    POPULATION_WORKS,   // runs the pieces of gestalt_population_run
} population_phase;

/// Sets of phases in which a call is allowed, one bit for each phase. Calls that read single agents
/// are always allowed.
typedef enum population_calls {
    CALLS_CHANGING = 1 << POPULATION_RESTS,
    CALLS_TICKING = 1 << POPULATION_IS_OPEN,
    CALLS_STEPPING = 1 << POPULATION_IS_STEPPED,
    CALLS_GOING_ON = CALLS_CHANGING | 1 << POPULATION_IS_INTERRUPTED,
    CALLS_TELLING = CALLS_GOING_ON | CALLS_TICKING | 1 << POPULATION_IS_READ,
    CALLS_TOUCHING = CALLS_CHANGING | 1 << POPULATION_WORKS,
    CALLS_ENDING = CALLS_GOING_ON | CALLS_TICKING | CALLS_STEPPING,
} population_calls;

/// A tick of some lanes of one cohort, step by step (steps.c).
typedef struct stepping {
    const group *group; // NULL if no stepping is in progress
    interp_moment moment;
    gestalt_guard *guards; // guards for one agent
    gestalt_kept *changes;
} stepping;

/// Prefetch cohorts if they take more bytes than this. A thread's share of the cache differs
/// between machines; prefetching memory that is already in the cache costs less than waiting for
/// memory that is not.
enum { POPULATION_FAR_SIZE = 6 << 20 };

struct gestalt_population {
    counted_memory memory;
    gestalt_allocator allocator; // the allocator that counts
    group *groups;
    uint32_t group_count;
    uint32_t lanes, threads, grain;
    bool announces_writes, never_sleeps, interruptible;
    bool counts_nodes;
    gestalt_timing timing; // has no clock if nodes are not timed
    bool is_timed;         // true if the tick in progress is timed
    const kernels *kernels;
    gestalt_states states;
    pool *pool;
    gestalt_attached_check *check; // checks the attached bytes of loaded snapshots; or NULL
    void *check_user;
    // if the cohorts take more bytes than this, expect them not to be in the cache during a tick
    uint64_t far_size;
    // number of agents in each group that memory is preallocated for
    uint64_t capacity;
    uint64_t agent_limit; // the lowest limit of the groups' hosts

    population_state state;
    gestalt_hooks hooks;
    interp_hooks lane_hooks;
    bool has_hooks;
    population_phase phase;
    int interrupt;   // not 0 if the tick must stop
    holders holders; // rows that must be destroyed before the population
    // number of rows whose data follow agents (rows.h); if there are any, only rows may spawn
    // agents
    uint32_t row_count;
    stepping stepping;
    tick_error *errors; // one for each thread
};

/// Set the error for a call that is not allowed now; returns GESTALT_MISUSE.
gestalt_result population_tell_misuse(const char *function, const gestalt_population *p,
                                      population_calls calls, gestalt_error *error)
    __attribute__((cold));

static inline population_phase population_phase_of(const gestalt_population *p)
{
    return (population_phase)__atomic_load_n(&p->phase, __ATOMIC_RELAXED);
}

/// Enter a phase and return the previous one.
static inline population_phase population_enter(gestalt_population *p, population_phase phase)
{
    population_phase before = population_phase_of(p);
    __atomic_store_n(&p->phase, phase, __ATOMIC_RELAXED);
    return before;
}

static inline gestalt_result population_refuse(const char *function, const gestalt_population *p,
                                               population_calls calls, gestalt_error *error)
{
    bool is_right = p && ((unsigned)calls >> population_phase_of(p) & 1);
    return __builtin_expect(is_right, 1) ? GESTALT_OK
                                         : population_tell_misuse(function, p, calls, error);
}

/// Refuse a NULL population, or a call of the enclosing public function that the phase forbids.
#define POPULATION_REFUSE(p, calls, error) population_refuse(__func__, p, calls, error)
/// The same, as a condition: true if the call is refused.
#define POPULATION_IS_WRONG(p, calls, error) (POPULATION_REFUSE(p, calls, error) != GESTALT_OK)

/// Refuse to add or remove agents that rows follow, because the rows would not notice.
#define POPULATION_HAS_ROWS(p, error)                                                              \
    (__builtin_expect((p)->row_count > 0, 0) &&                                                    \
     MISUSE(error,                                                                                 \
            "rows follow the agents of this population, as in a world: agents come and go "        \
            "by them (gestalt_rows_breed and gestalt_rows_leave), or by the world's trees, "       \
            "and by nothing else") != GESTALT_OK)

/// Refuse options of loading that are incomplete.
bool load_options_are_wrong(const char *function, const gestalt_load_options *options,
                            gestalt_error *error);

/// Refuse a group that does not exist.
#define POPULATION_NO_GROUP(p, number, error)                                                      \
    MISUSE_BEYOND(number, (p)->group_count, "group", error)

/// Refuse a value that is not a status.
#define POPULATION_NO_STATUS(status, error)                                                        \
    (__builtin_expect((unsigned)(status) > GESTALT_RUNNING, 0) &&                                  \
     MISUSE(error,                                                                                 \
            "%u is no status: there are GESTALT_SUCCESS, GESTALT_FAILURE and "                     \
            "GESTALT_RUNNING",                                                                     \
            (unsigned)(status)) != GESTALT_OK)

/// The position of an agent in memory.
typedef struct place {
    group *group;
    cohort *cohort;
    id_run *run;
    uint32_t index; // index of the cohort in its group
    unsigned lane;
} place;

/// Do the work of gestalt_population_spawn and gestalt_population_despawn, also for rows.
gestalt_result population_spawn(gestalt_population *p, uint32_t number, uint64_t count,
                                uint64_t *first, gestalt_error *error);
gestalt_result population_despawn(gestalt_population *p, uint64_t agent, gestalt_error *error);

/// Find an agent. Returns false if it does not exist.
bool population_find(const gestalt_population *p, uint64_t agent, place *where);
gestalt_result population_need(const gestalt_population *p, uint64_t agent, place *where,
                               gestalt_error *error);
/// Return whether a group of the options has no shape, and set the error if so.
bool population_has_no_shape(const char *function, const gestalt_population_options *o,
                             gestalt_error *error);
/// Refuse more lanes than a cohort can have; 0 means the default.
gestalt_result population_check_lanes(uint32_t lanes, gestalt_error *error);
/// Return the moment between two ticks, with `dt` 0.
interp_moment population_between(const gestalt_population *p, const group *g);

/// Allocate all memory that `capacity` agents of each group may need (room.c).
gestalt_result population_make_room(gestalt_population *p, gestalt_error *error);

static inline uint64_t population_cohorts_for(const gestalt_population *p, uint64_t agents)
{
    return agents / p->lanes + (agents % p->lanes > 0);
}

// ---- agents (agents.c)

/// Add agents, the first of which gets the id `next_id`. Without inits their lanes are empty, ready
/// for actor_put.
gestalt_result agents_add(gestalt_population *p, group *g, uint64_t count, bool with_init,
                          gestalt_error *error);
/// Find the empty lane that the next agent will get. An actor can be tried there if the lane is
/// cleared afterwards. Returns false if memory runs out.
bool agents_free_lane(gestalt_population *p, group *g, place *where);
/// Iterates over all agents in order of their ids. Starts as {.population = p}.
typedef struct agents_walk {
    const gestalt_population *population;
    uint32_t run;
    uint64_t index; // index in the run
} agents_walk;
bool agents_walk_next(agents_walk *walk, uint64_t *id, place *where);

/// Free a lane. The agent's last requests must have been listed before (requests_build).
void agents_remove(gestalt_population *p, const place *where);

// ---- a second state (compact.c)

/// Make a population without agents that shares with `p` everything that does not change.
bool population_start_next(gestalt_population *next, const gestalt_population *p);
void population_exchange(gestalt_population *p, gestalt_population *next);
/// Release the state that is no longer needed: the old one or the new one.
void population_release_state(gestalt_population *p);

// ---- edits (edit.c)

/// Conditions of an edit beyond those of the host.
typedef struct edit_manner {
    bool must_be_edited;    // make the new group for agents from other shapes in any case
    const group *shared_of; // group whose shared values the new group gets, or NULL
} edit_manner;
gestalt_result population_edit(gestalt_population *p, const gestalt_edit *edit, edit_manner manner,
                               gestalt_edit_report **report, gestalt_error *error);

/// The edit in steps, for work that must happen together with an edit or not at all. The first two
/// functions allocate and change nothing; edit_commit can't fail.
typedef struct edit_work edit_work;
gestalt_result edit_begin(gestalt_population *p, const gestalt_edit *edit, edit_manner manner,
                          edit_work **work, gestalt_error *error);
/// Allocate the room that a population with preallocated memory needs after these edits. Skips
/// NULLs.
gestalt_result edit_keep_room(gestalt_population *p, edit_work *const *works, uint32_t count,
                              gestalt_error *error);
/// Return the group of the new shape, which does not belong to the population yet.
const group *edit_group(const edit_work *work);
void edit_commit(edit_work *work, gestalt_edit_report **report);
void edit_abandon(edit_work *work);

/// Let the group accept agents from other shapes, if it does not yet.
gestalt_result population_relax(gestalt_population *p, uint32_t number, gestalt_error *error);

// ---- ticks (tick.c)

/// Return the phase of a population that no call is working on.
static inline population_phase population_resting(const gestalt_population *p)
{
    return p->state.is_interrupted ? POPULATION_IS_INTERRUPTED : POPULATION_RESTS;
}

/// Fill in the moment of the coming tick for a group.
void population_moment(const gestalt_population *p, const group *g, interp_moment *moment);

// ---- ticking step by step (steps.c)

/// Do the work of gestalt_actor_step_begin for any lanes of a cohort. Requires that a tick in parts
/// has begun.
gestalt_result steps_begin(gestalt_population *p, const group *g, cohort *c, uint64_t lanes,
                           gestalt_error *error);
/// Continue to the next stop, where interp_step_* can be called on the group's first interpreter.
/// Returns false when the tick of these lanes has ended.
bool steps_go_on(gestalt_population *p);
void steps_release(gestalt_population *p);

// ---- groups (group.c)

/// Kind of a group. GROUP_EDITED: its agents may have come from other shapes. GROUP_UNBOUND: it is
/// not bound to a host, for agents that are never ticked.
typedef enum group_kind { GROUP_PLAIN, GROUP_EDITED = 1, GROUP_UNBOUND = 2 } group_kind;

/// Make everything but the agents and the shared values. The caller must release the group even on
/// failure.
gestalt_result group_make(gestalt_population *p, group *g, const gestalt_group *given,
                          group_kind kind, gestalt_error *error);
gestalt_result group_start(gestalt_population *p, group *g, const gestalt_group *given,
                           group_kind kind, gestalt_error *error);
void group_release(gestalt_population *p, group *g);
/// Choose the form of live states for the cohorts of a shape, and give the reason.
gestalt_states_choice group_states_choice(const plan *p, uint32_t lanes, gestalt_states asked);
/// Set the error for cohorts that would be too large with that many lanes.
gestalt_result group_too_large(uint32_t lanes, gestalt_error *error);
/// Release all cohorts and the shared values.
void group_release_agents(gestalt_population *p, group *g);
/// Allocate the shared values and set them to zero. Allocates nothing if there are none.
bool group_new_shared(gestalt_population *p, group *g);
/// Return the bits of a shared number. Every NaN has the same bits.
uint32_t group_shared_number(const group *g, uint32_t index);
/// Start with no cohorts.
void group_start_agents(group *g);
/// Release the cohort's list of ids, if it has one.
void group_release_ids(gestalt_population *p, const group *g, cohort *c);
/// Allocate room for `more` additional cohorts.
bool group_reserve(gestalt_population *p, group *g, uint64_t more);
/// Set the number of cohorts; new ones are awake.
void group_set_cohorts(group *g, uint32_t count);

static inline cohort *group_cohort(const group *g, uint64_t index)
{
    return slabs_at(&g->agents.cohorts, (uint32_t)index);
}

/// Wake a cohort because something has changed for one of its agents.
static inline void group_wake(const group *g, uint32_t index)
{
    if (g->sleep)
        sleepers_wake(&g->agents.sleepers, index);
}

/// Return the first awake cohort at or after `index`, or UINT32_MAX.
static inline uint32_t group_next_awake(const group *g, uint32_t index)
{
    if (g->sleep && g->agents.sleepers.asleep_count > 0)
        return sleepers_next_awake(&g->agents.sleepers, index, g->agents.cohort_count);
    return index < g->agents.cohort_count ? index : UINT32_MAX;
}

static inline uint64_t group_all_lanes(const group *g)
{
    return ~UINT64_C(0) >> (64 - g->layout.lanes);
}

/// Build the list of the last tick's requests, if it is not built yet (requests.c).
gestalt_result requests_build(gestalt_population *p, gestalt_error *error);
/// Convert a request to the public form.
gestalt_request requests_make(const group *g, const loose_request *r);
/// Sort by agent; cancels before launches; then by node.
void requests_sort(gestalt_request *list, uint64_t count);
void requests_forget(gestalt_population *p);
/// Allocate room for a list of `count` requests. A list that is already built is preserved.
bool requests_reserve(gestalt_population *p, uint64_t count);
/// Allocate room for `more` additional requests.
bool loose_reserve(gestalt_population *p, loose_list *list, uint64_t more);
/// Return whether the request's agent exists and holds the request.
bool requests_is_marked(const gestalt_population *p, const loose_request *request);
/// Remove the requests that agents of a group hold from a built list, while the agents change.
/// requests_put_back adds the current ones again.
void requests_take_out(gestalt_population *p, uint32_t group_number);
void requests_put_back(gestalt_population *p, uint32_t group_number);
/// Sort requests to cancel by agent, then by node.
void requests_sort_loose(loose_list *list);
void requests_release(gestalt_population *p);

// ---- counting nodes (counts.c)

/// Start to count the nodes of a group. Returns false if memory runs out.
bool counts_start(gestalt_population *p, group *g);
void counts_release(gestalt_population *p, group *g);
/// Call these before and after a tick that counts nodes. counts_begin adds the counts of sleeping
/// cohorts.
void counts_begin(const gestalt_population *p);
void counts_end(const gestalt_population *p);
/// Reset the counts to zero.
void counts_forget(const gestalt_population *p);
/// Take over the counts from before an edit. `nodes` maps old nodes to nodes of the new shape.
void counts_carry(const group *from, const group *to, const gestalt_edit_node *nodes);

// ---- timing nodes (times.c)

/// These work like the functions for counts.
bool times_start(gestalt_population *p, group *g);
void times_release(gestalt_population *p, group *g);
void times_carry(const group *from, const group *to, const gestalt_edit_node *nodes);
/// Return whether the coming tick must be timed.
bool times_wanted(const gestalt_population *p);
/// Fill in and return the timing of a thread's part of a timed tick.
const interp_timing *times_of(const gestalt_population *p, const group *g, uint32_t thread,
                              interp_timing *timing);

// ---- attached bytes (attached.c)

bool attached_add(gestalt_population *p, const void *bytes, size_t size);
void attached_release(gestalt_population *p);

/// Return the value of a column, either an agent's or a shared one (values.c).
gestalt_value values_get(const place *where, gestalt_type type, uint32_t column);

/// Return the error text that a leaf function reported for the lowest agent, or NULL. Clears all
/// errors.
const char *tick_take_error(gestalt_population *p);

#endif
