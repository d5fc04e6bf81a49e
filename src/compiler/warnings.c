// SPDX-License-Identifier: MIT
#include "warnings.h"

#include "analyse.h"
#include "nearest.h"
#include "scalar.h"
#include "scalar_op.h"
#include "walk.h"

#include <string.h>

// ---- results of nodes

enum { FINISHED = ITEM_CAN_SUCCEED | ITEM_CAN_FAIL };

typedef struct warner {
    compiler *c;
    const gestalt_shape *shape;
    const uint64_t *items;
    unsigned char *at_once; // by node id: results possible in the tick in which the node starts
                            // fresh, CAN_SUCCEED and CAN_FAIL
    uint32_t *ids;          // node id by item
    unsigned char *bools;   // a stack for the possible values of expressions
} warner;

static unsigned warning_answers(const warner *w, uint32_t item)
{
    return item_flags(w->items[item]) & (FINISHED | ITEM_CAN_RUN);
}

static unsigned child_at_once(const warner *w, uint32_t item)
{
    return w->at_once[w->ids[item]];
}

// A child of several may keep running; that it does not finish at once keeps none of the others
// from finishing.
static unsigned node_at_once(const warner *w, const node_view *v, uint32_t item)
{
    gathered_answers children = gathered_start();
    unsigned later = node_table[v->type].children > RUNS_ONE ? ITEM_CAN_RUN : 0u;
    bool lasts = !node_has(v->type, 'D') || w->items[v->raw] != 0;
    if (node_is(v->type, NODE_IS_LATER) && lasts)
        return 0;
    if (node_is(v->type, NODE_IS_KEEPING))
        return warning_answers(w, item) & FINISHED;
    for (uint32_t child = v->first_child; child < v->end; child = item_end(w->items[child]))
        gathered_add(&children, w->items, v, child_at_once(w, child) | later);
    return shape_answers(w->items, v, &children) & FINISHED;
}

// Children have greater ids than their parents, so iterating backwards visits them first.
static void find_at_once(warner *w)
{
    for (uint32_t id = w->shape->specification->node_count; id-- > 0;) {
        uint32_t item = w->shape->nodes[id];
        node_view v = walk_node(w->items, item);
        w->at_once[id] = (unsigned char)node_at_once(w, &v, item);
    }
}

// ---- checks of one node

static const tree_node *origin(const warner *w, uint32_t item)
{
    return w->c->origins[w->ids[item]];
}

static void warning_find(const warner *w, uint32_t item, tree_oddity oddity,
                         const tree_node *because)
{
    tree_tally *tally = origin(w, item)->tally;
    tally->hits[oddity]++;
    tally->because[oddity] = because;
}

static bool is_written(const tree_node *node, attribute_kind kind)
{
    return json_kind_of(tree_attribute(node, kind)) != JSON_NONE;
}

static void warn_about_loop(const warner *w, const node_view *v, uint32_t item)
{
    uint64_t rounds = w->items[v->raw];
    unsigned goes_on = node_table[v->type].goes_on & ~rounds_until(rounds);
    bool bounded = rounds_limit(rounds) != 0 || v->list || v->pause ||
                   is_written(origin(w, item), ATTRIBUTE_PER_TICK);
    if (!bounded && child_at_once(w, v->first_child) & goes_on)
        warning_find(w, item, ODDITY_SPINS, NULL);
}

// Warn about a decorator that does not change its child's result.
static void warn_about_effect(const warner *w, const node_view *v, uint32_t item)
{
    gathered_answers child = {.any = warning_answers(w, v->first_child)};
    unsigned changes = shape_changes(w->items, v, &child);
    if (changes != (FINISHED | ITEM_CAN_RUN) && !(child.any & changes))
        warning_find(w, item, ODDITY_NO_EFFECT, NULL);
}

// Warn about children after one that never returns the result needed to continue.
static void warn_about_chain(const warner *w, const node_view *v)
{
    unsigned on = node_table[v->type].goes_on;
    if (node_shuffles(v))
        return;
    for (uint32_t child = v->first_child; child < v->end; child = item_end(w->items[child])) {
        uint32_t next = item_end(w->items[child]);
        if (!(warning_answers(w, child) & on) && next < v->end) {
            warning_find(w, next, ODDITY_NEVER_RUNS, origin(w, child));
            return;
        }
    }
}

// Return whether a node always takes time when it starts: `wait` and `delay`.
static bool takes_time(const warner *w, uint32_t item)
{
    item_type type = item_type_of(w->items[item]);
    return node_is(type, NODE_IS_LATER) && node_has(type, 'D') && !child_at_once(w, item) &&
           warning_answers(w, item) & ITEM_CAN_SUCCEED;
}

