// SPDX-License-Identifier: MIT
// Writing a shape as C: each node becomes a few statements on masks, which say what the machine
// does for a node of its type (src/nodes), with all that the shape knows as constants.
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
    unsigned indent;         // of statements
    uint32_t *calls;         // by node id: number of its call of the host
    uint32_t *sizes;         // by node id: nodes in its sub-tree
    unsigned char *is_apart; // by node id: it is a function
    unsigned char *in_scope; // by node id: a scope lies around it that can be rolled back
    unsigned char *changes;  // by node id: something in it is rolled back when a scope fails
    native_open *stack;
    uint32_t depth;
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

/// Tell whether there is C for nodes of a type.
bool native_is_written(item_type type);

/// The functions of the nodes, from the last one to the root.
void native_functions(native_source *s);

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
