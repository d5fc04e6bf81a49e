// SPDX-License-Identifier: MIT
#include "nodes.h"

#include "node_traits.h"
#include "search.h"

#include <string.h>

// The results in the rows.
enum { S = ITEM_CAN_SUCCEED, F = ITEM_CAN_FAIL, R = ITEM_CAN_RUN, ALL = S | F | R };

const node_info node_table[NODE_ROWS_END] = {
    [ITEM_INVALID] = {.operands = ""},
#define NODE(enumerator, name, group, operands, run, children, goes_on, traits, answers, rests,    \
             changes, reason, doc)                                                                 \
    [NODE_##enumerator] = {(traits)&SETS ? "set" : #name,                                          \
                           GROUP_##group,                                                          \
                           operands,                                                               \
                           RUNS_##children,                                                        \
                           goes_on,                                                                \
                           traits,                                                                 \
                           reason,                                                                 \
                           doc},
#include "nodes.def"
};

static const attribute_info attribute_table[] = {
#define ATTRIBUTE(enumerator, name, kind, need, default_text, doc)                                 \
    {NODE_##enumerator, name, ATTRIBUTE_##kind, NEED_##need, default_text, doc},
#include "nodes.def"
};

#define LETTER_b 'b'
#define LETTER_i 'i'
#define LETTER_f 'f'
#define LETTER_e 'e'
#define LETTER_v 'v'
#define LETTER_w 'w'

const op_info op_table[OP_TYPE_END - OP_FIRST] = {
#define OP(enumerator, result, operands, form, precedence, text, meaning)                          \
    {#enumerator, LETTER_##result, #operands, '-', SYNTAX_##form, precedence, text, ITEM_INVALID},
#define LEAF_OP(enumerator, result, argument, form, text)                                          \
    {#enumerator, LETTER_##result, "", argument, SYNTAX_##form, 0, text, ITEM_INVALID},
#define VECTOR_OP OP
#define BY_COMPONENT(enumerator, result, operands, form, precedence, text, each)                   \
    {#enumerator, LETTER_##result, #operands, '-', SYNTAX_##form, precedence, text, OP_##each},
#define PART_OP(enumerator, result, operands, text, component)                                     \
    {#enumerator, LETTER_##result, #operands, '-', SYNTAX_SUFFIX, 9, text, ITEM_INVALID},
#define JOIN_OP(enumerator, result, operands, text)                                                \
    {#enumerator, LETTER_##result, #operands, '-', SYNTAX_FUNCTION, 0, text, ITEM_INVALID},
#define LIST_OP(enumerator, result, operands, form, text)                                          \
    {#enumerator, LETTER_##result, #operands, 'l', SYNTAX_##form, 0, text, ITEM_INVALID},
#include "ops.def"
};

uint32_t op_operands_width(const op_info *info)
{
    uint32_t width = 0;
    for (const char *letter = info->operands; *letter; letter++)
        width += op_width(*letter);
    return width;
}

// Return the index of the first row of this type or a later one. Rows are sorted by type.
static size_t attribute_lower_bound(int type)
{
    size_t row;
    SEARCH_FIRST(row, 0, sizeof attribute_table / sizeof *attribute_table,
                 (int)attribute_table[row].node >= type);
    return row;
}

const attribute_info *node_attributes(item_type type, size_t *count)
{
    if (node_is_form(type))
        type = NODE_SET;
    size_t first = attribute_lower_bound((int)type);
    *count = attribute_lower_bound((int)type + 1) - first;
    return attribute_table + first;
}

const attribute_info *node_attribute(item_type type, attribute_kind kind)
{
    size_t count;
    const attribute_info *attributes = node_attributes(type, &count);
    for (size_t i = 0; i < count; i++)
        if (attributes[i].kind == kind)
            return &attributes[i];
    return NULL;
}

const attribute_info *node_child_attribute(item_type type, uint32_t number)
{
    size_t count;
    const attribute_info *attributes = node_attributes(type, &count);
    for (size_t i = 0; i < count; i++)
        if (attributes[i].kind == ATTRIBUTE_CHILD && number-- == 0)
            return &attributes[i];
    return NULL;
}

bool node_has(item_type type, char letter)
{
    for (const char *at = node_table[type].operands; *at; at++)
        if (*at == letter)
            return true;
    return false;
}

// ---- columns that are expressions

static unsigned answers_swapped(unsigned answers)
{
    return (answers & S ? F : 0u) | (answers & F ? S : 0u) | (answers & R);
}

// Declare the variables that the expressions use. No column needs all of them.
#define FACTS(facts)                                                                               \
    unsigned any = (facts)->any, every = (facts)->every, counted = (facts)->counted;               \
    unsigned last = (facts)->last, until = (facts)->until;                                         \
    bool reaches = (facts)->reaches, is_alone = (facts)->is_alone, lasts = (facts)->lasts;         \
    bool ends = (facts)->ends, pauses = (facts)->pauses, is_open = (facts)->is_open;               \
    bool edited = (facts)->edited;                                                                 \
    float p = (facts)->p;                                                                          \
    (void)any, (void)every, (void)counted, (void)reaches, (void)is_alone, (void)lasts, (void)ends, \
        (void)pauses, (void)edited, (void)p, (void)last, (void)is_open, (void)until

#define CASE(enumerator, value)                                                                    \
    case NODE_##enumerator: return value;

unsigned node_answers(item_type type, const node_facts *facts)
{
    FACTS(facts);
    unsigned runs = node_rests(type, facts) ? R : 0;
    switch ((int)type) {
#define NODE(enumerator, name, group, operands, run, children, goes_on, traits, answers, ...)      \
    CASE(enumerator, (answers) | runs)
#include "nodes.def"
    default: return 0;
    }
}

bool node_rests(item_type type, const node_facts *facts)
{
    FACTS(facts);
    switch ((int)type) {
#define NODE(enumerator, name, group, operands, run, children, goes_on, traits, answers, rests,    \
             ...)                                                                                  \
    CASE(enumerator, rests)
#include "nodes.def"
    default: return false;
    }
}

unsigned node_changes(item_type type, const node_facts *facts)
{
    FACTS(facts);
    switch ((int)type) {
#define NODE(enumerator, name, group, operands, run, children, goes_on, traits, answers, rests,    \
             changes, ...)                                                                         \
    CASE(enumerator, changes)
#include "node_traits.h"
#include "nodes.def"
#include "search.h"
    default: return 0;
    }
}

item_type node_type_of(const char *name, size_t size)
{
    for (int type = NODE_FIRST; type < NODE_ROWS_END; type++)
        if (strlen(node_table[type].name) == size && memcmp(node_table[type].name, name, size) == 0)
            return (item_type)type;
    return ITEM_INVALID;
}
