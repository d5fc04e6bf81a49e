// SPDX-License-Identifier: MIT
// A document that is being made. Translators build nodes; draft_write prints the document as JSON,
// together with the position in the source of each value, so that the compiler's diagnostics and
// traces show the source.
//
//     draft_node *wait = draft_new(d, "wait", place);
//     draft_text(d, wait, "seconds", "0.5");
#ifndef DRAFT_H
#define DRAFT_H

#include "arena.h"

#include <gestalt/diagnostics.h>

typedef struct draft_node draft_node;
typedef struct draft_member draft_member;

// The value of a member: raw JSON, a node, or an object or list of values.
typedef enum draft_kind { DRAFT_RAW, DRAFT_NODE, DRAFT_OBJECT, DRAFT_LIST } draft_kind;

struct draft_member {
    const char *key; // NULL in a list
    union {
        const char *raw;
        draft_node *node; // also of an object or a list
    };
    draft_kind kind;
    bool has_place;
    gestalt_span place; // position of the value; ignored unless has_place
    draft_member *next;
};

/// A node, or another object or list. A node whose only member is `if` of a condition is written as
/// a bare string.
struct draft_node {
    const char *type; // NULL for an object or a list
    gestalt_span place;
    draft_member *members, **end;
    uint32_t count;
};

/// A node without members. The type is a constant.
draft_node *draft_new(arena *a, const char *type, gestalt_span place);
/// An object or a list.
draft_node *draft_object(arena *a);

/// Add a member with raw JSON, a string, or an int.
draft_member *draft_raw(arena *a, draft_node *to, const char *key, const char *json);
draft_member *draft_text(arena *a, draft_node *to, const char *key, const char *text);
draft_member *draft_int(arena *a, draft_node *to, const char *key, long long number);
/// Add a string before all other members.
void draft_text_first(arena *a, draft_node *to, const char *key, const char *text);
/// Add a member that is a node, an object or a list. An object that stays empty is not written.
void draft_add(arena *a, draft_node *to, const char *key, draft_node *node);
void draft_add_object(arena *a, draft_node *to, const char *key, draft_node *object);
void draft_add_list(arena *a, draft_node *to, const char *key, draft_node *list);
/// Add a child to the list `children` of a node.
void draft_child(arena *a, draft_node *to, draft_node *child);

/// Move all members of an object to the end of another one.
void draft_move(draft_node *to, draft_node *from);

/// Return the member with that key, or NULL.
draft_member *draft_find(const draft_node *node, const char *key);

/// A position in the generated text, from which on everything comes from `origin`.
typedef struct draft_place {
    uint32_t begin;
    gestalt_span origin;
} draft_place;

typedef struct draft_output {
    char *text;
    size_t size, capacity;
    draft_place *places;
    uint32_t place_count, place_capacity;
    uint32_t node_count;
} draft_output;

/// Write the document `root`, an object. Returns false if the text is larger than `limit` bytes, or
/// if it has more than `node_limit` nodes.
bool draft_write(arena *a, const draft_node *root, gestalt_span place, size_t limit,
                 uint32_t node_limit, draft_output *out);

#endif
