// SPDX-License-Identifier: MIT
// Leaves and subtrees: host functions with their arguments, and uses of trees.
#include "btcpp.h"

#include "import_library.h"

#include <ctype.h>

// ---- leaves

// Return the key for ports that are left out and that a function may write.
static const char *absent_key(btcpp *b, key_type type)
{
    int i = type == KEY_BOOL ? 0 : type == KEY_FLOAT ? 2 : 1;
    if (!b->absent[i]) {
        b->absent[i] = spell_name(b->m, b->root->taken,
                                  i == 0   ? "_absent_bool"
                                  : i == 1 ? "_absent"
                                           : "_absent_float");
        make_declaration(b->root, b->absent[i], type, NULL, "for arguments that a node leaves out");
    }
    return b->absent[i];
}

static bool takes_key(const btcpp_port *port)
{
    return port->direction == PORT_OUTPUT || port->direction == PORT_INOUT;
}

// Return the default value of the model, or NULL if it has none or the default is a key.
static const char *preset_of(import_state *m, const btcpp_port *port)
{
    bool is_value = port->preset && *port->preset && !btcpp_pointer(m, port->preset);
    return is_value ? port->preset : NULL;
}

// Return whether all uses of a leaf give a text to a port, or leave it out and get one, so that it
// is a text argument. Otherwise it is an int, the handle of a text or of a value of the host.
static bool takes_text(import_state *m, const btcpp_leaf *leaf, const btcpp_port *port)
{
    const char *preset = preset_of(m, port);
    key_type type = key_type_of(&port->type), literal = port->type.types[EVIDENCE_LITERAL];
    if (takes_key(port) || port->has_key || (preset && strlen(preset) > TEXT_SIZE_MAX))
        return false;
    if (port->literal_count == 0 && preset)
        literal = literal_type(preset);
    bool is_text = type == KEY_TEXT || (type == KEY_OPAQUE && literal == KEY_TEXT);
    return is_text && (preset || port->literal_count == leaf->use_count);
}

// Return the expression of a key for an argument of a type.
static const char *key_as(import_state *m, const import_key *key, key_type to)
{
    key_type from = key_type_of(key);
    if (to == KEY_BOOL && from != KEY_BOOL)
        return arena_print(m->memory, "%s != 0", key->spelling);
    if (to != KEY_BOOL && from == KEY_BOOL)
        return arena_print(m->memory, "int(%s)", key->spelling);
    if (to != KEY_FLOAT && from == KEY_FLOAT)
        return arena_print(m->memory, "int(%s)", key->spelling);
    return key->spelling;
}

// Add a value as raw JSON if it is a literal of JSON, else as an expression.
static draft_member *add_value(arena *a, draft_node *to, const char *name, const char *text)
{
    bool is_word = strcmp(text, "true") == 0 || strcmp(text, "false") == 0;
    const char *digits = text + (*text == '-');
    bool is_number =
        *digits >= '0' && *digits <= '9' && digits[strspn(digits, "0123456789.eE+-")] == '\0';
    return is_word || is_number ? draft_raw(a, to, name, text) : draft_text(a, to, name, text);
}

// Add the value of an argument for uses that leave it out.
static void add_fallback(import_state *m, draft_node *to, const char *name, const btcpp_port *port)
{
    key_type type = key_type_of(&port->type);
    const char *preset = preset_of(m, port);
    if (preset)
        add_value(m->memory, to, name, literal_print(m, preset, type));
    else
        draft_raw(m->memory, to, name,
                  type == KEY_BOOL    ? "false"
                  : type == KEY_FLOAT ? "0.0"
                                      : "-1");
}

// Return whether the declaration of an argument has a default. The handles of texts are numbered in
// the order of the nodes, so those are written at the nodes.
static bool has_default(import_state *m, const btcpp_leaf *leaf, const btcpp_port *port)
{
    key_type type = key_type_of(&port->type);
    if (takes_text(m, leaf, port))
        return preset_of(m, port) != NULL;
    bool is_handle = type == KEY_TEXT || type == KEY_OPAQUE;
    if (preset_of(m, port))
        return !takes_key(port) && !is_handle;
    return !takes_key(port) && port->given_count < leaf->use_count;
}

static void add_missing(btcpp_making *t, draft_node *args, const btcpp_leaf *leaf,
                        const btcpp_port *port)
{
    import_state *m = t->k.m;
    if (takes_key(port))
        draft_text(m->memory, args, port->spelling, absent_key(t->b, key_type_of(&port->type)));
    else if (!has_default(m, leaf, port))
        add_fallback(m, args, port->spelling, port);
}

