// SPDX-License-Identifier: MIT
// Recordings of trees: the live nodes of all agents of a population, frame by frame, with the
// statuses of roots, the values of selected keys and the counts of nodes; and every step of watched
// agents. A recording is written to a file, or to wherever the host's writer puts it; `gestalt
// export` and `gestalt plot` read it. docs/recordings.md specifies the bytes.
//
// The bytes written so far are a valid recording after each frame: a reader of a file that is still
// growing, or of a file whose writer has crashed, finds every whole frame.
#ifndef GESTALT_RECORDER_H
#define GESTALT_RECORDER_H

#include <gestalt/inspect.h>
#include <gestalt/recorder/recording.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- writing

typedef struct gestalt_tree_recorder gestalt_tree_recorder;
typedef struct gestalt_tree_share gestalt_tree_share;

/// Options of a recorder. The zero value of everything but `population` and `sink` is the default.
typedef struct gestalt_tree_recorder_options {
    gestalt_population *population; ///< must outlive the recorder
    gestalt_writer sink;            ///< receives the bytes, a whole frame at a time
    /// Recorder of the world in which the agents live: the trees become part of its recording,
    /// `sink` is not used, and gestalt_recorder_finish completes both. It must not have written a
    /// frame yet, and must outlive this recorder. NULL: a recording of trees alone.
    gestalt_recorder *recorder;
    const char *name;          ///< name of the run, for people; NULL: none
    const char *const *groups; ///< names of the groups, for people; NULL: "agents"
    uint32_t every;            ///< ticks between frames; 0 counts as 1
    /// Keys to record, or components such as "home.x", in every group that has them. A vector is
    /// recorded by component. A key that some group shares when the recorder is created is recorded
    /// once for all agents.
    const char *const *keys;
    uint32_t key_count;
    gestalt_allocator allocator;
    /// The population has a part of the agents, and records together with others (share.h). NULL:
    /// it has all agents.
    const gestalt_tree_share *share;
} gestalt_tree_recorder_options;

/// Create a recorder, and write the trees of all groups and a frame of the current state. Returns
/// GESTALT_BAD_ARGUMENT when no group has one of the keys, and GESTALT_IO when the sink fails.
///
/// While nodes are counted (gestalt_population_count_nodes), each frame has the counts since the
/// previous frame.
GESTALT_API gestalt_result
gestalt_tree_recorder_create(const gestalt_tree_recorder_options *options,
                             gestalt_tree_recorder **recorder, gestalt_error *error);

/// Create a recorder that also records the values of up to 16 expressions at each step of watched
/// agents, such as "health < 10" or "distance * 2", over the keys of the agent's group. A group
/// without all of an expression's keys has no values for it. Returns GESTALT_BAD_ARGUMENT, with the
/// error, when an expression is wrong for all groups.
GESTALT_API gestalt_result gestalt_tree_recorder_create_asking(
    const gestalt_tree_recorder_options *options, const char *const *expressions, uint32_t count,
    gestalt_tree_recorder **recorder, gestalt_error *error);

/// Record a tick; call this after each tick. It writes the steps of watched agents, and a frame if
/// the number of ticks is a multiple of `every`. Changes between ticks, to agents and to trees, are
/// in the next frame. After GESTALT_NO_MEMORY the next frame can be written; after GESTALT_IO the
/// recorder writes nothing more. All ticking threads do the work.
GESTALT_API gestalt_result gestalt_tree_recorder_tick(gestalt_tree_recorder *recorder,
                                                      gestalt_error *error);

/// Watch an agent from the coming tick on: record every step of the agent, also in ticks without a
/// frame. For this the recorder sets the population's hooks, which slows ticks down as hooks do.
/// Does nothing when the agent is already watched or does not exist.
GESTALT_API gestalt_result gestalt_tree_recorder_watch(gestalt_tree_recorder *recorder,
                                                       uint64_t agent, gestalt_error *error);

