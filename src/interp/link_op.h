// SPDX-License-Identifier: MIT
// The ops and flags of linked items (linked.h), for those who make them and those who run them.
#ifndef LINK_OP_H
#define LINK_OP_H

#include "item.h"

#include <stdbool.h>

/// Ops that no type has (link_ops.def). Questions are conditions, and what is made of them without
/// being able to run: LINK_PREDICATE, LINK_NOT, LINK_STEPS.
typedef enum link_op {
    LINK_FIRST = 192,
    LINK_BEFORE_FIRST = LINK_FIRST - 1,
#define LINK_OP(enumerator, name) LINK_##enumerator,
#define LINK_LEAF(enumerator, name)                                                                \
    LINK_##enumerator, LINK_##enumerator##_LAST = LINK_##enumerator + 4,
#include "link_ops.def"
    LINK_END,
} link_op;
_Static_assert((int)ITEM_TYPE_END <= LINK_FIRST && LINK_END <= 256,
               "ops have numbers of their own");

/// To be added to LINK_CONDITION and all behind it.
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

/// Flags of heads. ITEM_VARIANT stays where it is.
enum link_flag {
    LINK_LIVE = 1, // it has a slot
    LINK_OWNS = 2, // and what it answers is kept there; else its child does that
    LINK_CELL = 4,
};

static inline unsigned link_op_of(uint64_t item)
{
    return (unsigned)(item & 0xff);
}

/// The op of a leaf, whatever its parent is.
static inline unsigned link_leaf_op(unsigned op)
{
    return op < LINK_CONDITION ? op : op - (op - LINK_CONDITION) % LINK_PARENTS;
}

static inline bool link_has(uint64_t item, enum link_flag flag)
{
    return item >> 8 & (unsigned)flag;
}

#endif
