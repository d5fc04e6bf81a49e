// SPDX-License-Identifier: MIT
// Snapshots of worlds with malicious contents: one wrong value at a time, with correct hashes. Each
// is reported, and leaves the world unchanged. The test corrupts the saved world in memory, and
// finds the values of parts through views with the same layout.
//
//    test_world_snapshot SCENES
#include "running.h"
#include "snapshot_bytes.h"

#include "airport.h"
#include "airport_scene.h"
#include "airport_state.h"
#include "scene_roads.h"
#include "snapshot_format.h"
#include "world_state.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

// The counts of a crowd, in the order in which it stores them.
enum {
    TURN,
    CROSSINGS,
    OF_TURN,
    LEAST,
    MOST,
    RED,
    LEFT_OVER,
    WAITING,
    LONGEST,
    STAND,
    CROWD_COUNTS
};

typedef struct spoiling {
    running run;
    world *w;
    cars c;                // a view; empty if there are no cars
    airport *a;            // a view, or NULL
    airfield field;        // field of the view
    uint64_t *count;       // counts of a crowd
    uint8_t *inside;       // by pedestrian
    uint32_t *waited;      // by pedestrian
    uint8_t *meal, *eaten; // for worlds with life
} spoiling;

// ---- finding values

static world_memory *kept_of_size(const world *w, size_t size)
{
    for (uint32_t i = 0; i < w->saved.memory.count; i++)
        if (w->saved.memory.list[i].size == size)
            return &w->saved.memory.list[i];
    fail_msg("nothing of %zu bytes is kept", size);
    return NULL;
}

static void view_cars(spoiling *s)
{
    assert_int_equal(
        cars_create(&s->c, NULL, &scene_roads_of(s->run.scene)->made, 0, s->w->all.count),
        GESTALT_OK);
    memcpy(s->c.kept, kept_of_size(s->w, s->c.kept_size)->bytes, s->c.kept_size);
}

static void view_airport(spoiling *s)
{
    airfield_fault fault;
    const airport_given *given = airport_of_scene(s->run.scene);
    assert_int_equal(airfield_create(&s->field, NULL, &given->plan, &fault), GESTALT_OK);
    assert_int_equal(airport_create(&s->a, NULL, &s->field, s->w->all.count), GESTALT_OK);
    size_t size;
    void *state = airport_state_of(s->a, &size);
    memcpy(state, kept_of_size(s->w, size)->bytes, size);
}

static void put_back(spoiling *s)
{
    size_t size;
    if (s->c.kept)
        memcpy(kept_of_size(s->w, s->c.kept_size)->bytes, s->c.kept, s->c.kept_size);
    if (s->a) {
        void *state = airport_state_of(s->a, &size);
        memcpy(kept_of_size(s->w, size)->bytes, state, size);
    }
}

static void view(spoiling *s)
{
    if (s->w->parts.states[SCENE_PART_ROADS])
        view_cars(s);
    if (s->w->parts.states[SCENE_PART_AIRPORT])
        view_airport(s);
    if (s->w->parts.states[SCENE_PART_CROWD]) {
        world_memory *counts = kept_of_size(s->w, CROWD_COUNTS * sizeof(uint64_t));
        s->count = counts->bytes;
        s->inside = counts[1].bytes;
        s->waited = counts[2].bytes;
    }
    if (s->w->parts.states[SCENE_PART_LIFE]) {
        world_memory *last = &s->w->saved.memory.list[s->w->saved.memory.count - 1];
        while (last->stride != 4)
            last--;
        s->eaten = last[-1].bytes;
        s->meal = last[-3].bytes;
    }
}

static void end_view(spoiling *s)
{
    cars_destroy(&s->c, NULL);
    airport_destroy(s->a);
    airfield_destroy(&s->field, NULL);
    s->a = NULL;
    s->field = (airfield){0};
}

// The first plane that is in a phase.
static airport_plane *plane_in(const airport *a, airport_phase phase)
{
    for (uint32_t i = 0; i < a->plane_count; i++)
        if (a->planes[i].phase == (uint32_t)phase)
            return &a->planes[i];
    fail_msg("no plane is in phase %d", phase);
    return NULL;
}

static uint32_t *route_in(const airport *a, airport_phase phase)
{
    return airport_route_of(a, plane_in(a, phase)->trip);
}

