// SPDX-License-Identifier: MIT
// The bytes that an agent of a shape takes when its cohort is full: what `gestalt check` tells
// beforehand. They are those of the cohort's layout, so they include the agent's id and its last
// answer. They do not include what a population needs once, whatever the number of its agents.
#ifndef FOOTPRINT_H
#define FOOTPRINT_H

#include <gestalt/shape.h>

typedef struct footprint {
    double engine, blackboard;
    double launches;         // of `engine`: what is kept of deferred actions that are live
    uint32_t launch_count;   // most of them that can be live at a time
    uint32_t deferred_count; // nodes that they are of
} footprint;

/// GESTALT_NO_MEMORY, or GESTALT_LIMIT when a cohort would be larger than 4 GiB.
gestalt_result footprint_of(const gestalt_shape *shape, uint32_t lanes, footprint *result);

#endif
