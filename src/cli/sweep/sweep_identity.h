// SPDX-License-Identifier: MIT
// The identity of a run in a sweep's table: its values, its seed, and a hash of everything else
// that decides its outcome, which is the scene, its trees, the steps and the columns. Neither the
// other values of the sweep nor the number of seeds are part of the hash, so a sweep can grow.
#ifndef SWEEP_IDENTITY_H
#define SWEEP_IDENTITY_H

#include "trials.h"

typedef struct sweep_identity {
    const trials *t;
    uint64_t scene; // hash of what all runs share
    uint64_t
        *trees[TRIAL_AXES]; // for each value of an axis: hash of the trees that it brings, or 0
    uint64_t *hashes;       // of each combination
} sweep_identity;

/// Compute the hashes of a sweep that has been planned.
void sweep_identity_start(sweep_identity *of, const trials *t);

/// Return the hash of a trial.
uint64_t sweep_identity_hash(const sweep_identity *of, uint32_t number);

#endif
