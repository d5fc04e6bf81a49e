// SPDX-License-Identifier: MIT
// The agents of a frame that was read, in order of their ids, each with its position. The lists of
// two frames show which agents were born and which were removed.
#ifndef TREE_AGENTS_H
#define TREE_AGENTS_H

#include "tree_state.h"

typedef struct tree_place {
    uint64_t agent;
    uint32_t group;
    uint32_t lane; // lane in the group: 64 for each block
} tree_place;

typedef struct tree_agents {
    tree_place *list;
    uint64_t count;
    size_t room;
} tree_agents;

/// Add the agents of a group. Returns false if memory runs out.
bool tree_agents_add(tree_agents *a, const gestalt_allocator *allocator, const tree_state *state,
                     uint32_t group);

/// Sort the agents by id. Returns false if two agents have the same id.
bool tree_agents_sort(tree_agents *a);

/// Return the index of the first agent whose id is at least `agent`.
uint64_t tree_agents_find(const tree_agents *a, uint64_t agent);

/// Return the number of agents in one list that are not in the other.
uint64_t tree_agents_without(const tree_agents *a, const tree_agents *other);

#endif
