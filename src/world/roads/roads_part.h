// SPDX-License-Identifier: MIT
// The state of a world's roads, shared by roads_part.c, which creates and moves cars, and
// roads_calls.c, which has the functions for their trees.
#ifndef ROADS_PART_H
#define ROADS_PART_H

#include "cars.h"
#include "crossing.h"
#include "world_state.h"

typedef struct road_world {
    const roads *on;
    cars c; // from the first group on the roads to the last
    cars_rules rules;
    crossing_rules crossing;
    pathway *tracks;    // for cars moved by forces: the path that they should follow
    uint32_t *track_of; // by car; ROAD_NONE: a driver moves it, or it is not on the roads
    bool forces;        // some cars are moved by forces
    bool combines;      // in some group, several reasons to brake count: see roads_sense
} road_world;

static inline road_world *road_world_of(const world *w)
{
    return w->parts.states[SCENE_PART_ROADS];
}

extern const gestalt_world_function roads_functions[];

#endif
