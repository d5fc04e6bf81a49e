// SPDX-License-Identifier: MIT
// Clearances: wishes are granted one after another, by rank (highest first), then by waiting time
// (longest first), then by number. airport.h explains why no plane is ever stuck.
#include "airport.h"
#include "airport_state.h"

#include <string.h>

// ---- sets of trips

static bool set_has(const uint64_t *set, uint32_t trip)
{
    return set[trip / 64] >> trip % 64 & 1;
}

static void set_put(uint64_t *set, uint32_t trip, bool there)
{
    uint64_t bit = UINT64_C(1) << trip % 64;
    set[trip / 64] = there ? set[trip / 64] | bit : set[trip / 64] & ~bit;
}

static uint64_t *need_of(const airport *a, uint32_t edge)
{
    return a->trips.need + (size_t)edge * a->trips.words;
}

void airport_put_need(airport *a, uint32_t trip, uint32_t first, uint32_t end, bool there)
{
    const uint32_t *route = airport_route_of(a, trip);
    for (uint32_t i = first; i < end; i++)
        set_put(need_of(a, graph_edge_of(route[i])), trip, there);
}

// ---- safety

// Remove all trips from `left` that can finish their routes, since no other's position blocks them.
// Returns false if there are none.
static bool finish_some(const airport *a, uint32_t words)
{
    memset(a->scratch.blocked, 0, words * sizeof *a->scratch.blocked);
    for (uint32_t trip = 0; trip < a->counts->trips_used; trip++) {
        if (!set_has(a->scratch.left, trip))
            continue;
        const uint64_t *need = need_of(a, a->trips.ways[trip].end);
        for (uint32_t w = 0; w < words; w++)
            a->scratch.blocked[w] |= need[w];
    }
    uint64_t finished = 0;
    for (uint32_t w = 0; w < words; w++) {
        finished |= a->scratch.left[w] & ~a->scratch.blocked[w];
        a->scratch.left[w] &= a->scratch.blocked[w];
    }
    return finished != 0;
}

// Return whether the active planes can be ordered so that each finishes its route while all later
// ones stay where they wait. A plane that finishes only frees resources, so the order among several
// that can finish does not matter.
bool airport_is_safe(const airport *a)
{
    uint32_t words = (a->counts->trips_used + 63) / 64;
    uint64_t any = 0;
    memset(a->scratch.left, 0, words * sizeof *a->scratch.left);
    for (uint32_t trip = 0; trip < a->counts->trips_used; trip++)
        if (a->trips.ways[trip].plane != GRAPH_NONE)
            set_put(a->scratch.left, trip, true);
    do {
        any = 0;
        for (uint32_t w = 0; w < words; w++)
            any |= a->scratch.left[w];
    } while (any && finish_some(a, words));
    return !any;
}

// ---- holding

static void hold_runway(airport *a, uint32_t runway, uint32_t plane)
{
    if (runway == GRAPH_NONE)
        return;
    a->strips[runway].holder = plane;
    a->strips[runway].held++;
}

static void free_runway(airport *a, uint32_t runway, int64_t wake)
{
    if (runway == GRAPH_NONE || --a->strips[runway].held > 0)
        return;
    a->strips[runway].holder = GRAPH_NONE;
    a->strips[runway].free_at = a->counts->now + wake;
}

void airport_free_edge(airport *a, uint32_t edge, int64_t wake)
{
    a->edge_holder[edge] = GRAPH_NONE;
    free_runway(a, a->field->edge_runway[edge], wake);
}

void airport_free_node(airport *a, uint32_t node, int64_t wake)
{
    a->node_holder[node] = GRAPH_NONE;
    free_runway(a, a->field->node_runway[node], wake);
}

bool airport_holds_runway(const airport *a, uint32_t plane)
{
    for (uint32_t i = 0; i < a->field->runway_count; i++)
        if (a->strips[i].holder == plane)
            return true;
    return false;
}

static bool runway_is_free(const airport *a, uint32_t runway, uint32_t plane)
{
    if (runway == GRAPH_NONE || a->strips[runway].holder == plane)
        return true;
    return a->strips[runway].holder == GRAPH_NONE && a->counts->now >= a->strips[runway].free_at;
}

// Return whether no plane holds the hops of a route, or the nodes where they start.
static bool hops_are_free(const airport *a, const uint32_t *hops, uint32_t count, uint32_t plane)
{
    const airfield *field = a->field;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t edge = graph_edge_of(hops[i]), node = graph_hop_from(&field->ways, hops[i]);
        if (a->edge_holder[edge] != GRAPH_NONE || a->node_holder[node] != GRAPH_NONE ||
            !runway_is_free(a, field->edge_runway[edge], plane) ||
            !runway_is_free(a, field->node_runway[node], plane))
            return false;
    }
    return true;
}

