// SPDX-License-Identifier: MIT
// Looking at agents: the nodes of a shape, those that are live in an agent or in a block of them,
// what an agent's keys hold, and how many agents ran each node, and how it answered. Programs that
// show agents to people need it, as `gestalt trace` does. Looking is cheap, allocates nothing and
// changes nothing; functions that take an agent do not look at any other.
//
// Keys and their words are enumerated by calls.h.
#ifndef GESTALT_INSPECT_H
#define GESTALT_INSPECT_H

#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A node as its document has it. Nodes are numbered in preorder: the root is 0, and all that is
/// below a node has the numbers behind its own, up to `end`.
typedef struct gestalt_node {
    const char *type; ///< "sequence"
    const char *name; ///< that the document gives, or NULL
    const char *text; ///< of a `debug`: the text that it logs; else NULL
    uint32_t parent;  ///< GESTALT_NO_NODE for the root
    uint32_t depth;   ///< 0 for the root
    uint32_t end;     ///< the first node that is not below it
} gestalt_node;

/// Writes all nodes of a shape, and returns how many: `node_count` of its specification, for which
/// there has to be room.
GESTALT_API uint32_t gestalt_shape_nodes(const gestalt_shape *shape, gestalt_node *nodes,
                                         size_t capacity);

/// The text that a `debug` logs; NULL for every other node. For gestalt_hooks.log.
GESTALT_API const char *gestalt_shape_log_text(const gestalt_shape *shape, uint32_t node);

/// Persistent statuses that have a name, which gestalt_population_persistent takes.
GESTALT_API uint32_t gestalt_shape_persistent_count(const gestalt_shape *shape);
GESTALT_API const char *gestalt_shape_persistent_at(const gestalt_shape *shape, uint32_t index);

/// The shape that a group has now: the last one that it was edited to. Hooks may call this, and
/// what follows but for the live nodes.
GESTALT_API const gestalt_shape *gestalt_population_shape(const gestalt_population *population,
                                                          uint32_t group);

GESTALT_API uint32_t gestalt_population_group_count(const gestalt_population *population);

/// The group of an agent. False when there is no such agent.
GESTALT_API bool gestalt_actor_group(const gestalt_population *population, uint64_t agent,
                                     uint32_t *group);

/// Writes the nodes that are live in an agent, those with children among them, in order: where it
/// goes on in the next tick. `*count` is how many there are; GESTALT_LIMIT when they are more than
/// `capacity`, and `node_count` of the shape is always enough. GESTALT_BAD_ARGUMENT when there is
/// no such agent.
GESTALT_API gestalt_result gestalt_actor_live_nodes(const gestalt_population *population,
                                                    uint64_t agent, uint32_t *nodes,
                                                    size_t capacity, size_t *count,
                                                    gestalt_error *error);

/// Writes the values of all keys, in the order of gestalt_shape_key_at, those that are shared among
/// them. GESTALT_LIMIT when `capacity` is less than the shape's keys.
GESTALT_API gestalt_result gestalt_actor_values(const gestalt_population *population,
                                                uint64_t agent, gestalt_value *values,
                                                size_t capacity, gestalt_error *error);

// ---- many agents at once

/// The first masks of a block: the answers of roots. A lane that is in neither has failed; one that
/// is in both has not been ticked yet. The masks of nodes follow.
enum { GESTALT_MASK_RUNNING, GESTALT_MASK_SUCCEEDED, GESTALT_MASK_NODES };

/// Tells which mask of a block each node of a group's shape has, and returns how many masks there
/// are. Nodes that are always live together share one; GESTALT_NO_NODE: the node is never live
/// between ticks. An edit, and agents that come from other shapes, can change it. 0 when there is
/// no room for all nodes.
GESTALT_API uint32_t gestalt_population_masks(const gestalt_population *population, uint32_t group,
                                              uint32_t *masks, size_t capacity);

/// Writes the masks of a block (gestalt_population_block): a bit for each lane. False when there is
/// no such block, or no room for all masks. Between ticks; pieces of gestalt_population_run may
/// call it.
GESTALT_API bool gestalt_population_block_masks(const gestalt_population *population,
                                                uint32_t group, uint64_t index, uint64_t *masks,
                                                size_t capacity);

// ---- counting

/// Counts of a node: how often agents ran it, by what it answered then, and how often it was
/// abandoned. An agent that runs a node twice in a tick, in a loop, counts twice.
typedef struct gestalt_node_counts {
    uint64_t succeeded, failed;
    uint64_t running;   ///< it goes on in the next tick
    uint64_t abandoned; ///< it was live, and was cancelled
} gestalt_node_counts;

/// Counts nodes from the coming tick on, in all groups, or no more. With any number of threads and
/// lanes the counts are the same; agents that sleep count as if they were ticked. Native code is
/// left aside meanwhile. A population that does not count pays nothing. This and what adds agents
/// takes memory for it, beyond `capacity`.
///
/// After an edit, nodes that go on keep their counts; after a snapshot was loaded, all begin anew.
GESTALT_API gestalt_result gestalt_population_count_nodes(gestalt_population *population, bool on,
                                                          gestalt_error *error);

/// Writes the counts of all nodes of a group's shape: of the last tick, or of all since they are
/// counted. The abandoned nodes of agents that are cancelled, despawned or edited between two ticks
/// count for the coming one. GESTALT_LIMIT when there is no room for all nodes;
/// GESTALT_BAD_ARGUMENT when nothing is counted.
GESTALT_API gestalt_result gestalt_population_node_counts(const gestalt_population *population,
                                                          uint32_t group, bool in_all,
                                                          gestalt_node_counts *counts,
                                                          size_t capacity, gestalt_error *error);

// ---- timing

/// A clock that goes forward, in any unit; called from all threads that tick.
typedef uint64_t gestalt_clock(void *user);

/// Ticks in which time is taken: one of so many, drawn at random, so that nothing that recurs is
/// always met or always missed. 0 counts as 1.
typedef struct gestalt_timing {
    uint32_t every;
    gestalt_clock *clock;
    void *user;
} gestalt_timing;

/// The time that a node took, between the answer before its own and its own. Each of its `answers`
/// was for all agents of a block that ran it: `agents` is their sum. Reading the clock costs twice
/// for each answer, and once of that is in `time`.
typedef struct gestalt_node_times {
    uint64_t time;
    uint64_t answers;
    uint64_t agents;
} gestalt_node_times;

/// Times nodes in ticks of all agents from the coming one on, in all groups; NULL: no more. In
/// ticks that are timed, the machine stops behind every node, walks from the root, and leaves
/// native code aside, so that they take longer than others; those mean the same, and go as ever. A
/// population that is not timed pays nothing. After an edit, nodes that go on keep their times.
GESTALT_API gestalt_result gestalt_population_time_nodes(gestalt_population *population,
                                                         const gestalt_timing *timing,
                                                         gestalt_error *error);

/// Writes the times of all nodes of a group's shape since nodes are timed. GESTALT_LIMIT when there
/// is no room for all nodes; GESTALT_BAD_ARGUMENT when nothing is timed.
GESTALT_API gestalt_result gestalt_population_node_times(const gestalt_population *population,
                                                         uint32_t group, gestalt_node_times *times,
                                                         size_t capacity, gestalt_error *error);

/// Tells whether the coming tick is timed.
GESTALT_API bool gestalt_population_is_timed(const gestalt_population *population);

#ifdef __cplusplus
}
#endif

#endif