static void add_argument(btcpp_making *t, draft_node *args, const source_node *n,
                         const btcpp_leaf *leaf, const btcpp_port *port)
{
    import_state *m = t->k.m;
    const source_attribute *one = source_find(n, port->name);
    key_type type = key_type_of(&port->type);
    draft_member *added;
    if (!one || !btcpp_is_port(n, one)) {
        add_missing(t, args, leaf, port);
        return;
    }
    const char *pointer = btcpp_pointer(m, one->value);
    if (pointer) {
        pointer = strcmp(pointer, "=") == 0 ? one->name : pointer;
        const import_key *key = scope_key(m, &t->variant->scope, pointer);
        added = draft_text(m->memory, args, port->spelling,
                           takes_key(port) ? key->spelling : key_as(m, key, type));
    } else if (takes_key(port)) {
        gestalt_diagnostic *d =
            import_refuse(m, one->inside, DIAGNOSTIC_IMPORT_PORT,
                          "`%s` is written by the function, so it needs a key, such as `{%s}`",
                          port->name, port->name);
        (void)d;
        return;
    } else if (takes_text(m, leaf, port)) {
        added = draft_text(m->memory, args, port->spelling, one->value);
    } else {
        added = add_value(m->memory, args, port->spelling, literal_print(m, one->value, type));
    }
    added->has_place = true;
    added->place = one->inside;
}

static void refuse_children(btcpp_making *t, const source_node *n)
{
    gestalt_diagnostic *d =
        import_refuse(t->k.m, n->place, DIAGNOSTIC_IMPORT_NODE,
                      "`%s` has children, but is not a built-in node", btcpp_name(n));
    json_form_help(&t->k.m->form, d,
                   "the importer cannot know what it does with them: give a document that has a "
                   "tree `%s` with --library, or replace it by built-in nodes",
                   btcpp_name(n));
}

// Nodes of the library that have no row, and what to use instead. They must not be taken for
// functions of the host.
static const char *instead_of(const char *name)
{
    static const char *const missing[][2] = {
        {"TestNode", "it exists for tests; replace it by the node that it stands for"},
        {"ManualSelector", "a person chooses its child; replace it by a `Switch2` to `Switch6` "
                           "over a key that the host sets"},
        {"ConsumeQueue", "its queue is an object of the host; replace it by a `LoopInt` or the "
                         "like with its elements, as in queue=\"1;2;3\""},
    };
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        if (strcmp(missing[i][0], name) == 0)
            return missing[i][1];
    return NULL;
}

static void refuse_missing(btcpp_making *t, const source_node *n)
{
    gestalt_diagnostic *d =
        import_refuse(t->k.m, n->place, DIAGNOSTIC_IMPORT_NODE,
                      "`%s` is a node of the library that has no equivalent here", btcpp_name(n));
    json_form_help(&t->k.m->form, d, "%s", instead_of(btcpp_name(n)));
}

// An action that writes to keys whose assignments are counted: an assignment when it has succeeded.
static draft_node *count_writes(btcpp_making *t, const source_node *n, const btcpp_leaf *leaf,
                                draft_node *node)
{
    import_state *m = t->k.m;
    draft_node *row = node;
    for (const btcpp_port *port = leaf->ports; port; port = port->next) {
        const source_attribute *one = takes_key(port) ? source_find(n, port->name) : NULL;
        const char *pointer = one ? btcpp_pointer(m, one->value) : NULL;
        const import_key *key =
            pointer ? scope_key(m, &t->variant->scope, strcmp(pointer, "=") ? pointer : port->name)
                    : NULL;
        if (!key || !key->counter)
            continue;
        bool is_counted = port->has_model && !leaf->is_condition;
        import_approximate(m, one->place,
                           is_counted ? "`%s` may set `%s`, whose assignments a node waits for: "
                                        "here it has set it when it succeeds"
                                      : "`%s` may set `%s`, whose assignments a node waits for: "
                                        "here that does not count",
                           leaf->name, key->name);
        if (!is_counted)
            continue;
        draft_node *raise =
            make_set(&t->k, n->place, key->counter, arena_print(m->memory, "%s + 1", key->counter));
        if (row == node)
            row = MAKE(&t->k, n->place, "sequence", node);
        draft_child(m->memory, row, raise);
    }
    return row;
}

