// SPDX-License-Identifier: MIT
// Walks over a grid that only stop at those whom somebody would touch, if both kept their
// velocities. A kernel calculates the nearest approach to many at once; most are passed by.
#ifndef THREATS_H
#define THREATS_H

#include "grid.h"
#include "vehicles.h"

typedef struct threat_walk threat_walk;

/// The part that is a kernel: fills `which` and `count` for the others that have been found last.
/// The answer is steer_consider's; nobody is missing whom it would consider.
typedef void threats_filter_function(threat_walk *walk);

struct threat_walk {
    threats_filter_function *filter;
    grid_walk others;
    const vehicles *all;
    uint32_t index;
    vehicle me;
    float time;
    uint32_t at, count;                           // of those among the others
    uint32_t which[GRID_FOUND + GRID_FOUND_ROOM]; // that may be met: where `others` has them
};

typedef struct threat_near {
    uint32_t agent;
    vehicle other; // at its nearest image
} threat_near;

/// Walk over the threats to a vehicle:
///
///     threats_begin(&walk, kernels->threats_filter, g, all, index, radius, time);
///     for (threat_near near; threats_next(&walk, &near);)
///         steer_consider(&worst, &walk.me, &near.other, time);
///
/// The vehicle's own place need not be wrapped.
void threats_begin(threat_walk *walk, threats_filter_function *filter, const grid *g,
                   const vehicles *all, uint32_t index, float radius, float time);
bool threats_next(threat_walk *walk, threat_near *near);

#endif