void airport_hold_edge(airport *a, uint32_t edge, uint32_t plane)
{
    a->edge_holder[edge] = plane;
    hold_runway(a, a->field->edge_runway[edge], plane);
}

void airport_hold_node(airport *a, uint32_t node, uint32_t plane)
{
    a->node_holder[node] = plane;
    hold_runway(a, a->field->node_runway[node], plane);
}

static void hold_hops(airport *a, const uint32_t *hops, uint32_t count, uint32_t plane)
{
    for (uint32_t i = 0; i < count; i++) {
        airport_hold_edge(a, graph_edge_of(hops[i]), plane);
        airport_hold_node(a, graph_hop_from(&a->field->ways, hops[i]), plane);
    }
}

// ---- trips

static uint32_t take_trip(airport *a, uint32_t plane)
{
    uint32_t trip = 0;
    while (trip < a->trips.count && a->trips.ways[trip].plane != GRAPH_NONE)
        trip++;
    if (trip == a->trips.count)
        return GRAPH_NONE;
    a->trips.ways[trip] = (airport_way){.plane = plane};
    a->planes[plane].trip = trip;
    a->counts->trips_used = trip + 1 > a->counts->trips_used ? trip + 1 : a->counts->trips_used;
    a->counts->under_way++;
    return trip;
}

void airport_free_trip(airport *a, uint32_t trip)
{
    airport_plane *p = &a->planes[a->trips.ways[trip].plane];
    airport_put_need(a, trip, p->granted + 1, a->trips.ways[trip].count, false);
    a->trips.ways[trip].plane = GRAPH_NONE;
    p->trip = GRAPH_NONE;
    a->counts->under_way--;
    while (a->counts->trips_used > 0 &&
           a->trips.ways[a->counts->trips_used - 1].plane == GRAPH_NONE)
        a->counts->trips_used--;
}

// ---- wishes

bool airport_way_is_free(const airport *a, uint32_t plane)
{
    const airport_plane *p = &a->planes[plane];
    if (p->trip == GRAPH_NONE)
        return false;
    uint32_t end = airport_leg_end(a, p);
    return end == GRAPH_NONE ||
           hops_are_free(a, airport_route_of(a, p->trip) + p->granted + 1, end - p->granted, plane);
}

// ---- patience

// Return whether a route from its hop `first` on meets the route of a plane that has waited too
// long.
static bool meets_tired(const airport *a, const uint32_t *route, uint32_t first, uint32_t count)
{
    uint32_t words = (a->counts->trips_used + 63) / 64;
    for (uint32_t i = first; i < count; i++) {
        const uint64_t *need = need_of(a, graph_edge_of(route[i]));
        for (uint32_t w = 0; w < words; w++)
            if (need[w] & a->scratch.tired[w])
                return true;
    }
    return false;
}

// Find the planes that have waited too long. Safe states alone do not keep a plane from waiting
// while others pass. This does: the active planes all finish if no plane joins them.
static void find_tired(airport *a)
{
    memset(a->scratch.tired, 0, a->trips.words * sizeof *a->scratch.tired);
    for (uint32_t trip = 0; trip < a->counts->trips_used; trip++) {
        uint32_t plane = a->trips.ways[trip].plane;
        if (plane != GRAPH_NONE && a->planes[plane].phase != AIRPORT_PUSHING &&
            a->planes[plane].waited > a->field->rules.patience)
            set_put(a->scratch.tired, trip, true);
    }
}

// ---- legs, landings, departures

// Grant the next leg, which is free, if the resulting state is safe.
static bool grant_leg(airport *a, uint32_t plane)
{
    airport_plane *p = &a->planes[plane];
    airport_way *way = &a->trips.ways[p->trip];
    uint32_t end = airport_leg_end(a, p), first = p->granted + 1, before = way->end;
    const uint32_t *route = airport_route_of(a, p->trip);
    airport_put_need(a, p->trip, first, end + 1, false);
    way->end = graph_edge_of(route[end]);
    if (!airport_is_safe(a)) {
        airport_put_need(a, p->trip, first, end + 1, true);
        way->end = before;
        return false;
    }
    hold_hops(a, route + first, end + 1 - first, plane);
    p->granted = end;
    return true;
}

