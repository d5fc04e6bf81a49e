// SPDX-License-Identifier: MIT
// The nodes of BehaviorTree.CPP: a table with a row for each, and what becomes of it.
//
// The comments show the construction. In these, S and F are success and failure, `t` is a key with
// the tick in which a child has started, and small letters are children.
#include "btcpp.h"
#include "btcpp_entry.h"
#include "btcpp_loop.h"
#include "btcpp_nav2.h"

#include "number.h"

// ---- ports

const source_attribute *btcpp_port_in(const source_node *n, const char *port)
{
    const source_attribute *one = source_find(n, port);
    return one && btcpp_is_port(n, one) ? one : NULL;
}

btcpp_value btcpp_number(btcpp_making *t, const source_node *n, const char *port, long long preset)
{
    import_state *m = t->k.m;
    const source_attribute *one = btcpp_port_in(n, port);
    int64_t number = preset;
    if (!one)
        return (btcpp_value){.is_missing = true, .number = preset, .place = n->place};
    const char *pointer = btcpp_pointer(m, one->value);
    if (pointer) {
        import_key *key = scope_key(m, &t->variant->scope, pointer);
        return (btcpp_value){.is_key = true, .expression = key->spelling, .place = one->place};
    }
    if (!number_int64(one->value, strlen(one->value), &number))
        import_refuse(m, one->inside, DIAGNOSTIC_IMPORT_PORT, "`%s` must be a whole number", port);
    return (btcpp_value){.expression = one->value, .number = number, .place = one->place};
}

bool btcpp_flag(btcpp_making *t, const source_node *n, const char *port, bool preset)
{
    const source_attribute *one = btcpp_port_in(n, port);
    if (!one)
        return preset;
    bool is_true = strcmp(one->value, "true") == 0 || strcmp(one->value, "1") == 0;
    if (!is_true && strcmp(one->value, "false") != 0 && strcmp(one->value, "0") != 0)
        import_refuse(t->k.m, one->inside, DIAGNOSTIC_IMPORT_PORT, "`%s` must be `true` or `false`",
                      port);
    return is_true;
}

// Return a number that must be in the file: the value of a key would be known too late.
static long long literal_number(btcpp_making *t, const source_node *n, const char *port,
                                long long preset)
{
    btcpp_value value = btcpp_number(t, n, port, preset);
    if (value.is_key)
        import_refuse(t->k.m, value.place, DIAGNOSTIC_IMPORT_PORT,
                      "`%s` comes from a key, but must be a number here", port);
    return value.number;
}

// ---- children in a row

/// A composite that is skipped when all its children were.
typedef struct row_making {
    btcpp_making *t;
    const source_node *n;
    skip s;
    bool succeeds;        // status after all children
    const char *skipped;  // key that counts skipped children, or NULL
    const char *tick_key; // key with the tick in which a child has started, or NULL
    draft_node *node;
} row_making;

static draft_node *row_child(row_making *r, const source_node *child)
{
    btcpp_making *t = r->t;
    skip s = skip_plain(r->succeeds);
    if (r->tick_key) // a child that is skipped does not pause the row
        s = skip_with(t, s, r->tick_key, "tick - 1");
    if (r->skipped)
        s = skip_with(t, s, r->skipped, arena_print(t->k.m->memory, "%s + 1", r->skipped));
    return btcpp_node(t, child, s);
}

static row_making row_start(btcpp_making *t, const source_node *n, skip s, const char *type,
                            bool succeeds, const source_node *end)
{
    row_making r = {.t = t, .n = n, .s = s, .succeeds = succeeds};
    bool all = n->children != end;
    for (const source_node *child = n->children; child && child != end; child = child->next)
        all &= btcpp_may_skip(t->b, child);
    if (all && (s.steps || s.succeeds != succeeds))
        r.skipped = make_key(&t->k, "skipped", KEY_INT, "children that were skipped");
    r.node = draft_new(t->k.m->memory, type, n->place);
    return r;
}

// Add what decides, after all children, whether they were all skipped; and set the count to 0
// before.
static draft_node *row_finish(row_making *r, uint32_t count, bool is_reactive)
{
    making *k = &r->t->k;
    arena *a = k->m->memory;
    gestalt_span place = r->n->place;
    if (!r->skipped)
        return r->node;
    draft_node *last =
        make_decide(k, place, arena_print(a, "%s == %u", r->skipped, count),
                    skip_make(r->t, place, r->s), make_status(k, place, r->succeeds), false);
    draft_node *zero = make_set(k, place, r->skipped, "0");
    draft_child(a, r->node, last);
    if (!is_reactive)
        return MAKE(k, place, "sequence", zero, r->node);
    // Each tick counts from 0.
    draft_node *first = r->succeeds ? zero : make_around(k, place, "invert", zero);
    draft_node *whole = draft_new(a, r->node->type, place);
    draft_child(a, whole, first);
    for (draft_member *one = draft_find(r->node, "children")->node->members; one; one = one->next)
        draft_child(a, whole, one->node);
    return whole;
}

static draft_node *make_row(btcpp_making *t, const source_node *n, skip s, const char *type,
                            bool succeeds, bool is_reactive)
{
    row_making r = row_start(t, n, s, type, succeeds, NULL);
    for (const source_node *child = n->children; child; child = child->next)
        draft_child(t->k.m->memory, r.node, row_child(&r, child));
    return row_finish(&r, n->child_count, is_reactive);
}

static draft_node *make_sequence(btcpp_making *t, const source_node *n, skip s)
{
    return make_row(t, n, s, "sequence", true, false);
}

static draft_node *make_fallback(btcpp_making *t, const source_node *n, skip s)
{
    return make_row(t, n, s, "selector", false, false);
}

static draft_node *make_reactive_sequence(btcpp_making *t, const source_node *n, skip s)
{
    return make_row(t, n, s, "reactive_sequence", true, true);
}

static draft_node *make_reactive_fallback(btcpp_making *t, const source_node *n, skip s)
{
    return make_row(t, n, s, "priority", false, true);
}

