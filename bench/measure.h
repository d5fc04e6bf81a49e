// SPDX-License-Identifier: MIT
// Contenders with the same workload, agents and ticks are measured together: a round of each in
// turn, many times, so that whatever the machine does in between meets all of them. Every round
// must end with the right checksum.
#ifndef MEASURE_H
#define MEASURE_H

#include "contender.h"

typedef struct measure_row {
    contender who;
    // Medians, in nanoseconds for each agent and tick; spawning for each agent. `ns` is what
    // counts: processor time of one thread, wall time of several.
    double ns, cpu, wall, spawn;
    double least, most; // of `ns`
    contender_needs needs;
    uint64_t sum; // that all rounds ended with
} measure_row;

/// What is called before each round, with the number of rounds done and the number of all. May be
/// NULL.
typedef void measure_progress(void *user, uint32_t done, uint32_t all);

/// Measures rows whose `who` is set; they all have the same workload, agents and ticks, and the
/// first one says what checksum is right where none is known. GESTALT_REJECTED when one is wrong.
gestalt_result measure(measure_row *rows, uint32_t count, uint32_t repeats,
                       measure_progress *progress, void *user, gestalt_error *error);

/// The middle one of some numbers, which get sorted.
double measure_median(double *values, uint32_t count);

#endif