// Add an alternative route with a number of hops that do not exist.
static void add_other(const airport *a, uint32_t count, uint32_t later)
{
    const airport_plane *p = plane_in(a, AIRPORT_TAXI_IN);
    a->trips.ways[p->trip].other_count = count;
    a->trips.ways[p->trip].other_from = p->granted + later;
    airport_other_of(a, p->trip)[0] = UINT32_MAX;
}

// Make an alternative that is the rest of the plane's route, without some hops at its begin and
// end.
static airport_way *copy_other(const airport *a, uint32_t begin, uint32_t end)
{
    const airport_plane *p = a->planes;
    while (p->phase != AIRPORT_TAXI_IN || p->granted + 3 > a->trips.ways[p->trip].count - 1)
        p++;
    airport_way *way = &a->trips.ways[p->trip];
    uint32_t from = p->granted + 1 + begin;
    way->other_from = p->granted;
    way->other_count = way->count - from - end;
    way->detour = 1;
    memcpy(airport_other_of(a, p->trip), airport_route_of(a, p->trip) + from,
           way->other_count * sizeof *a->trips.routes);
    return way;
}

// Let a plane hold its route up to a node at which no plane may wait.
static void grant_on(const airport *a)
{
    for (uint32_t i = 0; i < a->plane_count; i++) {
        airport_plane *p = &a->planes[i];
        if (p->phase != AIRPORT_TAXI_IN && p->phase != AIRPORT_TAXI_OUT)
            continue;
        airport_way *way = &a->trips.ways[p->trip];
        const uint32_t *route = airport_route_of(a, p->trip);
        for (uint32_t k = p->at; k + 1 < way->count; k++)
            if (!a->field->can_wait[graph_edge_of(route[k])]) {
                p->granted = k;
                way->end = graph_edge_of(route[k]);
                return;
            }
    }
    fail_msg("everybody may wait everywhere");
}

static uint32_t unused_trip(const airport *a)
{
    uint32_t trip = 0;
    while (a->trips.ways[trip].plane != GRAPH_NONE)
        trip++;
    return trip;
}

// ---- corruptions: a name, the change, and the error

#define OF_ALL(X)                                                                                  \
    X(position_nan, w->all.position.at[0][3] = NAN, "agent 3 has a position that is not valid")    \
    X(position_infinite, w->all.position.at[1][0] = -INFINITY,                                     \
      "agent 0 has a position that is not valid")                                                  \
    X(velocity_nan, w->all.velocity.at[1][1] = NAN, "agent 1 has a velocity that is not finite")   \
    X(heading_infinite, w->all.heading.at[0][2] = INFINITY,                                        \
      "agent 2 has a heading that is not valid")                                                   \
    X(wander_nan, w->all.wander.at[0][2] = NAN,                                                    \
      "agent 2 has a wander direction that is not valid")                                          \
    X(touching_two, w->measured.touching[4] = 2, "agent 4 has a contact flag")                     \
    X(step_large, w->step += 1, "the time of its trees")                                           \
    X(step_huge, w->step = UINT64_MAX, "the time of its trees")                                    \
    X(step_none, w->step = 0, "the time of its trees")

