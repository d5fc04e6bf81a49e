// SPDX-License-Identifier: MIT
// Collecting variants of trees, their keys, and the types of keys and ports.
#include "btcpp.h"

#include "import_library.h"
#include "text.h"

enum { OPEN_TREES_MAX = 64, ROUNDS_MAX = 64, PORTS_MAX = 100 };

/// `key := value` in a script.
typedef struct btcpp_assignment {
    import_scope *scope;
    const script *value;
    import_key *key;
    gestalt_span place;
    struct btcpp_assignment *next;
} btcpp_assignment;

/// A use of a port of a leaf with a key.
typedef struct port_use {
    btcpp_port *port;
    import_key *key;
    const source_node *node;
    gestalt_span place;
    struct port_use *next;
} port_use;

typedef struct survey {
    btcpp *b;
    port_use *uses, **last_use;
    uint32_t open_count;
    bool is_sure; // this node runs in the first tick, whatever the leaves answer
} survey;

/// A survey and the scope in which it is, for callbacks.
typedef struct survey_node {
    survey *s;
    import_scope *scope;
    gestalt_span place;
} survey_node;

static bool survey_tree(survey *s, btcpp_variant *v, const source_node *use);
static bool survey_node_at(survey *s, import_scope *scope, const source_node *n);

// ---- scripts

static void survey_name(void *user, const script *name)
{
    const survey_node *at = user;
    if (!import_enum(at->s->b->m, name->text))
        scope_key(at->s->b->m, at->scope, name->text);
}

static void survey_script(survey *s, import_scope *scope, source_attribute *attribute)
{
    import_state *m = s->b->m;
    survey_node at = {.s = s, .scope = scope};
    const script *first = script_parse(m, attribute);
    script_names(first, survey_name, &at);
    for (const script *e = first; e; e = e->next) {
        if (e->kind != SCRIPT_ASSIGN)
            continue;
        btcpp_assignment *one = ARENA_NEW(m->memory, btcpp_assignment);
        *one = (btcpp_assignment){.scope = scope, .value = e->operands[1]};
        one->key = scope_key(m, scope, e->operands[0]->text);
        one->place = script_span(attribute, e);
        *s->b->last_assignment = one;
        s->b->last_assignment = &one->next;
    }
}

static void survey_read(void *user, const script *name)
{
    const survey_node *at = user;
    if (!import_enum(at->s->b->m, name->text))
        key_access_add(scope_key(at->s->b->m, at->scope, name->text), KEY_READ, at->s->is_sure,
                       at->place);
}

// Note which keys a script reads and assigns, in its order.
static void survey_accesses(survey *s, import_scope *scope, const source_node *n,
                            source_attribute *attribute)
{
    import_state *m = s->b->m;
    survey_node at = {.s = s, .scope = scope};
    for (const script *e = script_parse(m, attribute); e; e = e->next) {
        at.place = script_span(attribute, e);
        if (e->kind != SCRIPT_ASSIGN) {
            script_names_of(e, survey_read, &at);
            continue;
        }
        script_names_of(e->operands[1], survey_read, &at);
        bool is_plain = *e->text == ':' || *e->text == '=';
        import_key *key = scope_key(m, scope, e->operands[0]->text);
        key_access_add(key, is_plain ? KEY_WRITTEN : KEY_READ, s->is_sure, at.place);
        key_write_add(m, key, n);
    }
}

// The attributes that are scripts: `code` and `if` of built-in nodes, and conditions of all nodes.
static bool is_script(const char *name, const source_attribute *one)
{
    static const char *const conditions[] = {"_skipIf",    "_successIf", "_failureIf", "_while",
                                             "_onSuccess", "_onFailure", "_onHalted",  "_post"};
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
        if (strcmp(one->name, conditions[i]) == 0)
            return true;
    if (strcmp(one->name, "code") == 0)
        return strcmp(name, "Script") == 0 || strcmp(name, "ScriptCondition") == 0;
    return strcmp(one->name, "if") == 0 && strcmp(name, "Precondition") == 0;
}

