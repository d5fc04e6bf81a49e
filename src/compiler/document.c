// SPDX-License-Identifier: MIT
// The top level of documents: its members, and the declarations of blackboard, actions and trees.
#include "document.h"

#include "compile_generated.h"

#include "nearest.h"
#include "shape_limits.h"
#include "utf8.h"

#include <string.h>

// ---- helpers

span span_of(const document *d, json_value value)
{
    return (span){d->source, json_begin(value), json_end(value)};
}

span span_of_node(const tree_node *node)
{
    if (json_kind_of(node->value) != JSON_OBJECT)
        return span_of(node->document, node->value);
    json_value type = json_member(node->value, "type", NULL);
    if (json_kind_of(type) != JSON_NONE)
        return span_of(node->document, type);
    uint32_t begin = json_begin(node->value);
    return (span){node->document->source, begin, begin + 1};
}

void compiler_charge(compiler *c, size_t size)
{
    bool fits = size <= c->work.left;
    c->work.left -= fits ? size : c->work.left;
    if (fits || c->work.is_spent)
        return;
    c->work.is_spent = true;
    uint32_t begin = json_begin(json_root(&c->documents.first->json));
    diagnostics_add(
        c->diagnostics, DIAGNOSTIC_TOO_MANY, (span){c->documents.first->source, begin, begin + 1},
        "after expansion, the expressions, texts and params of all copies are too large");
}

const char *text_of(compiler *c, json_value string)
{
    size_t size = json_string_size(string);
    if (c->work.texts == &c->work.memory)
        compiler_charge(c, size);
    char *text = arena_allocate(c->work.texts, size + 1);
    json_string_copy(string, text);
    return text;
}

// While lowering, the texts of all copies of a tree count.
static void compiler_charge_text(void *user, size_t size)
{
    compiler *c = user;
    if (c->work.texts == &c->work.memory)
        compiler_charge(c, size);
}

json_form form_of(compiler *c, const document *d)
{
    return (json_form){.diagnostics = c->diagnostics,
                       .source = d->source,
                       .memory = c->work.texts,
                       .suggestions = &c->suggestions,
                       .charge = compiler_charge_text,
                       .user = c};
}

bool expect_kind(compiler *c, const document *d, json_value value, json_kind kind, const char *what)
{
    json_form form = form_of(c, d);
    return json_form_expect(&form, value, kind, what);
}

const char *read_name(compiler *c, const document *d, json_value value, const char *what,
                      bool identifier)
{
    json_form form = form_of(c, d);
    return json_form_name(&form, value, what, identifier);
}

bool check_text(compiler *c, const document *d, json_value value, const char *what)
{
    json_form form = form_of(c, d);
    return json_form_check_text(&form, value, what);
}

void check_keys(compiler *c, const document *d, json_value object, const char *what,
                const char *const *known)
{
    json_form form = form_of(c, d);
    json_form_check_keys(&form, object, what, known);
}

json_value find_member(compiler *c, json_value object, const char *name, const char *const *known,
                       json_value *key)
{
    json_form form = form_of(c, c->documents.first);
    return json_form_member(&form, object, name, known, key);
}

int read_word(compiler *c, const document *d, json_value value, const char *what,
              const char *const *words)
{
    json_form form = form_of(c, d);
    return json_form_word(&form, value, what, words);
}

const char *nearest_of(compiler *c, const names *known, const char *name)
{
    return names_nearest(known, name, &c->suggestions);
}

schema_key *find_key(compiler *c, const char *name)
{
    uint32_t number = names_find(&c->keys.names, name, strlen(name));
    return number == NAMES_MISSING ? NULL : &c->keys.list[number];
}

host *find_host(compiler *c, const char *name)
{
    uint32_t number = names_find(&c->hosts.names, name, strlen(name));
    return number == NAMES_MISSING ? NULL : &c->hosts.list[number];
}

// ---- the blackboard

static bool is_reserved(const char *name)
{
    static const char *const reserved[] = {"true", "false", "time", "dt", "tick", "agent"};
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (strcmp(name, reserved[i]) == 0)
            return true;
    return false;
}

static bool read_bool(compiler *c, const document *d, json_value value, const char *what)
{
    json_kind kind = json_kind_of(value);
    if (kind != JSON_NONE && kind != JSON_TRUE && kind != JSON_FALSE)
        diagnostics_add(c->diagnostics, DIAGNOSTIC_WRONG_KIND, span_of(d, value),
                        "%s must be true or false, not %s", what, json_kind_text(kind));
    return kind == JSON_TRUE;
}

// An array of strings is the type of an enum without an init; an array of numbers is probably an
// init.
static bool is_word_list(json_value value)
{
    return json_kind_of(value) == JSON_ARRAY && json_count(value) > 0 &&
           json_kind_of(json_first(value)) == JSON_STRING;
}

