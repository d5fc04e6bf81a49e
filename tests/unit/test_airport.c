// SPDX-License-Identifier: MIT
// Right of way under trees of every kind: planes with random wishes on small fields that are full
// of two-way lanes. No two planes come close to each other, every state is safe, and all planes
// leave.
#include "airport.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

// A runway along y = 0, an apron of lanes below it, `wide` by 2, and stands below that. All lanes
// may be used in both directions.
enum { WIDE_MAX = 6, NODES_MAX = 5 + 3 * WIDE_MAX, EDGES_MAX = 8 + 4 * WIDE_MAX };

typedef struct sketch {
    vector nodes[NODES_MAX];
    graph_edge edges[EDGES_MAX];
    float speeds[EDGES_MAX];
    uint32_t strip[4], stands[WIDE_MAX];
    airfield_runway runway;
    airfield_plan plan;
} sketch;

static void add_edge(sketch *s, uint32_t from, uint32_t to, bool is_one_way)
{
    s->edges[s->plan.edge_count++] = (graph_edge){from, to, is_one_way};
}

static uint32_t add_node(sketch *s, float x, float y)
{
    s->nodes[s->plan.node_count] = (vector){{x, y}};
    return s->plan.node_count++;
}

static void draw(sketch *s, uint32_t wide)
{
    memset(s, 0, sizeof *s);
    uint32_t lanes[2][WIDE_MAX];
    s->plan.rules = airfield_default_rules;
    for (uint32_t i = 0; i < 4; i++)
        s->strip[i] = add_node(s, (const float[]){0, 1560, 1680, 2400}[i], 0);
    for (uint32_t i = 0; i < 3; i++)
        add_edge(s, s->strip[i], s->strip[i + 1], true);
    for (uint32_t i = 0; i < wide; i++)
        for (uint32_t row = 0; row < 2; row++)
            lanes[row][i] = add_node(s, 1560 + 120 * (float)i, -150 - 120 * (float)row);
    for (uint32_t i = 0; i < wide; i++) {
        add_edge(s, lanes[0][i], lanes[1][i], false);
        for (uint32_t row = 0; i > 0 && row < 2; row++)
            add_edge(s, lanes[row][i - 1], lanes[row][i], false);
        s->stands[i] = add_node(s, 1560 + 120 * (float)i, -340);
        add_edge(s, lanes[1][i], s->stands[i], false);
    }
    add_edge(s, s->strip[1], lanes[0][0], true);
    add_edge(s, s->strip[2], lanes[0][1], true);
    uint32_t corner = add_node(s, 0, -150);
    add_edge(s, lanes[0][0], corner, false);
    add_edge(s, corner, s->strip[0], true);
    s->runway = (airfield_runway){s->strip, 4, true, true};
    airfield_plan plan = s->plan;
    s->plan =
        (airfield_plan){s->nodes, plan.node_count, s->edges, s->speeds, plan.edge_count, &s->runway,
                        1,        s->stands,       wide,     plan.rules};
}

// A random tree: a tenth of the time it stays, holds, or looks for other routes and takes them.
// Otherwise it wants what its phase needs.
static airport_wish wish_of(const airport *a, uint32_t plane, uint64_t *random)
{
    static const uint8_t needs[] = {AIRPORT_LAND, AIRPORT_TAXI, AIRPORT_TAXI, AIRPORT_LEAVE,
                                    AIRPORT_TAXI, AIRPORT_TAXI, AIRPORT_LIFT, AIRPORT_STAY};
    static const uint8_t whims[] = {AIRPORT_STAY,   AIRPORT_HOLD, AIRPORT_SEARCH,
                                    AIRPORT_SWITCH, AIRPORT_LIFT, AIRPORT_TAXI};
    const airport_plane *p = airport_plane_of(a, plane);
    airport_wish wish = {.want = needs[p->phase],
                         .rank = (int32_t)random_below(random, 3),
                         .speed = 5 + (float)random_below(random, 10)};
    if (airport_is_at_goal(a, plane) && p->phase == AIRPORT_TAXI_OUT)
        wish.want = AIRPORT_LIFT;
    if (p->phase == AIRPORT_LANDING || p->phase == AIRPORT_TAKING_OFF)
        wish.speed = 70;
    if (random_below(random, 10) == 0)
        wish.want = whims[random_below(random, LENGTH(whims))];
    return wish;
}

static void check_end(const airport *a, uint32_t planes, const char *what, uint32_t wide)
{
    const airport_outcome *outcome = airport_outcome_of(a);
    if (outcome->take_offs != planes)
        fail_msg("%s, %u wide: only %u of %u planes got away", what, wide, outcome->take_offs,
                 planes);
    assert_int_equal(outcome->landings, planes);
    assert_int_equal(outcome->accidents, 0);
    assert_true(outcome->least_separation >= airfield_default_rules.separation * 0.9999f);
}

