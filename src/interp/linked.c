// SPDX-License-Identifier: MIT
// Linking. First, every head gets its slot, cell, call or row. Then heads get faster ops, from the
// last node to the first, so that the children of a node have their final ops before the node does.
#include "linked.h"

#include "carving.h"
#include "columns.h"
#include "guard.h"
#include "nodes.h"
#include "search.h"
#include "walk.h"

#include <string.h>

// ---- heads

static bool link_is_one_call(const uint64_t *items, uint32_t expression)
{
    return item_type_of(items[expression]) == OP_CALL;
}

// Return whether the node's expression is a single call of a predicate.
static bool link_asks_host(const uint64_t *items, const node_view *v)
{
    return node_has(v->type, 'E') && link_is_one_call(items, v->expression);
}

// Return the op of a loop with a pause, or of a repeat with `until`.
static unsigned link_loop_of(const uint64_t *items, const node_view *v)
{
    if (v->pause)
        return v->type == NODE_REPEAT     ? LINK_PAUSED_REPEAT
               : v->type == NODE_RETRY    ? LINK_PAUSED_RETRY
               : v->type == NODE_FOR_EACH ? LINK_PAUSED_FOR_EACH
                                          : LINK_PAUSED_WHILE;
    return rounds_until(items[v->raw]) ? LINK_REPEAT_UNTIL : v->type;
}

static unsigned link_op_of_node(const uint64_t *items, const node_view *v)
{
    if (v->type == NODE_CONDITION && !link_is_one_call(items, v->expression))
        return LINK_CONDITION;
    if (v->type == NODE_CONDITION && item_end(items[v->expression]) == v->expression + 1)
        return LINK_PREDICATE;
    if (v->type == NODE_ACTION && v->expression == v->end)
        return LINK_ACTION;
    if (v->type == NODE_SET)
        return LINK_SET;
    if (node_shuffles(v))
        return v->type == NODE_SEQUENCE     ? LINK_RANDOM_SEQUENCE
               : v->type == NODE_SELECTOR   ? LINK_RANDOM_SELECTOR
               : v->type == NODE_CONCURRENT ? LINK_RANDOM_CONCURRENT
               : v->type == NODE_RACE       ? LINK_RANDOM_RACE
                                            : LINK_RANDOM_PARALLEL;
    if (view_reacts(v))
        return v->type == NODE_DECIDE    ? LINK_REACTIVE_DECIDE
               : v->type == NODE_UTILITY ? LINK_REACTIVE_UTILITY
                                         : LINK_REACTIVE_SWITCH;
    if (node_has(v->type, 'R'))
        return link_loop_of(items, v);
    if (v->type == NODE_WAIT && items[v->raw] == 0 && !(v->flags & ITEM_CAN_RUN))
        return NODE_SUCCESS; // it is due at once
    return v->type;
}

static unsigned link_flags_of(const plan *p, uint32_t id, const node_view *v)
{
    uint32_t slot = p->slots[id];
    return (slot != PLAN_NO_SLOT ? LINK_LIVE : 0u) |
           (slot != PLAN_NO_SLOT && p->owners[slot] == id ? LINK_OWNS : 0u) |
           (v->flags & ITEM_VARIANT);
}

// Return whether the interpreter needs both the argument and the slot of a head.
static bool link_needs_cell(const node_view *v)
{
    switch (node_table[v->type].operands[0]) {
    case 'h': return node_is(v->type, NODE_IS_LAUNCHING);
    case 'l': return node_has_clock(v->type) || node_shuffles(v);
    case 'b':
    case 'f':
    case 'o':
    case 'p':
    case 't':
    case 'w': return true;
    default: return false;
    }
}

