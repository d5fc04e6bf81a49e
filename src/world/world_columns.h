// SPDX-License-Identifier: MIT
// Columns that recordings hold of agents besides position, speed and live node: those of the
// world's parts, and blackboard keys that the scene asks for.
#ifndef WORLD_COLUMNS_H
#define WORLD_COLUMNS_H

#include "arena.h"
#include "world_state.h"

typedef struct world_recorded {
    gestalt_record_column as;
    const gestalt_world_column *of_part; // or NULL: a key
    const char *key;                     // or a component, as "home.x"
    bool is_heading;                     // of cars and planes, in degrees
    bool is_report;                      // and `report` is its number
    uint32_t report;
} world_recorded;

/// The shape in which a group's agents are drawn: what its scene says, else what their part does.
gestalt_record_shape world_shape_of(const world *w, const scene_group *group);

/// All of them; names that are taken by the first `fixed_count` columns or by earlier ones get
/// `key.` before them, or the name of their part. Return how many there are; `to` is NULL to count
/// only.
uint32_t world_more_columns(const world *w, arena *memory, const gestalt_record_column *fixed,
                            uint32_t fixed_count, world_recorded *to);

/// The values of a blackboard key of a group's agents, by index.
void world_column_of_group(const world *w, uint32_t group, const world_recorded *column,
                           uint32_t *values);

/// The values of all agents, by index, of what is no report: float, int32_t or, of bools, 0 or 1.
/// An agent that has none has NAN, 0, and no word.
void world_column_values(const world *w, const world_recorded *column, uint32_t *values);

#endif
