// SPDX-License-Identifier: MIT
// The rows of a block's agents, by lane: where the population has put an agent is noted by row, and
// its row by that place. So rows are found without searching for ids, which matters where agents
// migrate: after some hundred migrations, the agents of a block have rows in any order.
#ifndef ROW_PLACES_H
#define ROW_PLACES_H

#include "population_state.h"

/// The agents of a group. A place is a lane, counted over all blocks of the group.
typedef struct row_places_group {
    uint32_t *row; // by place
    size_t room;
} row_places_group;

typedef struct row_places {
    bool exist;
    uint32_t *of;             // by row: place of its agent; a column of the rows
    row_places_group *groups; // by group
    bool are_known;           // false if memory has run out
    uint64_t relocations;     // those of the population when the places were noted
} row_places;

/// Note the places of all agents. `first_row` has the first row of each group, and is changed.
void row_places_list(row_places *places, const gestalt_population *p,
                     const gestalt_allocator *allocator, uint32_t *first_row);
/// Note the place of an agent that has been added to the population, as that of a row.
void row_places_add(row_places *places, const gestalt_population *p,
                    const gestalt_allocator *allocator, uint64_t agent, uint32_t row);
/// Note that the agents of a group in the rows `begin` to `end` - 1 have moved there.
void row_places_move(const row_places *places, uint32_t number, uint32_t begin, uint32_t end);
/// Return whether the places are those of the population's agents.
bool row_places_hold(const row_places *places, const gestalt_population *p);
/// Return the rows of a block's agents, by lane, or NULL if they are not known.
const uint32_t *row_places_of(const row_places *places, const gestalt_population *p,
                              uint32_t number, uint64_t block);
void row_places_release(row_places *places, uint32_t group_count,
                        const gestalt_allocator *allocator);

#endif
