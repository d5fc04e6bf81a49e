// SPDX-License-Identifier: MIT
// The check that roads are apart where they do not cross: drivers only know the car ahead on their
// lane, and the cars on the ways of a crossing.
#ifndef ROAD_APART_H
#define ROAD_APART_H

#include "arena.h"
#include "road.h"

/// Most pairs of segments to compare.
enum { ROAD_LOOKS_MAX = 1 << 28 };

typedef enum road_nearness { ROADS_APART, ROADS_NEAR, ROADS_TOO_MANY } road_nearness;

/// Find lanes on which cars that do not know of each other could touch, and the position `*where`.
/// Uses some memory of the arena.
road_nearness roads_find_near(const roads *on, arena *a, vector *where);

#endif
