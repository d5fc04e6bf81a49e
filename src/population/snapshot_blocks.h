// SPDX-License-Identifier: MIT
// Saving the agents of id blocks, as AGENTS and COLUMNS chunks.
#ifndef SNAPSHOT_BLOCKS_H
#define SNAPSHOT_BLOCKS_H

#include "population_state.h"

#include <gestalt/snapshot_parts.h>

/// Write the chunks of the blocks from `first` on and before `end`. All threads encode blocks into
/// buffers; the caller's thread writes the buffers in order. `base` is added to the offsets of
/// entries, and set to the offset after the last chunk.
gestalt_result blocks_save(gestalt_population *p, uint64_t first, uint64_t end,
                           gestalt_writer writer, gestalt_entry_list entries, uint64_t *base,
                           gestalt_error *error);

#endif
