// SPDX-License-Identifier: MIT
// The linked stream: a copy of a shape's items that is made ready to run for one host and one
// layout of cohorts. Item k of the copy is item k of the shape. Each group of agents has one, which
// never changes and is shared by its threads.
//
//    63                             32 31                12 11   8 7       0
//   +---------------------------------+--------------------+------+---------+
//   |            argument             |        end         | flags|   op    |
//   +---------------------------------+--------------------+------+---------+
//
// `end` is that of the item. `op` is its type, or a quickened form of it (link_op), which runs a
// node together with its children, or without looking at what it does not have. The argument is the
// number that the machine would have to look up otherwise:
//
//   head of a node         its slot (plan.h), with the flag LINK_LIVE; 0 where it has none
//     with LINK_CELL       a cell: its slot, and where its value lies
//     action, predicate    a call
//     condition, set       a row of formulas
//   first of an expression a row of formulas, as LINK_ROW, or a call, as LINK_CALL; its `end` lies
//                          behind the expression
//   all others             as in the shape: raw operands, weights, arguments, later operations
//
// Beside the stream, tables hold what has no room in 64 bits: cells, calls, shortcuts.
#ifndef LINKED_H
#define LINKED_H

#include "binding.h"
#include "cohort.h"
#include "formula.h"
#include "kernels.h"
#include "link_op.h"

#include <gestalt/native.h>

/// Numbers that the head of a node has no room for: 8 bytes.
typedef struct link_cell {
    uint32_t slot;  // PLAN_NO_SLOT where it can't be live
    uint32_t value; // a bit, word or long slot, a status, a time, or a deferred node's number
} link_cell;

/// A call of the host: 64 bytes.
typedef struct link_call {
    gestalt_batch_function *batch;
    gestalt_lone_function *lone; // for agents that are ticked alone, or NULL
    gestalt_site site;           // what the function is told of the node
    const bound_function *function;
    uint32_t slot;                     // of an action, or PLAN_NO_SLOT
    uint32_t arguments, arguments_end; // 0 where it has none; arguments are behind the call
    uint32_t follow; // calls behind this one that a sequence or selector asks in the same way
} link_call;
_Static_assert(sizeof(void *) != 8 || sizeof(link_call) == 64, "a cache line");

/// A node that can be resumed without asking those above it, or one in which such nodes lie, in
/// preorder: 8 bytes.
typedef struct link_shortcut {
    uint32_t slot;
    uint32_t next : 31; // the shortcut behind all below it
    uint32_t rests : 1;
} link_shortcut;

/// The effect of a cancel on the node that owns a slot: nothing; a call, by a number without the
/// flag; or, by one with it, the item of a deferred action.
enum { LINK_CANCEL_DEFERRED = 1 << 30, LINK_CANCEL_NONE = LINK_CANCEL_DEFERRED - 1 };

typedef struct linked {
    const plan *plan;
    const binding *bound;
    const kernels *kernels;
    formulas *formulas;
    cohort_layout layout;
    uint64_t *items;
    link_cell *cells;
    link_call *calls;
    link_call *noting; // the same calls, which note what they use (foresee.h, sleep.h)
    link_shortcut *shortcuts;
    uint32_t *slot_cancels;    // by slot
    gestalt_key_place *places; // of all functions' keys
    uint32_t cell_count, call_count, shortcut_count;
    uint32_t memory_size; // bytes that the open guards of one tick need besides themselves
    bool has_streams;     // inits or ticks draw
    size_t size;          // of the block

    // Native code that ticks in place of the machine, or NULL (native_tick.h).
    gestalt_native_run *native_run;
    gestalt_native_layout native_layout;
    gestalt_native_call *native_calls;
} linked;

/// The function of calls that note which keys they use, and of all calls of a dry tick (foresee.c):
/// `user` is the call that is meant.
gestalt_batch_function foresee_call;

/// NULL when there is no memory. The plan and the binding must outlive it.
linked *linked_create(const plan *p, const binding *b, const cohort_layout *layout,
                      const kernels *k, const gestalt_allocator *allocator);
void linked_destroy(linked *l, const gestalt_allocator *allocator);

/// The bytes of all that was made for it.
size_t linked_size(const linked *l);

/// Write the ops of nodes that are counted, by the items of their heads: the machine runs few of
/// them together with their children then. `above` is the nearest node above each whose counts do
/// not follow from those of its children, or SHAPE_NONE.
void linked_counted_ops(const linked *l, unsigned char *ops, uint32_t *above);

/// The first slot of a node at this item or behind it.
uint32_t linked_first_slot(const linked *l, uint32_t item);

/// Return the bytes that a node with random order, a choice or a parallel keeps beside its guard
/// (nodes/choices.h).
uint32_t linked_memory_of(const linked *l, uint32_t item);

/// Tell whether the node of a slot can rest: be live while nothing below it is.
static inline bool link_rests(const plan *p, uint32_t slot)
{
    return p->slot_below[slot] != slot;
}

/// The slot of a node's head. Not of an action.
static inline uint32_t link_slot_of(const link_cell *cells, uint64_t head)
{
    return link_has(head, LINK_CELL) ? cells[item_argument(head)].slot : item_argument(head);
}

#endif
