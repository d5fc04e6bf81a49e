// SPDX-License-Identifier: MIT
// Rounds: rows that are measured together run alternately, many times, so that disturbances of the
// machine affect all of them. The result is the median.
#ifndef ROUNDS_H
#define ROUNDS_H

#include "noise.h"

#include <gestalt/base.h>

/// The times of one round, in nanoseconds: `cpu` and `wall` for each update of an agent, `start`
/// for creating an agent.
typedef struct round_times {
    double cpu, wall, start;
} round_times;

/// Medians of all rounds. `ns` is the result, with the same clock in all rows: wall time if any row
/// has several threads, else processor time.
typedef struct timed {
    double ns, cpu, wall, start;
    double least, most; // minimum and maximum of `ns`
    bool is_wall;       // whether `ns` is wall time
    noise_range range;  // interval of `ns`
    double *samples;    // `ns` by round: owned by the row, with room for all rounds, or NULL
    uint32_t sample_count;
} timed;

/// Callback that runs one round of a row, and checks the result.
typedef gestalt_result rounds_run(void *user, uint32_t row, uint32_t round, round_times *times,
                                  gestalt_error *error);
/// Callback that returns where to store the times of a row, and its number of threads.
typedef timed *rounds_row(void *user, uint32_t row, uint32_t *threads);
/// Callback before each round, with the number of completed rounds and of all rounds.
typedef void rounds_progress(void *user, uint32_t done, uint32_t all);

typedef struct rounds {
    uint32_t row_count, round_count;
    rounds_run *run;
    rounds_row *row;
    void *user;
    rounds_progress *progress; // may be NULL
    void *progress_user;
    uint32_t done; // result: number of rounds completed for all rows
} rounds;

/// Measure all rows until the first error. After GESTALT_INTERRUPTED, rows have the times of the
/// completed rounds, if there are any.
gestalt_result rounds_measure(rounds *r, gestalt_error *error);

#endif
