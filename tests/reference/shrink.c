// SPDX-License-Identifier: MIT
#include "shrink.h"

#include "json.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Replace the bytes [begin, end) by other bytes, which may be part of the same text.
typedef struct splice {
    uint32_t begin, end;
    const char *with;
    size_t with_size;
} splice;

enum { SPLICES_MAX = 2 };

// Changes that are only valid together, in increasing order of position.
typedef struct edit {
    splice splices[SPLICES_MAX];
    uint32_t count;
} edit;

typedef struct edits {
    json_value root;
    edit *list;
    size_t count, capacity;
} edits;

static void *checked(void *block)
{
    if (!block)
        abort();
    return block;
}

static void add(edits *all, edit e)
{
    if (all->count == all->capacity) {
        all->capacity = all->capacity * 2 + 64;
        all->list = checked(realloc(all->list, all->capacity * sizeof *all->list));
    }
    all->list[all->count++] = e;
}

static splice replace(json_value value, const char *with, size_t size)
{
    return (splice){json_begin(value), json_end(value), with, size};
}

static void add_replacement(edits *all, json_value value, const char *with)
{
    add(all, (edit){{replace(value, with, strlen(with))}, 1});
}

static bool is_there(json_value value)
{
    return json_kind_of(value) != JSON_NONE;
}

// Remove an element or member that ends with `last`, together with one adjacent comma.
static splice leave_out(json_value container, json_value previous, json_value first,
                        json_value last)
{
    json_value following = json_next(last);
    if (is_there(following))
        return (splice){json_begin(first), json_begin(following), "", 0};
    uint32_t begin = is_there(previous) ? json_end(previous) : json_begin(container) + 1;
    return (splice){begin, json_end(last), "", 0};
}

static json_value element(json_value array, uint32_t index, json_value *previous)
{
    *previous = (json_value){0};
    json_value e = json_first(array);
    for (; is_there(e) && index > 0; index--) {
        *previous = e;
        e = json_next(e);
    }
    return e;
}

// Remove a child of a `weighted` or `utility`, together with its weight or score.
static void add_child_removal(edits *all, json_value parent, json_value child, json_value previous,
                              uint32_t index)
{
    json_value children = json_member(parent, "children", NULL);
    json_value list = json_member(parent, "weights", NULL);
    if (!is_there(list))
        list = json_member(parent, "scores", NULL);
    edit e = {{leave_out(children, previous, child, child)}, 1};
    if (is_there(list)) {
        json_value before, partner = element(list, index, &before);
        if (!is_there(partner))
            return;
        splice other = leave_out(list, before, partner, partner);
        bool other_first = other.begin < e.splices[0].begin;
        e.splices[1] = other_first ? e.splices[0] : other;
        if (other_first)
            e.splices[0] = other;
        e.count = 2;
    }
    add(all, e);
}

// ---- nodes

static void add_hoist(edits *all, json_value node, json_value child)
{
    if (is_there(child))
        add(all, (edit){{replace(node, node.document->text + json_begin(child),
                                 json_end(child) - json_begin(child))},
                        1});
}

// Replace a `subtree` by the tree that it copies, and remove the tree.
static void add_inlining(edits *all, json_value node)
{
    json_value trees = json_member(all->root, "trees", NULL), previous = {0};
    json_value name = json_member(node, "tree", NULL);
    for (json_value key = json_first(trees); is_there(key); key = json_next(json_next(key))) {
        json_value root = json_member(json_next(key), "root", NULL);
        if (is_there(root) && json_same_string(key, name)) {
            splice gone = leave_out(trees, previous, key, json_next(key));
            splice copy = replace(node, node.document->text + json_begin(root),
                                  json_end(root) - json_begin(root));
            if (gone.end <= copy.begin)
                add(all, (edit){{gone, copy}, 2});
            else if (copy.end <= gone.begin)
                add(all, (edit){{copy, gone}, 2});
        }
        previous = json_next(key);
    }
}