// A key with the tick in which a child has started, if it matters for one of the children.
static const char *row_tick(row_making *r)
{
    bool is_wanted = false;
    for (const source_node *child = r->n->children; child && child->next; child = child->next)
        is_wanted |= btcpp_may_run(r->t->b, child) || btcpp_may_skip(r->t->b, child);
    return is_wanted
               ? make_key(&r->t->k, "started", KEY_INT, "the tick in which a child has started")
               : NULL;
}

// seq(t = tick, x, YIELD(t)). A child that never runs on always pauses.
static void add_yielding(row_making *r, draft_node *row, const source_node *child,
                         draft_node *after)
{
    making *k = &r->t->k;
    arena *a = k->m->memory;
    bool is_plain = !btcpp_may_run(r->t->b, child) && !btcpp_may_skip(r->t->b, child);
    if (!is_plain)
        draft_child(a, row, make_set(k, child->place, r->tick_key, "tick"));
    draft_child(a, row, row_child(r, child));
    if (after)
        draft_child(a, row, after);
    draft_child(a, row,
                is_plain ? make_next_tick(k, child->place)
                         : make_yield(k, child->place, r->tick_key));
}

// seq(seq(t = tick, x1, YIELD(t)), ..., xn)
static draft_node *make_async_sequence(btcpp_making *t, const source_node *n, skip s)
{
    arena *a = t->k.m->memory;
    row_making r = row_start(t, n, s, "sequence", true, NULL);
    r.tick_key = row_tick(&r);
    for (const source_node *child = n->children; child; child = child->next) {
        if (!child->next) {
            draft_child(a, r.node, row_child(&r, child));
            continue;
        }
        draft_node *one = draft_new(a, "sequence", child->place);
        add_yielding(&r, one, child, NULL);
        draft_child(a, r.node, one);
    }
    return row_finish(&r, n->child_count, false);
}

// sel(sel(seq(t = tick, x1), seq(YIELD(t), F)), ..., xn)
static draft_node *make_async_fallback(btcpp_making *t, const source_node *n, skip s)
{
    making *k = &t->k;
    row_making r = row_start(t, n, s, "selector", false, NULL);
    r.tick_key = row_tick(&r);
    for (const source_node *child = n->children; child; child = child->next) {
        draft_node *one = row_child(&r, child), *pause;
        if (child->next && (btcpp_may_run(t->b, child) || btcpp_may_skip(t->b, child))) {
            one = MAKE(k, child->place, "sequence", make_set(k, child->place, r.tick_key, "tick"),
                       one);
            pause = make_yield(k, child->place, r.tick_key);
        } else {
            pause = make_next_tick(k, child->place);
        }
        if (child->next) {
            pause = MAKE(k, child->place, "sequence", pause, make_status(k, child->place, false));
            one = MAKE(k, child->place, "selector", one, pause);
        }
        draft_child(k->m->memory, r.node, one);
    }
    return row_finish(&r, n->child_count, false);
}

// seq(if(i > 0, S, seq(t = tick, x1, i = 1, YIELD(t))), ..., if(i > n-1, S, seq(xn, i = n)), i = 0)
static draft_node *make_remembering(row_making *r, const char *next, bool yields)
{
    making *k = &r->t->k;
    arena *a = k->m->memory;
    const source_node *n = r->n;
    uint32_t i = 0;
    for (const source_node *child = n->children; child; child = child->next) {
        draft_node *one = draft_new(a, "sequence", child->place);
        const char *condition = arena_print(a, "%s > %u", next, i++);
        draft_node *note = make_set(k, child->place, next, arena_print(a, "%u", i));
        if (yields && child->next) {
            add_yielding(r, one, child, note);
        } else {
            draft_child(a, one, row_child(r, child));
            draft_child(a, one, note);
        }
        draft_child(a, r->node,
                    make_decide(k, child->place, condition, make_status(k, child->place, true), one,
                                false));
    }
    draft_child(a, r->node, make_set(k, n->place, next, "0"));
    return row_finish(r, n->child_count, false);
}

static draft_node *make_memory(btcpp_making *t, const source_node *n, skip s)
{
    row_making r = row_start(t, n, s, "sequence", true, NULL);
    const char *next = make_key(&t->k, "done", KEY_INT, "children that have succeeded");
    r.tick_key = row_tick(&r);
    return make_remembering(&r, next, true);
}

// nav2's: the index is a key of the tree
static draft_node *make_persistent(btcpp_making *t, const source_node *n, skip s)
{
    import_state *m = t->k.m;
    row_making r = row_start(t, n, s, "sequence", true, NULL);
    const source_attribute *index = btcpp_port_in(n, "current_child_idx");
    const char *pointer = index ? btcpp_pointer(m, index->value) : NULL;
    if (!pointer) {
        import_refuse(m, index ? index->place : n->place, DIAGNOSTIC_IMPORT_PORT,
                      "`current_child_idx` must be a key, such as `{index}`");
        return make_status(&t->k, n->place, true);
    }
    return make_remembering(&r, scope_key(m, &t->variant->scope, pointer)->spelling, false);
}

// sel(seq(x1, ...), seq(fs(xn), F))
static draft_node *make_try_catch(btcpp_making *t, const source_node *n, skip s)
{
    making *k = &t->k;
    const source_node *last = n->children;
    if (btcpp_flag(t, n, "catch_on_halt", false))
        import_refuse(k->m, source_find(n, "catch_on_halt")->place, DIAGNOSTIC_IMPORT_NODE,
                      "a `TryCatch` that runs its last child when it is halted has no equivalent "
                      "here");
    while (last->next)
        last = last->next;
    row_making r = row_start(t, n, s, "sequence", true, last);
    for (const source_node *child = n->children; child != last; child = child->next)
        draft_child(k->m->memory, r.node, row_child(&r, child));
    // What is skipped may be a failure, so it is decided after the selector.
    const char *skipped = r.skipped;
    draft_node *caught =
        MAKE(k, n->place, "sequence",
             make_around(k, last->place, "force_success", btcpp_node(t, last, skip_plain(true))),
             make_status(k, n->place, false));
    r.node = MAKE(k, n->place, "selector", r.node, caught);
    if (!skipped)
        return r.node;
    draft_node *whole = MAKE(k, n->place, "sequence", make_set(k, n->place, skipped, "0"), r.node);
    draft_child(k->m->memory, whole,
                make_decide(k, n->place,
                            arena_print(k->m->memory, "%s == %u", skipped, n->child_count - 1),
                            skip_make(t, n->place, s), make_status(k, n->place, true), false));
    return whole;
}

