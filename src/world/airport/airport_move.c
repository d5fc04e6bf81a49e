// SPDX-License-Identifier: MIT
// The motion of planes: they move along what they were granted, release what is behind them, and
// are measured.
#include "airport_state.h"

#include <math.h>
#include <string.h>

// Return the distance, in metres, from a plane to the end of hop `last` of its route.
static float distance_to(const airport *a, const airport_plane *p, uint32_t last)
{
    const uint32_t *route = airport_route_of(a, p->trip);
    float distance = -p->along;
    for (uint32_t i = p->at; i <= last; i++)
        distance += a->field->ways.length[graph_edge_of(route[i])];
    return distance > 0 ? distance : 0;
}

float airport_room(const airport *a, const airport_plane *p)
{
    bool ends = p->granted + 1 >= a->trips.ways[p->trip].count;
    // At its stand, a plane also waits for the way to push back.
    if (p->phase == AIRPORT_PUSHING && p->granted == 0)
        return 0;
    float room = distance_to(a, p, p->granted) - (ends ? 0 : a->field->rules.clearance);
    return room > 0 ? room : 0;
}

bool airport_is_near_end(const airport *a, const airport_plane *p)
{
    float stop = p->speed * p->speed / (2 * a->field->rules.brake);
    return airport_room(a, p) <= stop + 4 * p->speed + 1;
}

// Return the highest speed for the coming step such that, when braking from then on, the speed is
// at most `limit` after `distance`.
static float most_speed(const airport *a, float distance, float limit)
{
    float b = a->field->rules.brake * a->dt;
    return sqrtf(b * b + 2 * a->field->rules.brake * distance + limit * limit) - b;
}

// Return the highest speed at the transition from one hop to the next.
static float corner_speed(const airport *a, uint32_t hop, uint32_t next)
{
    const graph *g = &a->field->ways;
    vector node = g->position[graph_hop_to(g, hop)];
    vector in = vector_subtract(node, g->position[graph_hop_from(g, hop)]);
    vector out = vector_subtract(g->position[graph_hop_to(g, next)], node);
    float straight = 0.9f * g->length[graph_edge_of(hop)] * g->length[graph_edge_of(next)];
    float speed = a->field->speed[graph_edge_of(next)];
    bool turns = vector_dot(in, out) < straight;
    return turns && a->field->rules.turn_speed < speed ? a->field->rules.turn_speed : speed;
}

static float allowed_speed(const airport *a, const airport_plane *p)
{
    const uint32_t *route = airport_route_of(a, p->trip);
    float speed = a->field->speed[graph_edge_of(route[p->at])];
    float stop = most_speed(a, airport_room(a, p), 0);
    float ahead = -p->along, brakes = p->speed * p->speed / (2 * a->field->rules.brake);
    bool lifts = p->phase == AIRPORT_TAKING_OFF;
    if (!lifts && stop < speed)
        speed = stop;
    for (uint32_t i = p->at; i < p->granted; i++) {
        ahead += a->field->ways.length[graph_edge_of(route[i])];
        if (ahead > brakes + 2 * p->speed * a->dt + 10)
            break;
        float most = most_speed(a, ahead > 0 ? ahead : 0, corner_speed(a, route[i], route[i + 1]));
        speed = most < speed ? most : speed;
    }
    return speed;
}

static float next_speed(const airport *a, const airport_plane *p)
{
    const airfield_rules *rules = &a->field->rules;
    bool on_strip =
        a->field->edge_runway[graph_edge_of(airport_route_of(a, p->trip)[p->at])] != GRAPH_NONE;
    bool lifts = p->phase == AIRPORT_TAKING_OFF && on_strip;
    float faster = p->speed + (lifts ? rules->thrust : rules->acceleration) * a->dt;
    float slower = p->speed - rules->brake * a->dt;
    float want = p->target > faster ? faster : p->target;
    want = want < slower ? slower : want;
    float allowed = allowed_speed(a, p);
    want = want < allowed ? want : allowed;
    return want > 1e-3f ? want : 0;
}

// ---- releasing

static int64_t wake_of(const airport *a, const airport_plane *p)
{
    return p->phase == AIRPORT_LANDING || p->phase == AIRPORT_TAKING_OFF ? a->wake : 0;
}

static void free_stand(airport *a, airport_plane *p)
{
    a->stands[p->stand].holder = GRAPH_NONE;
    a->stands[p->stand].freed = ++a->counts->stands_freed;
    p->stand = GRAPH_NONE;
}

