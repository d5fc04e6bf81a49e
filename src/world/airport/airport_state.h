// SPDX-License-Identifier: MIT
// The state of an airport, for its own files. Planes that are under way have a trip, which has
// their route; a set of trips is a row of words. Everything is held by one plane or by GRAPH_NONE.
#ifndef AIRPORT_STATE_H
#define AIRPORT_STATE_H

#include "airport_plane.h"

enum { AIRPORT_ROUTE_MAX = 1024 }; // hops

typedef struct airport_strip {
    int64_t free_at; // not before that
    uint64_t coming; // planes under way to it
    uint32_t holder;
    uint32_t held; // how many of its edges and nodes are
} airport_strip;
_Static_assert(sizeof(airport_strip) == 24, "no padding");

typedef struct airport_stand {
    uint32_t holder;
    uint32_t freed; // how many times planes had left a stand then: the longest free comes first
} airport_stand;

/// A route, and an alternative for what follows `granted`.
typedef struct airport_way {
    uint32_t plane; // or GRAPH_NONE: the trip is free
    uint32_t count, other_count;
    uint32_t other_from; // for which value of `granted` the alternative is
    uint32_t end;        // the edge of the last hop that is granted: where it will wait
    float detour;        // metres
} airport_way;

/// All that changes besides arrays.
typedef struct airport_counts {
    int64_t now;
    uint32_t under_way, trips_used; // how many, and up to which trip
    uint32_t ground_count;
    uint32_t stands_freed;
    airport_outcome outcome;
} airport_counts;
_Static_assert(sizeof(airport_counts) == 24 + sizeof(airport_outcome), "no padding");

struct airport {
    const airfield *field;
    gestalt_allocator allocator;
    uint32_t plane_count, trip_count, trip_words, route_capacity;
    float dt; // seconds
    int64_t wake;
    // The state: without pointers.
    airport_counts *counts;
    airport_plane *planes;
    airport_wish *wishes;
    uint32_t *edge_holder, *node_holder;
    airport_strip *strips;
    airport_stand *stands;
    airport_way *ways;
    uint32_t *routes, *others; // of each trip, route_capacity hops
    uint64_t *need;            // of each edge, the trips whose routes go on across it
    int32_t *claims;           // of each node: the highest rank of those who are about to use it
    uint32_t *ground;          // planes on the ground, by x
    void *state;
    size_t state_size, state_used;
    // Scratch.
    bool landings_refused;
    graph_search search;
    uint8_t *closed;
    uint32_t *asking;
    uint64_t *left, *blocked; // sets of trips
    uint64_t *tired;          // the trips of those who have lost patience
    uint32_t *hops_in;        // of each runway, how many to each stand; GRAPH_NONE: no way
    void *scratch;
    size_t scratch_size;
};

static inline uint32_t *airport_route_of(const airport *a, uint32_t trip)
{
    return a->routes + (size_t)trip * a->route_capacity;
}

static inline uint32_t *airport_other_of(const airport *a, uint32_t trip)
{
    return a->others + (size_t)trip * a->route_capacity;
}

static inline bool airport_is_taxiing(const airport_plane *p)
{
    return p->phase == AIRPORT_TAXI_IN || p->phase == AIRPORT_PUSHING ||
           p->phase == AIRPORT_TAXI_OUT;
}

/// The last hop of the leg that comes next, or GRAPH_NONE when all is granted.
uint32_t airport_leg_end(const airport *a, const airport_plane *p);
/// Return whether that leg is the take-off.
static inline bool airport_lifts_next(const airport *a, const airport_plane *p)
{
    return p->phase == AIRPORT_TAXI_OUT && p->granted + 1 < a->ways[p->trip].count &&
           airport_leg_end(a, p) + 1 == a->ways[p->trip].count;
}
/// Metres until a plane has to stand: where the next leg begins, or its route ends.
float airport_room(const airport *a, const airport_plane *p);
/// Return whether it is time to ask for the next leg, so that it need not brake.
bool airport_is_near_end(const airport *a, const airport_plane *p);

// ---- airport_route.c: who goes which way. All are GRAPH_NONE or false when there is no way.

/// The number of hops to a stand, from a runway that it has landed on.
uint32_t airport_route_in(airport *a, uint32_t runway, uint32_t stand, uint32_t *route);
/// To a runway, and along it; which one is told.
uint32_t airport_route_out(airport *a, uint32_t stand, uint32_t *runway, uint32_t *route);
/// Finds a plane's alternative.
bool airport_find_other(airport *a, uint32_t plane);
/// The first edge ahead, not yet granted, that somebody holds, as an index of the route.
uint32_t airport_first_held(const airport *a, const airport_plane *p);

// ---- airport_clear.c: who gets what

void airport_clear(airport *a);
/// Says that a route goes on, or no longer, across its hops from `first` to before `end`.
void airport_put_need(airport *a, uint32_t trip, uint32_t first, uint32_t end, bool there);
void airport_hold_edge(airport *a, uint32_t edge, uint32_t plane);
void airport_hold_node(airport *a, uint32_t node, uint32_t plane);
void airport_free_edge(airport *a, uint32_t edge, int64_t wake);
void airport_free_node(airport *a, uint32_t node, int64_t wake);
void airport_free_trip(airport *a, uint32_t trip);
bool airport_holds_runway(const airport *a, uint32_t plane);

// ---- airport_move.c

void airport_move(airport *a);
/// Marks the nodes that planes on the move are about to use next.
void airport_claim(airport *a);
void airport_measure(airport *a);

#endif