// "ammo": 5 probably means a key with the initial value 5.
static void report_bare_init(compiler *c, const document *d, const char *name, json_value value)
{
    int64_t whole;
    json_kind kind = json_kind_of(value);
    const char *type = kind == JSON_ARRAY && json_count(value) == 3       ? "vec3"
                       : kind == JSON_ARRAY                               ? "vec2"
                       : kind == JSON_NUMBER && json_int64(value, &whole) ? "int"
                       : kind == JSON_NUMBER                              ? "float"
                                                                          : "bool";
    diagnostic *report = diagnostics_add(c->diagnostics, DIAGNOSTIC_WRONG_KIND, span_of(d, value),
                                         "the key `%s` must be a type or an object, not %s", name,
                                         json_kind_text(kind));
    diagnostics_help(c->diagnostics, report, "write { \"type\": \"%s\", \"init\": ... }", type);
}

// Read the type of a key. A list has the largest capacity until that is read.
static void key_read_type(compiler *c, const document *d, json_value type, schema_key *result)
{
    bool is_list;
    result->vague =
        !read_key_type(c, d, type, "the type of a key", &result->type, &result->words, &is_list);
    result->capacity = is_list ? LIMIT_LIST_CAPACITY : 0;
}

static void report_list_type(compiler *c, span place, const char *message, const char *name)
{
    diagnostic *report =
        diagnostics_add(c->diagnostics, DIAGNOSTIC_LIST_TYPE, place, message, name);
    diagnostics_help(c->diagnostics, report,
                     "write { \"type\": { \"list\": ... }, \"capacity\": 16 }");
}

// Read the capacity of a list, after its type.
static void key_read_capacity(compiler *c, const document *d, json_value key, json_value value,
                              schema_key *result)
{
    int64_t capacity;
    if (!result->capacity && json_kind_of(key) != JSON_NONE) {
        report_list_type(c, span_of(d, key), "the key `%s` is not a list, so it has no capacity",
                         result->name);
    } else if (result->capacity && json_kind_of(value) == JSON_NONE) {
        report_list_type(c, span_of(d, result->key), "the list `%s` has no `capacity`",
                         result->name);
    } else if (result->capacity && expect_kind(c, d, value, JSON_NUMBER, "`capacity`")) {
        if (json_int64(value, &capacity) && capacity >= 1 && capacity <= LIMIT_LIST_CAPACITY)
            result->capacity = (uint32_t)capacity;
        else
            diagnostics_add(c->diagnostics, DIAGNOSTIC_LIST_TYPE, span_of(d, value),
                            "the capacity of a list is a whole number from 1 to %d",
                            LIMIT_LIST_CAPACITY);
    }
}

// Read the full name of a copy's own key, which only an expanded document contains.
static void key_read_full_name(compiler *c, const document *d, json_value value, schema_key *result)
{
    if (json_kind_of(value) == JSON_NONE)
        return;
    const char *name = read_name(c, d, value, "the full name of a key", false);
    if (!name)
        return;
    if (d != c->documents.first || !strchr(name, '/')) {
        diagnostics_add(
            c->diagnostics, DIAGNOSTIC_BAD_NAME, span_of(d, value),
            d == c->documents.first
                ? "the full name of a key is the path of its copy, `/` and the key's name"
                : "`full_name` is allowed only in the first document, not in included ones");
        return;
    }
    result->name = name;
    result->is_full = true;
}

// Return whether a value is { "list": TYPE }.
static bool is_list_type(json_value value)
{
    return json_kind_of(json_member(value, "list", NULL)) != JSON_NONE &&
           json_kind_of(json_member(value, "type", NULL)) == JSON_NONE;
}

static schema_key key_read(compiler *c, const document *d, const char *name, json_value key)
{
    static const char *const known[] = {"type", "capacity",  "init", "shared",
                                        "host", "full_name", "doc",  NULL};
    schema_key result = {.name = name, .document = d, .key = key};
    json_value value = json_next(key);
    json_value type = value, capacity = {0}, capacity_key = {0};
    const char *what = arena_print(&c->memory, "the key `%s`", name);
    if (is_list_type(value)) {
        report_list_type(c, span_of(d, value), "the list `%s` has no `capacity`", name);
    } else if (json_kind_of(value) == JSON_OBJECT) {
        check_keys(c, d, value, what, known);
        type = find_member(c, value, "type", known, NULL);
        capacity = find_member(c, value, "capacity", known, &capacity_key);
        result.init = find_member(c, value, "init", known, NULL);
        result.doc = json_member(value, "doc", NULL);
        if (!check_text(c, d, result.doc, "a doc"))
            result.doc = (json_value){0};
        result.shared = read_bool(c, d, find_member(c, value, "shared", known, NULL), "`shared`");
        result.is_host = read_bool(c, d, find_member(c, value, "host", known, NULL), "`host`");
        key_read_full_name(c, d, find_member(c, value, "full_name", known, NULL), &result);
        if (json_kind_of(type) == JSON_NONE) {
            diagnostics_add(c->diagnostics, DIAGNOSTIC_MISSING_KEY, span_of(d, key),
                            "%s has no `type`", what);
            result.vague = true;
            return result;
        }
    } else if (json_kind_of(value) != JSON_STRING && !is_word_list(value)) {
        report_bare_init(c, d, name, value);
        result.vague = true;
        return result;
    }
    key_read_type(c, d, type, &result);
    if (!result.vague && !is_list_type(value))
        key_read_capacity(c, d, capacity_key, capacity, &result);
    return result;
}

