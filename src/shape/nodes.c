// SPDX-License-Identifier: MIT
#include "nodes.h"

#include <string.h>

const node_info node_table[NODE_SUBTREE + 1] = {
#define NODE(enumerator, name, group, answers, operands, doc)                                      \
    [NODE_##enumerator] = {name, GROUP_##group, answers, operands, doc},
#include "nodes.def"
};

static const attribute_info attribute_table[] = {
#define ATTRIBUTE(enumerator, name, kind, need, default_text, doc)                                 \
    {NODE_##enumerator, name, ATTRIBUTE_##kind, NEED_##need, default_text, doc},
#include "nodes.def"
};

const op_info op_table[OP_TYPE_END - OP_FIRST] = {
#define OP(enumerator, result, operands, argument, form, precedence, text)                         \
    {#enumerator, result, operands, argument, FORM_##form, precedence, text},
#include "ops.def"
};

// The index of the first row of this type or a later one. The rows are in the order of the types.
static size_t attribute_lower_bound(int type)
{
    size_t low = 0, high = sizeof attribute_table / sizeof *attribute_table;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((int)attribute_table[middle].node < type)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const attribute_info *node_attributes(item_type type, size_t *count)
{
    size_t first = attribute_lower_bound((int)type);
    *count = attribute_lower_bound((int)type + 1) - first;
    return attribute_table + first;
}

item_type node_type_of(const char *name, size_t size)
{
    for (int type = NODE_FIRST; type <= NODE_SUBTREE; type++)
        if (strlen(node_table[type].name) == size && memcmp(node_table[type].name, name, size) == 0)
            return (item_type)type;
    return ITEM_INVALID;
}
