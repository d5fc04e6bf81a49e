// SPDX-License-Identifier: MIT
// Measuring trees given by the user, with different numbers of agents, lanes and threads. For each
// seed, all agents of a tree must end with the same hash, whatever the lanes and threads.
#ifndef TREE_ROUNDS_H
#define TREE_ROUNDS_H

#include "rounds.h"
#include "session.h"

/// Trees that are measured together, with the same agents and ticks.
typedef struct tree_task {
    cli *c;
    const input *trees; // loaded
    uint32_t tree_count;
    uint64_t agents, warm_up, ticks; // number of measured `ticks`, which follow `warm_up`
    const uint64_t *seeds;
    uint32_t seed_count;
    bool resumes;     // whether the agents come from the snapshot of --resume
    bool is_awake;    // whether sleep is turned off
    natives *natives; // for rows with native code
} tree_task;

typedef struct tree_row {
    uint32_t tree, lanes, threads;
    bool is_native; // false: interpreted
    gestalt_states states;
    const char *set; // instruction set
    timed times;
    gestalt_states_choice form;
    double bytes, blackboard; // bytes of an agent without its blackboard, and of its blackboard
    uint64_t slept;           // agents that ticks did not visit, summed over all ticks and seeds
    uint64_t hash;            // hash at the end, with the first seed
    noise_ratio against;      // compared with an earlier measurement
    bool is_same_as_saved;    // whether the earlier row ended with the same hash
} tree_row;

/// Open each tree once, without new agents, with the largest number of ticks, so that errors are
/// reported before the measurement. With a snapshot, `agents` becomes the number of its agents.
exit_code tree_rounds_check(tree_task *t);

/// Return whether a tree has native code. Valid after tree_rounds_check.
bool tree_rounds_has_code(const tree_task *t, uint32_t tree);

/// Measure rows whose tree, lanes, threads, code, states and set are given: `repeats` rounds with
/// each seed. Errors are reported. `hashes` has room for a hash of each tree and seed. Returns
/// EXIT_INTERRUPTED after a signal (signals.h); `*done` rounds were then measured.
exit_code tree_rounds_measure(const tree_task *t, tree_row *rows, uint32_t count, uint32_t repeats,
                              uint64_t *hashes, rounds_progress *progress, void *user,
                              uint32_t *done);

#endif