// ---- parallels

static void warn_of_skipped_children(btcpp_making *t, const source_node *n)
{
    btcpp_warn_of_skips(t, n,
                        "the original tries it again in the next tick, and here it has succeeded");
}

// A threshold below 0 counts from the number of children + 1.
static long long threshold_of(btcpp_making *t, const source_node *n, const char *port,
                              long long preset)
{
    long long count = n->child_count, number = literal_number(t, n, port, preset);
    long long threshold = number < 0 ? count + 1 + number : number;
    if (threshold >= 1 && threshold <= count)
        return threshold;
    const source_attribute *one = btcpp_port_in(n, port);
    import_refuse(t->k.m, one ? one->inside : n->place, DIAGNOSTIC_IMPORT_PORT,
                  "`%s` is %lld, but must be 1 to the number of children, which is %lld", port,
                  threshold, count);
    return 1;
}

static draft_node *make_parallel(btcpp_making *t, const source_node *n, skip s)
{
    arena *a = t->k.m->memory;
    long long count = n->child_count;
    long long success = threshold_of(t, n, "success_count", -1);
    long long failure = threshold_of(t, n, "failure_count", 1);
    draft_node *node = draft_new(a, "parallel", n->place);
    (void)s;
    warn_of_skipped_children(t, n);
    if (failure > count - success + 1)
        failure = count - success + 1;
    draft_int(a, node, "success", success);
    draft_int(a, node, "failure", failure);
    for (const source_node *child = n->children; child; child = child->next)
        draft_child(a, node, btcpp_node(t, child, skip_plain(true)));
    return node;
}

// seq(c = 0, parallel{all, any}(sel(x, c = c + 1)...), [c < m])
static draft_node *make_parallel_all(btcpp_making *t, const source_node *n, skip s)
{
    making *k = &t->k;
    arena *a = k->m->memory;
    long long most = threshold_of(t, n, "max_failures", 1);
    const char *failed = make_key(k, "failed", KEY_INT, "children that have failed");
    draft_node *node = draft_new(a, "parallel", n->place);
    (void)s;
    warn_of_skipped_children(t, n);
    for (const source_node *child = n->children; child; child = child->next) {
        draft_node *count = make_set(k, child->place, failed, arena_print(a, "%s + 1", failed));
        draft_child(
            a, node,
            MAKE(k, child->place, "selector", btcpp_node(t, child, skip_plain(true)), count));
    }
    return MAKE(k, n->place, "sequence", make_set(k, n->place, failed, "0"), node,
                make_condition(k, n->place, arena_print(a, "%s < %lld", failed, most)));
}

// ---- choices

// A condition that `decide` can evaluate itself: an expression in `*expression`, or a predicate.
static bool is_simple_condition(btcpp_making *t, const source_node *n)
{
    const char *name = btcpp_name(n);
    if (btcpp_has_conditions(n))
        return false;
    if (strcmp(name, "ScriptCondition") == 0) {
        source_attribute *code = source_find(n, "code");
        const script *e = code ? script_parse(t->k.m, code) : NULL;
        return !e || !script_needs_host(t->k.m, &t->variant->scope, e);
    }
    return !btcpp_row_of(name) && strcmp(name, "SubTree") != 0 && !n->children &&
           btcpp_leaf_of(t->b, name)->is_condition;
}

// decide with the members of a condition: `if`, or `call` and `args`.
static draft_node *decide_by(btcpp_making *t, const source_node *condition, gestalt_span place,
                             bool is_reactive)
{
    arena *a = t->k.m->memory;
    draft_node *node = draft_new(a, "decide", place);
    draft_node *c = btcpp_node(t, condition, skip_plain(false));
    for (draft_member *one = c->members; one; one = one->next) {
        if (strcmp(one->key, "name") == 0 || strcmp(one->key, "doc") == 0)
            continue;
        if (one->kind == DRAFT_OBJECT)
            draft_add_object(a, node, one->key, one->node);
        else
            draft_raw(a, node, one->key, one->raw);
    }
    if (is_reactive)
        draft_raw(a, node, "reactive", "true");
    return node;
}

static draft_node *make_choice(btcpp_making *t, const source_node *n, skip s, bool is_reactive)
{
    making *k = &t->k;
    arena *a = k->m->memory;
    const source_node *condition = n->children, *then = condition->next, *other = then->next;
    draft_node *c = NULL, *node;
    const char *flag = NULL;
    if (is_simple_condition(t, condition)) {
        node = decide_by(t, condition, n->place, is_reactive);
    } else {
        flag = make_key(k, "chosen", KEY_BOOL, "whether the condition has succeeded");
        c = make_flag(k, condition->place, flag, btcpp_node(t, condition, skip_plain(false)));
        node = draft_new(a, "decide", n->place);
        draft_text(a, node, "if", flag);
        if (is_reactive)
            draft_raw(a, node, "reactive", "true");
    }
    draft_add(a, node, "then", btcpp_node(t, then, s));
    if (other)
        draft_add(a, node, "else", btcpp_node(t, other, s));
    return flag ? MAKE(k, n->place, is_reactive ? "reactive_sequence" : "sequence", c, node) : node;
}

// Return whether a node is an action that may run on, which the original does not call again.
static bool is_stateful(btcpp_making *t, const source_node *n)
{
    return !btcpp_row_of(btcpp_name(n)) && strcmp(btcpp_name(n), "SubTree") != 0 &&
           btcpp_may_run(t->b, n);
}

static draft_node *make_if(btcpp_making *t, const source_node *n, skip s)
{
    if (n->child_count == 2 && is_stateful(t, n->children))
        import_approximate(t->k.m, n->children->place,
                           "the original does not call this action again after it has failed, "
                           "until something resets it; here it is called in every run");
    return make_choice(t, n, s, false);
}

static draft_node *make_while(btcpp_making *t, const source_node *n, skip s)
{
    if (btcpp_may_run(t->b, n->children))
        import_approximate(t->k.m, n->children->place,
                           "the condition of `WhileDoElse` may be running: the original then "
                           "leaves the live branch as it is, and here it is abandoned");
    return make_choice(t, n, s, true);
}

