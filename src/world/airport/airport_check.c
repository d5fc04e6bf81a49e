// SPDX-License-Identifier: MIT
// Verification that untrusted bytes are a state of an airport. First each plane and each route is
// checked on its own, so that all indexes are valid. Then the holders, which follow from the
// positions of planes, are recomputed in a second airport and must be equal.
#include "airport.h"
#include "airport_state.h"
#include "error.h"

#include <math.h>
#include <string.h>

static gestalt_result airport_bad(gestalt_error *error, const char *what)
{
    return error_set(error, GESTALT_BAD_FILE, 0, "the snapshot's airport is wrong: %s", what);
}

static gestalt_result bad_plane(gestalt_error *error, uint32_t plane, const char *what)
{
    return error_set(error, GESTALT_BAD_FILE, 0, "the snapshot's plane %u %s", (unsigned)plane,
                     what);
}

// ---- planes

static bool is_none_or_below(uint32_t number, uint32_t count)
{
    return number < count || number == GRAPH_NONE;
}

static bool is_finite(vector v)
{
    return isfinite(v.at[0]) && isfinite(v.at[1]);
}

static bool has_good_values(const airport *a, const airport_plane *p)
{
    return p->phase <= AIRPORT_GONE && p->answer <= AIRPORT_NO && p->refused <= 1 &&
           p->detours <= a->field->rules.detours && p->since >= 0 && p->since <= a->counts->now &&
           isfinite(p->along) && isfinite(p->speed) && p->speed >= 0 && isfinite(p->waited) &&
           p->waited >= 0 && is_finite(p->position) && is_finite(p->heading) &&
           is_none_or_below(p->trip, a->trips.count) &&
           is_none_or_below(p->stand, a->field->stand_count) &&
           is_none_or_below(p->runway, a->field->runway_count);
}

// What a plane has in each phase: 0 nothing, 1 something, 2 either.
static const struct {
    uint8_t trip, stand, runway;
} has[] = {
    [AIRPORT_AWAY] = {0, 0, 0},       [AIRPORT_LANDING] = {1, 1, 1}, [AIRPORT_TAXI_IN] = {1, 1, 1},
    [AIRPORT_PARKED] = {0, 1, 2},     [AIRPORT_PUSHING] = {1, 2, 1}, [AIRPORT_TAXI_OUT] = {1, 0, 1},
    [AIRPORT_TAKING_OFF] = {1, 0, 1}, [AIRPORT_GONE] = {0, 0, 1},
};

static bool is_as(uint8_t wanted, uint32_t number)
{
    return wanted == 2 || wanted == (number != GRAPH_NONE);
}

static bool is_on_ground(const airport_plane *p)
{
    return p->phase != AIRPORT_AWAY && p->phase != AIRPORT_GONE;
}

static bool is_near(vector a, vector b)
{
    return vector_distance(a, b) <= 1;
}

// Check the plane's position on its route, and that it can have been granted exactly this.
static bool is_on_route(const airport *a, const airport_plane *p)
{
    const graph *g = &a->field->ways;
    const airport_way *way = &a->trips.ways[p->trip];
    const uint32_t *route = airport_route_of(a, p->trip);
    if (p->granted >= way->count || p->at > p->granted || p->tail > p->at + 1)
        return false;
    uint32_t granted = graph_edge_of(route[p->granted]);
    bool waits = a->field->can_wait[granted] || p->granted + 1 == way->count ||
                 (p->phase == AIRPORT_PUSHING && p->granted == 0);
    return waits && (p->phase != AIRPORT_TAKING_OFF || p->granted + 1 == way->count) &&
           way->end == granted && p->along >= 0 &&
           p->along <= g->length[graph_edge_of(route[p->at])] + 1 &&
           is_near(p->position, graph_along(g, route[p->at], p->along));
}

static gestalt_result check_plane(const airport *a, uint32_t plane, gestalt_error *error)
{
    const airport_plane *p = &a->planes[plane];
    if (!has_good_values(a, p))
        return bad_plane(error, plane, "has values that are out of range");
    if (!is_as(has[p->phase].trip, p->trip) || !is_as(has[p->phase].stand, p->stand) ||
        !is_as(has[p->phase].runway, p->runway))
        return bad_plane(error, plane, "has a state that does not fit its phase");
    if (p->trip != GRAPH_NONE && a->trips.ways[p->trip].plane != plane)
        return bad_plane(error, plane, "has the route of another plane");
    if (a->wishes[plane].want > AIRPORT_SWITCH)
        return bad_plane(error, plane, "has a goal that does not exist");
    return GESTALT_OK;
}

// ---- routes

static bool is_way(const graph *g, const uint32_t *hops, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (hops[i] / 2 >= g->edge_count ||
            (i > 0 && graph_hop_from(g, hops[i]) != graph_hop_to(g, hops[i - 1])))
            return false;
    return true;
}

