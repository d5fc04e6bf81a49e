// SPDX-License-Identifier: MIT
// A second state of a population, which takes the place of the first or is dropped.
#ifndef COMPACT_H
#define COMPACT_H

#include "population_state.h"

/// Make a population without agents that shares with `p` everything that does not change.
bool population_start_next(gestalt_population *next, const gestalt_population *p);
void population_exchange(gestalt_population *p, gestalt_population *next);
/// Release the state that is no longer needed: the old one or the new one.
void population_release_state(gestalt_population *p);

#endif
