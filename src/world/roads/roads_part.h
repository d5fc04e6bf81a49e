// SPDX-License-Identifier: MIT
// The state of a world's roads, for roads_part.c, which makes and moves cars, and roads_calls.c,
// which has what their trees can call.
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
    pathway *tracks;    // for those that forces move: where they should be
    uint32_t *track_of; // by car; ROAD_NONE: a driver moves it, or it is not on the roads
    bool forces;        // whether there are any
    bool combines;      // whether several reasons to brake count, in some group: see roads_sense
} road_world;

static inline road_world *road_world_of(const world *w)
{
    return w->parts[SCENE_PART_ROADS];
}

extern const gestalt_world_function roads_functions[];

#endif