// Types grow until nothing changes. The direction alternates, so that chains of assignments need
// few rounds in either order.
static void settle_types(btcpp *b)
{
    uint32_t count = 0;
    btcpp_assignment **list = NULL;
    for (btcpp_assignment *one = b->assignments; one; one = one->next)
        count++;
    list = ARENA_ARRAY(b->m->memory, btcpp_assignment *, count + 1);
    count = 0;
    for (btcpp_assignment *one = b->assignments; one; one = one->next)
        list[count++] = one;
    bool has_changed = true;
    for (int round = 0; has_changed && round < ROUNDS_MAX; round++) {
        has_changed = false;
        for (uint32_t i = 0; i < count; i++) {
            btcpp_assignment *one = list[round % 2 ? count - 1 - i : i];
            key_type before = key_type_known(one->key);
            key_type type = script_type(b->m, one->scope, one->value);
            if (type != KEY_OPAQUE)
                key_evidence_add(b->m, one->key, EVIDENCE_SCRIPT, type, one->place);
            has_changed |= key_type_known(one->key) != before;
        }
    }
}

// ---- leaves

static void survey_port(survey *s, import_scope *scope, btcpp_leaf *leaf, const source_node *n,
                        const source_attribute *one)
{
    import_state *m = s->b->m;
    btcpp_port *port = btcpp_port_of(s->b, leaf, one->name);
    const char *pointer = btcpp_pointer(m, one->value);
    port->given_count++;
    if (!pointer) {
        key_type type = literal_type(one->value), *known = &port->type.types[EVIDENCE_LITERAL];
        port->has_literal = true;
        port->literal_count++;
        port->has_key |= strlen(one->value) > TEXT_SIZE_MAX;
        *known = key_type_join(*known, type);
        if (*known == KEY_UNKNOWN)
            *known = KEY_TEXT; // a number in one use and a text in another
        return;
    }
    import_key *key = scope_key(m, scope, strcmp(pointer, "=") == 0 ? one->name : pointer);
    port->has_key = true;
    // A function may write to a key, unless a model says otherwise.
    key_access_add(key, port->direction == PORT_INPUT ? KEY_READ : KEY_WRITTEN, false, one->inside);
    port_use *use = ARENA_NEW(m->memory, port_use);
    *use = (port_use){port, key, n, one->inside, NULL};
    *s->last_use = use;
    s->last_use = &use->next;
}

static void survey_leaf(survey *s, import_scope *scope, const source_node *n)
{
    btcpp_leaf *leaf = btcpp_leaf_of(s->b, btcpp_leaf_name(n));
    if (!leaf->is_used)
        leaf->place = n->place;
    leaf->is_used = true;
    leaf->use_count++;
    leaf->is_condition |= strcmp(n->type, "Condition") == 0;
    for (const source_attribute *one = n->attributes; one; one = one->next)
        if (btcpp_is_port(n, one))
            survey_port(s, scope, leaf, n, one);
}

static bool is_written(const btcpp_port *port)
{
    return port->direction == PORT_OUTPUT || port->direction == PORT_INOUT;
}

// Ports without a model that only keys are given to take the keys themselves.
static void join_ports(survey *s)
{
    for (port_use *use = s->uses; use; use = use->next)
        if (use->port->direction == PORT_UNKNOWN && !use->port->has_literal)
            use->port->direction = PORT_INOUT;
    for (port_use *use = s->uses; use; use = use->next) {
        key_type type = key_type_known(&use->port->type);
        if (is_written(use->port))
            key_write_add(s->b->m, use->key, use->node);
        if (is_written(use->port))
            keys_join(s->b->m, use->key, &use->port->type, use->place);
        else if (use->port->has_model)
            key_evidence_add(s->b->m, use->key, EVIDENCE_MODEL, type, use->place);
    }
}

// Input ports without a type in a model take the most general type that they are given.
static void settle_ports(survey *s)
{
    for (port_use *use = s->uses; use; use = use->next) {
        key_type *known = &use->port->type.types[EVIDENCE_LITERAL];
        if (is_written(use->port) || use->port->type.types[EVIDENCE_MODEL] != KEY_UNKNOWN)
            continue;
        key_type joined = key_type_join(*known, key_type_of(use->key));
        *known = joined == KEY_UNKNOWN ? KEY_TEXT : joined;
    }
}

// ---- uses of trees

bool btcpp_is_autoremap(const source_node *use)
{
    const char *value = source_value(use, "_autoremap");
    return value && (strcmp(value, "true") == 0 || strcmp(value, "1") == 0);
}