/// Watch the first agent for which a condition such as "health < 10" holds: the one with the lowest
/// id now, or at the end of the first tick in which there is one. It is watched from the following
/// tick on. Until then the condition is evaluated for all agents after each tick. Returns
/// GESTALT_BAD_ARGUMENT, with the error, when the condition is wrong for all groups.
GESTALT_API gestalt_result gestalt_tree_recorder_watch_if(gestalt_tree_recorder *recorder,
                                                          const char *condition,
                                                          gestalt_error *error);

/// Watch the first agent that enters a node, given by its number, name or label: from that tick on,
/// including the steps that lead to the node, which have no values of expressions. Of several
/// agents in one tick, it is the one with the lowest id. If several nodes match, any of them
/// counts. Until then the recorder sets the population's hooks. Returns GESTALT_BAD_ARGUMENT when
/// no group has such a node, and GESTALT_LIMIT for more than 32 nodes.
GESTALT_API gestalt_result gestalt_tree_recorder_watch_node(gestalt_tree_recorder *recorder,
                                                            const char *node, gestalt_error *error);

/// Write a frame of the current state, unless the last frame shows it. Call this before an edit:
/// nodes that the edit drops lose their counts since the last frame.
GESTALT_API gestalt_result gestalt_tree_recorder_frame(gestalt_tree_recorder *recorder,
                                                       gestalt_error *error);

/// Continue with another population in which the same agents live on, such as that of an edited
/// world. Writes a frame of the old population and releases it. Returns GESTALT_BAD_ARGUMENT when
/// the number of groups differs, or the number of ticks is lower.
GESTALT_API gestalt_result gestalt_tree_recorder_follow(gestalt_tree_recorder *recorder,
                                                        gestalt_population *population,
                                                        gestalt_error *error);

/// Mark the recording as complete. Without this mark, readers expect more frames.
GESTALT_API gestalt_result gestalt_tree_recorder_finish(gestalt_tree_recorder *recorder,
                                                        gestalt_error *error);

/// Destroy the recorder, which may be NULL. A recording that was not finished ends after its last
/// frame.
GESTALT_API void gestalt_tree_recorder_destroy(gestalt_tree_recorder *recorder);

// ---- reading

/// A recording of trees that is being read. Its contents are not trusted: everything returned has
/// been verified, and memory grows with the bytes read, not with the sizes that they claim.
typedef struct gestalt_tree_recording gestalt_tree_recording;

/// Open a file, bytes in memory or a source, like gestalt_recording_open,
/// gestalt_recording_open_memory and gestalt_recording_open_source. Returns GESTALT_BAD_FILE, with
/// the offset, when this is not a recording, and GESTALT_BAD_ARGUMENT when it has a world only.
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

/// Close the recording, which may be NULL.
GESTALT_API void gestalt_tree_recording_close(gestalt_tree_recording *recording);

/// Set limits; only `agents`, `nodes` and `keys` count. A frame with more agents, or a tree with
/// more nodes or recorded keys, is refused with GESTALT_LIMIT before memory is allocated. All
/// states of a frame may take 512 bytes for each allowed agent. Without this call the default
/// limits hold.
GESTALT_API void gestalt_tree_recording_set_limits(gestalt_tree_recording *recording,
                                                   const gestalt_limits *limits);

/// The description of a recording, which holds for every frame. Valid until the recording is
/// closed.
typedef struct gestalt_tree_description {
    const char *name;
    uint32_t every; ///< ticks between frames
    uint32_t group_count;
} gestalt_tree_description;

GESTALT_API const gestalt_tree_description *
gestalt_tree_recording_description(const gestalt_tree_recording *recording);

/// A node of a tree, numbered in preorder.
typedef struct gestalt_tree_node {
    const char *type;  ///< node type, such as "sequence"
    const char *name;  ///< name in the document, or ""
    const char *label; ///< label for people
    uint32_t parent;   ///< parent's id; GESTALT_NO_NODE for the root
    uint32_t mask; ///< index of the node's mask in a block; GESTALT_NO_NODE: the node is never live
                   ///< between ticks
} gestalt_tree_node;

