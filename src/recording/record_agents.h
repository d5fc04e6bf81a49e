// SPDX-License-Identifier: MIT
// The agents of a frame, and the latest words of their columns. Writer and reader both store them,
// because the next frame contains differences from them.
#ifndef RECORD_AGENTS_H
#define RECORD_AGENTS_H

#include "record_codec.h"

typedef struct record_agents {
    gestalt_allocator allocator;
    uint32_t column_count;
    uint64_t count, capacity;
    uint64_t *ids; // increasing
    uint32_t *groups;
    // for each column the words of the last frame, then those of the frame before: `capacity` each
    uint32_t *words;
    void *memory; // block that contains the three arrays
    size_t memory_size;
} record_agents;

void record_agents_start(record_agents *a, gestalt_allocator allocator, uint32_t column_count);
void record_agents_release(record_agents *a);

/// Allocate room for `count` agents, and drop all stored agents. Returns false, with nothing
/// changed, if memory runs out.
bool record_agents_reserve(record_agents *a, uint64_t count);

record_past record_agents_past(const record_agents *a, uint32_t column);

/// Set the words of all agents to 0. Memory must have been reserved.
void record_agents_forget(record_agents *a);

/// Copy the words of agents that are also in the other frame, and set the words of other agents to
/// 0.
void record_agents_follow(record_agents *a, const record_agents *other);

#endif
