// SPDX-License-Identifier: MIT
// Plans of sleep are made: from the last node to the first, what can be asked; then, from the root
// down, in what agents can sleep, and what they are asked meanwhile.
#include "sleep.h"

#include "carving.h"
#include "nodes.h"
#include "walk.h"

typedef struct sleep_making {
    sleep_plan *s;
    const plan *plan;
    const uint64_t *items;
    uint32_t own; // columns of the agents'
    bool announced;
    // By node id.
    unsigned char *begins;  // run fresh, it first does something that only asks
    unsigned char *hopeful; // while it is live, its agent may sleep
    unsigned char *asked;   // agents that sleep may be asked it
} sleep_making;

static uint32_t making_id(const sleep_making *m, uint32_t item)
{
    return m->plan->node_ids[item];
}

// ---- expressions

// The columns that an operation looks at: one, or those of one vector or two.
typedef struct sleep_columns {
    uint32_t first[2], count, width;
} sleep_columns;

static sleep_columns columns_of_op(uint64_t op)
{
    const op_info *info = op_info_of(item_type_of(op));
    uint32_t argument = item_argument(op), vectors = op_vector_count(info);
    if (info->form == SYNTAX_LOAD)
        return (sleep_columns){{argument}, 1, 1};
    if (vectors == 2)
        return (sleep_columns){{argument & 0xffff, argument >> 16}, 2, op_vector_width(info)};
    return (sleep_columns){{argument}, vectors, op_vector_width(info)};
}