static bool same_text(const document *a, json_value x, const document *b, json_value y)
{
    uint32_t x_size = json_end(x) - json_begin(x), y_size = json_end(y) - json_begin(y);
    return x_size == y_size &&
           memcmp(a->json.text + json_begin(x), b->json.text + json_begin(y), x_size) == 0;
}

static const char *key_article(const schema_key *key)
{
    bool is_vowel = key->type == KEY_INT && !key->capacity; // "int" or "enum"
    return key->shared ? "a shared" : is_vowel ? "an" : "a";
}

static void report_other_capacity(compiler *c, const schema_key *old, const schema_key *new)
{
    diagnostic *report =
        diagnostics_add(c->diagnostics, DIAGNOSTIC_KEY_CONFLICT, span_of(new->document, new->key),
                        "the list `%s` has the capacity %u here and %u elsewhere", new->name,
                        (unsigned)new->capacity, (unsigned)old->capacity);
    diagnostics_note(c->diagnostics, report, span_of(old->document, old->key), "declared here");
}

// Merge a key that two documents declare. The first declaration wins.
static void key_merge(compiler *c, schema_key *old, const schema_key *new)
{
    old->is_host |= new->is_host;
    if (old->vague || new->vague)
        return;
    bool is_same = !old->capacity == !new->capacity && old->shared == new->shared;
    if (!is_same || old->type != new->type || old->words != new->words) {
        diagnostic *report = diagnostics_add(
            c->diagnostics, DIAGNOSTIC_KEY_CONFLICT, span_of(new->document, new->key),
            "the key `%s` is %s %s here and %s %s elsewhere", new->name, key_article(new),
            type_text_of_key(c, new), key_article(old), type_text_of_key(c, old));
        diagnostics_note(c->diagnostics, report, span_of(old->document, old->key), "declared here");
        return;
    }
    if (old->capacity != new->capacity) {
        report_other_capacity(c, old, new);
        return;
    }
    if (json_kind_of(new->init) == JSON_NONE ||
        (json_kind_of(old->init) != JSON_NONE &&
         same_text(old->document, old->init, new->document, new->init)))
        return;
    diagnostic *report =
        diagnostics_add(c->diagnostics, DIAGNOSTIC_INIT_IGNORED, span_of(new->document, new->init),
                        "this init of `%s` is ignored", new->name);
    diagnostics_note(c->diagnostics, report, span_of(old->document, old->key),
                     "the first declaration sets the initial value");
}

// Keys with full names must come after all others, as in the blackboards of agents.
static void key_check_full_name(compiler *c, const schema_key *key)
{
    const schema_key *last = c->keys.count ? &c->keys.list[c->keys.count - 1] : NULL;
    if (key->is_full && key->shared)
        diagnostics_add(c->diagnostics, DIAGNOSTIC_OWN_SHARED, span_of(key->document, key->key),
                        "`%s` belongs to a copy of a tree, so it can't be shared", key->name);
    if (last && last->is_full && !key->is_full && last->document == key->document)
        diagnostics_add(c->diagnostics, DIAGNOSTIC_BAD_NAME, span_of(key->document, key->key),
                        "keys with a full name must come after all keys without one");
    if (!key->is_full)
        return;
    size_t size = strlen(key->name);
    if (names_find(&c->keys.full_names, key->name, size) == NAMES_MISSING)
        names_add(&c->keys.full_names, &c->memory, key->name, size, c->keys.count);
    else
        diagnostics_add(c->diagnostics, DIAGNOSTIC_BAD_NAME, span_of(key->document, key->key),
                        "two keys have the full name `%s`", key->name);
}

static void read_blackboard(compiler *c, document *d, json_value blackboard)
{
    if (json_kind_of(blackboard) == JSON_NONE ||
        !expect_kind(c, d, blackboard, JSON_OBJECT, "`blackboard`"))
        return;
    for (json_value key = json_first(blackboard); json_kind_of(key) != JSON_NONE;
         key = json_next(json_next(key))) {
        const char *name = read_name(c, d, key, "the name of a key", true);
        if (!name)
            continue;
        if (is_reserved(name)) {
            diagnostics_add(c->diagnostics, DIAGNOSTIC_RESERVED_NAME, span_of(d, key),
                            "`%s` has a meaning of its own in expressions", name);
            continue;
        }
        schema_key *old = find_key(c, name);
        if (old && old->document == d)
            continue; // a duplicate, which was reported
        schema_key new = key_read(c, d, name, key);
        if (old) {
            key_merge(c, old, &new);
            continue;
        }
        key_check_full_name(c, &new);
        names_add(&c->keys.names, &c->memory, name, strlen(name), c->keys.count);
        *ARENA_PUSH(&c->memory, c->keys.list, c->keys.count, c->keys.capacity) = new;
        c->keys.document_count = c->keys.count;
    }
}

