// SPDX-License-Identifier: MIT
// Counts: the number of agents at each node, the statuses of their roots, and how these have
// changed over time. Counts are computed on request, from masks of 64 agents at a time. The history
// has few moments, and takes less than a twentieth of the time.
#ifndef LIVE_COUNTS_H
#define LIVE_COUNTS_H

#include "live_run.h"

typedef struct live_group_counts {
    uint32_t first, count; // nodes of the group, in the list of all nodes
    uint64_t agents, running, succeeded, failed, fresh; // fresh: not ticked yet
} live_group_counts;

typedef struct live_counts {
    bool is_there;
    uint64_t changes; // changes of the run when the counts were computed
    uint64_t tick;    // next tick at that time
    uint32_t version;
    uint64_t cost, earned; // nanoseconds that computing took, and those of ticks since then
    uint64_t *nodes;       // nodes of all groups, group by group
    uint32_t node_count;
    size_t node_capacity;
    live_group_counts *groups;
    size_t group_capacity;
    uint32_t group_count;
    uint32_t *masks; // memory for the masks of each node
    uint64_t *block, *sums;
    size_t mask_capacity, block_capacity, sum_capacity;
} live_counts;

/// Compute the counts, unless nothing has changed since.
gestalt_result live_counts_take(live_counts *c, const live_run *r, gestalt_error *error);
/// Like live_counts_take, for a run that moves: the counts may be those of an earlier tick, so that
/// computing them takes at most a twentieth of the time of ticks.
gestalt_result live_counts_take_lately(live_counts *c, const live_run *r, gestalt_error *error);
void live_counts_close(live_counts *c);

enum { LIVE_HISTORY_MAX = 256, LIVE_HISTORY_NODES = 1 << 16 };

typedef struct live_moment {
    uint64_t tick;
    uint32_t version, count, group_count; // count: number of nodes
    uint32_t *agents; // agents at each node, followed by the agents of each group
} live_moment;

/// Moments, in order. When there are too many, every second one is dropped.
typedef struct live_history {
    live_moment list[LIVE_HISTORY_MAX];
    uint32_t count;
    uint64_t every;
    uint64_t counting, ticking; // nanoseconds of all moments, and of all ticks
} live_history;

/// Compute a moment of the present. Returns false if it would have too many nodes, or if memory
/// runs out.
bool live_moment_take(live_moment *m, const live_counts *c, const live_run *r);
void live_moment_release(live_moment *m);

void live_history_follow(live_history *h, live_counts *c, const live_run *r, uint64_t nanoseconds);
/// Forget all moments after a tick.
void live_history_cut(live_history *h, uint64_t tick);
void live_history_close(live_history *h);

#endif