#define CARS "the snapshot's car 5 "
#define OF_CARS(X)                                                                                 \
    X(lane_large, c->place[5].lane = c->on->lane_count, CARS "is not on the roads of this scene")  \
    X(lane_none, c->place[5].lane = ROAD_NONE, CARS "is not on a road")                            \
    X(lane_other, c->place[5].lane ^= 1, CARS "is not on the roads")                               \
    X(segment_large, c->place[5].segment += 100000, CARS "is not on the roads")                    \
    X(along_nan, c->place[5].along = NAN, CARS "is not on the roads")                              \
    X(along_infinite, c->place[5].along = INFINITY, CARS "is not on the roads")                    \
    X(along_far, c->place[5].along -= 50, CARS "is not on the roads")                              \
    X(next_large, c->next[5] = c->on->lane_count, CARS "continues on a lane")                      \
    X(next_none, c->next[5] = ROAD_NONE, CARS "continues on a lane")                               \
    X(next_other, c->next[5] = c->place[5].lane, CARS "continues on a lane")                       \
    X(admitted_two, c->admitted[5] = 2, CARS "has an impossible state at a crossing")              \
    X(waiting_long, c->waiting[5] = UINT32_MAX, CARS "has an impossible state at a crossing")      \
    X(speed_nan, c->speed[5] = NAN, CARS "has an invalid speed")                                   \
    X(speed_negative, c->speed[5] = -1, CARS "has an invalid speed")                               \
    X(sum_nan, c->record[5].speed = (double)NAN, CARS "has impossible counters")                   \
    X(progress_infinite, c->record[5].progress = (double)INFINITY, CARS "has impossible counters") \
    X(beside_infinite, c->record[5].beside = (double)INFINITY, CARS "has impossible counters")     \
    X(beside_negative, c->record[5].beside = -1, CARS "has impossible counters")                   \
    X(beside_nan, c->record[5].beside_most = NAN, CARS "has impossible counters")                  \
    X(steps_many, c->record[5].steps = UINT32_MAX, CARS "has impossible counters")                 \
    X(off_road_many, c->record[5].off_road = 1 << 20, CARS "has impossible counters")              \
    X(standing_more, c->record[5].standing = 1 << 20, CARS "has impossible counters")              \
    X(crossed_many, c->record[5].crossed = 1 << 20, CARS "has impossible counters")                \
    X(line_runs_many, c->record[5].line_runs = 1 << 20, CARS "has impossible counters")            \
    X(max_speed_nan, w->all.max_speed[5] = NAN, "agent 5 drives faster or slower than it may")     \
    X(max_speed_large, w->all.max_speed[5] = 15, "agent 5 drives faster or slower")

