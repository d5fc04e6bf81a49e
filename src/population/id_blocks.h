// SPDX-License-Identifier: MIT
// Id blocks (snapshot_parts.h): agents are hashed and saved block by block.
#ifndef ID_BLOCKS_H
#define ID_BLOCKS_H

#include "place.h"

#include <gestalt/snapshot_parts.h>

/// The number of blocks that ids can have.
#define ID_BLOCKS_MOST (UINT64_MAX / GESTALT_ID_BLOCK + 1)

/// List up to `most` blocks that may have agents, in order, from `*next` on and before `end`, and
/// set `*next` to the block after the last one. Returns their number; 0: there are no more.
uint32_t id_blocks_list(const gestalt_population *p, uint64_t *next, uint64_t end, uint64_t *blocks,
                        uint32_t most);

/// Iterate over the agents of a block.
agents_walk id_block_walk(const gestalt_population *p, uint64_t block);

#endif
