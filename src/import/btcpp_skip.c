// SPDX-License-Identifier: MIT
// What is skipped, and pre- and post-conditions of nodes.
#include "btcpp.h"

#include "text.h"

struct skip_step {
    const char *key, *expression; // NULL: the node that the tree was given for what is skipped
    skip_step *next;
};

skip skip_plain(bool succeeds)
{
    return (skip){succeeds, NULL};
}

skip skip_with(btcpp_making *t, skip s, const char *key, const char *expression)
{
    skip_step *step = ARENA_NEW(t->k.m->memory, skip_step);
    *step = (skip_step){key, expression, s.steps};
    s.steps = step;
    return s;
}

draft_node *skip_make(btcpp_making *t, gestalt_span place, skip s)
{
    draft_node *row = draft_new(t->k.m->memory, "sequence", place), *one = NULL;
    uint32_t count = 0;
    for (const skip_step *step = s.steps; step; step = step->next) {
        if (step->key) {
            one = make_set(&t->k, place, step->key, step->expression);
        } else {
            one = draft_new(t->k.m->memory, "given", place);
            draft_text(t->k.m->memory, one, "node", "skipped");
        }
        draft_child(t->k.m->memory, row, one);
        count++;
    }
    if (count == 0)
        return make_status(&t->k, place, s.succeeds);
    if (s.succeeds && count == 1)
        return one;
    if (!s.succeeds)
        draft_child(t->k.m->memory, row, make_status(&t->k, place, false));
    return row;
}

// ---- what may happen

static bool all_may_skip(btcpp *b, const source_node *n, const source_node *end)
{
    for (const source_node *child = n->children; child && child != end; child = child->next)
        if (!btcpp_may_skip(b, child))
            return false;
    return n->children != end;
}

static bool any_may_skip(btcpp *b, const source_node *first)
{
    for (const source_node *child = first; child; child = child->next)
        if (btcpp_may_skip(b, child))
            return true;
    return false;
}

static const source_node *last_child(const source_node *n)
{
    const source_node *last = n->children;
    while (last && last->next)
        last = last->next;
    return last;
}

static bool tree_may_skip(btcpp *b, const source_node *use)
{
    const char *id = source_value(use, "ID");
    btcpp_tree *tree = id ? btcpp_find_tree(b, id) : NULL;
    if (!tree || !tree->node || !tree->node->children)
        return false;
    if (tree->may_skip < 0)
        tree->may_skip = btcpp_may_skip(b, tree->node->children);
    return tree->may_skip;
}

static bool is_value(const source_node *n, const char *name, const char *value)
{
    const char *text = source_value(n, name);
    return text && strcmp(text, value) == 0;
}

bool btcpp_body_may_skip(btcpp *b, const source_node *n)
{
    const char *name = btcpp_name(n);
    if (strcmp(name, "SubTree") == 0)
        return tree_may_skip(b, n);
    const btcpp_row *row = btcpp_row_of(name);
    if (!row)
        return false;
    switch (row->skips) {
    case SKIPS_NEVER: return false;
    case SKIPS_ITSELF: return true;
    case SKIPS_ALL: return all_may_skip(b, n, NULL);
    case SKIPS_TRIED: return all_may_skip(b, n, last_child(n));
    case SKIPS_ANY: return any_may_skip(b, n->children);
    case SKIPS_BRANCH: return n->children && any_may_skip(b, n->children->next);
    case SKIPS_RUN_ONCE: return !is_value(n, "then_skip", "false") || any_may_skip(b, n->children);
    case SKIPS_EMPTY: return is_value(n, "if_empty", "SKIPPED");
    case SKIPS_ELSE: return is_value(n, "else", "SKIPPED") || any_may_skip(b, n->children);
    }
    return false;
}

bool btcpp_may_skip(btcpp *b, const source_node *n)
{
    return source_find(n, "_skipIf") || source_find(n, "_while") || btcpp_body_may_skip(b, n);
}

