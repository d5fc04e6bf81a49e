// SPDX-License-Identifier: MIT
// A shape: a compiled tree. It never changes, and any number of agents and threads share it.
#ifndef GESTALT_SHAPE_H
#define GESTALT_SHAPE_H

#include <gestalt/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gestalt_shape gestalt_shape;

/// A shape as native code (native.h).
typedef struct gestalt_native gestalt_native;

/// The needs of an agent of a shape, and the cost of its tick at most. All of it is proven when a
/// shape is loaded.
typedef struct gestalt_specification {
    uint32_t item_count; ///< 64-bit items, the init expressions included
    uint32_t tree_end;   ///< the tree is items [0, tree_end), the init expressions follow
    uint32_t node_count;
    uint32_t number_columns; ///< blackboard: int and float columns of an agent (a vec2 is two, a
                             ///< vec3 three)
    uint32_t bool_columns;
    uint32_t shared_number_columns; ///< the same for what the whole population shares
    uint32_t shared_bool_columns;
    uint32_t live_capacity;       ///< most entries that one agent's list of live states can hold
    uint32_t live_item_count;     ///< items that can be such an entry
    uint32_t bit_slots;           ///< values that outlive a tick, by width; shared by alternatives
    uint32_t word_slots;          ///< 32 bits each
    uint32_t long_slots;          ///< 64 bits each
    uint32_t persistent_statuses; ///< a status each: named ones, then those of `once`
    uint32_t named_persistents;   ///< how many of them have a name
    uint32_t persistent_times;    ///< a time each: those of `cooldown`
    uint32_t undo_capacity;       ///< most entries of the roll-back log
    uint32_t guard_depth;         ///< most inner nodes that are entered at a time
    uint32_t number_depth;        ///< most numbers on the expression stack
    uint32_t bool_depth;          ///< most bools on the expression stack
    uint32_t shuffle_capacity;    ///< most children of a node with random order
    uint32_t draws;               ///< 1 when a tick can draw random numbers, else 0
    uint32_t host_count;          ///< host functions and deferred actions that it calls
    uint64_t visit_bound; ///< most leaf visits that one agent's tick can make (UINT64_MAX: more)
} gestalt_specification;

/// Reads and verifies an image. The file is read into memory first, so that it can't change
/// afterwards.
GESTALT_API gestalt_result gestalt_shape_load(const char *path, const gestalt_allocator *allocator,
                                              gestalt_shape **shape, gestalt_error *error);

/// Verifies an image in memory and makes a shape of a copy of it.
GESTALT_API gestalt_result gestalt_shape_load_memory(const void *image, size_t size,
                                                     const gestalt_allocator *allocator,
                                                     gestalt_shape **shape, gestalt_error *error);

/// Writes the image to a file: to a temporary one first, synced, then renamed.
GESTALT_API gestalt_result gestalt_shape_save(const gestalt_shape *shape, const char *path,
                                              gestalt_error *error);

/// The image itself, which lives as long as the shape. `size` may be NULL.
GESTALT_API const void *gestalt_shape_image(const gestalt_shape *shape, size_t *size);

GESTALT_API const gestalt_specification *gestalt_shape_specification(const gestalt_shape *shape);
GESTALT_API const char *gestalt_shape_name(const gestalt_shape *shape);

typedef enum gestalt_show_form {
    GESTALT_SHOW_OUTLINE, ///< the tree, drawn with box characters
    GESTALT_SHOW_ASM,     ///< the items, with offsets and operands
    GESTALT_SHOW_DOT,     ///< for Graphviz
    GESTALT_SHOW_MERMAID, ///< for Markdown pages
    GESTALT_SHOW_JSON,    ///< a document that compiles to the same items
} gestalt_show_form;

/// Writes a shape for people or tools. GESTALT_IO when the writer takes no more, GESTALT_NO_MEMORY
/// when the shape's allocator has none for it.
GESTALT_API gestalt_result gestalt_shape_show(const gestalt_shape *shape, gestalt_show_form form,
                                              bool color, gestalt_writer writer,
                                              gestalt_error *error);

GESTALT_API void gestalt_shape_destroy(gestalt_shape *shape);

typedef enum gestalt_nodes_form {
    GESTALT_NODES_TEXT,     ///< a table for a terminal
    GESTALT_NODES_JSON,     ///< all that is known of each node type
    GESTALT_NODES_MARKDOWN, ///< the reference, docs/nodes.md
} gestalt_nodes_form;

/// Writes what node types the language has. Returns false when the writer did.
GESTALT_API bool gestalt_nodes_write(gestalt_nodes_form form, bool color, gestalt_writer writer);

/// Writes the JSON Schema of documents, with which editors complete and check them. Returns false
/// when the writer did.
GESTALT_API bool gestalt_schema_write(gestalt_writer writer);

#ifdef __cplusplus
}
#endif

#endif
