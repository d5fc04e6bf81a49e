// SPDX-License-Identifier: MIT
// The state of one deferred action, and bits that mark nonempty states: small types that cohorts
// contain and deferred.h manages.
#ifndef DEFERRED_STATE_H
#define DEFERRED_STATE_H

#include <stdbool.h>
#include <stdint.h>

/// The state of one action, by lane.
typedef struct deferred_state {
    uint64_t launched;  // a launch was requested in the last tick
    uint64_t ended;     // the game system has ended the action, and the node has not run since
    uint64_t succeeded; // the outcome, for actions that have ended
    uint64_t cancelled; // a cancel was requested in the last tick
} deferred_state;

_Static_assert(sizeof(deferred_state) == 32, "four masks");

/// Mark a state as possibly nonempty, if states are in place.
static inline void deferred_note(uint64_t *noted, uint32_t number)
{
    noted[number / 64] |= UINT64_C(1) << number % 64;
}

/// Return the number of words for these marks.
static inline uint32_t deferred_note_count(uint32_t deferred_count)
{
    return (deferred_count + 63) / 64;
}

/// Return whether a state is nonempty.
static inline bool deferred_says(const deferred_state *s)
{
    return s->launched | s->ended | s->cancelled;
}

#endif
