// SPDX-License-Identifier: MIT
// From roads as people draw them, as centre lines, to lanes and crossings. Every road returns to
// its start: it is a ring, or in a periodic world leads across the border. Lanes are cut where two
// roads meet, and ways are created: straight on, and to both sides.
//
// Everything is allocated in the caller's arena.
#ifndef ROAD_PLAN_H
#define ROAD_PLAN_H

#include "arena.h"
#include "road.h"

enum { ROAD_LANES_MAX = 1 << 20, ROAD_CROSSINGS_MAX = 1 << 16, ROAD_POINTS_MAX = 1 << 20 };

/// Most points of a circle, and most pairs of segments of different roads to compare.
enum { ROAD_CIRCLE_MAX = 1 << 15, ROAD_PAIRS_MAX = 1 << 27 };

/// The centre line of a road. Cars drive along it as if it were smooth: see road_corner.h.
typedef struct road_line {
    const vector *points; // the last point is the first, or its image in a periodic world
    uint32_t point_count; // at least 2
    bool one_way;
} road_line;

typedef struct road_plan {
    space world;
    traffic_side side;
    float width;     // width of a lane
    float clearance; // smallest distance between centres of cars in a crossing; 0: 0.94 times the
                     // width
    float stop;      // distance from a crossing's centre to where lanes end; 0: 2.3 times the width
    float piece;     // largest length of a lane; 0: 500
    float sideways;  // acceleration in bends; 0: 2.5
    float braking;   // deceleration before bends; 0: 2
    crossing_control control;
    bool turns; // create ways to the sides
    const road_line *lines;
    uint32_t line_count;
    uint32_t lanes_most; // 0: ROAD_LANES_MAX
} road_plan;

/// Return a ring with enough points to stay within a centimetre of the circle, but at least 32.
road_line road_circle(arena *a, vector centre, float radius);

/// The faults of plans that are too large.
extern const char roads_too_many_lanes[], roads_too_many_crossings[];

/// Build the roads. Returns a message about a fault in the plan, or NULL.
const char *roads_build(const road_plan *plan, arena *a, roads *made);

#endif
