// SPDX-License-Identifier: MIT
// Walking a well-formed stream: where a node's operands and children lie. The meaning of the
// operand letters of nodes.def is known here, and in the verifier, which must not trust what this
// file trusts. Nothing here reads a derived argument, so that it works before shape_analyse, too.
#ifndef WALK_H
#define WALK_H

#include "item.h"

/// The operands of a node. Indices of items; 0 when the node has no such operand.
typedef struct node_view {
    item_type type;
    unsigned flags;
    uint32_t end;
    uint32_t argument;
    uint32_t raw; // the raw operand (D, R, H, S, Q); no type has more than one
    uint32_t
        expression;  // the first expression (E, U, V, one of D), weight (W) or argument item (A)
    uint32_t cases;  // the first case (C)
    uint32_t margin; // M
    uint32_t first_child; // `end` when there is none
} node_view;

node_view walk_node(const uint64_t *items, uint32_t index);

/// Tell whether a node runs its children in random order.
bool node_shuffles(const node_view *view);

/// Tell whether a node chooses anew in every tick.
bool view_reacts(const node_view *view);

/// Return how many cases a node has.
uint32_t walk_case_count(const uint64_t *items, const node_view *view);

/// The index behind the expression that starts at `index`.
uint32_t walk_expression(const uint64_t *items, uint32_t index);

/// The index behind one operation: the next item, or behind the arguments of a call.
static inline uint32_t walk_op(const uint64_t *items, uint32_t index)
{
    return item_end(items[index]);
}

#endif
