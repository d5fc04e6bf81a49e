// SPDX-License-Identifier: MIT
#include "warnings.h"

#include "scalar.h"
#include "walk.h"

// ---- answers

enum { FINISHED = ITEM_CAN_SUCCEED | ITEM_CAN_FAIL };

typedef struct warner {
    compiler *c;
    const gestalt_shape *shape;
    const uint64_t *items;
    unsigned char *at_once; // by node id: what it can answer in the tick of its fresh start,
                            // CAN_SUCCEED and CAN_FAIL
    uint32_t *ids;          // node id by item
} warner;

static unsigned answers(const warner *w, uint32_t item)
{
    return item_flags(w->items[item]) & (FINISHED | ITEM_CAN_RUN);
}

static unsigned swapped(unsigned answer)
{
    return (answer & ITEM_CAN_SUCCEED ? ITEM_CAN_FAIL : 0u) |
           (answer & ITEM_CAN_FAIL ? ITEM_CAN_SUCCEED : 0u);
}

static unsigned child_at_once(const warner *w, uint32_t item)
{
    return w->at_once[w->ids[item]];
}

// A node that goes on to the next child after the answer `on`, and ends with another one.
static unsigned chain_at_once(const warner *w, const node_view *v, unsigned on)
{
    unsigned result = 0;
    for (uint32_t child = v->first_child; child < v->end; child = item_end(w->items[child])) {
        result |= child_at_once(w, child) & FINISHED & ~on;
        if (!(child_at_once(w, child) & on))
            return result;
    }
    return result | on;
}

static unsigned union_at_once(const warner *w, const node_view *v)
{
    unsigned result = 0;
    for (uint32_t child = v->first_child; child < v->end; child = item_end(w->items[child]))
        result |= child_at_once(w, child);
    return result;
}

static unsigned all_at_once(const warner *w, const node_view *v)
{
    unsigned some = union_at_once(w, v), all = ITEM_CAN_SUCCEED;
    for (uint32_t child = v->first_child; child < v->end; child = item_end(w->items[child]))
        all &= child_at_once(w, child);
    return (some & ITEM_CAN_FAIL) | all;
}

static unsigned loop_at_once(const warner *w, const node_view *v, unsigned child)
{
    bool bounded = (uint32_t)w->items[v->raw] != 0;
    if (v->type == NODE_REPEAT)
        return bounded ? child : 0;
    if (v->type == NODE_RETRY)
        return bounded ? child : child & ITEM_CAN_SUCCEED;
    return child & ITEM_CAN_FAIL ? child : 0; // while
}

static unsigned leaf_at_once(const warner *w, const node_view *v, uint32_t item)
{
    switch (v->type) {
    case NODE_ACTION: // the host is trusted to take its time
    case NODE_DEFERRED: return 0;
    case NODE_WAIT: return w->items[v->raw] == 0 ? ITEM_CAN_SUCCEED : 0;
    default: return answers(w, item) & FINISHED;
    }
}

static unsigned decorator_at_once(const warner *w, const node_view *v, uint32_t item)
{
    unsigned child = child_at_once(w, v->first_child);
    switch (v->type) {
    case NODE_INVERT: return swapped(child);
    case NODE_FORCE_SUCCESS: return child ? ITEM_CAN_SUCCEED : 0;
    case NODE_FORCE_FAILURE: return child ? ITEM_CAN_FAIL : 0;
    case NODE_DELAY: return w->items[v->raw] == 0 ? child : 0;
    case NODE_REPEAT:
    case NODE_WHILE:
    case NODE_RETRY: return loop_at_once(w, v, child);
    case NODE_COOLDOWN: return child | ITEM_CAN_FAIL;
    case NODE_ONCE: return answers(w, item) & FINISHED;
    case NODE_CHANCE: return child | (answers(w, item) & ITEM_CAN_FAIL);
    default: return child;
    }
}

static unsigned decider_at_once(const warner *w, const node_view *v)
{
    switch (v->type) {
    case NODE_SEQUENCE:
    case NODE_REACTIVE_SEQUENCE: return chain_at_once(w, v, ITEM_CAN_SUCCEED);
    case NODE_SELECTOR:
    case NODE_PRIORITY: return chain_at_once(w, v, ITEM_CAN_FAIL);
    case NODE_CONCURRENT: return all_at_once(w, v);
    default: return union_at_once(w, v);
    }
}