// ---- own keys of trees

static void own_read(compiler *c, const document *d, tree *t, const char *name, json_value key)
{
    schema_key *own = &t->own[t->own_count];
    *own = key_read(c, d, name, key);
    names_add(&t->own_names, &c->memory, name, strlen(name), t->own_count++);
    c->keys.has_own = true;
    if (own->shared)
        diagnostics_add(c->diagnostics, DIAGNOSTIC_OWN_SHARED, span_of(d, key),
                        "`%s` belongs to each copy of the tree, so it can't be shared", name);
    if (own->is_full)
        diagnostics_add(
            c->diagnostics, DIAGNOSTIC_BAD_NAME, span_of(d, key),
            "the full name of `%s` is made from the path of its copy; it cannot be set here", name);
    own->name = name;
    own->shared = own->is_full = false;
    for (uint32_t i = 0; i < t->param_count; i++) {
        if (strcmp(t->params[i].name, name) != 0)
            continue;
        diagnostic *report = diagnostics_add(c->diagnostics, DIAGNOSTIC_OWN_NAME, span_of(d, key),
                                             "`%s` is the name of a param and of an own key", name);
        diagnostics_note(c->diagnostics, report, span_of(d, t->params[i].key), "the param is here");
    }
}

// Read the own keys of a tree; its params are already known.
static void read_own(compiler *c, const document *d, tree *t, json_value own, const char *what)
{
    if (json_kind_of(own) == JSON_NONE || !expect_kind(c, d, own, JSON_OBJECT, what))
        return;
    t->own = ARENA_ARRAY(&c->memory, schema_key, json_count(own));
    for (json_value key = json_first(own); json_kind_of(key) != JSON_NONE;
         key = json_next(json_next(key))) {
        const char *name = read_name(c, d, key, "the name of a key", true);
        if (!name || names_find(&t->own_names, name, strlen(name)) != NAMES_MISSING)
            continue;
        if (is_reserved(name))
            diagnostics_add(c->diagnostics, DIAGNOSTIC_RESERVED_NAME, span_of(d, key),
                            "`%s` has a meaning of its own in expressions", name);
        else
            own_read(c, d, t, name, key);
    }
}

// ---- actions

static const char *const host_kind_words[] = {"immediate", "deferred", "predicate", NULL};

// Read the type of a value or key: a type name, the words of an enum, or for a key { "list": TYPE
// }.
static bool read_argument_value_type(compiler *c, const document *d, json_value value,
                                     host_argument *argument)
{
    key_type type = KEY_INT;
    bool good = read_key_type(c, d, value, "the type of an argument", &type, &argument->words,
                              &argument->is_list);
    argument->type = value_type_of_key(type, argument->words);
    return good;
}

// Read a type without a default: its name, such as "key int", or the words of an enum.
static bool read_argument_type(compiler *c, const document *d, json_value value,
                               host_argument *argument)
{
    static const char *const words[] = {"bool",     "int",      "float",   "vec2",
                                        "vec3",     "key bool", "key int", "key float",
                                        "key vec2", "key vec3", "text",    NULL};
    if (json_kind_of(value) == JSON_ARRAY)
        return read_argument_value_type(c, d, value, argument);
    int word = read_word(c, d, value, "the type of an argument", words);
    if (word < 0)
        return false;
    bool is_text = word == 2 * KEY_TYPE_COUNT;
    argument->type = is_text ? VALUE_TEXT : value_of_key((key_type)(word % KEY_TYPE_COUNT));
    argument->by_key = word >= KEY_TYPE_COUNT && !is_text;
    return true;
}

static void report_list_argument(compiler *c, const document *d, json_value type)
{
    diagnostic *report =
        diagnostics_add(c->diagnostics, DIAGNOSTIC_LIST_TYPE, span_of(d, type),
                        "a list is passed by its key only, so an argument has no such type");
    diagnostics_help(c->diagnostics, report, "write { \"key\": { \"list\": ... } }");
}

// Read { "key": TYPE } or { "type": TYPE, "default": CONSTANT }.
static bool read_argument_object(compiler *c, const document *d, json_value value,
                                 host_argument *argument)
{
    static const char *const known[] = {"type", "default", "key", NULL};
    const char *what = arena_print(&c->memory, "the argument `%s`", argument->name);
    if (is_list_type(value)) {
        report_list_argument(c, d, value);
        return false;
    }
    check_keys(c, d, value, what, known);
    json_value type = find_member(c, value, "type", known, NULL), key_place, fallback_place;
    json_value key = find_member(c, value, "key", known, &key_place);
    argument->fallback = find_member(c, value, "default", known, &fallback_place);
    argument->by_key = json_kind_of(key) != JSON_NONE;
    if (json_kind_of(type) != JSON_NONE && argument->by_key) {
        diagnostics_add(c->diagnostics, DIAGNOSTIC_EXCLUSIVE, span_of(d, key_place),
                        "an argument has a `key` or a `type`, not both");
        return false;
    }
    if (json_kind_of(type) == JSON_NONE && !argument->by_key) {
        diagnostics_add(c->diagnostics, DIAGNOSTIC_MISSING_KEY, span_of(d, value),
                        "%s has no `type`", what);
        return false;
    }
    if (is_list_type(type)) {
        report_list_argument(c, d, type);
        return false;
    }
    if (argument->by_key ? !read_argument_value_type(c, d, key, argument)
                         : !read_argument_type(c, d, type, argument))
        return false;
    if (!argument->by_key || json_kind_of(argument->fallback) == JSON_NONE)
        return true;
    diagnostics_add(c->diagnostics, DIAGNOSTIC_BAD_DEFAULT, span_of(d, fallback_place),
                    "%s is a key, so it can't have a default", what);
    argument->fallback = (json_value){0};
    return true;
}