/// A recorded key: a bool, an int or a float.
typedef struct gestalt_tree_key {
    const char *name;
    gestalt_type type;
    uint32_t index;           ///< index in a block: for a bool the mask's, otherwise the column's
    const char *const *words; ///< words of an enum for 0, 1, ...; NULL for other keys
    uint32_t word_count;
} gestalt_tree_key;

/// A group and its tree, as of the last frame that was read.
typedef struct gestalt_tree_group {
    const char *name; ///< name of the group
    const char *tree;
    const gestalt_tree_node *nodes;
    const gestalt_tree_key *keys;
    uint32_t node_count, key_count;
    uint32_t mask_count;   ///< masks of a block
    uint32_t column_count; ///< columns of a block
    uint64_t block_count;
    /// Counts of each node since the previous frame; NULL: not counted.
    const gestalt_node_counts *counts;
} gestalt_tree_group;

/// Get a group. Returns false when there is no such group.
GESTALT_API bool gestalt_tree_recording_group(const gestalt_tree_recording *recording,
                                              uint32_t group, gestalt_tree_group *description);

/// Return the version of a group's tree, from 1: each tree in the recording has its own number.
/// Returns 0 when there is no such group.
GESTALT_API uint64_t gestalt_tree_recording_version(const gestalt_tree_recording *recording,
                                                    uint32_t group);

/// A recorded shared key, with one value for all agents of a group. Shared keys are not among the
/// group's `keys`.
typedef struct gestalt_tree_shared {
    const char *name;
    gestalt_value value;      ///< a bool, an int or a float
    const char *const *words; ///< words of an enum, as in gestalt_tree_key
    uint32_t word_count;
} gestalt_tree_shared;

/// Get a shared key of a group, as of the last frame that was read. Returns false when `index` is
/// past the last key.
GESTALT_API bool gestalt_tree_recording_shared(const gestalt_tree_recording *recording,
                                               uint32_t group, uint32_t index,
                                               gestalt_tree_shared *key);

/// A block: up to 64 agents of a group. Lane k has an agent when bit k of `lanes` is set.
typedef struct gestalt_tree_block {
    uint64_t lanes;
    const uint64_t *agents; ///< agent ids, 64 lanes
    /// Masks as of gestalt_population_block_masks, followed by those of bools.
    const uint64_t *masks;
    const uint32_t *
        columns; ///< values of numbers: 64 lanes of the first column, then of the second, and so on
} gestalt_tree_block;

/// Get a block, which is valid until the next read. Returns false when there is no such block.
GESTALT_API bool gestalt_tree_recording_block(const gestalt_tree_recording *recording,
                                              uint32_t group, uint64_t index,
                                              gestalt_tree_block *block);

/// Find an agent's group, block and lane. Returns false when the agent is not in the frame.
GESTALT_API bool gestalt_tree_recording_find(const gestalt_tree_recording *recording,
                                             uint64_t agent, uint32_t *group, uint64_t *block,
                                             uint32_t *lane);

/// Count the agents at each node of a group. Returns GESTALT_LIMIT when `capacity` is less than the
/// number of nodes.
GESTALT_API gestalt_result gestalt_tree_recording_at(const gestalt_tree_recording *recording,
                                                     uint32_t group, uint64_t *agents,
                                                     size_t capacity, gestalt_error *error);

/// The kind of a step.
typedef enum gestalt_tree_step_kind {
    GESTALT_TREE_ENTERED,
    GESTALT_TREE_RESUMED,
    GESTALT_TREE_SUCCEEDED,
    GESTALT_TREE_FAILED,
    GESTALT_TREE_RAN,       ///< the node returned running
    GESTALT_TREE_ABANDONED, ///< the live node was cancelled
    GESTALT_TREE_ROLLED_BACK,
    GESTALT_TREE_STEP_COUNT,
} gestalt_tree_step_kind;

/// A step of a watched agent.
typedef struct gestalt_tree_step {
    uint64_t agent;
    uint32_t node;
    uint32_t group; ///< group of the agent at the time of the step
    gestalt_tree_step_kind kind;
} gestalt_tree_step;