// The condition `variable == case_i` of a switch; NULL if it can never hold.
static const char *case_condition(btcpp_making *t, const import_key *key, const char *text)
{
    arena *a = t->k.m->memory;
    key_type literal = literal_type(text), type = key_type_of(key);
    bool is_number = literal == KEY_INT || literal == KEY_FLOAT;
    if (type == KEY_TEXT)
        return arena_print(a, "%s == %u", key->spelling, import_text(t->k.m, text));
    if (type == KEY_BOOL && literal == KEY_BOOL)
        return arena_print(a, "%s == %s", key->spelling, text);
    if (type == KEY_OPAQUE && !is_number)
        return arena_print(a, "%s == %u", key->spelling, import_text(t->k.m, text));
    if (!is_number)
        return NULL;
    if (type == KEY_BOOL)
        return arena_print(a, "int(%s) == %s", key->spelling, text);
    if (type == KEY_INT || (type == KEY_OPAQUE && literal == KEY_INT))
        return arena_print(a, "%s == %s", key->spelling, text);
    return arena_print(a, "abs(%s - %s) <= 1.1920929e-7", key->spelling,
                       *text == '-' ? arena_print(a, "(%s)", text) : text);
}

// Return whether all cases are different whole numbers, and the variable is one.
static bool is_plain_switch(const source_node *n, const import_key *key, uint32_t count)
{
    int64_t values[8];
    if (key_type_of(key) != KEY_INT && key_type_of(key) != KEY_OPAQUE)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        char port[16] = "case_1";
        port[5] = (char)('1' + i);
        const char *text = source_value(n, port);
        if (!text || !number_int64(text, strlen(text), &values[i]) ||
            values[i] != (int32_t)values[i])
            return false;
        for (uint32_t j = 0; j < i; j++)
            if (values[j] == values[i])
                return false;
    }
    return true;
}

static draft_node *make_plain_switch(btcpp_making *t, const source_node *n, skip s,
                                     const import_key *key)
{
    arena *a = t->k.m->memory;
    draft_node *node = draft_new(a, "switch", n->place), *cases = draft_object(a);
    const source_node *child = n->children;
    draft_text(a, node, "on", key->spelling);
    for (uint32_t i = 0; child->next; child = child->next, i++) {
        char port[16] = "case_1";
        int64_t value = 0;
        port[5] = (char)('1' + i);
        const char *text = source_value(n, port);
        number_int64(text, strlen(text), &value);
        draft_add(a, cases, arena_print(a, "%lld", (long long)value), btcpp_node(t, child, s));
    }
    draft_add_object(a, node, "cases", cases);
    draft_add(a, node, "default", btcpp_node(t, child, s));
    draft_raw(a, node, "reactive", "true");
    return node;
}

// iff(k == c1, x1, iff(k == c2, x2, ...))
static draft_node *make_cases(btcpp_making *t, const source_node *n, skip s, const import_key *key)
{
    arena *a = t->k.m->memory;
    const source_node *child = n->children;
    draft_node *whole = NULL, *inner = NULL;
    for (uint32_t i = 0; child; child = child->next, i++) {
        char port[16] = "case_1";
        port[5] = (char)('1' + i);
        const char *text = child->next ? source_value(n, port) : NULL;
        const char *condition = text ? case_condition(t, key, text) : NULL;
        if (child->next && !condition)
            continue; // never chosen
        draft_node *one = btcpp_node(t, child, s);
        if (child->next) {
            draft_node *decide = draft_new(a, "decide", child->place);
            draft_text(a, decide, "if", condition);
            draft_raw(a, decide, "reactive", "true");
            draft_add(a, decide, "then", one);
            one = decide;
        }
        if (inner)
            draft_add(a, inner, "else", one);
        inner = one;
        whole = whole ? whole : one;
    }
    return whole;
}

static draft_node *make_switch(btcpp_making *t, const source_node *n, skip s)
{
    import_state *m = t->k.m;
    const source_attribute *variable = btcpp_port_in(n, "variable");
    const char *pointer = variable ? btcpp_pointer(m, variable->value) : NULL;
    for (const source_attribute *one = n->attributes; one; one = one->next)
        if (strncmp(one->name, "case_", 5) == 0 && btcpp_pointer(m, one->value))
            import_refuse(m, one->place, DIAGNOSTIC_IMPORT_PORT,
                          "a case comes from a key, but must be a value here");
    if (!pointer) {
        import_refuse(m, variable ? variable->place : n->place, DIAGNOSTIC_IMPORT_PORT,
                      "`variable` must be a key, such as `{color}`");
        return make_status(&t->k, n->place, false);
    }
    import_key *key = scope_key(m, &t->variant->scope, pointer);
    return is_plain_switch(n, key, n->child_count - 1) ? make_plain_switch(t, n, s, key)
                                                       : make_cases(t, n, s, key);
}

// ---- decorators

static draft_node *make_inverter(btcpp_making *t, const source_node *n, skip s)
{
    s.succeeds = !s.succeeds;
    return make_around(&t->k, n->place, "invert", btcpp_node(t, n->children, s));
}

// A node whose answer hides that its child was skipped: z notes that.
typedef struct noting {
    const char *key; // NULL: not needed
    skip inner;      // for the child
} noting;

// `answer` is what stands for skipped inside, and is also the answer of the node if its child's is
// that; if that is what stands for it outside, too, there is nothing to note.
static noting note_start(btcpp_making *t, const source_node *n, skip s, bool answer)
{
    if (!btcpp_may_skip(t->b, n->children))
        return (noting){NULL, skip_plain(answer)};
    if (s.succeeds == answer)
        return (noting){NULL, s};
    const char *key = make_key(&t->k, "was_skipped", KEY_BOOL, "whether the child was skipped");
    return (noting){key, skip_with(t, skip_plain(answer), key, "true")};
}

// seq(z = false, node, if(z, skip, after))
static draft_node *note_finish(btcpp_making *t, const source_node *n, skip s, noting note,
                               draft_node *node, draft_node *after)
{
    making *k = &t->k;
    if (!note.key)
        return node;
    return MAKE(k, n->place, "sequence", make_set(k, n->place, note.key, "false"), node,
                make_decide(k, n->place, note.key, skip_make(t, n->place, s), after, false));
}

