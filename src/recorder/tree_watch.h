// SPDX-License-Identifier: MIT
// Agents that are watched: their steps in one tick, which the population's hooks tell of, with the
// values of expressions; and who is going to be watched.
#ifndef TREE_WATCH_H
#define TREE_WATCH_H

#include "tree_format.h"
#include "tree_question.h"
#include "tree_seek.h"

enum {
    WATCH_FILTER = 1024, // bits that say at once that an agent is not watched
    WATCH_RULES_MAX = 64,
};

/// The tree that a group had when questions were compiled.
typedef struct watched_tree {
    const gestalt_shape *shape;
    uint64_t hash;
} watched_tree;

typedef struct tree_watch {
    gestalt_population *population;
    gestalt_allocator allocator;
    uint64_t filter[WATCH_FILTER / 64]; // by the last bits of an id
    uint64_t *agents;                   // those that are watched, in order
    uint64_t count;
    size_t room;
    watched_step *steps;  // of this tick
    tree_answer *answers; // of each step, those of all expressions
    uint64_t step_count;
    size_t steps_room, answers_room;
    tree_question *asked; // whose values are kept
    uint32_t asked_count;
    size_t asked_room;
    tree_question *rules; // each watches one agent, and goes then
    uint32_t rule_count;
    size_t rules_room;
    tree_seek seek;
    watched_tree *trees; // by group
    uint32_t group_count;
    bool has_hooks;
    bool has_failed; // there was no memory for something of the tick
} tree_watch;

/// Starts with so many expressions, whose values are kept. Release it in any case.
gestalt_result watch_start(tree_watch *w, gestalt_population *population,
                           const char *const *expressions, uint32_t count,
                           gestalt_allocator allocator, gestalt_error *error);
void watch_release(tree_watch *w);

/// Goes on with another population.
void watch_follow(tree_watch *w, gestalt_population *population);

/// Watches an agent from now on. False when there is no memory.
bool watch_add(tree_watch *w, uint64_t agent);

/// Watches the first agent for which a condition holds, now or behind a later tick.
gestalt_result watch_add_rule(tree_watch *w, const char *condition, gestalt_error *error);

/// Watches the first agent that enters a node.
gestalt_result watch_add_node(tree_watch *w, const char *node, gestalt_error *error);

/// Asks the rules, between two ticks. False when there is no memory.
bool watch_ask_rules(tree_watch *w);

/// Writes the steps whose nodes are of the groups' shapes, forgets them, and returns how many there
/// were.
uint64_t watch_put(tree_watch *w, const gestalt_shape *const *shapes, tree_bytes *to);

#endif
