// SPDX-License-Identifier: MIT
// Measures contenders with the same workload, agents and ticks. Every round must end with the
// correct checksum.
#ifndef MEASURE_H
#define MEASURE_H

#include "contender.h"
#include "rounds.h"

typedef struct measure_row {
    contender who;
    timed times; // for each agent and tick
    contender_needs needs;
    uint64_t sum; // that all rounds ended with
} measure_row;

/// Measures rows whose `who` is set; they all have the same workload, agents and ticks, and the
/// first one says what checksum is right where none is known. GESTALT_REJECTED when one is wrong.
gestalt_result measure(measure_row *rows, uint32_t count, uint32_t repeats,
                       rounds_progress *progress, void *user, gestalt_error *error);

#endif
