// SPDX-License-Identifier: MIT
// Recordings of trees: the live nodes of all agents of a population, frame by frame, with the
// answers of their roots, the keys that were chosen, and how often each node ran; and of agents
// that are watched every step. They go to a file, or wherever a host wants, and are read by
// `gestalt export` and `gestalt plot`. docs/recordings.md tells of the bytes.
//
// The bytes that have been written are a recording up to there: whoever reads the file while it
// grows, or after the program has died, finds every whole frame.
#ifndef GESTALT_RECORDER_H
#define GESTALT_RECORDER_H

#include <gestalt/inspect.h>
#include <gestalt/recording.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- writing

typedef struct gestalt_tree_recorder gestalt_tree_recorder;

/// Options of a recorder. The zero value of everything but `population` and `sink` is the default.
typedef struct gestalt_tree_recorder_options {
    gestalt_population *population; ///< must outlive the recorder
    gestalt_writer sink;            ///< takes the bytes: a whole frame at a time
    const char *name;               ///< of the run, for people; NULL is none
    const char *const *groups;      ///< their names, for people; NULL: "agents"
    uint32_t every;                 ///< so many ticks from frame to frame; 0 counts as 1
    /// Keys whose values are kept, or components as "home.x": of every group that has them. A
    /// vector is kept by its components, a shared key once for all agents (if some group shares it
    /// when the recorder is created).
    const char *const *keys;
    uint32_t key_count;
    gestalt_allocator allocator;
} gestalt_tree_recorder_options;

/// Writes the trees of all groups, and a frame of what is now. GESTALT_BAD_ARGUMENT when no group
/// has a key, GESTALT_IO when the sink takes no more.
///
/// While nodes are counted (gestalt_population_count_nodes), frames keep the counts since the frame
/// before.
GESTALT_API gestalt_result
gestalt_tree_recorder_create(const gestalt_tree_recorder_options *options,
                             gestalt_tree_recorder **recorder, gestalt_error *error);

/// The same, and at each step of agents that are watched the values of up to 16 expressions are
/// kept, as "health < 10" or "distance * 2", in which the keys of their group stand. A group that
/// has not all of the keys has no values. GESTALT_BAD_ARGUMENT, with the mistake, when an
/// expression is wrong for all groups.
GESTALT_API gestalt_result gestalt_tree_recorder_create_asking(
    const gestalt_tree_recorder_options *options, const char *const *expressions, uint32_t count,
    gestalt_tree_recorder **recorder, gestalt_error *error);

/// To be called behind each tick: writes the steps of agents that are watched, and a frame when
/// `every` divides the number of ticks. All that was done between ticks, to agents and to
/// trees, is in the next frame. When memory is the error, the next frame can be written; after
/// GESTALT_IO nothing is written any more. All threads that tick do the work.
GESTALT_API gestalt_result gestalt_tree_recorder_tick(gestalt_tree_recorder *recorder,
                                                      gestalt_error *error);

/// Watches an agent from the coming tick on: every step of it is kept, also in ticks without a
/// frame. The recorder sets the population's hooks for that, and costs what hooks do. Nothing
/// happens when it is watched, or there is no such agent.
GESTALT_API gestalt_result gestalt_tree_recorder_watch(gestalt_tree_recorder *recorder,
                                                       uint64_t agent, gestalt_error *error);

/// Watches the first agent for which a condition holds, as "health < 10": the one with the lowest
/// id now, or as soon as a tick ends with one, from the coming tick on. All agents are asked then.
/// GESTALT_BAD_ARGUMENT, with the mistake, when it is wrong for all groups.
GESTALT_API gestalt_result gestalt_tree_recorder_watch_if(gestalt_tree_recorder *recorder,
                                                          const char *condition,
                                                          gestalt_error *error);

