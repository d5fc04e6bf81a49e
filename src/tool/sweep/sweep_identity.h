// SPDX-License-Identifier: MIT
// The identity of a run in a sweep's table: its values, its seed, and a hash of everything else
// that determines its outcome: the scene, its trees, the steps and the columns. The hash does not
// include other values of the sweep or the number of seeds, so a sweep can be extended.
#ifndef SWEEP_IDENTITY_H
#define SWEEP_IDENTITY_H

#include "trials.h"

typedef struct sweep_identity {
    const trials *t;
    uint64_t scene; // hash of everything that all runs share
    // by value of an axis: hash of the trees with this value, or 0
    uint64_t *trees[TRIAL_AXES];
    uint64_t *hashes; // by combination
} sweep_identity;

/// Compute the hashes of a planned sweep.
void sweep_identity_start(sweep_identity *of, const trials *t);

/// Return the hash of a trial.
uint64_t sweep_identity_hash(const sweep_identity *of, uint32_t number);

#endif
