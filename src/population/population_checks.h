// SPDX-License-Identifier: MIT
// What the options of public calls must hold, and the memory that they ask for in advance.
#ifndef POPULATION_CHECKS_H
#define POPULATION_CHECKS_H

#include "population_state.h"

/// Return whether a group of the options has no shape, and set the error if so.
bool population_has_no_shape(const char *function, const gestalt_population_options *o,
                             gestalt_error *error);
/// Refuse more lanes than a cohort can have; 0 means the default.
gestalt_result population_check_lanes(uint32_t lanes, gestalt_error *error);
/// Refuse options of loading that are incomplete.
bool load_options_are_wrong(const char *function, const gestalt_load_options *options,
                            gestalt_error *error);

/// Allocate all memory that `capacity` agents of each group may need (room.c).
gestalt_result population_make_room(gestalt_population *p, gestalt_error *error);

#endif
