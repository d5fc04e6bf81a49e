// SPDX-License-Identifier: MIT
// The JSON Schema of one document: the schema of all documents, extended with the names that this
// document defines. It covers whatever could be read, so that an editor has a schema while the
// document is being written.
#include "document_schema.h"

#include "node_docs.h"

#include <stdio.h>
#include <string.h>

// A name of one or more keys.
typedef struct known_key {
    const char *name;
    const schema_key *key; // one of the keys with that name
    bool is_mixed;         // keys with that name in other trees have another type
} known_key;

typedef struct schema_writer {
    compiler *c;
    const document *d;
    text_out *out;
    uint32_t count; // number of names written so far in the current list
    known_key *known;
    uint32_t known_count, known_capacity;
    names known_names;
} schema_writer;

// ---- keys that nodes of the document may name

static value_type schema_type_of(const schema_key *key)
{
    return key->capacity ? VALUE_LIST : key->words ? VALUE_ENUM : value_of_key(key->type);
}

static void schema_know(schema_writer *w, const schema_key *key, const char *name)
{
    size_t size = strlen(name);
    uint32_t at = names_find(&w->known_names, name, size);
    if (at == NAMES_MISSING) {
        names_add(&w->known_names, &w->c->memory, name, size, w->known_count);
        *ARENA_PUSH(&w->c->memory, w->known, w->known_count, w->known_capacity) =
            (known_key){name, key, key->vague};
        return;
    }
    const schema_key *other = w->known[at].key;
    if (key->vague || schema_type_of(key) != schema_type_of(other) || key->type != other->type ||
        key->words != other->words || key->shared != other->shared)
        w->known[at].is_mixed = true;
}

static void schema_know_tree(schema_writer *w, const tree *t)
{
    for (uint32_t i = 0; i < t->own_count; i++)
        schema_know(w, &t->own[i], t->own[i].name);
    for (uint32_t i = 0; i < t->param_count; i++)
        if (t->params[i].kind == PARAM_KEY)
            schema_know(w, &t->params[i].type, t->params[i].name);
}

// Inside their tree, params for constants and nodes hide keys of the same name.
static void schema_know_hiding(schema_writer *w, const tree *t)
{
    for (uint32_t i = 0; i < t->param_count; i++) {
        const char *name = t->params[i].name;
        uint32_t at = names_find(&w->known_names, name, strlen(name));
        if (t->params[i].kind != PARAM_KEY && at != NAMES_MISSING)
            w->known[at].is_mixed = true;
    }
}

static void schema_know_all(schema_writer *w)
{
    for (uint32_t i = 0; i < w->c->keys.count; i++)
        if (!w->c->keys.list[i].is_full)
            schema_know(w, &w->c->keys.list[i], w->c->keys.list[i].name);
    schema_know_tree(w, &w->d->main);
    for (uint32_t i = 0; i < w->d->tree_count; i++)
        schema_know_tree(w, &w->d->trees[i]);
    schema_know_hiding(w, &w->d->main);
    for (uint32_t i = 0; i < w->d->tree_count; i++)
        schema_know_hiding(w, &w->d->trees[i]);
}

// ---- lists of names

enum { SCHEMA_LOOKS = 1 << 20 };

static void schema_name(schema_writer *w, const char *name, const char *component)
{
    char text[2 * 256 + 8];
    snprintf(text, sizeof text, "%s%s", name, component);
    text_put(w->out, w->count++ ? "," : "{\"enum\":[");
    text_json(w->out, text, strlen(text));
}

static void schema_end_names(schema_writer *w)
{
    text_put(w->out, w->count ? "]}" : "false");
    w->count = 0;
}

// Write the words of an enum, in quotes or bare.
static void schema_words(schema_writer *w, const word_list *words, const char *quote)
{
    for (uint32_t i = 0; i < words->count; i++) {
        char text[256 + 8];
        snprintf(text, sizeof text, "%s%s%s", quote, words->words[i], quote);
        schema_name(w, text, "");
    }
    schema_end_names(w);
}