static uint32_t link_add_call(linked *l, uint32_t host, uint32_t node, uint32_t slot,
                              uint32_t arguments, uint32_t arguments_end)
{
    const bound_function *f = &l->bound->functions[host];
    l->calls[l->call_count] =
        (link_call){.batch = f->batch,
                    .lone = f->lone,
                    .site = {.places = l->places + f->first_key, .user = f->user, .node = node},
                    .function = f,
                    .slot = slot,
                    .arguments = arguments,
                    .arguments_end = arguments < arguments_end ? arguments_end : 0};
    link_call *noting = &l->noting[l->call_count];
    *noting = l->calls[l->call_count];
    noting->batch = foresee_call;
    noting->lone = NULL;
    noting->site.user = &l->calls[l->call_count];
    return l->call_count++;
}

// Link an expression that is a single call of a predicate.
static uint32_t link_predicate(linked *l, uint32_t id, uint32_t at, uint32_t slot)
{
    uint64_t op = l->plan->shape->items[at];
    uint32_t call = link_add_call(l, item_argument(op), id, slot, at + 1, item_end(op));
    l->items[at] = item_make((item_type)LINK_CALL, item_flags(op), item_end(op), call);
    return call;
}

static uint32_t link_add_cell(linked *l, uint32_t slot, uint32_t value)
{
    l->cells[l->cell_count] = (link_cell){slot, value};
    return l->cell_count++;
}

static uint32_t link_cell_of(linked *l, uint32_t item, uint32_t slot, const node_view *v)
{
    uint32_t value = node_is(v->type, NODE_IS_LAUNCHING) ? l->plan->deferred[item] : v->argument;
    return link_add_cell(l, slot, value);
}

// ---- lists

// Return the offset of a column of the agents in a cohort, or of a shared column in its array.
static uint32_t link_offset(const linked *l, uint32_t column)
{
    const gestalt_specification *spec = l->plan->shape->specification;
    uint32_t own = spec->number_columns + spec->bool_columns;
    return column < spec->number_columns ? l->layout.numbers + column * l->layout.stride * 4
           : column < own                ? l->layout.bools + (column - spec->number_columns) * 8
                                         : (column - own) * 4;
}

static bool link_is_shared(const linked *l, uint32_t column)
{
    const gestalt_specification *spec = l->plan->shape->specification;
    return column >= spec->number_columns + spec->bool_columns;
}

// Count the columns of the elements that a node assigns to a whole list.
static uint32_t link_count_elements(const uint64_t *items, const node_view *v, uint32_t width)
{
    uint32_t count = 0;
    for (uint32_t at = v->expression; at && at < v->end; at = walk_expression(items, at))
        count += width;
    return count;
}

static void link_add_list(linked *l, const node_view *v)
{
    const gestalt_shape *shape = l->plan->shape;
    uint64_t operand = shape->items[v->list];
    uint32_t place = list_operand_place(operand), key = list_operand_key(operand);
    uint32_t index = list_operand_index(operand);
    bool has_key = key != LIST_NO_KEY, has_index = index != LIST_NO_KEY;
    const image_key *list = columns_key(shape, list_column(place));
    uint32_t width = key_width(list->type), elements = link_count_elements(shape->items, v, width);
    l->lists[l->list_count] =
        (link_list){.counts = link_offset(l, list_column(place)),
                    .key = has_key ? link_offset(l, key) : 0,
                    .index = has_index ? link_offset(l, index) : 0,
                    .at = v->at,
                    .value = v->expression,
                    .end = v->end,
                    .capacity = (uint16_t)list_capacity(place),
                    .key_capacity = has_key ? columns_key(shape, key)->capacity : 0,
                    .width = (uint8_t)width,
                    .is_bool = list->type == KEY_BOOL,
                    .is_shared = link_is_shared(l, list_column(place)),
                    .has_key = has_key,
                    .key_is_shared = has_key && link_is_shared(l, key)};
    l->items[v->list] = l->list_count++;
    if (elements > l->element_columns)
        l->element_columns = elements;
}

// Return whether the slot of a random order is in an item of its own. That item has a cell, too.
static bool has_order_item(const node_view *v, uint32_t item)
{
    return node_shuffles(v) && v->order != item;
}