// Warn about an early child that takes time in a node that starts at its first child in every tick:
// it abandons the children after it whenever it starts again.
static void warn_about_restarts(const warner *w, const node_view *v)
{
    uint32_t slow = 0; // the first early child that takes time
    if (node_table[v->type].children != RUNS_FROM_FIRST ||
        !(node_table[v->type].goes_on & ITEM_CAN_SUCCEED))
        return;
    for (uint32_t child = v->first_child; child < v->end; child = item_end(w->items[child])) {
        if (slow && warning_answers(w, child) & ITEM_CAN_RUN) {
            warning_find(w, slow, ODDITY_RESTARTS, origin(w, child));
            return;
        }
        if (!slow && takes_time(w, child))
            slow = child;
    }
}

static void warn_about_weights(const warner *w, const node_view *v)
{
    uint32_t weight = v->expression;
    for (uint32_t child = v->first_child; child < v->end; child = item_end(w->items[child])) {
        if (!(item_flags(w->items[weight++]) & ITEM_POSITIVE))
            warning_find(w, child, ODDITY_NEVER_RUNS, NULL);
    }
}

static void warn_about_thresholds(const warner *w, const node_view *v, uint32_t item)
{
    uint32_t can_succeed = 0, can_fail = 0;
    for (uint32_t child = v->first_child; child < v->end; child = item_end(w->items[child])) {
        can_succeed += (warning_answers(w, child) & ITEM_CAN_SUCCEED) != 0;
        can_fail += (warning_answers(w, child) & ITEM_CAN_FAIL) != 0;
    }
    uint32_t success = thresholds_success(w->items[v->raw]),
             failure = thresholds_failure(w->items[v->raw]);
    bool failure_is_written = json_kind_of(tree_threshold(origin(w, item), 1)) != JSON_NONE;
    if (success > can_succeed || (failure > can_fail && failure_is_written))
        warning_find(w, item, ODDITY_UNREACHABLE, NULL);
}

// The possible values of a bool, as bits: 1 << false, 1 << true.
enum { CAN_BE_FALSE = 1, CAN_BE_TRUE = 2, CAN_BE_BOTH = 3, BOOL_OPERANDS_MAX = 3 };

// Return the possible results of an operation on bools, given those of its operands.
static unsigned char bools_possible(item_type op, const unsigned char *operands, uint32_t count)
{
    unsigned char possible = 0;
    for (uint32_t each = 0; each < 1u << count; each++) {
        uint32_t values[BOOL_OPERANDS_MAX], result = 0;
        bool can_be = true;
        for (uint32_t i = 0; i < count; i++) {
            values[i] = each >> i & 1;
            can_be = can_be && operands[i] >> values[i] & 1;
        }
        if (can_be && scalar_op(op, values, &result))
            possible |= (unsigned char)(1 << result);
    }
    return possible;
}

// Return whether a bool expression always has the same value, whatever its keys are, as `true || x`
// does.
static bool is_settled(const warner *w, uint32_t first)
{
    unsigned char *stack = w->bools;
    uint32_t depth = 0, at = first;
    for (bool last = false; !last; at++) {
        uint64_t item = w->items[at];
        item_type type = item_type_of(item);
        if (!item_is_op(type) || type == OP_CALL)
            return false;
        const op_info *op = op_info_of(type);
        uint32_t count = 0;
        for (const char *operand = op->operands; *operand; operand++)
            count += *operand == 'b';
        depth -= count;
        bool is_pure = count > 0 && count == strlen(op->operands);
        if (op->result == 'b')
            stack[depth] = type == OP_CONST_BOOL
                               ? (unsigned char)(item_argument(item) ? CAN_BE_TRUE : CAN_BE_FALSE)
                           : is_pure ? bools_possible(type, stack + depth, count)
                                     : CAN_BE_BOTH;
        depth += op->result == 'b';
        last = item_flags(item) & ITEM_LAST;
    }
    return depth == 1 && stack[0] != CAN_BE_BOTH;
}

static void warn_about_question(const warner *w, const node_view *v, uint32_t item)
{
    uint64_t first = w->items[v->expression];
    bool is_value = item_type_of(first) == OP_CONST_INT && (item_flags(first) & ITEM_LAST);
    bool is_constant = node_has(v->type, 'C') ? is_value : is_settled(w, v->expression);
    if (is_constant && !origin(w, item)->tally->is_configured)
        warning_find(w, item, ODDITY_CONSTANT, NULL);
}

static void warn_about_probability(const warner *w, const node_view *v)
{
    if (scalar_float_of_bits(v->argument) <= 0)
        warning_find(w, v->first_child, ODDITY_NEVER_RUNS, NULL);
}

