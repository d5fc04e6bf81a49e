// SPDX-License-Identifier: MIT
// Lowering: copies of trees. Their scopes, which resolve names; their own keys; and PATHs, by which
// hosts name these keys.
//
//     subtree --with--> bindings of params, in the scope of the subtree --> scope of the copy
//     given   --------> the node that is bound, with the scope in which it was written
//
// Each copy has one scope, which never changes, so bindings refer to scopes by address.
#include "lower_state.h"

#include "nearest.h"
#include "shape_limits.h"

const scope no_scope;

// ---- names

value_type type_of_key(const schema_key *key)
{
    return key->vague      ? VALUE_NONE
           : key->capacity ? VALUE_LIST
                           : value_type_of_key(key->type, key->words);
}

int component_named(const schema_key *key, const char *name)
{
    uint32_t width = key_is_vector(key->type) && !key->capacity ? key_width(key->type) : 0;
    for (uint32_t k = 0; k < width; k++)
        if (name[0] == key_component(k) && !name[1])
            return (int)k;
    return -1;
}

// Return whether a name of a tree hides a key that the tree's own document declares. Documents that
// include the tree may use the name freely.
static bool hides_key(lowering *l, const tree *t, const char *name)
{
    const schema_key *key = find_key(l->c, name);
    return key && key->document == t->document;
}

static seen_name seen_param(lowering *l, const scope *s, uint32_t i)
{
    param *p = &s->t->params[i];
    const given_param *b = &s->bindings[i];
    seen_name result = {.kind = SEEN_CONSTANT, .component = -1, .p = p, .b = b};
    p->used = true;
    p->hides = hides_key(l, s->t, p->name);
    l->met_param = true;
    if (p->kind == PARAM_NODE)
        result.kind = SEEN_NODE;
    if (p->kind != PARAM_KEY)
        return result;
    result.kind = SEEN_KEY;
    result.component = b->component;
    result.key = b->key == SHAPE_NONE ? b->like : &l->c->keys.list[b->key];
    return result;
}

seen_name scope_see(lowering *l, const scope *s, const char *name)
{
    const tree *t = s->t;
    for (uint32_t i = 0; t && i < t->param_count; i++)
        if (strcmp(t->params[i].name, name) == 0)
            return seen_param(l, s, i);
    uint32_t own = t ? names_find(&t->own_names, name, strlen(name)) : NAMES_MISSING;
    if (own != NAMES_MISSING) {
        t->own[own].hides = hides_key(l, t, name);
        return (seen_name){
            .kind = SEEN_KEY, .key = &l->c->keys.list[s->own + own], .component = -1};
    }
    const schema_key *key = find_key(l->c, name);
    return (seen_name){.kind = key ? SEEN_KEY : SEEN_NOTHING, .key = key, .component = -1};
}

seen_name scope_see_path(lowering *l, const scope *s, const char *name, const char **component)
{
    const char *point = strchr(name, '.');
    *component = point ? point + 1 : NULL;
    if (point)
        name = arena_copy_text(&l->c->work.memory, name, (size_t)(point - name));
    return scope_see(l, s, name);
}

const char *scope_nearest_key(lowering *l, const scope *s, const char *name)
{
    nearest best;
    nearest_start(&best, name, strlen(name), &l->c->suggestions);
    const char *near = s->t ? tree_nearest_param(l->c, s->t, name, PARAM_KEY) : NULL;
    if (near)
        nearest_offer(&best, near, strlen(near));
    near = s->t ? nearest_of(l->c, &s->t->own_names, name) : NULL;
    if (near)
        nearest_offer(&best, near, strlen(near));
    near = nearest_of(l->c, &l->c->keys.names, name);
    if (near)
        nearest_offer(&best, near, strlen(near));
    return best.name;
}

bool same_elements(const schema_key *a, const schema_key *b)
{
    return a->type == b->type && a->words == b->words;
}

// ---- constants for params

static constant param_value(lowering *l, const document *d, const scope *s, json_value value,
                            const char *name)
{
    const char *what = arena_print(&l->c->work.memory, "the param `%s`", name);
    json_kind kind = json_kind_of(value);
    if (kind == JSON_NUMBER || kind == JSON_STRING || kind == JSON_TRUE || kind == JSON_FALSE)
        return read_constant(l, d, s, value, what);
    diagnostics_add(l->c->diagnostics, DIAGNOSTIC_WRONG_KIND, span_of(d, value),
                    "%s must be a number or a bool, not %s", what, json_kind_text(kind));
    return (constant){VALUE_NONE, {0}};
}

