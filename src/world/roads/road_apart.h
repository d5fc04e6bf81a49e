// SPDX-License-Identifier: MIT
// The check that roads are apart where they do not cross: all that drivers know of others is who is
// ahead on their lane, and who is on the ways of a crossing.
#ifndef ROAD_APART_H
#define ROAD_APART_H

#include "arena.h"
#include "road.h"

/// Pairs of segments that are looked at.
enum { ROAD_LOOKS_MAX = 1 << 28 };

typedef enum road_nearness { ROADS_APART, ROADS_NEAR, ROADS_TOO_MANY } road_nearness;

/// Find lanes on which cars that do not know of each other could touch, and `*where`. Takes some of
/// the arena.
road_nearness roads_find_near(const roads *on, arena *a, vector *where);

#endif