static draft_node *make_force_success(btcpp_making *t, const source_node *n, skip s)
{
    making *k = &t->k;
    noting note = note_start(t, n, s, true);
    draft_node *node =
        make_around(k, n->place, "force_success", btcpp_node(t, n->children, note.inner));
    return note_finish(t, n, s, note, node, make_status(k, n->place, true));
}

static draft_node *make_force_failure(btcpp_making *t, const source_node *n, skip s)
{
    making *k = &t->k;
    noting note = note_start(t, n, s, false);
    const char *type = note.key ? "force_success" : "force_failure";
    draft_node *node = make_around(k, n->place, type, btcpp_node(t, n->children, note.inner));
    return note_finish(t, n, s, note, node, make_status(k, n->place, false));
}

// The number of attempts or rounds: NULL for any number, else an expression.
static const char *loop_count(btcpp_making *t, const source_node *n, btcpp_value value)
{
    if (value.is_missing)
        import_refuse(t->k.m, n->place, DIAGNOSTIC_IMPORT_PORT, "`%s` needs a number",
                      btcpp_name(n));
    if (!value.is_key && value.number > INT32_MAX)
        import_refuse(t->k.m, value.place, DIAGNOSTIC_IMPORT_PORT, "the number is too large");
    return value.is_key ? value.expression : arena_print(t->k.m->memory, "%lld", value.number);
}

// Return whether two nodes of one tree may run in turn while both are live.
static bool run_side_by_side(const source_node *a, const source_node *b)
{
    static const char *const types[] = {
        "ReactiveSequence", "ReactiveFallback", "Parallel",           "ParallelAll",
        "WhileDoElse",      "PipelineSequence", "NonblockingSequence"};
    const source_node *common = a;
    for (const source_node *up = b; common; common = common->parent, up = b) {
        while (up && up != common)
            up = up->parent;
        if (up)
            break;
    }
    for (size_t i = 0; common && i < sizeof types / sizeof *types; i++)
        if (strcmp(btcpp_name(common), types[i]) == 0)
            return true;
    return common == a; // one is in the other
}

static void warn_of_changes(btcpp_making *t, const source_node *n, const char *port)
{
    enum { WRITES_MOST = 64 }; // more are taken for a change
    import_state *m = t->k.m;
    const source_attribute *one = btcpp_port_in(n, port);
    const import_key *key = scope_key(m, &t->variant->scope, btcpp_pointer(m, one->value));
    bool may_change = key->write_count > WRITES_MOST || (key->is_param && key_is_written(key));
    for (const key_write *w = key->writes; w && !may_change; w = w->next)
        may_change = run_side_by_side(n, w->node);
    if (may_change)
        import_approximate(m, one->place,
                           "`%s` may change while this node runs: the original reads it in each "
                           "tick, but here it is read only after each run of the child",
                           key->name);
}

// With a number from a key: if(k == 0 || k < -1, none, loop)
static draft_node *guard_count(btcpp_making *t, const source_node *n, const char *count,
                               bool succeeds, draft_node *loop)
{
    making *k = &t->k;
    return make_decide(k, n->place, arena_print(k->m->memory, "%s == 0 || %s < -1", count, count),
                       make_status(k, n->place, succeeds), loop, false);
}

static draft_node *make_retry_node(btcpp_making *t, const source_node *n, skip s)
{
    making *k = &t->k;
    btcpp_value value = btcpp_number(t, n, "num_attempts", 0);
    const char *count = loop_count(t, n, value);
    if (value.is_key)
        warn_of_changes(t, n, "num_attempts");
    if (!value.is_key && (value.number == 0 || value.number < -1))
        return make_status(k, n->place, false);
    noting note = note_start(t, n, s, true);
    draft_node *child = btcpp_node(t, n->children, note.inner), *node;
    if (value.is_key)
        node = make_retry_by(k, n->place, count, child);
    else
        node = make_retry(k, n->place, value.number, child);
    node = note_finish(t, n, s, note, node, make_status(k, n->place, true));
    return value.is_key ? guard_count(t, n, count, false, node) : node;
}

static draft_node *make_repeat_node(btcpp_making *t, const source_node *n, skip s)
{
    making *k = &t->k;
    btcpp_value value = btcpp_number(t, n, "num_cycles", 0);
    const char *count = loop_count(t, n, value);
    if (value.is_key)
        warn_of_changes(t, n, "num_cycles");
    if (!value.is_key && (value.number == 0 || value.number < -1))
        return make_status(k, n->place, true);
    noting note = note_start(t, n, s, false);
    draft_node *child = btcpp_node(t, n->children, note.inner), *node;
    if (value.is_key)
        node = make_repeat_by(k, n->place, count, child);
    else
        node = make_repeat(k, n->place, value.number, child);
    if (note.key) // a skipped child ends the loop with failure
        node = MAKE(k, n->place, "selector", node, make_condition(k, n->place, note.key));
    node = note_finish(t, n, s, note, node, make_status(k, n->place, true));
    return value.is_key ? guard_count(t, n, count, true, node) : node;
}

// ff(while{pause 1}(x))
static draft_node *make_keep_running(btcpp_making *t, const source_node *n, skip s)
{
    making *k = &t->k;
    draft_node *child = btcpp_node(t, n->children, skip_plain(true));
    (void)s;
    draft_node *loop = draft_new(k->m->memory, "while", n->place);
    draft_int(k->m->memory, loop, "pause", 1);
    draft_add(k->m->memory, loop, "child", child);
    return make_around(k, n->place, "force_failure", loop);
}

