// SPDX-License-Identifier: MIT
// The routes of planes: to stands and runways, and alternative routes.
#include "airport.h"
#include "airport_state.h"

#include <math.h>
#include <string.h>

uint32_t airport_leg_end(const airport *a, const airport_plane *p)
{
    const uint32_t *route = airport_route_of(a, p->trip);
    uint32_t count = a->trips.ways[p->trip].count;
    if (p->granted + 1 >= count)
        return GRAPH_NONE;
    uint32_t end = p->granted + 1;
    while (end + 1 < count && !a->field->can_wait[graph_edge_of(route[end])])
        end++;
    return end;
}

// A landing plane takes an exit where no other plane stands.
static void close_held_exits(airport *a, uint32_t runway)
{
    const graph *g = &a->field->ways;
    const airfield_runway *strip = &a->field->runways[runway];
    for (uint32_t i = 0; i < strip->node_count; i++) {
        uint32_t node = strip->nodes[i];
        for (uint32_t k = g->first[node]; k < g->first[node + 1]; k++)
            if (a->edge_holder[graph_edge_of(g->ways[k])] != GRAPH_NONE)
                a->scratch.closed[g->ways[k]] = 1;
    }
}

uint32_t airport_route_in(airport *a, uint32_t runway, uint32_t stand, uint32_t *route)
{
    airfield_close_for_landing(a->field, runway, a->scratch.closed);
    close_held_exits(a, runway);
    return graph_route(&a->field->ways, &a->scratch.search, a->field->runways[runway].nodes[0],
                       a->field->stands[stand], a->scratch.closed, route, a->trips.route_capacity);
}

// Append the hops along a runway; returns GRAPH_NONE if the route has no room for them.
static uint32_t add_runway(const airport *a, uint32_t runway, uint32_t *route, uint32_t count)
{
    const airfield_runway *strip = &a->field->runways[runway];
    if (count == GRAPH_NONE || count + strip->node_count > a->trips.route_capacity)
        return GRAPH_NONE;
    for (uint32_t i = 1; i < strip->node_count; i++)
        route[count++] =
            airfield_hop_between(&a->field->ways, strip->nodes[i - 1], strip->nodes[i]);
    return count;
}

static uint32_t find_out(airport *a, uint32_t stand, uint32_t runway, uint32_t *route)
{
    return graph_route(&a->field->ways, &a->scratch.search, a->field->stands[stand],
                       a->field->runways[runway].nodes[0], a->field->taxi_closed, route,
                       a->trips.route_capacity);
}

// Each plane on its way to a runway counts like this many hops to it; of equals, the first runway
// wins.
enum { QUEUE_HOPS = 8 };

uint32_t airport_route_out(airport *a, uint32_t stand, uint32_t *runway, uint32_t *route)
{
    uint32_t best = GRAPH_NONE;
    uint64_t best_cost = UINT64_MAX;
    for (uint32_t i = 0; i < a->field->runway_count; i++) {
        uint32_t hops = a->field->runways[i].departs ? find_out(a, stand, i, route) : GRAPH_NONE;
        uint64_t cost = hops + QUEUE_HOPS * a->strips[i].coming;
        if (hops == GRAPH_NONE || cost >= best_cost)
            continue;
        best = i;
        best_cost = cost;
    }
    *runway = best;
    return best == GRAPH_NONE ? GRAPH_NONE
                              : add_runway(a, best, route, find_out(a, stand, best, route));
}

uint32_t airport_first_held(const airport *a, const airport_plane *p)
{
    const uint32_t *route = airport_route_of(a, p->trip);
    uint32_t count = a->trips.ways[p->trip].count, plane = a->trips.ways[p->trip].plane;
    for (uint32_t i = p->granted + 1; i < count; i++) {
        uint32_t holder = a->edge_holder[graph_edge_of(route[i])];
        if (holder != GRAPH_NONE && holder != plane)
            return i;
    }
    return GRAPH_NONE;
}

static void close_edge(airport *a, uint32_t edge)
{
    a->scratch.closed[edge * 2] = a->scratch.closed[edge * 2 + 1] = 1;
}

// Close hops for an alternative route: it must not turn on the spot, nor lead to where the route is
// blocked, nor across parked planes.
static void close_for_other(airport *a, const airport_plane *p)
{
    const uint32_t *route = airport_route_of(a, p->trip);
    uint32_t held = airport_first_held(a, p);
    memcpy(a->scratch.closed, a->field->taxi_closed, (size_t)a->field->ways.edge_count * 2);
    for (uint32_t trip = 0; trip < a->counts->trips_used; trip++) {
        const airport_way *way = &a->trips.ways[trip];
        if (way->plane != GRAPH_NONE && a->planes[way->plane].speed <= 0)
            close_edge(a, way->end);
    }
    close_edge(a, a->trips.ways[p->trip].end);
    close_edge(a, graph_edge_of(route[held == GRAPH_NONE ? p->granted + 1 : held]));
}

static float length_of(const airport *a, const uint32_t *hops, uint32_t count)
{
    float length = 0;
    for (uint32_t i = 0; i < count; i++)
        length += a->field->ways.length[graph_edge_of(hops[i])];
    return length;
}

bool airport_find_other(airport *a, uint32_t plane)
{
    const airport_plane *p = &a->planes[plane];
    if (!airport_is_taxiing(p) || p->granted + 1 >= a->trips.ways[p->trip].count ||
        airport_lifts_next(a, p))
        return false;
    airport_way *way = &a->trips.ways[p->trip];
    bool out = p->phase != AIRPORT_TAXI_IN;
    const uint32_t *route = airport_route_of(a, p->trip);
    uint32_t *other = airport_other_of(a, p->trip);
    uint32_t goal = out ? a->field->runways[p->runway].nodes[0] : a->field->stands[p->stand];
    close_for_other(a, p);
    uint32_t count = graph_route(&a->field->ways, &a->scratch.search,
                                 graph_hop_to(&a->field->ways, route[p->granted]), goal,
                                 a->scratch.closed, other, a->trips.route_capacity);
    if (out && count != GRAPH_NONE)
        count = add_runway(a, p->runway, other, count);
    way->other_count = 0;
    if (count == GRAPH_NONE || p->granted + 1 + count > a->trips.route_capacity)
        return false;
    way->other_count = count;
    way->other_from = p->granted;
    way->detour = length_of(a, other, count) -
                  length_of(a, route + p->granted + 1, way->count - p->granted - 1);
    return true;
}

float airport_detour(const airport *a, uint32_t plane)
{
    const airport_plane *p = &a->planes[plane];
    if (p->trip == GRAPH_NONE || a->trips.ways[p->trip].other_count == 0 ||
        a->trips.ways[p->trip].other_from != p->granted)
        return INFINITY;
    return a->trips.ways[p->trip].detour;
}
