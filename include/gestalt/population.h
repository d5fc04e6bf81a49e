// SPDX-License-Identifier: MIT
// A population: any number of agents, ticked together.
//
// Agents live in cohorts of up to 64 lanes. Between ticks the host reads and writes blackboards,
// tells how deferred actions went, spawns and despawns; during a tick only leaf functions run.
// Results do not depend on lanes, threads or the order of storage.
//
// Calls on one population must not overlap. All of them that can fail leave it as it was. A child
// of fork has the population as well; there it has the calling thread alone.
#ifndef GESTALT_POPULATION_H
#define GESTALT_POPULATION_H

#include <gestalt/base.h>
#include <gestalt/host.h>
#include <gestalt/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gestalt_population gestalt_population;

/// The bytes of native stack that any call of the library takes at most, whatever the document or
/// tree, beside what the host's functions take.
enum { GESTALT_STACK_NEEDED = 16 << 10 };

/// The needs of ticks of a shape besides its agents. They are worked out for a host and a number of
/// lanes, and not kept in images.
typedef struct gestalt_needs {
    uint32_t guards;     ///< most inner nodes that are entered at a time
    uint64_t visits;     ///< most leaf visits that one agent's tick can make (UINT64_MAX: more)
    size_t scratch_size; ///< bytes of each thread that ticks; the guards are among them
    size_t linked_size;  ///< bytes of the linked stream and its tables, which all threads share
    size_t stack_size;   ///< GESTALT_STACK_NEEDED
} gestalt_needs;

/// Tells what a population of that many lanes (0: 64) will need at most for this shape, whichever
/// kernels it has. `host` may be NULL: keys that its functions use themselves are not counted then.
/// GESTALT_BAD_ARGUMENT when the host does not fit the shape.
GESTALT_API gestalt_result gestalt_shape_needs(const gestalt_shape *shape, const gestalt_host *host,
                                               uint32_t lanes, gestalt_needs *needs,
                                               gestalt_error *error);

/// Agents that share a shape. A population has one group, or several.
typedef struct gestalt_group {
    const gestalt_shape *shape; ///< must outlive the population
    const gestalt_host *host;   ///< so must this; NULL when the shape calls nothing
    /// The shape as native code (gestalt_shape_write_c), which ticks the group then; results are
    /// the same. Ticks with hooks, and steps, are the interpreter's. NULL: so are all.
    const gestalt_native *native;
} gestalt_group;

/// The form in which states of agents are stored between ticks: which nodes are live, and what
/// deferred actions wait for. It changes time and memory, and nothing else (docs/actors.md).
typedef enum gestalt_states {
    GESTALT_STATES_AUTO,   ///< for each group, the form that is better for its shape
    GESTALT_STATES_SPARSE, ///< sorted lists of the nodes that are live
    GESTALT_STATES_MASKS   ///< a mask for each node that can be live
} gestalt_states;

/// The form in which the states of a group's agents are stored, and why. Bytes are those of a whole
/// cohort, blackboards included.
typedef struct gestalt_states_choice {
    gestalt_states form;  ///< GESTALT_STATES_SPARSE or GESTALT_STATES_MASKS
    gestalt_states asked; ///< the population's option
    uint64_t sparse_size; ///< of a cohort with lists
    uint64_t masks_size;  ///< of a cohort with masks
    uint64_t allowance;   ///< GESTALT_STATES_AUTO chooses masks up to so many bytes beyond lists
} gestalt_states_choice;

