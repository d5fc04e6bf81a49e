// SPDX-License-Identifier: MIT
// Inspection of agents: the nodes of a shape, which of them are live in an agent or in a block of
// agents, the values of an agent's keys, and how often each node ran and with which status.
// Programs that show agents to people use this, such as `gestalt trace`. Inspecting is cheap, does
// not allocate and changes nothing; functions that take an agent read no other agent.
//
// Keys and their words are enumerated by calls.h.
#ifndef GESTALT_INSPECT_H
#define GESTALT_INSPECT_H

#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A node of the document. Nodes are numbered in preorder: the root is 0, and the subtree below a
/// node has the numbers after the node's own, up to `end`.
typedef struct gestalt_node {
    const char *type; ///< node type, such as "sequence"
    const char *name; ///< name in the document, or NULL
    const char *text; ///< text that a `debug` node logs; else NULL
    uint32_t parent;  ///< parent's id; GESTALT_NO_NODE for the root
    uint32_t depth;   ///< depth below the root; 0 for the root
    uint32_t end;     ///< id of the first node after this node's subtree
} gestalt_node;

/// Write all nodes of a shape, and return how many: `node_count` of the shape's specification.
/// `capacity` must be at least that.
GESTALT_API uint32_t gestalt_shape_nodes(const gestalt_shape *shape, gestalt_node *nodes,
                                         size_t capacity);

/// Return the text that a `debug` node logs, for gestalt_hooks.log; NULL for other nodes.
GESTALT_API const char *gestalt_shape_log_text(const gestalt_shape *shape, uint32_t node);

/// Persistent statuses that have a name, for gestalt_population_persistent.
GESTALT_API uint32_t gestalt_shape_persistent_count(const gestalt_shape *shape);
GESTALT_API const char *gestalt_shape_persistent_at(const gestalt_shape *shape, uint32_t index);

/// Return the current shape of a group: the one of its last edit. Hooks may call this and the
/// functions below, except for those about live nodes.
GESTALT_API const gestalt_shape *gestalt_population_shape(const gestalt_population *population,
                                                          uint32_t group);

GESTALT_API uint32_t gestalt_population_group_count(const gestalt_population *population);

/// Get the group of an agent. Returns false when there is no such agent.
GESTALT_API bool gestalt_actor_group(const gestalt_population *population, uint64_t agent,
                                     uint32_t *group);

/// Write the live nodes of an agent, inner nodes included, in order of id: where the agent
/// continues in the next tick. `*count` receives their number. Returns GESTALT_LIMIT when there are
/// more than `capacity`; the shape's `node_count` is always enough. Returns GESTALT_BAD_ARGUMENT
/// when there is no such agent.
GESTALT_API gestalt_result gestalt_actor_live_nodes(const gestalt_population *population,
                                                    uint64_t agent, uint32_t *nodes,
                                                    size_t capacity, size_t *count,
                                                    gestalt_error *error);

/// Write the values of all keys, including shared ones, in the order of gestalt_shape_key_at. The
/// value of a list is an int, its number of elements; gestalt_population_read_list reads them.
/// Returns GESTALT_LIMIT when `capacity` is less than the number of keys.
GESTALT_API gestalt_result gestalt_actor_values(const gestalt_population *population,
                                                uint64_t agent, gestalt_value *values,
                                                size_t capacity, gestalt_error *error);

// ---- many agents at once

/// The first masks of a block: the statuses of the roots. A lane in neither mask has failed; a lane
/// in both has not been ticked yet. The masks of nodes follow.
enum { GESTALT_MASK_RUNNING, GESTALT_MASK_SUCCEEDED, GESTALT_MASK_NODES };

/// Get the index of each node's mask in a block, and return the number of masks. Nodes that are
/// always live together share a mask; GESTALT_NO_NODE: the node is never live between ticks.
/// Indexes can change with an edit, and when agents of other shapes are loaded. Returns 0 when
/// `capacity` is less than the number of nodes.
GESTALT_API uint32_t gestalt_population_masks(const gestalt_population *population, uint32_t group,
                                              uint32_t *masks, size_t capacity);