/// Watches the first agent that enters a node, given by its number, its name or its label: in the
/// tick in which it does, with the steps that lead there, which have no values yet. If several
/// nodes are called so, any of them will do. The population has the recorder's hooks meanwhile.
/// GESTALT_BAD_ARGUMENT when no group has such a node, GESTALT_LIMIT after 32 of them.
GESTALT_API gestalt_result gestalt_tree_recorder_watch_node(gestalt_tree_recorder *recorder,
                                                            const char *node, gestalt_error *error);

/// Writes a frame of what is now, unless the last one is. To be called before an edit, as nodes
/// that it drops take the counts since the last frame with them.
GESTALT_API gestalt_result gestalt_tree_recorder_frame(gestalt_tree_recorder *recorder,
                                                       gestalt_error *error);

/// Goes on with another population, in which the same agents live on, as in a world that was
/// edited. Writes a frame of the one before, which is let go. GESTALT_BAD_ARGUMENT when the number
/// of groups is another one, or of ticks a lower one.
GESTALT_API gestalt_result gestalt_tree_recorder_follow(gestalt_tree_recorder *recorder,
                                                        gestalt_population *population,
                                                        gestalt_error *error);

/// Says that this is all. Without it a reader waits for more.
GESTALT_API gestalt_result gestalt_tree_recorder_finish(gestalt_tree_recorder *recorder,
                                                        gestalt_error *error);

/// May be NULL. A recording that was not finished ends behind its last frame.
GESTALT_API void gestalt_tree_recorder_destroy(gestalt_tree_recorder *recorder);

// ---- reading

/// A recording of trees that is being read. Nothing in it is believed: what is handed out has been
/// verified, and memory grows with the bytes that have come, not with what they promise.
typedef struct gestalt_tree_recording gestalt_tree_recording;

/// Opens a file, bytes in memory that stay for as long, or a source, as gestalt_recording_open and
/// its like. GESTALT_BAD_FILE, with the offset, when this is no recording of trees.
GESTALT_API gestalt_result gestalt_tree_recording_open(const char *path,
                                                       const gestalt_allocator *allocator,
                                                       gestalt_tree_recording **recording,
                                                       gestalt_error *error);
GESTALT_API gestalt_result gestalt_tree_recording_open_memory(const void *bytes, size_t size,
                                                              const gestalt_allocator *allocator,
                                                              gestalt_tree_recording **recording,
                                                              gestalt_error *error);
GESTALT_API gestalt_result gestalt_tree_recording_open_source(gestalt_record_source source,
                                                              const gestalt_allocator *allocator,
                                                              gestalt_tree_recording **recording,
                                                              gestalt_error *error);

/// May be NULL.
GESTALT_API void gestalt_tree_recording_close(gestalt_tree_recording *recording);

/// Sets `agents`, `nodes` and `keys`: a frame with more agents, or a tree with more nodes or
/// recorded keys, is refused with GESTALT_LIMIT before there is memory for it. All states of a
/// frame may take 512 bytes for each agent that is allowed. Recordings begin with the default
/// limits.
GESTALT_API void gestalt_tree_recording_set_limits(gestalt_tree_recording *recording,
                                                   const gestalt_limits *limits);

/// All that holds for every frame. Valid until the recording is closed.
typedef struct gestalt_tree_description {
    const char *name;
    uint32_t every; ///< so many ticks from frame to frame
    uint32_t group_count;
} gestalt_tree_description;

GESTALT_API const gestalt_tree_description *
gestalt_tree_recording_description(const gestalt_tree_recording *recording);

/// A node of a tree, numbered in preorder.
typedef struct gestalt_tree_node {
    const char *type;  ///< "sequence"
    const char *name;  ///< that the document gives, or ""
    const char *label; ///< what it is called, for people
    uint32_t parent;   ///< GESTALT_NO_NODE for the root
    uint32_t mask;     ///< of a block; GESTALT_NO_NODE: it is never live between ticks
} gestalt_tree_node;

