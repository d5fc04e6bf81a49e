// SPDX-License-Identifier: MIT
// Hashes and snapshots in parts, for hosts whose agents are in several populations, such as those
// of several processes: together, the parts are the hash, or the snapshot, of one population with
// all agents. docs/snapshots.md defines both.
//
// Agents are divided by their ids: id block b has the ids from b * GESTALT_ID_BLOCK on. All agents
// of a block must be in one population.
#ifndef GESTALT_SNAPSHOT_PARTS_H
#define GESTALT_SNAPSHOT_PARTS_H

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

#ifdef __cplusplus
}
#endif

#endif
