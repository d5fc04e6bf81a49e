// SPDX-License-Identifier: MIT
// Sweeps that measure how the time per agent and tick grows: with the number of agents, with the
// nodes of the shape, and with the number of branches that the agents of one cohort are in.
#ifndef GROWTH_H
#define GROWTH_H

#include "contender.h"

typedef enum growth_sweep {
    GROWTH_AGENTS,
    GROWTH_NODES,
    GROWTH_BRANCHES,
    GROWTH_SWEEPS
} growth_sweep;

typedef struct growth_info {
    const char *name;  // name in JSON and CSV
    const char *title; // title of tables and plots
    const char *axis;  // label of the x axis
} growth_info;
extern const growth_info growth_table[GROWTH_SWEEPS];

/// Return the number of steps of a sweep. Not for GROWTH_AGENTS, whose steps are the numbers of
/// agents that the caller chooses.
uint32_t growth_step_count(growth_sweep sweep);

enum { GROWTH_ROWS = 8 };

/// Fill in the contenders of one step, which have the same agents and ticks. The first contender is
/// handwritten C; Gestalt is measured with 64 lanes and with 1. `x` is the position of the step on
/// the axis. Return the number of contenders, or 0 if there is no such step.
uint32_t growth_rows(growth_sweep sweep, uint32_t step, uint64_t agents, uint64_t ticks,
                     uint32_t threads, contender rows[GROWTH_ROWS], double *x);

#endif