// if(d, skip, sel(seq(x, d = true), seq(d = true, F))); the kept answer r in place of skip
static draft_node *make_run_once(btcpp_making *t, const source_node *n, skip s)
{
    making *k = &t->k;
    arena *a = k->m->memory;
    bool then_skip = btcpp_flag(t, n, "then_skip", true),
         may_skip = btcpp_may_skip(t->b, n->children);
    const char *done = make_key(k, "ran", KEY_BOOL, "whether the child has finished");
    const char *kept =
        then_skip ? NULL : make_key(k, "answer", KEY_BOOL, "whether it has succeeded");
    const char *z =
        may_skip ? make_key(k, "was_skipped", KEY_BOOL, "whether the child was skipped") : NULL;
    const char *is_done = z ? arena_print(a, "!%s", z) : "true";
    skip inner = z ? skip_with(t, s, z, "true") : s;
    draft_node *yes = draft_new(a, "sequence", n->place), *no = draft_new(a, "sequence", n->place);
    if (z)
        draft_child(a, yes, make_set(k, n->place, z, "false"));
    draft_child(a, yes, btcpp_node(t, n->children, inner));
    draft_child(a, yes, make_set(k, n->place, done, is_done));
    draft_child(a, no, make_set(k, n->place, done, is_done));
    if (kept) {
        draft_child(a, yes, make_set(k, n->place, kept, "true"));
        draft_child(a, no, make_set(k, n->place, kept, "false"));
    }
    draft_child(a, no, make_status(k, n->place, false));
    draft_node *again = then_skip ? skip_make(t, n->place, s) : make_condition(k, n->place, kept);
    return make_decide(k, n->place, done, again, MAKE(k, n->place, "selector", yes, no), false);
}

// Set the duration of a node, given in milliseconds. Returns false for 0.
static bool set_duration(btcpp_making *t, const source_node *n, const char *port, draft_node *node)
{
    arena *a = t->k.m->memory;
    char text[NUMBER_TEXT_SIZE];
    btcpp_value value = btcpp_number(t, n, port, 0);
    if (value.is_missing)
        import_refuse(t->k.m, n->place, DIAGNOSTIC_IMPORT_PORT, "`%s` needs `%s`", btcpp_name(n),
                      port);
    if (value.is_key) {
        draft_text(a, node, "seconds", arena_print(a, "%s / 1000.0", value.expression));
        return true;
    }
    if (value.number < 0 || value.number > INT64_C(1000000000000)) {
        import_refuse(t->k.m, value.place, DIAGNOSTIC_IMPORT_PORT,
                      "`%s` must be 0 to 1000000000000 milliseconds", port);
        value.number = 0;
    }
    number_print_seconds(text, value.number * 1000);
    draft_raw(a, node, "seconds", arena_copy_text(a, text, strlen(text)));
    return value.number != 0;
}

static draft_node *make_timeout(btcpp_making *t, const source_node *n, skip s)
{
    draft_node *node = draft_new(t->k.m->memory, "timeout", n->place);
    draft_node *child = btcpp_node(t, n->children, s);
    if (!set_duration(t, n, "msec", node))
        return child;
    draft_add(t->k.m->memory, node, "child", child);
    return node;
}

static draft_node *make_delay(btcpp_making *t, const source_node *n, skip s)
{
    draft_node *node = draft_new(t->k.m->memory, "delay", n->place);
    set_duration(t, n, "delay_msec", node);
    draft_add(t->k.m->memory, node, "child", btcpp_node(t, n->children, s));
    return node;
}

static draft_node *make_sleep(btcpp_making *t, const source_node *n, skip s)
{
    draft_node *node = draft_new(t->k.m->memory, "wait", n->place);
    (void)s;
    set_duration(t, n, "msec", node);
    return node;
}

// A key or a literal as an operand of `==`
static const char *check_operand(btcpp_making *t, const source_node *n, const char *port,
                                 key_type type)
{
    import_state *m = t->k.m;
    const source_attribute *one = btcpp_port_in(n, port);
    const char *pointer = one ? btcpp_pointer(m, one->value) : NULL;
    if (!one) {
        import_refuse(m, n->place, DIAGNOSTIC_IMPORT_PORT, "`%s` needs `%s`", btcpp_name(n), port);
        return "0";
    }
    return pointer ? scope_key(m, &t->variant->scope, pointer)->spelling
                   : literal_print(m, one->value, type);
}

// if(a == b, x, F)
static draft_node *make_check(btcpp_making *t, const source_node *n, skip s)
{
    arena *a = t->k.m->memory;
    key_type type = btcpp_check_type(btcpp_name(n));
    const char *left = check_operand(t, n, "value_A", type);
    const char *right = check_operand(t, n, "value_B", type);
    const char *condition = type == KEY_FLOAT
                                ? arena_print(a, "abs(%s - (%s)) <= 1.1920929e-7", left, right)
                                : arena_print(a, "%s == %s", left, right);
    const source_attribute *mismatch = btcpp_port_in(n, "return_on_mismatch");
    const char *status = mismatch ? mismatch->value : "FAILURE";
    draft_node *otherwise = strcmp(status, "RUNNING") == 0
                                ? draft_new(a, "running", n->place)
                                : make_status(&t->k, n->place, strcmp(status, "SUCCESS") == 0);
    import_approximate(t->k.m, n->place,
                       "`%s` is a node of version 3; here it compares only when it starts",
                       btcpp_name(n));
    return make_decide(&t->k, n->place, condition, btcpp_node(t, n->children, s), otherwise, false);
}

// What a `Precondition` does when its condition does not hold. NULL: it waits.
static draft_node *precondition_else(btcpp_making *t, const source_node *n, skip s)
{
    const source_attribute *one = btcpp_port_in(n, "else");
    const char *status = one ? one->value : "FAILURE";
    if (strcmp(status, "RUNNING") == 0)
        return NULL;
    if (strcmp(status, "SKIPPED") == 0)
        return skip_make(t, n->place, s);
    if (strcmp(status, "SUCCESS") != 0 && strcmp(status, "FAILURE") != 0)
        import_refuse(t->k.m, one->inside, DIAGNOSTIC_IMPORT_PORT, "`else` must be a status");
    return make_status(&t->k, n->place, strcmp(status, "SUCCESS") == 0);
}

