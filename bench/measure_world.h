// SPDX-License-Identifier: MIT
// Measures a world in all its forms. Every round of a form must end with the same hash, whatever
// the number of threads. The first steps must give the same hash with plain kernels, and forms that
// should agree must do so.
#ifndef MEASURE_WORLD_H
#define MEASURE_WORLD_H

#include "rounds.h"
#include "world_round.h"

typedef struct world_row {
    world_contender who;
    timed times;    // for each update
    double updates; // steps of agents in a round
    double bytes;   // of an agent; 0: not known
    uint64_t hash;  // that all rounds ended with
} world_row;

/// Measures rows whose `who` is set. GESTALT_REJECTED: a hash is wrong.
gestalt_result measure_world(const world_task *t, world_row *rows, uint32_t count, uint32_t repeats,
                             rounds_progress *progress, void *user, gestalt_error *error);

#endif