/// A key whose values are kept: a bool, an int or a float.
typedef struct gestalt_tree_key {
    const char *name;
    gestalt_type type;
    uint32_t index;           ///< of a bool: its mask in a block; else its column
    const char *const *words; ///< of an enum: those of 0, 1 and so on; else none
    uint32_t word_count;
} gestalt_tree_key;

/// A group and its tree, as they are in the last frame that was read.
typedef struct gestalt_tree_group {
    const char *name; ///< of the group
    const char *tree;
    const gestalt_tree_node *nodes;
    const gestalt_tree_key *keys;
    uint32_t node_count, key_count;
    uint32_t mask_count;   ///< of a block
    uint32_t column_count; ///< of a block
    uint64_t block_count;
    const gestalt_node_counts *counts; ///< of each node, since the frame before; NULL: none
} gestalt_tree_group;

/// False when there is no such group.
GESTALT_API bool gestalt_tree_recording_group(const gestalt_tree_recording *recording,
                                              uint32_t group, gestalt_tree_group *description);

/// The number of a group's tree, from 1: each tree that a recording brings has its own. 0 when
/// there is no such group.
GESTALT_API uint64_t gestalt_tree_recording_version(const gestalt_tree_recording *recording,
                                                    uint32_t group);

/// A shared key whose value is kept, which all agents of a group have. These are not among the
/// group's `keys`.
typedef struct gestalt_tree_shared {
    const char *name;
    gestalt_value value;      ///< a bool, an int or a float
    const char *const *words; ///< of an enum, as of gestalt_tree_key
    uint32_t word_count;
} gestalt_tree_shared;

/// The shared keys of a group, as they are in the last frame that was read. False behind the last
/// one.
GESTALT_API bool gestalt_tree_recording_shared(const gestalt_tree_recording *recording,
                                               uint32_t group, uint32_t index,
                                               gestalt_tree_shared *key);

/// Up to 64 agents of a group. Lane k is there when bit k of `lanes` is set.
typedef struct gestalt_tree_block {
    uint64_t lanes;
    const uint64_t *agents;  ///< ids, of 64 lanes
    const uint64_t *masks;   ///< as gestalt_population_block_masks; those of bools behind them
    const uint32_t *columns; ///< of numbers: 64 lanes of the first, then of the second
} gestalt_tree_block;

/// False when there is no such block. Valid until the recording is read on.
GESTALT_API bool gestalt_tree_recording_block(const gestalt_tree_recording *recording,
                                              uint32_t group, uint64_t index,
                                              gestalt_tree_block *block);

/// Finds an agent: its group, its block and its lane. False when it is not in the frame.
GESTALT_API bool gestalt_tree_recording_find(const gestalt_tree_recording *recording,
                                             uint64_t agent, uint32_t *group, uint64_t *block,
                                             uint32_t *lane);

/// Counts the agents at each node of a group. GESTALT_LIMIT when there is no room for all nodes.
GESTALT_API gestalt_result gestalt_tree_recording_at(const gestalt_tree_recording *recording,
                                                     uint32_t group, uint64_t *agents,
                                                     size_t capacity, gestalt_error *error);

/// The thing that an agent did.
typedef enum gestalt_tree_step_kind {
    GESTALT_TREE_ENTERED,
    GESTALT_TREE_RESUMED,
    GESTALT_TREE_SUCCEEDED,
    GESTALT_TREE_FAILED,
    GESTALT_TREE_RAN,       ///< it answered that it goes on
    GESTALT_TREE_ABANDONED, ///< a live node was cancelled
    GESTALT_TREE_ROLLED_BACK,
    GESTALT_TREE_STEP_COUNT,
} gestalt_tree_step_kind;

/// A step of an agent that is watched.
typedef struct gestalt_tree_step {
    uint64_t agent;
    uint32_t node;
    uint32_t group; ///< of the agent, when it took the step
    gestalt_tree_step_kind kind;
} gestalt_tree_step;