static uint32_t link_argument(linked *l, uint32_t id, uint32_t item, const node_view *v)
{
    const uint64_t *items = l->plan->shape->items;
    uint32_t slot = l->plan->slots[id];
    char letter = node_table[v->type].operands[0];
    bool asks = link_asks_host(items, v), is_leaf = v->first_child == v->end;
    uint32_t call = asks ? link_predicate(l, id, v->expression, slot) : 0;
    if (link_needs_cell(v))
        return link_cell_of(l, item, slot, v);
    if (letter == 'h')
        return link_add_call(l, v->argument, id, slot, v->expression,
                             v->expression ? v->end : v->expression);
    if (is_leaf && (node_has(v->type, 'E') || node_has(v->type, 'V')))
        return asks ? call : item_argument(l->items[v->expression]);
    return slot == PLAN_NO_SLOT ? 0 : slot;
}

static void link_node(linked *l, uint32_t id)
{
    const gestalt_shape *shape = l->plan->shape;
    uint32_t item = shape->nodes[id];
    node_view v = walk_node(shape->items, item);
    unsigned flags = link_flags_of(l->plan, id, &v) | (link_needs_cell(&v) ? LINK_CELL : 0u);
    uint32_t argument = link_argument(l, id, item, &v);
    l->items[item] =
        item_make((item_type)link_op_of_node(shape->items, &v), flags, v.end, argument);
    if (v.list)
        link_add_list(l, &v);
    if (has_order_item(&v, item)) {
        uint32_t slot = item_argument(shape->items[v.order]);
        l->items[v.order] =
            item_make(ITEM_ORDER, 0, v.order + 1, link_add_cell(l, PLAN_NO_SLOT, slot));
    }
}

// ---- faster ops

static bool link_is_condition(uint64_t item)
{
    unsigned op = link_op_of(item);
    return op == LINK_CONDITION || op == LINK_PREDICATE || op == NODE_CONDITION;
}

static bool link_is_question(uint64_t item)
{
    return link_is_condition(item) || link_op_of(item) == LINK_NOT ||
           link_op_of(item) == LINK_STEPS;
}

static bool link_has_steps_only(const uint64_t *items, uint32_t child, uint32_t end)
{
    for (; child < end; child = item_end(items[child]))
        if (!link_is_condition(items[child]) && link_op_of(items[child]) != LINK_NOT &&
            link_op_of(items[child]) != LINK_SET)
            return false;
    return true;
}

// Return whether the children are a question and one action.
static bool link_is_guarded(const uint64_t *items, uint32_t child, uint32_t end)
{
    uint32_t body = item_end(items[child]);
    return link_is_question(items[child]) && body < end && item_end(items[body]) == end &&
           link_op_of(items[body]) == LINK_ACTION;
}

// Return the op of a node whose children have their final ops.
static unsigned link_quickened(const uint64_t *items, uint32_t item, uint32_t child)
{
    unsigned op = link_op_of(items[item]);
    uint32_t end = item_end(items[item]);
    bool is_alone = child < end && item_end(items[child]) == end;
    switch (op) {
    case NODE_INVERT: return link_is_condition(items[child]) ? LINK_NOT : op;
    case NODE_DEBUG: return LINK_PASS;
    case NODE_WHILE: return link_is_question(items[child]) ? LINK_WHILE : op;
    case NODE_SEQUENCE:
        return link_has_steps_only(items, child, end) ? LINK_STEPS
               : is_alone                             ? LINK_PASS
               : link_is_guarded(items, child, end)   ? LINK_GUARDED
               : link_is_question(items[child])       ? LINK_ASKS
                                                      : op;
    case NODE_REACTIVE_SEQUENCE:
        return is_alone                             ? LINK_PASS
               : link_is_guarded(items, child, end) ? LINK_GUARDED_REACTIVE
               : link_is_question(items[child])     ? LINK_ASKS_REACTIVE
                                                    : op;
    case NODE_SELECTOR:
    case NODE_PRIORITY: return is_alone ? LINK_PASS : op;
    default: return op;
    }
}

