// SPDX-License-Identifier: MIT
// The bytes that an agent of a shape takes when its cohort is full: `gestalt check` reports them
// before anything runs. They are those of the cohort's layout, which include the agent's id and its
// last status, and those of the lists that let the cohort sleep. They do not include what a
// population needs once, however many agents it has, nor room for agents that are still to come.
#ifndef FOOTPRINT_H
#define FOOTPRINT_H

#include <gestalt/population.h>

typedef struct footprint {
    double engine, blackboard;
    double launches;         // of `engine`: what is kept of deferred actions that are live
    double sleep;            // of `engine`: 0 if agents of the shape can't sleep
    uint32_t launch_count;   // most of them that can be live at a time
    uint32_t deferred_count; // nodes that they are of
    gestalt_states_choice states;
} footprint;

/// GESTALT_NO_MEMORY, or GESTALT_LIMIT when a cohort would be larger than 4 GiB.
gestalt_result footprint_of(const gestalt_shape *shape, uint32_t lanes, footprint *result);

#endif
