// SPDX-License-Identifier: MIT
// A population: any number of agents that are ticked together.
//
// Agents live in cohorts of up to 64 lanes. Between ticks the host reads and writes blackboards,
// reports how deferred actions end, spawns and despawns agents; during a tick only leaf functions
// of the host run. Results do not depend on lanes, threads or storage order.
//
// Calls on one population must not overlap. A call that fails leaves the population unchanged.
// After a fork, the child can use its copy of the population, with the calling thread alone.
#ifndef GESTALT_POPULATION_H
#define GESTALT_POPULATION_H

#include <gestalt/base.h>
#include <gestalt/host.h>
#include <gestalt/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gestalt_population gestalt_population;

/// The most native stack, in bytes, that any call of the library uses, whatever the document or
/// tree; the stack of host functions comes on top.
enum { GESTALT_STACK_NEEDED = 16 << 10 };

/// The memory and work that ticks of a shape need, besides the agents themselves. These numbers
/// depend on the host and the number of lanes, so images do not contain them.
typedef struct gestalt_needs {
    uint32_t guards;     ///< most inner nodes that are on the stack at once
    uint64_t visits;     ///< most leaf visits of one agent in a tick; UINT64_MAX: more than that
    size_t scratch_size; ///< scratch bytes of each ticking thread, including the guards
    size_t linked_size;  ///< bytes of the linked stream and its tables, which all threads share
    size_t stack_size;   ///< GESTALT_STACK_NEEDED
} gestalt_needs;

/// Compute the upper bounds for a population with `lanes` lanes (0: 64) of this shape, with any
/// kernels. `host` may be NULL; then the keys that host functions access themselves are not
/// counted. Returns GESTALT_BAD_ARGUMENT when the host does not fit the shape.
GESTALT_API gestalt_result gestalt_shape_needs(const gestalt_shape *shape, const gestalt_host *host,
                                               uint32_t lanes, gestalt_needs *needs,
                                               gestalt_error *error);

/// A group: agents that share a shape. A population has one or more groups.
typedef struct gestalt_group {
    const gestalt_shape *shape; ///< must outlive the group
    const gestalt_host *host;   ///< must outlive the group; NULL when the shape calls nothing
    /// The shape as native code (gestalt_shape_write_c), which then ticks the group with the same
    /// results. Ticks with hooks, and single steps, always use the interpreter. NULL: the
    /// interpreter runs all ticks.
    const gestalt_native *native;
} gestalt_group;

/// The form in which agents' states are stored between ticks: which nodes are live, and which
/// deferred actions are pending. The form affects time and memory, but not results
/// (docs/actors.md).
typedef enum gestalt_states {
    GESTALT_STATES_AUTO,   ///< for each group, the better form for its shape
    GESTALT_STATES_SPARSE, ///< sorted lists of the live nodes
    GESTALT_STATES_MASKS   ///< a lane mask for each node that can be live
} gestalt_states;

/// The form in which a group's states are stored, and the reason. Sizes are bytes of a whole
/// cohort, including blackboards.
typedef struct gestalt_states_choice {
    gestalt_states form;  ///< GESTALT_STATES_SPARSE or GESTALT_STATES_MASKS
    gestalt_states asked; ///< the form that the population's options ask for
    uint64_t sparse_size; ///< size of a cohort with lists
    uint64_t masks_size;  ///< size of a cohort with masks
    uint64_t allowance; ///< GESTALT_STATES_AUTO chooses masks if they take at most this many bytes
                        ///< more than lists
} gestalt_states_choice;