static void bind_constant(lowering *l, const tree_node *node, const scope *outer, const tree *t,
                          const param *p, json_value given, given_param *b)
{
    constant value = param_value(l, node->document, outer, given, p->name);
    bool is_bool = value.type == VALUE_BOOL, was_bool = b->value.type == VALUE_BOOL;
    if (!value.type || !b->value.type || is_bool == was_bool) {
        b->value = value;
        return; // otherwise keep the default, for which the tree's expressions were written
    }
    diagnostic *report =
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_PARAM_TYPE, span_of(node->document, given),
                        "the param `%s` is %s, not %s", p->name, was_bool ? "a bool" : "a number",
                        is_bool ? "a bool" : "a number");
    diagnostics_note(l->c->diagnostics, report, span_of(t->document, p->value),
                     "its default is here");
}

// Defaults are constants, so they are the same in every copy.
static void find_defaults(lowering *l, tree *t)
{
    if (t->defaults)
        return;
    t->defaults = ARENA_ARRAY(&l->c->memory, constant, t->param_count);
    for (uint32_t i = 0; i < t->param_count; i++)
        if (t->params[i].kind == PARAM_CONSTANT)
            t->defaults[i] =
                param_value(l, t->document, &no_scope, t->params[i].value, t->params[i].name);
}

// ---- keys for params

static const char *article(value_type type)
{
    return type == VALUE_INT || type == VALUE_ENUM ? "an" : "a";
}

static void note_param(lowering *l, diagnostic *report, const tree *t, const param *p)
{
    diagnostics_note(l->c->diagnostics, report, span_of(t->document, p->key), "declared here");
}

static void report_no_key(lowering *l, const document *d, const scope *outer, json_value given,
                          const char *name, const seen_name *found)
{
    gestalt_diagnostics *to = l->c->diagnostics;
    if (found->kind != SEEN_NOTHING) {
        diagnostics_add(to, DIAGNOSTIC_PARAM_TYPE, span_of(d, given),
                        found->kind == SEEN_NODE ? "`%s` is a node, not a key"
                                                 : "`%s` is a constant, not a key",
                        name);
        return;
    }
    diagnostic *report = diagnostics_add(to, DIAGNOSTIC_UNKNOWN_BLACKBOARD_KEY, span_of(d, given),
                                         "there is no key `%s` here", name);
    const char *best = scope_nearest_key(l, outer, name);
    if (best)
        diagnostics_help(to, report, "did you mean `%s`?", best);
}

// Return the type of a key or component for people.
static const char *type_text_of(lowering *l, const schema_key *key, value_type type)
{
    return type == VALUE_LIST ? type_text_of_key(l->c, key) : value_type_text(type);
}

static void report_key_type(lowering *l, const document *d, const tree *t, const param *p,
                            json_value given, const schema_key *key, value_type type)
{
    value_type wanted = type_of_key(&p->type);
    diagnostic *report =
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_PARAM_TYPE, span_of(d, given),
                        "the param `%s` takes %s %s, but `%s` is %s %s", p->name, article(wanted),
                        type_text_of(l, &p->type, wanted), text_of(l->c, given), article(type),
                        type_text_of(l, key, type));
    note_param(l, report, t, p);
}

static void report_other_enum(lowering *l, const document *d, const tree *t, const param *p,
                              json_value given, const schema_key *key)
{
    diagnostic *report =
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_PARAM_TYPE, span_of(d, given),
                        "the param `%s` is one of %s, but `%s` is one of %s", p->name,
                        words_text(&l->c->work.memory, p->type.words), text_of(l->c, given),
                        words_text(&l->c->work.memory, key->words));
    note_param(l, report, t, p);
}

// Find the component that is passed: one of the visible key, or the one that a param stands for.
// Returns false if there is none, which was reported.
static bool given_component(lowering *l, const document *d, json_value given,
                            const seen_name *found, const char *name, int *component)
{
    *component = found->component;
    if (!name)
        return true;
    *component = found->component < 0 ? component_named(found->key, name) : -1;
    if (*component >= 0)
        return true;
    diagnostics_add(l->c->diagnostics, DIAGNOSTIC_NO_COMPONENT, span_of(d, given),
                    "there is no component `%s`", text_of(l->c, given));
    return false;
}

