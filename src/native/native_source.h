// SPDX-License-Identifier: MIT
// Writing a shape as C: each node becomes a few statements on masks, which say what the machine
// does for a node of its type (interp/machine_nodes.h), with all that the shape knows as constants.
//
// The variables of node 12 have its number: n12 are the lanes that run it, l12 those that it is
// live for, s12 and f12 the answers. a12 are the lanes that go on with the next child, w12 those
// that wait for a later one, e12 those for which it is over.
//
// Code goes from the last node to the first, so that functions come before those who call them; the
// nodes of a function are written from first to last, with those that are open on a stack.
#ifndef NATIVE_SOURCE_H
#define NATIVE_SOURCE_H

#include "nodes.h"
#include "plan.h"
#include "text.h"
#include "walk.h"

#include <gestalt/compiler.h>

/// A node that is open while its children are written.
typedef struct native_open {
    uint32_t id;
    uint32_t child;  // item of the next one
    uint32_t number; // of that child
    node_view view;
} native_open;

typedef struct native_source {
    text_out *out;
    const gestalt_shape *shape;
    const plan *plan;
    const char *leaves;      // the header of functions that are called directly, or NULL
    const char *form;        // what is behind the names of this form's functions
    bool is_table;           // nodes are rows, which the functions of native_table.h walk
    unsigned indent;         // of statements
    uint32_t *calls;         // by node id: number of its call of the host
    uint32_t *sizes;         // by node id: nodes in its sub-tree
    unsigned char *is_apart; // by node id: it is a function
    unsigned char *in_scope; // by node id: a scope lies around it that can be rolled back
    unsigned char *changes;  // by node id: something in it is rolled back when a scope fails
    native_open *stack;
    uint32_t depth;
    struct native_shared *shared; // the functions of a table's expressions
    // of one expression, by operation
    uint16_t *starts, *temps, *frames;
    unsigned char *printed;
} native_source;

/// A line of code; what is formatted never comes from a document.
void native_line(native_source *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Text of a document, harmless in a comment: without what could end it or the line.
void native_comment(native_source *s, const char *text);

/// The same, as a writer; `out` is the text_out.
bool native_comment_write(void *out, const char *text, size_t size);

/// Make an identifier of a name: what cannot be in one becomes `_`, and so does nothing.
enum { NATIVE_NAME_SIZE = 64 };
void native_mangle(char mangled[NATIVE_NAME_SIZE], const char *name);

/// Return how many children a node has.
uint32_t native_child_count(const native_source *s, const native_open *o);

/// The functions of all expressions of a node.
void native_expressions(native_source *s, uint32_t id);

/// A comment that shows an expression.
void native_comment_expression(native_source *s, uint32_t node, uint32_t index);

/// Tell whether there is C for nodes of a type.
bool native_is_written(item_type type);

/// The functions of the nodes, from the last one to the root.
void native_functions(native_source *s);

/// Write a shape with code for each node, or as a table, whatever its size.
gestalt_result native_write(const gestalt_shape *shape, const gestalt_c_options *options,
                            bool is_table, gestalt_writer writer, gestalt_error *error);

// ---- large trees: a table of nodes (native_table.c), and functions that they share

/// The kinds of shared functions: asking a bool, filling a column, setting a key.
typedef enum native_function_kind { NATIVE_ASK, NATIVE_FILL, NATIVE_SET } native_function_kind;

/// The functions of all expressions of a node, where no other node has the same.
void native_share_expressions(native_source *s, uint32_t id);

/// Begin the body of a function: it is all that is written until native_shared_end.
void native_shared_begin(native_source *s);

/// Its body is whole: write the function unless there is one with the same body, and note which it
/// is, with the numbers that were given.
void native_shared_end(native_source *s, native_function_kind kind, uint32_t node, uint32_t index);

/// Give a key or number to the function; return which one it is there.
uint32_t native_shared_given(native_source *s, uint32_t value);

/// The expressions and calls of a table, and what tells where they are.
void native_table_functions(native_source *s);

/// The table of the nodes, for one plan.
void native_table_rows(native_source *s);

struct native_shared *native_shared_create(const gestalt_shape *shape);
void native_shared_destroy(struct native_shared *shared);

// ---- for the files of this folder

/// Tell whether a node rolls back what its children change.
bool native_has_scope(const native_source *s, uint32_t id, item_type type);

/// The comment of a node: its number, type, name and place.
void native_head(native_source *s, uint32_t id, item_type type);

/// Tell whether a call of the host has arguments, which the library evaluates.
bool native_has_arguments(const native_source *s, const node_view *v);

/// Tell whether a node calls a function of the host, and give which.
bool native_calls_host(const native_source *s, uint32_t id, uint32_t *host);

static inline uint32_t native_slot(const native_source *s, uint32_t id)
{
    return s->plan->slots[id];
}

static inline bool native_has_slot(const native_source *s, uint32_t id)
{
    return native_slot(s, id) != PLAN_NO_SLOT;
}

/// Tell whether a node calls an action of the host.
static inline bool native_acts(const node_view *v)
{
    return node_table[v->type].operands[0] == 'h' && !node_is(v->type, NODE_IS_LAUNCHING);
}

#endif
