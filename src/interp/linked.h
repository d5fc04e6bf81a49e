// SPDX-License-Identifier: MIT
// The linked stream: a copy of the items of a shape, prepared for running with one host and one
// layout of cohorts. Item k of the copy is item k of the shape. Each group of agents has one linked
// stream, which never changes and is shared by all threads.
//
//    63                             32 31                12 11   8 7       0
//   +---------------------------------+--------------------+------+---------+
//   |            argument             |        end         | flags|   op    |
//   +---------------------------------+--------------------+------+---------+
//
// `end` is the end of the item in the shape. `op` is the type of the item or a faster op (link_op),
// which runs a node together with its children, or skips work that this node does not need. The
// argument is the number that the interpreter would have to look up otherwise:
//
//   head of a node         its slot (plan.h), with the flag LINK_LIVE; 0 without a slot
//     with LINK_CELL       a cell: its slot, and the index of its value
//     action, predicate    a call
//     condition, set       a row of formulas
//   first of an expression a row of formulas, as LINK_ROW, or a call, as LINK_CALL; its `end` is
//                          the end of the expression
//   operand L of a list    a list: its number in the table
//   all others             as in the shape: raw operands, weights, arguments, later operations
//
// Tables contain what does not fit into the 64 bits of an item: cells, calls, lists, shortcuts.
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
    uint32_t slot;  // PLAN_NO_SLOT if the node cannot be live
    uint32_t value; // a bit, word or long slot, a status, a time, or a deferred node's number
} link_cell;

/// A call of the host: 64 bytes.
typedef struct link_call {
    gestalt_batch_function *batch;
    gestalt_lone_function *lone; // for agents that are ticked alone, or NULL
    gestalt_site site;           // description of the node for the function
    const bound_function *function;
    uint32_t slot; // slot of an action, or PLAN_NO_SLOT
    // 0 without arguments; arguments are stored after the call
    uint32_t arguments, arguments_end;
    // number of following calls that belong to the same series of questions
    uint32_t follow;
} link_call;
_Static_assert(sizeof(void *) != 8 || sizeof(link_call) == 64, "a cache line");

/// The list and the keys of a node that uses a list. Offsets are into a cohort, or into the shared
/// numbers; no column is at offset 0 of a cohort. The elements of a list follow its counts.
typedef struct link_list {
    uint32_t counts; // offset of the counts
    uint32_t key;   // offset of the key that receives an element, or of the counts of the list that
                    // is copied
    uint32_t index; // offset of the key that receives the place, or 0
    uint32_t at;    // item of the expression of the place, or 0
    uint32_t value; // item of the first expression of an element, or 0
    uint32_t end;   // end of these expressions
    uint16_t capacity, key_capacity; // key_capacity: capacity of the list that is copied
    uint8_t width;                   // components of an element
    bool is_bool;                    // the elements are bools, and so is the key
    bool has_key, is_shared, key_is_shared;
} link_list;

/// A node that can be resumed without re-evaluating its ancestors, or an ancestor of such nodes.
/// Shortcuts are in preorder, 8 bytes each.
typedef struct link_shortcut {
    uint32_t slot;
    uint32_t next : 31; // the shortcut after all those below this node
    uint32_t rests : 1;
} link_shortcut;

/// What cancelling the node that owns a slot does: nothing; a call (its number, without the flag);
/// or cancelling a deferred action (its item, with the flag).
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
    link_call *noting; // the same calls, which record what they use (foresee.h, sleep.h)
    link_list *lists;
    link_shortcut *shortcuts;
    uint32_t *slot_cancels;    // by slot
    gestalt_key_place *places; // places of the keys of all functions
    uint32_t cell_count, call_count, list_count, shortcut_count;
    uint32_t element_columns; // most columns of elements that a `set` of a whole list evaluates
    // memory that the open guards of one tick need besides the stack, in bytes
    uint32_t memory_size;
    bool has_streams; // whether inits or ticks draw random numbers
    size_t size;      // size of the block

    // Native code that ticks instead of the interpreter, or NULL (native_tick.h).
    gestalt_native_run *native_run;
    gestalt_native_layout native_layout;
    gestalt_native_call *native_calls;
} linked;

/// Function of calls that record which keys they use, and of all calls of a dry tick (foresee.c).
/// `user` is the original call.
gestalt_batch_function foresee_call;

/// Link a shape. The plan and the binding must outlive the result. Returns NULL when out of memory.
linked *linked_create(const plan *p, const binding *b, const cohort_layout *layout,
                      const kernels *k, const gestalt_allocator *allocator);
void linked_destroy(linked *l, const gestalt_allocator *allocator);

/// Return the size of everything allocated for a linked stream.
size_t linked_size(const linked *l);

/// Write the ops that nodes have when they are counted, by the items of their heads: then fewer
/// nodes run together with their children. `above` is the nearest ancestor whose counts do not
/// follow from those of its children, or SHAPE_NONE.
void linked_counted_ops(const linked *l, unsigned char *ops, uint32_t *above);

/// Return the first slot of a node at this item or after it.
uint32_t linked_first_slot(const linked *l, uint32_t item);

/// Return the bytes that a node with random order, a choice or a parallel stores besides its guard
/// (nodes/choices.h).
uint32_t linked_memory_of(const linked *l, uint32_t item);

/// Return whether the node of a slot can rest: be live although no node below it is.
static inline bool link_rests(const plan *p, uint32_t slot)
{
    return p->slot_below[slot] != slot;
}

/// Return the slot of a node's head; not for actions.
static inline uint32_t link_slot_of(const link_cell *cells, uint64_t head)
{
    return link_has(head, LINK_CELL) ? cells[item_argument(head)].slot : item_argument(head);
}

#endif