void btcpp_uses(btcpp *b, const source_node *use, void (*visit)(void *user, const btcpp_use *port),
                void *user)
{
    const char *id = source_value(use, "ID");
    const btcpp_tree *tree = id ? btcpp_find_tree(b, id) : NULL;
    for (const source_attribute *one = use->attributes; one; one = one->next)
        if (btcpp_is_port(use, one))
            visit(user, &(btcpp_use){one->name, one->value, one->place});
    if (!tree || !tree->model || btcpp_is_autoremap(use))
        return;
    for (const source_node *port = tree->model->children; port; port = port->next) {
        const char *name = source_value(port, "name"), *preset = source_value(port, "default");
        if (name && preset && !source_find(use, name))
            visit(user, &(btcpp_use){name, preset, use->place});
    }
}

typedef struct signing {
    btcpp *b;
    const char *text;
} signing;

static void sign_port(void *user, const btcpp_use *port)
{
    signing *s = user;
    s->text = arena_print(s->b->m->memory, "%s%c%s;", s->text,
                          btcpp_pointer(s->b->m, port->value) ? '&' : '=', port->port);
}

static const char *signature_of(btcpp *b, const source_node *use)
{
    signing s = {b, btcpp_is_autoremap(use) ? "*;" : ""};
    btcpp_uses(b, use, sign_port, &s);
    return s.text;
}

static btcpp_variant *variant_with(btcpp *b, btcpp_tree *tree, const char *signature, bool *is_new)
{
    arena *a = b->m->memory;
    uint32_t number = names_find(&tree->variant_index, signature, strlen(signature));
    if (number != NAMES_MISSING)
        return tree->numbered_variants[number];
    btcpp_variant *v = ARENA_NEW(a, btcpp_variant);
    v->tree = tree;
    v->signature = signature;
    scope_start(&v->scope, b->main ? b->main->scope.main : NULL);
    names_add(&tree->variant_index, a, signature, strlen(signature), tree->variant_count);
    *ARENA_PUSH(a, tree->numbered_variants, tree->variant_count, tree->variant_capacity) = v;
    if (!tree->last_variant)
        tree->last_variant = &tree->variants;
    *tree->last_variant = v;
    tree->last_variant = &v->next;
    *is_new = true;
    return v;
}

// Return whether a use, or the model of its tree, has too many ports.
static bool has_many_ports(const btcpp_tree *tree, const source_node *use)
{
    uint32_t count = tree->model ? tree->model->child_count : 0;
    for (const source_attribute *one = use->attributes; one; one = one->next)
        count++;
    return count > PORTS_MAX;
}

static btcpp_variant *variant_for(btcpp *b, const source_node *use, bool *is_new)
{
    const char *id = source_value(use, "ID");
    btcpp_tree *tree = id ? btcpp_find_tree(b, id) : NULL;
    if (!tree || !tree->node)
        return NULL;
    const char *signature = "";
    if (has_many_ports(tree, use))
        import_refuse(b->m, use->place, DIAGNOSTIC_TOO_MANY, "more than %d ports of a tree",
                      PORTS_MAX);
    else
        signature = signature_of(b, use);
    return variant_with(b, tree, signature, is_new);
}

btcpp_variant *btcpp_variant_of(btcpp *b, const source_node *use)
{
    bool is_new = false;
    return variant_for(b, use, &is_new);
}

typedef struct remapping {
    survey *s;
    import_scope *outer;
    btcpp_variant *inner;
    const source_node *use;
} remapping;

static void remap_port(void *user, const btcpp_use *port)
{
    remapping *r = user;
    import_state *m = r->s->b->m;
    const char *pointer = btcpp_pointer(m, port->value);
    import_key *inner = scope_find(&r->inner->scope, port->port);
    if (pointer) {
        import_key *outer =
            scope_key(m, r->outer, strcmp(pointer, "=") == 0 ? port->port : pointer);
        if (!inner)
            return;
        inner->is_param = true;
        key_access_add(outer, inner->first, inner->is_sure && r->s->is_sure, port->place);
        if (inner->writes)
            key_write_add(m, outer, r->use);
        keys_join(m, outer, inner, port->place);
    } else if (inner) {
        inner->literal_param = "";
        key_evidence_add(m, inner, EVIDENCE_LITERAL, literal_type(port->value), port->place);
    }
}