// A filter for keys: those of a type, or all that can be set (VALUE_NONE).
typedef struct key_wish {
    value_type type;
    bool takes_shared;
    const word_list *words; // enum to match for VALUE_ENUM, or for elements of it; NULL: any enum
    value_type element;     // for VALUE_LIST, the type of the elements; VALUE_NONE: any
} key_wish;

static key_wish schema_wish(value_type type, bool takes_shared, const word_list *words)
{
    return (key_wish){type, takes_shared, words, VALUE_NONE};
}

static key_wish schema_wish_list(value_type element, bool takes_shared, const word_list *words)
{
    return (key_wish){VALUE_LIST, takes_shared, words, element};
}

static bool schema_fits(const schema_key *key, key_wish wish)
{
    if (schema_type_of(key) != wish.type)
        return false;
    if (wish.type == VALUE_LIST && wish.element != VALUE_NONE &&
        wish.element != value_type_of_key(key->type, key->words))
        return false;
    return !wish.words || key->words == wish.words;
}

// Write a key if it fits. A name with several types fits any of them.
static void schema_key_names(schema_writer *w, const known_key *known, key_wish wish)
{
    static const char *const components[KEY_WIDTH_MAX] = {".x", ".y", ".z"};
    const schema_key *key = known->key;
    bool has_type = schema_fits(key, wish);
    if (key->shared && !wish.takes_shared && !known->is_mixed)
        return;
    if (known->is_mixed || wish.type == VALUE_NONE || has_type)
        schema_name(w, known->name, "");
    bool takes_parts = wish.type == VALUE_NONE || wish.type == VALUE_FLOAT;
    bool is_vector = key_is_vector(key->type) && !key->capacity;
    uint32_t parts = known->is_mixed ? KEY_WIDTH_MAX : is_vector ? key_width(key->type) : 0;
    for (uint32_t k = 0; takes_parts && k < parts; k++)
        schema_name(w, known->name, components[k]);
}

// Return whether all keys of a name fit the filter.
static bool schema_is_known_as(const known_key *known, key_wish wish)
{
    return !known->is_mixed && schema_fits(known->key, wish) &&
           (wish.takes_shared || !known->key->shared);
}

// Write all matching keys that some node of the document can see.
static void schema_keys(schema_writer *w, key_wish wish)
{
    for (uint32_t i = 0; i < w->known_count; i++)
        schema_key_names(w, &w->known[i], wish);
    schema_end_names(w);
}

static void schema_tree_nodes(schema_writer *w, const tree *t)
{
    for (uint32_t i = 0; i < t->param_count; i++)
        if (t->params[i].kind == PARAM_NODE)
            schema_name(w, t->params[i].name, "");
}

static void schema_given(schema_writer *w)
{
    schema_tree_nodes(w, &w->d->main);
    for (uint32_t i = 0; i < w->d->tree_count; i++)
        schema_tree_nodes(w, &w->d->trees[i]);
    schema_end_names(w);
}

// Write the schema of an expression that gives an enum: a word, a key of that enum, or an
// expression.
static void schema_word_value(schema_writer *w, const word_list *words)
{
    text_put(w->out, "{\"anyOf\":[");
    schema_words(w, words, "'");
    text_put(w->out, ",");
    schema_keys(w, schema_wish(VALUE_ENUM, true, words));
    text_put(w->out, ",{\"type\":\"string\"}]}");
}

// ---- nodes

static void schema_if(schema_writer *w, const char *attribute, const char *value)
{
    text_print(w->out,
               ",{\"if\":{\"type\":\"object\",\"required\":[\"%s\"],\"properties\":{\"%s\":"
               "{\"const\":",
               attribute, attribute);
    text_json(w->out, value, strlen(value));
    text_put(w->out, "}}},\"then\":{\"properties\":{");
}

static void schema_end_if(schema_writer *w)
{
    text_put(w->out, "}}}");
}

static key_wish schema_wish_of(const schema_key *key)
{
    return key->capacity
               ? schema_wish_list(value_type_of_key(key->type, key->words), true, key->words)
               : schema_wish(schema_type_of(key), true, key->words);
}