static bool read_argument(compiler *c, const document *d, json_value value, host_argument *argument)
{
    return json_kind_of(value) == JSON_OBJECT ? read_argument_object(c, d, value, argument)
                                              : read_argument_type(c, d, value, argument);
}

static void read_declared_arguments(compiler *c, const document *d, host *h, json_value args)
{
    h->arguments_known = true;
    if (json_kind_of(args) == JSON_NONE)
        return;
    if (!expect_kind(c, d, args, JSON_OBJECT, "`args`")) {
        h->vague = true;
        return;
    }
    if (json_count(args) > LIMIT_ARGUMENTS) {
        diagnostics_add(c->diagnostics, DIAGNOSTIC_TOO_MANY, span_of(d, args),
                        "a host function takes at most %d arguments", LIMIT_ARGUMENTS);
        h->vague = true;
        return;
    }
    h->arguments = ARENA_ARRAY(&c->memory, host_argument, json_count(args));
    for (json_value key = json_first(args); json_kind_of(key) != JSON_NONE;
         key = json_next(json_next(key))) {
        host_argument argument = {.document = d, .place = key};
        argument.name = read_name(c, d, key, "the name of an argument", false);
        bool again = false;
        for (uint32_t i = 0; argument.name && i < h->argument_count; i++)
            again = again || strcmp(h->arguments[i].name, argument.name) == 0;
        if (again)
            continue; // a duplicate, which was reported
        if (argument.name && read_argument(c, d, json_next(key), &argument))
            h->arguments[h->argument_count++] = argument;
        else
            h->vague = true;
    }
}

static bool same_default(const host_argument *a, const host_argument *b)
{
    json_kind kind = json_kind_of(a->fallback);
    return kind == json_kind_of(b->fallback) &&
           (kind == JSON_NONE || same_text(a->document, a->fallback, b->document, b->fallback));
}

static bool same_argument(const host_argument *a, const host_argument *b)
{
    return strcmp(a->name, b->name) == 0 && a->type == b->type && a->words == b->words &&
           a->by_key == b->by_key && a->is_list == b->is_list && same_default(a, b);
}

static bool same_signature(const host *a, const host *b)
{
    bool same = a->kind == b->kind && a->argument_count == b->argument_count;
    for (uint32_t i = 0; same && i < a->argument_count; i++)
        same = same_argument(&a->arguments[i], &b->arguments[i]);
    return same;
}

static host host_read(compiler *c, const document *d, const char *name, json_value key)
{
    static const char *const known[] = {"kind", "args", "doc", NULL};
    host h = {.name = name, .declared = true, .document = d, .place = key, .index = SHAPE_NONE};
    json_value value = json_next(key);
    const char *what = arena_print(&c->memory, "the action `%s`", name);
    if (json_kind_of(value) == JSON_STRING) {
        diagnostic *report =
            diagnostics_add(c->diagnostics, DIAGNOSTIC_WRONG_KIND, span_of(d, value),
                            "%s must be an object, not a string", what);
        diagnostics_help(c->diagnostics, report, "write { \"kind\": ... }");
    }
    if (json_kind_of(value) == JSON_STRING || !expect_kind(c, d, value, JSON_OBJECT, what)) {
        h.vague = true;
        return h;
    }
    check_keys(c, d, value, what, known);
    check_text(c, d, json_member(value, "doc", NULL), "a doc");
    json_value kind = find_member(c, value, "kind", known, NULL);
    if (json_kind_of(kind) != JSON_NONE) {
        int word = read_word(c, d, kind, "the kind of an action", host_kind_words);
        h.vague = word < 0;
        h.kind = word < 0 ? HOST_IMMEDIATE : (host_kind)word;
    }
    read_declared_arguments(c, d, &h, find_member(c, value, "args", known, NULL));
    return h;
}

