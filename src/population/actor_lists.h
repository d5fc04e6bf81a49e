// SPDX-License-Identifier: MIT
// Lists of agents that come and go together, also for rows: the public functions refuse populations
// that rows follow.
#ifndef ACTOR_LISTS_H
#define ACTOR_LISTS_H

#include "population_state.h"

/// The arguments of gestalt_population_insert_many.
typedef struct actor_list {
    const uint32_t *groups; // by actor
    const unsigned char *bytes;
    const size_t *offsets; // actor i is in the bytes from offset i up to offset i + 1
    const uint64_t *ids;   // NULL: the next ids
    uint64_t count;
} actor_list;

/// Do the work of gestalt_population_insert_many and gestalt_population_remove_many.
gestalt_result agents_insert_list(gestalt_population *p, const actor_list *given,
                                  gestalt_error *error);
gestalt_result agents_remove_list(gestalt_population *p, const uint64_t *agents, uint64_t count,
                                  gestalt_error *error);

#endif