// Return whether this is a decider that can also return a status for lanes that it has not run for
// (leave_decider).
static bool link_is_chain(unsigned op)
{
    return op < LINK_FIRST && node_is(op, NODE_IS_CHAIN);
}

// Return an op that continues directly with the child after the question, if that is the only one.
// With many lanes, some may have failed at the question.
static unsigned link_then(const uint64_t *items, uint32_t item, uint32_t question, bool is_lone)
{
    uint32_t body = item_end(items[question]);
    unsigned op = link_op_of(items[item]);
    if (item_end(items[body]) != item_end(items[item]) || link_has(items[item], LINK_OWNS))
        return op;
    if (op == LINK_ASKS && (is_lone || link_is_chain(link_op_of(items[body]))))
        return LINK_ASKS_THEN;
    return op == LINK_ASKS_REACTIVE && is_lone ? LINK_ASKS_REACTIVE_THEN : op;
}

static void link_quicken(linked *l, uint32_t id)
{
    const gestalt_shape *shape = l->plan->shape;
    uint32_t item = shape->nodes[id];
    node_view v = walk_node(shape->items, item);
    if (v.first_child == v.end)
        return;
    uint64_t head = l->items[item] & ~UINT64_C(0xff);
    l->items[item] = head | link_quickened(l->items, item, v.first_child);
    if (link_op_of(l->items[item]) == LINK_ASKS || link_op_of(l->items[item]) == LINK_ASKS_REACTIVE)
        l->items[item] =
            head | link_then(l->items, item, v.first_child, cohort_is_lone(&l->layout));
}

static unsigned link_parent_of(unsigned op)
{
    switch (op) {
    case LINK_ASKS:
    case NODE_SEQUENCE: return LINK_IN_SEQUENCE;
    case NODE_SELECTOR: return LINK_IN_SELECTOR;
    case NODE_PRIORITY: return LINK_IN_PRIORITY;
    case LINK_ASKS_REACTIVE:
    case NODE_REACTIVE_SEQUENCE: return LINK_IN_REACTIVE_SEQUENCE;
    default: return LINK_IN_ANY;
    }
}

// Return the op of the node that receives the status of a node's children: this node, or an
// ancestor if it passes the status on.
static unsigned link_hearer(const linked *l, uint32_t item)
{
    unsigned op = link_op_of(l->items[item]);
    while (op == LINK_ASKS_THEN || op == LINK_ASKS_REACTIVE_THEN) {
        item = l->plan->parents[item];
        op = item == SHAPE_NONE ? ITEM_INVALID : link_op_of(l->items[item]);
    }
    return op;
}

// Give children the form for this parent, but not the first child of a node that begins with a
// question: ask_condition expects the form for any parent.
static void link_specialise(linked *l, uint32_t id)
{
    const gestalt_shape *shape = l->plan->shape;
    uint32_t item = shape->nodes[id];
    unsigned op = link_op_of(l->items[item]), parent = link_parent_of(link_hearer(l, item));
    node_view v = walk_node(shape->items, item);
    for (uint32_t child = v.first_child; child < v.end && parent != LINK_IN_ANY;
         child = item_end(l->items[child]))
        if (link_op_of(l->items[child]) >= LINK_CONDITION &&
            (child > v.first_child || op < LINK_FIRST))
            l->items[child] += parent;
}

// Adjacent predicates have adjacent calls. Record in each how many follow it.
static void link_rows(linked *l, uint32_t id)
{
    const plan *p = l->plan;
    uint32_t item = p->shape->nodes[id], behind = item_end(l->items[item]);
    unsigned op = link_op_of(l->items[item]);
    if (op != LINK_PREDICATE + (int)LINK_IN_SEQUENCE &&
        op != LINK_PREDICATE + (int)LINK_IN_SELECTOR)
        return;
    link_call *c = &l->calls[item_argument(l->items[item])];
    bool follows = behind < p->shape->specification->tree_end &&
                   link_op_of(l->items[behind]) == op && p->parents[behind] == p->parents[item];
    c->follow = follows ? c[1].follow + 1 : 0;
    l->noting[item_argument(l->items[item])].follow = c->follow;
}

