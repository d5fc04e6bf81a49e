// SPDX-License-Identifier: MIT
// A shape: a compiled tree. A shape is immutable, and any number of agents and threads share it.
#ifndef GESTALT_SHAPE_H
#define GESTALT_SHAPE_H

#include <gestalt/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gestalt_shape gestalt_shape;

/// A shape compiled to native code (native.h).
typedef struct gestalt_native gestalt_native;

/// The memory that an agent of a shape needs, and the most that its tick can cost. Loading a shape
/// verifies all of these numbers.
typedef struct gestalt_specification {
    uint32_t item_count; ///< number of 64-bit items, including init expressions
    uint32_t tree_end;   ///< end of the tree: items [0, tree_end); the init expressions follow
    uint32_t node_count;
    uint32_t number_columns; ///< int and float columns of an agent's blackboard (a vec2 takes two,
                             ///< a vec3 three)
    uint32_t bool_columns;   ///< bool columns of an agent's blackboard
    uint32_t shared_number_columns; ///< int and float columns of shared keys
    uint32_t shared_bool_columns;   ///< bool columns of shared keys
    uint32_t live_capacity;         ///< most live states that one agent can have at once
    uint32_t live_item_count;       ///< number of items that can have a live state
    /// 1-bit slots that persist between ticks; alternative branches share slots.
    uint32_t bit_slots;
    uint32_t word_slots;          ///< 32-bit slots that persist between ticks
    uint32_t long_slots;          ///< 64-bit slots that persist between ticks
    uint32_t persistent_statuses; ///< persistent statuses: first the named ones, then one for each
                                  ///< `once`
    uint32_t named_persistents;   ///< number of persistent statuses that have a name
    uint32_t persistent_times;    ///< persistent times, one for each `cooldown`
    uint32_t undo_capacity;       ///< most entries of the roll-back log
    uint32_t guard_depth;         ///< most inner nodes that are on the stack at once
    uint32_t number_depth;        ///< most numbers on the expression stack
    uint32_t bool_depth;          ///< most bools on the expression stack
    uint32_t shuffle_capacity;    ///< most children of a node with random order
    uint32_t draws;               ///< 1 when a tick can draw random numbers, else 0
    uint32_t host_count;  ///< number of host functions and deferred actions that the shape calls
    uint64_t visit_bound; ///< most leaf visits of one agent in a tick; UINT64_MAX: more than that
} gestalt_specification;

/// Load and verify an image file. The file is read into private memory first, so that it cannot
/// change after verification.
GESTALT_API gestalt_result gestalt_shape_load(const char *path, const gestalt_allocator *allocator,
                                              gestalt_shape **shape, gestalt_error *error);

/// Verify an image in memory and create a shape from a copy of it.
GESTALT_API gestalt_result gestalt_shape_load_memory(const void *image, size_t size,
                                                     const gestalt_allocator *allocator,
                                                     gestalt_shape **shape, gestalt_error *error);

/// Save the image to a file, atomically: write a temporary file, sync it and rename it.
GESTALT_API gestalt_result gestalt_shape_save(const gestalt_shape *shape, const char *path,
                                              gestalt_error *error);

/// Return the image, which lives as long as the shape. `size` may be NULL.
GESTALT_API const void *gestalt_shape_image(const gestalt_shape *shape, size_t *size);

GESTALT_API const gestalt_specification *gestalt_shape_specification(const gestalt_shape *shape);
GESTALT_API const char *gestalt_shape_name(const gestalt_shape *shape);

/// Return the number of texts in the shape: those of `text` arguments and of `text('...')`. Their
/// places are 0 to that number - 1.
GESTALT_API uint32_t gestalt_shape_text_count(const gestalt_shape *shape);

/// Return the text at a place, as a text argument passes it: UTF-8 with a terminating zero, which
/// lives as long as the shape. `size`, which may be NULL, is set to its size in bytes. Returns NULL
/// when there is no such place. Another shape has other places, even after a small edit.
GESTALT_API const char *gestalt_shape_text(const gestalt_shape *shape, int32_t place, size_t *size);

/// Return the place of a text, or -1 when the shape does not have it.
GESTALT_API int32_t gestalt_shape_find_text(const gestalt_shape *shape, const char *text);

typedef enum gestalt_show_form {
    GESTALT_SHOW_OUTLINE, ///< the tree, drawn with box characters
    GESTALT_SHOW_ASM,     ///< the items, with offsets and operands
    GESTALT_SHOW_DOT,     ///< a graph for Graphviz
    GESTALT_SHOW_MERMAID, ///< a graph for Markdown pages
    GESTALT_SHOW_JSON,    ///< a document that compiles to the same items
    GESTALT_SHOW_BTCPP,   ///< XML of BehaviorTree.CPP, for looking at it in Groot2
} gestalt_show_form;

/// Write a shape for people or tools. Returns GESTALT_IO when the writer fails, and
/// GESTALT_NO_MEMORY when the shape's allocator does.
GESTALT_API gestalt_result gestalt_shape_show(const gestalt_shape *shape, gestalt_show_form form,
                                              bool color, gestalt_writer writer,
                                              gestalt_error *error);

GESTALT_API void gestalt_shape_destroy(gestalt_shape *shape);

typedef enum gestalt_nodes_form {
    GESTALT_NODES_TEXT,     ///< a table for a terminal
    GESTALT_NODES_JSON,     ///< everything known about each node type
    GESTALT_NODES_MARKDOWN, ///< the reference, docs/nodes.md
} gestalt_nodes_form;

/// Write a description of all node types. Returns false when the writer fails.
GESTALT_API bool gestalt_nodes_write(gestalt_nodes_form form, bool color, gestalt_writer writer);

/// Write the JSON Schema of documents, with which editors complete and check them. Returns false
/// when the writer fails.
GESTALT_API bool gestalt_schema_write(gestalt_writer writer);

#ifdef __cplusplus
}
#endif

#endif