static bool survey_use(survey *s, import_scope *scope, const source_node *n)
{
    bool is_new = false;
    const char *id = source_value(n, "ID");
    btcpp_variant *v = variant_for(s->b, n, &is_new);
    if (!v && id && s->b->m->options->leaf_trees) {
        survey_leaf(s, scope, n);
        return true;
    }
    if (!v) {
        gestalt_diagnostic *d = import_refuse(s->b->m, n->place, DIAGNOSTIC_IMPORT_TREE,
                                              "there is no tree `%s` in these files", id ? id : "");
        json_form_help(&s->b->m->form, d,
                       "give the file that has it as a further operand, or replace it by an action "
                       "with --leaf-trees");
        return false;
    }
    if (v->tree->is_open) {
        import_refuse(s->b->m, n->place, DIAGNOSTIC_IMPORT_TREE, "the tree `%s` contains itself",
                      v->tree->id);
        return false;
    }
    if (is_new && !survey_tree(s, v, n))
        return false;
    remapping r = {s, scope, v, n};
    if (has_many_ports(v->tree, n))
        return false;
    btcpp_uses(s->b, n, remap_port, &r);
    if (!btcpp_is_autoremap(n))
        return true;
    for (import_key *key = v->scope.keys; key; key = key->next) {
        if (*key->name == '_' || key->literal_param || source_find(n, key->name))
            continue;
        import_key *outer = scope_key(s->b->m, scope, key->name);
        key->is_param = true;
        key_access_add(outer, key->first, key->is_sure && s->is_sure, n->place);
        if (key->writes)
            key_write_add(s->b->m, outer, n);
        keys_join(s->b->m, outer, key, n->place);
    }
    return true;
}

// ---- nodes

// SetBlackboard from one key to another, or from a literal.
static void survey_assignment(survey *s, import_scope *scope, const source_node *n)
{
    import_state *m = s->b->m;
    const source_attribute *to = source_find(n, "output_key"), *value = source_find(n, "value");
    if (!to || !value || btcpp_pointer(m, to->value))
        return;
    const char *from = btcpp_pointer(m, value->value);
    import_key *key = scope_key(m, scope, to->value);
    if (from)
        keys_join(m, key, scope_key(m, scope, from), to->place);
    else
        key_evidence_add(m, key, EVIDENCE_LITERAL, literal_type(value->value), value->place);
    key_access_add(key, KEY_WRITTEN, s->is_sure, to->place);
    key_write_add(m, key, n);
}

// Ports of built-in nodes that are written, or whose type is known.
static const struct {
    const char *port;
    key_access access;
    key_type type;
} builtin_ports[] = {
    {"msec", KEY_READ, KEY_INT},
    {"delay_msec", KEY_READ, KEY_INT},
    {"num_cycles", KEY_READ, KEY_INT},
    {"num_attempts", KEY_READ, KEY_INT},
    {"current_child_idx", KEY_WRITTEN, KEY_INT},
};

static void survey_port_of_builtin(import_state *m, import_key *key, const source_attribute *one)
{
    for (size_t i = 0; i < sizeof builtin_ports / sizeof *builtin_ports; i++) {
        if (strcmp(one->name, builtin_ports[i].port) != 0)
            continue;
        key_evidence_add(m, key, EVIDENCE_MODEL, builtin_ports[i].type, one->place);
        key_access_add(key, builtin_ports[i].access, false, one->place);
    }
    key_access_add(key, KEY_READ, false, one->place);
}

static void survey_builtin(survey *s, import_scope *scope, const source_node *n)
{
    import_state *m = s->b->m;
    const char *name = btcpp_name(n);
    key_type loop = btcpp_loop_type(name), check = btcpp_check_type(name);
    for (const source_attribute *one = n->attributes; one; one = one->next) {
        const char *pointer = btcpp_is_port(n, one) ? btcpp_pointer(m, one->value) : NULL;
        if (btcpp_watches(name) && strcmp(one->name, "entry") == 0) {
            import_key *key = scope_key(m, scope, pointer ? pointer : one->value);
            key_count(key);
        } else if (pointer && loop != KEY_UNKNOWN && strcmp(one->name, "value") == 0) {
            import_key *key = scope_key(m, scope, pointer);
            key_access_add(key, KEY_WRITTEN, false, one->place);
            key_write_add(m, key, n);
            key_evidence_add(m, key, EVIDENCE_MODEL, loop, one->place);
        } else if (loop != KEY_UNKNOWN) {
            continue; // a queue in a key is refused
        } else if (pointer && check != KEY_UNKNOWN) {
            import_key *key = scope_key(m, scope, pointer);
            key_access_add(key, KEY_READ, s->is_sure, one->place);
            key_evidence_add(m, key, EVIDENCE_MODEL, check, one->place);
        } else if (pointer) {
            survey_port_of_builtin(m, scope_key(m, scope, pointer), one);
        }
    }
    if (strcmp(name, "SetBlackboard") == 0)
        survey_assignment(s, scope, n);
    const source_attribute *unset = source_find(n, "key");
    if (strcmp(name, "UnsetBlackboard") == 0 && unset && !btcpp_pointer(m, unset->value)) {
        import_key *key = scope_key(m, scope, unset->value);
        key_access_add(key, KEY_WRITTEN, false, unset->place);
        key_write_add(m, key, n);
    }
}