// Release nodes that are a clearance behind the plane.
static void free_behind(airport *a, airport_plane *p)
{
    const uint32_t *route = airport_route_of(a, p->trip);
    float since = p->along;
    for (uint32_t i = p->tail; i < p->at; i++)
        since += a->field->ways.length[graph_edge_of(route[i])];
    while (p->tail <= p->at && since >= a->field->rules.clearance) {
        airport_free_node(a, graph_hop_from(&a->field->ways, route[p->tail]), wake_of(a, p));
        since -= p->tail < p->at ? a->field->ways.length[graph_edge_of(route[p->tail])] : since;
        p->tail++;
    }
}

static void free_all(airport *a, airport_plane *p)
{
    const uint32_t *route = airport_route_of(a, p->trip);
    for (uint32_t i = p->tail; i <= p->granted; i++)
        airport_free_node(a, graph_hop_from(&a->field->ways, route[i]), wake_of(a, p));
    for (uint32_t i = p->at; i <= p->granted; i++)
        airport_free_edge(a, graph_edge_of(route[i]), wake_of(a, p));
}

// ---- moving one plane

static void flight_advance(airport *a, airport_plane *p)
{
    const uint32_t *route = airport_route_of(a, p->trip);
    const graph *g = &a->field->ways;
    float way = p->speed * a->dt, room = airport_room(a, p);
    p->along += way < room ? way : room;
    while (p->at < p->granted && p->along >= g->length[graph_edge_of(route[p->at])]) {
        p->along -= g->length[graph_edge_of(route[p->at])];
        airport_free_edge(a, graph_edge_of(route[p->at]), wake_of(a, p));
        if (p->phase == AIRPORT_PUSHING && p->stand != GRAPH_NONE)
            free_stand(a, p);
        p->at++;
    }
    free_behind(a, p);
}

static void flight_place(airport *a, airport_plane *p)
{
    const graph *g = &a->field->ways;
    uint32_t hop = airport_route_of(a, p->trip)[p->at];
    vector from = g->position[graph_hop_from(g, hop)], to = g->position[graph_hop_to(g, hop)];
    float sign = p->phase == AIRPORT_PUSHING ? -1 : 1;
    p->position = graph_along(g, hop, p->along);
    p->heading = vector_scale(vector_subtract(to, from), sign / g->length[graph_edge_of(hop)]);
}

static double flight_seconds(int64_t microseconds)
{
    return (double)microseconds / 1e6;
}

static void leave_ground(airport *a, uint32_t plane)
{
    airport_plane *p = &a->planes[plane];
    free_all(a, p);
    a->strips[p->runway].coming--;
    airport_free_trip(a, p->trip);
    p->phase = AIRPORT_GONE;
    p->speed = 0;
    a->counts->outcome.take_offs++;
    a->counts->outcome.last = a->counts->now;
    a->counts->outcome.taxi_out += flight_seconds(a->counts->now - p->since);
    uint32_t i = 0;
    while (a->ground[i] != plane)
        i++;
    a->counts->ground_count--;
    memmove(a->ground + i, a->ground + i + 1, (a->counts->ground_count - i) * sizeof *a->ground);
}

// A parked plane keeps holding its edge.
static void flight_park(airport *a, airport_plane *p)
{
    const uint32_t *route = airport_route_of(a, p->trip);
    for (; p->tail <= p->at; p->tail++)
        airport_free_node(a, graph_hop_from(&a->field->ways, route[p->tail]), 0);
    airport_free_trip(a, p->trip);
    p->phase = AIRPORT_PARKED;
    p->speed = 0;
    p->runway = GRAPH_NONE;
    a->counts->outcome.taxi_in += flight_seconds(a->counts->now - p->since);
}

static void change_phase(airport *a, uint32_t plane)
{
    airport_plane *p = &a->planes[plane];
    const airport_way *way = &a->trips.ways[p->trip];
    bool at_end = p->at + 1 == way->count && distance_to(a, p, p->at) <= 0.01f;
    if (p->phase == AIRPORT_LANDING && !airport_holds_runway(a, plane)) {
        p->phase = AIRPORT_TAXI_IN;
        p->since = a->counts->now;
    }
    if (p->phase == AIRPORT_PUSHING && p->at >= 1 && p->tail > 1)
        p->phase = AIRPORT_TAXI_OUT;
    if (p->phase == AIRPORT_TAKING_OFF && (p->speed >= a->field->rules.lift_speed || at_end))
        leave_ground(a, plane);
    else if (p->phase == AIRPORT_TAXI_IN && at_end)
        flight_park(a, p);
}

