// SPDX-License-Identifier: MIT
// The state of one deferred action, and notes of those that may say something: small things that
// cohorts have room for, and deferred.h keeps in them.
#ifndef DEFERRED_STATE_H
#define DEFERRED_STATE_H

#include <stdbool.h>
#include <stdint.h>

/// One action, by lane.
typedef struct deferred_state {
    uint64_t launched;  // a launch was requested, in the last tick
    uint64_t ended;     // its game system has ended it, and the action was not asked since
    uint64_t succeeded; // how, for those that have ended
    uint64_t cancelled; // its cancelling was requested, in the last tick
} deferred_state;

_Static_assert(sizeof(deferred_state) == 32, "four masks");

/// Note that a number may say something, where states are in place.
static inline void deferred_note(uint64_t *noted, uint32_t number)
{
    noted[number / 64] |= UINT64_C(1) << number % 64;
}

/// Return how many words that takes.
static inline uint32_t deferred_note_count(uint32_t deferred_count)
{
    return (deferred_count + 63) / 64;
}

/// Tell whether there is something to keep.
static inline bool deferred_says(const deferred_state *s)
{
    return s->launched | s->ended | s->cancelled;
}

#endif
