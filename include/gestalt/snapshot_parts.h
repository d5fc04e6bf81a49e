// SPDX-License-Identifier: MIT
// Hashes and snapshots in parts, for hosts whose agents are in several populations, such as those
// of several processes: together, the parts are the hash, or the snapshot, of one population with
// all agents. docs/snapshots.md defines both.
//
// Agents are divided by their ids: id block b has the ids from b * GESTALT_ID_BLOCK on. All agents
// of a block must be in one population.
#ifndef GESTALT_SNAPSHOT_PARTS_H
#define GESTALT_SNAPSHOT_PARTS_H

#include <gestalt/edit.h>
#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Number of consecutive ids that are an id block.
enum { GESTALT_ID_BLOCK = 4096 };

/// An id block with at least one agent.
typedef struct gestalt_block_hash {
    uint64_t block; ///< number of the block
    uint64_t hash;  ///< hash of the block's agents
} gestalt_block_hash;

/// An entry of a snapshot's index: a chunk with agents, or with the values that hosts keep for
/// them.
typedef struct gestalt_snapshot_entry {
    uint64_t block;  ///< id block of the agents
    uint64_t offset; ///< offset of the chunk in the snapshot
    uint64_t hash;   ///< the chunk's hash
} gestalt_snapshot_entry;

/// Get the hashes of up to `capacity` id blocks with agents, in order, from block `first` on, on
/// all threads. Fewer than `capacity` mean that no block follows.
GESTALT_API gestalt_result gestalt_population_hash_blocks(const gestalt_population *population,
                                                          uint64_t first,
                                                          gestalt_block_hash *blocks,
                                                          uint64_t capacity, uint64_t *count,
                                                          gestalt_error *error);

/// A source of the hashes of all blocks, in order.
typedef struct gestalt_block_source {
    /// Write up to `capacity` blocks and set `*count` to their number; 0: there are no more. Any
    /// result but GESTALT_OK ends the call that reads the source, which returns that result.
    gestalt_result (*next)(void *user, gestalt_block_hash *blocks, uint64_t capacity,
                           uint64_t *count, gestalt_error *error);
    void *user;
} gestalt_block_source;

/// Compute the hash that gestalt_population_hash returns for a population with this one's number of
/// ticks, times, seed, next id and shared values, and with the blocks of the source instead of its
/// own agents. Returns GESTALT_BAD_ARGUMENT when the blocks are not in order.
GESTALT_API gestalt_result gestalt_population_hash_of(const gestalt_population *population,
                                                      gestalt_block_source source, uint64_t *hash,
                                                      gestalt_error *error);

// ---- saving. The parts of a snapshot follow one another: the head, id blocks in order, the tail

/// Write the beginning of the population's snapshot: its times, groups, shared values and attached
/// bytes.
GESTALT_API gestalt_result gestalt_population_save_head(gestalt_population *population,
                                                        gestalt_writer writer,
                                                        gestalt_error *error);

/// A function that gets the entries of chunks. Returns false if there is no memory for them.
typedef struct gestalt_entry_list {
    bool (*add)(void *user, const gestalt_snapshot_entry *entries, uint64_t count);
    void *user;
} gestalt_entry_list;

/// Write the agents of the id blocks from `first` on and before `end`, on all threads. Entries have
/// offsets from the first byte that this call writes.
GESTALT_API gestalt_result gestalt_population_save_blocks(gestalt_population *population,
                                                          uint64_t first, uint64_t end,
                                                          gestalt_writer writer,
                                                          gestalt_entry_list entries,
                                                          gestalt_error *error);

/// A request that no agent of a snapshot holds.
typedef struct gestalt_saved_request {
    uint64_t agent; ///< may no longer exist
    uint32_t group;
    uint32_t node;
    uint32_t launch; ///< 1 for a launch, 0 for a cancel
    uint32_t launch_id;
} gestalt_saved_request;

typedef enum gestalt_saved_requests {
    GESTALT_SAVED_HELD,  ///< requests of the last tick
    GESTALT_SAVED_COMING ///< requests that belong to the coming tick
} gestalt_saved_requests;

/// Get up to `capacity` of the population's requests of a kind, in order of agent, cancels before
/// launches, node. `*at` is 0 in the first call. Fewer than `capacity` mean that no request
/// follows.
GESTALT_API gestalt_result gestalt_population_list_saved(gestalt_population *population,
                                                         gestalt_saved_requests kind, uint64_t *at,
                                                         gestalt_saved_request *requests,
                                                         uint64_t capacity, uint64_t *count,
                                                         gestalt_error *error);

/// Everything that the end of a snapshot depends on, besides the head. Sources are as
/// gestalt_block_source: 0 elements mean that there are no more.
typedef struct gestalt_snapshot_tail {
    uint64_t offset;      ///< number of bytes before the tail
    uint64_t agent_count; ///< number of agents in all blocks
    void *user;           ///< user of both sources
    /// Give the entries of all blocks in order, with offsets from the beginning of the snapshot.
    gestalt_result (*entries)(void *user, gestalt_snapshot_entry *entries, uint64_t capacity,
                              uint64_t *count, gestalt_error *error);
    /// Give all requests of a kind, in the order of gestalt_population_list_saved.
    gestalt_result (*requests)(void *user, gestalt_saved_requests kind,
                               gestalt_saved_request *requests, uint64_t capacity, uint64_t *count,
                               gestalt_error *error);
} gestalt_snapshot_tail;

