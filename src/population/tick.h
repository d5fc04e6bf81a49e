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

/// Return the error that a leaf function reported for the lowest agent. Clears all errors.
tick_error tick_take_error(gestalt_population *p);

/// Keep one of two errors: that of the lower agent.
void tick_join_error(tick_error *kept, tick_error other);
/// The same, with the error of a group's functions.
void tick_keep_error(tick_error *kept, interp *from);

#endif