#define IN      plane_in(a, AIRPORT_TAXI_IN)
#define WAY     (&a->trips.ways[IN->trip])
#define VALUES  "has values that are out of range"
#define PHASE   "has a state that does not fit its phase"
#define ASTRAY  "is not on its route"
#define NOWHERE "has a route that leads nowhere"
#define HELD    "the reserved nodes and edges do not match its planes"
#define OF_AIRPORTS(X)                                                                             \
    X(phase_large, a->planes[7].phase = 8, VALUES)                                                 \
    X(answer_large, a->planes[7].answer = 3, VALUES)                                               \
    X(refused_two, a->planes[7].refused = 2, VALUES)                                               \
    X(detours_many, a->planes[7].detours = 1000, VALUES)                                           \
    X(since_future, a->planes[7].since = INT64_MAX, VALUES)                                        \
    X(since_negative, a->planes[7].since = INT64_MIN, VALUES)                                      \
    X(trip_large, a->planes[7].trip = a->trips.count, VALUES)                                      \
    X(stand_large, a->planes[7].stand = a->field->stand_count, VALUES)                             \
    X(runway_large, a->planes[7].runway = a->field->runway_count, VALUES)                          \
    X(plane_along_nan, a->planes[7].along = NAN, VALUES)                                           \
    X(plane_speed_nan, a->planes[7].speed = NAN, VALUES)                                           \
    X(plane_speed_negative, a->planes[7].speed = -1, VALUES)                                       \
    X(waited_negative, a->planes[7].waited = -1, VALUES)                                           \
    X(waited_infinite, a->planes[7].waited = INFINITY, VALUES)                                     \
    X(place_nan, a->planes[7].position.at[0] = NAN, VALUES)                                        \
    X(heading_nan, a->planes[7].heading.at[1] = NAN, VALUES)                                       \
    X(trip_of_other, IN->trip = plane_in(a, AIRPORT_TAXI_OUT)->trip,                               \
      "has the route of another plane")                                                            \
    X(trip_none, IN->trip = GRAPH_NONE, PHASE)                                                     \
    X(stand_none, IN->stand = GRAPH_NONE, PHASE)                                                   \
    X(runway_none, IN->runway = GRAPH_NONE, PHASE)                                                 \
    X(phase_other, IN->phase = AIRPORT_AWAY, PHASE)                                                \
    X(want_large, a->wishes[7].want = 8, "has a goal that does not exist")                         \
    X(at_large, IN->at = 5000, ASTRAY)                                                             \
    X(granted_large, IN->granted = UINT32_MAX, ASTRAY)                                             \
    X(tail_large, IN->tail = UINT32_MAX, ASTRAY)                                                   \
    X(along_behind, IN->along += 5000, ASTRAY)                                                     \
    X(along_negative, IN->along = -5, ASTRAY)                                                      \
    X(place_other, IN->position.at[0] += 10, ASTRAY)                                               \
    X(granted_short, grant_on(a), ASTRAY)                                                          \
    X(way_end, WAY->end = UINT32_MAX, ASTRAY)                                                      \
    X(way_plane, WAY->plane = 100000, "the route of another")                                      \
    X(way_nobody, WAY->plane = GRAPH_NONE, "the route of")                                         \
    X(way_unused, a->trips.ways[unused_trip(a)].plane = 0, "a route belongs to no plane")          \
    X(way_elsewhere, WAY->count -= 1, NOWHERE)                                                     \
    X(way_count, WAY->count = UINT32_MAX, NOWHERE)                                                 \
    X(way_short, WAY->count = 0, NOWHERE)                                                          \
    X(hop_large, route_in(a, AIRPORT_TAXI_IN)[0] = UINT32_MAX, NOWHERE)                            \
    X(hop_other, route_in(a, AIRPORT_TAXI_OUT)[1] ^= 1, NOWHERE)                                   \
    X(other_count, add_other(a, UINT32_MAX, 0), "has an alternative route that leads nowhere")     \
    X(other_later, add_other(a, 1, 1), "has an alternative route that leads nowhere")              \
    X(other_start, copy_other(a, 1, 0), "has an alternative route that leads nowhere")             \
    X(other_end, copy_other(a, 0, 1), "has an alternative route that leads nowhere")               \
    X(other_nan, copy_other(a, 0, 0)->detour = NAN, "has an alternative route that leads")         \
    X(other_hop, add_other(a, 1, 0), "has an alternative route that leads nowhere")                \
    X(edge_holder, a->edge_holder[0] ^= 1, HELD)                                                   \
    X(edge_holder_large, a->edge_holder[1] = 100000, HELD)                                         \
    X(node_holder, a->node_holder[0] = 100000, HELD)                                               \
    X(strip_holder, a->strips[0].holder = 100000, HELD)                                            \
    X(strip_held, a->strips[0].held += 1, HELD)                                                    \
    X(strip_coming, a->strips[0].coming += 1, HELD)                                                \
    X(strip_late, a->strips[0].free_at = INT64_MAX, HELD)                                          \
    X(stand_holder, a->stands[0].holder ^= 1, HELD)                                                \
    X(stand_freed, a->stands[0].freed = UINT32_MAX, HELD)                                          \
    X(need, a->trips.need[0] ^= 1, HELD)                                                           \
    X(claims, a->claims[0] = 1000, HELD)                                                           \
    X(ground_large, a->ground[0] = 100000, HELD)                                                   \
    X(ground_away, a->ground[0] = (uint32_t)(plane_in(a, AIRPORT_AWAY) - a->planes), HELD)         \
    X(ground_twice, a->ground[0] = a->ground[1], HELD)                                             \
    X(ground_count, a->counts->ground_count -= 1, HELD)                                            \
    X(trips_used, a->counts->trips_used = UINT32_MAX, HELD)                                        \
    X(under_way, a->counts->under_way += 1, HELD)                                                  \
    X(landings, a->counts->outcome.landings += 1, HELD)                                            \
    X(take_offs, a->counts->outcome.take_offs += 1, HELD)                                          \
    X(now, a->counts->now += 1, "its counts contradict each other")                                \
    X(outcome_nan, a->counts->outcome.holding = (double)NAN, "its counts contradict each other")   \
    X(separation_nan, a->counts->outcome.least_separation = (double)NAN, "its counts contradict")  \
    X(outcome_infinite, a->counts->outcome.taxi_out = (double)INFINITY,                            \
      "its counts contradict each other")                                                          \
    X(outcome_negative, a->counts->outcome.waiting = -1, "its counts contradict each other")       \
    X(last_negative, a->counts->outcome.last = -1, "its counts contradict each other")             \
    X(under_way_most, a->counts->outcome.most_under_way = UINT32_MAX,                              \
      "its counts contradict each other")                                                          \
    X(last_future, a->counts->outcome.last = INT64_MAX, "its counts contradict each other")        \
    X(same_stand, plane_in(a, AIRPORT_PARKED)->stand = IN->stand, "is where another plane is")

