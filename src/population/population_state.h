// SPDX-License-Identifier: MIT
// The state of a population, for its own sources only.
//
// Each group has cohorts of one layout; those with a free lane are linked, and the first of them is
// filled first. Everything is allocated outside of ticks, through an allocator that counts bytes.
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

/// Passes on to the host's allocator, and counts.
typedef struct counted_memory {
    gestalt_allocator host;
    size_t bytes;
} counted_memory;

/// The agents of a group, and what they share.
typedef struct group_agents {
    slabs cohorts;
    uint32_t cohort_count;
    uint32_t open; // the first cohort with a free lane, or COHORT_NONE
    uint32_t *shared_numbers;
    uint64_t *shared_bools; // all ones or zero each; in the same block
    size_t shared_size;
    sleepers sleepers; // empty where agents can't sleep
    uint64_t *done;    // by cohort: lanes that are done in a tick; none between ticks
    size_t done_room;  // 0 where ticks can't be interrupted
} group_agents;

/// Counts of a group's nodes (counts.c).
typedef struct node_counts {
    uint32_t threads, node_count;
    size_t thread_size, size;          // of a thread's part; of the block that holds it all
    gestalt_node_counts *carried;      // by node: from before the last edit
    gestalt_node_counts *carried_last; // those of the last tick, as long as that was before it
    interp_count *ended;               // by item: the sums of all threads when the last tick ended
    interp_count *ended_before;        // and the tick before that
    bool is_carried;                   // no tick has ended since the edit
    uint32_t *above;                   // linked_counted_ops
    unsigned char *ops;                // the same
    unsigned char *parts;              // by thread: counts by item, twice, and a cohort
} node_counts;

/// Times of a group's nodes (times.c), in one block.
typedef struct node_times {
    uint32_t threads, node_count;
    size_t size;            // of the block
    gestalt_node_times *of; // by thread, then by node
} node_times;

typedef struct group {
    const gestalt_shape *shape; // that of `given`, or `edited`
    gestalt_shape *edited;      // a copy for agents that have come from other shapes, or NULL
    gestalt_group given;
    bool is_borrowed; // only the agents are its own: the rest is another population's (compact.c)
    uint64_t identity, edit_identity; // of the shape: identity.h
    uint16_t number;                  // of the group
    plan *plan;
    binding *bound;
    linked *linked;
    sleep_plan *sleep; // NULL where agents can't sleep
    cohort_layout layout;
    interp **interps;     // by thread
    node_counts *counts;  // NULL: its nodes are not counted
    node_times *times;    // NULL: they are not timed
    uint64_t cohort_room; // for so many cohorts there is room from the beginning
    group_agents agents;
} group;

/// A request that no actor holds: one to cancel that was made between two ticks, or any one of an
/// agent that was cancelled, or has gone, since.
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

/// The error that one thread has seen in a tick: that of the first piece of work.
typedef struct tick_error {
    uint64_t at; // UINT64_MAX: none
    const char *text;
} tick_error;

typedef struct attached_bytes {
    unsigned char *bytes;
    size_t size, capacity;
} attached_bytes;

/// The list of the last tick's requests (requests.c).
typedef struct request_list {
    gestalt_request *list;  // in one of the halves of the block
    gestalt_request *block; // twice the capacity
    uint64_t count, capacity;
    bool are_built;
} request_list;

/// All that agents, ticks and hosts change, but for what lies in the groups.
typedef struct population_state {
    id_table ids;
    uint64_t next_id, agent_count;

    uint64_t seed;
    int64_t now;  // of the coming tick, as far as it is known
    int64_t last; // of the last tick
    uint64_t ticks;
    bool is_interrupted; // in the middle of the coming tick, and at rest
    const char *error;   // of a leaf that was cancelled since the last tick

    attached_bytes attached; // by the host, for snapshots
    loose_list coming;       // made since the last tick: they belong to the coming one
    loose_list given;        // those that belong to the last tick
    request_list requests;
} population_state;

/// The thing that a population is in the middle of. Functions of the host run in the last three;
/// if one of them never returns, since it has jumped out, the phase stays.
typedef enum population_phase {
    POPULATION_RESTS,
    POPULATION_IS_OPEN,    // a tick in parts has begun
    POPULATION_IS_STEPPED, // an agent is ticked, step by step
    POPULATION_IS_INTERRUPTED,
    POPULATION_IS_READ, // it is one that a snapshot makes, and is looked at
    POPULATION_TICKS,
    POPULATION_CHANGES, // agents are cancelled or spawned, a snapshot is saved or loaded
    POPULATION_WORKS,   // at pieces of gestalt_population_run
} population_phase;

