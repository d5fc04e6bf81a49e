// SPDX-License-Identifier: MIT
#include "airport.h"

#include "airport_state.h"
#include "carve.h"

static uint32_t airport_least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t longest_route(const airfield *field)
{
    uint32_t strip = 0;
    for (uint32_t i = 0; i < field->runway_count; i++)
        if (field->runways[i].node_count > strip)
            strip = field->runways[i].node_count;
    return airport_least(2 * field->ways.node_count + strip, AIRPORT_ROUTE_MAX);
}

static void carve_state(airport *a, carving *from)
{
    const graph *g = &a->field->ways;
    a->counts = carving_take(from, 1, sizeof *a->counts);
    a->planes = carving_take(from, a->plane_count, sizeof *a->planes);
    a->wishes = carving_take(from, a->plane_count, sizeof *a->wishes);
    a->edge_holder = carving_take(from, g->edge_count, sizeof *a->edge_holder);
    a->node_holder = carving_take(from, g->node_count, sizeof *a->node_holder);
    a->strips = carving_take(from, a->field->runway_count, sizeof *a->strips);
    a->stands = carving_take(from, a->field->stand_count, sizeof *a->stands);
    a->trips.ways = carving_take(from, a->trips.count, sizeof *a->trips.ways);
    a->trips.routes = carving_take(from, (size_t)a->trips.count * a->trips.route_capacity,
                                   sizeof *a->trips.routes);
    a->trips.others = carving_take(from, (size_t)a->trips.count * a->trips.route_capacity,
                                   sizeof *a->trips.others);
    a->trips.need =
        carving_take(from, (size_t)g->edge_count * a->trips.words, sizeof *a->trips.need);
    a->claims = carving_take(from, g->node_count, sizeof *a->claims);
    a->ground = carving_take(from, a->plane_count, sizeof *a->ground);
}

static void carve_scratch(airport *a, carving *from)
{
    const graph *g = &a->field->ways;
    a->scratch.closed = carving_take(from, (size_t)g->edge_count * 2, 1);
    a->scratch.asking = carving_take(from, a->plane_count, sizeof *a->scratch.asking);
    a->scratch.left = carving_take(from, a->trips.words, sizeof *a->scratch.left);
    a->scratch.blocked = carving_take(from, a->trips.words, sizeof *a->scratch.blocked);
    a->scratch.tired = carving_take(from, a->trips.words, sizeof *a->scratch.tired);
    a->scratch.hops_in = carving_take(from, (size_t)a->field->runway_count * a->field->stand_count,
                                      sizeof *a->scratch.hops_in);
}

static void airport_is_empty(uint32_t *holders, uint32_t count)
{
    memset(holders, 0xFF, count * sizeof *holders);
}

static void airport_start(airport *a)
{
    const airfield *field = a->field;
    airport_is_empty(a->edge_holder, field->ways.edge_count);
    airport_is_empty(a->node_holder, field->ways.node_count);
    for (uint32_t i = 0; i < field->runway_count; i++)
        a->strips[i] = (airport_strip){.holder = GRAPH_NONE, .free_at = INT64_MIN};
    for (uint32_t i = 0; i < field->stand_count; i++)
        a->stands[i] = (airport_stand){.holder = GRAPH_NONE};
    for (uint32_t i = 0; i < a->trips.count; i++)
        a->trips.ways[i].plane = GRAPH_NONE;
    for (uint32_t i = 0; i < field->ways.node_count; i++)
        a->claims[i] = INT32_MIN;
    for (uint32_t i = 0; i < a->plane_count; i++)
        a->planes[i] = (airport_plane){.phase = AIRPORT_AWAY,
                                       .trip = GRAPH_NONE,
                                       .stand = GRAPH_NONE,
                                       .runway = GRAPH_NONE,
                                       .heading = {{1, 0}}};
    a->counts->outcome.least_separation = INFINITY;
    // While the airport is empty, no exit is held.
    for (uint32_t i = 0; i < field->runway_count; i++)
        for (uint32_t k = 0; k < field->stand_count && field->runways[i].lands; k++)
            a->scratch.hops_in[i * field->stand_count + k] =
                airport_route_in(a, i, k, a->trips.routes);
}

static bool make_room(airport *a)
{
    carving state = CARVE_COLUMNS, scratch = CARVE_COLUMNS;
    carve_state(a, &state);
    carve_scratch(a, &scratch);
    if (graph_search_create(&a->scratch.search, &a->allocator, &a->field->ways) != GESTALT_OK ||
        !carve_block(&state, &a->allocator, &a->state, &a->state_size) ||
        !carve_block(&scratch, &a->allocator, &a->scratch.memory, &a->scratch.size))
        return false;
    carve_state(a, &state);
    carve_scratch(a, &scratch);
    a->state_used = state.used;
    return true;
}

