// SPDX-License-Identifier: MIT
// nodes.def and ops.def as look-up tables.
#ifndef NODES_H
#define NODES_H

#include "item.h"
#include "node_traits.h"

#include <stddef.h>

typedef enum node_group { GROUP_LEAF, GROUP_DECORATOR, GROUP_DECIDER, GROUP_COPY } node_group;

typedef enum node_children {
    RUNS_NONE,
    RUNS_ONE,
    RUNS_IN_TURN,
    RUNS_FROM_FIRST,
    RUNS_STAGES,
    RUNS_BESIDE,
    RUNS_ALL,
} node_children;

typedef struct node_info {
    const char *name; // for users; forms of `set` share one. NULL for values that are not a type
    node_group group;
    const char *operands;
    node_children children;
    unsigned goes_on; // ITEM_CAN_SUCCEED and the like
    unsigned traits;
    const char *reason; // "" if there is none
    const char *doc;
} node_info;

/// The facts about one node that the expressions in nodes.def use.
typedef struct node_facts {
    unsigned any, every, last;
    bool reaches;
    bool is_alone, is_open;
    bool lasts, ends, pauses;
    unsigned until;
    float p;
    unsigned counted;
    bool edited;
} node_facts;

typedef enum attribute_kind {
    ATTRIBUTE_BOOL_EXPRESSION,  // string or bool
    ATTRIBUTE_VALUE_EXPRESSION, // string, number or bool: an expression with the type of `key`; or
                                // a list of them
    ATTRIBUTE_PREDICATE,        // name of a host function, by kind
    ATTRIBUTE_IMMEDIATE,
    ATTRIBUTE_DEFERRED,
    ATTRIBUTE_ARGUMENTS, // object that maps arguments to constants, expressions or keys
    ATTRIBUTE_RESOURCE,  // name of a resource
    ATTRIBUTE_PERSISTENT,
    ATTRIBUTE_STATUS, // "success", "failure", "running"
    ATTRIBUTE_BLACKBOARD_KEY,
    ATTRIBUTE_LIST_KEY,
    ATTRIBUTE_ELEMENT_KEY, // a key of the type of the list's elements
    ATTRIBUTE_INDEX_KEY,   // an int key
    ATTRIBUTE_ELEMENT,     // an expression with the type of the list's elements
    ATTRIBUTE_AT,          // an int expression
    ATTRIBUTE_SECONDS,
    ATTRIBUTE_TICKS,
    ATTRIBUTE_COUNT,
    ATTRIBUTE_PER_TICK,
    ATTRIBUTE_UNTIL, // "success", "failure"
    ATTRIBUTE_PAUSE, // a constant number of ticks
    ATTRIBUTE_PROBABILITY,
    ATTRIBUTE_MESSAGE,
    ATTRIBUTE_ORDER,     // "fixed", "random"
    ATTRIBUTE_THRESHOLD, // number, "all", "any"
    ATTRIBUTE_VERDICT,   // "each", "end"
    ATTRIBUTE_WEIGHTS,
    ATTRIBUTE_SCORES,
    ATTRIBUTE_CHILD, // a node
    ATTRIBUTE_CHILDREN,
    ATTRIBUTE_CASES,             // object: value -> node
    ATTRIBUTE_CHOICE_EXPRESSION, // string or number: an int
    ATTRIBUTE_REACTIVE,          // true or false
    ATTRIBUTE_MARGIN,
    ATTRIBUTE_TREE,
    ATTRIBUTE_WITH,
    ATTRIBUTE_NODE_PARAM,
} attribute_kind;

typedef enum attribute_need { NEED_REQUIRED, NEED_OPTIONAL, NEED_ONE_OF } attribute_need;

typedef struct attribute_info {
    item_type node;
    const char *name;
    attribute_kind kind;
    attribute_need need;
    const char *default_text;
    const char *doc;
} attribute_info;

enum { NODE_ATTRIBUTES_MAX = 6 }; // most attributes of one node type

extern const node_info node_table[NODE_ROWS_END]; // by item_type; index 0 is not a node

