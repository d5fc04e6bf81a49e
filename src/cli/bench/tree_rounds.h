// SPDX-License-Identifier: MIT
// Trees that users give, measured side by side: with a number of agents, lanes and threads each.
// All agents of a tree must end with the same hash, for each seed, whatever the lanes and threads.
#ifndef TREE_ROUNDS_H
#define TREE_ROUNDS_H

#include "rounds.h"
#include "session.h"

/// Trees that are measured together: all with the same agents and ticks.
typedef struct tree_task {
    cli *c;
    const input *trees; // loaded
    uint32_t tree_count;
    uint64_t agents, warm_up, ticks; // `ticks` are measured, after those of `warm_up`
    const uint64_t *seeds;
    uint32_t seed_count;
    bool resumes;     // agents come from the snapshot of --resume
    bool is_awake;    // no agent sleeps
    natives *natives; // of rows that are native
} tree_task;

typedef struct tree_row {
    uint32_t tree, lanes, threads;
    bool is_native; // or it is interpreted
    gestalt_states states;
    const char *set; // of instructions
    timed times;
    gestalt_states_choice form;
    double bytes, blackboard; // of an agent: without its blackboard, and that
    uint64_t slept;           // agents that ticks did not visit, over all ticks and seeds
    uint64_t hash;            // at the end, with the first seed
    noise_ratio against;      // the row of an earlier measurement
    bool is_same_as_saved;    // that row ended with the same hash
} tree_row;

/// Opens each tree once, without new agents, with the most ticks, so that what is missing is
/// reported before anything is measured. With a snapshot, `agents` becomes its number of agents.
exit_code tree_rounds_check(tree_task *t);

/// Return whether there is native code of a tree. To be asked when they were checked.
bool tree_rounds_has_code(const tree_task *t, uint32_t tree);

/// Measures rows of which tree, lanes, threads, code, states and set are set: so many rounds with
/// each seed. Errors are reported. `hashes` has room for a hash of each tree and seed.
/// EXIT_INTERRUPTED when a signal came (signals.h): `*done` rounds were measured then.
exit_code tree_rounds_measure(const tree_task *t, tree_row *rows, uint32_t count, uint32_t repeats,
                              uint64_t *hashes, rounds_progress *progress, void *user,
                              uint32_t *done);

#endif