// Return where a plane's routes end: at its stand, or at the end of its runway.
static uint32_t goal_of(const airport *a, const airport_plane *p)
{
    const airfield_runway *strip = &a->field->runways[p->runway];
    return p->phase == AIRPORT_LANDING || p->phase == AIRPORT_TAXI_IN
               ? a->field->stands[p->stand]
               : strip->nodes[strip->node_count - 1];
}

// Check the alternative route, if it still continues from what is granted. An older one is never
// used.
static bool has_good_other(const airport *a, const airport_plane *p)
{
    const graph *g = &a->field->ways;
    const airport_way *way = &a->trips.ways[p->trip];
    const uint32_t *other = airport_other_of(a, p->trip);
    if (way->other_count == 0 || way->other_from < p->granted)
        return true;
    uint32_t from = graph_hop_to(g, airport_route_of(a, p->trip)[p->granted]);
    return way->other_from == p->granted &&
           way->other_count < a->trips.route_capacity - p->granted &&
           is_way(g, other, way->other_count) && graph_hop_from(g, other[0]) == from &&
           graph_hop_to(g, other[way->other_count - 1]) == goal_of(a, p) && !isnan(way->detour);
}

static gestalt_result check_trip(const airport *a, uint32_t trip, gestalt_error *error)
{
    const airport_way *way = &a->trips.ways[trip];
    const uint32_t *route = airport_route_of(a, trip);
    if (way->plane == GRAPH_NONE)
        return GESTALT_OK;
    if (way->plane >= a->plane_count || a->planes[way->plane].trip != trip)
        return airport_bad(error, "a route belongs to no plane");
    const airport_plane *p = &a->planes[way->plane];
    if (way->count == 0 || way->count > a->trips.route_capacity ||
        !is_way(&a->field->ways, route, way->count) ||
        graph_hop_to(&a->field->ways, route[way->count - 1]) != goal_of(a, p))
        return bad_plane(error, way->plane, "has a route that leads nowhere");
    if (!is_on_route(a, p))
        return bad_plane(error, way->plane, "is not on its route");
    if (!has_good_other(a, p))
        return bad_plane(error, way->plane, "has an alternative route that leads nowhere");
    return GESTALT_OK;
}

// ---- what follows from planes and routes; `of` is a new airport in which it is recomputed

static bool hold_edge(airport *of, uint32_t edge, uint32_t plane)
{
    bool is_free = of->edge_holder[edge] == GRAPH_NONE;
    airport_hold_edge(of, edge, plane);
    return is_free;
}

static bool hold_node(airport *of, uint32_t node, uint32_t plane)
{
    bool is_free = of->node_holder[node] == GRAPH_NONE;
    airport_hold_node(of, node, plane);
    return is_free;
}

// Return the only edge of a node, on which a parked plane stands.
static uint32_t edge_at(const graph *g, uint32_t node)
{
    uint32_t edge = 0;
    while (g->edges[edge].from != node && g->edges[edge].to != node)
        edge++;
    return edge;
}

// Returns false if another plane holds it.
static bool hold_ways(airport *of, uint32_t plane)
{
    const graph *g = &of->field->ways;
    const airport_plane *p = &of->planes[plane];
    bool is_free = true;
    if (p->phase == AIRPORT_PARKED) {
        uint32_t node = of->field->stands[p->stand];
        return is_near(p->position, g->position[node]) && hold_edge(of, edge_at(g, node), plane);
    }
    if (p->trip == GRAPH_NONE)
        return true;
    const uint32_t *route = airport_route_of(of, p->trip);
    for (uint32_t i = p->at; i <= p->granted; i++)
        is_free &= hold_edge(of, graph_edge_of(route[i]), plane);
    for (uint32_t i = p->tail; i <= p->granted; i++)
        is_free &= hold_node(of, graph_hop_from(g, route[i]), plane);
    airport_put_need(of, p->trip, p->granted + 1, of->trips.ways[p->trip].count, true);
    return is_free;
}

static bool hold_stand(airport *of, uint32_t plane)
{
    const airport_plane *p = &of->planes[plane];
    if (p->stand == GRAPH_NONE)
        return true;
    bool is_free = of->stands[p->stand].holder == GRAPH_NONE;
    of->stands[p->stand].holder = plane;
    return is_free;
}

