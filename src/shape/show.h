// SPDX-License-Identifier: MIT
// The tools that the forms of showing a shape share: the walk over its nodes, and a node in a few
// words.
//
// Every form prints through a text_out, which keeps what goes wrong. Memory comes from the shape's
// allocator: the walk, and what an expression needs while it is printed. Text of a document is
// escaped wherever it is printed.
#ifndef SHOW_H
#define SHOW_H

#include "image.h"
#include "shape_limits.h"
#include "text.h"
#include "walk.h"

// ---- The nodes in preorder, each with the way to it.

typedef struct show_level {
    uint32_t item;
    uint32_t node;
    uint32_t end;
    uint32_t ordinal; // of the child on the way, from 0
    uint32_t label;   // its weight item, its score or its case; 0 when the node has none
} show_level;

typedef struct show_walk {
    const gestalt_shape *shape;
    uint32_t node; // id of the current node
    uint32_t depth;
    show_level levels[LIMIT_DEPTH + 1]; // from the root to the current node, which is at [depth]
} show_walk;

void show_walk_start(show_walk *walk, const gestalt_shape *shape);

/// Goes to the next node, at first to the root. False: there is none.
bool show_walk_next(show_walk *walk);

/// Return true when the node at that depth on the way to the current one is the last child.
bool show_walk_is_last(const show_walk *walk, uint32_t depth);

/// Return whether the current node's parent says something of it.
bool show_has_edge(const show_walk *walk);

/// Write what it says: `then`, `weight 2`, `score health`, `case 3`.
void show_edge(text_out *out, const show_walk *walk);

// ---- The forms. Each takes a walk that has just been started.

void show_outline(text_out *out, show_walk *walk);
void show_asm(text_out *out, show_walk *walk);
void show_dot(text_out *out, show_walk *walk);
void show_mermaid(text_out *out, show_walk *walk);
void show_json(text_out *out, show_walk *walk);

/// A node as a line of the outline has it, behind its id: the branch that it hangs on, and itself.
void show_outline_node(text_out *out, const show_walk *walk);

// ---- Enums

/// Write the words of an enum with something between each two, and what stands for those behind
/// `most`.
void show_words(text_out *out, const gestalt_shape *shape, uint32_t words, const char *between,
                uint32_t most, const char *rest);

// ---- Parts of nodes

/// The type and the name of a node: `repeat "patrol"`.
void show_title(text_out *out, const gestalt_shape *shape, uint32_t node);

/// Its attributes, with a space before them: ` 3 times`; or nothing.
void show_attributes(text_out *out, const gestalt_shape *shape, uint32_t node);

uint32_t show_child_count(const gestalt_shape *shape, const node_view *view);

/// "2 s", "1 tick"
void show_duration(text_out *out, const gestalt_shape *shape, const node_view *view);

/// The name of the key that a column belongs to; of a vector's, with its component, as `.x`.
void show_column(text_out *out, const gestalt_shape *shape, uint32_t column);

/// The key or component that a `set` sets.
void show_target(text_out *out, const gestalt_shape *shape, const node_view *view);

/// The x of the key that a `set` of a whole vector copies, or SHAPE_NONE: it is a list of
/// expressions.
uint32_t show_copied(const gestalt_shape *shape, const node_view *view);

/// Show the value that a `set` assigns, in the form for people.
void show_assigned(text_out *out, const gestalt_shape *shape, const node_view *view);

/// The init expressions stand in the order of the keys. If `*init` is that of the column, returns
/// its expression and goes on to the next; else returns 0. Starts with the end of the tree.
uint32_t show_next_init(const gestalt_shape *shape, uint32_t *init, uint32_t column);

/// Set the init of each of a key's components, 0 where there is none. Return how many components
/// there are; 0 when none has an init.
uint32_t show_key_inits(const gestalt_shape *shape, uint32_t *init, const image_key *key,
                        uint32_t inits[KEY_WIDTH_MAX]);

/// A string of the shape, escaped. Nothing for SHAPE_NONE.
void show_string(text_out *out, const gestalt_shape *shape, uint32_t string);

/// The same in quotes.
void show_quoted(text_out *out, const gestalt_shape *shape, uint32_t string);

/// An expression for people: a float that is a constant is written as in `show_number`.
void show_value(text_out *out, const gestalt_shape *shape, uint32_t expression);

/// The value of a case item of the node with that head.
void show_case(text_out *out, const gestalt_shape *shape, uint32_t item);

/// The weight of an item whose sum is `before` without it: the one with the fewest decimals.
float show_weight(float before, uint64_t item);

/// A float as people write it: "2", "0.5".
void show_number(text_out *out, float number);

const char *show_status_text(uint32_t status);
const char *show_key_type_text(uint32_t type);
const char *show_host_kind_text(uint32_t kind);

// ---- Text within text

typedef enum show_escape {
    SHOW_PLAIN,
    SHOW_QUOTED,     // between quotes, for people
    SHOW_IN_JSON,    // in a JSON string
    SHOW_IN_DOT,     // in a quoted label
    SHOW_IN_MERMAID, // in a quoted label
} show_escape;

/// Printing to `text` escapes and counts, and goes on to `out`.
typedef struct show_filter {
    text_out *out;
    show_escape escape;
    const char *lead; // stands for the first byte; NULL: that stands for itself
    size_t columns;   // written so far, in characters
    text_out text;
} show_filter;

text_out *show_filter_start(show_filter *filter, text_out *out, show_escape escape);
/// Hands on what is buffered; may be called again.
void show_filter_flush(show_filter *filter);

#endif
