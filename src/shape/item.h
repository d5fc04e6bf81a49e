// SPDX-License-Identifier: MIT
// The items of a shape: the layout of their 64 bits, and how to iterate over them.
//
//    63                             32 31                12 11   8 7       0
//   +---------------------------------+--------------------+------+---------+
//   |            argument             |        end         | flags|  type   |
//   +---------------------------------+--------------------+------+---------+
//
// `end` is the index of the first item after the sub-stream that starts here. A node is a head
// item, its operands, then its children's sub-streams, in preorder; nodes.def lists the operands of
// each type. An operand with the capital letter D, R, P, H, S, Q or L is one raw 64-bit item
// without this layout; a duration may be followed by an expression.
#ifndef ITEM_H
#define ITEM_H

#include <stdbool.h>
#include <stdint.h>

#define SHAPE_NONE UINT32_MAX // no string, no resource

/// Takes the place of a duration that is evaluated for each agent, by the expression that follows.
#define DURATION_EVALUATED UINT64_MAX

typedef enum item_type {
    ITEM_INVALID,
#define NODE(enumerator, ...) NODE_##enumerator,
#include "nodes.def"
    NODE_ROWS_END,
    ITEM_ARGUMENT =
        64, // argument of a host call: argument = position << 24 | column; an expression may follow
    ITEM_WEIGHT, // in a `weighted`: argument = running sum, float bits
    ITEM_INIT,   // after the tree: argument = column; its expression follows
    ITEM_CASE,   // in a `switch`: argument = the int that selects the child
    ITEM_MARGIN, // in a reactive `utility`: argument = float bits
    ITEM_ORDER,  // in a `parallel` with random order: argument = long slot
    OP_FIRST = 80,
    OP_BEFORE_FIRST = OP_FIRST - 1,
#define OP(enumerator, ...)           OP_##enumerator,
#define LEAF_OP(enumerator, ...)      OP_##enumerator,
#define VECTOR_OP(enumerator, ...)    OP_##enumerator,
#define BY_COMPONENT(enumerator, ...) OP_##enumerator,
#define JOIN_OP(enumerator, ...)      OP_##enumerator,
#define PART_OP(enumerator, ...)      OP_##enumerator,
#define LIST_OP(enumerator, ...)      OP_##enumerator,
#include "ops.def"
    ITEM_TYPE_END,
    NODE_FIRST = ITEM_INVALID + 1,
    NODE_TYPE_END =
        NODE_SUBTREE, // the rows from here on are expanded by the compiler and never become items
    OP_TYPE_END = ITEM_TYPE_END,
} item_type;

enum item_flag {
    ITEM_CAN_SUCCEED = 1, // nodes, derived: a possible result
    ITEM_CAN_FAIL = 2,
    ITEM_CAN_RUN = 4,
    ITEM_VARIANT = 8,  // nodes: the duration is in ticks, the order is random, a whole vector is
                       // set, the node is reactive, the loop pauses between its rounds, `at` is
                       // there, or a list is set to expressions
    ITEM_POSITIVE = 8, // weights: greater than 0, which the running sum may not show
    ITEM_LAST = 8,     // operations: end of the expression
    ITEM_OWN = 8,      // inits: the key is a copy's own, so the shape draws if the init does
    ITEM_WHOLE = 1,    // inits: the expression gives a whole vector; the argument is its x column
};

static inline uint64_t item_make(item_type type, unsigned flags, uint32_t end, uint32_t argument)
{
    return (uint64_t)type | (uint64_t)flags << 8 | (uint64_t)end << 12 | (uint64_t)argument << 32;
}

static inline item_type item_type_of(uint64_t item)
{
    return (item_type)(item & 0xff);
}

static inline unsigned item_flags(uint64_t item)
{
    return (unsigned)(item >> 8) & 0xf;
}

static inline uint32_t item_end(uint64_t item)
{
    return (uint32_t)(item >> 12) & 0xfffff;
}

static inline uint32_t item_argument(uint64_t item)
{
    return (uint32_t)(item >> 32);
}

/// The number of the enum of a constant, from 1, and the constant's value.
static inline uint32_t item_enum(uint64_t item)
{
    return item_argument(item) >> 8;
}

static inline uint32_t item_word(uint64_t item)
{
    return item_argument(item) & 0xff;
}

/// The operand H of a `parallel`.
static inline uint64_t thresholds_make(uint32_t success, uint32_t failure, bool at_end)
{
    return (uint64_t)success | (uint64_t)failure << 32 | (uint64_t)at_end << 63;
}

static inline uint32_t thresholds_success(uint64_t thresholds)
{
    return (uint32_t)thresholds;
}

static inline uint32_t thresholds_failure(uint64_t thresholds)
{
    return (uint32_t)(thresholds << 1 >> 33); // without the top bit
}

/// Return whether the thresholds are checked after all children, not after each.
static inline bool thresholds_at_end(uint64_t thresholds)
{
    return thresholds >> 63;
}

/// The parts of a loop's operand R: the number of rounds (0: no limit), the rounds in a tick, and
/// the result that ends the loop (ITEM_CAN_SUCCEED, ITEM_CAN_FAIL or 0).
static inline uint32_t rounds_limit(uint64_t rounds)
{
    return (uint32_t)rounds;
}

static inline uint32_t rounds_per_tick(uint64_t rounds)
{
    return (uint16_t)(rounds >> 32);
}

static inline unsigned rounds_until(uint64_t rounds)
{
    return (unsigned)(rounds >> 48);
}

/// The parts of a loop's operand P: the pause in ticks, and the long slot of its clock (derived).
static inline uint32_t pause_ticks(uint64_t pause)
{
    return (uint32_t)pause;
}

static inline uint32_t pause_slot(uint64_t pause)
{
    return (uint32_t)(pause >> 32);
}

/// The place of a list, which is the argument of list operations: the column of its count, and its
/// capacity.
static inline uint32_t list_place_make(uint32_t column, uint32_t capacity)
{
    return column | capacity << 16;
}

static inline uint32_t list_column(uint32_t place)
{
    return place & 0xffff;
}

static inline uint32_t list_capacity(uint32_t place)
{
    return place >> 16;
}

/// The operand L: the place of a list, and the columns of two keys, or LIST_NO_KEY. The first is
/// the `to` of a pop, the `item` of a for_each (of a vector, its x), or the count of the list that
/// a `set` copies; the second is the `index` of a for_each.
enum { LIST_NO_KEY = 0xffff };

static inline uint64_t list_operand_make(uint32_t place, uint32_t key, uint32_t index)
{
    return (uint64_t)place | (uint64_t)key << 32 | (uint64_t)index << 48;
}

static inline uint32_t list_operand_place(uint64_t operand)
{
    return (uint32_t)operand;
}

static inline uint32_t list_operand_key(uint64_t operand)
{
    return (uint32_t)(operand >> 32) & 0xffff;
}

static inline uint32_t list_operand_index(uint64_t operand)
{
    return (uint32_t)(operand >> 48);
}

static inline bool item_is_node(item_type type)
{
    return type >= NODE_FIRST && type < NODE_TYPE_END;
}

static inline bool item_is_op(item_type type)
{
    return type >= OP_FIRST && type < OP_TYPE_END;
}

#endif
