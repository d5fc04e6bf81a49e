// SPDX-License-Identifier: MIT
// What a recording holds of trees: labels of nodes, and at which node each agent is.
#ifndef RECORD_LIVE_H
#define RECORD_LIVE_H

#include "arena.h"
#include "record.h"

#include <gestalt/population.h>

/// The labels of a shape's nodes, for record_group: a node's name, else its type and what it does,
/// in short. In the arena.
const char *const *record_labels(arena *a, const gestalt_shape *shape);

/// The values of a node column: of each agent the first live leaf, or loop or delay that waits,
/// by number; RECORD_NO_NODE when there is none. `shapes` are those of the population's groups.
gestalt_result record_live_nodes(const gestalt_population *population,
                                 const gestalt_shape *const *shapes, uint32_t group_count,
                                 const record_frame *who, const gestalt_allocator *allocator,
                                 uint32_t *nodes, gestalt_error *error);

#endif
