// SPDX-License-Identifier: MIT
// A snapshot that is being loaded. snapshot_load.c reads everything but the agents, which
// snapshot_load_agents.c reads.
#ifndef SNAPSHOT_LOADER_H
#define SNAPSHOT_LOADER_H

#include "population_state.h"
#include "snapshot_format.h"

// A source of bytes. `read` returns `size` bytes, or fewer at the end.
typedef struct source {
    gestalt_result (*read)(void *user, void *bytes, size_t size, size_t *count,
                           gestalt_error *error);
    void *user;
} source;

/// The bytes that are in memory: all that there are, or a part of a file, in a buffer.
typedef struct window {
    const unsigned char *bytes;
    size_t size, used;
    bool has_all; // the source has no more bytes
    source from;
    unsigned char *buffer; // NULL if all bytes are the caller's
    size_t capacity;
} window;

/// What INDEX should list, and what it lists.
typedef struct index_sums {
    XXH3_state_t found;  // combined entries of the agents' chunks
    XXH3_state_t listed; // combined entries of INDEX
    uint64_t found_count, listed_count;
    uint64_t offset; // offset of the first INDEX
} index_sums;

typedef struct agent_batch agent_batch;

typedef struct loader {
    gestalt_population *p;
    const gestalt_load_options *options;
    gestalt_error *error;
    window window;
    uint64_t offset;     // offset of the next byte of the window that is not used
    size_t payload_most; // largest payload that a snapshot of this population can have
    // the snapshot's version is old (snapshot_format.h)
    bool has_no_launches, is_nameless, is_plain;

    chunk_header chunk;
    const unsigned char *bytes; // payload of the chunk
    uint64_t payload;           // its offset
    size_t used;                // number of bytes of the payload that were read

    XXH3_state_t chain; // combined hashes of the chunks so far
    index_sums index;
    uint64_t chunk_count, agent_count, request_count;
    uint64_t last_agent; // greatest id so far
    loose_request last_request;
    agent_batch *batch;
    bool has_begun; // the host expects the values that it keeps
    // the new state of the population: the groups' agents, ids, times
    gestalt_population next;
    gestalt_edit_report **reports;
} loader;

/// Ensure that `size` bytes follow, read from the source if necessary, which may move the window.
/// Returns GESTALT_BAD_FILE if the snapshot ends before.
gestalt_result window_need(loader *l, size_t size);
/// Return whether as many bytes follow. Sets `*result` if reading fails.
bool window_reach(loader *l, size_t size, gestalt_result *result);
static inline const unsigned char *window_at(const loader *l)
{
    return l->window.bytes + l->window.used;
}
static inline void window_pass(loader *l, size_t size)
{
    l->window.used += size;
    l->offset += size;
}

gestalt_result load_bad(const loader *l, uint64_t offset, const char *what);

/// Prepare to load agents.
bool load_agents_start(loader *l);
void load_agents_stop(loader *l);
/// Load some AGENTS, and their COLUMNS, which begin here.
gestalt_result load_agents(loader *l);

#endif