static void read_actions(compiler *c, document *d, json_value actions)
{
    if (json_kind_of(actions) == JSON_NONE || !expect_kind(c, d, actions, JSON_OBJECT, "`actions`"))
        return;
    for (json_value key = json_first(actions); json_kind_of(key) != JSON_NONE;
         key = json_next(json_next(key))) {
        const char *name = read_name(c, d, key, "the name of an action", false);
        host *old = name ? find_host(c, name) : NULL;
        if (!name || (old && old->document == d))
            continue;
        host new = host_read(c, d, name, key);
        if (!old) {
            names_add(&c->hosts.names, &c->memory, name, strlen(name), c->hosts.count);
            *ARENA_PUSH(&c->memory, c->hosts.list, c->hosts.count, c->hosts.capacity) = new;
        } else if (!old->vague && !new.vague && !same_signature(old, &new)) {
            diagnostic *report =
                diagnostics_add(c->diagnostics, DIAGNOSTIC_ACTION_CONFLICT, span_of(d, key),
                                "the action `%s` is declared differently elsewhere", name);
            diagnostics_note(c->diagnostics, report, span_of(old->document, old->place),
                             "first declared here");
            old->vague = true; // uses cannot fit both declarations, so none is checked
        }
    }
}

// ---- trees

// Determine what an object among the params declares: a key of some type, or a node.
static void param_read_object(compiler *c, const document *d, param *p)
{
    static const char *const known[] = {"key", "node", NULL};
    const char *what = arena_print(&c->memory, "the param `%s`", p->name);
    p->kind = PARAM_VAGUE;
    check_keys(c, d, p->value, what, known);
    json_value key = find_member(c, p->value, "key", known, NULL), node_key;
    json_value node = find_member(c, p->value, "node", known, &node_key);
    if (json_kind_of(key) != JSON_NONE && json_kind_of(node) != JSON_NONE) {
        diagnostics_add(c->diagnostics, DIAGNOSTIC_EXCLUSIVE, span_of(d, node_key),
                        "a param is a `key` or a `node`, not both");
    } else if (json_kind_of(key) != JSON_NONE) {
        p->kind = PARAM_KEY;
        p->type = (schema_key){.name = p->name, .document = d, .key = p->key, .is_like = true};
        key_read_type(c, d, key, &p->type);
    } else if (json_kind_of(node) == JSON_TRUE) {
        p->kind = PARAM_NODE;
    } else if (json_kind_of(node) != JSON_NONE) {
        diagnostics_add(c->diagnostics, DIAGNOSTIC_WRONG_KIND, span_of(d, node),
                        "`node` must be true: it means that the param is a node");
    } else if (json_count(p->value) == 0) {
        diagnostic *report = diagnostics_add(c->diagnostics, DIAGNOSTIC_MISSING_KEY,
                                             span_of(d, p->value), "%s is nothing", what);
        diagnostics_help(c->diagnostics, report,
                         "write a number, a bool, { \"key\": TYPE } or { \"node\": true }");
    }
}

static param param_read(compiler *c, const document *d, const char *name, json_value key)
{
    param p = {.name = name, .key = key, .value = json_next(key)};
    if (json_kind_of(p.value) == JSON_OBJECT)
        param_read_object(c, d, &p);
    return p;
}

static void read_params(compiler *c, document *d, tree *t, json_value params)
{
    if (json_kind_of(params) == JSON_NONE || !expect_kind(c, d, params, JSON_OBJECT, "`params`"))
        return;
    uint32_t count = json_count(params);
    if (count > LIMIT_PARAMS) {
        diagnostics_add(c->diagnostics, DIAGNOSTIC_TOO_MANY, span_of(d, params),
                        "a tree takes at most %d params", LIMIT_PARAMS);
        count = LIMIT_PARAMS;
    }
    t->params = ARENA_ARRAY(&c->memory, param, count);
    for (json_value key = json_first(params);
         json_kind_of(key) != JSON_NONE && t->param_count < count;
         key = json_next(json_next(key))) {
        const char *name = read_name(c, d, key, "the name of a param", true);
        bool again = false;
        for (uint32_t i = 0; name && i < t->param_count; i++)
            again = again || strcmp(t->params[i].name, name) == 0;
        if (!name || again)
            continue;
        if (is_reserved(name))
            diagnostics_add(c->diagnostics, DIAGNOSTIC_RESERVED_NAME, span_of(d, key),
                            "`%s` has a meaning of its own in expressions", name);
        else
            t->params[t->param_count++] = param_read(c, d, name, key);
    }
}

// Return whether a value is a node, in a position where a tree is expected.
static bool is_node(json_value value)
{
    return json_kind_of(json_member(value, "type", NULL)) != JSON_NONE &&
           json_kind_of(json_member(value, "root", NULL)) == JSON_NONE &&
           json_kind_of(json_member(value, "include", NULL)) == JSON_NONE;
}

static void tree_read_include(compiler *c, document *d, tree *t, json_value value,
                              const char *const *known)
{
    static const char *const others[] = {"root", "params", "blackboard"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        json_value key, other = find_member(c, value, others[i], known, &key);
        if (json_kind_of(other) != JSON_NONE)
            diagnostics_add(c->diagnostics, DIAGNOSTIC_EXCLUSIVE, span_of(d, key),
                            i == 0 ? "a tree that is included has no `%s` of its own"
                                   : "a tree that is included has no `%s`",
                            others[i]);
    }
    t->is_include = true;
    t->site = find_member(c, value, "include", known, NULL);
    t->included = include_document(c, d, t->site);
    json_value part = find_member(c, value, "tree", known, NULL);
    if (json_kind_of(part) == JSON_NONE)
        return;
    if (expect_kind(c, d, part, JSON_STRING, "`tree`"))
        t->part = part;
    else
        t->included = NULL;
}

