// SPDX-License-Identifier: MIT
// Measuring runs with several numbers of ranks of an MPI job. A row uses the first ranks; the
// others wait meanwhile. Agents of the same file, number and seed must end with the same hash,
// whatever the ranks.
#ifndef RANK_ROUNDS_H
#define RANK_ROUNDS_H

#include "rounds.h"
#include "run.h"

/// What is measured: all files with the same options.
typedef struct rank_task {
    cli *c;
    run *const *runs; // the files, which have been read
    uint32_t file_count;
    uint32_t lanes, threads; // `threads` of each rank
    const char *set;         // instruction set
    gestalt_states states;
    uint64_t warm_up; // ticks before the measured ones
    const uint64_t *seeds;
    uint32_t seed_count;
    bool has_seeds; // whether the seeds are given; if not, a file may define its own
    bool is_awake;  // whether sleep is turned off
} rank_task;

typedef struct rank_row {
    uint32_t file, ranks;
    uint64_t agents; // to create on all ranks together; 0: the file or a snapshot determines them
    uint64_t ticks;
    timed times;       // `ns` and `wall` for a tick; `cpu` for an agent's tick, without waiting
    uint64_t *hashes;  // by seed
    uint64_t seed;     // first seed
    uint64_t begun;    // number of agents at the start, with the first seed
    uint32_t rounds;   // completed rounds; the numbers below are sums over them
    double uneven;     // most agents of a rank against the mean, at the end
    double slowest;    // processor time of the busiest rank against the mean
    double fraction;   // part of the wall time in which ranks were busy, for one thread
    team_work work;    // work of all ranks
    uint64_t measured; // ticks
} rank_row;

/// Measure rows: `repeats` rounds with each seed; called by all ranks together. Errors are
/// reported. Returns EXIT_INTERRUPTED after a signal on any rank; `*done` rounds were then
/// measured.
exit_code rank_rounds_measure(const rank_task *t, rank_row *rows, uint32_t count, uint32_t repeats,
                              rounds_progress *progress, void *user, uint32_t *done);

#endif