// if(h || c, sel(seq(h = true, x, h = false), seq(h = false, F)), else): h holds while the child
// has begun and not finished, also after it was abandoned.
static draft_node *make_precondition(btcpp_making *t, const source_node *n, skip s)
{
    making *k = &t->k;
    arena *a = k->m->memory;
    const char *condition = btcpp_condition(t, n, "if"), *h = NULL, *z = NULL;
    draft_node *child, *otherwise = precondition_else(t, n, s);
    if (!condition) {
        import_refuse(k->m, n->place, DIAGNOSTIC_IMPORT_PORT, "`Precondition` needs `if`");
        return make_status(k, n->place, false);
    }
    if (btcpp_may_skip(t->b, n->children))
        z = make_key(k, "was_skipped", KEY_BOOL, "whether the child was skipped");
    child = btcpp_node(t, n->children, z ? skip_with(t, s, z, "true") : s);
    if (z || btcpp_may_run(t->b, n->children)) {
        h = make_key(k, "has_begun", KEY_BOOL, "whether the child has begun and not finished");
        draft_node *row = MAKE(k, n->place, "sequence", make_set(k, n->place, h, "true"));
        if (z)
            draft_child(a, row, make_set(k, n->place, z, "false"));
        draft_child(a, row, child);
        draft_child(a, row, make_set(k, n->place, h, z ? z : "false"));
        child = MAKE(k, n->place, "selector", row,
                     MAKE(k, n->place, "sequence", make_set(k, n->place, h, z ? z : "false"),
                          make_status(k, n->place, false)));
        condition = arena_print(a, "%s || (%s)", h, condition);
    }
    if (otherwise)
        return make_decide(k, n->place, condition, child, otherwise, false);
    draft_node *wait = make_retry(k, n->place, 0, make_condition(k, n->place, condition));
    return MAKE(k, n->place, "sequence", wait, child);
}

// ---- leaves

static draft_node *make_script_node(btcpp_making *t, const source_node *n, skip s)
{
    (void)s;
    return btcpp_script(t, n, "code");
}

static draft_node *make_script_condition(btcpp_making *t, const source_node *n, skip s)
{
    source_attribute *code = source_find(n, "code");
    const script *e = code ? script_parse(t->k.m, code) : NULL;
    (void)s;
    if (e && script_needs_host(t->k.m, &t->variant->scope, e))
        return btcpp_host_script(t, code, e);
    const char *condition = btcpp_condition(t, n, "code");
    return make_condition(&t->k, n->place, condition ? condition : "false");
}

static draft_node *make_always_success(btcpp_making *t, const source_node *n, skip s)
{
    (void)s;
    return make_status(&t->k, n->place, true);
}

static draft_node *make_always_failure(btcpp_making *t, const source_node *n, skip s)
{
    (void)s;
    return make_status(&t->k, n->place, false);
}

static draft_node *make_set_blackboard(btcpp_making *t, const source_node *n, skip s)
{
    import_state *m = t->k.m;
    const source_attribute *to = btcpp_port_in(n, "output_key"), *value = btcpp_port_in(n, "value");
    (void)s;
    if (!to || !value || btcpp_pointer(m, to->value)) {
        import_refuse(m, to ? to->place : n->place, DIAGNOSTIC_IMPORT_PORT,
                      "`SetBlackboard` needs `value`, and `output_key` with the name of a key");
        return make_status(&t->k, n->place, true);
    }
    const char *pointer = btcpp_pointer(m, value->value);
    import_key *key = scope_key(m, &t->variant->scope, to->value);
    const char *text = pointer ? scope_key(m, &t->variant->scope, pointer)->spelling
                               : literal_print(m, value->value, key_type_of(key));
    return btcpp_set(t, n->place, key, text);
}

// The value that a key without an init has
static draft_node *make_unset_blackboard(btcpp_making *t, const source_node *n, skip s)
{
    import_state *m = t->k.m;
    const source_attribute *name = btcpp_port_in(n, "key");
    (void)s;
    if (!name || btcpp_pointer(m, name->value)) {
        import_refuse(m, name ? name->place : n->place, DIAGNOSTIC_IMPORT_PORT,
                      "`UnsetBlackboard` needs `key` with the name of a key");
        return make_status(&t->k, n->place, true);
    }
    const import_key *key = scope_key(m, &t->variant->scope, name->value);
    import_approximate(m, n->place,
                       "keys always have a value here, so `UnsetBlackboard` sets the key to its "
                       "first one");
    const char *first = key->literal_param && *key->literal_param ? key->literal_param
                        : key_type_of(key) == KEY_BOOL            ? "false"
                                                                  : "0";
    return btcpp_set(t, n->place, key, first);
}

// ---- the table

#define MANY UINT32_MAX

static const char *const no_ports[] = {NULL};
static const char *const switch_ports[] = {"variable", "case_1", "case_2", "case_3",
                                           "case_4",   "case_5", "case_6", NULL};
static const char *const parallel_ports[] = {"success_count", "failure_count", NULL};
static const char *const parallel_all_ports[] = {"max_failures", NULL};
static const char *const try_ports[] = {"catch_on_halt", NULL};
static const char *const retry_ports[] = {"num_attempts", NULL};
static const char *const repeat_ports[] = {"num_cycles", NULL};
static const char *const once_ports[] = {"then_skip", NULL};
static const char *const msec_ports[] = {"msec", NULL};
static const char *const delay_ports[] = {"delay_msec", NULL};
static const char *const precondition_ports[] = {"if", "else", NULL};
static const char *const code_ports[] = {"code", NULL};
static const char *const set_ports[] = {"value", "output_key", NULL};

static const char *const unset_ports[] = {"key", NULL};
static const char *const entry_ports[] = {"entry", NULL};
static const char *const check_ports[] = {"value_A", "value_B", "return_on_mismatch", NULL};
static const char *const loop_ports[] = {"queue", "value", "if_empty", NULL};

static const char *const persistent_ports[] = {"current_child_idx", NULL};
static const char *const recovery_ports[] = {"number_of_retries", NULL};
static const char *const robin_ports[] = {"wrap_around", NULL};
static const char *const rate_ports[] = {"hz", NULL};

