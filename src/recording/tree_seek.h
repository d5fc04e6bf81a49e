// SPDX-License-Identifier: MIT
// Waiting for nodes: finds the agent with the lowest id of those that enter a node in a tick, with
// the steps that led to the node. While any node is waited for, the steps of all agents are
// checked. The steps of a cohort are consecutive, and are stored until the next cohort begins.
#ifndef TREE_SEEK_H
#define TREE_SEEK_H

#include "chunk_bytes.h"

#include <gestalt/recorder/recorder.h>

enum { SEEK_NODES_MAX = 32 };

/// A step with the shape that its node belongs to. An edit cancels nodes of the old shape.
typedef struct watched_step {
    uint64_t agent;
    const gestalt_shape *shape;
    uint32_t node, group;
    gestalt_tree_step_kind kind;
} watched_step;

/// Nodes of a group: bit k is set if name k matches the node.
typedef struct seek_group {
    uint32_t *marks;
    size_t room;
    uint32_t node_count;
} seek_group;

typedef struct tree_seek {
    gestalt_allocator allocator;
    char *names[SEEK_NODES_MAX];
    uint32_t count;
    uint32_t left; // mask of the names that no agent has reached in an earlier tick
    uint64_t first[SEEK_NODES_MAX]; // by name: lowest agent that has reached it; UINT64_MAX: none
    seek_group *groups;             // NULL if no node was ever waited for
    uint32_t group_count;
    watched_step *steps; // steps of the cohort that is being ticked
    uint64_t step_count;
    size_t steps_room;
    bool is_entering; // true if the last step entered or resumed a root
} tree_seek;

/// Wait for a node by its number, name or label. Returns GESTALT_BAD_ARGUMENT if no group has such
/// a node.
gestalt_result seek_add(tree_seek *s, const gestalt_population *population, const char *name,
                        gestalt_error *error);
void seek_release(tree_seek *s);

/// Find the nodes in the current tree of a group. Returns false if memory runs out.
bool seek_renew(tree_seek *s, const gestalt_population *population, uint32_t group);

/// Drop the node that was added last.
void seek_drop(tree_seek *s);

/// Return whether an agent is the first one so far that has reached some node.
bool seek_has(const tree_seek *s, uint64_t agent);

/// Process a step of any agent. Sets `*reached` if the step enters a node that was waited for, and
/// no agent with a lower id has reached it; `steps` then contains the agent's steps up to this one.
/// Returns false if memory runs out.
bool seek_note(tree_seek *s, const watched_step *step, bool *reached);

#endif