static void tree_read(compiler *c, document *d, tree *t, json_value value)
{
    static const char *const known[] = {"doc",     "params", "blackboard", "root",
                                        "include", "tree",   NULL};
    const char *what = arena_print(&c->memory, "the tree `%s`", t->name);
    if (!expect_kind(c, d, value, JSON_OBJECT, what))
        return;
    if (is_node(value)) {
        diagnostic *report = diagnostics_add(c->diagnostics, DIAGNOSTIC_MISSING_KEY,
                                             span_of(d, t->key), "%s has no `root`", what);
        diagnostics_help(c->diagnostics, report, "write the node inside { \"root\": ... }");
        t->root = tree_read_node(c, d, value);
        return;
    }
    check_keys(c, d, value, what, known);
    check_text(c, d, json_member(value, "doc", NULL), "a doc");
    json_value include = find_member(c, value, "include", known, NULL);
    json_value part_key, part = find_member(c, value, "tree", known, &part_key);
    if (json_kind_of(include) != JSON_NONE) {
        tree_read_include(c, d, t, value, known);
        return;
    }
    if (json_kind_of(part) != JSON_NONE)
        diagnostics_add(c->diagnostics, DIAGNOSTIC_EXCLUSIVE, span_of(d, part_key),
                        "`tree` names a tree of an included document, and there is no `include`");
    json_value root = find_member(c, value, "root", known, NULL);
    read_params(c, d, t, find_member(c, value, "params", known, NULL));
    read_own(c, d, t, find_member(c, value, "blackboard", known, NULL), "`blackboard`");
    if (json_kind_of(root) == JSON_NONE)
        diagnostics_add(c->diagnostics, DIAGNOSTIC_MISSING_KEY, span_of(d, t->key),
                        "%s has no `root` and no `include`", what);
    else
        t->root = tree_read_node(c, d, root);
}

static void start_trees(compiler *c, document *d, json_value trees)
{
    if (json_kind_of(trees) == JSON_NONE || !expect_kind(c, d, trees, JSON_OBJECT, "`trees`"))
        return;
    d->trees = ARENA_ARRAY(&c->memory, tree, json_count(trees));
    d->next_tree = json_first(trees);
    d->tree_list = trees;
}

// Read the next tree. If it includes another document, return that document, which must be read
// first; otherwise NULL.
static document *read_next_tree(compiler *c, document *d)
{
    json_value key = d->next_tree;
    d->next_tree = json_next(json_next(key));
    const char *name = read_name(c, d, key, "the name of a tree", false);
    if (!name || names_find(&d->tree_names, name, strlen(name)) != NAMES_MISSING)
        return NULL;
    tree *t = &d->trees[d->tree_count];
    *t = (tree){.name = name, .key = key, .document = d};
    names_add(&d->tree_names, &c->memory, name, strlen(name), d->tree_count++);
    tree_read(c, d, t, json_next(key));
    return t->included && t->included->open ? t->included : NULL;
}

// ---- whole documents

static const char *const document_keys[] = {"gestalt",    "name",    "doc",   "params", "own",
                                            "blackboard", "actions", "trees", "root",   NULL};

static void check_version(compiler *c, document *d, json_value root)
{
    json_value version = find_member(c, root, "gestalt", document_keys, NULL);
    int64_t number;
    uint32_t begin = json_begin(root);
    if (json_kind_of(version) == JSON_NONE) {
        diagnostic *report = diagnostics_add(c->diagnostics, DIAGNOSTIC_MISSING_KEY,
                                             (span){d->source, begin, begin + 1},
                                             "the document has no key `gestalt`");
        diagnostics_help(c->diagnostics, report, "add \"gestalt\": 1, the version of the language");
    } else if (expect_kind(c, d, version, JSON_NUMBER, "`gestalt`") &&
               (!json_int64(version, &number) || number != 1)) {
        diagnostics_add(c->diagnostics, DIAGNOSTIC_VERSION, span_of(d, version),
                        "this program reads version 1 of the language");
    }
}

static bool is_scene(json_value root)
{
    return json_kind_of(json_member(root, "gestalt", NULL)) == JSON_NONE &&
           json_kind_of(json_member(root, "scene", NULL)) != JSON_NONE;
}

static void report_scene(compiler *c, const document *d, json_value root)
{
    json_value scene = json_member(root, "scene", NULL);
    diagnostic *report = diagnostics_add(c->diagnostics, DIAGNOSTIC_MISSING_KEY, span_of(d, scene),
                                         "this is a scene, not a tree");
    diagnostics_help(c->diagnostics, report,
                     "`gestalt run` runs it, and `gestalt check` checks it");
}