/// The expressions whose values are kept at each step, in their order; known when the first frame
/// or step is. NULL behind the last one.
GESTALT_API const char *gestalt_tree_recording_asked(const gestalt_tree_recording *recording,
                                                     uint32_t index);

/// Tells the value of an expression at one of the steps that were read, behind it: a bool, an int
/// or a float. False: it has none.
GESTALT_API bool gestalt_tree_recording_asked_value(const gestalt_tree_recording *recording,
                                                    uint64_t step, uint32_t asked,
                                                    gestalt_value *value);

/// The next thing in a recording of trees.
typedef enum gestalt_tree_next {
    GESTALT_TREE_HAS_FRAME,
    GESTALT_TREE_HAS_STEPS, ///< of agents that are watched, in one tick
    GESTALT_TREE_AT_END,    ///< the recording is complete
    GESTALT_TREE_CUT,       ///< the bytes end, but not the recording; more may come
} gestalt_tree_next;

typedef struct gestalt_tree_frame {
    uint64_t tick; ///< that many ticks are over
    int64_t time;  ///< microseconds
    uint64_t agents;
    uint64_t born, gone;            ///< since the frame before
    uint32_t edits;                 ///< groups that have another tree than in the frame before
    const gestalt_tree_step *steps; ///< of GESTALT_TREE_HAS_STEPS, in their order
    uint64_t step_count;
} gestalt_tree_frame;

/// Reads on. All that was handed out before is gone then. After GESTALT_TREE_CUT it may be called
/// again, when the file or the source has more. GESTALT_BAD_FILE, with the offset, for damage;
/// then, and after any other error, each further call answers the same.
GESTALT_API gestalt_result gestalt_tree_recording_next(gestalt_tree_recording *recording,
                                                       gestalt_tree_next *next,
                                                       gestalt_tree_frame *frame,
                                                       gestalt_error *error);

/// The place behind the last frame that was read, in bytes.
GESTALT_API uint64_t gestalt_tree_recording_offset(const gestalt_tree_recording *recording);

// ---- copying

/// Writes a recording anew while it is read: all of it, or some frames and agents of it.
typedef struct gestalt_tree_copier gestalt_tree_copier;

/// Options of a copier. The zero value of everything but `recording` and `sink` is the default.
typedef struct gestalt_tree_copier_options {
    const gestalt_tree_recording *recording;   ///< must outlive the copier
    gestalt_writer sink;                       ///< takes the bytes: a whole frame at a time
    bool (*wants)(void *user, uint64_t agent); ///< NULL: all agents are copied
    void *user;
    gestalt_allocator allocator;
} gestalt_tree_copier_options;

/// Writes the beginning. GESTALT_IO when the sink takes no more.
GESTALT_API gestalt_result gestalt_tree_copier_create(const gestalt_tree_copier_options *options,
                                                      gestalt_tree_copier **copier,
                                                      gestalt_error *error);

/// To be called behind gestalt_tree_recording_next, with what came: copies a frame, or the steps of
/// a tick, and trees that are new before it. The counts of a frame are those since the last one
/// that was copied; there are none of single agents. After any error each further call answers
/// GESTALT_IO.
GESTALT_API gestalt_result gestalt_tree_copier_take(gestalt_tree_copier *copier,
                                                    gestalt_tree_next what,
                                                    const gestalt_tree_frame *frame,
                                                    gestalt_error *error);

/// The same for a frame that is left out.
GESTALT_API gestalt_result gestalt_tree_copier_skip(gestalt_tree_copier *copier,
                                                    gestalt_error *error);

/// Says that this is all.
GESTALT_API gestalt_result gestalt_tree_copier_finish(gestalt_tree_copier *copier,
                                                      gestalt_error *error);

/// May be NULL.
GESTALT_API void gestalt_tree_copier_destroy(gestalt_tree_copier *copier);

#ifdef __cplusplus
}
#endif

#endif
