// SPDX-License-Identifier: MIT
// Recordings of trees: each rank has a recorder of its population, and these are connected by MPI
// (gestalt/recorder/share.h). What the recorders of populations and of worlds have in common.
#ifndef RECORD_SHARE_H
#define RECORD_SHARE_H

#include "job.h"

#include <gestalt/recorder/share.h>

/// A call that creates a recorder. `result` and `error` are those of checking the arguments;
/// `arguments` is the hash of those that must be the same on all ranks.
typedef struct record_call {
    job_call call;
    const gestalt_tree_recorder_options *options;
    const char *const *expressions;
    uint32_t count;
    gestalt_tree_recorder **recorder;
    uint64_t arguments;
} record_call;

/// Check the arguments, and set `arguments`.
gestalt_result record_call_check(record_call *c, uint32_t group_count, gestalt_error *error);

/// Return a share that has all functions, given one with the functions `agree` and `arrange`, and
/// its user, a struct that begins with a job.
gestalt_tree_share record_share(gestalt_tree_share share);

/// Create the recorder of a rank, given a share as for record_share.
gestalt_result record_call_create(const record_call *c, gestalt_population *own,
                                  gestalt_tree_share share, gestalt_error *error);

#endif