static const btcpp_row rows[] = {
    {"Sequence", 1, MANY, no_ports, make_sequence, SKIPS_ALL, RUNS_CHILDREN},
    {"Fallback", 1, MANY, no_ports, make_fallback, SKIPS_ALL, RUNS_CHILDREN},
    {"ReactiveSequence", 1, MANY, no_ports, make_reactive_sequence, SKIPS_ALL, RUNS_CHILDREN},
    {"ReactiveFallback", 1, MANY, no_ports, make_reactive_fallback, SKIPS_ALL, RUNS_CHILDREN},
    {"SequenceWithMemory", 1, MANY, no_ports, make_memory, SKIPS_ALL, RUNS_ALWAYS},
    {"AsyncSequence", 1, MANY, no_ports, make_async_sequence, SKIPS_ALL, RUNS_ALWAYS},
    {"AsyncFallback", 1, MANY, no_ports, make_async_fallback, SKIPS_ALL, RUNS_ALWAYS},
    {"Parallel", 1, MANY, parallel_ports, make_parallel, SKIPS_ALL, RUNS_CHILDREN},
    {"ParallelAll", 1, MANY, parallel_all_ports, make_parallel_all, SKIPS_ALL, RUNS_CHILDREN},
    {"IfThenElse", 2, 3, no_ports, make_if, SKIPS_BRANCH, RUNS_CHILDREN},
    {"WhileDoElse", 2, 3, no_ports, make_while, SKIPS_BRANCH, RUNS_CHILDREN},
    {"Switch2", 3, 3, switch_ports, make_switch, SKIPS_ANY, RUNS_CHILDREN},
    {"Switch3", 4, 4, switch_ports, make_switch, SKIPS_ANY, RUNS_CHILDREN},
    {"Switch4", 5, 5, switch_ports, make_switch, SKIPS_ANY, RUNS_CHILDREN},
    {"Switch5", 6, 6, switch_ports, make_switch, SKIPS_ANY, RUNS_CHILDREN},
    {"Switch6", 7, 7, switch_ports, make_switch, SKIPS_ANY, RUNS_CHILDREN},
    {"TryCatch", 2, MANY, try_ports, make_try_catch, SKIPS_TRIED, RUNS_CHILDREN},
    {"Inverter", 1, 1, no_ports, make_inverter, SKIPS_ANY, RUNS_CHILDREN},
    {"ForceSuccess", 1, 1, no_ports, make_force_success, SKIPS_ANY, RUNS_CHILDREN},
    {"ForceFailure", 1, 1, no_ports, make_force_failure, SKIPS_ANY, RUNS_CHILDREN},
    {"RetryUntilSuccessful", 1, 1, retry_ports, make_retry_node, SKIPS_ANY, RUNS_ALWAYS},
    {"Repeat", 1, 1, repeat_ports, make_repeat_node, SKIPS_ANY, RUNS_ALWAYS},
    {"KeepRunningUntilFailure", 1, 1, no_ports, make_keep_running, SKIPS_NEVER, RUNS_ALWAYS},
    {"RunOnce", 1, 1, once_ports, make_run_once, SKIPS_RUN_ONCE, RUNS_CHILDREN},
    {"Timeout", 1, 1, msec_ports, make_timeout, SKIPS_ANY, RUNS_CHILDREN},
    {"Delay", 1, 1, delay_ports, make_delay, SKIPS_ANY, RUNS_ALWAYS},
    {"Precondition", 1, 1, precondition_ports, make_precondition, SKIPS_ELSE, RUNS_ALWAYS},
    {"Sleep", 0, 0, msec_ports, make_sleep, SKIPS_NEVER, RUNS_ALWAYS},
    {"Script", 0, 0, code_ports, make_script_node, SKIPS_NEVER, RUNS_NEVER},
    {"ScriptCondition", 0, 0, code_ports, make_script_condition, SKIPS_NEVER, RUNS_NEVER},
    {"AlwaysSuccess", 0, 0, no_ports, make_always_success, SKIPS_NEVER, RUNS_NEVER},
    {"AlwaysFailure", 0, 0, no_ports, make_always_failure, SKIPS_NEVER, RUNS_NEVER},
    {"SetBlackboard", 0, 0, set_ports, make_set_blackboard, SKIPS_NEVER, RUNS_NEVER},
    {"UnsetBlackboard", 0, 0, unset_ports, make_unset_blackboard, SKIPS_NEVER, RUNS_NEVER},
    {"WasEntryUpdated", 0, 0, entry_ports, btcpp_was_updated, SKIPS_NEVER, RUNS_NEVER},
    {"SkipUnlessUpdated", 1, 1, entry_ports, btcpp_skip_unless, SKIPS_ITSELF, RUNS_CHILDREN},
    {"WaitValueUpdate", 1, 1, entry_ports, btcpp_wait_update, SKIPS_ANY, RUNS_ALWAYS},
    {"LoopInt", 1, 1, loop_ports, btcpp_loop, SKIPS_EMPTY, RUNS_ALWAYS},
    {"LoopBool", 1, 1, loop_ports, btcpp_loop, SKIPS_EMPTY, RUNS_ALWAYS},
    {"LoopDouble", 1, 1, loop_ports, btcpp_loop, SKIPS_EMPTY, RUNS_ALWAYS},
    {"LoopString", 1, 1, loop_ports, btcpp_loop, SKIPS_EMPTY, RUNS_ALWAYS},
    // version 3
    {"BlackboardCheckInt", 1, 1, check_ports, make_check, SKIPS_ANY, RUNS_CHILDREN},
    {"BlackboardCheckDouble", 1, 1, check_ports, make_check, SKIPS_ANY, RUNS_CHILDREN},
    {"BlackboardCheckBool", 1, 1, check_ports, make_check, SKIPS_ANY, RUNS_CHILDREN},
    {"BlackboardCheckString", 1, 1, check_ports, make_check, SKIPS_ANY, RUNS_CHILDREN},
    // nav2
    {"PipelineSequence", 1, MANY, no_ports, nav2_pipeline, SKIPS_ALL, RUNS_CHILDREN},
    {"NonblockingSequence", 1, MANY, no_ports, nav2_nonblocking, SKIPS_ALL, RUNS_CHILDREN},
    {"RecoveryNode", 2, 2, recovery_ports, nav2_recovery, SKIPS_ANY, RUNS_CHILDREN},
    {"RoundRobin", 1, 256, robin_ports, nav2_round_robin, SKIPS_ALL, RUNS_CHILDREN},
    {"RateController", 1, 1, rate_ports, nav2_rate, SKIPS_ANY, RUNS_CHILDREN},
    {"PersistentSequence", 1, MANY, persistent_ports, make_persistent, SKIPS_ALL, RUNS_CHILDREN},
    {"SingleTrigger", 1, 1, no_ports, nav2_single_trigger, SKIPS_ANY, RUNS_CHILDREN},
};

const btcpp_row *btcpp_row_of(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}