static void warn_about_node(const warner *w, uint32_t item)
{
    node_view v = walk_node(w->items, item);
    for (const char *letter = node_table[v.type].operands; *letter; letter++) {
        switch (*letter) {
        case 'E': warn_about_question(w, &v, item); break;
        case 'R': warn_about_loop(w, &v, item); break;
        case 'H': warn_about_thresholds(w, &v, item); break;
        case 'W': warn_about_weights(w, &v); break;
        case 'f': warn_about_probability(w, &v); break;
        default: break;
        }
    }
    if (node_table[v.type].children > RUNS_ONE)
        warn_about_chain(w, &v);
    warn_about_restarts(w, &v);
    if (v.first_child < v.end)
        warn_about_effect(w, &v, item);
}

static void report_oddity(compiler *c, const tree_node *node, tree_oddity oddity)
{
    static const struct {
        diagnostic_code code;
        const char *what; // rest of the message "this `TYPE` ..."
        const char *help;
    } texts[] = {
        [ODDITY_SPINS] = {DIAGNOSTIC_LOOP_UNBOUNDED,
                          "can spin: its child can finish in the tick in which it starts",
                          "give the loop a `per_tick` or a `pause`, or the child a `wait`"},
        [ODDITY_NEVER_RUNS] = {DIAGNOSTIC_NEVER_RUNS, "never runs", NULL},
        [ODDITY_CONSTANT] = {DIAGNOSTIC_CONDITION_CONSTANT, "always has the same result", NULL},
        [ODDITY_UNREACHABLE] = {DIAGNOSTIC_THRESHOLD_UNREACHABLE,
                                "has a threshold that its children can't reach", NULL},
        [ODDITY_NO_EFFECT] = {DIAGNOSTIC_NO_EFFECT,
                              "has no effect: its child never returns a status that it changes",
                              NULL},
        [ODDITY_RESTARTS] = {DIAGNOSTIC_RESTARTS,
                             "starts again in the tick after it has succeeded, and abandons the "
                             "children after it",
                             "put it into a `once`, or use a `sequence`"},
    };
    const tree_node *because = node->tally->because[oddity];
    json_value question = tree_attribute(
        node, node_has(node->type, 'C') ? ATTRIBUTE_CHOICE_EXPRESSION : ATTRIBUTE_BOOL_EXPRESSION);
    bool at_question = oddity == ODDITY_CONSTANT && json_kind_of(question) != JSON_NONE;
    span place = at_question ? span_of(node->document, question) : span_of_node(node);
    diagnostic *report = diagnostics_add(c->diagnostics, texts[oddity].code, place, "this `%s` %s",
                                         node_table[node->type].name, texts[oddity].what);
    if (texts[oddity].help)
        diagnostics_help(c->diagnostics, report, "%s", texts[oddity].help);
    if (because)
        diagnostics_note(c->diagnostics, report, span_of_node(because), "%s",
                         oddity == ODDITY_RESTARTS ? "this child is abandoned"
                                                   : "this earlier child always decides");
}

static void warn_about_nodes(warner *w)
{
    uint32_t count = w->shape->specification->node_count;
    for (uint32_t id = 0; id < count; id++)
        w->c->origins[id]->tally->copies++;
    for (uint32_t id = 0; id < count; id++)
        warn_about_node(w, w->shape->nodes[id]);
    for (uint32_t id = 0; id < count; id++) {
        const tree_node *node = w->c->origins[id];
        for (int oddity = 0; oddity < ODDITY_COUNT; oddity++) {
            if (node->tally->hits[oddity] == node->tally->copies)
                report_oddity(w->c, node, (tree_oddity)oddity);
            node->tally->hits[oddity] = 0;
        }
    }
}

// ---- unused declarations

static void report_unused_key(compiler *c, const schema_key *key)
{
    diagnostic *report =
        diagnostics_add(c->diagnostics, DIAGNOSTIC_KEY_UNUSED, span_of(key->document, key->key),
                        "the key `%s` is never read and never written", key->name);
    diagnostics_help(c->diagnostics, report,
                     "if the host uses the key, declare it with \"host\": true");
}

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
        if (letter == 'c' || letter == 's')
            used[argument] = true;
        else if (letter == 'l')
            used[list_column(argument)] = true;
    }
}

// Mark the list of a node, and the keys that it assigns or copies.
static void mark_list(uint64_t operand, bool *used)
{
    uint32_t key = list_operand_key(operand), index = list_operand_index(operand);
    used[list_column(list_operand_place(operand))] = true;
    if (key != LIST_NO_KEY)
        used[key] = true;
    if (index != LIST_NO_KEY)
        used[index] = true;
}