bool btcpp_may_run(btcpp *b, const source_node *n)
{
    const char *name = btcpp_name(n);
    const btcpp_row *row = btcpp_row_of(name);
    if (strcmp(name, "SubTree") == 0) {
        const char *id = source_value(n, "ID");
        const btcpp_tree *tree = id ? btcpp_find_tree(b, id) : NULL;
        return !tree || !tree->node || btcpp_may_run(b, tree->node->children);
    }
    if (!row) {
        import_list syncs = b->m->options->syncs;
        return !btcpp_leaf_of(b, name)->is_condition &&
               !import_listed(syncs.texts, syncs.count, name);
    }
    if (row->runs != RUNS_CHILDREN)
        return row->runs == RUNS_ALWAYS;
    for (const source_node *child = n->children; child; child = child->next)
        if (btcpp_may_run(b, child))
            return true;
    return false;
}

// ---- conditions

static const char *const pre_conditions[] = {"_failureIf", "_successIf", "_skipIf", "_while"};
static const char *const post_conditions[] = {"_onSuccess", "_onFailure", "_post"};

bool btcpp_has_conditions(const source_node *n)
{
    for (int i = 0; i < 4; i++)
        if (source_find(n, pre_conditions[i]))
            return true;
    for (int i = 0; i < 3; i++)
        if (source_find(n, post_conditions[i]))
            return true;
    return source_find(n, "_onHalted");
}

const char *btcpp_condition(btcpp_making *t, const source_node *n, const char *name)
{
    import_state *m = t->k.m;
    source_attribute *one = source_find(n, name);
    const script *e = one ? script_parse(m, one) : NULL;
    if (!e)
        return NULL;
    if (e->next || e->kind == SCRIPT_ASSIGN) {
        import_refuse(m, one->inside, DIAGNOSTIC_IMPORT_SCRIPT,
                      "a condition that assigns keys has no equivalent here");
        return NULL;
    }
    return script_print(m, &t->variant->scope, one, e, KEY_BOOL);
}

static draft_node *make_statement(btcpp_making *t, const source_attribute *one, const script *e)
{
    import_state *m = t->k.m;
    import_check_memory(m, one->inside);
    if (e->kind != SCRIPT_ASSIGN) {
        import_refuse(m, script_span(one, e), DIAGNOSTIC_IMPORT_SCRIPT,
                      "this statement assigns nothing");
        return make_status(&t->k, one->inside, true);
    }
    const script *name = e->operands[0];
    import_key *key = scope_key(m, &t->variant->scope, name->text);
    key_type type = key_type_of(key);
    script value = *e; // `a += b` is `a := a + (b)`
    const script *from = e->operands[1];
    if (*e->text != ':' && *e->text != '=') {
        value.kind = SCRIPT_BINARY;
        value.text = arena_copy_text(m->memory, e->text, 1);
        from = &value;
    }
    const char *text = script_print(m, &t->variant->scope, one, from, type);
    return btcpp_set(t, script_span(one, e), key, text);
}

draft_node *btcpp_script(btcpp_making *t, const source_node *n, const char *name)
{
    source_attribute *one = source_find(n, name);
    const script *first = one ? script_parse(t->k.m, one) : NULL;
    if (!first)
        return make_status(&t->k, n->place, true);
    if (script_needs_host(t->k.m, &t->variant->scope, first))
        return btcpp_host_script(t, one, first);
    if (!first->next)
        return make_statement(t, one, first);
    draft_node *row = draft_new(t->k.m->memory, "sequence", one->inside);
    for (const script *e = first; e; e = e->next)
        draft_child(t->k.m->memory, row, make_statement(t, one, e));
    return row;
}

