// SPDX-License-Identifier: MIT
// The bytes that an agent of a shape takes when its cohort is full. `gestalt check` reports them
// before anything runs. They include the cohort's layout, with the agent's id and last status, and
// the lists that let the cohort sleep. They do not include what a population needs once,
// independent of the number of agents, nor preallocated room.
#ifndef FOOTPRINT_H
#define FOOTPRINT_H

#include <gestalt/population.h>

typedef struct footprint {
    double engine, blackboard;
    double launches;         // part of `engine`: state of live deferred actions
    double sleep;            // part of `engine`: 0 if agents of the shape can't sleep
    uint32_t launch_count;   // maximum number of deferred actions live at a time
    uint32_t deferred_count; // number of deferred action nodes
    gestalt_states_choice states;
} footprint;

/// Compute the footprint. Returns GESTALT_NO_MEMORY, or GESTALT_LIMIT if a cohort would be larger
/// than 4 GiB.
gestalt_result footprint_of(const gestalt_shape *shape, uint32_t lanes, footprint *result);

#endif
