// SPDX-License-Identifier: MIT
// Writing a shape as C. Each node becomes a few statements on masks, which do what the interpreter
// does for a node of its type (src/nodes). All values that the shape determines are constants.
//
// The variables of node 12 have its number: n12 are the lanes that run the node, l12 those for
// which it is live, s12 and f12 those for which it succeeded and failed. a12 are the lanes that
// continue with the next child, w12 those that wait for a later child, e12 those for which the node
// has finished.
//
// Functions are written from the last node to the first, so that each function comes before its
// callers. The nodes of one function are written from first to last, with a stack of open nodes.
#ifndef NATIVE_SOURCE_H
#define NATIVE_SOURCE_H

#include "nodes.h"
#include "plan.h"
#include "text.h"
#include "walk.h"

#include <gestalt/compiler.h>

/// A node whose children are being written.
typedef struct native_open {
    uint32_t id;
    uint32_t child;  // item of the next child
    uint32_t number; // index of that child
    node_view view;
} native_open;

typedef struct native_source {
    text_out *out;
    const gestalt_shape *shape;
    const plan *plan;
    const char *leaves;      // header of functions that are called directly, or NULL
    const char *form;        // suffix of the names of this form's functions
    unsigned indent;         // indentation of statements
    uint32_t *calls;         // by node id: number of the node's host call
    uint32_t *sizes;         // by node id: number of nodes in the subtree
    unsigned char *is_apart; // by node id: true if the node is a function of its own
    // by node id: true if the node is inside a scope that can be rolled back
    unsigned char *in_scope;
    // by node id: true if the subtree changes something that is rolled back when a scope fails
    unsigned char *changes;
    native_open *stack;
    uint32_t depth;
    // Arrays for one expression, by operation.
    uint16_t *starts, *temps, *frames;
    unsigned char *printed, *components;
} native_source;

/// Write a line of code. The arguments never come from a document.
void native_line(native_source *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Write a document's text inside a comment, without characters that could end the comment or the
/// line.
void native_comment(native_source *s, const char *text);

/// Do the same as a writer; `out` is the text_out.
bool native_comment_write(void *out, const char *text, size_t size);

/// Make an identifier from a name: invalid characters become `_`, and a name that does not start
/// with a letter gets a `_` in front.
enum { NATIVE_NAME_SIZE = 64 };
void native_mangle(char mangled[NATIVE_NAME_SIZE], const char *name);

/// Return the number of children of a node.
uint32_t native_child_count(const native_source *s, const native_open *o);

/// Write the functions of all expressions of a node.
void native_expressions(native_source *s, uint32_t id);

/// Return whether there is native code for nodes of a type.
bool native_is_written(item_type type);

/// Write the functions of the nodes, from the last one to the root.
void native_functions(native_source *s);

static inline uint32_t native_slot(const native_source *s, uint32_t id)
{
    return s->plan->slots[id];
}

static inline bool native_has_slot(const native_source *s, uint32_t id)
{
    return native_slot(s, id) != PLAN_NO_SLOT;
}

/// Return whether a node calls an action of the host.
static inline bool native_acts(const node_view *v)
{
    return node_table[v->type].operands[0] == 'h' && !node_is(v->type, NODE_IS_LAUNCHING);
}

#endif
