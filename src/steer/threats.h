// SPDX-License-Identifier: MIT
// Walks over a grid that visit only the agents with which a vehicle would collide, if both kept
// their velocities. A kernel computes the nearest approach for many at once, and skips most.
#ifndef THREATS_H
#define THREATS_H

#include "grid.h"
#include "vehicles.h"

typedef struct threat_walk threat_walk;

/// The kernel: fills `which` and `count` for the agents found last. It uses the same arithmetic as
/// steer_consider, so it misses none that steer_consider would accept.
typedef void threats_filter_function(threat_walk *walk);

struct threat_walk {
    threats_filter_function *filter;
    grid_walk others;
    const vehicles *all;
    uint32_t index;
    vehicle me;
    float time;
    uint32_t at, count; // position in, and number of, the threats among `others`
    uint32_t which[GRID_FOUND + GRID_FOUND_ROOM]; // index in `others` of each threat
};

typedef struct threat_near {
    uint32_t agent;
    vehicle other; // with its nearest image
} threat_near;

/// Iterate over the threats to a vehicle:
///
///     threats_begin(&walk, kernels->threats_filter, g, all, index, radius, time);
///     for (threat_near near; threats_next(&walk, &near);)
///         steer_consider(&worst, &walk.me, &near.other, time);
///
/// The vehicle's own position need not be wrapped.
void threats_begin(threat_walk *walk, threats_filter_function *filter, const grid *g,
                   const vehicles *all, uint32_t index, float radius, float time);
bool threats_next(threat_walk *walk, threat_near *near);

#endif
