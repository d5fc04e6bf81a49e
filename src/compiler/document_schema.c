// SPDX-License-Identifier: MIT
// The JSON Schema of one document: that of all documents, and the names that its nodes may give. It
// is made of what could be read, so that an editor has one while the document is being written.
#include "document_schema.h"

#include "node_docs.h"

#include <stdio.h>
#include <string.h>

typedef struct schema_writer {
    const compiler *c;
    const document *d;
    text_out *out;
    uint32_t count; // of names in the list that is being written
} schema_writer;

// ---- lists of names

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

// The keys that may be wanted: those of a type, all that can be set (VALUE_NONE).
typedef struct key_wish {
    value_type type;
    bool takes_shared;
} key_wish;

static value_type schema_type_of(const schema_key *key)
{
    return key->words ? VALUE_ENUM : value_of_key(key->type);
}

static void schema_key_names(schema_writer *w, const schema_key *key, const char *name,
                             key_wish wish)
{
    static const char *const components[KEY_WIDTH_MAX] = {".x", ".y", ".z"};
    bool is_wanted = key->vague || wish.type == VALUE_NONE || schema_type_of(key) == wish.type;
    if (key->shared && !wish.takes_shared)
        return;
    if (is_wanted)
        schema_name(w, name, "");
    bool takes_parts = wish.type == VALUE_NONE || wish.type == VALUE_FLOAT;
    for (uint32_t k = 0; takes_parts && key_is_vector(key->type) && k < key_width(key->type); k++)
        schema_name(w, name, components[k]);
}

static void schema_tree_keys(schema_writer *w, const tree *t, key_wish wish)
{
    for (uint32_t i = 0; i < t->own_count; i++)
        schema_key_names(w, &t->own[i], t->own[i].name, wish);
    for (uint32_t i = 0; i < t->param_count; i++)
        if (t->params[i].kind == PARAM_KEY)
            schema_key_names(w, &t->params[i].type, t->params[i].name, wish);
}

// All keys that some node of the document sees.
static void schema_keys(schema_writer *w, key_wish wish)
{
    for (uint32_t i = 0; i < w->c->key_count; i++)
        if (!w->c->keys[i].is_full)
            schema_key_names(w, &w->c->keys[i], w->c->keys[i].name, wish);
    schema_tree_keys(w, &w->d->main, wish);
    for (uint32_t i = 0; i < w->d->tree_count; i++)
        schema_tree_keys(w, &w->d->trees[i], wish);
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

static void schema_parameter(schema_writer *w, const param *p)
{
    text_json(w->out, p->name, strlen(p->name));
    text_put(w->out, ":");
    if (p->kind == PARAM_NODE)
        text_put(w->out, "{\"$ref\":\"#/definitions/node\"}");
    else if (p->kind == PARAM_KEY && !p->type.vague)
        schema_keys(w, (key_wish){schema_type_of(&p->type), true});
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

// ---- host functions

static void schema_argument(schema_writer *w, const host_argument *a)
{
    text_json(w->out, a->name, strlen(a->name));
    text_put(w->out, ":");
    if (a->by_key || value_is_vector(a->type))
        schema_keys(w, (key_wish){a->type, !a->by_key});
    else
        text_print(w->out,
                   a->type == VALUE_ENUM ? "{\"type\":\"%s\"}" : "{\"type\":[\"string\",\"%s\"]}",
                   a->type == VALUE_BOOL   ? "boolean"
                   : a->type == VALUE_ENUM ? "string"
                                           : "number");
}

static void schema_arguments(schema_writer *w, const host *h)
{
    text_put(w->out, "\"args\":{\"additionalProperties\":false,\"required\":[");
    for (uint32_t i = 0; i < h->argument_count; i++) {
        text_put(w->out, i ? "," : "");
        text_json(w->out, h->arguments[i].name, strlen(h->arguments[i].name));
    }
    text_put(w->out, "],\"properties\":{");
    for (uint32_t i = 0; i < h->argument_count; i++) {
        text_put(w->out, i ? "," : "");
        schema_argument(w, &h->arguments[i]);
    }
    text_put(w->out, "}}");
}

// Others may be called: to declare a function is up to the document.
static void schema_functions(schema_writer *w, const char *type, const char *attribute,
                             host_kind kind)
{
    schema_if(w, "type", type);
    text_print(w->out, "\"%s\":{\"anyOf\":[", attribute);
    for (uint32_t i = 0; i < w->c->host_count; i++)
        if (w->c->hosts[i].declared && w->c->hosts[i].kind == kind)
            schema_name(w, w->c->hosts[i].name, "");
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
    for (uint32_t i = 0; i < w->c->host_count; i++) {
        const host *h = &w->c->hosts[i];
        if (!h->declared || h->vague)
            continue;
        schema_if(w, h->kind == HOST_PREDICATE ? "call" : "do", h->name);
        schema_arguments(w, h);
        schema_end_if(w);
    }
}

// ---- the whole

static void schema_own(void *user, text_out *out)
{
    schema_writer *w = user;
    w->out = out;
    text_put(out, "\"allOf\":[true");
    schema_if(w, "type", "set");
    text_put(out, "\"key\":");
    schema_keys(w, (key_wish){VALUE_NONE, false});
    schema_end_if(w);
    schema_if(w, "type", "given");
    text_put(out, "\"node\":");
    schema_given(w);
    schema_end_if(w);
    schema_copies(w);
    schema_hosts(w);
    text_put(out, "]");
}

bool document_schema(const compiler *c, const document *d, gestalt_writer writer)
{
    schema_writer w = {.c = c, .d = d};
    return node_schema_write(writer, schema_own, &w);
}