// ---- slots and shortcuts

// Collect the slots of passive nodes that can rest, or lead to a node that can. `behind[slot]`
// becomes the number of shortcuts from a slot on; it has one entry more than there are slots.
static void link_shortcuts(linked *l, uint32_t *behind)
{
    const plan *p = l->plan;
    uint32_t count = p->slot_count;
    behind[count] = 0;
    for (uint32_t slot = count; slot-- > 0;) {
        bool leads = link_rests(p, slot) || behind[slot + 1] > behind[p->slot_ends[slot]];
        behind[slot] = behind[slot + 1] + (p->is_passive[p->slot_items[slot]] && leads);
    }
    l->shortcut_count = behind[0];
    for (uint32_t slot = 0, i = 0; slot < count; slot++) {
        uint32_t next = l->shortcut_count - behind[p->slot_ends[slot]];
        if (behind[slot] > behind[slot + 1])
            l->shortcuts[i++] = (link_shortcut){slot, next & 0x7fffffff, link_rests(p, slot)};
    }
}

uint32_t linked_first_slot(const linked *l, uint32_t item)
{
    uint32_t slot;
    SEARCH_FIRST(slot, 0, l->plan->slot_count, l->plan->slot_items[slot] >= item);
    return slot;
}

static void link_cancels(linked *l)
{
    const plan *p = l->plan;
    for (uint32_t slot = 0; slot < p->slot_count; slot++) {
        uint32_t item = p->slot_items[slot];
        item_type type = item_type_of(p->shape->items[item]);
        l->slot_cancels[slot] = node_is(type, NODE_IS_LAUNCHING) ? item | LINK_CANCEL_DEFERRED
                                : node_table[type].operands[0] == 'h'
                                    ? item_argument(l->items[item])
                                    : LINK_CANCEL_NONE;
    }
}

// ---- memory of guards

static uint32_t link_count_children(const uint64_t *items, uint32_t item, const node_view *v)
{
    uint32_t count = 0;
    for (uint32_t child = v->first_child; child < item_end(items[item]);
         child = item_end(items[child]))
        count++;
    return count;
}

uint32_t linked_memory_of(const linked *l, uint32_t item)
{
    const uint64_t *items = l->plan->shape->items;
    node_view v = walk_node(items, item);
    uint32_t size = node_has(v.type, 'H') ? sizeof(guard_counts) : 0;
    if (node_table[v.type].children == RUNS_STAGES)
        return guard_stages_size(l->layout.stride);
    if (node_has(v.type, 'W') || node_has(v.type, 'U') || node_has(v.type, 'C'))
        return guard_choice_size(l->layout.stride);
    if (node_shuffles(&v))
        size += guard_order_size(link_count_children(items, item, &v), l->layout.stride);
    return size;
}

// Compute the largest sum of memory on a path from the root. `used` is by node id.
static void link_memory(linked *l, uint32_t *used)
{
    const plan *p = l->plan;
    for (uint32_t id = 0; id < p->shape->specification->node_count; id++) {
        uint32_t item = p->shape->nodes[id], parent = p->parents[item];
        used[id] = linked_memory_of(l, item);
        used[id] += parent == SHAPE_NONE ? 0 : used[p->node_ids[parent]];
        if (used[id] > l->memory_size)
            l->memory_size = used[id];
    }
}

// ---- keys of host functions

// Return the distance, in columns, from the first column of a key to its z, or to the end of a
// list.
static uint32_t link_more_columns(const linked *l, const bound_function *f, uint32_t key)
{
    return f->keys[key].is_list ? columns_width(columns_key(l->plan->shape, f->columns[key]))
                                : key_width(f->keys[key].type) - 1;
}