static gestalt_result hold_all(airport *of, gestalt_error *error)
{
    airport_counts *c = of->counts;
    for (uint32_t plane = 0; plane < of->plane_count; plane++) {
        const airport_plane *p = &of->planes[plane];
        if (!hold_ways(of, plane) || !hold_stand(of, plane))
            return bad_plane(error, plane, "is where another plane is");
        bool leaves = p->phase >= AIRPORT_PUSHING && p->phase < AIRPORT_GONE;
        if (leaves)
            of->strips[p->runway].coming++;
        c->ground_count += is_on_ground(p);
        c->outcome.landings += p->phase != AIRPORT_AWAY;
        c->outcome.take_offs += p->phase == AIRPORT_GONE;
        c->under_way += p->trip != GRAPH_NONE;
        if (p->trip != GRAPH_NONE && p->trip >= c->trips_used)
            c->trips_used = p->trip + 1;
    }
    airport_claim(of);
    return GESTALT_OK;
}

static bool has_same_strips(const airport *a, const airport *of)
{
    for (uint32_t i = 0; i < a->field->runway_count; i++) {
        const airport_strip *one = &a->strips[i], *other = &of->strips[i];
        if (one->coming != other->coming || one->holder != other->holder ||
            one->held != other->held || one->free_at > a->counts->now + a->wake)
            return false;
    }
    return true;
}

static bool has_same_stands(const airport *a, const airport *of)
{
    for (uint32_t i = 0; i < a->field->stand_count; i++)
        if (a->stands[i].holder != of->stands[i].holder ||
            a->stands[i].freed > a->counts->stands_freed)
            return false;
    return true;
}

#define SAME(column, count) (memcmp(a->column, of->column, (count) * sizeof *a->column) == 0)

static bool is_same(const airport *a, const airport *of)
{
    const graph *g = &a->field->ways;
    const airport_counts *one = a->counts, *other = of->counts;
    return SAME(edge_holder, g->edge_count) && SAME(node_holder, g->node_count) &&
           SAME(trips.need, (size_t)g->edge_count * a->trips.words) &&
           SAME(claims, g->node_count) && has_same_strips(a, of) && has_same_stands(a, of) &&
           one->under_way == other->under_way && one->trips_used == other->trips_used &&
           one->ground_count == other->ground_count &&
           one->outcome.landings == other->outcome.landings &&
           one->outcome.take_offs == other->outcome.take_offs;
}

// Check that each plane on the ground is in the list exactly once. The list has as many entries as
// there are such planes.
static bool is_ground_list(const airport *a, airport *of)
{
    memset(of->scratch.asking, 0, of->plane_count * sizeof *of->scratch.asking);
    for (uint32_t i = 0; i < a->counts->ground_count; i++) {
        uint32_t plane = a->ground[i];
        if (plane >= a->plane_count || of->scratch.asking[plane]++ > 0 ||
            !is_on_ground(&a->planes[plane]))
            return false;
    }
    return true;
}

static gestalt_result airport_compare(const airport *a, airport *of, gestalt_error *error)
{
    size_t route_bytes = (size_t)a->trips.count * a->trips.route_capacity * sizeof *a->trips.routes;
    memcpy(of->planes, a->planes, a->plane_count * sizeof *a->planes);
    memcpy(of->trips.ways, a->trips.ways, a->trips.count * sizeof *a->trips.ways);
    memcpy(of->trips.routes, a->trips.routes, route_bytes);
    gestalt_result result = hold_all(of, error);
    if (result != GESTALT_OK)
        return result;
    if (!is_same(a, of) || !is_ground_list(a, of))
        return airport_bad(error, "the reserved nodes and edges do not match its planes");
    if (!airport_is_safe(of))
        return airport_bad(error, "its planes are in a deadlock");
    return GESTALT_OK;
}

// ---- whole states

static bool has_good_counts(const airport *a, int64_t now)
{
    const airport_outcome *o = &a->counts->outcome;
    const double sums[] = {o->waiting, o->longest_wait, o->giving_way,
                           o->holding, o->taxi_in,      o->taxi_out};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        if (!(sums[i] >= 0 && sums[i] < INFINITY))
            return false;
    return a->counts->now == now && o->last >= 0 && o->last <= now && o->least_separation >= 0 &&
           o->most_under_way <= a->trips.count;
}

gestalt_result airport_check(const airport *a, int64_t now, gestalt_error *error)
{
    if (!has_good_counts(a, now))
        return airport_bad(error, "its counts contradict each other");
    gestalt_result result = GESTALT_OK;
    for (uint32_t i = 0; i < a->plane_count && result == GESTALT_OK; i++)
        result = check_plane(a, i, error);
    for (uint32_t i = 0; i < a->trips.count && result == GESTALT_OK; i++)
        result = check_trip(a, i, error);
    if (result != GESTALT_OK)
        return result;
    airport *of;
    if (airport_create(&of, &a->allocator, a->field, a->plane_count) != GESTALT_OK)
        return error_no_memory(error);
    result = airport_compare(a, of, error);
    airport_destroy(of);
    return result;
}