#define COUNTS "the snapshot's counts of pedestrians contradict each other"
#define OF_CROWDS(X)                                                                               \
    X(turn, s->count[TURN] += 1, COUNTS)                                                           \
    X(crossings, s->count[CROSSINGS] = UINT64_MAX, COUNTS)                                         \
    X(crossings_of_turn, s->count[OF_TURN] = UINT64_MAX, COUNTS)                                   \
    X(least, s->count[LEAST] = UINT64_MAX, COUNTS)                                                 \
    X(most, s->count[MOST] = UINT64_MAX, COUNTS)                                                   \
    X(red, s->count[RED] = UINT64_MAX, COUNTS)                                                     \
    X(left_over, s->count[LEFT_OVER] = UINT64_MAX, COUNTS)                                         \
    X(waiting, s->count[WAITING] = UINT64_MAX, COUNTS)                                             \
    X(longest, s->count[LONGEST] = UINT64_MAX, COUNTS)                                             \
    X(inside_two, s->inside[6] = 2,                                                                \
      "pedestrian 6 is recorded as waiting or crossing, but its position shows otherwise")         \
    X(inside_other, s->inside[6] ^= 1, "pedestrian 6 is recorded as waiting or crossing")          \
    X(waited_long, s->waited[6] = UINT32_MAX, "pedestrian 6 is recorded as waiting or crossing")

#define OTHERS "the agents of the snapshot's world are not those of its trees"
#define OF_LIFE(X)                                                                                 \
    X(meal_large, s->meal[9] = 3, "has an invalid meal")                                           \
    X(eaten_two, s->eaten[9] = 2, "has an invalid meal")                                           \
    X(agent_less, w->groups[2].end--, OTHERS)                                                      \
    X(agent_more, w->groups[2].end++, OTHERS)                                                      \
    X(births, w->groups[1].census->births += 1, OTHERS)                                            \
    X(deaths, w->groups[2].census->deaths = UINT64_MAX, OTHERS)

// ---- spoiling

typedef struct spoil_case {
    const char *name;
    void (*spoil)(spoiling *s);
    const char *found;
} spoil_case;

#define FUNCTION(name, statement, found)                                                           \
    static void spoil_##name(spoiling *s)                                                          \
    {                                                                                              \
        world *w = s->w;                                                                           \
        cars *c = &s->c;                                                                           \
        airport *a = s->a;                                                                         \
        (void)w, (void)c, (void)a;                                                                 \
        statement;                                                                                 \
    }
#define CASE(name, statement, found) {#name, spoil_##name, found},

OF_ALL(FUNCTION)
OF_CARS(FUNCTION)
OF_AIRPORTS(FUNCTION)
OF_CROWDS(FUNCTION)
OF_LIFE(FUNCTION)

static const spoil_case of_all[] = {OF_ALL(CASE)}, of_cars[] = {OF_CARS(CASE)},
                        of_airports[] = {OF_AIRPORTS(CASE)}, of_crowds[] = {OF_CROWDS(CASE)},
                        of_life[] = {OF_LIFE(CASE)};

static byte_buffer saved(const running *r)
{
    byte_buffer bytes = {0};
    assert_int_equal(r->is->snapshots.save_to(r->world, buffer_writer(&bytes), NULL), GESTALT_OK);
    return bytes;
}

// Expect that a snapshot is reported as wrong, and leaves the world unchanged.
static void expect_refused(const running *r, const byte_buffer *bytes, const char *name,
                           const char *found)
{
    gestalt_error error = {0};
    uint64_t before = running_hash(r);
    gestalt_result result =
        r->is->snapshots.load_memory(r->world, bytes->bytes, bytes->size, &error);
    if (result != GESTALT_BAD_FILE || !strstr(error.message, found))
        fail_msg("%s: %s: %s", name, gestalt_result_text(result), error.message);
    assert_int_equal(running_hash(r), before);
}

