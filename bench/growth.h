// SPDX-License-Identifier: MIT
// Sweeps that measure how the time of an agent's tick grows: with the number of agents, with the
// nodes of the shape, and with the number of branches in which the agents of one cohort are.
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
    const char *name;  // for tools
    const char *title; // for people
    const char *axis;  // what x is
} growth_info;
extern const growth_info growth_table[GROWTH_SWEEPS];

/// The steps of a sweep but GROWTH_AGENTS, whose numbers of agents come from elsewhere.
uint32_t growth_step_count(growth_sweep sweep);

enum { GROWTH_ROWS = 8 };

/// Fill in the rows that are measured at one step, with the same agents and ticks; the first one is
/// handwritten C. `x` is where on the axis they are. Return how many; 0 when there is no such step.
/// Lanes are 64 and 1.
uint32_t growth_rows(growth_sweep sweep, uint32_t step, uint64_t agents, uint64_t ticks,
                     uint32_t threads, contender rows[GROWTH_ROWS], double *x);

#endif