static void schema_parameter(schema_writer *w, const param *p)
{
    text_json(w->out, p->name, strlen(p->name));
    text_put(w->out, ":");
    if (p->kind == PARAM_NODE)
        text_put(w->out, "{\"$ref\":\"#/definitions/node\"}");
    else if (p->kind == PARAM_KEY && !p->type.vague)
        schema_keys(w, schema_wish_of(&p->type));
    else
        text_put(w->out, "true");
}

static void schema_copies(schema_writer *w)
{
    schema_if(w, "type", "subtree");
    text_put(w->out, "\"tree\":");
    for (uint32_t i = 0; i < w->d->tree_count; i++)
        schema_name(w, w->d->trees[i].name, "");
    schema_end_names(w);
    schema_end_if(w);
    for (uint32_t i = 0; i < w->d->tree_count; i++) {
        const tree *t = tree_target(&w->d->trees[i]);
        if (!t)
            continue;
        schema_if(w, "tree", w->d->trees[i].name);
        text_put(w->out, "\"with\":{\"additionalProperties\":false,\"properties\":{");
        for (uint32_t k = 0; k < t->param_count; k++) {
            text_put(w->out, k ? "," : "");
            schema_parameter(w, &t->params[k]);
        }
        text_put(w->out, "}}");
        schema_end_if(w);
    }
}

// ---- nodes that name a key whose type is known

// Begin the rules for nodes of one type whose attribute names a key of one type. Returns false when
// there are no such keys.
static bool schema_if_key(schema_writer *w, const char *type, const char *attribute, key_wish wish)
{
    bool has_any = false;
    for (uint32_t i = 0; i < w->known_count && !has_any; i++)
        has_any = schema_is_known_as(&w->known[i], wish);
    if (!has_any)
        return false;
    text_print(w->out,
               ",{\"if\":{\"type\":\"object\",\"required\":[\"type\",\"%s\"],\"properties\":"
               "{\"type\":{\"const\":\"%s\"},\"%s\":",
               attribute, type, attribute);
    for (uint32_t i = 0; i < w->known_count; i++)
        if (schema_is_known_as(&w->known[i], wish))
            schema_name(w, w->known[i].name, "");
    schema_end_names(w);
    text_put(w->out, "}},\"then\":{\"properties\":{");
    return true;
}

static void schema_enum_cases(schema_writer *w, const word_list *words)
{
    text_put(w->out, "\"cases\":{\"additionalProperties\":false,\"properties\":{");
    for (uint32_t i = 0; i < words->count; i++) {
        text_put(w->out, i ? "," : "");
        text_json(w->out, words->words[i], strlen(words->words[i]));
        text_put(w->out, ":{\"$ref\":\"#/definitions/node\"}");
    }
    text_put(w->out, "}}");
}

// Write the keys to which nodes assign the elements of lists of one type.
static void schema_elements(schema_writer *w, value_type element, const word_list *words)
{
    static const char *const attributes[][2] = {{"pop", "to"}, {"for_each", "item"}};
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        bool reads = i == 1; // a `for_each` only reads its list, so that may be shared
        key_wish list = schema_wish_list(element, reads, words);
        if (!schema_if_key(w, attributes[i][0], "key", list))
            continue;
        text_print(w->out, "\"%s\":", attributes[i][1]);
        schema_keys(w, schema_wish(element, false, words));
        schema_end_if(w);
    }
}

// Write the keys of each enum. Each enum needs an iteration over all keys, so the number of enums
// is limited; later enums accept any value.
static void schema_enums(schema_writer *w)
{
    for (uint32_t i = 0;
         i < w->c->enums.count && (i == 0 || (uint64_t)i * w->known_count < SCHEMA_LOOKS); i++) {
        const word_list *words = w->c->enums.list[i];
        if (schema_if_key(w, "set", "key", schema_wish(VALUE_ENUM, false, words))) {
            text_put(w->out, "\"to\":");
            schema_word_value(w, words);
            schema_end_if(w);
        }
        if (schema_if_key(w, "push", "key", schema_wish_list(VALUE_ENUM, false, words))) {
            text_put(w->out, "\"value\":");
            schema_word_value(w, words);
            schema_end_if(w);
        }
        if (schema_if_key(w, "switch", "on", schema_wish(VALUE_ENUM, true, words))) {
            schema_enum_cases(w, words);
            schema_end_if(w);
        }
        schema_elements(w, VALUE_ENUM, words);
    }
    if (schema_if_key(w, "switch", "on", schema_wish(VALUE_INT, true, NULL))) {
        text_put(w->out, "\"cases\":{\"propertyNames\":{\"pattern\":\"^-?[0-9]+$\"}}");
        schema_end_if(w);
    }
}

