// SPDX-License-Identifier: MIT
#include "walk.h"

#include "nodes.h"

uint32_t walk_expression(const uint64_t *items, uint32_t index)
{
    uint64_t item;
    do {
        item = items[index];
        index = item_end(item);
    } while (!(item_flags(item) & ITEM_LAST));
    return index;
}

// The index behind the operand of that letter.
static uint32_t walk_operand(const uint64_t *items, uint32_t index, uint32_t end, char letter)
{
    switch (letter) {
    case 'A':
    case 'V': return end;
    case 'E': return walk_expression(items, index);
    case 'U':
        while (item_is_op(item_type_of(items[index])))
            index = walk_expression(items, index);
        return index;
    case 'W':
        while (item_type_of(items[index]) == ITEM_WEIGHT)
            index++;
        return index;
    default: return index + 1;
    }
}

static bool operand_is_raw(char letter)
{
    return letter != 'A' && letter != 'E' && letter != 'U' && letter != 'V' && letter != 'W';
}

bool node_shuffles(const node_view *view)
{
    return (view->flags & ITEM_VARIANT) && node_table[view->type].children == RUNS_IN_TURN;
}

node_view walk_node(const uint64_t *items, uint32_t index)
{
    uint64_t head = items[index];
    node_view view = {
        .type = item_type_of(head),
        .flags = item_flags(head),
        .end = item_end(head),
        .argument = item_argument(head),
    };
    uint32_t next = index + 1;
    for (const char *letter = node_table[view.type].operands + 1; *letter; letter++) {
        if (operand_is_raw(*letter))
            view.raw = next;
        else
            view.expression = next;
        next = walk_operand(items, next, view.end, *letter);
    }
    view.first_child = next;
    return view;
}