// Children have greater ids than their parents, so going backwards meets them first.
static void find_at_once(warner *w)
{
    for (uint32_t id = w->shape->specification->node_count; id-- > 0;) {
        uint32_t item = w->shape->nodes[id];
        node_view v = walk_node(w->items, item);
        node_group group = node_table[v.type].group;
        unsigned result = group == GROUP_LEAF        ? leaf_at_once(w, &v, item)
                          : group == GROUP_DECORATOR ? decorator_at_once(w, &v, item)
                                                     : decider_at_once(w, &v);
        w->at_once[id] = (unsigned char)result;
    }
}

// ---- what is odd about one node

static const tree_node *origin(const warner *w, uint32_t item)
{
    return w->c->origins[w->ids[item]];
}

static void find(const warner *w, uint32_t item, tree_oddity oddity, const tree_node *because)
{
    tree_tally *tally = origin(w, item)->tally;
    tally->hits[oddity]++;
    tally->because[oddity] = because;
}

static bool is_written(const tree_node *node, attribute_kind kind)
{
    return json_kind_of(tree_attribute(node, kind)) != JSON_NONE;
}

static void look_at_loop(const warner *w, const node_view *v, uint32_t item)
{
    unsigned goes_on = v->type == NODE_WHILE   ? ITEM_CAN_SUCCEED
                       : v->type == NODE_RETRY ? ITEM_CAN_FAIL
                                               : FINISHED;
    bool bounded =
        (uint32_t)w->items[v->raw] != 0 || is_written(origin(w, item), ATTRIBUTE_PER_TICK);
    if (!bounded && child_at_once(w, v->first_child) & goes_on)
        find(w, item, ODDITY_SPINS, NULL);
}

// A decorator that changes nothing about its child's answers.
static void look_at_effect(const warner *w, const node_view *v, uint32_t item)
{
    unsigned child = answers(w, v->first_child);
    unsigned needed = 0; // without any of these answers, the node does nothing
    switch (v->type) {
    case NODE_INVERT: needed = FINISHED; break;
    case NODE_FORCE_SUCCESS: needed = ITEM_CAN_FAIL; break;
    case NODE_FORCE_FAILURE: needed = ITEM_CAN_SUCCEED; break;
    case NODE_TIMEOUT: needed = ITEM_CAN_RUN; break;
    case NODE_WHILE: needed = ITEM_CAN_SUCCEED; break;
    case NODE_RETRY: needed = ITEM_CAN_FAIL; break;
    case NODE_REPEAT: needed = FINISHED; break;
    case NODE_CHANCE:
        if (scalar_float_of_bits(v->argument) < 1.0f)
            return;
        break;
    default: return;
    }
    if (!(child & needed))
        find(w, item, ODDITY_NO_EFFECT, NULL);
}

// Children behind one that never gives the answer that leads on.
static void look_at_chain(const warner *w, const node_view *v, unsigned on)
{
    if (v->flags & ITEM_VARIANT)
        return; // random order
    for (uint32_t child = v->first_child; child < v->end; child = item_end(w->items[child])) {
        uint32_t next = item_end(w->items[child]);
        if (!(answers(w, child) & on) && next < v->end) {
            find(w, next, ODDITY_NEVER_RUNS, origin(w, child));
            return;
        }
    }
}

static void look_at_weights(const warner *w, const node_view *v)
{
    uint32_t weight = v->expression;
    for (uint32_t child = v->first_child; child < v->end; child = item_end(w->items[child])) {
        if (!(item_flags(w->items[weight++]) & ITEM_POSITIVE))
            find(w, child, ODDITY_NEVER_RUNS, NULL);
    }
}

static void look_at_thresholds(const warner *w, const node_view *v, uint32_t item)
{
    uint32_t can_succeed = 0, can_fail = 0;
    for (uint32_t child = v->first_child; child < v->end; child = item_end(w->items[child])) {
        can_succeed += (answers(w, child) & ITEM_CAN_SUCCEED) != 0;
        can_fail += (answers(w, child) & ITEM_CAN_FAIL) != 0;
    }
    uint32_t success = (uint32_t)w->items[v->raw], failure = (uint32_t)(w->items[v->raw] >> 32);
    bool failure_is_written = json_kind_of(origin(w, item)->attributes[1]) != JSON_NONE;
    if (success > can_succeed || (failure > can_fail && failure_is_written))
        find(w, item, ODDITY_UNREACHABLE, NULL);
}