static void test_whims(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (uint32_t wide = 2; wide <= WIDE_MAX; wide++) {
        enum { PLANES = 40, STEPS = 40000 };
        sketch s;
        airfield field;
        airfield_fault fault;
        airport *a;
        draw(&s, wide);
        gestalt_result result = airfield_create(&field, NULL, &s.plan, &fault);
        if (result == GESTALT_REJECTED)
            fail_msg("part %d %u: %s (%g, needs %g; %u)", fault.part, fault.index, fault.what,
                     (double)fault.found, (double)fault.needed, fault.other);
        assert_int_equal(airport_create(&a, NULL, &field, PLANES), GESTALT_OK);
        for (int step = 0; step < STEPS && airport_outcome_of(a)->take_offs < PLANES; step++) {
            for (uint32_t plane = 0; plane < PLANES; plane++)
                airport_wish_of(a, plane, wish_of(a, plane, &random));
            airport_step(a, step * INT64_C(500000), 500000);
            assert_true(airport_is_safe(a));
        }
        check_end(a, PLANES, "whims", wide);
        assert_true(wide < 3 || airport_outcome_of(a)->detours > 0);
        airport_destroy(a);
        airfield_destroy(&field, NULL);
    }
}

// ---- routes as lists of nodes

enum { ROOM = 2 * NODES_MAX };

static airport_nodes nodes_in(int32_t *list, uint32_t count)
{
    return (airport_nodes){list, 1, count};
}

// Refuse changed lists of an alternative route, without any change of the state.
static void refuse_bad_nodes(airport *a, uint32_t plane, const int32_t *good, uint32_t count)
{
    size_t size;
    const void *state = airport_state_of(a, &size);
    void *before = malloc(size);
    memcpy(before, state, size);
    for (uint32_t i = 0; i < count && count > 1; i++) {
        const int32_t wrong[] = {-1, INT32_MIN, INT32_MAX, NODES_MAX + 1, good[(i + 1) % count]};
        for (size_t k = 0; k < LENGTH(wrong); k++) {
            int32_t list[ROOM];
            memcpy(list, good, count * sizeof *good);
            list[i] = wrong[k];
            assert_false(airport_offer_route(a, plane, nodes_in(list, count)));
        }
    }
    int32_t list[ROOM] = {good[0], good[1 % count]};
    memcpy(list + 2, good, count * sizeof *good); // there and back, which repeats two nodes
    assert_false(airport_offer_route(a, plane, nodes_in(list, count + 2)));
    memcpy(list, good, count * sizeof *good);
    assert_false(airport_offer_route(a, plane, nodes_in(list, 0)));
    assert_false(airport_offer_route(a, plane, nodes_in(list, count - 1)));
    assert_false(airport_offer_route(a, plane, nodes_in(list + 1, count - 1)));
    assert_memory_equal(before, state, size);
    free(before);
}

// Read the alternative route that was just found, and offer the same one.
static void check_found(airport *a, uint32_t plane)
{
    int32_t list[ROOM], apart[ROOM * 3];
    uint32_t count = airport_read_other(a, plane, nodes_in(list, ROOM));
    assert_true(count >= 1 && count <= ROOM);
    memset(apart, 0x55, sizeof apart);
    assert_int_equal(airport_read_other(a, plane, (airport_nodes){apart, 3, count - 1}),
                     GRAPH_NONE);
    assert_int_equal(apart[0], 0x55555555);
    assert_int_equal(airport_read_other(a, plane, (airport_nodes){apart, 3, count}), count);
    for (uint32_t i = 0; i < count; i++)
        assert_true(apart[i * 3] == list[i] && apart[i * 3 + 1] == 0x55555555);
    refuse_bad_nodes(a, plane, list, count);
    float detour = airport_detour(a, plane);
    size_t size;
    const void *state = airport_state_of(a, &size);
    void *before = malloc(size);
    memcpy(before, state, size);
    assert_true(airport_offer_route(a, plane, (airport_nodes){apart, 3, count}));
    assert_memory_equal(before, state, size);
    assert_true(airport_detour(a, plane) == detour);
    free(before);
}

// Walk at random from the start of a plane's route, without repeated nodes, until its goal.
// Returns the number of nodes, or 0 at a dead end.
static uint32_t draw_walk(const airfield *field, int32_t *list, int32_t goal, uint64_t *random)
{
    const graph *g = &field->ways;
    uint32_t count = 1;
    while (list[count - 1] != goal) {
        uint32_t first = g->first[list[count - 1]], end = g->first[list[count - 1] + 1];
        uint32_t choice = first + random_below(random, end - first);
        int32_t next = first < end ? (int32_t)graph_hop_to(g, g->ways[choice]) : list[0];
        for (uint32_t i = 0; i < count; i++)
            if (list[i] == next)
                return 0;
        list[count++] = next;
    }
    return count;
}

