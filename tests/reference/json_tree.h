// SPDX-License-Identifier: MIT
// JSON that can be changed: a tree of values in an arena. Scalars and keys keep the text of the
// document.
#ifndef JSON_TREE_H
#define JSON_TREE_H

#include "arena.h"
#include "json.h"

#include <stdbool.h>

typedef struct json_tree json_tree;
struct json_tree {
    json_kind kind;
    const char *text; // text of a scalar, with its quotes
    const char *key;  // name of a member, without quotes but with its escapes
    json_tree **children;
    uint32_t count, capacity;
};

json_tree *json_tree_read(arena *a, const char *text, size_t size);
/// Return the text, zero-terminated. The caller frees it.
char *json_tree_write(const json_tree *tree, size_t *size);
json_tree *json_tree_copy(arena *a, const json_tree *tree);

json_tree *json_tree_scalar(arena *a, json_kind kind, const char *text);
json_tree *json_tree_container(arena *a, json_kind kind);

/// The member of that name, or NULL.
json_tree *json_tree_member(const json_tree *object, const char *key);
/// The index of that member, or `count` if there is none.
uint32_t json_tree_index(const json_tree *object, const char *key);
/// Add a member, or replace an existing one.
void json_tree_set(arena *a, json_tree *object, const char *key, json_tree *value);
void json_tree_insert(arena *a, json_tree *tree, uint32_t index, json_tree *child);
void json_tree_remove(json_tree *tree, uint32_t index);
/// Return whether the value is a string with that text. The text must need no escapes.
bool json_tree_is(const json_tree *tree, const char *text);

#endif
