// SPDX-License-Identifier: MIT
// Rounds: contenders that are measured together run in turn, many times, so that whatever the
// machine does in between meets all of them. A median is what counts.
#ifndef ROUNDS_H
#define ROUNDS_H

#include "noise.h"

#include <gestalt/base.h>

/// The times of one round, in nanoseconds: `cpu` and `wall` for an update of an agent, `start` for
/// making an agent.
typedef struct round_times {
    double cpu, wall, start;
} round_times;

/// Medians of all rounds. `ns` is what counts, by the same clock in all rows: wall time if any of
/// them has several threads, else processor time.
typedef struct timed {
    double ns, cpu, wall, start;
    double least, most; // of `ns`
    bool is_wall;       // the clock of `ns`
    noise_range range;  // of `ns`
    double *samples;    // of `ns`, by round: the row's own, with room for all rounds, or NULL
    uint32_t sample_count;
} timed;

/// Runs one round of a row, and checks what it ends with.
typedef gestalt_result rounds_run(void *user, uint32_t row, uint32_t round, round_times *times,
                                  gestalt_error *error);
/// Gives a row its times, in nanoseconds.
typedef timed *rounds_row(void *user, uint32_t row, uint32_t *threads);
/// Is called before each round, with the number of rounds done and the number of all.
typedef void rounds_progress(void *user, uint32_t done, uint32_t all);

typedef struct rounds {
    uint32_t row_count, round_count;
    rounds_run *run;
    rounds_row *row;
    void *user;
    rounds_progress *progress; // may be NULL
    void *progress_user;
    uint32_t done; // set: rounds that all rows have been through
} rounds;

/// Measures all rows. The first error ends it. If that is GESTALT_INTERRUPTED, rows have the times
/// of the rounds that were done, if there are any.
gestalt_result rounds_measure(rounds *r, gestalt_error *error);

#endif