static void link_places(linked *l)
{
    const cohort_layout *layout = &l->layout;
    uint32_t columns = l->plan->shape->specification->number_columns, width = layout->stride * 4;
    for (uint32_t i = 0; i < l->bound->function_count; i++) {
        const bound_function *f = &l->bound->functions[i];
        for (uint32_t k = 0; k < f->key_count; k++) {
            uint32_t column = f->columns[k], more = link_more_columns(l, f, k);
            uint32_t first = column < columns ? layout->numbers + column * width
                                              : layout->bools + (column - columns) * 8;
            l->places[f->first_key + k] =
                (gestalt_key_place){first, first + (more > 0 ? width : 0), first + more * width};
        }
    }
}

// ---- allocation

static uint32_t link_count_calls(const gestalt_shape *shape)
{
    uint32_t count = 0;
    for (uint32_t id = 0; id < shape->specification->node_count; id++) {
        node_view v = walk_node(shape->items, shape->nodes[id]);
        bool acts = node_has(v.type, 'h') && !node_is(v.type, NODE_IS_LAUNCHING);
        count += acts || link_asks_host(shape->items, &v);
    }
    return count;
}

static uint32_t link_count_cells(const gestalt_shape *shape)
{
    uint32_t count = 0;
    for (uint32_t id = 0; id < shape->specification->node_count; id++) {
        node_view v = walk_node(shape->items, shape->nodes[id]);
        count += link_needs_cell(&v) + has_order_item(&v, shape->nodes[id]);
    }
    return count;
}

static uint32_t link_count_lists(const gestalt_shape *shape)
{
    uint32_t count = 0;
    for (uint32_t id = 0; id < shape->specification->node_count; id++)
        count += walk_node(shape->items, shape->nodes[id]).list > 0;
    return count;
}

static linked *link_allocate(const linked *start, const gestalt_allocator *allocator)
{
    const gestalt_shape *shape = start->plan->shape;
    size_t items = shape->specification->item_count, slots = start->plan->slot_count;
    size_t calls = link_count_calls(shape), cells = link_count_cells(shape);
    size_t lists = link_count_lists(shape);
    linked *l, parts = *start;
    carving from = {0};
    do {
        CARVE(&from, l, 1);
        CARVE(&from, parts.items, items);
        CARVE(&from, parts.calls, calls);
        CARVE(&from, parts.noting, calls);
        CARVE(&from, parts.places, start->bound->key_count);
        CARVE(&from, parts.cells, cells);
        CARVE(&from, parts.lists, lists);
        CARVE(&from, parts.shortcuts, slots);
        CARVE(&from, parts.slot_cancels, slots);
    } while (carve_again(&from, allocator));
    if (!l)
        return NULL;
    parts.size = from.size;
    *l = parts;
    memcpy(l->items, shape->items, items * sizeof *l->items);
    return l;
}

static void link_all(linked *l, uint32_t *scratch)
{
    const gestalt_shape *shape = l->plan->shape;
    const gestalt_specification *spec = shape->specification;
    link_places(l);
    for (uint32_t id = 0; id < spec->node_count; id++)
        link_node(l, id);
    for (uint32_t id = spec->node_count; id-- > 0;)
        link_quicken(l, id);
    for (uint32_t id = 0; id < spec->node_count; id++)
        link_specialise(l, id);
    for (uint32_t id = spec->node_count; id-- > 0;)
        link_rows(l, id);
    link_cancels(l);
    link_shortcuts(l, scratch);
    link_memory(l, scratch);
    l->has_streams = spec->draws;
    for (uint32_t i = spec->tree_end; i < spec->item_count; i++)
        l->has_streams = l->has_streams || item_type_of(shape->items[i]) == OP_RAND;
}

linked *linked_create(const plan *p, const binding *b, const cohort_layout *layout,
                      const kernels *k, const gestalt_allocator *allocator)
{
    linked start = {.plan = p, .bound = b, .kernels = k, .layout = *layout};
    size_t scratch_size = ((size_t)p->shape->specification->node_count + 1) * sizeof(uint32_t);
    linked *l = link_allocate(&start, allocator);
    uint32_t *scratch = l ? memory_new(allocator, scratch_size) : NULL;
    if (scratch)
        l->formulas = formulas_create(p->shape, layout, k, l->items, allocator);
    if (!scratch || !l->formulas) {
        memory_release(allocator, scratch, scratch_size);
        linked_destroy(l, allocator);
        return NULL;
    }
    link_all(l, scratch);
    memory_release(allocator, scratch, scratch_size);
    return l;
}

