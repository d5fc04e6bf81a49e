// SPDX-License-Identifier: MIT
// The functions that a body may call. A *body* defines what a node type means, once: `NAME_run` of
// a leaf, `NAME_enter` and `NAME_answer` of a node with children. Bodies are plain functions over
// lanes. They access everything but their arguments through the functions of this file, which get
// and put values: a body never holds a pointer into the state of agents. So the same bodies work
// for every implementation of these functions. The machine has one (interp/machine_state.h); its
// dry tick also decides about sleep. Bodies are OpenCL C as well (tests/opencl), without function
// pointers and labels.
//
//     leaves.h      success, wait, action, push, persistent ...
//     decorators.h  invert, delay, cooldown, once ...
//     loops.h       repeat, retry, while, for_each
//     deciders.h    sequence, selector, priority, concurrent, race, decide ...
//     orders.h      random order
//     choices.h     pipeline, parallel, weighted, utility, switch
//
// `active` are the lanes that run a node, and `live` the lanes in which it is live: active lanes
// that are live resume it, and the others start it. A leaf returns two masks; lanes in neither are
// running. `enter` either runs a child (guard_run) or returns results at once (guard_answer).
// `answer` finds the results of that child in `r.succeeded` and `r.failed`, for the lanes in
// `r.active`, and does the same. The guard on top of the stack, `r.top`, is scratch memory of the
// node for this tick (guard.h).
//
// A file that includes the bodies must define the type `here` before: all state is in it.
#ifndef ACCESSORS_H
#define ACCESSORS_H

#include "guard.h"

#include <gestalt/inspect.h>

// ---- the stream. `at` is the item of a node's head.

/// Return the operand after the head, which is not an expression.
static inline uint64_t node_operand(const here *t, uint32_t at);
/// Return the item of the first child of a node without operands, or with one.
static inline uint32_t node_child(uint32_t at, uint32_t operands);
/// Return the item after a child, or after an expression.
static inline uint32_t node_after(const here *t, uint32_t child);
/// Return the lanes in which a child is live.
static inline uint64_t node_child_live(const here *t, uint32_t child);
/// Return whether agents may have come from other shapes, with values that this shape never sets.
static inline bool node_is_edited(const here *t);

/// Return an item by its index: a weight, a case.
static inline uint64_t node_item(const here *t, uint32_t item);
/// Return whether an expression begins at an item.
static inline bool node_is_expression(const here *t, uint32_t item);

// ---- time. The duration of a node is its first operand.

/// Return the first child of a node with a duration.
static inline uint32_t clock_child(const here *t, uint32_t at);
/// Return whether the duration is the constant zero.
static inline bool clock_is_zero(const here *t, uint32_t at);
/// Start the clock of a node.
static inline void clock_start(here *t, uint32_t at, uint64_t lanes);
/// Return the lanes whose clock is due.
static inline uint64_t clock_due(const here *t, uint32_t at, uint64_t lanes);
/// The same for a clock that outlives the node, and is rolled back.
static inline void kept_clock_start(here *t, uint32_t at, uint64_t lanes);
static inline uint64_t kept_clock_due(const here *t, uint32_t at, uint64_t lanes);

/// Start the pause of a loop, which is its second operand, and return the lanes whose pause is
/// over.
static inline void pause_start(here *t, uint32_t at, uint64_t lanes);
static inline uint64_t pause_due(const here *t, uint32_t at, uint64_t lanes);

// ---- values of a node

/// Get and put a mask of the node, by number.
static inline uint64_t node_bits(const here *t, uint32_t at, uint32_t number);
static inline void node_put_bits(here *t, uint32_t at, uint32_t number, uint64_t lanes);
/// Set the count of lanes to zero.
static inline void count_clear(here *t, uint32_t at, uint64_t lanes);
/// Add one to the count of lanes, and return those whose count has reached a limit.
static inline uint64_t count_up(here *t, uint32_t at, uint64_t lanes, uint32_t limit);
/// Get and put a status that outlives the node, and is rolled back.
static inline answer node_status(const here *t, uint32_t at, uint64_t lanes);
static inline void node_put_status(here *t, uint32_t at, answer to, uint64_t lanes);
/// Return the node's probability.
static inline float node_probability(const here *t, uint32_t at);

// ---- lists (interp/lists.c). The results are those of the node.

answer list_push(here *t, uint32_t at, uint64_t lanes);
answer list_pop(here *t, uint32_t at, uint64_t lanes);
answer list_clear(here *t, uint32_t at, uint64_t lanes);
answer list_set_element(here *t, uint32_t at, uint64_t lanes);
answer list_set(here *t, uint32_t at, uint64_t lanes);
/// Return the lanes whose place in a loop over a list, which is their count, is below the number of
/// elements.
uint64_t list_has_place(here *t, uint32_t at, uint64_t lanes);
/// Assign the element at the place, and the place, to the keys of the loop.
void list_take(here *t, uint32_t at, uint64_t lanes);

// ---- expressions, the random stream, the log

// The machine has these already (interp/interp_machine.h):
//
//     uint64_t evaluate_bool(here *t, uint32_t item, uint64_t lanes)
//         evaluates the bool expression at an item, or calls the predicate there
//     const void *evaluate_number(const here *t, uint32_t item, uint64_t lanes)
//         evaluates the number expression at an item: a column by lane, which stays until the next
//         one
//     float stream_draw(here *t, unsigned lane)
//         draws a number from 0 up to 1

/// Return the state of a lane's random stream, and put it.
static inline uint64_t stream_state(const here *t, unsigned lane);
static inline void stream_put_state(here *t, unsigned lane, uint64_t state);
/// The same for a state that the node keeps.
static inline uint64_t node_kept_stream(const here *t, uint32_t at, unsigned lane);
static inline void node_keep_stream(here *t, uint32_t at, unsigned lane, uint64_t state);
/// Log an event of the node.
static inline void node_log(here *t, uint32_t at, uint64_t lanes, gestalt_log_phase phase);

// ---- the host

/// Ask the host for a node's predicate, and call the action of a node for lanes, some of which
/// start.
static inline uint64_t node_ask(here *t, uint32_t at, uint64_t lanes);
static inline answer node_act(here *t, uint32_t at, uint64_t lanes, uint64_t starting);
/// Launch a node's deferred action, or take its answers: those are not given again.
static inline void launch_start(here *t, uint32_t at, uint64_t lanes);
static inline answer launch_take_answers(here *t, uint32_t at, uint64_t lanes);

// ---- children that are abandoned, changes that are rolled back, memory

/// Abandon the children of a guard from one on.
static void guard_abandon(here *t, const guard *g, uint32_t from, uint64_t lanes);
/// Note all changes of kept values from here on, and undo them for lanes that have failed.
static inline void scope_open(here *t, guard *g);
static inline void scope_close(here *t, const guard *g, uint64_t failed);
/// Take scratch memory for the guard on top, look it up again, and give it back.
static void *guard_take_memory(here *t, uint32_t size);
static void *guard_memory(here *t, uint32_t size);
static void guard_give_memory(here *t, uint32_t size);
/// Return the number of values in a column: the lanes, rounded up.
static inline uint32_t node_stride(const here *t);

#endif
