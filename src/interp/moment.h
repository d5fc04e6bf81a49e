// SPDX-License-Identifier: MIT
// The moment that agents are ticked or cancelled at, and what can be watched meanwhile.
#ifndef MOMENT_H
#define MOMENT_H

#include "cohort.h"

#include <gestalt/inspect.h>

typedef struct interp interp;

/// A cohort with its layout, for those who see cohorts of several groups.
typedef struct interp_cohort {
    const cohort_layout *layout;
    const cohort *cohort;
} interp_cohort;

/// The events that can be watched. Lanes are those that it happens for. NULL members are not
/// called.
typedef struct interp_hooks {
    void (*enter)(void *user, interp_cohort at, uint32_t node, uint64_t lanes, uint64_t resuming);
    void (*leave)(void *user, interp_cohort at, uint32_t node, uint64_t succeeded, uint64_t failed,
                  uint64_t running);
    void (*cancel)(void *user, interp_cohort at, uint32_t node, uint64_t lanes);
    void (*log)(void *user, interp_cohort at, uint32_t node, uint64_t lanes,
                gestalt_log_phase phase);
    // A cancellation range: nodes from `first` up to `end`, by their ids.
    void (*range)(void *user, interp_cohort at, uint32_t node, uint32_t first, uint32_t end,
                  uint64_t lanes);
    // For each value that is restored.
    void (*roll_back)(void *user, interp_cohort at, uint32_t node, gestalt_kept what,
                      uint64_t lanes);
    void *user;
} interp_hooks;

typedef gestalt_node_counts interp_count;

/// A clock, and by node what it has shown. Ticks at a moment that has one stop behind every node.
typedef struct interp_timing {
    uint64_t (*clock)(void *user);
    void *user;
    gestalt_node_times *times;
} interp_timing;

/// The time of a tick, and what is shared by the population.
typedef struct interp_moment {
    int64_t now;
    int64_t before; // of the previous tick; equal to `now` in the first
    uint64_t tick;
    const uint32_t *shared_numbers; // one value each
    const uint64_t *shared_bools;   // all ones or zero each
    const interp_hooks *hooks;      // or NULL
    bool is_far;                    // there are more cohorts than a cache holds
    const int *stop;                // or NULL: is not 0 when the tick is to stop (interp_try)
    const interp_timing *timing;    // or NULL
} interp_moment;

/// Told of a deferred action's request to cancel, between ticks.
typedef void interp_cancelled(void *user, interp_cohort at, uint32_t item, uint64_t lanes);

#endif