// Scripts after the node's own answer. `answer` is 1 or 0 if it is known, else -1.
static draft_node *add_posts(btcpp_making *t, const source_node *n, draft_node *node, int answer)
{
    making *k = &t->k;
    bool has_success = source_find(n, "_onSuccess"), has_failure = source_find(n, "_onFailure");
    bool has_post = source_find(n, "_post");
    if (answer != 0 && (has_success || has_post)) {
        draft_node *row = MAKE(k, n->place, "sequence", node);
        if (has_success)
            draft_child(k->m->memory, row, btcpp_script(t, n, "_onSuccess"));
        if (has_post)
            draft_child(k->m->memory, row, btcpp_script(t, n, "_post"));
        node = row;
    }
    if (answer != 1 && (has_failure || has_post)) {
        draft_node *row = draft_new(k->m->memory, "sequence", n->place);
        if (has_failure)
            draft_child(k->m->memory, row, btcpp_script(t, n, "_onFailure"));
        if (has_post)
            draft_child(k->m->memory, row, btcpp_script(t, n, "_post"));
        draft_child(k->m->memory, row, make_status(k, n->place, false));
        node = answer == 0 ? row : MAKE(k, n->place, "selector", node, row);
    }
    return node;
}

draft_node *btcpp_set(btcpp_making *t, gestalt_span place, const import_key *key,
                      const char *expression)
{
    making *k = &t->k;
    draft_node *set = make_set(k, place, key->spelling, expression);
    if (!key->counter)
        return set;
    const char *next = arena_print(k->m->memory, "%s + 1", key->counter);
    return MAKE(k, place, "sequence", set, make_set(k, place, key->counter, next));
}

void btcpp_warn_of_skips(btcpp_making *t, const source_node *n, const char *what)
{
    for (const source_node *child = n->children; child; child = child->next)
        if (btcpp_may_skip(t->b, child)) {
            import_approximate(t->k.m, child->place, "a child of `%s` that may be skipped: %s",
                               btcpp_name(n), what);
            return;
        }
}

// ---- one node

static const char *list_ports(import_state *m, const btcpp_row *row)
{
    const char *text = "";
    for (const char *const *port = row->ports; *port; port++)
        text = arena_print(m->memory, "%s%s`%s`", text, *text ? ", " : "", *port);
    return text;
}

static void check_ports(btcpp_making *t, const source_node *n, const btcpp_row *row)
{
    import_state *m = t->k.m;
    for (const source_attribute *one = n->attributes; one; one = one->next) {
        const char *const *port = row->ports;
        if (!btcpp_is_port(n, one))
            continue;
        while (*port && strcmp(*port, one->name) != 0)
            port++;
        if (*port)
            continue;
        gestalt_diagnostic *d = import_refuse(m, one->place, DIAGNOSTIC_IMPORT_PORT,
                                              "`%s` has no port `%s`", row->name, one->name);
        if (row->ports[0])
            json_form_help(&m->form, d, "it has %s", list_ports(m, row));
    }
}

// Return whether a built-in node has the right number of children.
static bool check_children(btcpp_making *t, const source_node *n, const btcpp_row *row)
{
    import_state *m = t->k.m;
    uint32_t count = n->child_count, least = row->least, most = row->most;
    if (count >= least && count <= most)
        return true;
    const char *many = text_plural(least, "child", "children"), *needed;
    if (most == 0)
        needed = "no children";
    else if (least == most)
        needed = arena_print(m->memory, "%u %s", least, many);
    else if (most == UINT32_MAX)
        needed = arena_print(m->memory, "at least %u %s", least, many);
    else
        needed = arena_print(m->memory, "%u to %u children", least, most);
    import_refuse(m, n->place, DIAGNOSTIC_IMPORT_CHILDREN, "`%s` needs %s, but has %u", row->name,
                  needed, count);
    return false;
}