/// Return an expression whose values are recorded at each step. The list is known once the first
/// frame or steps have been read. NULL when `index` is past the last one.
GESTALT_API const char *gestalt_tree_recording_asked(const gestalt_tree_recording *recording,
                                                     uint32_t index);

/// Get the value of an expression right after one of the steps that were read: a bool, an int or a
/// float. Returns false when there is no value.
GESTALT_API bool gestalt_tree_recording_asked_value(const gestalt_tree_recording *recording,
                                                    uint64_t step, uint32_t asked,
                                                    gestalt_value *value);

/// The outcome of gestalt_tree_recording_next.
typedef enum gestalt_tree_next {
    GESTALT_TREE_HAS_FRAME,
    GESTALT_TREE_HAS_STEPS, ///< steps of watched agents in one tick
    GESTALT_TREE_AT_END,    ///< the recording is complete
    GESTALT_TREE_CUT,       ///< the bytes end in the middle of the recording; more may come
} gestalt_tree_next;

typedef struct gestalt_tree_frame {
    uint64_t tick; ///< number of finished ticks
    int64_t time;  ///< microseconds
    uint64_t agents;
    uint64_t born, gone; ///< agents since the previous frame
    uint32_t edits;      ///< number of groups with another tree than in the previous frame
    const gestalt_tree_step *steps; ///< steps in order, after GESTALT_TREE_HAS_STEPS
    uint64_t step_count;
} gestalt_tree_frame;

/// Read the next frame or steps. Everything returned before becomes invalid. After
/// GESTALT_TREE_CUT, call it again once the file or source has more bytes. Returns
/// GESTALT_BAD_FILE, with the offset, for damage. After any error, further calls return the same
/// error.
GESTALT_API gestalt_result gestalt_tree_recording_next(gestalt_tree_recording *recording,
                                                       gestalt_tree_next *next,
                                                       gestalt_tree_frame *frame,
                                                       gestalt_error *error);

/// Return the offset, in bytes, of the end of what was read; what follows is not a whole frame yet.
GESTALT_API uint64_t gestalt_tree_recording_offset(const gestalt_tree_recording *recording);

// ---- copying

/// A copier: writes a recording again while it is read, all of it or only some frames and agents.
typedef struct gestalt_tree_copier gestalt_tree_copier;

/// Options of a copier. The zero value of everything but `recording` and `sink` is the default.
typedef struct gestalt_tree_copier_options {
    const gestalt_tree_recording *recording;   ///< must outlive the copier
    gestalt_writer sink;                       ///< receives the bytes, a whole frame at a time
    gestalt_recorder *recorder;                ///< as in gestalt_tree_recorder_options
    bool (*wants)(void *user, uint64_t agent); ///< selects agents; NULL: all
    void *user;
    gestalt_allocator allocator;
} gestalt_tree_copier_options;

/// Create a copier and write the beginning. Returns GESTALT_IO when the sink fails.
GESTALT_API gestalt_result gestalt_tree_copier_create(const gestalt_tree_copier_options *options,
                                                      gestalt_tree_copier **copier,
                                                      gestalt_error *error);

/// Copy what gestalt_tree_recording_next has just returned: a frame or the steps of a tick,
/// preceded by any new trees. The counts in a frame are those since the last copied frame; if only
/// some agents are copied there are none. After any error, further calls return GESTALT_IO.
GESTALT_API gestalt_result gestalt_tree_copier_take(gestalt_tree_copier *copier,
                                                    gestalt_tree_next what,
                                                    const gestalt_tree_frame *frame,
                                                    gestalt_error *error);

/// Skip the frame that was just read.
GESTALT_API gestalt_result gestalt_tree_copier_skip(gestalt_tree_copier *copier,
                                                    gestalt_error *error);

/// Mark the copy as complete.
GESTALT_API gestalt_result gestalt_tree_copier_finish(gestalt_tree_copier *copier,
                                                      gestalt_error *error);

/// Destroy the copier, which may be NULL.
GESTALT_API void gestalt_tree_copier_destroy(gestalt_tree_copier *copier);

#ifdef __cplusplus
}
#endif

#endif
