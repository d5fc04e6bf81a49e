// SPDX-License-Identifier: MIT
// What ticks share with calls between them.
#ifndef TICK_H
#define TICK_H

#include "population_state.h"

/// Return the phase of a population that no call is working on.
static inline population_phase population_resting(const gestalt_population *p)
{
    return p->state.is_interrupted ? POPULATION_IS_INTERRUPTED : POPULATION_RESTS;
}

/// Return the error text that a leaf function reported for the lowest agent, or NULL. Clears all
/// errors.
const char *tick_take_error(gestalt_population *p);

#endif
