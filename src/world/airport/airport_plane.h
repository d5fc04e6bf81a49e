// SPDX-License-Identifier: MIT
// Planes of an airport, as trees and people see them: their phases and wishes, and what has come
// out.
#ifndef AIRPORT_PLANE_H
#define AIRPORT_PLANE_H

#include "airfield.h"

#include <stdint.h>

typedef struct airport airport;

typedef enum airport_phase {
    AIRPORT_AWAY,    // in the air, and not yet granted a runway
    AIRPORT_LANDING, // until it has left the runway
    AIRPORT_TAXI_IN,
    AIRPORT_PARKED,
    AIRPORT_PUSHING, // until it is clear of its stand
    AIRPORT_TAXI_OUT,
    AIRPORT_TAKING_OFF,
    AIRPORT_GONE,
} airport_phase;

/// The wish of a tree for the coming step.
typedef enum airport_want {
    AIRPORT_STAY,   // brake, and ask for nothing
    AIRPORT_HOLD,   // the same, of a plane that would like to go on
    AIRPORT_LAND,   // a runway and a stand
    AIRPORT_LEAVE,  // a route from the stand to a runway
    AIRPORT_TAXI,   // go on, up to the runway or the stand
    AIRPORT_LIFT,   // go on, and take off
    AIRPORT_SEARCH, // find an alternative route
    AIRPORT_SWITCH, // take the alternative route
} airport_want;

typedef struct airport_wish {
    uint32_t want; // airport_want
    int32_t rank;  // who comes first: higher, then who has waited longer, then the lower number
    float speed;   // the target speed
} airport_wish;

/// The answer to a plane's last SEARCH or SWITCH.
typedef enum airport_answer { AIRPORT_PENDING, AIRPORT_YES, AIRPORT_NO } airport_answer;

/// A plane, as trees and people see it. As all that snapshots hold, it has no padding.
typedef struct airport_plane {
    int64_t since;    // microseconds: when it left the runway, or its stand
    uint32_t phase;   // airport_phase
    uint16_t answer;  // airport_answer
    uint16_t refused; // whether the next leg was free, but would not have been safe
    uint32_t detours; // alternative routes taken since it touched down, or left its stand
    uint32_t trip;    // of its route; GRAPH_NONE while it has none
    uint32_t stand;   // its stand, or GRAPH_NONE
    uint32_t runway;  // that it landed on or will take off from, or GRAPH_NONE
    uint32_t at;      // the hop of its route where it is,
    uint32_t granted; // the last that it may use,
    uint32_t tail;    // and the first whose start it still holds
    float along;      // metres from the start of the hop
    float speed;      // metres per second
    float target;     // the speed that it wants
    float waited;     // seconds that it has stood and wanted to go on
    int32_t rank;
    vector position, heading;
} airport_plane;
_Static_assert(sizeof(airport_plane) == 80, "no padding");

/// The outcome. Times in seconds.
typedef struct airport_outcome {
    uint32_t landings, take_offs;
    uint64_t accidents;           // pairs and steps with less than the separation
    double least_separation;      // of planes on the ground; INFINITY when there were never two
    double waiting, longest_wait; // on the ground
    double giving_way;            // on the ground, because trees wanted to
    double holding;               // of all planes, in the air
    double taxi_in, taxi_out;     // of all planes, from the runway to the stand, and back
    uint64_t searches, detours;   // alternative routes looked for, and taken
    uint64_t unsafe;              // legs refused because they could lead to a deadlock
    int64_t last;                 // microseconds: when the last plane landed or took off
    uint64_t most_under_way;
} airport_outcome;
_Static_assert(sizeof(airport_outcome) == 112, "no padding");

#endif
