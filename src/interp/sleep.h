// SPDX-License-Identifier: MIT
// The end of a tick, for cohorts: whether the next one would change anything, and until when not.
// Nothing is known of the tick that was, nor of what carried it out: the state of the agents says
// it all.
//
// An agent only waits when all that is live in it, and rests, waits for a clock, a game system, or
// a persistent value that is still running, and when those above it that ask again in every tick
// would be told the same. They are asked that here, with the keys as they are now: a guard that a
// later node has changed the answer of keeps its agent awake.
//
//     priority                 TURN: earlier children must fail, if they are run fresh
//       sequence
//         "health < 30"        asked; the action is not, or the agent doesn't sleep
//         flee, an action
//       timeout 60 s           CLOCK
//         sequence
//           fire, deferred     waits for its game system
//           wait 2 s           CLOCK, at rest
//
// A shape is looked at once: the entries of its plan are the nodes that a sleeping agent can be
// live in and that have something to say, in preorder. Their word depends on keys, constants,
// clocks, and what hosts tell populations, and on nothing else: an expression with `time`, `dt`,
// `tick` or `rand()`, and a call of the host, keep awake whoever is asked them. So do keys of the
// agents' own, unless the host has promised to announce what it writes.
#ifndef SLEEP_H
#define SLEEP_H

#include "interp.h"

typedef enum sleep_kind {
    SLEEP_STIRS,  // it does something in the next tick
    SLEEP_CLOCK,  // nothing, until it is due
    SLEEP_STATUS, // nothing, as long as its persistent value is running
    SLEEP_TURN,   // it asks the children before its live one
    SLEEP_BESIDE, // it runs those children fresh that are not live
    SLEEP_BRANCH, // it asks which child is to be live
} sleep_kind;

/// A node that lanes can be live in: 24 bytes.
typedef struct sleep_entry {
    uint32_t slot;  // of its live lanes
    uint32_t below; // without those that are live there; PLAN_NO_SLOT
    uint32_t next;  // the entry behind all below it
    uint32_t item;
    uint32_t argument; // a long slot, or a persistent status
    uint8_t kind;
    bool in_ticks; // the clock counts them
} sleep_entry;
_Static_assert(sizeof(sleep_entry) == 24, "as said");

typedef struct sleep_plan {
    const plan *plan;
    sleep_entry *entries;
    uint32_t entry_count;
    unsigned char *asks;  // by node id: run fresh, it only asks
    unsigned char *asked; // by column, the agents' and then the shared ones: an agent that sleeps
                          // depends on it
    bool has_times, has_ticks; // it has clocks of that kind
    size_t size;               // of the block that holds it all
} sleep_plan;

/// Make the plan of a shape; NULL if its agents can't sleep. `announced`: writes to the agents' own
/// keys are announced. False: there is no memory.
bool sleep_plan_create(const plan *p, bool announced, const gestalt_allocator *allocator,
                       sleep_plan **created);
void sleep_plan_destroy(sleep_plan *s, const gestalt_allocator *allocator);

/// The time and the number of the first tick that may change something; the largest numbers where
/// no clock runs.
typedef struct sleep_until {
    int64_t now, tick;
} sleep_until;

/// Tell whether coming ticks change nothing in a cohort whose agents have all been ticked in this
/// moment (interp_begin), between floats_begin and floats_end.
bool sleep_begins(interp *t, const sleep_plan *s, cohort *c, sleep_until *until);

#endif