static void bind_key(lowering *l, const document *d, const scope *outer, const tree *t,
                     const param *p, json_value given, given_param *b)
{
    b->like = NULL;
    if (p->type.vague)
        return;
    if (json_kind_of(given) != JSON_STRING) {
        diagnostic *report =
            diagnostics_add(l->c->diagnostics, DIAGNOSTIC_PARAM_TYPE, span_of(d, given),
                            "the param `%s` must be the name of a key, not %s", p->name,
                            json_kind_text(json_kind_of(given)));
        note_param(l, report, t, p);
        return;
    }
    const char *component_name, *name = text_of(l->c, given);
    seen_name found = scope_see_path(l, outer, name, &component_name);
    if (found.kind != SEEN_KEY) {
        report_no_key(l, d, outer, given, name, &found);
        return;
    }
    int component;
    if (!found.key || found.key->vague ||
        !given_component(l, d, given, &found, component_name, &component))
        return;
    value_type type = component < 0 ? type_of_key(found.key) : VALUE_FLOAT;
    if (type == VALUE_ENUM && p->type.words && found.key->words != p->type.words) {
        report_other_enum(l, d, t, p, given, found.key);
        return;
    }
    bool are_lists = type == VALUE_LIST && p->type.capacity;
    if (type != type_of_key(&p->type) || (are_lists && !same_elements(found.key, &p->type))) {
        report_key_type(l, d, t, p, given, found.key, type);
        return;
    }
    bool is_like = found.b && found.b->key == SHAPE_NONE;
    b->key = is_like ? SHAPE_NONE : (uint32_t)(found.key - l->c->keys.list);
    b->like = is_like ? found.key : NULL;
    b->component = component;
    b->place = found.b && found.b->place.end ? found.b->place : span_of(d, given);
}

// ---- `with`

static void report_unknown_param(lowering *l, const tree_node *node, const tree *t, json_value key)
{
    const char *name = text_of(l->c, key);
    diagnostic *report =
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_UNKNOWN_PARAM, span_of(node->document, key),
                        "the tree `%s` has no param `%s`", node->copied->name, name);
    const char *best = tree_nearest_param(l->c, t, name, PARAM_VAGUE);
    if (best)
        diagnostics_help(l->c->diagnostics, report, "did you mean `%s`?", best);
}

static void bind_param(lowering *l, const tree_node *node, const scope *outer, scope *inner,
                       uint32_t i, json_value given)
{
    const param *p = &inner->t->params[i];
    given_param *b = &inner->bindings[i];
    switch (p->kind) {
    case PARAM_CONSTANT: bind_constant(l, node, outer, inner->t, p, given, b); break;
    case PARAM_KEY: bind_key(l, node->document, outer, inner->t, p, given, b); break;
    case PARAM_NODE:
        b->node = node->given ? node->given[i] : NULL;
        b->written = outer;
        break;
    case PARAM_VAGUE: break;
    }
}

static void report_missing_params(lowering *l, const tree_node *node, const tree *t, uint64_t given)
{
    static const char *const kinds[] = {"constant", "key", "node"};
    for (uint32_t i = 0; i < t->param_count; i++) {
        const param *p = &t->params[i];
        if (given >> i & 1 || (p->kind != PARAM_KEY && p->kind != PARAM_NODE))
            continue;
        diagnostic *report =
            diagnostics_add(l->c->diagnostics, DIAGNOSTIC_MISSING_PARAM, span_of_node(node),
                            "the tree `%s` needs the param `%s`, a %s", node->copied->name, p->name,
                            kinds[p->kind]);
        note_param(l, report, t, p);
    }
}

static void bind_with(lowering *l, const tree_node *node, const scope *outer, scope *inner)
{
    const tree *t = inner->t;
    uint64_t given = 0;
    json_value with = tree_attribute(node, ATTRIBUTE_WITH);
    if (json_kind_of(with) != JSON_NONE &&
        !expect_kind(l->c, node->document, with, JSON_OBJECT, "`with`"))
        return;
    for (json_value key = json_kind_of(with) ? json_first(with) : (json_value){0};
         json_kind_of(key) != JSON_NONE; key = json_next(json_next(key))) {
        uint32_t i = tree_find_param(t, key);
        if (i == t->param_count)
            report_unknown_param(l, node, t, key);
        else if (!(given >> i & 1)) // otherwise it is a duplicate, which was reported
            bind_param(l, node, outer, inner, i, json_next(key));
        given |= i < t->param_count ? UINT64_C(1) << i : 0;
    }
    report_missing_params(l, node, t, given);
}

static scope *scope_new(lowering *l, tree *t)
{
    compiler_charge(l->c, sizeof(scope) + sizeof(given_param) * t->param_count);
    scope *s = ARENA_NEW(&l->c->memory, scope);
    find_defaults(l, t);
    s->t = t;
    s->own = l->c->keys.count;
    s->bindings = ARENA_ARRAY(&l->c->memory, given_param, t->param_count);
    for (uint32_t i = 0; i < t->param_count; i++)
        s->bindings[i] = (given_param){.value = t->defaults[i],
                                       .key = SHAPE_NONE,
                                       .like = &t->params[i].type,
                                       .component = -1};
    return s;
}

