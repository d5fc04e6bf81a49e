// SPDX-License-Identifier: MIT
// Measures a world in all its forms. Every round of a form must end with the same hash, with any
// number of threads. After the first steps, the hash must be the same as with plain kernels, and
// the positions must agree between the forms that should agree.
#ifndef MEASURE_WORLD_H
#define MEASURE_WORLD_H

#include "rounds.h"
#include "world_round.h"

typedef struct world_row {
    world_contender who;
    timed times;    // times per update
    double updates; // steps in a round, summed over all agents
    double bytes;   // bytes per agent; 0: not known
    uint64_t hash;  // hash at the end of all rounds
} world_row;

/// Measure rows, of which the caller has set `who`. Returns GESTALT_REJECTED if a hash is wrong.
gestalt_result measure_world(const world_task *t, world_row *rows, uint32_t count, uint32_t repeats,
                             rounds_progress *progress, void *user, gestalt_error *error);

#endif
