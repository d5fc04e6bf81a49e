// SPDX-License-Identifier: MIT
// Nodes that are waited for: the first agent that enters one is found in the tick in which it does,
// with the steps that have led it there. As long as one is waited for, the steps of all agents are
// looked at; those of a cohort follow one another, and are kept until the next cohort begins.
#ifndef TREE_SEEK_H
#define TREE_SEEK_H

#include "tree_bytes.h"

#include <gestalt/recorder/recorder.h>

enum { SEEK_NODES_MAX = 32 };

/// A step, with the shape that its node is of: an edit cancels what was live in the old one.
typedef struct watched_step {
    uint64_t agent;
    const gestalt_shape *shape;
    uint32_t node, group;
    gestalt_tree_step_kind kind;
} watched_step;

/// A group's nodes: bit k is set where the name k means it.
typedef struct seek_group {
    uint32_t *marks;
    size_t room;
    uint32_t node_count;
} seek_group;

typedef struct tree_seek {
    gestalt_allocator allocator;
    char *names[SEEK_NODES_MAX];
    uint32_t count;
    uint32_t left;      // bits of those that nobody has entered
    seek_group *groups; // NULL: nothing was ever waited for
    uint32_t group_count;
    watched_step *steps; // of the cohort that is ticked
    uint64_t step_count;
    size_t steps_room;
    bool is_entering; // the last step was one into a root
} tree_seek;

/// Waits for a node, by its number, its name or its label. GESTALT_BAD_ARGUMENT when no group has
/// one.
gestalt_result seek_add(tree_seek *s, const gestalt_population *population, const char *name,
                        gestalt_error *error);
void seek_release(tree_seek *s);

/// Looks for the nodes in the tree that a group has now. False: there is no memory.
bool seek_renew(tree_seek *s, const gestalt_population *population, uint32_t group);

/// Takes a step of any agent. `*reached` tells whether it is into a node that was waited for; the
/// agent's steps up to this one are among `steps` then. False: there is no memory.
bool seek_note(tree_seek *s, const watched_step *step, bool *reached);

#endif
