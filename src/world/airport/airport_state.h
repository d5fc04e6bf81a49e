// SPDX-License-Identifier: MIT
// The state of an airport, private to its files. An active plane has a trip, which stores its
// route; a set of trips is an array of words. The holder of everything is a plane or GRAPH_NONE.
#ifndef AIRPORT_STATE_H
#define AIRPORT_STATE_H

#include "airport_plane.h"

enum { AIRPORT_ROUTE_MAX = 1024 }; // hops

typedef struct airport_strip {
    int64_t free_at; // earliest time at which it is free
    uint64_t coming; // planes on their way to it
    uint32_t holder;
    uint32_t held; // number of its edges and nodes that are held
} airport_strip;
_Static_assert(sizeof(airport_strip) == 24, "no padding");

typedef struct airport_stand {
    uint32_t holder;
    uint32_t freed; // sequence number when a plane last left it: the stand that has been free
                    // longest comes first
} airport_stand;

/// A route, and an alternative for the part after `granted`.
typedef struct airport_way {
    uint32_t plane; // GRAPH_NONE: the trip is unused
    uint32_t count, other_count;
    uint32_t other_from; // value of `granted` at which the alternative starts
    uint32_t end;        // edge of the last granted hop, where the plane will wait
    float detour;        // metres
} airport_way;

/// The variable state besides arrays.
typedef struct airport_counts {
    int64_t now;
    uint32_t under_way, trips_used; // number of trips in use, and end of the used range
    uint32_t ground_count;
    uint32_t stands_freed;
    airport_outcome outcome;
} airport_counts;
_Static_assert(sizeof(airport_counts) == 24 + sizeof(airport_outcome), "no padding");

/// Trips of active planes, by number. Their memory is part of the state.
typedef struct airport_trips {
    uint32_t count, words;     // trips that there can be, and 64-bit words of a set of trips
    uint32_t route_capacity;   // hops
    airport_way *ways;         // by trip
    uint32_t *routes, *others; // by trip, route_capacity hops each
    uint64_t *need;            // by edge: set of trips whose routes still lead across it
} airport_trips;

/// Scratch memory of a step.
typedef struct airport_scratch {
    bool landings_refused;
    graph_search search;
    uint8_t *closed;
    uint32_t *asking;
    uint64_t *left, *blocked; // sets of trips
    uint64_t *tired;          // trips of planes that have waited too long
    uint32_t *hops_in;        // by runway: number of hops to each stand; GRAPH_NONE: unreachable
    void *memory;
    size_t size;
} airport_scratch;

struct airport {
    const airfield *field;
    gestalt_allocator allocator;
    uint32_t plane_count;
    float dt; // seconds
    int64_t wake;
    // The state, without pointers.
    airport_counts *counts;
    airport_plane *planes;
    airport_wish *wishes;
    uint32_t *edge_holder, *node_holder;
    airport_strip *strips;
    airport_stand *stands;
    airport_trips trips;
    int32_t *claims;  // by node: highest rank of the planes that are about to use it
    uint32_t *ground; // planes on the ground, sorted by x
    void *state;
    size_t state_size, state_used;
    airport_scratch scratch;
};

static inline uint32_t *airport_route_of(const airport *a, uint32_t trip)
{
    return a->trips.routes + (size_t)trip * a->trips.route_capacity;
}

static inline uint32_t *airport_other_of(const airport *a, uint32_t trip)
{
    return a->trips.others + (size_t)trip * a->trips.route_capacity;
}

static inline bool airport_is_taxiing(const airport_plane *p)
{
    return p->phase == AIRPORT_TAXI_IN || p->phase == AIRPORT_PUSHING ||
           p->phase == AIRPORT_TAXI_OUT;
}

/// Return the last hop of the next leg, or GRAPH_NONE when everything is granted.
uint32_t airport_leg_end(const airport *a, const airport_plane *p);
/// Return whether the next leg is the take-off.
static inline bool airport_lifts_next(const airport *a, const airport_plane *p)
{
    return p->phase == AIRPORT_TAXI_OUT && p->granted + 1 < a->trips.ways[p->trip].count &&
           airport_leg_end(a, p) + 1 == a->trips.ways[p->trip].count;
}
/// Return the metres until a plane has to stand: where the next leg begins, or its route ends.
float airport_room(const airport *a, const airport_plane *p);
/// Return whether it is time to request the next leg, so that the plane need not brake.
bool airport_is_near_end(const airport *a, const airport_plane *p);

// ---- airport_route.c: routes. All functions return GRAPH_NONE or false when there is no route.

/// Write the route to a stand from the runway of the landing; returns the number of hops.
uint32_t airport_route_in(airport *a, uint32_t runway, uint32_t stand, uint32_t *route);
/// Write the route to a runway and along it; sets `*runway`.
uint32_t airport_route_out(airport *a, uint32_t stand, uint32_t *runway, uint32_t *route);
/// Find a plane's alternative route.
bool airport_find_other(airport *a, uint32_t plane);
/// Return the first hop ahead, not yet granted, whose edge another plane holds, as an index of the
/// route.
uint32_t airport_first_held(const airport *a, const airport_plane *p);

// ---- airport_clear.c: grants

void airport_clear(airport *a);
/// Set whether a route still leads across its hops from `first` to before `end`.
void airport_put_need(airport *a, uint32_t trip, uint32_t first, uint32_t end, bool there);
void airport_hold_edge(airport *a, uint32_t edge, uint32_t plane);
void airport_hold_node(airport *a, uint32_t node, uint32_t plane);
void airport_free_edge(airport *a, uint32_t edge, int64_t wake);
void airport_free_node(airport *a, uint32_t node, int64_t wake);
void airport_free_trip(airport *a, uint32_t trip);
bool airport_holds_runway(const airport *a, uint32_t plane);

// ---- airport_move.c

void airport_move(airport *a);
/// Mark the nodes that moving planes are about to use next.
void airport_claim(airport *a);
void airport_measure(airport *a);

#endif