// Run each case in the state after a number of steps. The world that has refused them all
// continues.
static void spoil_all(const char *text, uint64_t steps, const spoil_case *cases, size_t count)
{
    const world_options options = {0};
    running one = running_of_text(text, &options), other = running_of_text(text, &options);
    running_go_on(&one, steps);
    running_go_on(&other, 2);
    byte_buffer good = saved(&one);
    for (size_t i = 0; i < count; i++) {
        spoiling s = {.run = one, .w = one.world};
        view(&s);
        cases[i].spoil(&s);
        put_back(&s);
        end_view(&s);
        byte_buffer bytes = saved(&one);
        expect_refused(&other, &bytes, cases[i].name, cases[i].found);
        free(bytes.bytes);
        // The corrupted world can load the good snapshot again, whatever was wrong.
        assert_int_equal(one.is->snapshots.load_memory(one.world, good.bytes, good.size, NULL),
                         GESTALT_OK);
    }
    running_go_on(&other, steps - 2);
    assert_int_equal(running_hash(&other), running_hash(&one));
    free(good.bytes);
    running_stop(&one);
    running_stop(&other);
}

static void test_cars(void **state)
{
    (void)state;
    const running_change changes[] = {
        {"\"count\": 750", "\"count\": 40"}, {"car.json", "traffic/car.json"}, {0}};
    char *text = running_changed("traffic/blocks-lights.json", changes);
    spoil_all(text, 150, of_cars, LENGTH(of_cars));
    spoil_all(text, 20, of_all, LENGTH(of_all));
    free(text);
}

static void test_airports(void **state)
{
    (void)state;
    char *text = running_text("airport.json");
    spoil_all(text, 4000, of_airports, LENGTH(of_airports));
    free(text);
}

static void test_crowds(void **state)
{
    (void)state;
    const running_change changes[] = {{"\"count\": 1000", "\"count\": 60"}, {0}};
    char *text = running_changed("crowd.json", changes);
    spoil_all(text, 90, of_crowds, LENGTH(of_crowds));
    spoil_all(text, 20, of_all, LENGTH(of_all));
    free(text);
}

static void test_life(void **state)
{
    (void)state;
    char *text = running_text("wolf-sheep.json");
    spoil_all(text, 20, of_life, LENGTH(of_life));
    free(text);
}

// ---- snapshots of another scene or population, and other files

static void test_other_scenes(void **state)
{
    (void)state;
    const world_options options = {0};
    const struct {
        const char *old, *new, *found; // NULL: the change is allowed
    } cases[] = {
        {"\"dt\": 1", "\"dt\": 0.5", "is of another scene: `world.dt` has changed"},
        {"[100, 100]", "[100, 101]", "`world.size` has changed"},
        {"\"periodic\": true, ", "", "`world.periodic` has changed"},
        {"\"max_force\": 1000", "\"max_force\": 999", "`birds.vehicle.max_force` has changed"},
        {"\"count\": 200", "\"count\": 201", "`birds.count` has changed"},
        {"\"birds\"", "\"bats\"", "`groups` has changed"},
        {"\"groups\"", "\"obstacles\": [{ \"at\": [1, 1], \"radius\": 1 }], \"groups\"",
         "`obstacles` has changed"},
        {"\"steps\": 100", "\"seed\": 3, \"steps\": 100", "`world.seed` has changed"},
        {"0.015", "0.016", "group 0 has another shape"},
        {"\"steps\": 100", "\"steps\": 1", NULL},
        {"\"doc\"", "\"name\": \"other\", \"recording\": { \"every\": 2 }, \"doc\"", NULL},
    };
    char *text = running_text("flock.json");
    running one = running_of_text(text, &options);
    running_go_on(&one, 3);
    byte_buffer bytes = saved(&one);
    running_go_on(&one, 3);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char *changed = running_replaced(text, cases[i].old, cases[i].new);
        running r = running_of_text(changed, &options);
        if (cases[i].found) {
            expect_refused(&r, &bytes, cases[i].new, cases[i].found);
        } else {
            assert_int_equal(r.is->snapshots.load_memory(r.world, bytes.bytes, bytes.size, NULL),
                             GESTALT_OK);
            running_go_on(&r, 3);
            assert_int_equal(running_hash(&r), running_hash(&one));
        }
        running_stop(&r);
        free(changed);
    }
    running_stop(&one);
    free(bytes.bytes);
    free(text);
}