// Return whether a plane on its last granted edge would have to turn on the spot.
static bool turns_back(const airfield *field, const airport_plane *p, const int32_t *list)
{
    const vector *at = field->ways.position;
    vector way = vector_subtract(at[list[1]], at[list[0]]);
    bool is_near = vector_distance(p->position, at[list[0]]) < vector_length(way);
    return p->phase != AIRPORT_PUSHING && p->at == p->granted && is_near &&
           vector_dot(way, p->heading) < -0.99f * vector_length(way);
}

// Offer a random walk to the goal. Returns whether the plane can take it.
static bool offer_walk(airport *a, const airfield *field, uint32_t plane, uint64_t *random)
{
    int32_t list[ROOM];
    uint32_t count = airport_read_route(a, plane, nodes_in(list, ROOM));
    assert_int_equal(airport_read_route(a, plane, nodes_in(list, 0)), GRAPH_NONE);
    if (count == GRAPH_NONE)
        return false;
    const airport_plane *p = airport_plane_of(a, plane);
    uint32_t goal = p->phase == AIRPORT_PUSHING || p->phase == AIRPORT_TAXI_OUT
                        ? field->runways[p->runway].nodes[0]
                        : field->stands[p->stand];
    assert_int_equal(list[count - 1], goal);
    count = draw_walk(field, list, (int32_t)goal, random);
    if (count == 0 || !airport_offer_route(a, plane, nodes_in(list, count)))
        return false;
    assert_false(count > 1 && turns_back(field, p, list));
    return true;
}

static airport_wish wish_of_walker(airport *a, const airfield *field, uint32_t plane,
                                   uint64_t *random)
{
    airport_wish wish = wish_of(a, plane, random);
    if (airport_plane_of(a, plane)->answer == AIRPORT_YES && airport_detour(a, plane) < INFINITY)
        check_found(a, plane);
    if (random_below(random, 4) == 0 && offer_walk(a, field, plane, random))
        wish.want = AIRPORT_SWITCH;
    return wish;
}

// Planes that take any route that is possible are as safe as all others.
static void test_walks(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (uint32_t wide = 2; wide <= WIDE_MAX; wide++) {
        enum { PLANES = 40, STEPS = 40000 };
        sketch s;
        airfield field;
        airfield_fault fault;
        airport *a;
        draw(&s, wide);
        s.plan.rules.detours = 20;
        assert_int_equal(airfield_create(&field, NULL, &s.plan, &fault), GESTALT_OK);
        assert_int_equal(airport_create(&a, NULL, &field, PLANES), GESTALT_OK);
        for (int step = 0; step < STEPS && airport_outcome_of(a)->take_offs < PLANES; step++) {
            for (uint32_t plane = 0; plane < PLANES; plane++)
                airport_wish_of(a, plane, wish_of_walker(a, &field, plane, &random));
            airport_step(a, step * INT64_C(500000), 500000);
            assert_true(airport_is_safe(a));
        }
        check_end(a, PLANES, "walks", wide);
        assert_true(airport_outcome_of(a)->detours > 0);
        airport_destroy(a);
        airfield_destroy(&field, NULL);
    }
}

// ---- invalid plans: each fault alone

static void no_gap(sketch *s)
{
    s->plan.rules.clearance = 30;
}
static void no_brake(sketch *s)
{
    s->plan.rules.brake = NAN;
}
static void no_length(sketch *s)
{
    s->edges[4].to = s->edges[4].from;
}
static void steep(sketch *s)
{
    s->nodes[s->stands[1]].at[0] += 60;
}
static void crowded(sketch *s)
{
    s->nodes[s->stands[1]] = (vector){{1580, -350}};
}
static void short_stand(sketch *s)
{
    s->nodes[s->stands[2]].at[1] = -310;
}
static void open_stand(sketch *s)
{
    add_edge(s, s->stands[0], s->stands[1], false);
}
static void twice(sketch *s)
{
    s->stands[1] = s->stands[0];
}
static void short_strip(sketch *s)
{
    s->plan.rules.thrust = 1;
}
static void early_exit(sketch *s)
{
    s->plan.rules.brake = 0.5f;
}
static void one_node(sketch *s)
{
    s->runway.node_count = 1;
}
static void gap(sketch *s)
{
    s->strip[2] = s->strip[3];
}
static void slow(sketch *s)
{
    s->speeds[3] = -1;
}