/// Options of a population. The zero value of everything but `shape` (or `groups`) is the default.
typedef struct gestalt_population_options {
    gestalt_group group;         ///< of a population with one group
    const gestalt_group *groups; ///< or several; then `group` is not looked at
    uint32_t group_count;
    uint32_t lanes;   ///< of a cohort, 1 to 64; default 64
    uint32_t threads; ///< that tick, the caller's among them; default 1
    uint32_t grain;   ///< cohorts that a thread takes at a time; default: chosen by the population
    /// Bytes of stack of each thread but the caller's, 64 KB to 1 GiB; default 256 KB. A tick takes
    /// at most 16 KB of it: the rest is for the host's functions.
    size_t stack_size;
    /// Agents of each group that have room from the beginning. As long as there are no more, calls
    /// allocate nothing, but for what is made from all agents at a time: hashes, snapshots,
    /// compaction, what is attached. With more than one lane, a cohort takes 8 bytes for each lane
    /// when an agent gets the lane of another.
    uint64_t capacity;
    uint64_t seed;
    int64_t start; ///< the time of the first tick, in microseconds; up to 2^62, on both sides of 0
    const char *kernels; ///< "plain", "avx2", "avx512"; default: the best that the machine has
    gestalt_states states;
    /// The host promises that all it writes to keys of agents goes through functions of this
    /// header, or that it calls gestalt_population_touch or gestalt_population_touch_block behind
    /// it. Then agents can sleep whose guards ask such keys again in every tick.
    bool announces_writes;
    /// All agents are looked at in every tick. It changes time and memory, and nothing else.
    bool never_sleeps;
    /// Ticks can be told to stop (gestalt_population_interrupt). Each thread copies a cohort before
    /// it ticks it, and takes that much more memory for each group.
    bool interruptible;
    gestalt_allocator allocator;
} gestalt_population_options;

GESTALT_API gestalt_result gestalt_population_create(const gestalt_population_options *options,
                                                     gestalt_population **population,
                                                     gestalt_error *error);
GESTALT_API void gestalt_population_destroy(gestalt_population *population);

/// Tells how many bytes of a gestalt_memory a population takes in all with these options, as long
/// as it has no more agents than `capacity`: so much must be in the block, or be left of it. Then
/// it can be created there and live until it is destroyed: agents are spawned, ticked, read,
/// written, cancelled and despawned, requests listed and answered. Nothing that is exempt from
/// `capacity` is counted; neither are shape, host, and the stacks of threads.
///
/// For this the population is made once, with memory of `options->allocator`, which is released.
GESTALT_API gestalt_result gestalt_population_memory(const gestalt_population_options *options,
                                                     size_t *size, gestalt_error *error);

// ---- agents

/// Adds `count` agents to a group. Their ids follow one another, from `*first` on (which may be
/// NULL); ids are never used again. Agents that rows follow (rows.h), and so those of a world, are
/// neither spawned nor despawned, inserted or removed by calls: that is GESTALT_MISUSE.
GESTALT_API gestalt_result gestalt_population_spawn(gestalt_population *population, uint32_t group,
                                                    uint64_t count, uint64_t *first,
                                                    gestalt_error *error);

/// Abandons the agent's root and removes it. GESTALT_BAD_ARGUMENT when there is no such agent.
GESTALT_API gestalt_result gestalt_population_despawn(gestalt_population *population,
                                                      uint64_t agent, gestalt_error *error);

/// Gives `count` agents, from the id `first` on, the blackboards of the agents `parents`, one each:
/// all of it within a group; between groups, keys of the same name and type. Shared keys stay as
/// they are. GESTALT_BAD_ARGUMENT when there is no such agent: those before it have inherited.
GESTALT_API gestalt_result gestalt_population_inherit(gestalt_population *population,
                                                      const uint64_t *parents, uint64_t first,
                                                      uint64_t count, gestalt_error *error);

/// Abandons the agent's root, which starts fresh in the next tick.
GESTALT_API gestalt_result gestalt_population_cancel(gestalt_population *population, uint64_t agent,
                                                     gestalt_error *error);

/// Moves agents together, in order of their ids, so that cohorts are full and as few as can be:
/// after many have gone. Ids and all that can be seen stay as they are; columns and blocks move.
GESTALT_API gestalt_result gestalt_population_compact(gestalt_population *population,
                                                      gestalt_error *error);

GESTALT_API uint64_t gestalt_population_count(const gestalt_population *population);
GESTALT_API bool gestalt_population_has(const gestalt_population *population, uint64_t agent);
/// The smallest id that is `agent` or greater, or UINT64_MAX: to walk over all agents in order.
GESTALT_API uint64_t gestalt_population_next(const gestalt_population *population, uint64_t agent);

/// The root's last answer. GESTALT_RUNNING before the first tick, and for an agent that does not
/// exist.
GESTALT_API gestalt_status gestalt_population_status(const gestalt_population *population,
                                                     uint64_t agent);

// ---- ticks

/// Ticks all agents at time `now`, which must not be less than the last tick's. GESTALT_REJECTED
/// when a leaf function reported an error: all agents were ticked all the same, and `error` has the
/// text. GESTALT_INTERRUPTED when it was told to stop.
GESTALT_API gestalt_result gestalt_population_tick(gestalt_population *population, int64_t now,
                                                   gestalt_error *error);
