// SPDX-License-Identifier: MIT
// Measures contenders that have the same workload, agents and ticks. Every round must end with the
// correct checksum.
#ifndef MEASURE_H
#define MEASURE_H

#include "contender.h"
#include "rounds.h"

typedef struct measure_row {
    contender who;
    timed times; // times per agent and tick
    contender_needs needs;
    uint64_t sum; // checksum at the end of all rounds
} measure_row;

/// Measure rows, of which the caller has set `who`. All rows have the same workload, agents and
/// ticks. If no checksum is known for these, the one of the first row is taken as correct. Returns
/// GESTALT_REJECTED if a checksum is wrong.
gestalt_result measure(measure_row *rows, uint32_t count, uint32_t repeats,
                       rounds_progress *progress, void *user, gestalt_error *error);

#endif