/// Write the end of the snapshot whose head gestalt_population_save_head writes for this
/// population.
GESTALT_API gestalt_result gestalt_population_save_tail(gestalt_population *population,
                                                        const gestalt_snapshot_tail *tail,
                                                        gestalt_writer writer,
                                                        gestalt_error *error);

// ---- finding the parts of a snapshot

/// Access to the bytes of a snapshot of version 6 or later.
typedef struct gestalt_snapshot_reader {
    uint64_t size; ///< number of bytes
    /// Read bytes from an offset on, which all are within the snapshot. Any result but GESTALT_OK
    /// ends the call that reads, which returns that result.
    gestalt_result (*read)(void *user, uint64_t offset, void *bytes, size_t size,
                           gestalt_error *error);
    void *user;
} gestalt_snapshot_reader;

/// Where the parts of a snapshot are, and what its header and its end contain.
typedef struct gestalt_snapshot_layout {
    uint64_t head_size;         ///< number of bytes of the head, which comes first
    uint64_t blocks_end;        ///< offset of the first byte after the chunks of the index
    uint64_t index;             ///< offset of the index
    uint64_t entry_count;       ///< number of entries of the index
    uint64_t requests[2];       ///< offsets of the requests, by gestalt_saved_requests
    uint64_t request_counts[2]; ///< numbers of the requests
    uint64_t agent_count;       ///< number of agents
    uint64_t next_id;           ///< id of the next new agent
    bool is_interrupted;        ///< the snapshot was saved in the middle of a tick
} gestalt_snapshot_layout;

/// Find the parts of a snapshot, and check everything but the head and the chunks of the index:
/// their loading checks these.
GESTALT_API gestalt_result gestalt_snapshot_find(const gestalt_snapshot_reader *reader,
                                                 gestalt_snapshot_layout *layout,
                                                 gestalt_error *error);
/// Read entries of the index, from number `first` on.
GESTALT_API gestalt_result gestalt_snapshot_entries(const gestalt_snapshot_reader *reader,
                                                    const gestalt_snapshot_layout *layout,
                                                    uint64_t first, uint64_t count,
                                                    gestalt_snapshot_entry *entries,
                                                    gestalt_error *error);
/// Read requests of a kind, from number `first` on.
GESTALT_API gestalt_result gestalt_snapshot_requests(const gestalt_snapshot_reader *reader,
                                                     const gestalt_snapshot_layout *layout,
                                                     gestalt_saved_requests kind, uint64_t first,
                                                     uint64_t count,
                                                     gestalt_saved_request *requests,
                                                     gestalt_error *error);

// ---- loading. Each population loads the head, and some id blocks; all of them take effect
// together

/// A snapshot that is being loaded.
typedef struct gestalt_loading gestalt_loading;

/// Begin to load a snapshot: read its head, everything before the first chunk that its index lists.
/// Until the loading is committed or abandoned, no other call on the population is allowed. Options
/// are those of gestalt_population_load_with, and may be NULL. After errors of the functions below,
/// the loading must be abandoned.
GESTALT_API gestalt_result gestalt_population_load_begin(gestalt_population *population,
                                                         const void *head, size_t size,
                                                         const gestalt_load_options *options,
                                                         gestalt_loading **loading,
                                                         gestalt_error *error);
/// Load agents, on all threads: whole chunks of the snapshot, in the order of ids, each with the
/// values that the host keeps. `offset` is their offset in the snapshot, for errors.
GESTALT_API gestalt_result gestalt_loading_blocks(gestalt_loading *loading, const void *bytes,
                                                  size_t size, uint64_t offset,
                                                  gestalt_error *error);
/// Load requests of a kind, in order, after all agents; those that are held come first.
GESTALT_API gestalt_result gestalt_loading_requests(gestalt_loading *loading,
                                                    gestalt_saved_requests kind,
                                                    const gestalt_saved_request *requests,
                                                    uint64_t count, gestalt_error *error);
/// Return the number of agents that have been loaded.
GESTALT_API uint64_t gestalt_loading_agents(const gestalt_loading *loading);
/// Check everything, and edit the groups of old shapes. After GESTALT_OK, only the two calls below
/// are allowed.
GESTALT_API gestalt_result gestalt_loading_finish(gestalt_loading *loading, gestalt_error *error);
/// Make what has been loaded the state of the population. This cannot fail.
GESTALT_API void gestalt_loading_commit(gestalt_loading *loading);
/// Leave the population as it was. NULL is ignored.
GESTALT_API void gestalt_loading_abandon(gestalt_loading *loading);

#ifdef __cplusplus
}
#endif

#endif
