// SPDX-License-Identifier: MIT
#include "linked_show.h"

#include "error.h"
#include "linked.h"
#include "memory.h"
#include "nodes.h"
#include "show.h"
#include "show_asm.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct link_printer {
    text_out *out;
    const linked *linked;
    const gestalt_shape *shape;
    uint32_t node; // next node
    uint32_t host; // host function whose arguments are next
    node_view last;
} link_printer;

static const char *const link_op_names[LINK_END - LINK_FIRST] = {
#define LINK_OP(enumerator, name)   [LINK_##enumerator - LINK_FIRST] = name,
#define LINK_LEAF(enumerator, name) [LINK_##enumerator - LINK_FIRST] = name,
#include "link_ops.def"
#include "text.h"
};

static const char *const link_parent_names[LINK_PARENTS] = {
    [LINK_IN_ANY] = "",
    [LINK_IN_SEQUENCE] = " in sequence",
    [LINK_IN_SELECTOR] = " in selector",
    [LINK_IN_PRIORITY] = " in priority",
    [LINK_IN_REACTIVE_SEQUENCE] = " in reactive_sequence",
};

// ---- sizes

static void link_size(text_out *out, const char *name, size_t count, size_t each)
{
    text_print(out, "  %-10s %6zu x %2zu  %7zu\n", name, count, each, count * each);
}

static void link_sizes(const link_printer *p)
{
    const linked *l = p->linked;
    text_out *out = p->out;
    text_put(out, "linked ");
    show_quoted(out, p->shape, p->shape->document->name);
    text_print(out, ", for %" PRIu32 " lane%s\n\nbytes\n", l->layout.lanes,
               text_plural(l->layout.lanes, "", "s"));
    link_size(out, "items", p->shape->specification->item_count, sizeof *l->items);
    link_size(out, "cells", l->cell_count, sizeof *l->cells);
    link_size(out, "calls", l->call_count, sizeof *l->calls);
    link_size(out, "lists", l->list_count, sizeof *l->lists);
    link_size(out, "cancels", l->plan->slot_count, sizeof *l->slot_cancels);
    link_size(out, "shortcuts", l->shortcut_count, sizeof *l->shortcuts);
    link_size(out, "rows", l->formulas->step_count, sizeof *l->formulas->steps);
    link_size(out, "constants", l->formulas->constant_count, sizeof *l->formulas->constants);
    link_size(out, "call notes", l->call_count, sizeof *l->noting);
    link_size(out, "row notes", l->formulas->step_count, sizeof *l->formulas->noting);
    link_size(out, "row items", l->formulas->step_count, sizeof *l->formulas->row_items);
    text_print(out, "  %-10s %20zu, with what describes the tables\n", "in all", linked_size(l));
}

// ---- what arguments mean

static void link_slot_text(text_out *out, uint32_t slot)
{
    if (slot == PLAN_NO_SLOT)
        text_put(out, "no slot");
    else
        text_print(out, "slot %" PRIu32, slot);
}

static void link_call_text(const link_printer *p, uint32_t number)
{
    const link_call *c = &p->linked->calls[number];
    const image_host *host = &p->shape->hosts[c->function - p->linked->bound->functions];
    text_print(p->out, "call %" PRIu32 ": ", number);
    show_string(p->out, p->shape, host->name);
}

static void link_cell_text(const link_printer *p, uint32_t number, node_view view)
{
    const link_cell *cell = &p->linked->cells[number];
    text_print(p->out, "cell %" PRIu32 ": ", number);
    link_slot_text(p->out, cell->slot);
    text_put(p->out, " and");
    if (node_is(view.type, NODE_IS_LAUNCHING))
        text_print(p->out, " state %" PRIu32 " of", cell->value);
    else
        view.argument = cell->value;
    asm_head_argument(p->out, p->shape, &view);
}

static void link_condition_text(const link_printer *p, uint32_t expression, uint32_t argument)
{
    if (link_op_of(p->linked->items[expression]) == LINK_CALL)
        link_call_text(p, argument);
    else
        text_print(p->out, "row %" PRIu32, argument);
}

static void link_head_text(const link_printer *p, uint64_t item, const node_view *view)
{
    uint32_t argument = item_argument(item);
    bool is_leaf = node_table[view->type].group == GROUP_LEAF;
    bool assigns = node_has(view->type, 'V');
    bool asks = (is_leaf && node_has(view->type, 'E')) || assigns,
         has_cell = link_has(item, LINK_CELL);
    bool acts = node_has(view->type, 'h') && !has_cell;
    bool is_live = link_has(item, LINK_LIVE);
    text_put(p->out, is_live || has_cell || asks || acts ? ", " : "");
    if (has_cell) {
        link_cell_text(p, argument, *view);
    } else if (acts) {
        link_call_text(p, argument);
        text_put(p->out, is_live ? ", " : "");
        if (is_live)
            link_slot_text(p->out, p->linked->calls[argument].slot);
    } else if (assigns) {
        text_print(p->out, "row %" PRIu32 " to ", argument);
        show_target(p->out, p->shape, view);
    } else if (asks) {
        link_condition_text(p, view->expression, argument);
    } else if (is_live) {
        link_slot_text(p->out, argument);
    }
}

