// SPDX-License-Identifier: MIT
// Agents that are asked for: those of a group that are at a node, or for whom a condition holds, in
// an order. All agents are looked at, a window of them is told. For whom a condition holds is kept
// until something changes, so that whoever scrolls does not pay for it again.
#ifndef LIVE_AGENTS_H
#define LIVE_AGENTS_H

#include "group_expression.h"
#include "live_run.h"

/// For whom a condition holds.
typedef struct live_filter {
    char *text; // NULL: it was never asked
    uint32_t group;
    uint64_t changes; // of the run, when it was asked
    uint64_t *lanes;  // of each block
    size_t capacity;
} live_filter;

/// Asks, unless nothing has happened since. GESTALT_BAD_ARGUMENT, with the mistake, where the text
/// is no condition.
gestalt_result live_filter_take(live_filter *f, const live_run *r, uint32_t group, const char *text,
                                gestalt_error *error);
void live_filter_close(live_filter *f);

/// A question: agents of a group that fit, in an order.
typedef struct live_query {
    uint32_t group;
    uint32_t node;      // at which they are, or GESTALT_NO_NODE
    const char *filter; // a condition, or NULL
    const char *sort;   // a key, "id", ".answer" of the root, ".leaf", the first live one
    bool down;
    uint64_t from, count;
} live_query;

/// An agent, and the value by which it is put into order.
typedef struct live_ranked {
    double value;
    uint64_t id;
} live_ranked;

/// Agents up to the end of a window; those before it are there as well.
typedef struct live_ranking {
    live_ranked *list;
    size_t count, capacity;
    uint64_t total; // that fit
} live_ranking;

gestalt_result live_rank(live_ranking *k, const live_run *r, live_filter *filter,
                         const live_query *q, gestalt_error *error);
void live_ranking_release(live_ranking *k);

#endif
