// SPDX-License-Identifier: MIT
// A crowd that runs: for crowd_part.c and crowd_walk.c.
#ifndef CROWD_STATE_H
#define CROWD_STATE_H

#include "crowd_scene.h"
#include "world_state.h"

/// Metres: somebody who walks as is measured of people looks at nobody and nothing further away.
#define CROWD_SIGHT 3.0f

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
} crowd_counts;
_Static_assert(sizeof(crowd_counts) == 72, "no padding");

typedef struct crowd_run {
    const crowd_light *light; // NULL: there is none
    bool looks;               // some walk as is measured of people
    vectors faces; // if so: where they want to go, unit vectors by index; zero for who stands
    vector low, high;
    float most_radius;
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

/// Return the velocity that somebody chooses who would like to walk with another one, by how many
/// are ahead and where the way is free.
vector crowd_choose(const world *w, const crowd_street *street, uint32_t index, vector at,
                    vector wanted);

/// Return an error that names two pedestrians whose bodies overlap at the start, if there are.
gestalt_result crowd_check_starts(const world *w, const crowd_run *run, gestalt_error *error);

/// Moves pedestrians of a group: see world_part.h.
void crowd_walk(world *w, uint32_t group, uint32_t begin, uint32_t end);

#endif