// ---- items

static void link_place(text_out *out, uint32_t index, uint64_t item, bool is_raw)
{
    text_print(out, "%6" PRIu32, index);
    if (is_raw)
        text_put(out, "       -");
    else
        text_print(out, "  %6" PRIu32, item_end(item));
}

static void link_op_text(text_out *out, unsigned op)
{
    unsigned leaf = link_leaf_op(op);
    text_put(out, leaf < LINK_FIRST ? node_table[leaf].name : link_op_names[leaf - LINK_FIRST]);
    if (op >= LINK_CONDITION)
        text_put(out, link_parent_names[op - leaf]);
}

static void link_head(link_printer *p, uint32_t index, const node_view *view)
{
    uint64_t item = p->linked->items[index];
    char id[16];
    snprintf(id, sizeof id, "#%" PRIu32, p->node);
    link_place(p->out, index, item, false);
    text_print(p->out, "  %-6s  %c%c%c%c   ", id, link_has(item, LINK_LIVE) ? 'L' : '-',
               link_has(item, LINK_OWNS) ? 'O' : '-', link_has(item, LINK_CELL) ? 'C' : '-',
               item_flags(item) & ITEM_VARIANT ? 'V' : '-');
    link_op_text(p->out, link_op_of(item));
    link_head_text(p, item, view);
    if (p->shape->names && p->shape->names[p->node].name != SHAPE_NONE) {
        text_put(p->out, "  ");
        show_quoted(p->out, p->shape, p->shape->names[p->node].name);
    }
    text_put(p->out, "\n");
    p->node++;
    p->last = *view;
    if (node_has(view->type, 'h'))
        p->host = view->argument;
}

// Print an item that is neither a node's head nor a raw operand.
static void link_other(link_printer *p, uint32_t index)
{
    uint64_t item = p->linked->items[index];
    link_place(p->out, index, item, false);
    text_put(p->out, "                 ");
    switch (link_op_of(item)) {
    case ITEM_ARGUMENT: asm_argument(p->out, p->shape, p->host, index); break;
    case ITEM_WEIGHT: asm_weight(p->out, item); break;
    case ITEM_INIT: asm_init(p->out, p->shape, item); break;
    case ITEM_CASE: asm_case(p->out, p->shape, index); break;
    case ITEM_MARGIN: asm_margin(p->out, item); break;
    case ITEM_ORDER:
        text_print(p->out, "  cell %" PRIu32 ": order long %" PRIu32, item_argument(item),
                   p->linked->cells[item_argument(item)].value);
        break;
    case LINK_CALL:
        text_put(p->out, "  ");
        link_call_text(p, item_argument(item));
        p->host = item_argument(p->shape->items[index]);
        break;
    case LINK_ROW:
        text_print(p->out, "  row %" PRIu32 ": ", item_argument(item));
        show_value(p->out, p->shape, index);
        break;
    default:
        text_put(p->out, "    ");
        asm_op(p->out, p->shape, index);
        break;
    }
    text_put(p->out, "\n");
}

// Print the raw operands of a node. Returns the last of its items that were printed.
static uint32_t link_raw(const link_printer *p, uint32_t index, const node_view *view)
{
    const struct {
        uint32_t item;
        void (*print)(text_out *out, const gestalt_shape *shape, const node_view *view);
    } operands[] = {{asm_raw_letter(view) ? view->raw : 0, asm_raw},
                    {view->pause, asm_pause},
                    {view->list, asm_list}};
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++) {
        if (!operands[i].item)
            continue;
        index = operands[i].item;
        link_place(p->out, index, 0, true);
        text_put(p->out, "                 ");
        operands[i].print(p->out, p->shape, view);
        text_put(p->out, "\n");
    }
    return index;
}

static void link_items(link_printer *p)
{
    text_put(p->out, "\nitems\n index     end  node    flags  operation\n");
    for (uint32_t i = 0; i < p->shape->specification->item_count; i++) {
        if (!item_is_node(item_type_of(p->shape->items[i]))) {
            link_other(p, i);
            continue;
        }
        node_view view = walk_node(p->shape->items, i);
        link_head(p, i, &view);
        i = link_raw(p, i, &view);
    }
}

