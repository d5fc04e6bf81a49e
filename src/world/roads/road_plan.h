// SPDX-License-Identifier: MIT
// From roads as people draw them, centre lines, to lanes and crossings. Every road comes back to
// where it starts: it is a ring, or in a periodic world leads over the border. Lanes are cut where
// two roads meet, and ways are made: straight on, and to both sides.
//
// All of it lies in the caller's arena.
#ifndef ROAD_PLAN_H
#define ROAD_PLAN_H

#include "arena.h"
#include "road.h"

enum { ROAD_LANES_MAX = 1 << 20, ROAD_CROSSINGS_MAX = 1 << 16, ROAD_POINTS_MAX = 1 << 20 };

/// Points of a circle at most, and pairs of segments of different roads that may meet.
enum { ROAD_CIRCLE_MAX = 1 << 15, ROAD_PAIRS_MAX = 1 << 27 };

/// The middle of a road. Cars drive along it as if it were smooth: see road_corner.h.
typedef struct road_line {
    const vector *points; // the last is the first, or its image in a periodic world
    uint32_t point_count; // at least 2
    bool one_way;
} road_line;

typedef struct road_plan {
    space world;
    traffic_side side;
    float width;     // of a lane
    float clearance; // centres of cars in a crossing keep this distance; 0: 0.94 times the width
    float stop;      // from a crossing's centre to where lanes end; 0: 2.3 times the width
    float piece;     // lanes are cut into pieces of this length, at most; 0: 500
    float sideways;  // acceleration in bends; 0: 2.5
    float braking;   // before bends; 0: 2
    crossing_control control;
    bool turns; // whether there are ways to the sides
    const road_line *lines;
    uint32_t line_count;
    uint32_t lanes_most; // 0: ROAD_LANES_MAX
} road_plan;

/// A ring's points: as many as keep the line within a centimetre of the circle, but at least 32.
road_line road_circle(arena *a, vector centre, float radius);

/// The faults of plans that are too large.
extern const char roads_too_many_lanes[], roads_too_many_crossings[];

/// Return what is wrong with the plan, or NULL.
const char *roads_build(const road_plan *plan, arena *a, roads *made);

#endif
