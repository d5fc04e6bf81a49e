// SPDX-License-Identifier: MIT
// How long each node has taken.
#ifndef TIMES_H
#define TIMES_H

#include "population_state.h"

/// These work like the functions for counts.
bool times_start(gestalt_population *p, group *g);
void times_release(gestalt_population *p, group *g);
void times_carry(const group *from, const group *to, const gestalt_edit_node *nodes);
/// Return whether the coming tick must be timed.
bool times_wanted(const gestalt_population *p);
/// Fill in and return the timing of a thread's part of a timed tick.
const interp_timing *times_of(const gestalt_population *p, const group *g, uint32_t thread,
                              interp_timing *timing);

#endif
