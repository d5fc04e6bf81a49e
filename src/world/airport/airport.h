// SPDX-License-Identifier: MIT
// An airport: planes that land, taxi to a stand, and later back to a runway. Trees say what each
// plane wants; this says who gets what, moves them, and measures.
//
// A step: trees state wishes, looking at the state that the last step left; airport_step grants
// them one after another (airport_clear.c), with routes from airport_route.c, and moves planes.
//
// Why there is no accident: a plane never passes the end of what it was granted, edges, nodes and
// runways are granted to one plane at a time, and airfield.h says how far apart that keeps them.
//
// Why there is no deadlock: what is granted is a *leg*: everything up to the next edge where a
// plane can wait, its stand, or the sky. So a plane that waits holds that one edge and nothing that
// it would have to give back. A state is *safe* when the planes under way can be put in an order in
// which each can follow the rest of its route while all after it stand where they are. A leg or
// another route is granted only if the state is still safe then. So:
// - The first of a safe order has its whole route free of planes that wait. The others move on to
//   where they wait, and then its next leg is free; the state after that leg is safe by the same
//   order. So there always is a plane that is granted its next leg as soon as it asks.
// - A plane that leaves its stand can be added at the end of any safe order: when all others are
//   at their stands or gone, its route is free, because no route leads across a stand.
// - A plane lands only with a stand of its own, and if the state with its first leg is safe.
// - Routes are finite, and a plane changes its route at most `detours` times. So as long as trees
//   go on asking (and do not give way for ever), every plane arrives.
#ifndef AIRPORT_H
#define AIRPORT_H

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
    uint32_t slot;    // of its route; GRAPH_NONE while it has none
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

/// The airfield must outlive it. All planes are away.
gestalt_result airport_create(airport **made, const gestalt_allocator *allocator,
                              const airfield *field, uint32_t plane_count);
void airport_destroy(airport *a);

uint32_t airport_plane_count(const airport *a);
const airport_plane *airport_plane_of(const airport *a, uint32_t plane);
const airport_outcome *airport_outcome_of(const airport *a);

/// States a wish. Different planes' may be stated by different threads at a time. It holds for one
/// step.
void airport_wish_of(airport *a, uint32_t plane, airport_wish wish);

/// Grants, moves, measures. `now` is the time of this step, and dt how long it is; microseconds.
void airport_step(airport *a, int64_t now, int64_t dt);

// ---- what a plane sees of the last step's state

/// Return whether the next leg is held by nobody.
bool airport_way_is_free(const airport *a, uint32_t plane);
/// Return whether the first plane on the way ahead, up to so many metres, comes this way.
bool airport_sees_oncoming(const airport *a, uint32_t plane, float within);
/// Return whether somebody of higher rank who moves is about to use a node of the next leg.
bool airport_must_give_way(const airport *a, uint32_t plane);
/// Return whether it stands where its route ends, or before the runway to take off from.
bool airport_is_at_goal(const airport *a, uint32_t plane);
/// Return how many metres longer the alternative route is; INFINITY without one.
float airport_detour(const airport *a, uint32_t plane);

// ---- for tests and snapshots

/// Return whether the state is safe: it always is.
bool airport_is_safe(const airport *a);

/// All that changes, without pointers: two airports of the same field and count that have the same
/// bytes here go on alike.
void *airport_state_of(airport *a, size_t *size);

/// Check that these bytes, which somebody else has written, are a state that this airport can be in
/// after a step at this time: GESTALT_BAD_FILE if not (airport_check.c).
gestalt_result airport_check(const airport *a, int64_t now, gestalt_error *error);

#endif
