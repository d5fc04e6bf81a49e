// SPDX-License-Identifier: MIT
// Agents that are watched: their steps in one tick, which the population's hooks tell of.
#ifndef TREE_WATCH_H
#define TREE_WATCH_H

#include "tree_bytes.h"

#include <gestalt/recorder/recorder.h>

enum { WATCH_FILTER = 1024 }; // bits that say at once that an agent is not watched

/// A step, with the shape that its node is of: an edit cancels what was live in the old one.
typedef struct watched_step {
    uint64_t agent;
    const gestalt_shape *shape;
    uint32_t node, group;
    gestalt_tree_step_kind kind;
} watched_step;

typedef struct tree_watch {
    gestalt_population *population;
    gestalt_allocator allocator;
    uint64_t filter[WATCH_FILTER / 64]; // by the last bits of an id
    uint64_t *agents;                   // those that are watched, in order
    uint64_t count;
    size_t room;
    watched_step *steps; // of this tick
    uint64_t step_count;
    size_t steps_room;
    bool has_failed; // there was no memory for one
} tree_watch;

void watch_start(tree_watch *w, gestalt_population *population, gestalt_allocator allocator);
void watch_release(tree_watch *w);

/// Watches an agent from the coming tick on. False when there is no memory.
bool watch_add(tree_watch *w, uint64_t agent);

/// Writes the steps whose nodes are of the groups' shapes, forgets them, and returns how many there
/// were.
uint64_t watch_put(tree_watch *w, const gestalt_shape *const *shapes, tree_bytes *to);

#endif