// ---- tables; cells are printed at the heads that use them

static void link_number(text_out *out, uint32_t number)
{
    if (number == PLAN_NO_SLOT)
        text_put(out, "       -");
    else
        text_print(out, "%8" PRIu32, number);
}

static void link_calls(const link_printer *p)
{
    const linked *l = p->linked;
    if (l->call_count)
        text_put(p->out, "\ncalls (arguments from, to)\n  call    node    slot    from      to\n");
    for (uint32_t i = 0; i < l->call_count; i++) {
        const link_call *c = &l->calls[i];
        text_print(p->out, "%6" PRIu32 "%8" PRIu32, i, c->site.node);
        link_number(p->out, c->slot);
        link_number(p->out, c->arguments_end ? c->arguments : PLAN_NO_SLOT);
        link_number(p->out, c->arguments_end ? c->arguments_end : PLAN_NO_SLOT);
        text_put(p->out, "  ");
        show_string(p->out, p->shape, p->shape->hosts[c->function - l->bound->functions].name);
        text_put(p->out, "\n");
    }
}

// Print the number of slots. They belong to the plan, and take no memory here.
static void link_slots_text(const link_printer *p)
{
    const plan *of = p->linked->plan;
    if (of->slot_count)
        text_put(p->out, "\nslots (of the node at item; up to end; where it rests, its child's)\n"
                         "  slot    item     end   child\n");
    for (uint32_t slot = 0; slot < of->slot_count; slot++) {
        uint32_t item = of->slot_items[slot];
        bool rests = of->slot_below[slot] != slot;
        text_print(p->out, "%6" PRIu32 "%8" PRIu32 "%8" PRIu32, slot, item, of->slot_ends[slot]);
        link_number(p->out, rests ? of->slot_below[slot] : PLAN_NO_SLOT);
        text_print(p->out, "%s%s\n", rests ? "  rests" : "",
                   of->is_passive[item] ? "  passive" : "");
    }
}

static void link_shortcuts_text(const link_printer *p)
{
    const linked *l = p->linked;
    if (l->shortcut_count)
        text_put(p->out, "\nshortcuts\n  cut     slot    next\n");
    for (uint32_t i = 0; i < l->shortcut_count; i++)
        text_print(p->out, "%5" PRIu32 "%9" PRIu32 "%8" PRIu32 "%s\n", i, l->shortcuts[i].slot,
                   (uint32_t)l->shortcuts[i].next, l->shortcuts[i].rests ? "  rests" : "");
}

// ---- linking

// Link with the plain kernels, so that the output is the same on every machine. Other kernels may
// make chains of steps, which changes the rows.
static gestalt_result link_and_print(text_out *out, const plan *p, const binding *b,
                                     const cohort_layout *layout, gestalt_error *error)
{
    linked *l = linked_create(p, b, layout, kernels_all[0], &p->shape->allocator);
    if (!l)
        return error_no_memory(error);
    link_printer printer = {.out = out, .linked = l, .shape = p->shape};
    link_sizes(&printer);
    link_items(&printer);
    link_calls(&printer);
    link_slots_text(&printer);
    link_shortcuts_text(&printer);
    linked_destroy(l, &p->shape->allocator);
    return GESTALT_OK;
}

static gestalt_result show_plan(text_out *out, const plan *p, uint32_t lanes, gestalt_error *error)
{
    cohort_layout layout;
    binding bound;
    if (!cohort_layout_make(p, lanes, GESTALT_STATES_AUTO, &layout))
        return error_set(
            error, GESTALT_LIMIT, 0,
            "a cohort of %u agent%s of this shape is larger than 4 GiB; use fewer lanes",
            (unsigned)lanes, text_plural(lanes, "", "s"));
    gestalt_result result = binding_make_unbound(p->shape, &p->shape->allocator, &bound, error);
    if (result == GESTALT_OK)
        result = link_and_print(out, p, &bound, &layout, error);
    binding_release(&bound, &p->shape->allocator);
    return result;
}

gestalt_result linked_show(const gestalt_shape *shape, uint32_t lanes, bool color,
                           gestalt_writer writer, gestalt_error *error)
{
    text_out out;
    plan *p = plan_create(shape, &shape->allocator);
    if (!p)
        return error_no_memory(error);
    text_start(&out, writer, color);
    gestalt_result result = show_plan(&out, p, lanes, error);
    plan_destroy(p, &shape->allocator);
    bool is_written = text_finish(&out);
    if (result != GESTALT_OK)
        return result;
    if (out.is_out_of_memory)
        return error_no_memory(error);
    if (!is_written)
        return error_set(error, GESTALT_IO, 0, "the text can't be written");
    return GESTALT_OK;
}