/// Options of a population. The zero value of everything but `shape` (or `groups`) is the default.
typedef struct gestalt_population_options {
    gestalt_group group;         ///< the group of a population with only one
    const gestalt_group *groups; ///< several groups; if set, `group` is ignored
    uint32_t group_count;
    uint32_t lanes;   ///< lanes of a cohort, 1 to 64; default 64
    uint32_t threads; ///< threads that tick, including the caller's; default 1
    uint32_t grain;   ///< cohorts that a thread takes at once; default: chosen by the population
    /// Stack size, in bytes, of each thread but the caller's: 64 KB to 1 GiB, default 256 KB. A
    /// tick uses at most 16 KB of it; the rest is for host functions.
    size_t stack_size;
    /// Number of agents of each group to allocate room for at creation. While no group exceeds it,
    /// calls do not allocate, except calls that work on many agents at once: hashes, snapshots,
    /// compaction, attached bytes and gestalt_population_despawn_many. One more exception: with
    /// more than one lane, a cohort allocates 8 bytes for each lane the first time an agent takes
    /// over the lane of another.
    uint64_t capacity;
    uint64_t seed;
    int64_t start; ///< time of the first tick, in microseconds, from -2^62 to 2^62
    /// "plain", "avx2" or "avx512"; default: the best that the machine supports.
    const char *kernels;
    gestalt_states states;
    /// The host promises to write keys of agents only through functions of this header, or to call
    /// gestalt_population_touch or gestalt_population_touch_block after each write. Then agents can
    /// sleep even if their guards read such keys in every tick.
    bool announces_writes;
    /// Tick every agent in every tick. This affects time and memory, but not results.
    bool never_sleeps;
    /// Allow gestalt_population_interrupt. Each thread then copies a cohort before ticking it,
    /// which takes memory for one cohort of each group.
    bool interruptible;
    gestalt_allocator allocator;
} gestalt_population_options;

GESTALT_API gestalt_result gestalt_population_create(const gestalt_population_options *options,
                                                     gestalt_population **population,
                                                     gestalt_error *error);
GESTALT_API void gestalt_population_destroy(gestalt_population *population);

/// Compute how many bytes of a gestalt_memory a population with these options needs while it has at
/// most `capacity` agents; this much must be free in the block. The population can then be created
/// there and live until it is destroyed: spawn, tick, read, write, cancel and despawn agents, list
/// requests and report statuses. The size excludes the calls that `capacity` does not cover, the
/// shape, the host and the stacks of threads.
///
/// This creates a population once, with memory of `options->allocator`, and destroys it.
GESTALT_API gestalt_result gestalt_population_memory(const gestalt_population_options *options,
                                                     size_t *size, gestalt_error *error);

// ---- groups

/// Add a group after all others, and set `*number`, which may be NULL, to its number. Its shared
/// keys get their inits at the time of the coming tick. If memory was allocated in advance
/// (`capacity`), it is also allocated for this group. While rows, a world, a recorder or steering
/// use the population, adding and removing groups is GESTALT_MISUSE.
GESTALT_API gestalt_result gestalt_population_add_group(gestalt_population *population,
                                                        const gestalt_group *group,
                                                        uint32_t *number, gestalt_error *error);

/// Remove a group without agents. The groups after it get the next lower numbers, so look up
/// keys, blocks and columns again. The list of the last tick's requests loses those of
/// former agents of the group. Returns GESTALT_BAD_ARGUMENT when the group has agents, when it is
/// the only one, or when former agents have made requests since the last tick, such as to cancel an
/// action: read these after the next tick, then remove the group. This does not allocate.
GESTALT_API gestalt_result gestalt_population_remove_group(gestalt_population *population,
                                                           uint32_t group, gestalt_error *error);
/// Return what gestalt_population_remove_group would return, without removing the group.
GESTALT_API gestalt_result gestalt_population_check_removal(const gestalt_population *population,
                                                            uint32_t group, gestalt_error *error);

// ---- agents

/// Add `count` agents to a group. Their ids are consecutive from `*first` on (`first` may be NULL);
/// ids are never reused, unless the host gives one again. If the population has rows (rows.h), as
/// in a world, then spawning, despawning, inserting or removing agents by direct calls is
/// GESTALT_MISUSE.
GESTALT_API gestalt_result gestalt_population_spawn(gestalt_population *population, uint32_t group,
                                                    uint64_t count, uint64_t *first,
                                                    gestalt_error *error);

/// Add `count` agents to a group, with ids from `first` on, as a host needs whose agents are in
/// several populations. Returns GESTALT_BAD_ARGUMENT when there is an agent with one of these ids.
/// Adding ids below the next one takes time in proportion to the number of agents.
GESTALT_API gestalt_result gestalt_population_spawn_as(gestalt_population *population,
                                                       uint32_t group, uint64_t first,
                                                       uint64_t count, gestalt_error *error);

/// Return the id that the next new agent gets.
GESTALT_API uint64_t gestalt_population_next_id(const gestalt_population *population);
/// Set the id that the next new agent gets. Returns GESTALT_BAD_ARGUMENT when there is an agent
/// with this id or a greater one.
GESTALT_API gestalt_result gestalt_population_set_next_id(gestalt_population *population,
                                                          uint64_t id, gestalt_error *error);

