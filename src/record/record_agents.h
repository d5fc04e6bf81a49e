// SPDX-License-Identifier: MIT
// The agents of a frame, and the words of their columns so far: writer and reader both keep them,
// so that the next frame can be told from it.
#ifndef RECORD_AGENTS_H
#define RECORD_AGENTS_H

#include "record_codec.h"

typedef struct record_agents {
    gestalt_allocator allocator;
    uint32_t column_count;
    uint64_t count, capacity;
    uint64_t *ids; // increasing
    uint32_t *groups;
    uint32_t *words; // of each column the last ones, then those before, `capacity` each
    void *memory;    // of all three
    size_t memory_size;
} record_agents;

void record_agents_start(record_agents *a, gestalt_allocator allocator, uint32_t column_count);
void record_agents_release(record_agents *a);

/// Makes room for so many, and forgets whom it holds. False when there is no memory: then nothing
/// has changed.
bool record_agents_reserve(record_agents *a, uint64_t count);

record_past record_agents_past(const record_agents *a, uint32_t column);

/// Sets all words to 0. There must be room for some.
void record_agents_forget(record_agents *a);

/// Takes over the words of those that were in another frame; those of the others are 0.
void record_agents_follow(record_agents *a, const record_agents *other);

#endif
