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

// Return how many hops at the end of a route lead along the runway.
static uint32_t runway_hops(const airport *a, const airport_plane *p)
{
    return p->phase == AIRPORT_PUSHING || p->phase == AIRPORT_TAXI_OUT
               ? a->field->runways[p->runway].node_count - 1
               : 0;
}

static uint32_t goal_node(const airport *a, const airport_plane *p)
{
    return runway_hops(a, p) ? a->field->runways[p->runway].nodes[0] : a->field->stands[p->stand];
}

// Return whether a plane has a part of its route that another one can replace.
static bool can_change(const airport *a, const airport_plane *p)
{
    return airport_is_taxiing(p) && p->granted + 1 < a->trips.ways[p->trip].count &&
           !airport_lifts_next(a, p);
}

// Note that an alternative route of so many hops has been written.
static void put_other(airport *a, const airport_plane *p, uint32_t count)
{
    airport_way *way = &a->trips.ways[p->trip];
    way->other_count = count;
    way->other_from = p->granted;
    way->detour =
        length_of(a, airport_other_of(a, p->trip), count) -
        length_of(a, airport_route_of(a, p->trip) + p->granted + 1, way->count - p->granted - 1);
}

bool airport_find_other(airport *a, uint32_t plane)
{
    const airport_plane *p = &a->planes[plane];
    if (!can_change(a, p))
        return false;
    airport_way *way = &a->trips.ways[p->trip];
    const uint32_t *route = airport_route_of(a, p->trip);
    uint32_t *other = airport_other_of(a, p->trip);
    close_for_other(a, p);
    uint32_t count = graph_route(&a->field->ways, &a->scratch.search,
                                 graph_hop_to(&a->field->ways, route[p->granted]), goal_node(a, p),
                                 a->scratch.closed, other, a->trips.route_capacity);
    if (runway_hops(a, p) && count != GRAPH_NONE)
        count = add_runway(a, p->runway, other, count);
    way->other_count = 0;
    if (count == GRAPH_NONE || p->granted + 1 + count > a->trips.route_capacity)
        return false;
    put_other(a, p, count);
    return true;
}

// ---- routes as nodes

// Return whether a plane still has a part of its route to its stand or to the start of its runway.
static bool has_way(const airport *a, const airport_plane *p)
{
    return p->trip != GRAPH_NONE && p->phase != AIRPORT_TAKING_OFF &&
           p->granted + runway_hops(a, p) < a->trips.ways[p->trip].count;
}

// Write a node and the ends of the hops after it.
static uint32_t write_nodes(const airport *a, uint32_t first, const uint32_t *hops, uint32_t count,
                            airport_nodes to)
{
    if (count + 1 > to.count)
        return GRAPH_NONE;
    to.at[0] = (int32_t)first;
    for (uint32_t i = 0; i < count; i++)
        to.at[(i + 1) * to.stride] = (int32_t)graph_hop_to(&a->field->ways, hops[i]);
    return count + 1;
}

uint32_t airport_read_route(const airport *a, uint32_t plane, airport_nodes to)
{
    const airport_plane *p = &a->planes[plane];
    if (!has_way(a, p))
        return GRAPH_NONE;
    const uint32_t *route = airport_route_of(a, p->trip);
    uint32_t left = a->trips.ways[p->trip].count - 1 - p->granted - runway_hops(a, p);
    return write_nodes(a, graph_hop_to(&a->field->ways, route[p->granted]), route + p->granted + 1,
                       left, to);
}

uint32_t airport_read_other(const airport *a, uint32_t plane, airport_nodes to)
{
    const airport_plane *p = &a->planes[plane];
    if (p->trip == GRAPH_NONE || a->trips.ways[p->trip].other_count == 0 ||
        a->trips.ways[p->trip].other_from != p->granted)
        return GRAPH_NONE;
    const uint32_t *other = airport_other_of(a, p->trip);
    return write_nodes(a, graph_hop_from(&a->field->ways, other[0]), other,
                       a->trips.ways[p->trip].other_count - runway_hops(a, p), to);
}

// Return the hop that planes may taxi along from one node to another, or GRAPH_NONE.
static uint32_t open_hop(const airport *a, int32_t from, int32_t to)
{
    const graph *g = &a->field->ways;
    if ((uint32_t)from >= g->node_count || (uint32_t)to >= g->node_count)
        return GRAPH_NONE;
    for (uint32_t i = g->first[from]; i < g->first[from + 1]; i++)
        if (graph_hop_to(g, g->ways[i]) == (uint32_t)to && !a->field->taxi_closed[g->ways[i]])
            return g->ways[i];
    return GRAPH_NONE;
}

static bool has_node(airport_nodes list, uint32_t count, int32_t node)
{
    for (uint32_t i = 0; i < count; i++)
        if (list.at[i * list.stride] == node)
            return true;
    return false;
}

// Return whether nodes are a way for a plane from where its granted part ends to its goal. On a way
// without repeated nodes, no edge is repeated, either. The plane must not turn on the spot.
static bool is_way_for(const airport *a, const airport_plane *p, airport_nodes list)
{
    const airport_way *way = &a->trips.ways[p->trip];
    uint32_t start = graph_hop_to(&a->field->ways, airport_route_of(a, p->trip)[p->granted]);
    if (list.count == 0 || list.count > a->field->ways.node_count || list.at[0] != (int32_t)start ||
        list.at[(list.count - 1) * list.stride] != (int32_t)goal_node(a, p))
        return false;
    for (uint32_t i = 1; i < list.count; i++) {
        int32_t node = list.at[i * list.stride];
        uint32_t hop = open_hop(a, list.at[(i - 1) * list.stride], node);
        if (hop == GRAPH_NONE || graph_edge_of(hop) == way->end || has_node(list, i, node))
            return false;
    }
    return true;
}

bool airport_offer_route(airport *a, uint32_t plane, airport_nodes list)
{
    const airport_plane *p = &a->planes[plane];
    if (!can_change(a, p) || !is_way_for(a, p, list) ||
        p->granted + list.count + runway_hops(a, p) > a->trips.route_capacity)
        return false;
    uint32_t *other = airport_other_of(a, p->trip);
    for (uint32_t i = 1; i < list.count; i++)
        other[i - 1] = open_hop(a, list.at[(i - 1) * list.stride], list.at[i * list.stride]);
    uint32_t count = list.count - 1;
    if (runway_hops(a, p))
        count = add_runway(a, p->runway, other, count);
    put_other(a, p, count);
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
