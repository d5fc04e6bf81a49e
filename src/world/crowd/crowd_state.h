// SPDX-License-Identifier: MIT
// A crowd that runs: for crowd_part.c and crowd_walk.c.
#ifndef CROWD_STATE_H
#define CROWD_STATE_H

#include "crowd_scene.h"
#include "world_state.h"

/// Metres: somebody who walks as is measured of people looks at nobody and nothing further away.
#define CROWD_SIGHT 2.5f

// One group's street.
typedef struct crowd_street {
    bool is_used;
    vector low, high, direction;
    bool is_endless[STEER_DIMENSIONS];
    uint32_t turn;
    crowd_model model;
    float share; // of what is wanted and is not yet so, in a step
} crowd_street;

// All that changes besides the columns. No padding: snapshots hold it.
typedef struct crowd_counts {
    uint64_t turn; // how many have begun, less one
    uint64_t crossings, crossings_of_turn;
    uint64_t least, most; // of a turn
    uint64_t red_entries, left_over;
    uint64_t waiting, longest_wait; // steps
    uint64_t longest_stand;         // steps
} crowd_counts;
_Static_assert(sizeof(crowd_counts) == 80, "no padding");

typedef struct crowd_run {
    const crowd_light *light; // NULL: there is none
    bool looks;               // some walk as is measured of people
    // If so, by index:
    vectors faces;           // where they want to go, unit vectors; zero for who stands
    vectors steps;           // the steps that they want to do
    ways_columns looks_like; // by place
    float *radius_at;        // by place: its column
    ways_nearest *nearest;   // the people who may be in the way of these
    bool is_mixed;           // not everybody walks so
    // The state:
    float *impatience;             // 0 to 1: grows while somebody makes no headway
    float *rest[STEER_DIMENSIONS]; // where somebody was when `stood` began
    uint32_t *stood;               // steps without getting away from there
    vector low, high;
    float most_radius;
    float most_step;       // of those who walk as is measured of people
    crowd_street *streets; // by group
    float *ahead, *aside;  // by index: the velocity that the tree wants
    // The state.
    crowd_counts *counts;
    uint8_t *is_inside; // by index
    uint32_t *waited;   // by index: steps that it has stood since it last crossed
} crowd_run;

static inline crowd_run *crowd_run_of(const world *w)
{
    return w->parts[SCENE_PART_CROWD];
}

/// Return the velocity that somebody chooses who would like to walk with another one.
vector crowd_choose(const world *w, const crowd_street *street, uint32_t index, vector wanted);

/// Return the impatience after a step with this headway: a share of the speed that is wanted.
float crowd_impatience(float impatience, float headway, float dt);

/// Find the steps that agents begin to end - 1 of a group want to do, who walk as is measured of
/// people. The faces of all are known.
void crowd_find_steps(world *w, uint32_t group, uint32_t begin, uint32_t end);

/// Return an error that names two pedestrians whose bodies overlap at the start, if there are.
gestalt_result crowd_check_starts(const world *w, const crowd_run *run, gestalt_error *error);

/// Moves pedestrians of a group: see world_part.h.
void crowd_walk(world *w, uint32_t group, uint32_t begin, uint32_t end);

#endif