static void pass_library_port(btcpp_making *t, draft_node *with, const source_node *n,
                              const source_attribute *one)
{
    import_state *m = t->k.m;
    const char *tree = btcpp_name(n), *pointer = btcpp_pointer(m, one->value);
    json_value param = library_param(t->b->m->library, tree, one->name);
    json_kind kind = json_kind_of(param);
    bool takes_key = library_key_type(param) != KEY_UNKNOWN;
    draft_member *added = NULL;
    if (kind == JSON_NONE || library_is_node(param)) {
        import_refuse(m, one->place, DIAGNOSTIC_IMPORT_PORT,
                      "the tree `%s` of the library has no param `%s`", tree, one->name);
    } else if (takes_key != (pointer != NULL)) {
        import_refuse(m, one->inside, DIAGNOSTIC_IMPORT_PORT,
                      takes_key ? "the param `%s` of the library's tree is a key, such as `{%s}`"
                                : "the param `%s` of the library's tree is a constant, so it can't "
                                  "be a key",
                      one->name, one->name);
    } else if (pointer) {
        pointer = strcmp(pointer, "=") == 0 ? one->name : pointer;
        added = draft_text(m->memory, with, one->name,
                           scope_key(m, &t->variant->scope, pointer)->spelling);
    } else {
        key_type type = kind == JSON_TRUE || kind == JSON_FALSE ? KEY_BOOL
                        : kind == JSON_STRING                   ? KEY_TEXT
                                                                : literal_type(one->value);
        added = kind == JSON_STRING
                    ? draft_text(m->memory, with, one->name, one->value)
                    : add_value(m->memory, with, one->name, literal_print(m, one->value, type));
    }
    if (!added)
        return;
    added->has_place = true;
    added->place = one->inside;
}

// If a tree of the library has a key param `start`, give it a key that is true when its parent has
// started. Returns the node, with what sets the key if nothing else does.
static draft_node *make_start(btcpp_making *t, const source_node *n, draft_node *starts,
                              draft_node *node, draft_node *with)
{
    making *k = &t->k;
    json_value param = library_param(t->b->m->library, btcpp_name(n), "start");
    if (library_key_type(param) != KEY_BOOL || source_find(n, "start"))
        return node;
    const char *start = make_key(k, "start", KEY_BOOL, "whether the parent has started");
    draft_node *set = make_set(k, n->place, start, "true");
    draft_text(k->m->memory, with, "start", start);
    if (!starts)
        return MAKE(k, n->place, "sequence", set, node);
    draft_child(k->m->memory, starts, set);
    return node;
}

// A node with children that is a tree of the library: its ports are params, and its children node
// params `child`, or `child_1` and so on.
static draft_node *make_library_node(btcpp_making *t, const source_node *n)
{
    import_state *m = t->k.m;
    arena *a = m->memory;
    const char *tree = btcpp_name(n);
    draft_node *node = draft_new(a, "subtree", n->place), *with = draft_object(a);
    draft_node *starts = t->starts;
    uint32_t i = 0;
    t->starts = NULL;
    draft_text(a, node, "tree", tree);
    library_use(t->b->m->library, tree);
    btcpp_warn_of_skips(t, n, "here it has succeeded");
    for (const source_attribute *one = n->attributes; one; one = one->next)
        if (btcpp_is_port(n, one))
            pass_library_port(t, with, n, one);
    for (const source_node *child = n->children; child; child = child->next) {
        const char *name = arena_print(a, "child_%u", ++i);
        if (n->child_count == 1 && library_is_node(library_param(t->b->m->library, tree, "child")))
            name = "child";
        if (!library_is_node(library_param(t->b->m->library, tree, name))) {
            import_refuse(m, child->place, DIAGNOSTIC_IMPORT_CHILDREN,
                          "the tree `%s` of the library has no node param `%s` for this child",
                          tree, name);
            break;
        }
        draft_add(a, with, name, btcpp_node(t, child, skip_plain(true)));
    }
    draft_node *row = make_start(t, n, starts, node, with);
    draft_add_object(a, node, "with", with);
    return row;
}

