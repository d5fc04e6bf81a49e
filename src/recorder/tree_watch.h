// SPDX-License-Identifier: MIT
// Agents that are watched: their steps in one tick, which the population's hooks tell of.
#ifndef TREE_WATCH_H
#define TREE_WATCH_H

#include "tree_bytes.h"

#include <gestalt/recorder/recorder.h>

enum { WATCH_FILTER = 1024 }; // bits that say at once that an agent is not watched

typedef struct tree_watch {
    gestalt_population *population;
    gestalt_allocator allocator;
    uint64_t filter[WATCH_FILTER / 64]; // by the last bits of an id
    uint64_t *agents;                   // those that are watched, in order
    uint64_t count;
    size_t room;
    tree_bytes steps; // of this tick, as they are written
    uint64_t step_count;
    uint64_t last_agent; // of the steps
    uint32_t last_node;
} tree_watch;

void watch_start(tree_watch *w, gestalt_population *population, gestalt_allocator allocator);
void watch_release(tree_watch *w);

/// Watches an agent from the coming tick on. False when there is no memory.
bool watch_add(tree_watch *w, uint64_t agent);

/// The steps have been written.
void watch_forget(tree_watch *w);

#endif
