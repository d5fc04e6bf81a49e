// SPDX-License-Identifier: MIT
// Columns of recordings besides position, speed and live node: those of parts, and the blackboard
// keys that the scene selects.
#ifndef WORLD_COLUMNS_H
#define WORLD_COLUMNS_H

#include "arena.h"
#include "world_state.h"

typedef struct world_recorded {
    gestalt_record_column as;
    const gestalt_world_column *of_part; // column of a part; NULL: a key
    const char *key;                     // name of the key, or of a component such as "home.x"
    bool is_heading;                     // heading of cars and planes, in degrees
    bool is_report;                      // a report, whose number is `report`
    uint32_t report;
} world_recorded;

/// Return the shape in which a group's agents are drawn: that of the scene, or else of the group's
/// part.
gestalt_record_shape world_shape_of(const world *w, const scene_group *group);

/// List all columns. A name that one of the first `fixed_count` columns or an earlier column has
/// gets the prefix `key.`, or the name of the part. Returns the number of columns; with `to` NULL,
/// only count them.
uint32_t world_more_columns(const world *w, arena *memory, const gestalt_record_column *fixed,
                            uint32_t fixed_count, world_recorded *to);

/// Get the values of a blackboard key for a group's agents, by index.
void world_column_of_group(const world *w, uint32_t group, const world_recorded *column,
                           uint32_t *values);

/// Get the values of a column for all agents, by index; not for reports. Values are float, int32_t
/// or, for bools, 0 or 1. An agent without a value has NAN, 0, or no word.
void world_column_values(const world *w, const world_recorded *column, uint32_t *values);

#endif