// Write the keys that nodes use as lists.
static void schema_lists(schema_writer *w)
{
    static const char *const types[] = {"push", "pop", "clear", "for_each"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        bool reads = i == 3; // a `for_each` only reads its list, so that may be shared
        schema_if(w, "type", types[i]);
        text_put(w->out, "\"key\":");
        schema_keys(w, schema_wish(VALUE_LIST, reads, NULL));
        if (reads) {
            text_put(w->out, ",\"index\":");
            schema_keys(w, schema_wish(VALUE_INT, false, NULL));
        }
        schema_end_if(w);
    }
    for (value_type element = VALUE_BOOL; element <= VALUE_VEC3; element++)
        schema_elements(w, element, NULL);
}

// `on` may be an expression, but most often is a key.
static void schema_switch(schema_writer *w)
{
    schema_if(w, "type", "switch");
    text_put(w->out, "\"on\":{\"anyOf\":[");
    schema_keys(w, schema_wish(VALUE_ENUM, true, NULL));
    text_put(w->out, ",");
    schema_keys(w, schema_wish(VALUE_INT, true, NULL));
    text_put(w->out, ",{\"type\":[\"string\",\"integer\"]}]}");
    schema_end_if(w);
}

// ---- host functions

// A key, which editors can complete, an expression, or a list of components.
static void schema_vector(schema_writer *w, value_type type)
{
    unsigned width = key_width(key_of_value(type));
    text_put(w->out, "{\"anyOf\":[");
    schema_keys(w, schema_wish(type, true, NULL));
    text_print(w->out,
               ",{\"type\":\"string\"},{\"type\":\"array\",\"minItems\":%u,\"maxItems\":%u,"
               "\"items\":{\"type\":[\"string\",\"number\"]}}]}",
               width, width);
}

static void schema_argument_value(schema_writer *w, const host_argument *a)
{
    if (a->by_key)
        schema_keys(w, a->is_list ? schema_wish_list(a->type, false, a->words)
                                  : schema_wish(a->type, false, a->words));
    else if (value_is_vector(a->type))
        schema_vector(w, a->type);
    else if (a->words)
        schema_word_value(w, a->words);
    else if (a->type == VALUE_TEXT)
        text_put(w->out, "{\"type\":\"string\",\"maxLength\":65535}");
    else
        text_print(w->out, "{\"type\":[\"string\",\"%s\"]}",
                   a->type == VALUE_BOOL ? "boolean" : "number");
}

static bool schema_has_default(const host_argument *a)
{
    return json_kind_of(a->fallback) != JSON_NONE;
}

// An enum's default is a bare word, which a node would write in quotes, so it is left out.
static void schema_argument(schema_writer *w, const host_argument *a)
{
    bool shows_default = schema_has_default(a) && !a->words;
    text_json(w->out, a->name, strlen(a->name));
    text_put(w->out, shows_default ? ":{\"allOf\":[" : ":");
    schema_argument_value(w, a);
    if (!shows_default)
        return;
    uint32_t begin = json_begin(a->fallback), end = json_end(a->fallback);
    text_put(w->out, "],\"default\":");
    text_write(w->out, a->document->json.text + begin, end - begin);
    text_put(w->out, "}");
}

static void schema_arguments(schema_writer *w, const host *h)
{
    const char *between = "";
    text_put(w->out, "\"args\":{\"additionalProperties\":false,\"required\":[");
    for (uint32_t i = 0; i < h->argument_count; i++) {
        if (schema_has_default(&h->arguments[i]))
            continue;
        text_put(w->out, between);
        between = ",";
        text_json(w->out, h->arguments[i].name, strlen(h->arguments[i].name));
    }
    text_put(w->out, "],\"properties\":{");
    for (uint32_t i = 0; i < h->argument_count; i++) {
        text_put(w->out, i ? "," : "");
        schema_argument(w, &h->arguments[i]);
    }
    text_put(w->out, "}}");
}