static void add_node_edits(edits *all, json_value node)
{
    static const char *const leaves[] = {"{\"type\":\"success\"}", "{\"type\":\"failure\"}",
                                         "{\"type\":\"running\"}"};
    json_value children = json_member(node, "children", NULL);
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++)
        add_replacement(all, node, leaves[i]);
    add_hoist(all, node, json_member(node, "child", NULL));
    add_hoist(all, node, json_member(node, "then", NULL));
    add_hoist(all, node, json_member(node, "else", NULL));
    if (json_kind_of(json_member(node, "tree", NULL)) == JSON_STRING &&
        json_kind_of(json_member(all->root, "trees", NULL)) == JSON_OBJECT)
        add_inlining(all, node);
    if (json_kind_of(children) != JSON_ARRAY)
        return;
    uint32_t index = 0;
    json_value previous = {0};
    for (json_value c = json_first(children); is_there(c); c = json_next(c)) {
        add_hoist(all, node, c);
        add_child_removal(all, node, c, previous, index++);
        previous = c;
    }
}

// ---- all values

static void add_edits(edits *all, json_value value);

static void add_object_edits(edits *all, json_value object)
{
    json_value previous = {0};
    if (json_kind_of(json_member(object, "type", NULL)) == JSON_STRING)
        add_node_edits(all, object);
    for (json_value key = json_first(object); is_there(key); key = json_next(json_next(key))) {
        json_value value = json_next(key);
        add(all, (edit){{leave_out(object, previous, key, value)}, 1});
        add_edits(all, value);
        previous = value;
    }
}

static void add_array_edits(edits *all, json_value array)
{
    for (json_value e = json_first(array); is_there(e); e = json_next(e))
        add_edits(all, e);
}

static void add_edits(edits *all, json_value value)
{
    switch (json_kind_of(value)) {
    case JSON_OBJECT: add_object_edits(all, value); break;
    case JSON_ARRAY: add_array_edits(all, value); break;
    case JSON_STRING:
        add_replacement(all, value, "true");
        add_replacement(all, value, "false");
        add_replacement(all, value, "\"true\"");
        add_replacement(all, value, "\"false\"");
        add_replacement(all, value, "0");
        add_replacement(all, value, "1");
        break;
    case JSON_NUMBER:
        add_replacement(all, value, "0");
        add_replacement(all, value, "1");
        break;
    default: break;
    }
}

static edits all_edits(const json_document *document)
{
    edits all = {.root = json_root(document)};
    add_edits(&all, all.root);
    return all;
}

// ---- the search

static char *apply(const char *text, size_t size, const edit *e, size_t *new_size)
{
    size_t capacity = size + 1;
    for (uint32_t i = 0; i < e->count; i++)
        capacity += e->splices[i].with_size;
    char *result = checked(malloc(capacity));
    size_t at = 0, used = 0;
    for (uint32_t i = 0; i < e->count; i++) {
        const splice *s = &e->splices[i];
        memcpy(result + used, text + at, s->begin - at);
        used += s->begin - at;
        memcpy(result + used, s->with, s->with_size);
        used += s->with_size;
        at = s->end;
    }
    memcpy(result + used, text + at, size - at);
    used += size - at;
    result[used] = '\0';
    *new_size = used;
    return result;
}

typedef struct search {
    char *text;
    size_t size;
    shrink_test *still_fails;
    void *user;
    size_t tries;
} search;

// Apply the first edit, from number `*from` on, that shortens the text so that it still fails.
// Return false if there is none, or if no try is left.
static bool improve(search *s, size_t *from)
{
    json_document document;
    json_error error;
    bool found = false;
    gestalt_allocator allocator = memory_allocator(NULL);
    if (!json_read(s->text, s->size, (json_limits){0}, &allocator, &document, &error))
        abort();
    edits all = all_edits(&document);
    for (; !found && *from < all.count && s->tries > 0; ++*from) {
        size_t size;
        char *text = apply(s->text, s->size, &all.list[*from], &size);
        if (size < s->size && (s->tries--, s->still_fails(s->user, text, size))) {
            free(s->text);
            s->text = text;
            s->size = size;
            found = true;
            break; // the next edit now has the same number
        }
        free(text);
    }
    free(all.list);
    json_destroy(&document, &allocator);
    return found;
}

char *shrink(const char *text, size_t size, shrink_test *still_fails, void *user, size_t tries)
{
    search s = {checked(malloc(size + 1)), size, still_fails, user, tries};
    memcpy(s.text, text, size);
    s.text[size] = '\0';
    size_t before;
    do {
        before = s.size;
        for (size_t from = 0; improve(&s, &from);)
            ;
    } while (s.size < before);
    return s.text;
}