draft_node *btcpp_leaf_node(btcpp_making *t, const source_node *n)
{
    arena *a = t->k.m->memory;
    if (n->children && library_has(t->b->m->library, btcpp_name(n)))
        return make_library_node(t, n);
    bool is_missing = instead_of(btcpp_name(n)) != NULL;
    if (n->children || is_missing) {
        is_missing ? refuse_missing(t, n) : refuse_children(t, n);
        return make_status(&t->k, n->place, true);
    }
    btcpp_leaf *leaf = btcpp_leaf_of(t->b, btcpp_leaf_name(n));
    import_list deferreds = t->k.m->options->deferreds;
    bool is_deferred = import_listed(deferreds.texts, deferreds.count, leaf->name);
    const char *type = leaf->is_condition ? "condition" : is_deferred ? "deferred" : "action";
    draft_node *node = draft_new(a, type, n->place), *args = draft_object(a);
    if (!leaf->spelling)
        leaf->spelling = spell_name(t->k.m, &t->b->leaf_names, leaf->name);
    if (is_deferred && !leaf->is_condition)
        import_approximate(t->k.m, n->place,
                           "`%s` is deferred, so its first answer is running, and its game system "
                           "hears of it after the tick",
                           leaf->name);
    draft_text(a, node, leaf->is_condition ? "call" : "do", leaf->spelling);
    for (const btcpp_port *port = leaf->ports; port; port = port->next)
        add_argument(t, args, n, leaf, port);
    if (args->count)
        draft_add_object(a, node, "args", args);
    return count_writes(t, n, leaf, node);
}

typedef struct host_script {
    btcpp_making *t;
    btcpp_leaf *leaf;
    draft_node *args;
} host_script;

static void pass_key(void *user, const script *name)
{
    host_script *h = user;
    import_state *m = h->t->k.m;
    const import_key *key = scope_key(m, &h->t->variant->scope, name->text);
    if (import_enum(m, name->text))
        return;
    btcpp_port *port = btcpp_port_of(h->t->b, h->leaf, key->spelling);
    if (draft_find(h->args, port->spelling))
        return;
    port->direction = PORT_INOUT;
    port->type.types[EVIDENCE_MODEL] = key_type_of(key);
    draft_text(m->memory, h->args, port->spelling, key->spelling);
}

// An action of the host, such as `script_1`, with the keys of a script. `done`: key that is its
// first argument, or NULL.
static draft_node *make_host_script(btcpp_making *t, const source_attribute *attribute,
                                    const script *e, const char *done, const char *why)
{
    import_state *m = t->k.m;
    const char *name = arena_print(m->memory, "script_%u", ++t->b->script_count);
    host_script h = {t, btcpp_leaf_of(t->b, name), draft_object(m->memory)};
    draft_node *node = draft_new(m->memory, "action", attribute->inside);
    h.leaf->spelling = spell_name(m, &t->b->leaf_names, name);
    h.leaf->place = attribute->inside;
    h.leaf->doc = attribute->value;
    import_approximate(m, attribute->inside,
                       "the host has to run this script, as the action `%s`, %s", h.leaf->spelling,
                       why);
    draft_text(m->memory, node, "do", h.leaf->spelling);
    if (done) {
        btcpp_port *port = btcpp_port_of(t->b, h.leaf, "is done"); // no key has this name
        port->direction = PORT_INPUT;
        port->type.types[EVIDENCE_MODEL] = KEY_BOOL;
        draft_text(m->memory, h.args, port->spelling, done);
        import_note_hook(m, h.leaf->spelling);
        h.leaf->doc =
            arena_print(m->memory, "Return running. When it is cancelled and is_done is false: %s",
                        attribute->value);
    }
    script_names(e, pass_key, &h);
    if (h.args->count)
        draft_add_object(m->memory, node, "args", h.args);
    return node;
}

draft_node *btcpp_host_script(btcpp_making *t, const source_attribute *attribute, const script *e)
{
    return make_host_script(t, attribute, e, NULL,
                            "since expressions cannot join texts or work on bits");
}

// seq(e = false, race(sel(seq(x, e = true), seq(e = true, F)), action h(is_done: e)))
draft_node *btcpp_hook(btcpp_making *t, source_attribute *attribute, draft_node *child)
{
    making *k = &t->k;
    gestalt_span place = attribute->place;
    const script *e = script_parse(k->m, attribute);
    if (!e)
        return child;
    const char *done = make_key(k, "is_done", KEY_BOOL, "whether the node has finished");
    draft_node *yes = MAKE(k, place, "sequence", child, make_set(k, place, done, "true"));
    draft_node *no =
        MAKE(k, place, "sequence", make_set(k, place, done, "true"), make_status(k, place, false));
    draft_node *hook = make_host_script(t, attribute, e, done,
                                        "when it is cancelled and its argument `is_done` is false");
    return MAKE(k, place, "sequence", make_set(k, place, done, "false"),
                MAKE(k, place, "race", MAKE(k, place, "selector", yes, no), hook));
}