// Names of other functions are allowed, too: declaring a function is optional.
static void schema_functions(schema_writer *w, const char *type, const char *attribute,
                             host_kind kind)
{
    schema_if(w, "type", type);
    text_print(w->out, "\"%s\":{\"anyOf\":[", attribute);
    for (uint32_t i = 0; i < w->c->hosts.count; i++)
        if (w->c->hosts.list[i].declared && w->c->hosts.list[i].kind == kind)
            schema_name(w, w->c->hosts.list[i].name, "");
    schema_end_names(w);
    text_put(w->out, ",{\"type\":\"string\"}]}");
    schema_end_if(w);
}

static void schema_hosts(schema_writer *w)
{
    schema_functions(w, "action", "do", HOST_IMMEDIATE);
    schema_functions(w, "deferred", "do", HOST_DEFERRED);
    schema_functions(w, "condition", "call", HOST_PREDICATE);
    schema_functions(w, "decide", "call", HOST_PREDICATE);
    for (uint32_t i = 0; i < w->c->hosts.count; i++) {
        const host *h = &w->c->hosts.list[i];
        if (!h->declared || h->vague)
            continue;
        schema_if(w, h->kind == HOST_PREDICATE ? "call" : "do", h->name);
        schema_arguments(w, h);
        schema_end_if(w);
    }
}

// ---- the top level

static void schema_inits(schema_writer *w, const char *of, const schema_key *keys, uint32_t count)
{
    const char *between = "";
    text_print(w->out, "\"%s\":{\"properties\":{", of);
    for (uint32_t i = 0; i < count; i++) {
        if (!keys[i].words || keys[i].is_full)
            continue;
        text_put(w->out, between);
        text_json(w->out, keys[i].name, strlen(keys[i].name));
        text_put(w->out, keys[i].capacity ? ":{\"properties\":{\"init\":{\"items\":{\"anyOf\":["
                                          : ":{\"properties\":{\"init\":{\"anyOf\":[");
        schema_words(w, keys[i].words, "");
        text_put(w->out, ",{\"type\":\"string\"}]}}}");
        text_put(w->out, keys[i].capacity ? "}" : "");
        between = ",";
    }
    text_put(w->out, "}}");
}

static void schema_top(void *user, text_out *out)
{
    schema_writer *w = user;
    w->out = out;
    text_put(out, "\"properties\":{");
    schema_inits(w, "blackboard", w->c->keys.list, w->c->keys.count);
    text_put(out, ",");
    schema_inits(w, "own", w->d->main.own, w->d->main.own_count);
    text_put(out, ",\"trees\":{\"properties\":{");
    for (uint32_t i = 0; i < w->d->tree_count; i++) {
        const tree *t = &w->d->trees[i];
        text_put(out, i ? "," : "");
        text_json(out, t->name, strlen(t->name));
        text_put(out, ":{\"properties\":{");
        schema_inits(w, "blackboard", t->own, t->own_count);
        text_put(out, "}}");
    }
    text_put(out, "}}}");
}

// ---- the whole schema

static void schema_own(void *user, text_out *out)
{
    schema_writer *w = user;
    w->out = out;
    text_put(out, "\"allOf\":[true");
    schema_if(w, "type", "set");
    text_put(out, "\"key\":");
    schema_keys(w, schema_wish(VALUE_NONE, false, NULL));
    schema_end_if(w);
    schema_lists(w);
    schema_switch(w);
    schema_enums(w);
    schema_if(w, "type", "given");
    text_put(out, "\"node\":");
    schema_given(w);
    schema_end_if(w);
    schema_copies(w);
    schema_hosts(w);
    text_put(out, "]");
}

bool document_schema(compiler *c, const document *d, gestalt_writer writer)
{
    schema_writer w = {.c = c, .d = d};
    schema_know_all(&w);
    const schema_own_parts own = {.nodes = schema_own, .top = schema_top, .user = &w};
    return node_schema_write(writer, &own);
}