static void look_at_question(const warner *w, const node_view *v, uint32_t item)
{
    uint64_t first = w->items[v->expression];
    bool is_constant = item_type_of(first) == OP_CONST_BOOL;
    if (is_constant && !origin(w, item)->tally->is_configured)
        find(w, item, ODDITY_CONSTANT, NULL);
}

static void look_at_node(const warner *w, uint32_t item)
{
    node_view v = walk_node(w->items, item);
    switch (v.type) {
    case NODE_CONDITION:
    case NODE_DECIDE: look_at_question(w, &v, item); break;
    case NODE_REPEAT:
    case NODE_WHILE:
    case NODE_RETRY: look_at_loop(w, &v, item); break;
    case NODE_SEQUENCE:
    case NODE_REACTIVE_SEQUENCE: look_at_chain(w, &v, ITEM_CAN_SUCCEED); break;
    case NODE_SELECTOR:
    case NODE_PRIORITY: look_at_chain(w, &v, ITEM_CAN_FAIL); break;
    case NODE_CONCURRENT: look_at_chain(w, &v, ITEM_CAN_SUCCEED | ITEM_CAN_RUN); break;
    case NODE_RACE: look_at_chain(w, &v, ITEM_CAN_RUN); break;
    case NODE_PARALLEL: look_at_thresholds(w, &v, item); break;
    case NODE_WEIGHTED: look_at_weights(w, &v); break;
    case NODE_CHANCE:
        if (scalar_float_of_bits(v.argument) <= 0)
            find(w, v.first_child, ODDITY_NEVER_RUNS, NULL);
        break;
    default: break;
    }
    look_at_effect(w, &v, item);
}

static void report_oddity(compiler *c, const tree_node *node, tree_oddity oddity)
{
    static const struct {
        diagnostic_code code;
        const char *what; // "this `TYPE` ..."
        const char *help;
    } texts[] = {
        [ODDITY_SPINS] = {DIAGNOSTIC_LOOP_UNBOUNDED,
                          "can spin: its child can finish in the tick in which it starts",
                          "give the loop a `per_tick`, or the child a `wait`"},
        [ODDITY_NEVER_RUNS] = {DIAGNOSTIC_NEVER_RUNS, "never runs", NULL},
        [ODDITY_CONSTANT] = {DIAGNOSTIC_CONDITION_CONSTANT, "asks what never changes", NULL},
        [ODDITY_UNREACHABLE] = {DIAGNOSTIC_THRESHOLD_UNREACHABLE,
                                "has a threshold that its children can't reach", NULL},
        [ODDITY_NO_EFFECT] = {DIAGNOSTIC_NO_EFFECT,
                              "has no effect: its child never gives an answer that it changes",
                              NULL},
    };
    const tree_node *because = node->tally->because[oddity];
    json_value question = tree_attribute(node, ATTRIBUTE_BOOL_EXPRESSION);
    bool at_question = oddity == ODDITY_CONSTANT && json_kind_of(question) != JSON_NONE;
    span place = at_question ? span_of(node->document, question) : span_of_node(node);
    diagnostic *report = diagnostics_add(c->diagnostics, texts[oddity].code, place, "this `%s` %s",
                                         node_table[node->type].name, texts[oddity].what);
    if (texts[oddity].help)
        diagnostics_help(c->diagnostics, report, "%s", texts[oddity].help);
    if (because)
        diagnostics_note(c->diagnostics, report, span_of_node(because),
                         "this one always decides before it");
}

static void look_at_nodes(warner *w)
{
    uint32_t count = w->shape->specification->node_count;
    for (uint32_t id = 0; id < count; id++)
        w->c->origins[id]->tally->copies++;
    for (uint32_t id = 0; id < count; id++)
        look_at_node(w, w->shape->nodes[id]);
    for (uint32_t id = 0; id < count; id++) {
        const tree_node *node = w->c->origins[id];
        for (int oddity = 0; oddity < ODDITY_COUNT; oddity++) {
            if (node->tally->hits[oddity] == node->tally->copies)
                report_oddity(w->c, node, (tree_oddity)oddity);
            node->tally->hits[oddity] = 0;
        }
    }
}