static void declare_argument(import_state *m, draft_node *args, const btcpp_leaf *leaf,
                             const btcpp_port *port)
{
    arena *a = m->memory;
    bool is_text = takes_text(m, leaf, port);
    const char *type = is_text ? "text" : key_type_name(key_type_of(&port->type));
    if (takes_key(port))
        type = arena_print(a, "key %s", type);
    if (!has_default(m, leaf, port)) {
        draft_text(a, args, port->spelling, type);
        return;
    }
    draft_node *declared = draft_object(a);
    draft_text(a, declared, "type", type);
    if (is_text)
        draft_text(a, declared, "default", preset_of(m, port));
    else
        add_fallback(m, declared, "default", port);
    draft_add_object(a, args, port->spelling, declared);
}

static void declare_leaf(btcpp *b, draft_node *actions, const btcpp_leaf *leaf)
{
    arena *a = b->m->memory;
    draft_node *one = draft_object(a), *args = draft_object(a);
    import_list deferreds = b->m->options->deferreds;
    if (leaf->is_condition)
        draft_text(a, one, "kind", "predicate");
    else if (import_listed(deferreds.texts, deferreds.count, leaf->name))
        draft_text(a, one, "kind", "deferred");
    for (const btcpp_port *port = leaf->ports; port; port = port->next)
        declare_argument(b->m, args, leaf, port);
    if (args->count)
        draft_add_object(a, one, "args", args);
    if (leaf->doc)
        draft_text(a, one, "doc", leaf->doc);
    draft_add_object(a, actions, leaf->spelling, one);
}

void btcpp_declare_leaves(btcpp *b, draft_node *document, draft_node *blackboard)
{
    draft_node *actions = draft_object(b->m->memory);
    for (const btcpp_leaf *leaf = b->leaves; leaf; leaf = leaf->next)
        if (leaf->spelling)
            declare_leaf(b, actions, leaf);
    library_add(b->m->library, b->tree_drafts, actions, blackboard);
    if (actions->count)
        draft_add_object(b->m->memory, document, "actions", actions);
}

// ---- trees

typedef struct passing {
    btcpp_making *t;
    btcpp_variant *inner;
    draft_node *with;
} passing;

static void pass_port(void *user, const btcpp_use *port)
{
    passing *p = user;
    import_state *m = p->t->k.m;
    const import_key *inner = scope_find(&p->inner->scope, port->port);
    const char *pointer = btcpp_pointer(m, port->value);
    draft_member *added;
    if (!inner)
        return; // the tree does not use it
    if (pointer) {
        pointer = strcmp(pointer, "=") == 0 ? port->port : pointer;
        const import_key *outer = scope_key(m, &p->t->variant->scope, pointer);
        added = draft_text(m->memory, p->with, inner->spelling, outer->spelling);
        if (inner->counter)
            draft_text(m->memory, p->with, inner->counter, outer->counter);
    } else {
        added = add_value(m->memory, p->with, inner->literal_param,
                          literal_print(m, port->value, key_type_of(inner)));
    }
    added->has_place = true;
    added->place = port->place;
}

static void pass_all(btcpp_making *t, const source_node *n, btcpp_variant *inner, draft_node *with)
{
    import_state *m = t->k.m;
    for (const import_key *key = inner->scope.keys; key; key = key->next)
        if (key->is_param && !source_find(n, key->name)) {
            const import_key *outer = scope_key(m, &t->variant->scope, key->name);
            draft_text(m->memory, with, key->spelling, outer->spelling);
            if (key->counter)
                draft_text(m->memory, with, key->counter, outer->counter);
        }
}

