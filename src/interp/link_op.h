// SPDX-License-Identifier: MIT
// The ops and flags of linked items (linked.h), for linking and for the interpreter.
#ifndef LINK_OP_H
#define LINK_OP_H

#include "item.h"

#include <stdbool.h>

/// Ops that are not node types (link_ops.def). A linked stream has no operations of expressions, so
/// their numbers are used again. A question is a condition, or something made of
/// conditions that is never running: LINK_PREDICATE, LINK_NOT, LINK_STEPS.
typedef enum link_op {
    LINK_FIRST = OP_FIRST,
    LINK_BEFORE_FIRST = LINK_FIRST - 1,
#define LINK_OP(enumerator, name) LINK_##enumerator,
#define LINK_LEAF(enumerator, name)                                                                \
    LINK_##enumerator, LINK_##enumerator##_LAST = LINK_##enumerator + 4,
#include "link_ops.def"
    LINK_END,
} link_op;
_Static_assert(LINK_END <= 256, "an op is a byte");

/// Form of a leaf for its parent, added to LINK_CONDITION and all later ops.
enum link_parent {
    LINK_IN_ANY,
    LINK_IN_SEQUENCE,
    LINK_IN_SELECTOR,
    LINK_IN_PRIORITY,
    LINK_IN_REACTIVE_SEQUENCE,
    LINK_PARENTS,
};
_Static_assert((int)LINK_CONDITION_LAST == (int)LINK_CONDITION + (int)LINK_PARENTS - 1,
               "a form for each parent");

/// Flags of heads. ITEM_VARIANT keeps its bit.
enum link_flag {
    LINK_LIVE = 1, // the node has a slot
    LINK_OWNS = 2, // the node sets its live mask itself; else its child does
    LINK_CELL = 4,
    LINK_APPENDS = 4, // the value of an init is appended to a list
};

static inline unsigned link_op_of(uint64_t item)
{
    return (unsigned)(item & 0xff);
}

/// Return the op of a leaf in the form for any parent.
static inline unsigned link_leaf_op(unsigned op)
{
    return op < LINK_CONDITION ? op : op - (op - LINK_CONDITION) % LINK_PARENTS;
}

static inline bool link_has(uint64_t item, enum link_flag flag)
{
    return item >> 8 & (unsigned)flag;
}

#endif