// The library's tree has the types of its ports. It may assign the keys.
static void survey_library_node(survey *s, import_scope *scope, const source_node *n)
{
    import_state *m = s->b->m;
    for (const source_attribute *one = n->attributes; one; one = one->next) {
        const char *pointer = btcpp_is_port(n, one) ? btcpp_pointer(m, one->value) : NULL;
        if (!pointer)
            continue;
        import_key *key = scope_key(m, scope, strcmp(pointer, "=") == 0 ? one->name : pointer);
        json_value param = library_param(s->b->m->library, btcpp_name(n), one->name);
        key_evidence_add(m, key, EVIDENCE_MODEL, library_key_type(param), one->place);
        key_access_add(key, KEY_WRITTEN, false, one->place);
        key_write_add(m, key, n);
    }
}

// Note the keys that scripts use before a node's children, or after them.
static void survey_scripts(survey *s, import_scope *scope, const source_node *n, bool is_after)
{
    const char *name = btcpp_name(n);
    for (source_attribute *one = n->attributes; one; one = one->next) {
        bool is_post = strncmp(one->name, "_on", 3) == 0 || strcmp(one->name, "_post") == 0;
        if (is_script(name, one) && is_post == is_after)
            survey_accesses(s, scope, n, one);
    }
}

// Return whether a node succeeds in the tick in which it starts for the first time.
static bool succeeds_at_once(const source_node *n)
{
    static const char *const sure[] = {"Script", "SetBlackboard", "AlwaysSuccess"};
    const char *name = btcpp_name(n);
    if (btcpp_has_conditions(n))
        return false;
    for (size_t i = 0; i < sizeof sure / sizeof *sure; i++)
        if (strcmp(sure[i], name) == 0)
            return true;
    return (strcmp(name, "RunOnce") == 0 || strcmp(name, "ForceSuccess") == 0) && n->children &&
           succeeds_at_once(n->children);
}

static bool survey_children(survey *s, import_scope *scope, const source_node *n)
{
    const char *name = btcpp_name(n);
    bool was_sure = s->is_sure, is_fine = true;
    bool is_row = strcmp(name, "Sequence") == 0 || strcmp(name, "ReactiveSequence") == 0;
    for (const source_node *child = n->children; child; child = child->next) {
        is_fine &= survey_node_at(s, scope, child);
        s->is_sure &= is_row && succeeds_at_once(child);
    }
    s->is_sure = was_sure;
    return is_fine;
}

static bool survey_node_at(survey *s, import_scope *scope, const source_node *n)
{
    const char *name = btcpp_name(n);
    bool is_fine = true;
    for (source_attribute *one = n->attributes; one; one = one->next)
        if (is_script(name, one))
            survey_script(s, scope, one);
    survey_scripts(s, scope, n, false);
    bool was_sure = s->is_sure;
    s->is_sure &= !btcpp_has_conditions(n);
    if (strcmp(name, "SubTree") == 0)
        is_fine = survey_use(s, scope, n);
    else if (btcpp_row_of(name))
        survey_builtin(s, scope, n);
    else if (!n->children)
        survey_leaf(s, scope, n);
    else if (library_has(s->b->m->library, name))
        survey_library_node(s, scope, n);
    if (strcmp(name, "SubTree") != 0)
        is_fine &= survey_children(s, scope, n);
    s->is_sure = false;
    survey_scripts(s, scope, n, true);
    s->is_sure = was_sure;
    return is_fine;
}

