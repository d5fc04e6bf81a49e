// SPDX-License-Identifier: MIT
// The moment at which agents are ticked or cancelled, and the hooks that can watch them.
#ifndef MOMENT_H
#define MOMENT_H

#include "cohort.h"

#include <gestalt/inspect.h>

typedef struct interp interp;

/// A cohort with its layout, for callbacks that get cohorts of several groups.
typedef struct interp_cohort {
    const cohort_layout *layout;
    const cohort *cohort;
} interp_cohort;

/// Callbacks for events. `lanes` are the lanes of the event. NULL members are not called.
typedef struct interp_hooks {
    void (*enter)(void *user, interp_cohort at, uint32_t node, uint64_t lanes, uint64_t resuming);
    void (*leave)(void *user, interp_cohort at, uint32_t node, uint64_t succeeded, uint64_t failed,
                  uint64_t running);
    void (*cancel)(void *user, interp_cohort at, uint32_t node, uint64_t lanes);
    void (*log)(void *user, interp_cohort at, uint32_t node, uint64_t lanes,
                gestalt_log_phase phase);
    // Cancellation range: nodes from `first` up to `end`, by their ids.
    void (*range)(void *user, interp_cohort at, uint32_t node, uint32_t first, uint32_t end,
                  uint64_t lanes);
    // Called for each value that is restored.
    void (*roll_back)(void *user, interp_cohort at, uint32_t node, gestalt_kept what,
                      uint64_t lanes);
    void *user;
} interp_hooks;

typedef gestalt_node_counts interp_count;

/// A clock, and the times of each node that it has measured. A tick at a moment with a timing stops
/// after every node.
typedef struct interp_timing {
    uint64_t (*clock)(void *user);
    void *user;
    gestalt_node_times *times;
} interp_timing;

/// The time of a tick, and the values that the population shares.
typedef struct interp_moment {
    int64_t now;
    int64_t before; // time of the previous tick; equal to `now` in the first
    uint64_t tick;
    const uint32_t *shared_numbers; // one value each
    const uint64_t *shared_bools;   // all ones or zero each
    const interp_hooks *hooks;      // or NULL
    bool is_far;                    // whether the cohorts exceed the cache
    const int *stop;                // or NULL: the tick stops when this is not 0 (interp_try)
    const interp_timing *timing;    // or NULL
} interp_moment;

/// Callback for a cancel request of a deferred action, between ticks.
typedef void interp_cancelled(void *user, interp_cohort at, uint32_t item, uint64_t lanes);

#endif