/// Write the masks of a block (gestalt_population_block), with one bit for each lane. Returns false
/// when there is no such block, or too little capacity. Call this between ticks; work pieces of
/// gestalt_population_run may call it.
GESTALT_API bool gestalt_population_block_masks(const gestalt_population *population,
                                                uint32_t group, uint64_t index, uint64_t *masks,
                                                size_t capacity);

// ---- counting

/// Counts of a node: how often agents ran it, by the status that it returned, and how often it was
/// abandoned. Each run counts, also when a loop runs the node several times in a tick.
typedef struct gestalt_node_counts {
    uint64_t succeeded, failed;
    uint64_t running;   ///< it returned running, and continues in the next tick
    uint64_t abandoned; ///< it was live and was cancelled
} gestalt_node_counts;

/// Start counting nodes in all groups, from the coming tick on, or stop. The counts do not depend
/// on threads and lanes; sleeping agents count as if they were ticked. While counting, the
/// interpreter is used instead of native code. A population that does not count pays nothing.
/// Counting allocates memory beyond `capacity`, here and when agents are added.
///
/// After an edit, nodes that continue keep their counts; after loading a snapshot, all counts
/// restart.
GESTALT_API gestalt_result gestalt_population_count_nodes(gestalt_population *population, bool on,
                                                          gestalt_error *error);

/// Start or stop counting the nodes of one group. Groups that do not count pay nothing: they keep
/// their native code, for example. After gestalt_population_count_nodes, this is a way to leave out
/// groups; groups that are added later count if all were counted last.
GESTALT_API gestalt_result gestalt_population_count_group(gestalt_population *population,
                                                          uint32_t group, bool on,
                                                          gestalt_error *error);

/// Write the counts of all nodes of a group's shape: those of the last tick or, with `in_all`, the
/// sums since counting began. Nodes abandoned between two ticks, by cancelling, despawning or
/// editing, count for the later tick. Returns GESTALT_LIMIT when `capacity` is less than the number
/// of nodes, and GESTALT_BAD_ARGUMENT when nothing is counted.
GESTALT_API gestalt_result gestalt_population_node_counts(const gestalt_population *population,
                                                          uint32_t group, bool in_all,
                                                          gestalt_node_counts *counts,
                                                          size_t capacity, gestalt_error *error);

// ---- timing

/// A monotonic clock, in any unit. All ticking threads call it.
typedef uint64_t gestalt_clock(void *user);

/// Which ticks are timed: one in `every` ticks, chosen at random, so that periodic work is neither
/// always hit nor always missed. 0 counts as 1.
typedef struct gestalt_timing {
    uint32_t every;
    gestalt_clock *clock;
    void *user;
} gestalt_timing;

/// The time spent in a node: from when the previous node returned to when this node returned. Each
/// of the `answers` covers all agents of a block that ran the node; `agents` is their sum. The
/// clock is read twice per answer, and the cost of one reading is included in `time`.
typedef struct gestalt_node_times {
    uint64_t time;
    uint64_t answers;
    uint64_t agents;
} gestalt_node_times;

/// Start timing nodes in all groups, from the coming tick on; NULL: stop. A timed tick runs in the
/// interpreter, from the root, and stops after every node, so it takes longer than other ticks,
/// with the same results. A population that is not timed pays nothing. After an edit, nodes that
/// continue keep their times.
GESTALT_API gestalt_result gestalt_population_time_nodes(gestalt_population *population,
                                                         const gestalt_timing *timing,
                                                         gestalt_error *error);

/// Write the times of all nodes of a group's shape since timing began. Returns GESTALT_LIMIT when
/// `capacity` is less than the number of nodes, and GESTALT_BAD_ARGUMENT when nothing is timed.
GESTALT_API gestalt_result gestalt_population_node_times(const gestalt_population *population,
                                                         uint32_t group, gestalt_node_times *times,
                                                         size_t capacity, gestalt_error *error);

/// Return whether the coming tick is timed.
GESTALT_API bool gestalt_population_is_timed(const gestalt_population *population);

#ifdef __cplusplus
}
#endif

#endif
