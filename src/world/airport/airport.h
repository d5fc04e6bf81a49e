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

#include "airport_plane.h"

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