// ---- PATHs

// Return the name of a copy: that of the `subtree` node, or else that of the tree.
static const char *copy_name(lowering *l, const tree_node *site, json_value *place)
{
    *place =
        json_kind_of(site->name) != JSON_NONE ? site->name : tree_attribute(site, ATTRIBUTE_TREE);
    return json_kind_of(site->name) != JSON_NONE ? text_of(l->c, site->name) : site->copied->name;
}

// Enter a copy into the table of PATHs and count it. Returns the index of its part.
static uint32_t path_enter(lowering *l, uint32_t parent, const tree_node *site)
{
    compiler *c = l->c;
    json_value place;
    const char *name = copy_name(l, site, &place);
    const char *text = arena_print(&c->work.memory, "%u/%s", (unsigned)parent, name);
    uint32_t part = names_find(&l->copying.path_names, text, strlen(text));
    if (part == NAMES_MISSING) {
        size_t size = strlen(text);
        compiler_charge(c, size + sizeof(path_part) + sizeof(names_entry));
        text = arena_copy_text(&c->memory, text, size);
        part = l->copying.path_count;
        names_add(&l->copying.path_names, &c->memory, text, size, part);
        *ARENA_PUSH(&c->memory, l->copying.paths, l->copying.path_count, l->copying.path_capacity) =
            (path_part){.parent = parent, .name = strchr(text, '/') + 1, .site = site};
    }
    l->copying.paths[part].copies++;
    return part;
}

static bool is_path_name(const char *name)
{
    for (; *name; name++)
        if ((*name < 'a' || *name > 'z') && (*name < 'A' || *name > 'Z') &&
            (*name < '0' || *name > '9') && *name != '_' && *name != '-')
            return false;
    return true;
}

static void check_path_name(lowering *l, const path_part *part)
{
    json_value place;
    if (is_path_name(part->name))
        return;
    copy_name(l, part->site, &place);
    diagnostic *report = diagnostics_add(
        l->c->diagnostics, DIAGNOSTIC_PATH_NAME, span_of(part->site->document, place),
        "`%s` names a copy of a tree that has keys of its own", part->name);
    diagnostics_help(l->c->diagnostics, report,
                     "such a name may contain only letters, digits, `_` and `-`");
}

// Return the PATH of a copy with a trailing `/`, as hosts see it.
static const char *path_text(lowering *l, uint32_t path, const tree_node *site)
{
    compiler *c = l->c;
    const char *text = "/";
    uint32_t copies = path == SHAPE_NONE ? 1 : l->copying.paths[path].copies;
    if (copies > 1) {
        diagnostic *report =
            diagnostics_add(c->diagnostics, DIAGNOSTIC_SAME_PATH, span_of_node(site),
                            "another copy has the same path, so the keys of this copy get a "
                            "number: `%s#2` and so on",
                            l->copying.paths[path].name);
        diagnostics_help(c->diagnostics, report, "give each `subtree` a `name`");
        text = arena_print(&c->work.memory, "#%u/", (unsigned)copies);
    }
    for (uint32_t i = path; i != SHAPE_NONE; i = l->copying.paths[i].parent) {
        check_path_name(l, &l->copying.paths[i]);
        text = arena_print(&c->work.memory, "%s%s%s", l->copying.paths[i].name,
                           i == path ? "" : "/", text);
        if (strlen(text) > LIMIT_NAME_SIZE)
            break; // reported by the caller
    }
    return text;
}

// ---- own keys

static void own_add(lowering *l, schema_key *declared, uint32_t copy, const char *path,
                    const tree_node *site)
{
    compiler *c = l->c;
    uint32_t index = c->keys.count;
    size_t path_size = strlen(path), size = path_size + strlen(declared->name);
    schema_key *key = ARENA_PUSH(&c->memory, c->keys.list, c->keys.count, c->keys.capacity);
    uint32_t column = index < l->copying.placed_keys ? key->column : 0;
    *key = *declared;
    key->column = column;
    key->copy = copy;
    key->of = declared;
    key->is_full = true;
    compiler_charge(c, sizeof *key + size);
    if (size > LIMIT_NAME_SIZE)
        diagnostics_add(
            c->diagnostics, DIAGNOSTIC_TOO_LONG,
            site ? span_of_node(site) : span_of(declared->document, declared->key),
            "the name of a key together with the path of its copy has more than %d bytes",
            LIMIT_NAME_SIZE);
    char *name = arena_allocate(&c->memory, size + 1);
    memcpy(name, path, path_size);
    memcpy(name + path_size, declared->name, size - path_size);
    key->name = name;
    if (!l->copying.alone && names_find(&c->keys.full_names, name, size) != NAMES_MISSING)
        diagnostics_add(c->diagnostics, DIAGNOSTIC_BAD_NAME,
                        span_of(declared->document, declared->key),
                        "two keys have the full name `%s`", name);
}

