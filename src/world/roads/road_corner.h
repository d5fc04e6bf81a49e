// SPDX-License-Identifier: MIT
// Corners of roads. People draw roads as polylines; cars need bends. An arc takes the place of each
// corner and touches the two pieces beside it:
//
//     ----------.              radius * tan(turn / 2) of each piece belong to the arc
//                 `.
//                   \          where pieces are too short for that, the arc is smaller
//                    |
//
// A gentle corner gets a larger arc than asked for, as long as the arc stays near the drawn line,
// so that a polyline of many points becomes the smooth curve that it stands for.
#ifndef ROAD_CORNER_H
#define ROAD_CORNER_H

#include "road_plan.h"

/// Return the line with arcs of `radius` in its corners, or of a larger one where the arc is no
/// further than `slack` from the corner. The line is good: see roads_build.
road_line road_round(arena *a, const road_line *line, float radius, float slack);

#endif
