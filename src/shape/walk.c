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

// Return the index after the operand with that letter.
static uint32_t walk_operand(const uint64_t *items, uint32_t index, const node_view *view,
                             char letter)
{
    switch (letter) {
    case 'P': return index + (view->flags & ITEM_VARIANT ? 1 : 0);
    case 'D':
        return items[index] == DURATION_EVALUATED ? walk_expression(items, index + 1) : index + 1;
    case 'A':
    case 'V':
    case 'Y': return view->end;
    case 'I': return view->flags & ITEM_VARIANT ? walk_expression(items, index) : index;
    case 'E':
    case 'X': return walk_expression(items, index);
    case 'U':
        while (item_is_op(item_type_of(items[index])))
            index = walk_expression(items, index);
        return index;
    case 'W':
        while (item_type_of(items[index]) == ITEM_WEIGHT)
            index++;
        return index;
    case 'C':
        while (item_type_of(items[index]) == ITEM_CASE)
            index++;
        return index;
    case 'M': return index + (item_type_of(items[index]) == ITEM_MARGIN);
    case 'O': return index + (item_type_of(items[index]) == ITEM_ORDER);
    default: return index + 1;
    }
}

// Record where an operand begins.
static void walk_note(node_view *view, char letter, uint32_t index, uint32_t next)
{
    switch (letter) {
    case 'A':
    case 'E':
    case 'U':
    case 'V':
    case 'W':
    case 'X': view->expression = index; break;
    case 'Y': view->expression = next > index ? index : 0; break;
    case 'L': view->list = index; break;
    case 'I': view->at = next > index ? index : 0; break;
    case 'C': view->cases = index; break;
    case 'M': view->margin = next > index ? index : 0; break;
    case 'O': view->order = next > index ? index : SHAPE_NONE; break;
    case 'P': view->pause = next > index ? index : 0; break;
    default:
        view->raw = index;
        view->expression = next > index + 1 ? index + 1 : view->expression;
        break;
    }
}

uint32_t walk_case_count(const uint64_t *items, const node_view *view)
{
    uint32_t count = 0;
    while (view->cases && item_type_of(items[view->cases + count]) == ITEM_CASE)
        count++;
    return count;
}

bool node_shuffles(const node_view *view)
{
    return (view->flags & ITEM_VARIANT) && view->order != SHAPE_NONE;
}

bool view_reacts(const node_view *view)
{
    return (view->flags & ITEM_VARIANT) && node_is(view->type, NODE_IS_REACTING);
}

node_view walk_node(const uint64_t *items, uint32_t index)
{
    uint64_t head = items[index];
    node_view view = {
        .type = item_type_of(head),
        .flags = item_flags(head),
        .end = item_end(head),
        .argument = item_argument(head),
        .order = SHAPE_NONE,
    };
    uint32_t next = index + 1;
    if ((view.flags & ITEM_VARIANT) && node_table[view.type].operands[0] == 'l' &&
        !node_has_clock(view.type))
        view.order = index;
    for (const char *letter = node_table[view.type].operands + 1; *letter; letter++) {
        uint32_t behind = walk_operand(items, next, &view, *letter);
        walk_note(&view, *letter, next, behind);
        next = behind;
    }
    view.first_child = next;
    return view;
}