// Return whether a node becomes several nodes, which do not show what they stand for.
static bool is_construction(const btcpp_row *row, const draft_node *made)
{
    static const char *const built[] = {"AsyncSequence",
                                        "AsyncFallback",
                                        "SequenceWithMemory",
                                        "ParallelAll",
                                        "TryCatch",
                                        "RunOnce",
                                        "Precondition",
                                        "WasEntryUpdated",
                                        "SkipUnlessUpdated",
                                        "WaitValueUpdate",
                                        "LoopInt",
                                        "LoopBool",
                                        "LoopDouble",
                                        "LoopString",
                                        "RecoveryNode",
                                        "RoundRobin",
                                        "PersistentSequence",
                                        "SingleTrigger"};
    for (size_t i = 0; i < sizeof built / sizeof *built; i++)
        if (strcmp(built[i], row->name) == 0)
            return true;
    bool is_loop =
        strcmp(row->name, "Repeat") == 0 || strcmp(row->name, "RetryUntilSuccessful") == 0;
    bool is_choice = strcmp(row->name, "IfThenElse") == 0 || strcmp(row->name, "WhileDoElse") == 0;
    return (is_loop || is_choice) && strstr(made->type, "sequence") != NULL;
}

// Name the node that a construction stands for, and its line.
static void add_origin(btcpp_making *t, const source_node *n, draft_node *node)
{
    import_state *m = t->k.m;
    uint32_t line, column;
    if (!gestalt_diagnostics_locate(m->form.diagnostics, n->place.source, n->place.begin, &line,
                                    &column))
        longjmp(m->memory->escape, 1);
    const char *path = m->sources[n->place.source]->path, *slash = strrchr(path, '/');
    bool is_first = n->place.source == t->b->start.source;
    draft_text(m->memory, node, "doc",
               is_first ? arena_print(m->memory, "%s, line %u", btcpp_name(n), line)
                        : arena_print(m->memory, "%s, %s line %u", btcpp_name(n),
                                      slash ? slash + 1 : path, line));
}

static draft_node *make_body(btcpp_making *t, const source_node *n, skip s)
{
    const char *name = btcpp_name(n);
    const btcpp_row *row = btcpp_row_of(name);
    draft_node *node;
    if (row)
        check_ports(t, n, row);
    if (row && !check_children(t, n, row))
        return make_status(&t->k, n->place, true);
    if (row)
        node = row->make(t, n, s);
    else if (strcmp(name, "SubTree") == 0)
        node = btcpp_subtree_node(t, n, s);
    else
        node = btcpp_leaf_node(t, n);
    const char *label = source_value(n, "name"), *doc = source_value(n, "_description");
    if (label && *label && !draft_find(node, "name"))
        draft_text(t->k.m->memory, node, "name", label);
    if (doc && *doc && !draft_find(node, "doc"))
        draft_text(t->k.m->memory, node, "doc", doc);
    else if (row && is_construction(row, node) && !draft_find(node, "doc"))
        add_origin(t, n, node);
    return node;
}

static draft_node *add_pre(btcpp_making *t, const source_node *n, int i, draft_node *node, skip s)
{
    making *k = &t->k;
    const char *condition = btcpp_condition(t, n, pre_conditions[i]);
    if (!condition)
        return node;
    gestalt_span place = source_find(n, pre_conditions[i])->place;
    if (i == 3) // _while is evaluated in every tick
        return make_decide(k, place, condition, node, skip_make(t, place, s), true);
    draft_node *instead =
        i == 2 ? skip_make(t, place, s) : add_posts(t, n, make_status(k, place, i == 1), i == 1);
    return make_decide(k, place, condition, instead, node, false);
}

draft_node *btcpp_node(btcpp_making *t, const source_node *n, skip s)
{
    bool has_post =
        source_find(n, "_onSuccess") || source_find(n, "_onFailure") || source_find(n, "_post");
    source_attribute *halted = source_find(n, "_onHalted");
    import_check_memory(t->k.m, n->place);
    if (has_post && btcpp_body_may_skip(t->b, n))
        import_approximate(t->k.m, n->place,
                           "scripts after the answer of a node that may be skipped: they run also "
                           "when the node is skipped");
    draft_node *node = make_body(t, n, s);
    if (halted)
        node = btcpp_hook(t, halted, node);
    node = add_posts(t, n, node, -1);
    for (int i = 3; i >= 0; i--)
        node = add_pre(t, n, i, node, s);
    return node;
}
