// SPDX-License-Identifier: MIT
// The state of a crowd, for crowd_part.c and crowd_walk.c.
#ifndef CROWD_STATE_H
#define CROWD_STATE_H

#include "crowd_scene.h"
#include "world_state.h"

/// Metres: pedestrians with the measured model see nothing further away.
#define CROWD_SIGHT 2.5f
/// Metres between bodies that are surely out of each other's way.
#define CROWD_MARGIN 0.1f

// The street of one group.
typedef struct crowd_street {
    bool is_used;
    vector low, high, direction;
    bool is_endless[STEER_DIMENSIONS];
    uint32_t turn;
    crowd_model model;
    float share; // share of the difference to the desired velocity that a step closes
} crowd_street;

// The variable state besides columns. Snapshots contain it, so it has no padding.
typedef struct crowd_counts {
    uint64_t turn; // index of the current turn
    uint64_t crossings, crossings_of_turn;
    uint64_t least, most; // crossings in the turn with the fewest, and with the most
    uint64_t red_entries, left_over;
    uint64_t waiting, longest_wait; // steps
    uint64_t longest_stand;         // steps
} crowd_counts;
_Static_assert(sizeof(crowd_counts) == 80, "no padding");

typedef struct crowd_run {
    const crowd_light *light; // NULL: none
    bool looks;               // some pedestrians use the measured model
    // If so, by index:
    vectors faces; // unit vector of where each wants to go; zero for pedestrians who stand
    vectors steps; // steps that they want to do
    ways_columns looks_like; // by place in the grid
    float *radius_at;        // by place in the grid: the radius column of looks_like
    ways_nearest *nearest;   // for each pedestrian, people who may be in the way
    bool is_mixed;           // some pedestrians use another model
    // State:
    float *impatience;             // 0 to 1; grows while a pedestrian makes no headway
    float *rest[STEER_DIMENSIONS]; // position when `stood` started
    uint32_t *stood;               // steps without getting away from `rest`
    vector low, high;
    float most_radius;
    float most_step;       // most of the pedestrians with the measured model
    crowd_street *streets; // by group
    float *ahead, *aside;  // by index: velocity that the tree wants
    // State:
    crowd_counts *counts;
    uint8_t *is_inside; // by index
    uint32_t *waited;   // by index: steps for which it has stood since it last crossed
} crowd_run;

static inline crowd_run *crowd_run_of(const world *w)
{
    return w->parts.states[SCENE_PART_CROWD];
}

/// Return the velocity that a pedestrian chooses who would like to walk with `wanted`.
vector crowd_choose(const world *w, const crowd_street *street, uint32_t index, vector wanted);

/// Return the impatience after a step with this headway, as a share of the desired speed.
float crowd_impatience(float impatience, float headway, float dt);

/// Compute the desired steps of the agents `begin` to `end` - 1 of a group with the measured model.
/// The faces of all agents must be known.
void crowd_find_steps(world *w, uint32_t group, uint32_t begin, uint32_t end);

/// Return an error that names two pedestrians whose bodies overlap at the start, if there are any.
gestalt_result crowd_check_starts(const world *w, const crowd_run *run, gestalt_error *error);

/// Move pedestrians of a group: see world_part.h.
void crowd_walk(world *w, uint32_t group, uint32_t begin, uint32_t end);

#endif