// ---- declarations that nothing uses

static void mark_columns(const warner *w, uint32_t begin, uint32_t end, bool *used)
{
    for (uint32_t i = begin; i < end; i++) {
        item_type type = item_type_of(w->items[i]);
        uint32_t argument = item_argument(w->items[i]);
        bool is_value = item_end(w->items[i]) > i + 1; // an argument with an expression
        if (type == ITEM_ARGUMENT && !is_value)
            used[argument & 0xffffff] = true;
        if (!item_is_op(type))
            continue;
        char letter = op_info_of(type)->argument;
        if (letter == 'c' || letter == 's' || letter == 'v')
            used[argument] = true;
        if (letter == 'V')
            used[argument & 0xffff] = used[argument >> 16] = true;
    }
}

static void look_at_keys(warner *w)
{
    compiler *c = w->c;
    const gestalt_specification *spec = w->shape->specification;
    uint32_t columns = spec->number_columns + spec->bool_columns + spec->shared_number_columns +
                       spec->shared_bool_columns;
    bool *used = ARENA_ARRAY(&c->memory, bool, columns + 1);
    for (uint32_t id = 0; id < spec->node_count; id++) {
        node_view v = walk_node(w->items, w->shape->nodes[id]);
        if (v.type == NODE_SET)
            used[v.argument] = true;
        if (v.expression)
            mark_columns(w, v.expression, v.first_child, used);
    }
    mark_columns(w, spec->tree_end, spec->item_count, used);
    for (uint32_t i = 0; i < c->key_count; i++) {
        const schema_key *key = &c->keys[i];
        bool is_used = used[key->column] || (key->type == KEY_VEC2 && used[key->column + 1]);
        if (!is_used)
            diagnostics_add(c->diagnostics, DIAGNOSTIC_KEY_UNUSED, span_of(key->document, key->key),
                            "the key `%s` is never read and never written", key->name);
    }
}

static void look_at_params(compiler *c, const tree *t)
{
    for (uint32_t i = 0; i < t->param_count; i++) {
        const param *p = &t->params[i];
        if (!p->used)
            diagnostics_add(c->diagnostics, DIAGNOSTIC_PARAM_UNUSED, span_of(t->document, p->key),
                            "the param `%s` is never used", p->name);
        if (p->hides)
            diagnostics_add(c->diagnostics, DIAGNOSTIC_PARAM_HIDES_KEY,
                            span_of(t->document, p->key),
                            "the param `%s` hides the blackboard key of that name", p->name);
    }
}

static void look_at_declarations(compiler *c)
{
    for (const document *d = c->first; d; d = d->next) {
        for (uint32_t i = 0; i < d->tree_count; i++) {
            const tree *t = &d->trees[i];
            if (!t->used)
                diagnostics_add(c->diagnostics, DIAGNOSTIC_TREE_UNUSED, span_of(d, t->key),
                                "no `subtree` copies the tree `%s`", t->name);
            look_at_params(c, t);
        }
    }
    for (uint32_t i = 0; i < c->host_count; i++) {
        const host *h = &c->hosts[i];
        if (h->declared && !h->used)
            diagnostics_add(c->diagnostics, DIAGNOSTIC_ACTION_UNUSED,
                            span_of(h->document, h->place), "the action `%s` is never used",
                            h->name);
    }
}

void warnings_find(compiler *c, const gestalt_shape *shape)
{
    uint32_t count = shape->specification->node_count;
    warner w = {.c = c,
                .shape = shape,
                .items = shape->items,
                .at_once = ARENA_ARRAY(&c->memory, unsigned char, count),
                .ids = ARENA_ARRAY(&c->memory, uint32_t, shape->specification->item_count)};
    for (uint32_t id = 0; id < count; id++)
        w.ids[shape->nodes[id]] = id;
    find_at_once(&w);
    look_at_nodes(&w);
    look_at_keys(&w);
    look_at_declarations(c);
}
