// SPDX-License-Identifier: MIT
// State of a population, for the population's own sources only. What is done with it is declared by
// the modules of this folder: agents.h, group.h, requests.h, edit.h, tick.h and so on.
//
// Each group has cohorts of one layout. Cohorts with a free lane form a linked list, and new agents
// fill the first of them. All memory is allocated outside of ticks, through an allocator that
// counts bytes.
#ifndef POPULATION_STATE_H
#define POPULATION_STATE_H

#include "gather.h"
#include "ids.h"
#include "misuse.h"
#include "pool.h"
#include "slabs.h"
#include "sleepers.h"
#include "step.h"

#include <gestalt/edit.h>
#include <gestalt/inspect.h>
#include <gestalt/snapshot.h>
#include <gestalt/watch.h>

/// Forwards to the host's allocator and counts the allocated bytes.
typedef struct counted_memory {
    gestalt_allocator host;
    gestalt_allocator counting; // the allocator that counts
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

typedef struct watch_scene watch_scene; // watch.c
typedef struct watch_stage watch_stage; // watch.c

/// The cohorts of a group that the calling thread ticks with hooks in this tick (watches.h).
typedef struct group_watched {
    const uint64_t *cohorts; // group and index of each, in order
    uint32_t count;
    bool is_whole;             // all cohorts
    bool is_threaded;          // watches want all other cohorts on all threads
    const interp_hooks *hooks; // for these, or NULL
} group_watched;

typedef struct node_counts node_counts; // counts.h
typedef struct node_times node_times;   // times.h

typedef struct group {
    const gestalt_shape *shape; // the shape of `given`, or `edited`
    // copy of the shape for agents that have come from other shapes, or NULL
    gestalt_shape *edited;
    gestalt_group given;
    // true if everything but the agents belongs to another population (compact.c)
    bool is_borrowed;
    // identities of the shape: identity.h
    uint64_t identity, edit_identity, keys_identity;
    uint16_t number; // index of the group
    plan *plan;
    binding *bound;
    linked *linked;
    sleep_plan *sleep; // NULL if agents can't sleep
    cohort_layout layout;
    interp **interps;      // one for each thread
    gather **gathers;      // one for each thread, for gathered calls, or NULL
    node_counts *counts;   // NULL if nodes are not counted
    node_times *times;     // NULL if nodes are not timed
    group_watched watched; // empty without watches
    uint64_t cohort_room;  // number of cohorts that are preallocated
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

/// The error of a leaf function for the lowest agent, among those of a thread or of a tick.
typedef struct tick_error {
    const char *text; // NULL if there is no error
    uint64_t agent;
} tick_error;

typedef struct tick_errors {
    tick_error *by_thread; // between ticks there are none
    uint64_t agent;        // agent of the error that the last tick returned, or UINT64_MAX
} tick_errors;

/// What gestalt_population_reopen needs to turn back the end of a tick (tick.c).
typedef struct tick_end {
    bool can_reopen;  // the last tick was a whole one, and nothing has been loaded since
    bool is_reopened; // the end of the interrupted tick was turned back
    int64_t last;     // time of the tick before
    tick_error error; // error that the tick returned
} tick_end;

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
    tick_error error;    // error of a leaf that was cancelled since the last tick
    tick_end ended;      // end of the last tick

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
    POPULATION_IS_READ,   // a snapshot that is being loaded, which the host may read
    POPULATION_IS_EDITED, // an edit is prepared, and neither committed nor abandoned
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
    CALLS_TELLING =
        CALLS_GOING_ON | CALLS_TICKING | 1 << POPULATION_IS_READ | 1 << POPULATION_IS_EDITED,
    CALLS_COMMITTING = 1 << POPULATION_IS_EDITED,
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

/// All watches (watch.c). Copies of the population share the list and the scene.
typedef struct population_watches {
    gestalt_watch *first; // in the order of their creation
    watch_scene *scene;   // NULL until there is a watch
    interp_hooks by_lane;
    uint64_t *cohorts;   // group and index of watched cohorts in this tick
    watch_stage *stages; // of groups whose watches are on all threads
    size_t room, stage_room;
    uint64_t agent_count, group_count; // sizes of the lists of all watches
} population_watches;

/// Hooks of the host and of watches, which are called for one agent after the other.
typedef struct population_hooks {
    gestalt_hooks host;
    interp_hooks by_lane;
    bool is_on;
    population_watches watches;
} population_hooks;

/// Data of the host in snapshots.
typedef struct host_data {
    gestalt_attached_check *check; // checks the attached bytes of loaded snapshots; or NULL
    void *user;                    // user of `check`
    gestalt_kept_values kept;      // has size 0 if the host keeps no values
} host_data;

/// Numbers that groups and machines set for a population.
typedef struct population_limits {
    uint64_t agents; // the lowest limit of the groups' hosts
    // if the cohorts take more bytes than this, expect them not to be in the cache during a tick
    uint64_t far_size;
    uint32_t group_room; // number of groups that there is memory for
} population_limits;

/// Memory of gestalt_population_inherit, which is kept for its next call (inherit.c).
typedef struct inherit_memory {
    void *block;
    size_t size;
} inherit_memory;

typedef struct node_timer {
    gestalt_timing timing; // has no clock if nodes are not timed
    bool is_on;            // true if the tick in progress is timed
} node_timer;

/// Those who use a population from outside.
typedef struct population_users {
    holders holders; // rows that must be destroyed before the population
    // number of rows whose data follow agents (rows.h); if there are any, only rows may spawn
    // agents
    uint32_t rows;
    uint64_t relocations; // number of times that all agents have got other cohorts
} population_users;

struct gestalt_population {
    counted_memory memory;
    group *groups;
    uint32_t group_count;
    uint32_t lanes, threads, grain;
    bool announces_writes, never_sleeps, interruptible;
    bool counts_nodes; // new groups count their nodes
    node_timer timer;
    const kernels *kernels;
    gestalt_states states;
    pool *pool;
    host_data hosted;
    population_limits limits;
    // number of agents in each group that memory is preallocated for
    uint64_t capacity;
    inherit_memory inheriting;

    population_state state;
    population_hooks hooking;
    population_phase phase;
    int interrupt; // not 0 if the tick must stop
    population_users users;
    stepping stepping;
    tick_errors errors;
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
    (__builtin_expect((p)->users.rows > 0, 0) &&                                                   \
     MISUSE(error,                                                                                 \
            "rows follow the agents of this population, as in a world: agents come and go "        \
            "by them (gestalt_rows_breed and gestalt_rows_leave), or by the world's trees, "       \
            "and by nothing else") != GESTALT_OK)

/// Refuse a group that does not exist.
#define POPULATION_NO_GROUP(p, number, error)                                                      \
    MISUSE_BEYOND(number, (p)->group_count, "group", error)

/// Refuse a value that is not a status.
#define POPULATION_NO_STATUS(status, error)                                                        \
    (__builtin_expect((unsigned)(status) > GESTALT_RUNNING, 0) &&                                  \
     MISUSE(error,                                                                                 \
            "%u is not a status: there are GESTALT_SUCCESS, GESTALT_FAILURE and "                  \
            "GESTALT_RUNNING",                                                                     \
            (unsigned)(status)) != GESTALT_OK)

static inline uint64_t population_cohorts_for(const gestalt_population *p, uint64_t agents)
{
    return agents / p->lanes + (agents % p->lanes > 0);
}

#endif
