// SPDX-License-Identifier: MIT
// Roads with cars, without trees: everything that cars do, in the same order as in a world, and the
// resulting measures.
#ifndef TRAFFIC_RUN_H
#define TRAFFIC_RUN_H

#include "combine.h"
#include "crossing.h"
#include "road_plan.h"

/// Cars that are urged along by forces, as the thesis on traffic has it, rather than by drivers.
typedef struct traffic_forces {
    float lane, ahead;    // follow_road: offset from the middle, and seconds that it looks ahead
    float headway, brake; // adapt_speed: seconds, and weight
    float time, apart, swerve; // avoid_traffic: seconds, distance, and weight
} traffic_forces;

typedef struct traffic_run {
    arena memory;
    roads on;
    vehicles all;
    cars c;
    cars_rules rules;
    crossing_rules crossing;
    const road_line *lines;
    pathway *tracks, *centres; // by track
    uint32_t *track_of;        // by car, at first
    grid near;
    vectors before;               // where they were a step ago
    bool measures;                // collisions
    uint64_t collisions;          // pairs that began to overlap
    const traffic_forces *forces; // NULL: drivers
    combiner how;                 // of forces
    float slowest, fastest;       // wanted speeds, spread evenly; 0: all as the model says
    bool everybody;               // is let into crossings
    bool reversed;                // the first car is stored last
    uint32_t grain;               // cars that are dealt with at a time; 0: all
    float dt;
    uint64_t steps;
} traffic_run;

/// Makes the roads; false when they are wrong.
bool traffic_roads(traffic_run *t, road_plan *plan);
/// Spreads so many cars evenly over all lanes but those of crossings.
void traffic_cars(traffic_run *t, uint32_t count, float speed);
void traffic_step(traffic_run *t);
void traffic_end(traffic_run *t);

#endif
