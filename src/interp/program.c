// SPDX-License-Identifier: MIT
#include "program_nodes.h"

#include "analyse.h"
#include "memory.h"
#include "nodes.h"
#include "walk.h"

#include <string.h>

// ---- nodes

static bool is_one_predicate(const uint64_t *items, uint32_t expression)
{
    return item_type_of(items[expression]) == OP_CALL &&
           (item_flags(items[expression]) & ITEM_LAST);
}

static node_form form_of_type(const uint64_t *items, const node_view *v)
{
    switch (v->type) {
    case NODE_CONDITION:
        return is_one_predicate(items, v->expression) ? FORM_PREDICATE : (node_form)NODE_CONDITION;
    case NODE_SEQUENCE:
        return v->flags & ITEM_VARIANT ? FORM_RANDOM_SEQUENCE : (node_form)NODE_SEQUENCE;
    case NODE_SELECTOR:
        return v->flags & ITEM_VARIANT ? FORM_RANDOM_SELECTOR : (node_form)NODE_SELECTOR;
    default: return (node_form)v->type;
    }
}

static bool is_question(const node *n)
{
    return n->form == FORM_PREDICATE || n->form == FORM_NOT_PREDICATE || n->form == NODE_CONDITION;
}

// Forms that stand for a node together with its first child. All below is there already.
static node_form fused_form(const node *n)
{
    const node *first = n + 1, *second = node_behind(first);
    bool is_guarded =
        is_question(first) && second < node_behind(n) && node_behind(second) == node_behind(n);
    if (n->form == NODE_INVERT && first->form == FORM_PREDICATE)
        return FORM_NOT_PREDICATE;
    if (n->form == NODE_SEQUENCE && is_guarded)
        return FORM_GUARDED;
    if (n->form == NODE_REACTIVE_SEQUENCE && is_guarded)
        return FORM_GUARDED_REACTIVE;
    return (node_form)n->form;
}

// What calling its function, or evaluating its formula, needs.
static void add_work(program *p, node *n)
{
    const uint64_t *items = p->plan->shape->items;
    uint32_t end = n->arguments_end, host = n->argument;
    if (n->form == FORM_PREDICATE) {
        host = item_argument(items[n->expression]);
        end = item_end(items[n->expression++]);
    } else if (n->form == NODE_CONDITION || n->form == NODE_SET) {
        n->formula = formulas_find(p->formulas, n->expression);
        return;
    } else if (n->form != NODE_ACTION) {
        return;
    }
    n->function = &p->bound->functions[host];
    n->places = p->places + n->function->first_key;
    n->arguments_end = end;
    n->flags |= n->expression < end ? NODE_HAS_ARGUMENTS : 0;
}

static unsigned flags_of(const plan *p, uint32_t id, uint32_t item, unsigned flags)
{
    bool owns = p->slots[id] != PLAN_NO_SLOT && p->owners[p->slots[id]] == id;
    bool rests = owns && shape_can_rest(p->shape->items, item);
    return (owns ? NODE_OWNS_SLOT : 0u) | (rests ? NODE_RESTS : 0u) |
           (flags & ITEM_VARIANT ? NODE_IN_TICKS : 0u) | (p->is_passive[item] ? NODE_PASSIVE : 0u);
}

static void add_node(program *p, uint32_t id)
{
    const gestalt_shape *shape = p->plan->shape;
    uint32_t item = shape->nodes[id], end = id + 1;
    node_view v = walk_node(shape->items, item);
    p->nodes[id] = (node){.operand = v.raw ? shape->items[v.raw] : 0,
                          .id = id,
                          .item = item,
                          .expression = v.expression,
                          .arguments_end = v.first_child,
                          .argument = v.argument,
                          .slot = p->plan->slots[id],
                          .form = (uint8_t)form_of_type(shape->items, &v),
                          .flags = (uint8_t)flags_of(p->plan, id, item, v.flags)};
    add_work(p, &p->nodes[id]);
    for (uint32_t child = v.first_child; child < v.end; child = item_end(shape->items[child]))
        end = (uint32_t)(node_behind(&p->nodes[end]) - p->nodes); // children are there already
    p->nodes[id].size = (uint32_t)((end - id) * sizeof(node));
    if (v.first_child < v.end)
        p->nodes[id].form = (uint8_t)fused_form(&p->nodes[id]);
}

// ---- shortcuts

static bool is_shortcut(const node *n)
{
    return n->flags & NODE_OWNS_SLOT && n->flags & NODE_PASSIVE;
}

// Adds a node and what is below. Those that lead to no node that rests are taken out again.
static bool add_shortcuts(program *p, const node *n)
{
    uint32_t index = p->shortcut_count;
    bool rests = is_shortcut(n) && n->flags & NODE_RESTS;
    bool leads = rests;
    if (is_shortcut(n))
        p->shortcuts[p->shortcut_count++] = (shortcut){.node = n->id, .rests = rests};
    for (const node *child = n + 1; child < node_behind(n) && n->slot != PLAN_NO_SLOT;
         child = node_behind(child))
        leads |= add_shortcuts(p, child);
    if (!leads)
        p->shortcut_count = index;
    else if (is_shortcut(n))
        p->shortcuts[index].next = p->shortcut_count;
    return leads;
}

// ---- keys of host functions

static void find_places(program *p)
{
    const cohort_layout *l = &p->layout;
    uint32_t columns = p->plan->shape->specification->number_columns, width = l->stride * 4;
    for (uint32_t i = 0; i < p->bound->function_count; i++) {
        const bound_function *f = &p->bound->functions[i];
        for (uint32_t k = 0; k < f->key_count; k++) {
            uint32_t column = f->columns[k];
            bool is_vector = f->keys[k].type == GESTALT_VEC2;
            uint32_t first =
                column < columns ? l->numbers + column * width : l->bools + (column - columns) * 8;
            p->places[f->first_key + k] =
                (gestalt_key_place){first, is_vector ? first + width : first};
        }
    }
}

// ---- the interface

program *program_create(const plan *p, const binding *b, const cohort_layout *layout,
                        const kernels *k, const gestalt_allocator *allocator)
{
    const gestalt_specification *spec = p->shape->specification;
    size_t nodes = spec->node_count, size = sizeof(program) + nodes * sizeof(node) +
                                            nodes * sizeof(shortcut) +
                                            b->key_count * sizeof(gestalt_key_place);
    program *result = memory_new(allocator, size);
    if (!result)
        return NULL;
    *result = (program){.plan = p,
                        .bound = b,
                        .kernels = k,
                        .formulas = formulas_create(p->shape, layout, k, allocator),
                        .layout = *layout,
                        .size = size};
    if (!result->formulas) {
        program_destroy(result, allocator);
        return NULL;
    }
    result->nodes = (node *)(result + 1);
    result->shortcuts = (shortcut *)(result->nodes + nodes);
    result->places = (gestalt_key_place *)(result->shortcuts + nodes);
    for (uint32_t id = spec->node_count; id-- > 0;)
        add_node(result, id);
    add_shortcuts(result, result->nodes);
    find_places(result);
    result->has_streams = spec->draws;
    for (uint32_t i = spec->tree_end; i < spec->item_count; i++)
        result->has_streams = result->has_streams || item_type_of(p->shape->items[i]) == OP_RAND;
    return result;
}

void program_destroy(program *p, const gestalt_allocator *allocator)
{
    if (!p)
        return;
    formulas_destroy(p->formulas, allocator);
    memory_release(allocator, p, p->size);
}
