// SPDX-License-Identifier: MIT
// The moment at which agents are ticked, and that between two ticks.
#ifndef POPULATION_MOMENT_H
#define POPULATION_MOMENT_H

#include "population_state.h"

/// Fill in the moment of the coming tick for a group.
void population_moment(const gestalt_population *p, const group *g, interp_moment *moment);

/// Return the moment between two ticks, with `dt` 0.
interp_moment population_between(const gestalt_population *p, const group *g);

#endif
