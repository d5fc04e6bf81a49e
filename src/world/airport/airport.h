// SPDX-License-Identifier: MIT
// An airport: planes that land, taxi to a stand, and later back to a runway. Trees decide what each
// plane wants; this module grants resources, moves planes and measures.
//
// In a step, trees first state wishes, based on the state at the end of the previous step.
// airport_step then grants them one after another (airport_clear.c), with routes from
// airport_route.c, and moves planes.
//
// Why there are no accidents: a plane never passes the end of what it was granted; edges, nodes and
// runways are granted to one plane at a time; and airfield.h defines how far apart that keeps
// planes.
//
// Why there are no deadlocks: grants are *legs*: everything up to the next edge where a plane can
// wait, its stand, or the sky. So a waiting plane holds only that one edge, and nothing that it
// would have to return. A state is *safe* when the active planes can be ordered so that each can
// follow the rest of its route while all later ones stay where they are. A leg or another route is
// granted only if the resulting state is safe. So:
// - The first plane of a safe order has its whole route free of waiting planes. The others move on
//   to where they wait, and then its next leg is free; the state after that leg is safe by the same
//   order. So there is always a plane that is granted its next leg as soon as it requests one.
// - A plane that leaves its stand can be added at the end of any safe order: when all others are at
//   their stands or gone, its route is free, because no route leads across a stand.
// - A plane lands only with a stand reserved, and if the state with its first leg is safe.
// - Routes are finite, and a plane changes its route at most `detours` times. So as long as trees
//   keep requesting (and do not give way forever), every plane arrives.
#ifndef AIRPORT_H
#define AIRPORT_H

#include "airport_plane.h"

/// Create an airport without active planes. The airfield must outlive the airport.
gestalt_result airport_create(airport **made, const gestalt_allocator *allocator,
                              const airfield *field, uint32_t plane_count);
void airport_destroy(airport *a);

uint32_t airport_plane_count(const airport *a);
const airport_plane *airport_plane_of(const airport *a, uint32_t plane);
const airport_outcome *airport_outcome_of(const airport *a);

/// State a plane's wish for this step. Different threads may state wishes of different planes.
void airport_wish_of(airport *a, uint32_t plane, airport_wish wish);

/// Grant wishes, move planes, and measure. `now` is the time of this step, `dt` its duration, in
/// microseconds.
void airport_step(airport *a, int64_t now, int64_t dt);

// ---- what a plane sees, in the state at the end of the previous step

/// Return whether no other plane holds any part of the next leg.
bool airport_way_is_free(const airport *a, uint32_t plane);
/// Return whether the first plane ahead on the route, within `within` metres, comes this way.
bool airport_sees_oncoming(const airport *a, uint32_t plane, float within);
/// Return whether a moving plane of higher rank is about to use a node of the next leg.
bool airport_must_give_way(const airport *a, uint32_t plane);
/// Return whether the plane stands at the end of its route, or before the runway for take-off.
bool airport_is_at_goal(const airport *a, uint32_t plane);
/// Return how many metres longer the alternative route is; INFINITY if there is none.
float airport_detour(const airport *a, uint32_t plane);

/// A list of nodes, by their number in the plan.
typedef struct airport_nodes {
    int32_t *at;
    size_t stride; // from one node to the next, in ints
    uint32_t count;
} airport_nodes;

/// Write the nodes from the end of what a plane was granted to its stand, or to the start of its
/// runway. `to.count` is the room. Returns the number of nodes; GRAPH_NONE if there are none, or
/// no room for all: then nothing is written.
uint32_t airport_read_route(const airport *a, uint32_t plane, airport_nodes to);
/// Write the nodes of the plane's alternative route, in the same way.
uint32_t airport_read_other(const airport *a, uint32_t plane, airport_nodes to);
/// Make a list of nodes the plane's alternative route. Returns false, and changes nothing, unless
/// the plane can taxi along it: from where its granted part ends to its goal, without turning on
/// the spot, and without any node twice. Different threads may offer routes for different planes.
bool airport_offer_route(airport *a, uint32_t plane, airport_nodes list);

// ---- for tests and snapshots

/// Return whether the state is safe, which it always is.
bool airport_is_safe(const airport *a);

/// Return everything that changes, without pointers: two airports with the same field, planes and
/// bytes continue alike.
void *airport_state_of(airport *a, size_t *size);

/// Verify untrusted bytes: return GESTALT_BAD_FILE unless they are a state that this airport can
/// have after a step at this time (airport_check.c).
gestalt_result airport_check(const airport *a, int64_t now, gestalt_error *error);

#endif