static void mark_node(const warner *w, uint32_t item, bool *used)
{
    node_view v = walk_node(w->items, item);
    uint32_t first = v.at ? v.at : v.expression;
    if (node_has(v.type, 'k'))
        used[v.argument] = true;
    if (v.list)
        mark_list(w->items[v.list], used);
    if (first)
        mark_columns(w, first, v.first_child, used);
}

static void warn_about_keys(warner *w)
{
    compiler *c = w->c;
    const gestalt_specification *spec = w->shape->specification;
    uint32_t columns = spec->number_columns + spec->bool_columns + spec->shared_number_columns +
                       spec->shared_bool_columns;
    bool *used = ARENA_ARRAY(&c->memory, bool, columns + 1);
    for (uint32_t id = 0; id < spec->node_count; id++)
        mark_node(w, w->shape->nodes[id], used);
    mark_columns(w, spec->tree_end, spec->item_count, used);
    for (uint32_t i = 0; i < c->keys.count; i++) {
        const schema_key *key = &c->keys.list[i];
        bool is_used = false;
        uint32_t columns_named = key->capacity ? 1 : key_width(key->type); // only a list's count
        for (uint32_t k = 0; k < columns_named; k++)
            is_used = is_used || used[key->column + k];
        if (key->of)
            key->of->used = key->of->used || is_used;
        else if (!is_used && !key->is_host && !key->document->is_library)
            report_unused_key(c, key);
    }
}

static void warn_about_params(compiler *c, const tree *t)
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

static void warn_about_own_keys(compiler *c, const tree *t)
{
    for (uint32_t i = 0; i < t->own_count; i++) {
        const schema_key *key = &t->own[i];
        if (!key->used && !key->is_host && t->used)
            report_unused_key(c, key);
        if (key->hides)
            diagnostics_add(c->diagnostics, DIAGNOSTIC_PARAM_HIDES_KEY,
                            span_of(t->document, key->key),
                            "the own key `%s` hides the blackboard key of that name", key->name);
    }
}

// Warn about a name that is not declared, in documents that declare their actions, if it is close
// to a declared name.
static void warn_about_host(compiler *c, const host *h)
{
    nearest best;
    nearest_start(&best, h->name, strlen(h->name), &c->suggestions);
    for (uint32_t i = 0; i < c->hosts.count; i++) {
        const host *other = &c->hosts.list[i];
        if (other->declared)
            nearest_offer(&best, other->name, strlen(other->name));
    }
    if (!best.name)
        return;
    diagnostic *report = diagnostics_add(c->diagnostics, DIAGNOSTIC_ACTION_UNDECLARED,
                                         span_of(h->document, h->place),
                                         "`%s` is not declared in `actions`", h->name);
    diagnostics_help(c->diagnostics, report, "did you mean `%s`?", best.name);
}

static void warn_about_declarations(compiler *c)
{
    c->documents.first->main.used = true;
    for (const document *d = c->documents.first; d; d = d->next) {
        warn_about_params(c, &d->main);
        warn_about_own_keys(c, &d->main);
        for (uint32_t i = 0; i < d->tree_count; i++) {
            const tree *t = &d->trees[i];
            warn_about_own_keys(c, t);
            if (!t->used && !d->is_library)
                diagnostics_add(c->diagnostics, DIAGNOSTIC_TREE_UNUSED, span_of(d, t->key),
                                "no `subtree` copies the tree `%s`", t->name);
            warn_about_params(c, t);
        }
    }
    for (uint32_t i = 0; i < c->hosts.count; i++) {
        const host *h = &c->hosts.list[i];
        if (h->declared && !h->used && !h->document->is_library)
            diagnostics_add(c->diagnostics, DIAGNOSTIC_ACTION_UNUSED,
                            span_of(h->document, h->place), "the action `%s` is never used",
                            h->name);
        if (!h->declared && h->used)
            warn_about_host(c, h);
    }
}

void warnings_find(compiler *c, const gestalt_shape *shape)
{
    uint32_t count = shape->specification->node_count;
    warner w = {.c = c,
                .shape = shape,
                .items = shape->items,
                .at_once = ARENA_ARRAY(&c->memory, unsigned char, count),
                .ids = ARENA_ARRAY(&c->memory, uint32_t, shape->specification->item_count),
                .bools =
                    ARENA_ARRAY(&c->memory, unsigned char, shape->specification->bool_depth + 1)};
    for (uint32_t id = 0; id < count; id++)
        w.ids[shape->nodes[id]] = id;
    find_at_once(&w);
    warn_about_nodes(&w);
    warn_about_keys(&w);
    warn_about_declarations(c);
}
