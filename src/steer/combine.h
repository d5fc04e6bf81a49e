// SPDX-License-Identifier: MIT
// From many urges to one force. A group's combiner is a value that may change between two steps.
#ifndef COMBINE_H
#define COMBINE_H

#include "urges.h"

typedef enum combiner {
    /// All forces times their weights, added; the sum is cut to max_force.
    COMBINE_SUM,
    /// Forces times their weights, in order, as long as their sum stays within max_force. The first
    /// one that does not fit is left out, and nothing behind it is evaluated.
    COMBINE_PRIORITY,
    /// The same, but of the one that does not fit as much is added as fits: the buffer gets full.
    COMBINE_FILL,
    /// In order: a draw below the urge's probability evaluates it, and the first force that is not
    /// zero
    /// wins, times its weight, cut to max_force. Draws come from the agent's own stream: one for
    /// each urge that is reached.
    COMBINE_DITHER,
    COMBINER_COUNT
} combiner;

/// A number of agents that are urged alike, in the order of priority.
typedef struct urge_group {
    combiner how;
    uint32_t urge_count;
    const urge *urges;
} urge_group;

/// Forces of the agents begin to end - 1, by index. Different ranges may be done by different
/// threads.
void combine_forces(const urge_group *group, const urge_scene *scene, const vectors *forces,
                    uint32_t begin, uint32_t end);

#endif
