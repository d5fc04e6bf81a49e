// SPDX-License-Identifier: MIT
#include "json_tree.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

static const char *written(arena *a, json_value value, uint32_t less)
{
    uint32_t begin = json_begin(value) + less, end = json_end(value) - less;
    return arena_copy_text(a, value.document->text + begin, end - begin);
}

static json_tree *tree_of(arena *a, json_value value)
{
    json_tree *tree = json_tree_container(a, json_kind_of(value));
    if (tree->kind != JSON_OBJECT && tree->kind != JSON_ARRAY) {
        tree->text = written(a, value, 0);
        return tree;
    }
    for (json_value v = json_first(value); json_kind_of(v) != JSON_NONE; v = json_next(v)) {
        const char *key = NULL;
        if (tree->kind == JSON_OBJECT) {
            key = written(a, v, 1);
            v = json_next(v);
        }
        json_tree *child = tree_of(a, v);
        child->key = key;
        json_tree_insert(a, tree, tree->count, child);
    }
    return tree;
}

json_tree *json_tree_read(arena *a, const char *text, size_t size)
{
    json_document document;
    json_error error;
    if (!json_read(text, size, (json_limits){0}, &a->allocator, &document, &error))
        abort();
    json_tree *tree = tree_of(a, json_root(&document));
    json_destroy(&document, &a->allocator);
    return tree;
}

// ---- writing

typedef struct output {
    char *bytes;
    size_t size, capacity;
} output;

static void output_put(output *o, const char *text)
{
    size_t size = strlen(text);
    if (o->capacity - o->size <= size) {
        o->capacity = (o->capacity + size) * 2 + 256;
        o->bytes = realloc(o->bytes, o->capacity);
        if (!o->bytes)
            abort();
    }
    memcpy(o->bytes + o->size, text, size + 1);
    o->size += size;
}

static void output_tree(output *o, const json_tree *tree)
{
    if (tree->text) {
        output_put(o, tree->text);
        return;
    }
    output_put(o, tree->kind == JSON_OBJECT ? "{" : "[");
    for (uint32_t i = 0; i < tree->count; i++) {
        output_put(o, i > 0 ? ", " : "");
        if (tree->kind == JSON_OBJECT) {
            output_put(o, "\"");
            output_put(o, tree->children[i]->key);
            output_put(o, "\": ");
        }
        output_tree(o, tree->children[i]);
    }
    output_put(o, tree->kind == JSON_OBJECT ? "}" : "]");
}

char *json_tree_write(const json_tree *tree, size_t *size)
{
    output o = {0};
    output_tree(&o, tree);
    output_put(&o, "\n");
    *size = o.size;
    return o.bytes;
}

// ---- changes

json_tree *json_tree_scalar(arena *a, json_kind kind, const char *text)
{
    json_tree *tree = json_tree_container(a, kind);
    tree->text = arena_copy_text(a, text, strlen(text));
    return tree;
}

json_tree *json_tree_container(arena *a, json_kind kind)
{
    json_tree *tree = ARENA_NEW(a, json_tree);
    tree->kind = kind;
    return tree;
}

json_tree *json_tree_copy(arena *a, const json_tree *tree)
{
    json_tree *copy = json_tree_container(a, tree->kind);
    copy->text = tree->text;
    copy->key = tree->key;
    for (uint32_t i = 0; i < tree->count; i++)
        json_tree_insert(a, copy, i, json_tree_copy(a, tree->children[i]));
    return copy;
}

uint32_t json_tree_index(const json_tree *object, const char *key)
{
    uint32_t i = 0;
    while (i < object->count && strcmp(object->children[i]->key, key) != 0)
        i++;
    return i;
}

json_tree *json_tree_member(const json_tree *object, const char *key)
{
    if (!object || object->kind != JSON_OBJECT)
        return NULL;
    uint32_t i = json_tree_index(object, key);
    return i < object->count ? object->children[i] : NULL;
}

void json_tree_set(arena *a, json_tree *object, const char *key, json_tree *value)
{
    uint32_t i = json_tree_index(object, key);
    value->key = arena_copy_text(a, key, strlen(key));
    if (i < object->count)
        object->children[i] = value;
    else
        json_tree_insert(a, object, object->count, value);
}

void json_tree_insert(arena *a, json_tree *tree, uint32_t index, json_tree *child)
{
    *ARENA_PUSH(a, tree->children, tree->count, tree->capacity) = child;
    for (uint32_t i = tree->count - 1; i > index; i--)
        tree->children[i] = tree->children[i - 1];
    tree->children[index] = child;
}

void json_tree_remove(json_tree *tree, uint32_t index)
{
    tree->count--;
    for (uint32_t i = index; i < tree->count; i++)
        tree->children[i] = tree->children[i + 1];
}

bool json_tree_is(const json_tree *tree, const char *text)
{
    if (!tree || tree->kind != JSON_STRING)
        return false;
    size_t size = strlen(text);
    return strlen(tree->text) == size + 2 && memcmp(tree->text + 1, text, size) == 0;
}
