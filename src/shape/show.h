// SPDX-License-Identifier: MIT
// Shared code of all forms in which a shape is shown: iteration over its nodes, and a node in a few
// words.
//
// Every form prints to a text_out, which records errors. Memory comes from the shape's allocator:
// for the iteration, and for printing expressions. Text from the document is always escaped.
#ifndef SHOW_H
#define SHOW_H

#include "image.h"
#include "shape_limits.h"
#include "text.h"
#include "walk.h"

// ---- iteration over nodes in preorder, with the path from the root

typedef struct show_level {
    uint32_t item;
    uint32_t node;
    uint32_t end;
    uint32_t ordinal; // index of the current child on the path
    uint32_t label;   // weight, score or case item of that child; 0: none
} show_level;

typedef struct show_walk {
    const gestalt_shape *shape;
    uint32_t node; // id of the current node
    uint32_t depth;
    // Path from the root to the current node, which is at [depth].
    show_level levels[LIMIT_DEPTH + 1];
} show_walk;

void show_walk_start(show_walk *walk, const gestalt_shape *shape);

/// Advance to the next node, at first to the root. Returns false when there are no more.
bool show_walk_next(show_walk *walk);

/// Return whether the node at that depth on the current path is its parent's last child.
bool show_walk_is_last(const show_walk *walk, uint32_t depth);

/// Return whether the current node has an edge label.
bool show_has_edge(const show_walk *walk);

/// Print the edge label: `then`, `weight 2`, `score health`, `case 3`.
void show_edge(text_out *out, const show_walk *walk);

// ---- the forms. Each takes an iteration that has just been started.

void show_outline(text_out *out, show_walk *walk);
void show_asm(text_out *out, show_walk *walk);
void show_dot(text_out *out, show_walk *walk);
void show_mermaid(text_out *out, show_walk *walk);
void show_json(text_out *out, show_walk *walk);
void show_btcpp(text_out *out, show_walk *walk);

/// Print the attributes of a node as members of JSON, each after a comma: `,"success":2`.
void show_json_attributes(text_out *out, const gestalt_shape *shape, const node_view *view);

/// Print a node as in a line of the outline, after its id: its edge label, and the node.
void show_outline_node(text_out *out, const show_walk *walk);

// ---- enums

/// Print the words of an enum, separated by `between`. If there are more than `most`, `rest`
/// replaces the others.
void show_words(text_out *out, const gestalt_shape *shape, uint32_t words, const char *between,
                uint32_t most, const char *rest);

// ---- parts of nodes

/// Print the type and the name of a node: `repeat "patrol"`.
void show_title(text_out *out, const gestalt_shape *shape, uint32_t node);

/// Print the attributes of a node with a leading space: ` 3 times`; or nothing.
void show_attributes(text_out *out, const gestalt_shape *shape, uint32_t node);

uint32_t show_child_count(const gestalt_shape *shape, const node_view *view);

/// Print a duration: "2 s", "1 tick".
void show_duration(text_out *out, const gestalt_shape *shape, const node_view *view);

/// Print the name of a column's key; for a vector with the component, such as `.x`.
void show_column(text_out *out, const gestalt_shape *shape, uint32_t column);

/// Print the key or component that a `set` assigns.
void show_target(text_out *out, const gestalt_shape *shape, const node_view *view);

/// Print the key that a node on a list assigns or copies.
void show_list_key(text_out *out, const gestalt_shape *shape, const node_view *view);

/// Init expressions are in the order of keys. If `*init` belongs to the column, return its
/// expression and advance `*init`; otherwise return 0. `*init` starts as the end of the tree.
uint32_t show_next_init(const gestalt_shape *shape, uint32_t *init, uint32_t column);

enum { SHOW_INITS_MAX = 256 }; // most inits of one key: those of the elements of a list

/// Set the init of each of a key's components, 0 if there is none, or of each element of a list.
/// Returns the number of components or elements; 1 if there is one init for all components; 0 when
/// none has an init.
uint32_t show_key_inits(const gestalt_shape *shape, uint32_t *init, const image_key *key,
                        uint32_t inits[SHOW_INITS_MAX]);

/// Print a string of the shape, escaped; nothing for SHAPE_NONE.
void show_string(text_out *out, const gestalt_shape *shape, uint32_t string);

/// Print a string of the shape, escaped and in quotes.
void show_quoted(text_out *out, const gestalt_shape *shape, uint32_t string);

/// Print an expression for people; a constant float is printed by show_number.
void show_value(text_out *out, const gestalt_shape *shape, uint32_t expression);

/// Print the value of a case item.
void show_case(text_out *out, const gestalt_shape *shape, uint32_t item);

/// Return the weight of an item, given the running sum before it: the float with the fewest
/// decimals that fits.
float show_weight(float before, uint64_t item);

/// Print a float for people: "2", "0.5".
void show_number(text_out *out, float number);

const char *show_status_text(uint32_t status);
const char *show_key_type_text(uint32_t type);
const char *show_host_kind_text(uint32_t kind);

// ---- escaped text

typedef enum show_escape {
    SHOW_PLAIN,
    SHOW_QUOTED,     // in quotes, for people
    SHOW_IN_JSON,    // in a JSON string
    SHOW_IN_DOT,     // in a quoted label
    SHOW_IN_MERMAID, // in a quoted label
} show_escape;

/// A filter: text printed to `text` is escaped and counted, then printed to `out`.
typedef struct show_filter {
    text_out *out;
    show_escape escape;
    const char *lead; // replaces the first byte; NULL: no replacement
    size_t columns;   // characters written so far
    text_out text;
} show_filter;

text_out *show_filter_start(show_filter *filter, text_out *out, show_escape escape);
/// Write what is buffered; can be called repeatedly.
void show_filter_flush(show_filter *filter);

#endif