gestalt_result airport_create(airport **made, const gestalt_allocator *allocator,
                              const airfield *field, uint32_t plane_count)
{
    *made = NULL;
    gestalt_allocator where = memory_allocator(allocator);
    airport *a = memory_new(&where, sizeof *a);
    if (!a)
        return GESTALT_NO_MEMORY;
    // Each moving plane holds an edge, so there cannot be more trips than edges.
    uint32_t trips = airport_least(plane_count, field->ways.edge_count);
    *a = (airport){.field = field,
                   .allocator = where,
                   .plane_count = plane_count,
                   .trips.count = trips,
                   .trips.words = (trips + 63) / 64,
                   .trips.route_capacity = longest_route(field),
                   .wake = (int64_t)((double)field->rules.wake * 1e6)};
    if (!make_room(a)) {
        airport_destroy(a);
        return GESTALT_NO_MEMORY;
    }
    airport_start(a);
    *made = a;
    return GESTALT_OK;
}

void airport_destroy(airport *a)
{
    if (!a)
        return;
    gestalt_allocator where = a->allocator;
    graph_search_destroy(&a->scratch.search, &where);
    carve_release(&where, a->state, a->state_size);
    carve_release(&where, a->scratch.memory, a->scratch.size);
    memory_release(&where, a, sizeof *a);
}

uint32_t airport_plane_count(const airport *a)
{
    return a->plane_count;
}

const airport_plane *airport_plane_of(const airport *a, uint32_t plane)
{
    return &a->planes[plane];
}

const airport_outcome *airport_outcome_of(const airport *a)
{
    return &a->counts->outcome;
}

void *airport_state_of(airport *a, size_t *size)
{
    *size = a->state_used;
    return a->counts;
}

void airport_wish_of(airport *a, uint32_t plane, airport_wish wish)
{
    a->wishes[plane] = wish;
}

void airport_step(airport *a, int64_t now, int64_t dt)
{
    a->counts->now = now;
    a->dt = (float)((double)dt / 1e6);
    airport_clear(a);
    airport_move(a);
    airport_measure(a);
    for (uint32_t i = 0; i < a->plane_count; i++)
        a->wishes[i] = (airport_wish){.want = AIRPORT_STAY};
}

// ---- what a plane sees

bool airport_is_at_goal(const airport *a, uint32_t plane)
{
    const airport_plane *p = &a->planes[plane];
    if (p->phase == AIRPORT_PARKED)
        return true;
    return p->phase == AIRPORT_TAXI_OUT && p->speed <= 0 && airport_lifts_next(a, p) &&
           airport_room(a, p) <= 1;
}

// Return whether another plane's way leads across a hop of this route before `end`, so that both
// would meet head on.
static bool comes_here(const airport *a, const airport_plane *p, uint32_t end,
                       const airport_plane *other)
{
    const uint32_t *route = airport_route_of(a, p->trip);
    const uint32_t *others = airport_route_of(a, other->trip);
    uint32_t held = GRAPH_NONE;
    for (uint32_t i = other->at; i <= other->granted; i++)
        if (others[i] == (route[end] ^ 1))
            held = i;
    if (held == GRAPH_NONE || held + 1 >= a->trips.ways[other->trip].count)
        return false;
    return others[held + 1] == (route[end - 1] ^ 1);
}

bool airport_sees_oncoming(const airport *a, uint32_t plane, float within)
{
    const airport_plane *p = &a->planes[plane];
    if (p->trip == GRAPH_NONE || !airport_is_taxiing(p))
        return false;
    uint32_t end = airport_first_held(a, p);
    if (end == GRAPH_NONE)
        return false;
    const airport_plane *other =
        &a->planes[a->edge_holder[graph_edge_of(airport_route_of(a, p->trip)[end])]];
    if (other->trip == GRAPH_NONE || vector_distance(p->position, other->position) > within)
        return false;
    return comes_here(a, p, end, other);
}

bool airport_must_give_way(const airport *a, uint32_t plane)
{
    const airport_plane *p = &a->planes[plane];
    if (p->trip == GRAPH_NONE || !airport_is_taxiing(p) || !airport_is_near_end(a, p))
        return false;
    const uint32_t *route = airport_route_of(a, p->trip);
    uint32_t end = airport_leg_end(a, p);
    for (uint32_t i = p->granted + 1; end != GRAPH_NONE && i <= end; i++)
        if (a->claims[graph_hop_from(&a->field->ways, route[i])] > p->rank)
            return true;
    return false;
}