static bool survey_tree(survey *s, btcpp_variant *v, const source_node *use)
{
    const source_node *node = v->tree->node;
    if (node->child_count != 1) {
        import_refuse(s->b->m, node->place, DIAGNOSTIC_IMPORT_CHILDREN,
                      "a tree has one node, but this one has %u", node->child_count);
        return false;
    }
    if (s->open_count >= OPEN_TREES_MAX) {
        import_refuse(s->b->m, use->place, DIAGNOSTIC_IMPORT_TREE,
                      "trees inside of trees, more than %d deep", OPEN_TREES_MAX);
        return false;
    }
    btcpp_note_version(s->b, v->tree);
    v->tree->is_open = true;
    s->open_count++;
    bool was_sure = s->is_sure;
    s->is_sure = true; // in the tree; its use combines that with its own
    bool is_fine = survey_node_at(s, &v->scope, node->children);
    s->is_sure = was_sure;
    s->open_count--;
    v->tree->is_open = false;
    return is_fine;
}

// ---- names

static void spell_keys(btcpp *b, btcpp_variant *v)
{
    for (const import_key *key = v == b->main ? NULL : b->main->scope.keys; key; key = key->next)
        if (key->is_root_use) { // must not be hidden by a key of the variant
            names_add(&v->taken, b->m->memory, key->spelling, strlen(key->spelling), 0);
            if (key->counter)
                names_add(&v->taken, b->m->memory, key->counter, strlen(key->counter), 0);
        }
    for (import_key *key = v->scope.keys; key; key = key->next)
        key->spelling = spell_name(b->m, &v->taken, key->name);
    for (import_key *key = v->scope.keys; key; key = key->next)
        if (key->literal_param && !key->is_param)
            key->literal_param =
                spell_name(b->m, &v->taken, arena_print(b->m->memory, "%s_init", key->spelling));
    for (import_key *key = v->scope.keys; key; key = key->next)
        if (key_is_counted(key))
            key->counter =
                spell_name(b->m, &v->taken, arena_print(b->m->memory, "%s_changes", key->spelling));
}

// Return whether a key has no value before the tree reads it, unless the host sets it.
static bool is_unset(const import_key *key)
{
    return key->first == KEY_READ && !key->is_param && !key->literal_param;
}

// Warn of keys that a tree reads before it sets them: one warning for each tree.
static void warn_of_unset(btcpp *b, const btcpp_variant *v)
{
    enum { NAMED = 8 };
    import_state *m = b->m;
    const import_key *first = NULL;
    const char *list = "";
    uint32_t count = 0;
    for (const import_key *key = v->scope.keys; key; key = key->next) {
        if (!is_unset(key))
            continue;
        first = first ? first : key;
        if (count++ < NAMED)
            list = arena_print(m->memory, "%s%s`%s`", list, *list ? ", " : "", key->name);
    }
    if (count > NAMED)
        list = arena_print(m->memory, "%s and %u others", list, count - NAMED);
    if (!first)
        return;
    gestalt_diagnostic *d = json_form_wrong(&m->form, first->access, DIAGNOSTIC_IMPORT_UNSET,
                                            "`%s` reads %s before setting %s", v->tree->id, list,
                                            text_plural(count, "it", "them"));
    json_form_help(
        &m->form, d,
        "the host must set %s before the first tick; otherwise %s 0 or false here, while "
        "the original stops with an exception",
        text_plural(count, "the key", "the keys"), text_plural(count, "it is", "they are"));
}

bool btcpp_survey(btcpp *b, btcpp_tree *main)
{
    survey s = {.b = b, .is_sure = true};
    bool is_new;
    s.last_use = &s.uses;
    b->last_assignment = &b->assignments;
    b->main = variant_with(b, main, "", &is_new);
    b->main->scope.main = &b->main->scope;
    if (!survey_tree(&s, b->main, main->node))
        return false;
    join_ports(&s);
    settle_types(b);
    settle_ports(&s);
    spell_keys(b, b->main);
    for (btcpp_tree *tree = b->trees; tree; tree = tree->next)
        for (btcpp_variant *v = tree->variants; v; v = v->next)
            if (v != b->main)
                spell_keys(b, v);
    for (btcpp_tree *tree = b->trees; tree; tree = tree->next)
        for (const btcpp_variant *v = tree->variants; v; v = v->next)
            warn_of_unset(b, v);
    return !b->m->is_refused;
}