static void no_wake(sketch *s)
{
    s->plan.rules.wake = NAN;
}
static void no_patience(sketch *s)
{
    s->plan.rules.patience = -1;
}
static void many_nodes(sketch *s)
{
    s->plan.node_count = AIRFIELD_NODES_MAX + 1;
}
static void many_edges(sketch *s)
{
    s->plan.edge_count = AIRFIELD_EDGES_MAX + 1;
}
static void round_strip(sketch *s)
{
    s->strip[3] = s->strip[0];
}
static void one_way_stand(sketch *s)
{
    for (uint32_t i = 0; i < s->plan.edge_count; i++)
        s->edges[i].is_one_way |= s->edges[i].to == s->stands[0];
}
static void strip_stand(sketch *s)
{
    s->stands[0] = s->strip[3];
}
static void across(sketch *s)
{
    s->nodes[s->stands[1]] = (vector){{1400, -210}}; // at the corner of the lane
}

static void test_faults(void **state)
{
    (void)state;
    const struct {
        void (*spoil)(sketch *s);
        airfield_part part;
        const char *what;
    } cases[] = {
        {no_gap, AIRFIELD_RULES, "`clearance` must not be below `separation`"},
        {no_brake, AIRFIELD_RULES, "`brake` must be above 0"},
        {no_wake, AIRFIELD_RULES, "`wake` must not be below 0"},
        {no_patience, AIRFIELD_RULES, "`patience` must not be below 0"},
        {many_nodes, AIRFIELD_NODE, "is beyond the limit"},
        {many_edges, AIRFIELD_EDGE, "is beyond the limit"},
        {round_strip, AIRFIELD_RUNWAY, "has a node that is on a runway already"},
        {one_way_stand, AIRFIELD_STAND,
         "must have an edge in both directions, and must not be on a runway"},
        {strip_stand, AIRFIELD_STAND,
         "must have an edge in both directions, and must not be on a runway"},
        {across, AIRFIELD_EDGE, "comes so close to another edge that planes could collide"},
        {no_length, AIRFIELD_EDGE, "has no length"},
        {slow, AIRFIELD_EDGE, "has a speed below 0"},
        {crowded, AIRFIELD_EDGE, "comes so close to another edge that planes could collide"},
        {steep, AIRFIELD_EDGE, "comes so close to another edge that planes could collide"},
        {short_stand, AIRFIELD_STAND, "has an edge that is too short"},
        {open_stand, AIRFIELD_STAND, "must have exactly one edge, so that no route crosses it"},
        {twice, AIRFIELD_STAND, "is in `stands` twice"},
        {short_strip, AIRFIELD_RUNWAY, "is too short for a take-off"},
        {early_exit, AIRFIELD_RUNWAY, "has no exit far enough from its start for planes that land"},
        {one_node, AIRFIELD_RUNWAY, "has fewer than two nodes"},
        {gap, AIRFIELD_RUNWAY,
         "has two consecutive nodes without an edge in that direction between them"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        sketch s;
        airfield field;
        airfield_fault fault = {0};
        draw(&s, 3);
        cases[i].spoil(&s);
        gestalt_result result = airfield_create(&field, NULL, &s.plan, &fault);
        if (result != GESTALT_REJECTED || fault.part != cases[i].part ||
            strcmp(fault.what, cases[i].what) != 0)
            fail_msg("case %zu: result %d, part %d, %s", i, result, fault.part,
                     fault.what ? fault.what : "nothing");
        assert_null(field.memory);
    }
}

// ---- memory that fails at every allocation in turn

typedef struct scarce {
    int left;  // allocations until one fails
    int taken; // blocks that are not released
} scarce;

static void *scarce_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    scarce *s = user;
    (void)old_size;
    if (new_size == 0) {
        s->taken -= block != NULL;
        free(block);
        return NULL;
    }
    if (s->left-- <= 0)
        return NULL;
    s->taken += block == NULL;
    return realloc(block, new_size);
}

static void test_memory(void **state)
{
    (void)state;
    sketch s;
    draw(&s, 4);
    bool done = false;
    for (int allowed = 0; !done; allowed++) {
        scarce memory = {.left = allowed};
        gestalt_allocator where = {scarce_resize, &memory};
        airfield field;
        airfield_fault fault;
        airport *a = NULL;
        gestalt_result result = airfield_create(&field, &where, &s.plan, &fault);
        if (result == GESTALT_OK)
            result = airport_create(&a, &where, &field, 5);
        done = result == GESTALT_OK;
        assert_true(done || result == GESTALT_NO_MEMORY);
        airport_destroy(a);
        airfield_destroy(&field, &where);
        assert_int_equal(memory.taken, 0);
        assert_true(allowed < 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_whims), cmocka_unit_test(test_walks),
                                       cmocka_unit_test(test_faults),
                                       cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
