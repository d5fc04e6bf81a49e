// SPDX-License-Identifier: MIT
// Counts: how many agents are at each node, and what their roots answered; and how that changed
// over time. They are taken when somebody asks, from masks of 64 agents at a time; the history
// takes few moments, and less than a tenth of the time.
#ifndef LIVE_COUNTS_H
#define LIVE_COUNTS_H

#include "live_run.h"

typedef struct live_group_counts {
    uint32_t first, count;                              // its nodes, in the list of all
    uint64_t agents, running, succeeded, failed, fresh; // fresh: not ticked yet
} live_group_counts;

typedef struct live_counts {
    bool is_there;
    uint64_t changes; // of the run, when they were taken
    uint64_t *nodes;  // of all groups, one behind the other
    uint32_t node_count;
    size_t node_capacity;
    live_group_counts *groups;
    size_t group_capacity;
    uint32_t group_count;
    uint32_t *masks; // room for the masks of each node
    uint64_t *block, *sums;
    size_t mask_capacity, block_capacity, sum_capacity;
} live_counts;

/// Takes them, unless nothing has happened since.
gestalt_result live_counts_take(live_counts *c, const live_run *r, gestalt_error *error);
void live_counts_close(live_counts *c);

enum { LIVE_HISTORY_MAX = 256, LIVE_HISTORY_NODES = 1 << 16 };

typedef struct live_moment {
    uint64_t tick;
    uint32_t version, count, group_count; // of nodes
    uint32_t *agents;                     // at each node, and behind those of each group
} live_moment;

/// Some moments, in order. When they become too many, every second one goes.
typedef struct live_history {
    live_moment list[LIVE_HISTORY_MAX];
    uint32_t count;
    uint64_t every;
    uint64_t counting, ticking; // nanoseconds of the last one, and of all ticks since
} live_history;

/// A moment of the present. Return whether there is one: not of too many nodes, or without memory.
bool live_moment_take(live_moment *m, const live_counts *c, const live_run *r);
void live_moment_release(live_moment *m);

void live_history_follow(live_history *h, live_counts *c, const live_run *r, uint64_t nanoseconds);
/// Forgets all behind a tick.
void live_history_cut(live_history *h, uint64_t tick);
void live_history_close(live_history *h);

#endif
