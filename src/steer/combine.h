// SPDX-License-Identifier: MIT
// Combining many urges into one force. A group's combiner may change between two steps.
#ifndef COMBINE_H
#define COMBINE_H

#include "urges.h"

typedef enum combiner {
    /// Add all forces times their weights; limit the sum to max_force.
    COMBINE_SUM,
    /// Add forces times their weights, in order, while their sum stays within max_force. The first
    /// force that does not fit is dropped, and later urges are not evaluated.
    COMBINE_PRIORITY,
    /// As COMBINE_PRIORITY, but of the first force that does not fit, add the part that does.
    COMBINE_FILL,
    /// In order: evaluate each urge with its probability; the first nonzero force wins, times its
    /// weight, limited to max_force. Random numbers come from the agent's own stream, one for each
    /// urge that is considered.
    COMBINE_DITHER,
    COMBINER_COUNT
} combiner;

/// The urges of a group of agents, in order of priority.
typedef struct urge_group {
    combiner how;
    uint32_t urge_count;
    const urge *urges;
} urge_group;

/// Compute the forces of the agents `begin` to `end` - 1, by index. Different threads may compute
/// different ranges.
void combine_forces(const urge_group *group, const urge_scene *scene, const vectors *forces,
                    uint32_t begin, uint32_t end);

#endif