// Tell whether the result can change only when a key is written, by somebody who says so.
static bool making_is_steady(const sleep_making *m, uint64_t op)
{
    sleep_columns c = columns_of_op(op);
    for (uint32_t i = 0; i < c.count; i++)
        if (c.first[i] < m->own && !m->announced)
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

static bool making_can_ask(const sleep_making *m, uint32_t expression)
{
    uint32_t end = walk_expression(m->items, expression);
    for (uint32_t at = expression; at < end; at = walk_op(m->items, at))
        if (!making_is_steady(m, m->items[at]))
            return false;
    return true;
}

// The item behind the expressions that a node asks in every tick: one, or those of all scores.
static uint32_t making_end_of_asked(const sleep_making *m, const node_view *v)
{
    return node_has(v->type, 'U') ? v->first_child : walk_expression(m->items, v->expression);
}

static bool making_can_ask_all(const sleep_making *m, const node_view *v)
{
    uint32_t end = making_end_of_asked(m, v);
    for (uint32_t at = v->expression; at < end; at = walk_expression(m->items, at))
        if (!making_can_ask(m, at))
            return false;
    return true;
}

static void making_note_columns(const sleep_making *m, const node_view *v)
{
    uint32_t end = making_end_of_asked(m, v);
    for (uint32_t at = v->expression; at < end; at = walk_op(m->items, at)) {
        sleep_columns c = columns_of_op(m->items[at]);
        for (uint32_t i = 0; i < c.count; i++)
            for (uint32_t k = 0; k < c.width; k++)
                m->s->asked[c.first[i] + k] = 1;
    }
}

// ---- nodes that are run fresh

// Tell whether a node keeps something by which it may answer without its child.
static bool node_answers_alone(item_type type)
{
    return node_has(type, 't') || node_has(type, 'o') || node_has(type, 'p');
}

static void making_look(const sleep_making *m, uint32_t id)
{
    node_view v = walk_node(m->items, m->plan->shape->nodes[id]);
    bool asks = node_is(v.type, NODE_IS_ASKING) && !node_shuffles(&v) &&
                !(node_has(v.type, 'E') && !making_can_ask(m, v.expression));
    bool has_child = v.first_child < v.end && !node_answers_alone(v.type);
    m->s->asks[id] = asks;
    m->begins[id] =
        asks && (!has_child || node_has(v.type, 'E') || m->begins[making_id(m, v.first_child)]);
}

// ---- nodes that are live

static bool is_asked_again(const node_view *v)
{
    node_children rule = node_table[v->type].children;
    return rule == RUNS_FROM_FIRST || (rule == RUNS_ALL && !node_has(v->type, 'H'));
}

// Tell whether an agent may sleep while such a node is live, as far as that is the node's affair.
static bool making_may_sleep(const sleep_making *m, const node_view *v)
{
    bool reacts = view_reacts(v);
    if (node_is(v->type, NODE_IS_PASSIVE) && !reacts)
        return true;
    return node_is(v->type, NODE_IS_SLEEPING) && (!reacts || making_can_ask_all(m, v));
}

// Agents that sleep may do so until such a clock is due.
static void making_note_clock(const sleep_making *m, bool in_ticks)
{
    m->s->has_ticks = m->s->has_ticks || in_ticks;
    m->s->has_times = m->s->has_times || !in_ticks;
}

// From a node to its children. A child that is live behind another one which does more than ask, in
// every tick, has no hope.
static void making_descend(const sleep_making *m, uint32_t id)
{
    node_view v = walk_node(m->items, m->plan->shape->nodes[id]);
    bool may_sleep = m->hopeful[id] && making_may_sleep(m, &v);
    bool again = is_asked_again(&v), from_first = again && node_table[v.type].children != RUNS_ALL;
    m->hopeful[id] = may_sleep;
    for (uint32_t child = v.first_child; child < v.end; child = item_end(m->items[child])) {
        uint32_t at = making_id(m, child);
        m->hopeful[at] = may_sleep;
        m->asked[at] = m->asked[id] || (may_sleep && again);
        may_sleep = may_sleep && (!from_first || m->begins[at]);
    }
    bool reacts = m->hopeful[id] && view_reacts(&v);
    if ((m->asked[id] && m->s->asks[id] && node_has(v.type, 'E')) || reacts)
        making_note_columns(m, &v);
    if (m->asked[id] && m->s->asks[id] && node_has(v.type, 't'))
        making_note_clock(m, v.flags & ITEM_VARIANT);
}

// ---- entries

static sleep_kind sleep_kind_of(const node_view *v, bool stirs)
{
    node_children rule = node_table[v->type].children;
    return stirs                                   ? SLEEP_STIRS
           : node_has_clock(v->type)               ? SLEEP_CLOCK
           : node_has(v->type, 'p')                ? SLEEP_STATUS
           : rule == RUNS_FROM_FIRST               ? SLEEP_TURN
           : rule == RUNS_ALL && is_asked_again(v) ? SLEEP_BESIDE
                                                   : SLEEP_BRANCH;
}

// Tell whether a live node has something to say: all that rest, but those that wait for a game
// system or for nothing, and those that look at something in every tick.
static bool making_has_entry(const node_view *v, bool rests, bool stirs)
{
    if (stirs || node_has_clock(v->type) || is_asked_again(v) || view_reacts(v))
        return true;
    return rests && node_has(v->type, 'p');
}

static void making_add(const sleep_making *m, uint32_t id)
{
    const plan *p = m->plan;
    uint32_t item = p->shape->nodes[id], slot = p->slots[id];
    node_view v = walk_node(m->items, item);
    bool rests = p->can_be_live[item] && plan_can_rest(p, item);
    bool is_passive = node_is(v.type, NODE_IS_PASSIVE) && !view_reacts(&v);
    bool stirs = !m->hopeful[id] || (rests && !node_is(v.type, NODE_IS_SLEEPING));
    if (slot == PLAN_NO_SLOT || !p->can_be_live[item] || (is_passive && !rests) ||
        !making_has_entry(&v, rests, stirs))
        return;
    uint32_t below = rests ? p->slot_below[slot] : PLAN_NO_SLOT;
    if (node_table[v.type].children == RUNS_BESIDE)
        below = p->slots[making_id(m, v.first_child)];
    sleep_entry e = {.slot = slot,
                     .below = below,
                     .item = item,
                     .argument = v.argument,
                     .kind = (uint8_t)sleep_kind_of(&v, stirs),
                     .in_ticks = node_has_clock(v.type) && (v.flags & ITEM_VARIANT)};
    if (e.kind == SLEEP_STIRS && !rests)
        e.below = PLAN_NO_SLOT;
    if (e.kind == SLEEP_CLOCK)
        making_note_clock(m, e.in_ticks);
    m->s->entries[m->s->entry_count++] = e;
}

static void making_link(const sleep_plan *s, const uint64_t *items)
{
    for (uint32_t i = s->entry_count; i-- > 0;) {
        uint32_t next = i + 1, end = item_end(items[s->entries[i].item]);
        while (next < s->entry_count && s->entries[next].item < end)
            next = s->entries[next].next;
        s->entries[i].next = next;
    }
}

// ---- the whole

static uint32_t sleep_column_count(const gestalt_specification *spec)
{
    return spec->number_columns + spec->bool_columns + spec->shared_number_columns +
           spec->shared_bool_columns;
}

static void making_do(const sleep_making *m)
{
    const gestalt_specification *spec = m->plan->shape->specification;
    for (uint32_t id = spec->node_count; id-- > 0;)
        making_look(m, id);
    m->hopeful[0] = 1;
    for (uint32_t id = 0; id < spec->node_count; id++)
        making_descend(m, id);
    for (uint32_t id = 0; id < spec->node_count; id++)
        making_add(m, id);
    making_link(m->s, m->items);
}

// Tell whether there is a node that agents can sleep in.
static bool making_is_worth_it(const sleep_making *m)
{
    const plan *p = m->plan;
    for (uint32_t i = 0; i < p->rest_count; i++)
        if (m->hopeful[p->rests[i]] &&
            node_is(item_type_of(m->items[p->shape->nodes[p->rests[i]]]), NODE_IS_SLEEPING))
            return true;
    return false;
}

bool sleep_plan_create(const plan *p, bool announced, const gestalt_allocator *allocator,
                       sleep_plan **created)
{
    const gestalt_specification *spec = p->shape->specification;
    sleep_plan *s, parts = {.plan = p};
    sleep_making m = {.plan = p,
                      .items = p->shape->items,
                      .own = spec->number_columns + spec->bool_columns,
                      .announced = announced};
    carving from = {0};
    *created = NULL;
    do {
        CARVE(&from, s, 1);
        CARVE(&from, parts.entries, spec->node_count);
        CARVE(&from, parts.asks, spec->node_count);
        CARVE(&from, parts.asked, sleep_column_count(spec));
        CARVE(&from, m.begins, spec->node_count);
        CARVE(&from, m.hopeful, spec->node_count);
        CARVE(&from, m.asked, spec->node_count);
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
