// SPDX-License-Identifier: MIT
// Planes of an airport, as trees and people see them: phases, wishes, results and measures.
#ifndef AIRPORT_PLANE_H
#define AIRPORT_PLANE_H

#include "airfield.h"

#include <stdint.h>

typedef struct airport airport;

typedef enum airport_phase {
    AIRPORT_AWAY,    // in the air, without a granted runway
    AIRPORT_LANDING, // until it has left the runway
    AIRPORT_TAXI_IN,
    AIRPORT_PARKED,
    AIRPORT_PUSHING, // until it is clear of its stand
    AIRPORT_TAXI_OUT,
    AIRPORT_TAKING_OFF,
    AIRPORT_GONE,
} airport_phase;

/// A plane's wish for the coming step.
typedef enum airport_want {
    AIRPORT_STAY,   // brake, and request nothing
    AIRPORT_HOLD,   // brake, but count as waiting
    AIRPORT_LAND,   // request a runway and a stand
    AIRPORT_LEAVE,  // request a route from the stand to a runway
    AIRPORT_TAXI,   // continue, up to the runway or the stand
    AIRPORT_LIFT,   // continue, and take off
    AIRPORT_SEARCH, // find an alternative route
    AIRPORT_SWITCH, // switch to the alternative route
} airport_want;

typedef struct airport_wish {
    uint32_t want; // airport_want
    int32_t rank;  // planes are served by rank (higher first), then waiting time, then number
    float speed;   // target speed
} airport_wish;

/// The result of a plane's last SEARCH or SWITCH.
typedef enum airport_answer { AIRPORT_PENDING, AIRPORT_YES, AIRPORT_NO } airport_answer;

/// The state of a plane. Snapshots contain it, so it has no padding.
typedef struct airport_plane {
    int64_t since;    // time when it left the runway or its stand, in microseconds
    uint32_t phase;   // airport_phase
    uint16_t answer;  // airport_answer
    uint16_t refused; // the next leg was free, but would not have been safe
    uint32_t detours; // alternative routes taken since it touched down or left its stand
    uint32_t trip;    // index of its route; GRAPH_NONE without one
    uint32_t stand;   // reserved or occupied stand, or GRAPH_NONE
    uint32_t runway;  // runway of its landing or take-off, or GRAPH_NONE
    uint32_t at;      // current hop of its route
    uint32_t granted; // last hop that it may use
    uint32_t tail;    // first hop whose start it still holds
    float along;      // metres from the start of the current hop
    float speed;      // metres per second
    float target;     // desired speed
    float waited;     // seconds for which it has stood while it wanted to continue
    int32_t rank;
    vector position, heading;
} airport_plane;
_Static_assert(sizeof(airport_plane) == 80, "no padding");

/// The measures of an airport. Times are in seconds.
typedef struct airport_outcome {
    uint32_t landings, take_offs;
    uint64_t accidents;      // pairs of planes with less than the separation, summed over steps
    double least_separation; // between planes on the ground; INFINITY if there were never two
    double waiting, longest_wait; // on the ground
    double giving_way;            // on the ground, requested by trees
    double holding;               // all planes, in the air
    double taxi_in, taxi_out;     // all planes, from the runway to the stand, and back
    uint64_t searches, detours;   // searches for alternative routes, and alternatives taken
    uint64_t unsafe;              // legs refused because they could lead to a deadlock
    int64_t last;                 // time when the last plane landed or took off, in microseconds
    uint64_t most_under_way;
} airport_outcome;
_Static_assert(sizeof(airport_outcome) == 112, "no padding");

#endif