// Read everything before the trees. Returns false when reading the rest makes no sense.
static bool read_head(compiler *c, document *d)
{
    json_value root = json_root(&d->json);
    if (!expect_kind(c, d, root, JSON_OBJECT, "a document"))
        return false;
    if (is_scene(root)) {
        report_scene(c, d, root);
        return false;
    }
    check_version(c, d, root);
    check_keys(c, d, root, "a document", document_keys);
    json_value name = json_member(root, "name", NULL);
    if (json_kind_of(name) != JSON_NONE)
        read_name(c, d, name, "the name of the document", false);
    check_text(c, d, json_member(root, "doc", NULL), "a doc");
    d->main = (tree){.name = "root", .document = d, .key = root};
    read_params(c, d, &d->main, find_member(c, root, "params", document_keys, NULL));
    read_own(c, d, &d->main, find_member(c, root, "own", document_keys, NULL), "`own`");
    read_blackboard(c, d, find_member(c, root, "blackboard", document_keys, NULL));
    read_actions(c, d, find_member(c, root, "actions", document_keys, NULL));
    start_trees(c, d, find_member(c, root, "trees", document_keys, NULL));
    return true;
}

static void help_to_include(compiler *c, diagnostic *report)
{
    diagnostics_help(c->diagnostics, report,
                     "compile a document that has a tree { \"include\": ... }");
}

// Read the root, which comes after the trees.
static void read_root(compiler *c, document *d)
{
    json_value root = json_root(&d->json);
    json_value main = find_member(c, root, "root", document_keys, NULL);
    uint32_t begin = json_begin(root);
    d->has_root = json_kind_of(main) != JSON_NONE;
    if (d->has_root) {
        d->main.root = tree_read_node(c, d, main);
        return;
    }
    if (d != c->documents.first)
        return; // a library, whose trees are included by name
    span place = {d->source, begin, begin + 1};
    if (d->tree_count == 0) {
        diagnostics_add(c->diagnostics, DIAGNOSTIC_MISSING_KEY, place,
                        "the document has no key `root`");
        return;
    }
    help_to_include(c, diagnostics_add(c->diagnostics, DIAGNOSTIC_INCLUDE_ONLY, place,
                                       "the document has no `root`, so it can only be included"));
}

// The main document's params cannot be keys or nodes, since no `subtree` passes any.
static void check_alone(compiler *c)
{
    const document *d = c->documents.first;
    for (uint32_t i = 0; i < d->main.param_count; i++) {
        const param *p = &d->main.params[i];
        if (p->kind != PARAM_KEY && p->kind != PARAM_NODE)
            continue;
        diagnostic *report =
            diagnostics_add(c->diagnostics, DIAGNOSTIC_INCLUDE_ONLY, span_of(d, p->key),
                            "the param `%s` is a %s, so this document can only be included",
                            p->name, p->kind == PARAM_KEY ? "key" : "node");
        help_to_include(c, report);
    }
}

// File names may contain any bytes. Invalid UTF-8 and control characters become `_`.
const char *clean_text(compiler *c, const char *text)
{
    char *clean = arena_copy_text(&c->memory, text, strlen(text));
    utf8_make_plain(clean);
    return clean;
}

document *document_new(compiler *c, const char *path, const char *relative)
{
    document *d = ARENA_NEW(&c->memory, document);
    d->path = path;
    d->relative = relative;
    d->shown = clean_text(c, relative);
    if (c->documents.last)
        c->documents.last->next = d;
    else
        c->documents.first = d;
    c->documents.last = d;
    c->documents.count++;
    return d;
}

bool document_open(compiler *c, document *d)
{
    json_error error;
    json_limits limits = {.depth = c->options.depth_limit, .size = c->options.size_limit};
    d->source =
        diagnostics_source(c->diagnostics, d->path, d->around ? d->around : d->text, d->size);
    if (d->generated)
        diagnostics_generated(c->diagnostics, d->source, d->generated->places,
                              d->generated->place_count);
    nearest_budget_add(&c->suggestions, d->size);
    json_form form = form_of(c, d);
    if (!json_read(d->text, d->size, limits, &c->options.allocator, &d->json, &error)) {
        if (error.kind == JSON_NO_MEMORY)
            longjmp(c->memory.escape, 1);
        json_form_report(&form, &error);
        return false;
    }
    json_form_report_duplicates(&form, &d->json, &c->options.allocator);
    d->open = read_head(c, d);
    return true;
}

// Read a document and everything that it includes. A document waits while its includes are read;
// the waiting documents are linked by `includer`, from the innermost outward.
bool document_load(compiler *c, document *first)
{
    if (!document_open(c, first))
        return false;
    document *d = first->open ? first : NULL;
    while (d) {
        if (json_kind_of(d->next_tree) != JSON_NONE) {
            document *included = read_next_tree(c, d);
            d = included ? included : d;
        } else {
            read_root(c, d);
            d->open = false;
            d = d->includer;
        }
    }
    check_alone(c);
    return true;
}
