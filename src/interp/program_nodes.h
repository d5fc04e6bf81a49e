// SPDX-License-Identifier: MIT
// What a program holds, for the interpreter only.
//
// Its nodes lie in preorder, so a node's first child is the next node, and its next sibling lies
// behind its `size` bytes.
#ifndef PROGRAM_NODES_H
#define PROGRAM_NODES_H

#include "formula.h"
#include "program.h"

/// How a node is run: its type, or one of these.
typedef enum node_form {
    FORM_PREDICATE = NODE_TYPE_END, // a condition that is one call of the host
    FORM_NOT_PREDICATE,             // an invert of such a one
    FORM_GUARDED,                   // a sequence of a question and something else
    FORM_GUARDED_REACTIVE,          // a reactive_sequence of these
    FORM_RANDOM_SEQUENCE,
    FORM_RANDOM_SELECTOR,
    FORM_END,
} node_form;

enum node_flag {
    NODE_OWNS_SLOT = 1,
    NODE_IN_TICKS = 2,       // its duration
    NODE_RESTS = 4,          // can be live while nothing below it is
    NODE_PASSIVE = 8,        // nothing above it is asked again while it is live
    NODE_HAS_ARGUMENTS = 16, // a call
};

typedef struct node {
    union {
        uint64_t operand;                // the raw item behind the head: duration, rounds, ...
        const gestalt_key_place *places; // of an action or predicate: its function's keys
    };
    union {
        const bound_function *function; // of an action or predicate
        const formula_step *formula;    // of a condition or set
    };
    uint32_t id;
    uint32_t item;          // its head
    uint32_t expression;    // the first item of its expression, scores, weights or arguments
    uint32_t arguments_end; // behind the arguments of its function; `expression` when it has none
    uint32_t argument;      // of the head
    uint32_t slot;          // of its live mask (plan.h), or PLAN_NO_SLOT
    uint32_t size;          // bytes of it and of all below
    uint8_t form, flags;
} node;

/// What follows a node and all below it: its next sibling, or where its parent ends.
static inline const node *node_behind(const node *n)
{
    return (const node *)(const void *)((const unsigned char *)n + n->size);
}

static inline bool node_has_child(const node *n)
{
    return n->size > sizeof *n;
}

/// Nodes that can be resumed without asking those above them, and what they lie in, in preorder.
typedef struct shortcut {
    uint32_t node;
    uint32_t next; // the shortcut behind all below it
    bool rests;
} shortcut;

struct program {
    const plan *plan;
    const binding *bound;
    const kernels *kernels;
    formulas *formulas;
    cohort_layout layout;
    node *nodes;
    shortcut *shortcuts;
    uint32_t shortcut_count;
    gestalt_key_place *places; // of all functions' keys
    bool has_streams;          // inits or ticks draw
    size_t size;
};

#endif