static void go_on(airport *a, uint32_t plane, airport_want want)
{
    airport_plane *p = &a->planes[plane];
    if (!airport_is_taxiing(p) || p->granted + 1 >= a->trips.ways[p->trip].count ||
        airport_lifts_next(a, p) != (want == AIRPORT_LIFT) || !airport_is_near_end(a, p))
        return;
    bool joins = p->phase == AIRPORT_PUSHING && p->granted == 0;
    if (joins && meets_tired(a, airport_route_of(a, p->trip), 1, a->trips.ways[p->trip].count))
        return;
    bool is_free = airport_way_is_free(a, plane), was_refused = p->refused;
    p->refused = is_free && !grant_leg(a, plane);
    a->counts->outcome.unsafe += p->refused && !was_refused;
    if (is_free && !p->refused && want == AIRPORT_LIFT)
        p->phase = AIRPORT_TAKING_OFF;
}

// Stands at most this many hops farther from the runway than the nearest free one are equally good.
// Among these, take the one that has been free longest, then the first.
enum { STAND_HOPS = 16 };

static uint32_t free_stand(const airport *a, uint32_t runway)
{
    const uint32_t *hops = a->scratch.hops_in + (size_t)runway * a->field->stand_count;
    uint32_t best = GRAPH_NONE, nearest = GRAPH_NONE - STAND_HOPS - 1;
    for (uint32_t i = 0; i < a->field->stand_count; i++)
        if (a->stands[i].holder == GRAPH_NONE && hops[i] < nearest)
            nearest = hops[i];
    for (uint32_t i = 0; i < a->field->stand_count; i++)
        if (a->stands[i].holder == GRAPH_NONE && hops[i] <= nearest + STAND_HOPS &&
            (best == GRAPH_NONE || a->stands[i].freed < a->stands[best].freed))
            best = i;
    return best;
}

// Put a plane at the start of a runway, if everything up to its first waiting position is free, and
// the state is safe.
static bool land_on(airport *a, uint32_t plane, uint32_t runway, uint32_t stand)
{
    const airfield *field = a->field;
    airport_plane *p = &a->planes[plane];
    uint32_t trip = take_trip(a, plane);
    if (trip == GRAPH_NONE)
        return false;
    uint32_t *route = airport_route_of(a, trip);
    uint32_t count = airport_route_in(a, runway, stand, route), end = 0;
    a->trips.ways[trip].count = count == GRAPH_NONE ? 0 : count;
    while (count != GRAPH_NONE && end + 1 < count && !field->can_wait[graph_edge_of(route[end])])
        end++;
    p->granted = end;
    if (count != GRAPH_NONE && count > 0 && hops_are_free(a, route, end + 1, plane) &&
        !meets_tired(a, route, 0, count)) {
        a->trips.ways[trip].end = graph_edge_of(route[end]);
        airport_put_need(a, trip, end + 1, count, true);
        if (airport_is_safe(a)) {
            hold_hops(a, route, end + 1, plane);
            p->at = p->tail = 0;
            return true;
        }
    }
    airport_free_trip(a, trip);
    return false;
}

static void touch_down(airport *a, uint32_t plane, uint32_t runway, uint32_t stand)
{
    airport_plane *p = &a->planes[plane];
    p->phase = AIRPORT_LANDING;
    p->runway = runway;
    p->stand = stand;
    p->along = 0;
    p->speed = a->field->rules.landing_speed;
    p->detours = 0;
    p->waited = 0;
    p->since = a->counts->now;
    a->stands[stand].holder = plane;
    a->ground[a->counts->ground_count++] = plane;
    a->counts->outcome.landings++;
    a->counts->outcome.last = a->counts->now;
}

// If one plane finds no room to land, the other requests to land in this step fail, too.
static void clearance_land(airport *a, uint32_t plane)
{
    if (a->planes[plane].phase != AIRPORT_AWAY || a->scratch.landings_refused)
        return;
    for (uint32_t i = 0; i < a->field->runway_count; i++) {
        if (!a->field->runways[i].lands || !runway_is_free(a, i, plane))
            continue;
        uint32_t stand = free_stand(a, i);
        if (stand == GRAPH_NONE || !land_on(a, plane, i, stand))
            continue;
        touch_down(a, plane, i, stand);
        return;
    }
    a->scratch.landings_refused = true;
}

// Let a plane leave its stand. A plane at a stand waits on the edge there and cannot be part of a
// deadlock: any safe order may end with it.
static void clearance_leave(airport *a, uint32_t plane)
{
    airport_plane *p = &a->planes[plane];
    if (p->phase != AIRPORT_PARKED)
        return;
    uint32_t trip = take_trip(a, plane);
    if (trip == GRAPH_NONE)
        return;
    uint32_t *route = airport_route_of(a, trip);
    uint32_t count = airport_route_out(a, p->stand, &p->runway, route);
    p->granted = 0;
    if (count == GRAPH_NONE) {
        airport_free_trip(a, trip);
        return;
    }
    a->trips.ways[trip].count = count;
    a->trips.ways[trip].end = graph_edge_of(route[0]);
    airport_put_need(a, trip, 1, count, true);
    a->strips[p->runway].coming++;
    p->phase = AIRPORT_PUSHING;
    p->at = 0;
    p->tail = 1; // a stand is not part of any other route, and not held
    p->along = 0;
    p->detours = 0;
    p->waited = 0;
    p->since = a->counts->now;
}

