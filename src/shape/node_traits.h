// SPDX-License-Identifier: MIT
// The traits of node types, and their names in the rows of nodes.def.
#ifndef NODE_TRAITS_H
#define NODE_TRAITS_H

typedef enum node_trait {
    NODE_IS_PASSIVE = 1,
    NODE_IS_LATER = 2,
    NODE_IS_KEEPING = 4,
    NODE_IS_LAUNCHING = 8,
    NODE_IS_REACTING = 16,
    NODE_IS_CHAIN = 32,
    NODE_IS_SETTING = 64,
} node_trait;

enum {
    PASSIVE = NODE_IS_PASSIVE,
    LATER = NODE_IS_LATER,
    KEEPS = NODE_IS_KEEPING,
    LAUNCHES = NODE_IS_LAUNCHING,
    REACTS = NODE_IS_REACTING,
    CHAIN = NODE_IS_CHAIN,
    SETS = NODE_IS_SETTING,
};

#endif
