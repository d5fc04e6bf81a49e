// SPDX-License-Identifier: MIT
// JSON that can be changed: a tree of values in an arena, with scalars and keys as they are
// written.
#ifndef JSON_TREE_H
#define JSON_TREE_H

#include "arena.h"
#include "json.h"

#include <stdbool.h>

typedef struct json_tree json_tree;
struct json_tree {
    json_kind kind;
    const char *text; // of a scalar, with its quotes
    const char *key;  // of a member, without quotes but with its escapes
    json_tree **children;
    uint32_t count, capacity;
};

json_tree *json_tree_read(arena *a, const char *text, size_t size);
/// The text, zero-terminated; to be freed.
char *json_tree_write(const json_tree *tree, size_t *size);
json_tree *json_tree_copy(arena *a, const json_tree *tree);

json_tree *json_tree_scalar(arena *a, json_kind kind, const char *text);
json_tree *json_tree_container(arena *a, json_kind kind);

/// The member of that name, or NULL.
json_tree *json_tree_member(const json_tree *object, const char *key);
/// The index of that member, or `count`.
uint32_t json_tree_index(const json_tree *object, const char *key);
/// Adds a member, or replaces the one that is there.
void json_tree_set(arena *a, json_tree *object, const char *key, json_tree *value);
void json_tree_insert(arena *a, json_tree *tree, uint32_t index, json_tree *child);
void json_tree_remove(json_tree *tree, uint32_t index);
/// Return whether it is a string with that text, which needs no escapes.
bool json_tree_is(const json_tree *tree, const char *text);

#endif