// The first values of keys have been given to agents by then, so another `set` would be ignored.
static void test_other_set(void **state)
{
    (void)state;
    const world_options options = {0};
    char *text = running_text("wolf-sheep.json");
    char *changed = running_replaced(text, "\"food\": \"grass\"", "\"food\": \"sheep\"");
    running one = running_of_text(text, &options), other = running_of_text(changed, &options);
    byte_buffer bytes = saved(&one);
    expect_refused(&other, &bytes, "another set",
                   "is of another scene: `sheep.set.food` has changed");
    running_stop(&one);
    running_stop(&other);
    free(bytes.bytes);
    free(changed);
    free(text);
}

// The header precedes the memories of parts: a position in it, a value to add, and the error.
static void test_head(void **state)
{
    (void)state;
    const struct {
        size_t at;
        const char *found;
    } cases[] = {
        {0, "is not of a scene's world"},        {8, "but this build reads"},
        {12, "but the scene's has 2"},           {16, "has other parts than this build"},
        {24, "has other parts than this build"}, {32, "has other parts than this build"},
        {48, "has 201 agents, which the scene"}, {56, "has other parts than this build"},
    };
    running r = running_start("flock.json", &(world_options){0});
    gestalt_population *p = r.is->population(r.world);
    byte_buffer good = saved(&r);
    static const size_t cuts[] = {1, 30, 190}; // bytes that are missing at the end
    for (size_t i = 0; i < LENGTH(cases) + LENGTH(cuts); i++) {
        size_t size;
        const unsigned char *attached = gestalt_population_attached(p, &size);
        unsigned char *copy = malloc(size);
        memcpy(copy, attached, size);
        bool is_cut = i >= LENGTH(cases);
        size_t cut = is_cut ? cuts[i - LENGTH(cases)] : 0;
        if (!is_cut)
            copy[cases[i].at]++;
        byte_buffer bytes = {0};
        assert_int_equal(gestalt_population_attach(p, copy, size - cut, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_save_to(p, buffer_writer(&bytes), NULL), GESTALT_OK);
        expect_refused(&r, &bytes, "head",
                       is_cut ? "has other parts than this build" : cases[i].found);
        assert_int_equal(r.is->snapshots.load_memory(r.world, good.bytes, good.size, NULL),
                         GESTALT_OK);
        free(bytes.bytes);
        free(copy);
    }
    running_stop(&r);
    free(good.bytes);
}

// Add 1 to the ids of all agents, which must be one run.
static void move_ids(byte_buffer *b)
{
    chunk_header chunk = {0};
    uint64_t first, next_id;
    size_t at = sizeof(snapshot_header);
    while (chunk.kind != CHUNK_AGENTS) {
        at += chunk.kind ? sizeof chunk + chunk.size : 0;
        memcpy(&chunk, b->bytes + at, sizeof chunk);
    }
    memcpy(&first, b->bytes + at + sizeof chunk, sizeof first);
    memcpy(&next_id, b->bytes + offsetof(snapshot_header, next_id), sizeof next_id);
    first++;
    next_id++;
    memcpy(b->bytes + at + sizeof chunk, &first, sizeof first);
    memcpy(b->bytes + offsetof(snapshot_header, next_id), &next_id, sizeof next_id);
    repair_snapshot(b->bytes, b->size);
}

// Trees of agents that the world does not have.
static void test_population(void **state)
{
    (void)state;
    running r = running_start("flock.json", &(world_options){0});
    running other = running_start("flock.json", &(world_options){0});
    gestalt_population *p = r.is->population(r.world);
    byte_buffer bytes = {0};
    assert_int_equal(gestalt_population_save_to(p, buffer_writer(&bytes), NULL), GESTALT_OK);
    expect_refused(&other, &bytes, "nothing", "is not of a scene's world");
    free(bytes.bytes);
    bytes = saved(&r);
    move_ids(&bytes);
    expect_refused(&other, &bytes, "others", "are not those of its trees");
    free(bytes.bytes);
    running_stop(&r);
    running_stop(&other);
}

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    running_folder = arguments[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cars),         cmocka_unit_test(test_airports),
        cmocka_unit_test(test_crowds),       cmocka_unit_test(test_life),
        cmocka_unit_test(test_other_scenes), cmocka_unit_test(test_other_set),
        cmocka_unit_test(test_head),         cmocka_unit_test(test_population),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
