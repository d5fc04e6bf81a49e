// SPDX-License-Identifier: MIT
// Shorthand for nodes, and constructions of several nodes that stand for one node of another
// system. Each construction is one function, so that it can become one node when the language has
// one for it.
#ifndef CONSTRUCTS_H
#define CONSTRUCTS_H

#include "draft.h"
#include "import_keys.h"

typedef struct made_stem made_stem;

/// A tree that is being made, with its own keys.
typedef struct making {
    import_state *m;
    draft_node *blackboard; // object with the tree's own keys
    names *taken;           // names of keys and params
    made_stem *stems;
} making;

/// Declare a key that only the construction uses, such as `round_1`.
const char *make_key(making *k, const char *stem, key_type type, const char *doc);
/// Declare a key in a blackboard. `init` is raw JSON or NULL.
void make_declaration(making *k, const char *name, key_type type, const char *init,
                      const char *doc);

/// A node with these children.
draft_node *make_group(making *k, gestalt_span place, const char *type, draft_node *const *children,
                       uint32_t count);
#define MAKE(k, place, type, ...)                                                                  \
    make_group(k, place, type, (draft_node *const[]){__VA_ARGS__},                                 \
               sizeof((draft_node *const[]){__VA_ARGS__}) / sizeof(draft_node *))

draft_node *make_set(making *k, gestalt_span place, const char *key, const char *expression);
draft_node *make_condition(making *k, gestalt_span place, const char *expression);
/// `success` or `failure`.
draft_node *make_status(making *k, gestalt_span place, bool succeeds);
/// A decorator with its child.
draft_node *make_around(making *k, gestalt_span place, const char *type, draft_node *child);
/// `decide`; without `otherwise` it fails.
draft_node *make_decide(making *k, gestalt_span place, const char *condition, draft_node *then,
                        draft_node *otherwise, bool is_reactive);
/// Running until the next tick, then success.
draft_node *make_next_tick(making *k, gestalt_span place);

/// Run the child until it succeeds, starting at most one run per tick; 0 attempts: any number.
draft_node *make_retry(making *k, gestalt_span place, long long attempts, draft_node *child);
/// Run the child `count` times, or forever if it is 0; a failure ends the loop. Starts at most one
/// run per tick.
draft_node *make_repeat(making *k, gestalt_span place, long long count, draft_node *child);
/// Like make_repeat, with a number of runs that is an expression.
draft_node *make_repeat_by(making *k, gestalt_span place, const char *count, draft_node *child);
/// Like make_retry, with a number of attempts that is an expression.
draft_node *make_retry_by(making *k, gestalt_span place, const char *count, draft_node *child);
/// Wait for the next tick if the key has this tick's number.
draft_node *make_yield(making *k, gestalt_span place, const char *tick_key);
/// Run the child, and keep in a bool key whether it succeeded; success in either case.
draft_node *make_flag(making *k, gestalt_span place, const char *key, draft_node *child);

#endif
