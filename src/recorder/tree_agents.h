// SPDX-License-Identifier: MIT
// The agents of a frame that was read, in the order of their ids, each with its place. Two frames'
// lists tell who was born and who has gone.
#ifndef TREE_AGENTS_H
#define TREE_AGENTS_H

#include "tree_state.h"

typedef struct tree_place {
    uint64_t agent;
    uint32_t group;
    uint32_t lane; // of the group: 64 of each block
} tree_place;

typedef struct tree_agents {
    tree_place *list;
    uint64_t count;
    size_t room;
} tree_agents;

/// Adds the agents of a group. False when there is no memory.
bool tree_agents_add(tree_agents *a, const gestalt_allocator *allocator, const tree_state *state,
                     uint32_t group);

/// Puts them in order. False when two have the same id.
bool tree_agents_sort(tree_agents *a);

/// The index of the first whose id is no less.
uint64_t tree_agents_find(const tree_agents *a, uint64_t agent);

/// Counts who is in the one list and not in the other.
uint64_t tree_agents_without(const tree_agents *a, const tree_agents *other);

#endif