/// A tick in parts, for hosts that choose who is ticked, and when: begin, then agents alone or
/// whole blocks (cohorts, see gestalt_population_block), each agent at most once, then end. An
/// agent that is left out sleeps through this tick. In between, only these two may be called (or
/// the steps below), and what only reads; all on one thread.
GESTALT_API gestalt_result gestalt_population_begin(gestalt_population *population, int64_t now,
                                                    gestalt_error *error);
GESTALT_API gestalt_result gestalt_actor_tick(gestalt_population *population, uint64_t agent,
                                              gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_tick_block(gestalt_population *population,
                                                         uint32_t group, uint64_t index,
                                                         gestalt_error *error);
/// Counts the tick. GESTALT_REJECTED as gestalt_population_tick.
GESTALT_API gestalt_result gestalt_population_end(gestalt_population *population,
                                                  gestalt_error *error);

/// Tells a tick to stop: one that is under way does so within a millisecond, between two nodes, as
/// far as no function of the host takes longer; if there is none, the next one stops before its
/// first agent. May be called in signal handlers and on any thread, as long as the population is
/// there. Only where `interruptible` was set.
///
/// The tick answers GESTALT_INTERRUPTED then. Cohorts that it has finished stay as they are. One
/// that was under way is put back to what it was before, but for what leaf functions and hooks have
/// done outside of the population: they are called again. After that the tick is called again, at
/// the same time (gestalt_population_now), and goes on with those who are left. In the end, all is
/// as if it had not been interrupted. Until then, only this may be called: what reads, the tick,
/// saving, attaching, loading and destroying. A snapshot keeps who is done, and whoever loads it
/// goes on with the same tick; a leaf's error that is still to be told is not in it.
///
/// In a tick in parts, gestalt_actor_tick and gestalt_population_tick_block answer
/// GESTALT_INTERRUPTED, all of their agents are put back, and they can be called again before the
/// end. Steps are not interrupted.
GESTALT_API void gestalt_population_interrupt(gestalt_population *population);
/// Tells whether a tick was interrupted and is to go on: also after loading.
GESTALT_API bool gestalt_population_is_interrupted(const gestalt_population *population);
/// Tells whether an agent is done in a tick that was interrupted: for hosts that take back what
/// their functions did for the others. False when no tick was, or there is no such agent.
GESTALT_API bool gestalt_actor_is_done(const gestalt_population *population, uint64_t agent);

// ---- sleep
//
// A cohort in which every agent only waits is not looked at until one of them is due, its game
// system answers, or somebody does something to it. Nobody can tell: states, hashes, requests and
// statuses are those of a population that never sleeps. With hooks nobody sleeps, nor do agents
// from a tick in parts to the next one that is not.

/// Says that keys of an agent have been written in a column, for hosts that announce their writes.
/// GESTALT_BAD_ARGUMENT when there is no such agent.
GESTALT_API gestalt_result gestalt_population_touch(gestalt_population *population, uint64_t agent,
                                                    gestalt_error *error);
/// The same for any agents of a block. Nothing happens when there is no such block. Pieces of
/// gestalt_population_run may call it, each for blocks of its own or for the same ones.
GESTALT_API void gestalt_population_touch_block(gestalt_population *population, uint32_t group,
                                                uint64_t index);

/// Tells when the next agent wakes by itself: a tick changes nothing that comes before the time
/// `*now`, and whose number is less than `*tick`, as long as nobody does anything to an agent. When
/// somebody is awake, `*now` is the time of the coming tick and `*tick` its number, so that it is
/// due at once; INT64_MAX and UINT64_MAX stand for never. Either may be NULL.
GESTALT_API void gestalt_population_next_due(const gestalt_population *population, int64_t *now,
                                             uint64_t *tick);

/// The number of agents that the coming tick does not look at, as far as that is known before it.
GESTALT_API uint64_t gestalt_population_sleeping_count(const gestalt_population *population);
/// Return the number of agents that the last tick did not look at, because they slept. Ask right
/// after the tick: an agent that has been woken since is not counted.
GESTALT_API uint64_t gestalt_population_slept_count(const gestalt_population *population);

// ---- ticks, step by step

/// A value that outlives ticks and can be rolled back: a persistent status that nodes name, or that
/// of a `once` or a `cooldown`.
typedef struct gestalt_kept {
    const char *name; ///< of a persistent value, or NULL
    uint32_t node;    ///< else the `once` or `cooldown`
} gestalt_kept;

/// A node that an agent is in, on the stack of them.
typedef struct gestalt_guard {
    uint32_t node;
    bool waiting;          ///< its live child comes later; earlier ones are asked first
    bool can_roll_back;    ///< it undoes changes if it fails
    uint32_t round;        ///< of loops: which round of this tick it is in, from 1
    uint32_t change_begin; ///< the first of `changes` that it would undo; `change_count`: none
} gestalt_guard;

/// A node has answered, and the nodes that it lies in have not taken notice yet.
typedef struct gestalt_step {
    uint32_t node;
    gestalt_status status;
    const gestalt_guard *guards; ///< from the root to the node above
    uint32_t guard_count;
    const gestalt_kept *changes; ///< what has changed, and can still be rolled back
    uint32_t change_count;
} gestalt_step;

/// Ticks an agent as gestalt_actor_tick does, but stops behind each node. After this, until the
/// end, no other agent is ticked, and all functions that change this population, or tell of it as
/// a whole, are refused; what reads of one agent may be called.
GESTALT_API gestalt_result gestalt_actor_step_begin(gestalt_population *population, uint64_t agent,
                                                    gestalt_error *error);
/// Goes on until the next node has answered. False when the agent's tick is over. `step` points to
/// things that are valid until the next call.
GESTALT_API bool gestalt_actor_step(gestalt_population *population, gestalt_step *step);
/// Carries out what is left of the agent's tick.
GESTALT_API gestalt_result gestalt_actor_step_end(gestalt_population *population,
                                                  gestalt_error *error);

/// The number of the coming tick, from 0.
GESTALT_API uint64_t gestalt_population_ticks(const gestalt_population *population);

/// Says at what time the coming tick will be, before anything is done for it: the inits of agents
/// that are spawned, and the actions of those that are cancelled, see that time. Until then it is
/// the last tick's. Not less than that.
GESTALT_API gestalt_result gestalt_population_set_now(gestalt_population *population, int64_t now,
                                                      gestalt_error *error);
GESTALT_API int64_t gestalt_population_now(const gestalt_population *population);

/// Functions to call while agents are ticked. With hooks, ticks run on the calling thread. NULL
/// members are not called.
typedef struct gestalt_hooks {
    void (*enter)(void *user, uint64_t agent, uint32_t node, bool resuming);
    void (*leave)(void *user, uint64_t agent, uint32_t node, gestalt_status status);
    void (*cancel)(void *user, uint64_t agent, uint32_t node); ///< of any live node
    void (*log)(void *user, uint64_t agent, uint32_t node, gestalt_log_phase phase);
    /// A node is about to abandon all that is live below it from node `first` on, up to node `end`,
    /// which is left alone: a cancellation range.
    void (*range)(void *user, uint64_t agent, uint32_t node, uint32_t first, uint32_t end);
    /// A node has failed, and something is again what it was when the node was entered. Called for
    /// each thing that has been changed since.
    void (*roll_back)(void *user, uint64_t agent, uint32_t node, gestalt_kept what);
    void *user;
} gestalt_hooks;

/// Ticks a group by native code of its shape from now on, as gestalt_group.native does from the
/// start, or by the interpreter (NULL). GESTALT_BAD_ARGUMENT when it does not fit; then all is as
/// it was.
GESTALT_API gestalt_result gestalt_population_set_native(gestalt_population *population,
                                                         uint32_t group,
                                                         const gestalt_native *native,
                                                         gestalt_error *error);

/// Sets hooks for the coming ticks (a copy is kept), or removes them (NULL). An agent's calls come
/// in their order; those of different agents are mixed.
GESTALT_API void gestalt_population_hooks(gestalt_population *population,
                                          const gestalt_hooks *hooks);

// ---- work between ticks

/// Does a piece of work as thread `thread`; the caller's thread is 0.
typedef void gestalt_work(void *user, uint32_t thread, uint64_t piece);

/// Does the pieces 0 to `count` - 1 on the threads that tick, the caller's among them, and returns
/// when all are done. Any thread may do any piece, so pieces must not depend on each other. With
/// `wake`, threads that sleep are woken at once: for a few long pieces, about one for each thread.
/// Between ticks, and not from a piece.
GESTALT_API void gestalt_population_run(const gestalt_population *population, uint64_t count,
                                        bool wake, gestalt_work *work, void *user);

// ---- who keeps a population

/// Says that something keeps the population, as steering does for its threads: it can't be
/// destroyed before as many calls of gestalt_population_release. Any thread may call both.
GESTALT_API void gestalt_population_hold(const gestalt_population *population);
GESTALT_API void gestalt_population_release(const gestalt_population *population);

// ---- deferred actions

/// A request of an agent. A launch is known by agent, node and number; an edit of the shape can
/// change the node, and never the number.
typedef struct gestalt_request {
    uint64_t agent;
    uint32_t node;
    uint16_t group;
    bool launch;          ///< else it is a request to cancel
    const char *name;     ///< of the action
    const char *resource; ///< or NULL
    uint32_t launch_id;   ///< of the launch that is asked for, or that is to be cancelled: the
                          ///< number of its tick, of which these are the low 32 bits
} gestalt_request;

/// The requests of the last tick, and of despawning and cancelling between it and the tick before,
/// in order: by agent, cancels before launches, by node. Valid until the next tick.
GESTALT_API gestalt_result gestalt_population_requests(gestalt_population *population,
                                                       const gestalt_request **requests,
                                                       uint64_t *count, gestalt_error *error);

/// Tells how a launch goes, by its number. GESTALT_STALE when it is over: it has been cancelled, or
/// the tree has taken an answer already, or the agent has gone. GESTALT_BAD_ARGUMENT when there
/// never can have been such a launch.
GESTALT_API gestalt_result gestalt_population_finish_launch(gestalt_population *population,
                                                            uint64_t agent, uint32_t node,
                                                            uint32_t launch_id,
                                                            gestalt_status status,
                                                            gestalt_error *error);

/// The same for whichever launch of the node there is now, for hosts that take every cancel at
/// once. GESTALT_BAD_ARGUMENT when that node is not a live deferred action of that agent.
GESTALT_API gestalt_result gestalt_population_finish(gestalt_population *population, uint64_t agent,
                                                     uint32_t node, gestalt_status status,
                                                     gestalt_error *error);

/// A deferred action that is live: one that was launched, and is not over.
typedef struct gestalt_launch {
    uint64_t agent;
    uint32_t node;
    uint32_t launch_id;
    const char *name;        ///< of the action
    const char *resource;    ///< or NULL
    uint32_t argument_count; ///< for gestalt_population_launch_argument_at
    uint16_t group;
    gestalt_status status; ///< that its game system has set last; GESTALT_RUNNING: it goes on
} gestalt_launch;

/// A place in the list of all launches. The zero value is the beginning.
typedef struct gestalt_launch_cursor {
    uint64_t agent;
    uint32_t node;
} gestalt_launch_cursor;

/// Lists all deferred actions that are live, in order: by agent, then by node. At most `capacity`
/// of them from `*from` on are written and counted, and `*from` is moved behind them; when fewer
/// are written, there are no more. Between two calls the population may change. After a snapshot
/// was loaded, this is all that a game system needs to go on: then the requests of the last tick
/// say nothing more.
GESTALT_API gestalt_result gestalt_population_launches(const gestalt_population *population,
                                                       gestalt_launch_cursor *from,
                                                       gestalt_launch *launches, size_t capacity,
                                                       size_t *count, gestalt_error *error);

/// An argument of a launch.
typedef struct gestalt_argument {
    const char *name;
    const char *key;     ///< of one that is a key: its name; else NULL
    char component;      ///< of a component of that key, which is a vector: 'x', 'y' or 'z'; else 0
    gestalt_value value; ///< as it was at the launch; of a key, what the blackboard has now
} gestalt_argument;

/// An argument of a live deferred action, by number, in the order in which the document gives them.
/// False when there is no such action or argument.
GESTALT_API bool gestalt_population_launch_argument_at(const gestalt_population *population,
                                                       uint64_t agent, uint32_t node,
                                                       uint32_t index, gestalt_argument *argument);

/// The value of the argument of that name.
GESTALT_API bool gestalt_population_launch_argument(const gestalt_population *population,
                                                    uint64_t agent, uint32_t node, const char *name,
                                                    gestalt_value *value);

// ---- values

/// A key of a group's shape, or a component as "home.x".
typedef struct gestalt_key {
    gestalt_type type;
    bool shared;
    uint32_t column;
} gestalt_key;
GESTALT_API bool gestalt_population_key(const gestalt_population *population, uint32_t group,
                                        const char *name, gestalt_key *key);
GESTALT_API gestalt_result gestalt_population_read(const gestalt_population *population,
                                                   uint64_t agent, const char *name,
                                                   gestalt_value *value, gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_write(gestalt_population *population, uint64_t agent,
                                                    const char *name, gestalt_value value,
                                                    gestalt_error *error);
/// The shared keys of a group.
GESTALT_API gestalt_result gestalt_population_read_shared(const gestalt_population *population,
                                                          uint32_t group, const char *name,
                                                          gestalt_value *value,
                                                          gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_write_shared(gestalt_population *population,
                                                           uint32_t group, const char *name,
                                                           gestalt_value value,
                                                           gestalt_error *error);
/// Persistent statuses, by name.
GESTALT_API gestalt_result gestalt_population_persistent(const gestalt_population *population,
                                                         uint64_t agent, const char *name,
                                                         gestalt_status *status,
                                                         gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_set_persistent(gestalt_population *population,
                                                             uint64_t agent, const char *name,
                                                             gestalt_status status,
                                                             gestalt_error *error);

/// A block of agents whose values lie side by side: for systems that work on columns. Lane k is
/// there when bit k of `lanes` is set.
typedef struct gestalt_block {
    uint64_t lanes;
    uint32_t lane_count;
    uint64_t first_agent;
    const uint64_t *agents; ///< NULL when they follow one another
} gestalt_block;
GESTALT_API uint64_t gestalt_population_block_count(const gestalt_population *population,
                                                    uint32_t group);
GESTALT_API bool gestalt_population_block(const gestalt_population *population, uint32_t group,
                                          uint64_t index, gestalt_block *block);
/// The column of a key in a block, for reading and writing between ticks. All members NULL for
/// shared keys. A host that announces its writes calls gestalt_population_touch behind each.
GESTALT_API gestalt_column gestalt_population_column(gestalt_population *population, uint32_t group,
                                                     uint64_t index, gestalt_key key);

/// One XXH3 over the logical state of all agents in order of their ids. The same for the same
/// history, whatever the lanes, threads, kernels and the order of storage.
GESTALT_API gestalt_result gestalt_population_hash(const gestalt_population *population,
                                                   uint64_t *hash, gestalt_error *error);

/// No node, in gestalt_population_live_nodes.
#define GESTALT_NO_NODE UINT32_MAX

/// Tells at which node each of these agents is: the first live leaf, or loop or delay that waits;
/// GESTALT_NO_NODE when none is live. GESTALT_BAD_ARGUMENT when there is no such agent.
GESTALT_API gestalt_result gestalt_population_live_nodes(const gestalt_population *population,
                                                         const uint64_t *agents, uint64_t count,
                                                         uint32_t *nodes, gestalt_error *error);

/// When the clock of an agent's live node is due: in microseconds, or the number of a tick where
/// the node counts ticks. False when there is no such agent, or the node is no `wait`, `delay`,
/// `timeout` or `service`. May be called by hooks.
GESTALT_API bool gestalt_actor_due(const gestalt_population *population, uint64_t agent,
                                   uint32_t node, int64_t *due);

/// The number of live states of all agents: leaves that are running, and delays and loops that are
/// live while their child is not.
GESTALT_API uint64_t gestalt_population_live_count(const gestalt_population *population);

/// Get the form in which states of a group's agents are stored. GESTALT_MISUSE when there is no
/// such group.
GESTALT_API gestalt_result gestalt_population_states(const gestalt_population *population,
                                                     uint32_t group, gestalt_states_choice *choice,
                                                     gestalt_error *error);

/// Bytes that the population holds: all of it, and the blackboards' part. The tables of native code
/// are left out, so that it is the same with and without. `blackboards` may be NULL.
GESTALT_API size_t gestalt_population_bytes(const gestalt_population *population,
                                            size_t *blackboards);

#ifdef __cplusplus
}
#endif

#endif
