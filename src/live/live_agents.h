// SPDX-License-Identifier: MIT
// Queries for agents: those of a group that are at a node, or match a condition, in some order. All
// agents are checked, and a window of them is returned. The set of agents matching a condition is
// cached until the run changes, so that scrolling does not evaluate it again.
#ifndef LIVE_AGENTS_H
#define LIVE_AGENTS_H

#include "group_expression.h"
#include "live_run.h"

/// The agents that match a condition.
typedef struct live_filter {
    char *text; // NULL: no condition yet
    uint32_t group;
    uint64_t changes; // changes of the run at the last evaluation
    uint64_t *lanes;  // lanes of each block
    size_t capacity;
} live_filter;

/// Evaluate the condition, unless nothing has changed since. Returns GESTALT_BAD_ARGUMENT, with the
/// error, if the text is not a condition.
gestalt_result live_filter_take(live_filter *f, const live_run *r, uint32_t group, const char *text,
                                gestalt_error *error);
void live_filter_close(live_filter *f);

/// A query: agents of a group that match, in some order.
typedef struct live_query {
    uint32_t group;
    uint32_t node;      // node at which the agents are, or GESTALT_NO_NODE
    const char *filter; // condition, or NULL
    const char *sort;   // a key, "id", ".answer" (status of the root), ".leaf" (first live leaf)
    bool down;
    uint64_t from, count;
} live_query;

/// An agent, and the value by which it is sorted.
typedef struct live_ranked {
    double value;
    uint64_t id;
} live_ranked;

/// Agents up to the end of a window, including those before the window.
typedef struct live_ranking {
    live_ranked *list;
    size_t count, capacity;
    uint64_t total; // number of agents that match
} live_ranking;

gestalt_result live_rank(live_ranking *k, const live_run *r, live_filter *filter,
                         const live_query *q, gestalt_error *error);
void live_ranking_release(live_ranking *k);

#endif
