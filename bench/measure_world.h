// SPDX-License-Identifier: MIT
// Measures a world in all its forms: a round of each in turn, many times. Every round of a form
// must end with the same hash, whatever the threads; the first steps give the same hash with plain
// kernels, and forms that should agree do so.
#ifndef MEASURE_WORLD_H
#define MEASURE_WORLD_H

#include "measure.h"
#include "world_round.h"

typedef struct world_row {
    world_contender who;
    // Medians, in nanoseconds for each update; `start` for each agent. `ns` is what counts:
    // processor time of one thread, wall time of several.
    double ns, cpu, wall, start;
    double least, most; // of `ns`
    double updates;     // steps of agents in a round
    double bytes;       // of an agent; 0: not known
    uint64_t hash;      // that all rounds ended with
} world_row;

/// Measures rows whose `who` is set. GESTALT_REJECTED: a hash is wrong.
gestalt_result measure_world(const world_task *t, world_row *rows, uint32_t count, uint32_t repeats,
                             measure_progress *progress, void *user, gestalt_error *error);

#endif