/// Return whether an operand of a type has that letter.
bool node_has(item_type type, char letter);

static inline bool node_is(item_type type, node_trait trait)
{
    return node_table[type].traits & trait;
}

/// Return whether several children of such a node can be live at once.
static inline bool children_live_together(node_children children)
{
    return children >= RUNS_STAGES;
}

/// Return whether the node with that head chooses again in every tick.
static inline bool node_reacts(uint64_t head)
{
    return node_is(item_type_of(head), NODE_IS_REACTING) && (item_flags(head) & ITEM_VARIANT);
}

/// Return whether the node with that head, while it is live, only runs its live child.
static inline bool node_is_passive(uint64_t head)
{
    return node_is(item_type_of(head), NODE_IS_PASSIVE) && !node_reacts(head);
}

/// Return whether the number of children is limited, given a head or an ITEM_VARIANT with a type.
static inline bool node_has_few_children(uint64_t head)
{
    item_type type = item_type_of(head);
    bool is_random = item_flags(head) & ITEM_VARIANT;
    return node_has(type, 'H') || (node_table[type].children == RUNS_ALL && is_random);
}

/// Return whether several children of the type may have state at the same time, so that they must
/// not share slots.
static inline bool node_keeps_apart(item_type type)
{
    node_children rule = node_table[type].children;
    return children_live_together(rule) || rule == RUNS_FROM_FIRST;
}

/// Return whether nodes of the type have a clock.
static inline bool node_has_clock(item_type type)
{
    return node_has(type, 'l') && node_has(type, 'D');
}

/// Return the columns `answers`, `rests` and `changes` of a type.
unsigned node_answers(item_type type, const node_facts *facts);
bool node_rests(item_type type, const node_facts *facts);
unsigned node_changes(item_type type, const node_facts *facts);

/// Return whether the type is a form of another one, whose name and attributes it has.
static inline bool node_is_form(item_type type)
{
    return node_is(type, NODE_IS_SETTING);
}

/// Return whether a value is a type that documents can name.
static inline bool node_is_type(int type)
{
    return node_table[type].name && !node_is_form((item_type)type);
}

/// Return the attributes of a type: a pointer to the first, and their number.
const attribute_info *node_attributes(item_type type, size_t *count);

/// Return the first attribute of that kind, or NULL.
const attribute_info *node_attribute(item_type type, attribute_kind kind);

/// Return the attribute that holds only child number `number`, or NULL.
const attribute_info *node_child_attribute(item_type type, uint32_t number);

/// Return the type with that name, including those of copies, or ITEM_INVALID.
item_type node_type_of(const char *name, size_t size);

typedef enum op_form {
    SYNTAX_CONST,
    SYNTAX_LOAD,
    SYNTAX_NAME,
    SYNTAX_PREFIX,
    SYNTAX_INFIX,
    SYNTAX_SELECT,
    SYNTAX_FUNCTION,
    SYNTAX_CONVERT,
    SYNTAX_SUFFIX,
    SYNTAX_HOST,
    SYNTAX_TEXT,
    SYNTAX_ELEMENT,
    SYNTAX_LIST,
} op_form;

typedef struct op_info {
    const char *enumerator; // such as "ADD_INT"
    char result;            // 'b', 'i', 'f', 'e', 'v', 'w'
    const char *operands;
    char argument;
    op_form form;
    int precedence;
    const char *text;
    item_type each; // the operation by component that it consists of, or ITEM_INVALID
} op_info;

extern const op_info op_table[OP_TYPE_END - OP_FIRST];

/// Return how many values an operand or result takes on its stack: one for each component.
static inline uint32_t op_width(char letter)
{
    return letter == 'v' ? 2 : letter == 'w' ? 3 : 1;
}

/// Return how many values the operands of an operation take on both stacks.
uint32_t op_operands_width(const op_info *info);

static inline bool op_is_vector(char letter)
{
    return op_width(letter) > 1;
}

static inline const op_info *op_info_of(item_type type)
{
    return &op_table[type - OP_FIRST];
}

#endif
