// SPDX-License-Identifier: MIT
// The names of traits in the rows of nodes.def, for those who expand that column.
#ifndef NODE_TRAITS_H
#define NODE_TRAITS_H

#include "nodes.h"

enum {
    PASSIVE = NODE_IS_PASSIVE,
    LATER = NODE_IS_LATER,
    KEEPS = NODE_IS_KEEPING,
    LAUNCHES = NODE_IS_LAUNCHING,
    REACTS = NODE_IS_REACTING,
    CHAIN = NODE_IS_CHAIN,
};

#endif