/// The phases in which a call is right, a bit each. A call that reads of single agents always is.
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
    const group *group; // NULL: none is under way
    interp_moment moment;
    gestalt_guard *guards; // for one agent
    gestalt_kept *changes;
} stepping;

/// A thread's share of a cache differs between machines; fetching what is there already costs less
/// than waiting.
enum { POPULATION_FAR_SIZE = 6 << 20 };

struct gestalt_population {
    counted_memory memory;
    gestalt_allocator allocator; // the counting one
    group *groups;
    uint32_t group_count;
    uint32_t lanes, threads, grain;
    bool announces_writes, never_sleeps, interruptible;
    bool counts_nodes;
    gestalt_timing timing; // without a clock: there is none
    bool is_timed;         // the tick that is under way
    const kernels *kernels;
    gestalt_states states;
    pool *pool;
    gestalt_attached_check *check; // of what snapshots bring back; or NULL
    void *check_user;
    uint64_t far_size; // more bytes of cohorts than this are not in caches when a tick wants them
    uint64_t capacity; // agents of each group that there is room for from the beginning
    uint64_t agent_limit; // the lowest of the groups' hosts

    population_state state;
    gestalt_hooks hooks;
    interp_hooks lane_hooks;
    bool has_hooks;
    population_phase phase;
    int interrupt;      // not 0: the tick is to stop
    holders holders;    // rows, which must go before
    uint32_t row_count; // of those whose data follow agents (rows.h): others may not spawn any
    stepping stepping;
    tick_error *errors; // by thread
};

/// Tell what is wrong with a call of a function; returns GESTALT_MISUSE.
gestalt_result population_tell_misuse(const char *function, const gestalt_population *p,
                                      population_calls calls, gestalt_error *error)
    __attribute__((cold));

static inline population_phase population_phase_of(const gestalt_population *p)
{
    return (population_phase)__atomic_load_n(&p->phase, __ATOMIC_RELAXED);
}

/// Returns the phase until now.
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

/// Refuses a NULL, and a call of the public function in which this stands that is wrong now.
#define POPULATION_REFUSE(p, calls, error) population_refuse(__func__, p, calls, error)
/// The same, true when it is refused.
#define POPULATION_IS_WRONG(p, calls, error) (POPULATION_REFUSE(p, calls, error) != GESTALT_OK)

/// Refuses to let agents come or go behind the back of rows.
#define POPULATION_HAS_ROWS(p, error)                                                              \
    (__builtin_expect((p)->row_count > 0, 0) &&                                                    \
     MISUSE(error,                                                                                 \
            "rows follow the agents of this population, as in a world: agents come and go "        \
            "by them (gestalt_rows_breed and gestalt_rows_leave), or by the world's trees, "       \
            "and by nothing else") != GESTALT_OK)

/// Refuses options of loading in which something is missing.
bool load_options_are_wrong(const char *function, const gestalt_load_options *options,
                            gestalt_error *error);

/// Refuses a group that there is not.
#define POPULATION_NO_GROUP(p, number, error)                                                      \
    MISUSE_BEYOND(number, (p)->group_count, "group", error)

/// Refuses what is no answer of a node.
#define POPULATION_NO_STATUS(status, error)                                                        \
    (__builtin_expect((unsigned)(status) > GESTALT_RUNNING, 0) &&                                  \
     MISUSE(error,                                                                                 \
            "%u is no status: there are GESTALT_SUCCESS, GESTALT_FAILURE and "                     \
            "GESTALT_RUNNING",                                                                     \
            (unsigned)(status)) != GESTALT_OK)

/// The place of an agent.
typedef struct place {
    group *group;
    cohort *cohort;
    id_run *run;
    uint32_t index; // of the cohort
    unsigned lane;
} place;

/// gestalt_population_spawn and gestalt_population_despawn, also for rows.
gestalt_result population_spawn(gestalt_population *p, uint32_t number, uint64_t count,
                                uint64_t *first, gestalt_error *error);
gestalt_result population_despawn(gestalt_population *p, uint64_t agent, gestalt_error *error);

/// False when there is no such agent.
bool population_find(const gestalt_population *p, uint64_t agent, place *where);
gestalt_result population_need(const gestalt_population *p, uint64_t agent, place *where,
                               gestalt_error *error);
