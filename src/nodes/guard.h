// SPDX-License-Identifier: MIT
// The guard stack. Every decider, decorator and loop that a tick is in has a guard: which lanes
// have entered it, which of them still wait for a later child, and how it has ended for others. The
// guard on top is the node whose children run now. The loop of the machine works on
// `registers` meanwhile; when a child opens a guard of its own, its parent's registers are kept in
// the parent's guard.
//
//    0      4     8      12     16        24        32      40          48       56
//   +------+-----+------+------+---------+---------+-------+-----------+--------+-----------+
//   | item | end | next | kind | entered | waiting | ended | succeeded | failed | its type's|
//   +------+-----+------+------+---------+---------+-------+-----------+--------+-----------+
//
//    kind:  | slot 20 | flags 4 | op 8 |, from the highest bit
//
// The stack is memory of the interpreter. Its first entry is the tick itself, which waits for the
// root's answer; behind it there are as many as the shape's specification says: guard_depth.
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
    uint32_t item;      // the head of the node
    uint32_t end;       // of its sub-stream
    uint32_t next;      // the child behind the one that runs
    uint32_t kind;      // op, flags and slot: what an answer of a child means, and how it is kept
    uint64_t entered;   // lanes that run this node
    uint64_t waiting;   // lanes whose live child comes later
    uint64_t ended;     // lanes that its type keeps in mind: mostly those for which it is over
    uint64_t succeeded; // lanes with that answer, where a type has both at a time
    uint64_t failed;
    union {
        struct {            // concurrent, race, parallel: where their roll-back began
            uint32_t begin; // the first entry of the log that is theirs
            uint32_t outer; // and that of the scope around them
        } mark;
        struct {              // loops
            uint32_t started; // rounds
        } loop;
        struct {            // random order
            uint32_t count; // children
        } order;
    };
} guard;
_Static_assert(sizeof(guard) == 64, "a cache line");

/// An answer of lanes; those in neither mask are running.
typedef struct answer {
    uint64_t succeeded, failed;
} answer;

/// The work of a tick: the guard on top, and its child that runs or has just answered.
typedef struct registers {
    guard *top;
    uint32_t next;              // item of the child to run; while it runs, of the child after it
    uint32_t end;               // item after the guard's last child
    bool goes_on;               // whether the guard has another child to run
    uint64_t active;            // lanes that run the child
    uint64_t waiting;           // lanes that run it if they are live in it, and else a later one
    uint64_t ended;             // the guard's
    uint64_t succeeded, failed; // an answer
} registers;

// ---- what a body returns

/// The guard goes on with the child at `next`.
static inline registers guard_run(registers r, uint64_t active)
{
    r.active = active;
    r.goes_on = true;
    return r;
}

/// The guard answers.
static inline registers guard_answer(registers r, uint64_t succeeded, uint64_t failed)
{
    r.succeeded = succeeded;
    r.failed = failed;
    r.goes_on = false;
    return r;
}

/// The guard goes on with the child if a lane runs it, and else gives the answers that it keeps.
static inline registers guard_run_if_any(registers r, uint64_t active)
{
    return active ? guard_run(r, active) : guard_answer(r, r.top->succeeded, r.top->failed);
}

static inline bool guard_has_more_children(const registers *r)
{
    return r->next != r->end;
}

// ---- what some types keep beside their guard, on a stack of its own

/// A number for each lane, bit by bit: plane k holds bit k of all.
typedef struct guard_counter {
    uint64_t planes[6]; // up to 32 children
} guard_counter;

/// A parallel: how its children have ended.
typedef struct guard_counts {
    guard_counter succeeded, failed;
    uint64_t unfinished; // lanes with a child that runs
    uint32_t child;      // number of the one that runs
} guard_counts;

/// A weighted or utility: which child the lanes have chosen, by lane.
typedef struct guard_choice {
    uint64_t fresh, waiting; // lanes that have not run yet
    uint32_t child;          // number of the next one
    uint16_t chosen[];
} guard_choice;

/// A random order: for each turn, a child for each lane; or of few children and many lanes, in the
/// same room, for each turn and each child its lanes. The children's items lie behind.
typedef struct guard_order {
    uint64_t waiting; // lanes whose live child comes in a later turn
    uint64_t left;    // lanes of this turn that have not run yet
    uint32_t turn, count;
    uint16_t children[];
} guard_order;

static inline uint32_t guard_rounded(size_t size)
{
    return (uint32_t)((size + 7) / 8 * 8);
}

static inline uint32_t guard_choice_size(uint32_t stride)
{
    return guard_rounded(sizeof(guard_choice) + stride * sizeof(uint16_t));
}

static inline uint32_t guard_order_size(uint32_t count, uint32_t stride)
{
    return guard_rounded(sizeof(guard_order) + (size_t)count * stride * sizeof(uint16_t)) +
           guard_rounded(count * sizeof(uint32_t));
}

#endif