// Drop the hops behind a plane from its route, to make room for new ones. Hop 0 of a plane that
// leaves its stand must be the one from the stand.
static void forget_past(airport *a, airport_plane *p)
{
    if (p->phase == AIRPORT_PUSHING)
        return;
    airport_way *way = &a->trips.ways[p->trip];
    uint32_t *route = airport_route_of(a, p->trip);
    uint32_t past = p->tail < p->at ? p->tail : p->at;
    memmove(route, route + past, (way->count - past) * sizeof *route);
    way->count -= past;
    p->at -= past;
    p->granted -= past;
    p->tail -= past;
}

static bool switch_route(airport *a, uint32_t plane)
{
    airport_plane *p = &a->planes[plane];
    if (!airport_is_taxiing(p) || p->detours >= a->field->rules.detours)
        return false;
    airport_way *way = &a->trips.ways[p->trip];
    if (way->other_count == 0 || way->other_from != p->granted)
        return false;
    uint32_t *route = airport_route_of(a, p->trip), *other = airport_other_of(a, p->trip);
    airport_put_need(a, p->trip, p->granted + 1, way->count, false);
    for (uint32_t i = 0; i < way->other_count; i++)
        set_put(need_of(a, graph_edge_of(other[i])), p->trip, true);
    bool safe = airport_is_safe(a);
    if (!safe) {
        for (uint32_t i = 0; i < way->other_count; i++)
            set_put(need_of(a, graph_edge_of(other[i])), p->trip, false);
        airport_put_need(a, p->trip, p->granted + 1, way->count, true);
        return false;
    }
    forget_past(a, p);
    memcpy(route + p->granted + 1, other, way->other_count * sizeof *route);
    way->count = p->granted + 1 + way->other_count;
    way->other_count = 0;
    p->detours++;
    p->refused = false;
    a->counts->outcome.detours++;
    return true;
}

static void clearance_search(airport *a, uint32_t plane)
{
    a->counts->outcome.searches++;
    a->planes[plane].answer = airport_find_other(a, plane) ? AIRPORT_YES : AIRPORT_NO;
}

static void clearance_decide(airport *a, uint32_t plane)
{
    switch ((airport_want)a->wishes[plane].want) {
    case AIRPORT_LAND: clearance_land(a, plane); break;
    case AIRPORT_LEAVE: clearance_leave(a, plane); break;
    case AIRPORT_TAXI:
    case AIRPORT_LIFT: go_on(a, plane, (airport_want)a->wishes[plane].want); break;
    case AIRPORT_SEARCH: clearance_search(a, plane); break;
    case AIRPORT_SWITCH:
        a->planes[plane].answer = switch_route(a, plane) ? AIRPORT_YES : AIRPORT_NO;
        break;
    case AIRPORT_STAY:
    case AIRPORT_HOLD: break;
    }
}

static bool comes_before(const airport *a, uint32_t one, uint32_t other)
{
    const airport_plane *p = &a->planes[one], *q = &a->planes[other];
    if (p->rank != q->rank)
        return p->rank > q->rank;
    return p->waited != q->waited ? p->waited > q->waited : one < other;
}

// List the requesting planes, in order. Insertion sort, since few planes request at the same time.
static uint32_t clearance_gather(airport *a)
{
    uint32_t count = 0;
    for (uint32_t plane = 0; plane < a->plane_count; plane++) {
        const airport_wish *wish = &a->wishes[plane];
        if (wish->want == AIRPORT_STAY)
            continue;
        a->planes[plane].rank = wish->rank;
        if (wish->want == AIRPORT_HOLD)
            continue;
        uint32_t at = count++;
        for (; at > 0 && comes_before(a, plane, a->scratch.asking[at - 1]); at--)
            a->scratch.asking[at] = a->scratch.asking[at - 1];
        a->scratch.asking[at] = plane;
    }
    return count;
}

void airport_clear(airport *a)
{
    uint32_t count = clearance_gather(a);
    find_tired(a);
    a->scratch.landings_refused = false;
    for (uint32_t i = 0; i < count; i++)
        clearance_decide(a, a->scratch.asking[i]);
}