/// Tell of options with a group that has no shape.
bool population_has_no_shape(const char *function, const gestalt_population_options *o,
                             gestalt_error *error);
/// Refuse more lanes than a cohort can have; 0 stands for the default.
gestalt_result population_check_lanes(uint32_t lanes, gestalt_error *error);
/// The time between ticks, with `dt` 0.
interp_moment population_between(const gestalt_population *p, const group *g);

/// Allocate all that `capacity` agents of each group may need (room.c).
gestalt_result population_make_room(gestalt_population *p, gestalt_error *error);

static inline uint64_t population_cohorts_for(const gestalt_population *p, uint64_t agents)
{
    return agents / p->lanes + (agents % p->lanes > 0);
}

// ---- agents (agents.c)

/// Adds agents, the first of which is `next_id`. Without inits their lanes hold nothing yet, and
/// are for actor_put.
gestalt_result agents_add(gestalt_population *p, group *g, uint64_t count, bool with_init,
                          gestalt_error *error);
/// The lane that the next agent gets, which holds nothing: an actor can be tried there, if the lane
/// is cleared behind it. False: there is no memory.
bool agents_free_lane(gestalt_population *p, group *g, place *where);
/// All agents, in order of their ids. Starts as {.population = p}.
typedef struct agents_walk {
    const gestalt_population *population;
    uint32_t run;
    uint64_t index; // in the run
} agents_walk;
bool agents_walk_next(agents_walk *walk, uint64_t *id, place *where);

/// Frees a lane. Its last requests must have been listed (requests_build) before.
void agents_remove(gestalt_population *p, const place *where);

// ---- a second state (compact.c)

/// A population without agents beside `p`, with which it shares all that does not change.
bool population_start_next(gestalt_population *next, const gestalt_population *p);
void population_exchange(gestalt_population *p, gestalt_population *next);
/// Release the state that is not needed: the old one, or the new one.
void population_release_state(gestalt_population *p);

// ---- edits (edit.c)

/// An edit that is not by the host's wish alone.
typedef struct edit_manner {
    bool must_be_edited;    // the new group is for agents from other shapes in any case
    const group *shared_of; // the shared values are those of this group, or NULL
} edit_manner;
gestalt_result population_edit(gestalt_population *p, const gestalt_edit *edit, edit_manner manner,
                               gestalt_edit_report **report, gestalt_error *error);

/// The same in steps, for what has to happen together with an edit or not at all. The first two
/// allocate, and change nothing; the last can't fail.
typedef struct edit_work edit_work;
gestalt_result edit_begin(gestalt_population *p, const gestalt_edit *edit, edit_manner manner,
                          edit_work **work, gestalt_error *error);
/// Allocates what a population with room needs after some edits. NULLs are passed over.
gestalt_result edit_keep_room(gestalt_population *p, edit_work *const *works, uint32_t count,
                              gestalt_error *error);
/// The group of the new shape, which is not the population's yet.
const group *edit_group(const edit_work *work);
void edit_commit(edit_work *work, gestalt_edit_report **report);
void edit_abandon(edit_work *work);

/// Make the group one for agents from other shapes, if it is none.
gestalt_result population_relax(gestalt_population *p, uint32_t number, gestalt_error *error);

// ---- ticks (tick.c)

/// The phase of a population at rest.
static inline population_phase population_resting(const gestalt_population *p)
{
    return p->state.is_interrupted ? POPULATION_IS_INTERRUPTED : POPULATION_RESTS;
}

/// The coming tick, of a group.
void population_moment(const gestalt_population *p, const group *g, interp_moment *moment);

// ---- ticks, step by step (steps.c)

/// As gestalt_actor_step_begin, for any lanes of a cohort. A tick in parts has begun.
gestalt_result steps_begin(gestalt_population *p, const group *g, cohort *c, uint64_t lanes,
                           gestalt_error *error);
/// Goes on to the next stop, where interp_step_* of the group's first interpreter can be asked.
bool steps_go_on(gestalt_population *p);
void steps_release(gestalt_population *p);

// ---- groups (group.c)

/// The kind of a group: its agents may have come from other shapes; it is not bound to a host, for
/// agents that are not ticked.
typedef enum group_kind { GROUP_PLAIN, GROUP_EDITED = 1, GROUP_UNBOUND = 2 } group_kind;