/// Abandon the agent's root and remove the agent. Returns GESTALT_BAD_ARGUMENT when there is no
/// such agent.
GESTALT_API gestalt_result gestalt_population_despawn(gestalt_population *population,
                                                      uint64_t agent, gestalt_error *error);

/// Despawn many agents: all, or none when one does not exist or is in the list twice. Then this
/// returns GESTALT_BAD_ARGUMENT, with the index of that agent in `error->offset`. The result is
/// that of despawning them one by one, but functions of the host are called for all agents of a
/// cohort together, so the order of these calls differs, and so does the agent of an error of a
/// batch function. Allocates memory for each cohort of the population while it runs.
GESTALT_API gestalt_result gestalt_population_despawn_many(gestalt_population *population,
                                                           const uint64_t *agents, uint64_t count,
                                                           gestalt_error *error);

/// Allocate all that despawning these agents needs: it can't fail then, as long as no other agent
/// is despawned or cancelled. Returns GESTALT_BAD_ARGUMENT when one of them does not exist.
GESTALT_API gestalt_result gestalt_population_reserve_despawns(gestalt_population *population,
                                                               const uint64_t *agents,
                                                               uint64_t count,
                                                               gestalt_error *error);

/// Copy blackboards from the agents `parents` to the `count` agents from id `first` on, one to one:
/// all keys within a group, and keys of the same name and type between groups. If a list does not
/// fit, its last elements are dropped. Shared keys stay unchanged. Returns GESTALT_BAD_ARGUMENT
/// when an agent does not exist; agents before it have inherited then. After one call, which may
/// have a `count` of 0, further calls do not allocate until a group is added or edited.
GESTALT_API gestalt_result gestalt_population_inherit(gestalt_population *population,
                                                      const uint64_t *parents, uint64_t first,
                                                      uint64_t count, gestalt_error *error);

/// Abandon the agent's root. The root starts fresh in the next tick.
GESTALT_API gestalt_result gestalt_population_cancel(gestalt_population *population, uint64_t agent,
                                                     gestalt_error *error);

/// Move agents together, in order of id, into as few cohorts as possible; useful after many have
/// been despawned. Ids and all observable state stay the same; the addresses of columns and blocks
/// change.
GESTALT_API gestalt_result gestalt_population_compact(gestalt_population *population,
                                                      gestalt_error *error);

GESTALT_API uint64_t gestalt_population_count(const gestalt_population *population);
GESTALT_API bool gestalt_population_has(const gestalt_population *population, uint64_t agent);
/// Return the smallest id that is at least `agent`, or UINT64_MAX, to iterate over all agents in
/// order.
GESTALT_API uint64_t gestalt_population_next(const gestalt_population *population, uint64_t agent);

/// Return the status of the root after the last tick. Returns GESTALT_RUNNING before the first tick
/// and for an agent that does not exist.
GESTALT_API gestalt_status gestalt_population_status(const gestalt_population *population,
                                                     uint64_t agent);

// ---- ticks

/// Tick all agents at time `now`, which must not be less than the last tick's. Returns
/// GESTALT_REJECTED when a leaf function reported an error, whose text is in `error`; all agents
/// have been ticked nevertheless. Of several errors, this is the first one of the agent with the
/// lowest id; an error of a batch function is that of the lowest agent of its call. Returns
/// GESTALT_INTERRUPTED when the tick was interrupted.
GESTALT_API gestalt_result gestalt_population_tick(gestalt_population *population, int64_t now,
                                                   gestalt_error *error);
/// Return the agent of the error that the last tick returned; UINT64_MAX if it returned none.
GESTALT_API uint64_t gestalt_population_failed_agent(const gestalt_population *population);
/// A tick in parts, for hosts that choose which agents to tick, and when: begin, then tick single
/// agents or whole blocks (cohorts, see gestalt_population_block), each agent at most once, then
/// end. Agents that are left out skip this tick. Between begin and end, call only these functions
/// (or the steps below) and functions that only read, all on one thread.
GESTALT_API gestalt_result gestalt_population_begin(gestalt_population *population, int64_t now,
                                                    gestalt_error *error);
