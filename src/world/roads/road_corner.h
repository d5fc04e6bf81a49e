// SPDX-License-Identifier: MIT
// Corners of roads. People draw roads as polylines; cars need bends. An arc replaces each corner
// and touches the two adjacent pieces:
//
//     ----------.              radius * tan(turn / 2) of each piece belong to the arc
//                 `.
//                   \          where pieces are too short for that, the arc is smaller
//                    |
//
// A gentle corner gets a larger arc than the given radius, as long as the arc stays near the drawn
// line, so that a polyline of many points becomes the smooth curve that it represents.
#ifndef ROAD_CORNER_H
#define ROAD_CORNER_H

#include "road_plan.h"

/// Return the line with arcs in its corners: of `radius`, or larger if the arc is at most `slack`
/// from the corner. The line must be valid: see roads_build.
road_line road_round(arena *a, const road_line *line, float radius, float slack);

#endif
