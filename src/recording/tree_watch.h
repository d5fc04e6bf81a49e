// SPDX-License-Identifier: MIT
// Watched agents: the steps that hooks report for them in one tick, with the values of expressions;
// and the rules for choosing agents to watch.
#ifndef TREE_WATCH_H
#define TREE_WATCH_H

#include "tree_format.h"
#include "tree_question.h"
#include "tree_seek.h"
#include "tree_share.h"

enum {
    WATCH_FILTER = 1024, // bits of a filter that quickly excludes most agents that are not watched
    WATCH_RULES_MAX = 64,
};

/// The tree for which a group's questions were compiled.
typedef struct watched_tree {
    const gestalt_shape *shape;
    uint64_t hash;
} watched_tree;

typedef struct tree_watch {
    gestalt_population *population;
    gestalt_allocator allocator;
    uint64_t filter[WATCH_FILTER / 64]; // by the low bits of an id
    uint64_t *agents;                   // ids of the watched agents, in order
    uint64_t count;
    size_t room;
    watched_step *steps;  // steps of this tick, also of agents that may turn out not to be watched
    tree_answer *answers; // by step: the values of all expressions
    uint64_t step_count;
    size_t steps_room, answers_room;
    tree_question *asked; // expressions whose values are recorded
    uint32_t asked_count;
    size_t asked_room;
    tree_question *rules; // each watches one agent, and is then removed
    uint32_t rule_count;
    size_t rules_room;
    tree_seek seek;
    watched_tree *trees; // by group
    uint32_t group_count;
    bool has_hooks;
    bool has_failed; // memory has run out for a part of the tick
} tree_watch;

/// Start with `count` expressions whose values are recorded. The caller must call watch_release
/// even on failure.
gestalt_result watch_start(tree_watch *w, gestalt_population *population,
                           const char *const *expressions, uint32_t count,
                           gestalt_allocator allocator, gestalt_error *error);
void watch_release(tree_watch *w);

/// Continue with another population.
void watch_follow(tree_watch *w, gestalt_population *population);

/// Make room for more watched agents. Returns false if memory runs out.
bool watch_reserve(tree_watch *w, uint64_t more);
/// Watch an agent from now on. There is room.
void watch_add(tree_watch *w, uint64_t agent);

// All shares call these functions together, and get the same results.

/// Watch the first agent for which a condition is true, now or after a later tick.
gestalt_result watch_add_rule(tree_watch *w, const tree_share *share, const char *condition,
                              gestalt_error *error);

/// Watch the first agent that enters a node.
gestalt_result watch_add_node(tree_watch *w, const tree_share *share, const char *node,
                              gestalt_error *error);

/// Evaluate the rules between two ticks.
gestalt_result watch_ask_rules(tree_watch *w, const tree_share *share, gestalt_error *error);

/// After a tick, watch the agents that have entered nodes. There is room.
void watch_settle(tree_watch *w, const tree_share *share);

/// Remove the steps whose nodes belong to these shapes, and add those of watched agents to `to`,
/// for watch_put. Returns false if memory runs out.
bool watch_take(tree_watch *w, const gestalt_shape *const *shapes, chunk_bytes *to);

/// Write the steps of all shares in the order of agents, and set their number. Returns false if
/// memory runs out.
bool watch_put(const tree_watch *w, const chunk_bytes *steps, uint64_t *count, chunk_bytes *to);

#endif