// Return a name of a subtree with the characters that are allowed in names of keys.
static const char *spell_label(import_state *m, const char *label)
{
    char *text = arena_print(m->memory, "%.100s", label);
    for (char *c = text; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_' && *c != '-')
            *c = '_';
    return text;
}

draft_node *btcpp_subtree_node(btcpp_making *t, const source_node *n, skip s)
{
    arena *a = t->k.m->memory;
    btcpp_variant *v = btcpp_variant_of(t->b, n);
    draft_node *node = draft_new(a, "subtree", n->place), *with = draft_object(a);
    if (!v) {
        import_approximate(t->k.m, n->place,
                           "the tree `%s` is in none of the files; it becomes an action",
                           btcpp_leaf_name(n));
        return btcpp_leaf_node(t, n);
    }
    if (!btcpp_body_may_skip(t->b, n))
        s = skip_plain(true);
    draft_text(a, node, "tree", btcpp_tree_name(t->b, v, s));
    btcpp_uses(t->b, n, pass_port, &(passing){t, v, with});
    if (btcpp_is_autoremap(n))
        pass_all(t, n, v, with);
    if (s.steps) { // the tree decides the answer
        skip steps = s;
        steps.succeeds = true;
        draft_add(a, with, "skipped", skip_make(t, n->place, steps));
    }
    if (with->count)
        draft_add_object(a, node, "with", with);
    const char *label = source_value(n, "name");
    if (label && *label) // names of keys contain it
        draft_text(a, node, "name", spell_label(t->k.m, label));
    return node;
}

// Declare the keys of a tree: those that it owns, and its params.
static void declare_keys(btcpp *b, btcpp_variant *v, draft_node *params, draft_node *own)
{
    arena *a = b->m->memory;
    making k = {.m = b->m, .blackboard = own};
    for (const import_key *key = v->scope.keys; key; key = key->next) {
        key_type type = key_type_of(key);
        if (key->is_param && params) {
            draft_node *param = draft_object(a);
            draft_text(a, param, "key", key_type_name(type));
            draft_add_object(a, params, key->spelling, param);
            if (key->counter) {
                draft_node *counter = draft_object(a);
                draft_text(a, counter, "key", "int");
                draft_add_object(a, params, key->counter, counter);
            }
            continue;
        }
        const char *init = NULL;
        if (key->literal_param && params) {
            const char *zero = type == KEY_BOOL ? "false" : type == KEY_FLOAT ? "0.0" : "0";
            draft_raw(a, params, key->literal_param, zero);
            init = arena_print(a, "\"%s\"", key->literal_param);
        }
        make_declaration(&k, key->spelling, type, init, NULL);
        // Its first value counts: a literal, or what the host has set before the first tick.
        if (key->counter)
            make_declaration(&k, key->counter, KEY_INT, init || !params ? "1" : NULL,
                             arena_print(a, "how often %s has been set", key->spelling));
    }
}

const char *btcpp_tree_name(btcpp *b, btcpp_variant *v, skip s)
{
    arena *a = b->m->memory;
    bool has_node = s.steps != NULL;
    const char **name = &v->spellings[s.succeeds][has_node];
    if (*name)
        return *name;
    *name = spell_name(b->m, &b->tree_names, v->tree->id);
    btcpp_making t = {
        .k = {.m = b->m, .blackboard = draft_object(a), .taken = &v->taken}, .b = b, .variant = v};
    draft_node *tree = draft_object(a), *params = draft_object(a);
    declare_keys(b, v, params, t.k.blackboard);
    skip inner = skip_plain(s.succeeds);
    if (has_node) {
        draft_node *param = draft_object(a);
        draft_raw(a, param, "node", "true");
        draft_add_object(a, params, "skipped", param);
        inner = skip_with(&t, inner, NULL, NULL);
    }
    const char *doc = source_value(v->tree->node, "_description");
    if (doc && *doc)
        draft_text(a, tree, "doc", doc);
    // Trees that this one uses are added first.
    draft_node *root = btcpp_node(&t, v->tree->node->children, inner);
    if (params->count)
        draft_add_object(a, tree, "params", params);
    if (t.k.blackboard->count)
        draft_add_object(a, tree, "blackboard", t.k.blackboard);
    draft_add(a, tree, "root", root);
    draft_add_object(a, b->tree_drafts, *name, tree);
    return *name;
}

// ---- the document

void btcpp_document(btcpp *b, draft_node *document)
{
    arena *a = b->m->memory;
    btcpp_making t = {.k = {.m = b->m, .blackboard = draft_object(a), .taken = &b->main->taken},
                      .b = b,
                      .variant = b->main};
    b->root = &t.k;
    b->tree_drafts = draft_object(a);
    library_reserve(b->m->library, &b->tree_names);
    declare_keys(b, b->main, NULL, t.k.blackboard);
    draft_node *root = btcpp_node(&t, b->main->tree->node->children, skip_plain(true));
    draft_raw(a, document, "gestalt", "1");
    draft_text(a, document, "name", b->main->tree->id);
    const char *doc = source_value(b->main->tree->node, "_description");
    if (doc && *doc)
        draft_text(a, document, "doc", doc);
    draft_add_object(a, document, "blackboard", t.k.blackboard);
    btcpp_declare_leaves(b, document, t.k.blackboard);
    if (b->tree_drafts->count)
        draft_add_object(a, document, "trees", b->tree_drafts);
    draft_add(a, document, "root", root);
}
