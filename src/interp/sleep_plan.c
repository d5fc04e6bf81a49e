// SPDX-License-Identifier: MIT
// The plan of sleep. First, from the last node to the first: which nodes always do something when
// they start. Then, from the root down: which nodes do something in every tick while they are live.
// For all other nodes the dry tick decides (sleep.h).
#include "sleep.h"

#include "carving.h"
#include "columns.h"
#include "nodes.h"
#include "search.h"
#include "walk.h"

typedef struct sleep_making {
    sleep_plan *s;
    const plan *plan;
    const uint64_t *items;
    unsigned char *starts; // by node id: whether its start always does something
} sleep_making;

static uint32_t making_id(const sleep_making *m, uint32_t item)
{
    return m->plan->node_ids[item];
}

// ---- expressions

// Columns that are read or written, one after another.
typedef struct sleep_columns {
    uint32_t first, count;
} sleep_columns;

// Return the columns of a key whose first column this is.
static sleep_columns columns_of_key(const plan *p, uint32_t first)
{
    return (sleep_columns){first, columns_width(columns_key(p->shape, first))};
}

static sleep_columns columns_of_op(const plan *p, uint64_t op)
{
    if (!item_is_op(item_type_of(op))) // head of a loop over a list
        return (sleep_columns){0, 0};
    const op_info *info = op_info_of(item_type_of(op));
    if (info->argument == 'l')
        return columns_of_key(p, list_column(item_argument(op)));
    return (sleep_columns){item_argument(op),
                           info->form == SYNTAX_LOAD ? op_width(info->result) : 0};
}

static uint32_t own_columns(const plan *p)
{
    return p->shape->specification->number_columns + p->shape->specification->bool_columns;
}

static bool op_is_steady(const plan *p, bool announced, uint64_t op)
{
    sleep_columns c = columns_of_op(p, op);
    if (c.count > 0 && c.first < own_columns(p) && !announced)
        return false;
    switch ((int)item_type_of(op)) {
    case OP_TIME:
    case OP_DT:
    case OP_TICK:
    case OP_RAND:
    case OP_CALL: return false;
    default: return true;
    }
}

// Return the node that contains an item.
static node_view view_around(const plan *p, uint32_t item)
{
    const gestalt_shape *shape = p->shape;
    uint32_t id, count = shape->specification->node_count;
    SEARCH_FIRST(id, 0, count, shape->nodes[id] > item);
    return walk_node(shape->items, shape->nodes[id - 1]);
}

// Return the columns that the node assigns to, if any.
static sleep_columns columns_assigned(const plan *p, const node_view *v)
{
    if (!node_has(v->type, 'k'))
        return (sleep_columns){0, 0};
    bool is_vector = v->flags & ITEM_VARIANT;
    return (sleep_columns){v->argument,
                           is_vector ? key_width(columns_key(p->shape, v->argument)->type) : 1};
}

bool sleep_is_steady(const plan *p, bool announced, uint32_t begin, uint32_t end)
{
    for (uint32_t at = begin; at < end; at = walk_op(p->shape->items, at))
        if (!op_is_steady(p, announced, p->shape->items[at]))
            return false;
    node_view v = view_around(p, begin);
    return announced || (columns_assigned(p, &v).count == 0 && !v.list);
}

static void asked_note(const sleep_plan *s, sleep_columns c)
{
    for (uint32_t k = 0; k < c.count; k++)
        __atomic_store_n(&s->asked[c.first + k], 1, __ATOMIC_RELAXED);
}

// Note what a loop over a list reads and assigns to.
static void asked_note_loop(const sleep_plan *s, const node_view *v)
{
    const plan *p = s->plan;
    uint64_t operand = p->shape->items[v->list];
    sleep_columns list = columns_of_key(p, list_column(list_operand_place(operand)));
    uint32_t width = key_width(columns_key(p->shape, list.first)->type);
    asked_note(s, list);
    asked_note(s, (sleep_columns){list_operand_key(operand), width});
    if (list_operand_index(operand) != LIST_NO_KEY)
        asked_note(s, (sleep_columns){list_operand_index(operand), 1});
}

void sleep_note_columns(const sleep_plan *s, uint32_t begin, uint32_t end)
{
    const uint64_t *items = s->plan->shape->items;
    node_view v = view_around(s->plan, begin);
    for (uint32_t at = begin; at < end; at = walk_op(items, at))
        asked_note(s, columns_of_op(s->plan, items[at]));
    asked_note(s, columns_assigned(s->plan, &v));
    if (v.list)
        asked_note_loop(s, &v);
}

// ---- nodes

// Return the end of the expressions of a node.
static uint32_t making_asked_end(const sleep_making *m, const node_view *v)
{
    return node_has(v->type, 'U') ? v->first_child : walk_expression(m->items, v->expression);
}

