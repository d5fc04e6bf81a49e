// SPDX-License-Identifier: MIT
// Locating a node's operands and children in a well-formed stream. Only this file and the verifier,
// which cannot trust the stream, know the meaning of the operand letters in nodes.def. Nothing here
// reads a derived argument, so this also works before shape_analyse.
#ifndef WALK_H
#define WALK_H

#include "item.h"

/// The operands of a node, as indices of items; 0 when the node has no such operand.
typedef struct node_view {
    item_type type;
    unsigned flags;
    uint32_t end;
    uint32_t argument;
    uint32_t raw;         // raw operand (D, R, H, S, Q); no type has more than one
    uint32_t pause;       // pause (P)
    uint32_t expression;  // first expression (E, U, V, X, Y, one of D), weight (W) or argument (A)
    uint32_t list;        // list (L)
    uint32_t at;          // expression of a place (I)
    uint32_t cases;       // first case (C)
    uint32_t margin;      // margin (M)
    uint32_t order;       // if the order is random: the item whose argument is its slot (l, O)
    uint32_t first_child; // `end` if the node has no children
} node_view;

node_view walk_node(const uint64_t *items, uint32_t index);

/// Return whether a node runs its children in random order.
bool node_shuffles(const node_view *view);

/// Return whether a node chooses again in every tick.
bool view_reacts(const node_view *view);

/// Return the number of cases of a node.
uint32_t walk_case_count(const uint64_t *items, const node_view *view);

/// Return the index after the expression that starts at `index`.
uint32_t walk_expression(const uint64_t *items, uint32_t index);

/// Return the index after one operation: the next item, or the one after the arguments of a call.
static inline uint32_t walk_op(const uint64_t *items, uint32_t index)
{
    return item_end(items[index]);
}

#endif