// Add a copy's own keys, after all existing keys.
static void own_add_all(lowering *l, const scope *s, uint32_t path, const tree_node *site)
{
    tree *t = s->t;
    if (t->own_count == 0)
        return;
    uint32_t copy = l->copying.copy_count;
    *ARENA_PUSH(&l->c->memory, l->copying.copies, l->copying.copy_count, l->copying.copy_capacity) =
        s;
    const char *text = l->copying.alone ? "" : path_text(l, path, site);
    for (uint32_t i = 0; i < t->own_count; i++)
        own_add(l, &t->own[i], copy, text, site);
}

// ---- copies

// Collect nodes that are passed for params which `t` never uses; below such a node, collect all.
// They are checked once, separately: expanding them could give very many nodes.
static void note_idle(lowering *l, const tree_node *node, const tree *t, const scope *outer)
{
    for (uint32_t i = 0; node->given && i < t->param_count; i++) {
        tree_node *given = node->given[i];
        if (!given || given->is_idle || (t->shares[i].times > 0 && !l->idle.is_now))
            continue;
        given->is_idle = true;
        *ARENA_PUSH(&l->c->memory, l->idle.nodes, l->idle.count, l->idle.capacity) =
            (idle_node){given, outer};
    }
}

static const tree_node *enter_subtree(lowering *l, const tree_node *node, const scope **s,
                                      uint32_t *path)
{
    tree *t = tree_target(node->copied);
    for (tree *named = node->copied; named && named->is_include && !l->idle.is_now;
         named = named->copied)
        named->used = true;
    if (!t)
        return NULL;
    scope *inner = scope_new(l, t);
    bind_with(l, node, *s, inner);
    note_idle(l, node, t, *s);
    if (l->idle.is_now)
        return NULL;
    t->used = true;
    if (l->c->keys.has_own && !l->copying.alone)
        *path = path_enter(l, *path, node);
    own_add_all(l, inner, *path, node);
    *s = inner;
    return t->root;
}

static void report_no_node(lowering *l, const tree_node *node, const scope *s, const char *name,
                           json_value place)
{
    gestalt_diagnostics *to = l->c->diagnostics;
    span at = span_of(node->document, place);
    uint32_t i = s->t ? tree_find_param(s->t, place) : 0;
    if (s->t && i < s->t->param_count) {
        if (s->t->params[i].kind == PARAM_VAGUE)
            return;
        diagnostic *report =
            diagnostics_add(to, DIAGNOSTIC_PARAM_TYPE, at, "the param `%s` is not a node", name);
        diagnostics_note(to, report, span_of(s->t->document, s->t->params[i].key), "declared here");
        return;
    }
    diagnostic *report =
        diagnostics_add(to, DIAGNOSTIC_UNKNOWN_PARAM, at, "there is no param `%s` here", name);
    const char *best = s->t ? tree_nearest_param(l->c, s->t, name, PARAM_NODE) : NULL;
    if (best)
        diagnostics_help(to, report, "did you mean `%s`?", best);
    else
        diagnostics_help(to, report,
                         "a tree declares it: \"params\": { \"%s\": { \"node\": true } }", name);
}

static const tree_node *enter_given(lowering *l, const tree_node *node, const scope **s)
{
    json_value value = tree_attribute(node, ATTRIBUTE_NODE_PARAM);
    if (json_kind_of(value) == JSON_NONE ||
        !expect_kind(l->c, node->document, value, JSON_STRING, "`node`"))
        return NULL;
    const char *name = text_of(l->c, value);
    seen_name found = scope_see(l, *s, name);
    if (found.kind != SEEN_NODE) {
        report_no_node(l, node, *s, name, value);
        return NULL;
    }
    compiler_charge(l->c, sizeof(given_param));
    *s = found.b->written;
    return l->idle.is_now ? NULL : found.b->node;
}

const tree_node *enter_copy(lowering *l, const tree_node *node, const scope **s, uint32_t *path)
{
    return node->type == NODE_GIVEN ? enter_given(l, node, s) : enter_subtree(l, node, s, path);
}

const scope *scope_alone(lowering *l, tree *t)
{
    scope *s = scope_new(l, t);
    own_add_all(l, s, SHAPE_NONE, NULL);
    return s;
}
