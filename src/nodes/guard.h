// SPDX-License-Identifier: MIT
// The guard stack. Every decider, decorator and loop that a tick is inside of has a guard, which
// records which lanes have entered the node, which of them still wait for a later child, and which
// have a result. The top guard belongs to the node whose children run now; while they run, the loop
// of the machine has the guard's values in `registers`. When a child opens a guard of its own, the
// registers are saved in the parent's guard.
//
//    0      4     8      12     16        24        32      40          48       56
//   +------+-----+------+------+---------+---------+-------+-----------+--------+-----------+
//   | item | end | next | kind | entered | waiting | ended | succeeded | failed | its type's|
//   +------+-----+------+------+---------+---------+-------+-----------+--------+-----------+
//
//    kind:  | slot 20 | flags 4 | op 8 |, from the highest bit
//
// The stack is memory of the interpreter. Its first entry belongs to the tick itself, which waits
// for the result of the root. The number of other entries is `guard_depth` of the shape's
// specification.
#ifndef GUARD_H
#define GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// EACH_LANE(lane, mask) { ... }, where `lane` is an unsigned.
#define EACH_LANE(lane, mask)                                                                      \
    for (uint64_t lane##_rest = (mask);                                                            \
         lane##_rest && (lane = (unsigned)__builtin_ctzll(lane##_rest), true);                     \
         lane##_rest &= lane##_rest - 1)

typedef struct guard {
    uint32_t item;      // head item of the node
    uint32_t end;       // end of the node's sub-stream
    uint32_t next;      // the child after the one that runs
    uint32_t kind;      // op, flags and slot: how to treat the result of a child
    uint64_t entered;   // lanes that run this node
    uint64_t waiting;   // lanes whose live child comes later
    uint64_t ended;     // depends on the type: mostly lanes that have a result
    uint64_t succeeded; // lanes with that result, for types that need both masks
    uint64_t failed;
    union {
        struct {            // concurrent, race, parallel: the beginning of their roll-back
            uint32_t begin; // first entry of the log for this scope
            uint32_t outer; // the same for the scope around it
        } mark;
        struct {              // loops
            uint32_t started; // rounds
        } loop;
    };
} guard;
_Static_assert(sizeof(guard) == 64, "a cache line");

/// The results of lanes; lanes in neither mask are running.
typedef struct answer {
    uint64_t succeeded, failed;
} answer;

/// The registers of the machine: the top guard, and its child that runs or has just finished.
typedef struct registers {
    guard *top;
    uint32_t next;              // item of the child to run; while it runs, of the child after it
    uint32_t end;               // item after the guard's last child
    bool goes_on;               // whether the guard has another child to run
    uint64_t active;            // lanes that run the child
    uint64_t waiting;           // lanes that run this child if it is live, else a later one
    uint64_t ended;             // as in the guard
    uint64_t succeeded, failed; // results
} registers;

// ---- what a body returns

/// Run the child at `next`.
static inline registers guard_run(registers r, uint64_t active)
{
    r.active = active;
    r.goes_on = true;
    return r;
}

/// Return the results of the guard's node.
static inline registers guard_answer(registers r, uint64_t succeeded, uint64_t failed)
{
    r.succeeded = succeeded;
    r.failed = failed;
    r.goes_on = false;
    return r;
}

/// Run the child if any lane is active, else return the results in the guard.
static inline registers guard_run_if_any(registers r, uint64_t active)
{
    return active ? guard_run(r, active) : guard_answer(r, r.top->succeeded, r.top->failed);
}

static inline bool guard_has_more_children(const registers *r)
{
    return r->next != r->end;
}

// ---- memory that some types need besides their guard, on a stack of its own

/// A number for each lane, bit by bit: plane k holds bit k of all.
typedef struct guard_counter {
    uint64_t planes[6]; // up to 32 children
} guard_counter;

/// parallel: how many children have succeeded and failed.
typedef struct guard_counts {
    guard_counter succeeded, failed;
    uint64_t unfinished; // lanes with a child that runs
    uint32_t child;      // number of the child that runs
} guard_counts;

/// weighted, utility and switch: which child each lane has chosen.
typedef struct guard_choice {
    uint64_t fresh, waiting; // lanes that have not run yet
    uint32_t child;          // number of the next child
    uint16_t chosen[];
} guard_choice;

/// Random order: the end of its memory, which begins with a child for each turn and lane. With few
/// children and many lanes, the same memory has a mask of lanes for each turn and child instead.
/// The items of the children follow, and then this.
typedef struct guard_order {
    uint64_t waiting; // lanes whose live child comes in a later turn
    uint64_t left;    // lanes of this turn that have not run yet
    uint64_t running; // concurrent: lanes with a child that runs
    uint32_t turn, count;
} guard_order;

static inline uint32_t guard_rounded(size_t size)
{
    return (uint32_t)((size + 7) / 8 * 8);
}

/// pipeline: the item of the last live child of each lane, or 0.
static inline uint32_t guard_stages_size(uint32_t stride)
{
    return guard_rounded(stride * sizeof(uint32_t));
}

static inline uint32_t guard_choice_size(uint32_t stride)
{
    return guard_rounded(sizeof(guard_choice) + stride * sizeof(uint16_t));
}

static inline uint32_t guard_order_size(uint32_t count, uint32_t stride)
{
    return guard_rounded((size_t)count * stride * sizeof(uint16_t)) +
           guard_rounded(count * sizeof(uint32_t)) + (uint32_t)sizeof(guard_order);
}

#endif