void linked_destroy(linked *l, const gestalt_allocator *allocator)
{
    if (!l)
        return;
    formulas_destroy(l->formulas, allocator);
    if (l->native_calls)
        memory_release(allocator, l->native_calls, (l->call_count + 1) * sizeof *l->native_calls);
    memory_release(allocator, l, l->size);
}

size_t linked_size(const linked *l)
{
    return l->size + l->formulas->size;
}

// ---- counting

// Return whether a question that runs together with its parent can be counted there: a condition,
// inverted or not.
static bool link_is_counted_question(unsigned op)
{
    return op == LINK_PREDICATE || op == LINK_CONDITION || op == LINK_NOT || op < LINK_FIRST;
}

// Return whether a node's counts follow from those of its children (interp_derive_counts).
static bool link_is_derived(const gestalt_shape *shape, uint32_t item)
{
    node_view v = walk_node(shape->items, item);
    return link_is_chain(v.type) && !node_shuffles(&v);
}

// Return whether a leaf may keep the form for its parent when nodes are counted: if all ancestors
// that pass the status of their children on still run in that way.
static bool link_keeps_form(const linked *l, uint32_t item, const unsigned char *ops)
{
    unsigned full = link_op_of(l->items[item]), op = link_leaf_op(full), form = full - op;
    bool is_question = op == LINK_CONDITION || op == LINK_PREDICATE;
    bool is_run = op == LINK_GUARDED || op == LINK_ACTION;
    uint32_t above = l->plan->parents[item];
    for (; above != SHAPE_NONE && ops[above] == link_op_of(l->items[above]) &&
           (ops[above] == LINK_ASKS_THEN || ops[above] == LINK_ASKS_REACTIVE_THEN);)
        above = l->plan->parents[above];
    return above != SHAPE_NONE && link_parent_of(ops[above]) == form &&
           ((is_question && (form == LINK_IN_SEQUENCE || form == LINK_IN_SELECTOR)) ||
            (is_run && form == LINK_IN_PRIORITY));
}

// Return the op of a node that is counted, whose ancestors have theirs.
static unsigned link_counted_op(const linked *l, uint32_t item, const unsigned char *ops)
{
    const gestalt_shape *shape = l->plan->shape;
    unsigned full = link_op_of(l->items[item]), op = link_leaf_op(full);
    if (op == LINK_ASKS_THEN && !cohort_is_lone(&l->layout))
        op = LINK_ASKS; // each decider opens its own guard
    bool asks = op == LINK_GUARDED || op == LINK_GUARDED_REACTIVE ||
                (op >= LINK_ASKS && op <= LINK_ASKS_REACTIVE_THEN);
    bool is_fused = (op >= LINK_NOT && op <= LINK_PASS) || op >= LINK_STEPS;
    bool stays = asks              ? link_is_counted_question(link_op_of(l->items[item + 1]))
                 : op == LINK_PASS ? link_is_derived(shape, item)
                                   : !is_fused;
    return !stays ? item_type_of(shape->items[item]) : link_keeps_form(l, item, ops) ? full : op;
}

void linked_counted_ops(const linked *l, unsigned char *ops, uint32_t *above)
{
    const gestalt_shape *shape = l->plan->shape;
    for (uint32_t i = 0; i < shape->specification->node_count; i++) {
        uint32_t at = shape->nodes[i], parent = l->plan->parents[at];
        bool skips = parent != SHAPE_NONE && link_is_derived(shape, parent);
        above[at] = skips ? above[parent] : parent;
        ops[at] = (unsigned char)link_counted_op(l, at, ops);
    }
}
