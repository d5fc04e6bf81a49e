// SPDX-License-Identifier: MIT
// Roads with cars, without trees. Every part of the cars' motion runs in the same order as in a
// world, and the same measures result.
#ifndef TRAFFIC_RUN_H
#define TRAFFIC_RUN_H

#include "combine.h"
#include "crossing.h"
#include "road_plan.h"

/// Cars that are moved by forces, as in the thesis on traffic, instead of by drivers.
typedef struct traffic_forces {
    float lane, ahead;         // follow_road: offset from the middle, look-ahead in seconds
    float headway, brake;      // adapt_speed: seconds, and weight
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
    pathway *tracks, *centres; // paths by track
    uint32_t *track_of;        // track of each car at the start
    grid near;
    vectors before;               // positions one step ago
    bool measures;                // whether collisions are counted
    uint64_t collisions;          // pairs that began to overlap
    const traffic_forces *forces; // NULL: the cars have drivers
    combiner how;                 // combiner of the forces
    float slowest, fastest;       // desired speeds, spread evenly; 0: those of the model
    bool everybody;               // crossings admit every car
    bool reversed;                // the first car is stored last
    uint32_t grain;               // cars handled at a time; 0: all
    float dt;
    uint64_t steps;
} traffic_run;

/// Build the roads. Return false if the plan has errors.
bool traffic_roads(traffic_run *t, road_plan *plan);
/// Spread `count` cars evenly over all lanes outside crossings.
void traffic_cars(traffic_run *t, uint32_t count, float speed);
void traffic_step(traffic_run *t);
void traffic_end(traffic_run *t);

#endif