/// Make all but the agents and the shared values. The group is to be released in any case.
gestalt_result group_make(gestalt_population *p, group *g, const gestalt_group *given,
                          group_kind kind, gestalt_error *error);
gestalt_result group_start(gestalt_population *p, group *g, const gestalt_group *given,
                           group_kind kind, gestalt_error *error);
void group_release(gestalt_population *p, group *g);
/// Say that there is no layout for that many lanes.
/// Choose the form of states for cohorts of a shape, and say why.
gestalt_states_choice group_states_choice(const plan *p, uint32_t lanes, gestalt_states asked);
gestalt_result group_too_large(uint32_t lanes, gestalt_error *error);
/// Releases all cohorts, and the shared values.
void group_release_agents(gestalt_population *p, group *g);
/// New memory for the shared values, zero; none if there are none.
bool group_new_shared(gestalt_population *p, group *g);
/// A shared number, where every NaN is the same.
uint32_t group_shared_number(const group *g, uint32_t index);
/// No cohorts.
void group_start_agents(group *g);
/// Release the id of each lane, if the cohort has them.
void group_release_ids(gestalt_population *p, const group *g, cohort *c);
/// Room for that many more cohorts.
bool group_reserve(gestalt_population *p, group *g, uint64_t more);
/// Cohorts from the first that is new up to this one are there, and awake.
void group_set_cohorts(group *g, uint32_t count);

static inline cohort *group_cohort(const group *g, uint64_t index)
{
    return slabs_at(&g->agents.cohorts, (uint32_t)index);
}

/// Wakes a cohort: something has changed for one of its agents.
static inline void group_wake(const group *g, uint32_t index)
{
    if (g->sleep)
        sleepers_wake(&g->agents.sleepers, index);
}

/// The first cohort that is awake from one on; UINT32_MAX.
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

/// Makes the list of the last tick's requests, if it is not made yet (requests.c).
gestalt_result requests_build(gestalt_population *p, gestalt_error *error);
/// A request as hosts see it.
gestalt_request requests_make(const group *g, const loose_request *r);
/// By agent, cancels before launches, by node.
void requests_sort(gestalt_request *list, uint64_t count);
void requests_forget(gestalt_population *p);
/// Make room for a list of that many. One that is built stays.
bool requests_reserve(gestalt_population *p, uint64_t count);
/// Room for that many more.
bool loose_reserve(gestalt_population *p, loose_list *list, uint64_t more);
/// Return whether the agent of a request is there and holds it.
bool requests_is_marked(const gestalt_population *p, const loose_request *request);
/// While agents of a group change, a list that is built has only what nobody holds.
void requests_take_out(gestalt_population *p, uint32_t group_number);
void requests_put_back(gestalt_population *p, uint32_t group_number);
/// By agent, then by node: of requests to cancel.
void requests_sort_loose(loose_list *list);
void requests_release(gestalt_population *p);

// ---- counting nodes (counts.c)

/// Begins to count the nodes of a group. False: there is no memory.
bool counts_start(gestalt_population *p, group *g);
void counts_release(gestalt_population *p, group *g);
/// Around a tick of all agents that counts nodes: those that sleep count when it begins.
void counts_begin(const gestalt_population *p);
void counts_end(const gestalt_population *p);
/// Nothing has been counted yet.
void counts_forget(const gestalt_population *p);
/// Takes over what was counted before an edit. `nodes` says which node of the new shape each is.
void counts_carry(const group *from, const group *to, const gestalt_edit_node *nodes);

// ---- timing nodes (times.c)

/// As those of counts.
bool times_start(gestalt_population *p, group *g);
void times_release(gestalt_population *p, group *g);
void times_carry(const group *from, const group *to, const gestalt_edit_node *nodes);
/// Return whether the coming tick is timed.
bool times_wanted(const gestalt_population *p);
/// Fills in the timing of a thread's part of a tick that is timed, and returns it.
const interp_timing *times_of(const gestalt_population *p, const group *g, uint32_t thread,
                              interp_timing *timing);

// ---- what hosts attach (attached.c)

bool attached_add(gestalt_population *p, const void *bytes, size_t size);
void attached_release(gestalt_population *p);

/// The value of a column, the agents' or shared (values.c).
gestalt_value values_get(const place *where, gestalt_type type, uint32_t column);

/// Return the text of an error that leaf functions have reported, that of the least agent, or NULL,
/// and forget all of them.
const char *tick_take_error(gestalt_population *p);

#endif