GESTALT_API gestalt_result gestalt_actor_tick(gestalt_population *population, uint64_t agent,
                                              gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_tick_block(gestalt_population *population,
                                                         uint32_t group, uint64_t index,
                                                         gestalt_error *error);
/// Finish the tick and count it. Returns GESTALT_REJECTED like gestalt_population_tick.
GESTALT_API gestalt_result gestalt_population_end(gestalt_population *population,
                                                  gestalt_error *error);

/// Interrupt a tick. A running tick stops within a millisecond, between two nodes, unless a host
/// function takes longer. If no tick is running, the next one stops before its first agent. May be
/// called in signal handlers and by any thread while the population exists. Requires the option
/// `interruptible`.
///
/// The tick then returns GESTALT_INTERRUPTED. Cohorts that it has finished keep their new state. An
/// unfinished cohort is restored to its state before the tick, except for effects of leaf functions
/// and hooks outside the population: they will be called again. Then call the tick again, at the
/// same time (gestalt_population_now), to continue with the remaining agents. The final result is
/// the same as without an interruption. Until then, only the tick itself and functions that read,
/// save, attach, load or destroy may be called. A snapshot records which agents are finished, so
/// loading it continues the same tick; it does not contain a leaf error that has not been reported
/// yet.
///
/// In a tick in parts, gestalt_actor_tick and gestalt_population_tick_block return
/// GESTALT_INTERRUPTED and restore all of their agents. They can be called again before the end.
/// Steps cannot be interrupted.
GESTALT_API void gestalt_population_interrupt(gestalt_population *population);
/// Return whether an interrupted tick is still to be continued, also after loading a snapshot of
/// one.
GESTALT_API bool gestalt_population_is_interrupted(const gestalt_population *population);
/// Turn back the end of the tick that was just finished: it counts as interrupted, with all agents
/// done. Then gestalt_population_tick, at the same time, only ends it again, with the same result.
/// For a host whose agents are in several populations, when the tick of another one was
/// interrupted: all of them are in the middle of the tick then, and can be hashed and saved as one.
/// Call this right after gestalt_population_tick has returned GESTALT_OK or GESTALT_REJECTED,
/// before anything changes the population; otherwise it may return GESTALT_BAD_ARGUMENT. Requires
/// the option `interruptible`.
GESTALT_API gestalt_result gestalt_population_reopen(gestalt_population *population,
                                                     gestalt_error *error);
/// Return whether an agent is finished in an interrupted tick, for hosts that undo what their
/// functions did for the other agents. False when no tick was interrupted, or there is no such
/// agent.
GESTALT_API bool gestalt_actor_is_done(const gestalt_population *population, uint64_t agent);

// ---- sleep
//
// A cohort sleeps while all of its agents only wait: ticks skip it until one of its agents is due,
// a game system reports a status, or a call changes one. Sleep is not observable: states, hashes,
// requests and statuses equal those of a population that never sleeps. No agent sleeps while hooks
// are set. Agents ticked in a tick in parts do not sleep until the next whole tick.

/// Announce that keys of an agent were written through a column, for hosts that announce their
/// writes. Returns GESTALT_BAD_ARGUMENT when there is no such agent.
GESTALT_API gestalt_result gestalt_population_touch(gestalt_population *population, uint64_t agent,
                                                    gestalt_error *error);
/// Announce writes to any agents of a block. Does nothing when there is no such block. Work pieces
/// of gestalt_population_run may call this concurrently, also for the same block.
GESTALT_API void gestalt_population_touch_block(gestalt_population *population, uint32_t group,
                                                uint64_t index);

/// Return when the next agent wakes by itself: a tick before time `*now` and with a number below
/// `*tick` changes nothing, unless a call changes an agent first. If any agent is awake, `*now` and
/// `*tick` are those of the coming tick. INT64_MAX and UINT64_MAX mean never. Either pointer may be
/// NULL.
GESTALT_API void gestalt_population_next_due(const gestalt_population *population, int64_t *now,
                                             uint64_t *tick);

/// Return the number of agents that the coming tick will skip because they sleep, as far as this is
/// known now.
GESTALT_API uint64_t gestalt_population_sleeping_count(const gestalt_population *population);
/// Return the number of agents that the last tick skipped because they slept. Call this right after
/// the tick: agents woken since then are not counted.
GESTALT_API uint64_t gestalt_population_slept_count(const gestalt_population *population);

// ---- ticks, step by step

/// A persistent value, which can be rolled back: a named persistent status, or the value of a
/// `once` or a `cooldown`.
typedef struct gestalt_kept {
    const char *name; ///< name of a persistent status, or NULL
    uint32_t node;    ///< otherwise, the `once` or `cooldown` node
} gestalt_kept;

/// An inner node on the stack of the agent's tick.
typedef struct gestalt_guard {
    uint32_t node;
    bool waiting;          ///< its live child comes later; earlier children are evaluated first
    bool can_roll_back;    ///< it rolls back changes if it fails
    uint32_t round;        ///< loops: number of the current round in this tick, from 1
    uint32_t change_begin; ///< index of the first of `changes` that it would roll back;
                           ///< `change_count`: none
} gestalt_guard;

/// The state of an agent's tick right after a node has returned its status, before its parent has
/// handled it.
typedef struct gestalt_step {
    uint32_t node;
    gestalt_status status;
    const gestalt_guard *guards; ///< the stack, from the root to the node's parent
    uint32_t guard_count;
    const gestalt_kept *changes; ///< persistent changes that can still be rolled back
    uint32_t change_count;
} gestalt_step;

/// Tick an agent like gestalt_actor_tick, but stop after each node. Until the end of the step, no
/// other agent can be ticked, and functions that change this population or report on it as a whole
/// are refused; functions that read one agent may be called.
GESTALT_API gestalt_result gestalt_actor_step_begin(gestalt_population *population, uint64_t agent,
                                                    gestalt_error *error);
/// Continue until the next node has returned its status. Returns false when the agent's tick is
/// over. The pointers in `step` are valid until the next call.
GESTALT_API bool gestalt_actor_step(gestalt_population *population, gestalt_step *step);
/// Run the rest of the agent's tick.
GESTALT_API gestalt_result gestalt_actor_step_end(gestalt_population *population,
                                                  gestalt_error *error);

/// Return the number of the coming tick, from 0.
GESTALT_API uint64_t gestalt_population_ticks(const gestalt_population *population);

/// Set the time of the coming tick, which must not be less than the last tick's. Agents that are
/// spawned or cancelled before that tick see this time in their init expressions and actions;
/// without this call they see the last tick's time.
GESTALT_API gestalt_result gestalt_population_set_now(gestalt_population *population, int64_t now,
                                                      gestalt_error *error);
GESTALT_API int64_t gestalt_population_now(const gestalt_population *population);

/// Callbacks during ticks. While hooks are set, ticks run on the calling thread only. NULL members
/// are not called.
typedef struct gestalt_hooks {
    void (*enter)(void *user, uint64_t agent, uint32_t node, bool resuming);
    void (*leave)(void *user, uint64_t agent, uint32_t node, gestalt_status status);
    void (*cancel)(void *user, uint64_t agent, uint32_t node); ///< a live node was cancelled
    void (*log)(void *user, uint64_t agent, uint32_t node, gestalt_log_phase phase);
    /// A node is about to abandon everything below it from node `first` up to, but not
    /// including, node `end`: a cancellation range.
    void (*range)(void *user, uint64_t agent, uint32_t node, uint32_t first, uint32_t end);
    /// A node has failed, and a persistent value is rolled back to its value at the time when the
    /// node was entered. Called for each value changed since then.
    void (*roll_back)(void *user, uint64_t agent, uint32_t node, gestalt_kept what);
    void *user;
} gestalt_hooks;

/// Tick a group with native code of its shape from now on, like gestalt_group.native, or with the
/// interpreter if `native` is NULL. Returns GESTALT_BAD_ARGUMENT when the code does not fit the
/// shape.
GESTALT_API gestalt_result gestalt_population_set_native(gestalt_population *population,
                                                         uint32_t group,
                                                         const gestalt_native *native,
                                                         gestalt_error *error);

/// Set hooks for the coming ticks (the struct is copied), or remove them (NULL). They are called
/// for all agents; watch.h has callbacks for chosen agents, which cost less. The callbacks of one
/// agent come in order; those of different agents are interleaved.
GESTALT_API void gestalt_population_hooks(gestalt_population *population,
                                          const gestalt_hooks *hooks);

// ---- work between ticks

/// A callback that does one piece of work, on thread number `thread`; the caller's thread is 0.
typedef void gestalt_work(void *user, uint32_t thread, uint64_t piece);

/// Run the pieces 0 to `count` - 1 on the ticking threads, including the caller's, and return when
/// all are done. Any thread may run any piece, so pieces must not depend on each other. With
/// `wake`, idle threads are woken at once: use it for a few long pieces, about one for each thread.
/// Call this between ticks, and not from a piece.
GESTALT_API void gestalt_population_run(const gestalt_population *population, uint64_t count,
                                        bool wake, gestalt_work *work, void *user);

// ---- references to a population

/// Add a reference to the population, as steering does to use its threads. Destroying the
/// population is misuse until gestalt_population_release has been called as often. Thread-safe,
/// both.
GESTALT_API void gestalt_population_hold(const gestalt_population *population);
GESTALT_API void gestalt_population_release(const gestalt_population *population);

// ---- deferred actions

/// A request of an agent to launch or cancel a deferred action. Agent, node and launch number
/// identify a launch; an edit of the shape can change the node, but never the number.
typedef struct gestalt_request {
    uint64_t agent;
    uint32_t node;
    uint16_t group;
    bool launch;          ///< launch the action; otherwise, cancel it
    const char *name;     ///< name of the action
    const char *resource; ///< name of the resource, or NULL
    uint32_t launch_id;   ///< number of the launch to start or to cancel: the low 32 bits of the
                          ///< number of the tick that launched it
} gestalt_request;

/// Return the requests of the last tick, and those from despawning and cancelling agents between
/// that tick and the one before. They are sorted by agent, then cancels before launches, then by
/// node. Valid until the next tick.
GESTALT_API gestalt_result gestalt_population_requests(gestalt_population *population,
                                                       const gestalt_request **requests,
                                                       uint64_t *count, gestalt_error *error);

/// Report the status of a launch. Returns GESTALT_STALE when the launch is over: it was cancelled,
/// the tree has already consumed a status, or the agent is gone. Returns GESTALT_BAD_ARGUMENT when
/// no such launch can ever have existed.
GESTALT_API gestalt_result gestalt_population_finish_launch(gestalt_population *population,
                                                            uint64_t agent, uint32_t node,
                                                            uint32_t launch_id,
                                                            gestalt_status status,
                                                            gestalt_error *error);

/// Report the status of the node's current launch, whichever it is, for hosts that handle every
/// cancel at once. Returns GESTALT_BAD_ARGUMENT when the node is not a live deferred action of the
/// agent.
GESTALT_API gestalt_result gestalt_population_finish(gestalt_population *population, uint64_t agent,
                                                     uint32_t node, gestalt_status status,
                                                     gestalt_error *error);

/// The status of a launch, for calls that report many.
typedef struct gestalt_launch_report {
    uint64_t agent;
    uint32_t node;
    uint32_t launch_id;
    gestalt_status status;
} gestalt_launch_report;

/// Report the statuses of many launches, like gestalt_population_finish_launch for each in order,
/// but faster, mainly if reports of neighbouring agents follow each other. A launch that is over is
/// not an error: `alive`, which may be NULL, receives for each report whether its launch was still
/// alive. Reports all or none: returns GESTALT_BAD_ARGUMENT when one of the launches can never have
/// existed, with its index in `error->offset`. Does not allocate.
GESTALT_API gestalt_result gestalt_population_finish_launches(gestalt_population *population,
                                                              const gestalt_launch_report *reports,
                                                              uint64_t count, bool *alive,
                                                              gestalt_error *error);

/// Report the statuses of the current launches of many nodes, like gestalt_population_finish; the
/// `launch_id` of a report is ignored. Reports all or none: returns GESTALT_BAD_ARGUMENT when a
/// node is not a live deferred action of its agent, with the index in `error->offset`. Does not
/// allocate.
GESTALT_API gestalt_result gestalt_population_finish_many(gestalt_population *population,
                                                          const gestalt_launch_report *reports,
                                                          uint64_t count, gestalt_error *error);

/// A live deferred action: one that was launched and is not over.
typedef struct gestalt_launch {
    uint64_t agent;
    uint32_t node;
    uint32_t launch_id;
    const char *name;        ///< name of the action
    const char *resource;    ///< name of the resource, or NULL
    uint32_t argument_count; ///< number of arguments, for gestalt_population_launch_argument_at
    uint16_t group;
    /// Status that its game system reported last; GESTALT_RUNNING: still in progress.
    gestalt_status status;
} gestalt_launch;

/// A position in the list of all launches. The zero value is the beginning.
typedef struct gestalt_launch_cursor {
    uint64_t agent;
    uint32_t node;
} gestalt_launch_cursor;

/// List live deferred actions, sorted by agent, then by node. This writes and counts at most
/// `capacity` launches from `*from` on and advances `*from`; if it writes fewer, there are no more.
/// The population may change between two calls. After loading a snapshot, this list is all that a
/// game system needs to continue; the requests of the last tick add nothing to it.
GESTALT_API gestalt_result gestalt_population_launches(const gestalt_population *population,
                                                       gestalt_launch_cursor *from,
                                                       gestalt_launch *launches, size_t capacity,
                                                       size_t *count, gestalt_error *error);

/// An argument of a launch.
typedef struct gestalt_argument {
    const char *name;
    const char *key;     ///< name of the key, if the argument is a key; else NULL
    char component;      ///< 'x', 'y' or 'z' if the argument is a component of a vector key; else 0
    gestalt_value value; ///< value at the time of the launch; of a key, its current value; of a
                         ///< list, an int, its current number of elements
    bool is_list;        ///< the argument is a list key; gestalt_population_read_list reads it
} gestalt_argument;

/// Get an argument of a live deferred action by index, in the order of the document. Returns false
/// when there is no such action or argument.
GESTALT_API bool gestalt_population_launch_argument_at(const gestalt_population *population,
                                                       uint64_t agent, uint32_t node,
                                                       uint32_t index, gestalt_argument *argument);

/// Get the value of the argument with that name.
GESTALT_API bool gestalt_population_launch_argument(const gestalt_population *population,
                                                    uint64_t agent, uint32_t node, const char *name,
                                                    gestalt_value *value);

// ---- values

/// A key of a group's shape, or a component such as "home.x".
typedef struct gestalt_key {
    gestalt_type type; ///< type of the value, or of a list's elements
    bool shared;
    uint32_t column;
    uint32_t capacity; ///< most elements of a list; 0: the key is not a list
    /// Hash of all keys of the group: their names, types and columns. Calls that take a key compare
    /// it, so they notice a key of another group, or from before an edit that changed the keys.
    uint64_t keys_hash;
} gestalt_key;

/// Look up a key by its name. Returns false when the group has none of that name. The result is
/// valid for all groups with the same keys, and until an edit changes them. keys.h has functions
/// that read and write with it.
GESTALT_API bool gestalt_population_key(const gestalt_population *population, uint32_t group,
                                        const char *name, gestalt_key *key);
GESTALT_API gestalt_result gestalt_population_read(const gestalt_population *population,
                                                   uint64_t agent, const char *name,
                                                   gestalt_value *value, gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_write(gestalt_population *population, uint64_t agent,
                                                    const char *name, gestalt_value value,
                                                    gestalt_error *error);
/// Read a shared key of a group.
GESTALT_API gestalt_result gestalt_population_read_shared(const gestalt_population *population,
                                                          uint32_t group, const char *name,
                                                          gestalt_value *value,
                                                          gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_write_shared(gestalt_population *population,
                                                           uint32_t group, const char *name,
                                                           gestalt_value value,
                                                           gestalt_error *error);
/// Read a list of an agent, which may be shared. `*count` receives its number of elements. Returns
/// GESTALT_LIMIT when there are more than `capacity`; `capacity` elements have been written then.
GESTALT_API gestalt_result gestalt_population_read_list(const gestalt_population *population,
                                                        uint64_t agent, const char *name,
                                                        gestalt_value *elements, size_t capacity,
                                                        size_t *count, gestalt_error *error);
/// Replace the elements of an agent's list. Returns GESTALT_BAD_ARGUMENT when an element is not of
/// the list's type, or there are more elements than its capacity.
GESTALT_API gestalt_result gestalt_population_write_list(gestalt_population *population,
                                                         uint64_t agent, const char *name,
                                                         const gestalt_value *elements,
                                                         size_t count, gestalt_error *error);
/// Read a shared list of a group, as gestalt_population_read_list.
GESTALT_API gestalt_result gestalt_population_read_shared_list(const gestalt_population *population,
                                                               uint32_t group, const char *name,
                                                               gestalt_value *elements,
                                                               size_t capacity, size_t *count,
                                                               gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_write_shared_list(gestalt_population *population,
                                                                uint32_t group, const char *name,
                                                                const gestalt_value *elements,
                                                                size_t count, gestalt_error *error);
/// Read a persistent status by name.
GESTALT_API gestalt_result gestalt_population_persistent(const gestalt_population *population,
                                                         uint64_t agent, const char *name,
                                                         gestalt_status *status,
                                                         gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_set_persistent(gestalt_population *population,
                                                             uint64_t agent, const char *name,
                                                             gestalt_status status,
                                                             gestalt_error *error);

/// A block: the agents of one cohort, whose values are stored in columns. Lane k has an agent
/// when bit k of `lanes` is set.
typedef struct gestalt_block {
    uint64_t lanes;
    uint32_t lane_count;
    uint64_t first_agent;
    /// Id of each lane's agent; NULL when ids are consecutive from `first_agent`.
    const uint64_t *agents;
} gestalt_block;
GESTALT_API uint64_t gestalt_population_block_count(const gestalt_population *population,
                                                    uint32_t group);
GESTALT_API bool gestalt_population_block(const gestalt_population *population, uint32_t group,
                                          uint64_t index, gestalt_block *block);
/// Return how many blocks, from block `index` on, are adjacent in memory, and in `*stride` the
/// bytes from the columns of a block to those of the next one. Returns 0 when there is no such
/// block.
GESTALT_API uint64_t gestalt_population_adjacent_blocks(const gestalt_population *population,
                                                        uint32_t group, uint64_t index,
                                                        size_t *stride);
/// Write the `lanes` and the ids of `count` blocks from block `index` on: `agents` gets
/// `lane_count` ids of each block, UINT64_MAX for lanes without an agent. `lanes` may be NULL.
GESTALT_API gestalt_result gestalt_population_block_agents(const gestalt_population *population,
                                                           uint32_t group, uint64_t index,
                                                           uint64_t count, uint64_t *lanes,
                                                           uint64_t *agents, gestalt_error *error);
/// Return the column of a key in a block, for reading and writing between ticks. All members are
/// NULL for shared keys and for keys that are not the group's, as after an edit; for lists, call
/// gestalt_population_list. A host that announces its writes calls gestalt_population_touch_block
/// after each write.
GESTALT_API gestalt_column gestalt_population_column(gestalt_population *population, uint32_t group,
                                                     uint64_t index, gestalt_key key);
/// Return the list of a list key in a block, as gestalt_population_column returns a column. All
/// members are 0 for shared lists, and for keys that are not the group's.
GESTALT_API gestalt_list gestalt_population_list(gestalt_population *population, uint32_t group,
                                                 uint64_t index, gestalt_key key);

/// Compute an XXH3 hash of the logical state of all agents, in order of id, on all threads. The
/// same history gives the same hash, whatever the lanes, threads, kernels and storage order.
GESTALT_API gestalt_result gestalt_population_hash(const gestalt_population *population,
                                                   uint64_t *hash, gestalt_error *error);

/// The result of gestalt_population_live_nodes for an agent without a live node.
#define GESTALT_NO_NODE UINT32_MAX

/// Get the node at which each of these agents is: its first live leaf, or waiting loop or delay;
/// GESTALT_NO_NODE when none is live. Returns GESTALT_BAD_ARGUMENT when an agent does not exist.
GESTALT_API gestalt_result gestalt_population_live_nodes(const gestalt_population *population,
                                                         const uint64_t *agents, uint64_t count,
                                                         uint32_t *nodes, gestalt_error *error);

/// Get when the clock of an agent's live node is due, in microseconds, or as a tick number when the
/// node counts ticks. For a loop with a pause, this is the end of its last pause. Returns false
/// when there is no such agent, or the node is not a `wait`, `delay`, `timeout`, `service` or loop
/// with a pause. Hooks may call this.
GESTALT_API bool gestalt_actor_due(const gestalt_population *population, uint64_t agent,
                                   uint32_t node, int64_t *due);

/// Return the number of live states of all agents: running leaves, and loops and delays that are
/// live while their child is not.
GESTALT_API uint64_t gestalt_population_live_count(const gestalt_population *population);

/// Get the form in which the states of a group's agents are stored. Returns GESTALT_MISUSE when
/// there is no such group.
GESTALT_API gestalt_result gestalt_population_states(const gestalt_population *population,
                                                     uint32_t group, gestalt_states_choice *choice,
                                                     gestalt_error *error);

/// Return the bytes that the population has allocated, and in `blackboards` (which may be NULL) the
/// bytes of blackboards among them. Tables of native code are not counted, so that the numbers are
/// the same with and without native code.
GESTALT_API size_t gestalt_population_bytes(const gestalt_population *population,
                                            size_t *blackboards);

#ifdef __cplusplus
}
#endif

#endif