static bool making_is_unsteady(const sleep_making *m, const node_view *v)
{
    bool asks = node_has(v->type, 'E') || node_has(v->type, 'U');
    return asks &&
           !sleep_is_steady(m->plan, m->s->announced, v->expression, making_asked_end(m, v));
}

// Return whether the start of a node starts its first child, and changes nothing else.
static bool starts_first_child(const node_view *v)
{
    node_children rule = node_table[v->type].children;
    bool keeps_nothing = rule != RUNS_ONE || node_has(v->type, '-');
    return v->first_child < v->end && rule != RUNS_BESIDE && keeps_nothing && !node_shuffles(v);
}

static void making_look(const sleep_making *m, uint32_t id)
{
    node_view v = walk_node(m->items, m->plan->shape->nodes[id]);
    bool changes_list = v.list && v.first_child == v.end;
    m->starts[id] = node_has(v.type, 'h') || changes_list || making_is_unsteady(m, &v) ||
                    (starts_first_child(&v) && m->starts[making_id(m, v.first_child)]);
}

// Pass the property on from a node to its children. A child that starts again in every tick, and
// does something then, also keeps the children after it awake.
static void making_descend(const sleep_making *m, uint32_t id)
{
    unsigned char *stirs = m->s->stirs;
    node_view v = walk_node(m->items, m->plan->shape->nodes[id]);
    bool calls = node_has(v.type, 'h') && !node_is(v.type, NODE_IS_LAUNCHING);
    bool from_first = node_table[v.type].children == RUNS_FROM_FIRST;
    stirs[id] = stirs[id] || calls || (view_reacts(&v) && making_is_unsteady(m, &v));
    bool stirring = stirs[id];
    for (uint32_t child = v.first_child; child < v.end; child = item_end(m->items[child])) {
        uint32_t at = making_id(m, child);
        stirs[at] = stirring;
        stirring = stirring || (from_first && m->starts[at]);
    }
    if (v.pause || (node_has(v.type, 'D') && (v.flags & ITEM_VARIANT)))
        m->s->has_ticks = true;
    else if (node_has(v.type, 'D'))
        m->s->has_times = true;
}

// Add the slot of a node that does something in every tick, unless an ancestor is in the list.
static void making_add(const sleep_making *m, uint32_t id)
{
    const plan *p = m->plan;
    uint32_t item = p->shape->nodes[id], slot = p->slots[id], above = p->parents[item];
    bool is_known = above != SHAPE_NONE && m->s->stirs[making_id(m, above)] &&
                    p->slots[making_id(m, above)] != PLAN_NO_SLOT;
    if (m->s->stirs[id] && !is_known && slot != PLAN_NO_SLOT && p->can_be_live[item])
        m->s->stirring[m->s->stirring_count++] = slot;
}

// ---- the whole

static uint32_t sleep_column_count(const gestalt_specification *spec)
{
    return spec->number_columns + spec->bool_columns + spec->shared_number_columns +
           spec->shared_bool_columns;
}

static void making_do(const sleep_making *m)
{
    uint32_t count = m->plan->shape->specification->node_count;
    for (uint32_t id = count; id-- > 0;)
        making_look(m, id);
    for (uint32_t id = 0; id < count; id++)
        making_descend(m, id);
    for (uint32_t id = 0; id < count; id++)
        making_add(m, id);
}

// Return whether agents may sleep in any node. A loop without a pause is no such node: if it runs
// without a live child, it has used up its rounds of this tick, and will run more rounds in the
// next one.
static bool making_is_worth_it(const sleep_making *m)
{
    const plan *p = m->plan;
    for (uint32_t i = 0; i < p->rest_count; i++) {
        node_view v = walk_node(m->items, p->shape->nodes[p->rests[i]]);
        if (!m->s->stirs[p->rests[i]] && (!node_has(v.type, 'R') || v.pause))
            return true;
    }
    return false;
}

bool sleep_plan_create(const plan *p, bool announced, const gestalt_allocator *allocator,
                       sleep_plan **created)
{
    const gestalt_specification *spec = p->shape->specification;
    sleep_plan *s, parts = {.plan = p, .announced = announced};
    sleep_making m = {.plan = p, .items = p->shape->items};
    carving from = {0};
    *created = NULL;
    do {
        CARVE(&from, s, 1);
        CARVE(&from, parts.stirring, spec->node_count);
        CARVE(&from, parts.stirs, spec->node_count);
        CARVE(&from, parts.known, spec->tree_end);
        CARVE(&from, parts.asked, sleep_column_count(spec));
        CARVE(&from, m.starts, spec->node_count);
    } while (carve_again(&from, allocator));
    if (!s)
        return false;
    parts.size = from.size;
    *s = parts;
    m.s = s;
    making_do(&m);
    if (making_is_worth_it(&m))
        *created = s;
    else
        sleep_plan_destroy(s, allocator);
    return true;
}

void sleep_plan_destroy(sleep_plan *s, const gestalt_allocator *allocator)
{
    if (s)
        memory_release(allocator, s, s->size);
}
