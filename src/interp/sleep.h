// SPDX-License-Identifier: MIT
// Sleep: find out whether the next ticks of a cohort would change nothing, and until when.
//
// The machine itself finds out, so that what a node does is defined only once. sleep_begins saves
// the memory of the cohort, runs one more tick, the *dry tick*, and restores the memory:
//
//     a host function is called            the cohort is awake; the function is not called
//     an expression is evaluated           awake if its value can change without a write to a key
//                                          (time, dt, tick, rand() ...); else its keys are noted
//     a loop over a list takes an element  its list and keys are noted
//     a list is to be changed              awake; it is not changed
//     a clock is read                      the time at which it is due is noted
//     a clock that was running starts      awake: each tick would change the time at which it is
//     due the memory differs after the tick    awake
//
// Otherwise the same tick will run again and again, until a noted clock is due or a noted key is
// written. The host's own writes to agents' keys count as unannounced, unless it promised to
// announce them (gestalt_population_options): then an expression that reads such a key keeps awake.
//
// The plan of a shape (sleep_plan.c) only avoids dry ticks that cannot succeed. For nodes that it
// does not mention the dry tick decides, so a new node type needs no change here.
#ifndef SLEEP_H
#define SLEEP_H

#include "interp.h"

typedef struct sleep_plan {
    const plan *plan;
    uint32_t *stirring;   // slots of nodes that do something in each tick while they are live
    unsigned char *stirs; // the same nodes, by node id
    unsigned char *known; // by the first item of an expression: enum sleep_row (sleep.c)
    unsigned char *asked; // by column, the agents' and then the shared ones: sleepers read it
    uint32_t stirring_count;
    bool announced;            // writes to agents' keys are announced
    bool has_times, has_ticks; // the shape has clocks of that kind
    size_t size;               // size of the block that contains everything
} sleep_plan;

/// Make the plan of a shape; NULL if its agents can't sleep. `announced`: writes to the agents' own
/// keys are announced. False: there is no memory.
bool sleep_plan_create(const plan *p, bool announced, const gestalt_allocator *allocator,
                       sleep_plan **created);
void sleep_plan_destroy(sleep_plan *s, const gestalt_allocator *allocator);

/// Return whether the value of an expression can only change when a key is written, and that write
/// is announced.
bool sleep_is_steady(const plan *p, bool announced, uint32_t begin, uint32_t end);

/// Mark in `asked` the columns that the expression from `begin` to `end` reads, and those that its
/// node assigns to. The head of a loop over a list stands for what the loop reads.
void sleep_note_columns(const sleep_plan *s, uint32_t begin, uint32_t end);

/// The time and the number of the first tick that may change something; the largest numbers where
/// no clock runs.
typedef struct sleep_until {
    int64_t now, tick;
} sleep_until;

/// Return whether the next ticks change nothing in a cohort whose agents have all been ticked in
/// this moment (interp_begin), between floats_begin and floats_end. The interpreter copies cohorts.
bool sleep_begins(interp *t, sleep_plan *s, cohort *c, sleep_until *until);

// ---- for the machine, while a dry tick runs

typedef struct sleep_watch {
    int stirs; // the tick does something that cannot be undone, or would not be the same again
    sleep_plan *plan;
    sleep_until until;
    uint32_t row_count;
    uint32_t rows[32]; // expressions that were evaluated, by their first items
} sleep_watch;

/// An expression is evaluated whose first item is this, or a loop reads its list, and this is its
/// head. False: it must not be.
bool sleep_watch_row(const interp *t, uint32_t item);
/// The clock of a node starts for these lanes.
void sleep_watch_start(const interp *t, uint32_t item, uint64_t lanes) __attribute__((cold));
/// A clock is read that is not due for these lanes.
void sleep_watch_clock(const interp *t, uint64_t head, const int64_t *due, uint64_t lanes)
    __attribute__((cold));

#endif
