// SPDX-License-Identifier: MIT
// A crowd that runs: for crowd_part.c and crowd_walk.c.
#ifndef CROWD_STATE_H
#define CROWD_STATE_H

#include "crowd_scene.h"
#include "world_state.h"

// One group's street.
typedef struct crowd_street {
    bool is_used;
    vector low, high, direction;
    bool is_endless[STEER_DIMENSIONS];
    uint32_t turn;
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
    const crowd_light *light;
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

/// Moves pedestrians of a group: see world_part.h.
void crowd_walk(world *w, uint32_t group, uint32_t begin, uint32_t end);

#endif
