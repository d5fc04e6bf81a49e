// SPDX-License-Identifier: MIT
// Measuring runs of trees or scenes, with different numbers of agents, lanes and threads. For each
// seed, all agents of a file must end with the same hash, whatever the lanes and threads.
#ifndef RUN_ROUNDS_H
#define RUN_ROUNDS_H

#include "rounds.h"
#include "run.h"

/// Files that are measured together, with the same ticks.
typedef struct run_task {
    cli *c;
    run *const *runs; // the files, which have been read
    uint32_t file_count;
    uint64_t agents, warm_up, ticks; // number of measured `ticks`, which follow `warm_up`
    const uint64_t *seeds;
    uint32_t seed_count;
    bool has_seeds;   // whether the seeds are given; if not, a file may define its own
    bool resumes;     // whether the agents come from the snapshot of --resume
    bool is_awake;    // whether sleep is turned off
    natives *natives; // for rows with native code
} run_task;

typedef struct run_row {
    uint32_t file, lanes, threads;
    bool is_native; // false: interpreted
    gestalt_states states;
    const char *set; // instruction set
    timed times;
    gestalt_states_choice form;
    uint64_t agents, seed;    // number of agents at the start, and the first seed
    double bytes, blackboard; // bytes of an agent without its blackboard, and of its blackboard
    uint64_t measured;        // measured ticks in the first round of each seed
    uint64_t updates;         // number of agents, summed over these ticks
    uint64_t slept;           // number of agents that these ticks did not visit
    uint64_t hash;            // hash at the end, with the first seed
    noise_ratio against;      // compared with an earlier measurement
    bool is_same_as_saved;    // whether the earlier row ended with the same hash
} run_row;

/// Start each run once, without new agents, with the largest number of ticks, so that errors are
/// reported before the measurement. If the files or a snapshot determine the agents, `agents`
/// becomes their number in the first file.
exit_code run_rounds_check(run_task *t);

/// Return whether any tree of a file has native code. Valid after run_rounds_check.
bool run_rounds_has_code(const run_task *t, uint32_t file);

/// Measure rows whose file, lanes, threads, code, states and set are given: `repeats` rounds with
/// each seed. Errors are reported. `hashes` has room for a hash of each file and seed. Returns
/// EXIT_INTERRUPTED after a signal (signals.h); `*done` rounds were then measured.
exit_code run_rounds_measure(const run_task *t, run_row *rows, uint32_t count, uint32_t repeats,
                             uint64_t *hashes, rounds_progress *progress, void *user,
                             uint32_t *done);

#endif
