// SPDX-License-Identifier: MIT
// The symbols that the rows of nodes.def use, for those who use its columns `goes_on` and `traits`.
#ifndef NODE_SYMBOLS_H
#define NODE_SYMBOLS_H

#include "nodes.h"

enum { S = ITEM_CAN_SUCCEED, F = ITEM_CAN_FAIL, R = ITEM_CAN_RUN, ALL = S | F | R };
enum {
    PASSIVE = NODE_IS_PASSIVE,
    LATER = NODE_IS_LATER,
    KEEPS = NODE_IS_KEEPING,
    LAUNCHES = NODE_IS_LAUNCHING,
    REACTS = NODE_IS_REACTING,
    CHAIN = NODE_IS_CHAIN,
};

#endif