static void wait_or_go(airport *a, airport_plane *p, uint32_t want)
{
    double dt = a->dt;
    if (p->phase == AIRPORT_AWAY && want == AIRPORT_LAND) {
        p->waited += a->dt;
        a->counts->outcome.holding += dt;
    }
    if (p->trip == GRAPH_NONE)
        return;
    if (want == AIRPORT_HOLD)
        a->counts->outcome.giving_way += dt;
    if (p->speed > 0)
        p->waited = 0;
    else if (want != AIRPORT_STAY) {
        p->waited += a->dt;
        a->counts->outcome.waiting += dt;
        if ((double)p->waited > a->counts->outcome.longest_wait)
            a->counts->outcome.longest_wait = (double)p->waited;
    }
}

void airport_claim(airport *a)
{
    for (uint32_t node = 0; node < a->field->ways.node_count; node++)
        a->claims[node] = INT32_MIN;
    for (uint32_t trip = 0; trip < a->counts->trips_used; trip++) {
        if (a->trips.ways[trip].plane == GRAPH_NONE)
            continue;
        const airport_plane *p = &a->planes[a->trips.ways[trip].plane];
        if (!airport_is_taxiing(p) || p->speed <= 0)
            continue;
        uint32_t end = airport_leg_end(a, p);
        const uint32_t *route = airport_route_of(a, trip);
        for (uint32_t i = p->granted + 1; end != GRAPH_NONE && i <= end; i++) {
            int32_t *at = &a->claims[graph_hop_from(&a->field->ways, route[i])];
            *at = p->rank > *at ? p->rank : *at;
        }
    }
}

void airport_move(airport *a)
{
    for (uint32_t trip = 0; trip < a->counts->trips_used; trip++) {
        uint32_t plane = a->trips.ways[trip].plane;
        if (plane == GRAPH_NONE)
            continue;
        airport_plane *p = &a->planes[plane];
        const airport_wish *wish = &a->wishes[plane];
        bool goes = wish->want == AIRPORT_TAXI || wish->want == AIRPORT_LIFT ||
                    p->phase == AIRPORT_LANDING || p->phase == AIRPORT_TAKING_OFF;
        p->target = goes ? wish->speed : 0;
        p->speed = next_speed(a, p);
        flight_advance(a, p);
        flight_place(a, p);
        change_phase(a, plane);
    }
    for (uint32_t plane = 0; plane < a->plane_count; plane++)
        if (a->wishes[plane].want != AIRPORT_STAY || a->planes[plane].trip != GRAPH_NONE)
            wait_or_go(a, &a->planes[plane], a->wishes[plane].want);
    airport_claim(a);
}

// ---- measuring

// Keep planes sorted by x, which changes little from step to step.
static void sort_ground(airport *a)
{
    for (uint32_t i = 1; i < a->counts->ground_count; i++) {
        uint32_t plane = a->ground[i], at = i;
        float x = a->planes[plane].position.at[0];
        for (; at > 0 && a->planes[a->ground[at - 1]].position.at[0] > x; at--)
            a->ground[at] = a->ground[at - 1];
        a->ground[at] = plane;
    }
}

void airport_measure(airport *a)
{
    float needed = a->field->rules.separation;
    float least = (float)a->counts->outcome.least_separation;
    sort_ground(a);
    for (uint32_t i = 0; i < a->counts->ground_count; i++) {
        vector here = a->planes[a->ground[i]].position;
        for (uint32_t k = i + 1; k < a->counts->ground_count; k++) {
            vector there = a->planes[a->ground[k]].position;
            if (there.at[0] - here.at[0] > (least > needed ? least : needed))
                break;
            float apart = vector_distance(here, there);
            // An exact distance may be rounded, so accept slightly less.
            a->counts->outcome.accidents += apart < needed * 0.9999f;
            least = apart < least ? apart : least;
        }
    }
    a->counts->outcome.least_separation = (double)least;
    if (a->counts->under_way > a->counts->outcome.most_under_way)
        a->counts->outcome.most_under_way = a->counts->under_way;
}
