// SPDX-License-Identifier: MIT
// Roads, crossings, and cars that drive on them: no two cars collide, no car stands for long, and
// the results depend neither on the order of storage nor on how threads divide the work.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "amount.h"
#include "counting.h"
#include "random.h"
#include "road_corner.h"
#include "traffic_run.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

typedef enum kind { RING, TWO_RINGS, GRID } kind;

typedef struct drawing {
    arena memory;
    road_line lines[8];
    vector points[8][2];
    road_plan plan;
} drawing;

// A ring of 600 m; two rings with a radius of 100 m that cross at right angles; 4 x 4 roads on a
// torus.
static void draw(drawing *d, kind what)
{
    memset(d, 0, sizeof *d);
    arena_start(&d->memory, (gestalt_allocator){0});
    assert_int_equal(setjmp(d->memory.escape), 0);
    d->plan = (road_plan){.side = TRAFFIC_RIGHT, .width = 3.5f, .lines = d->lines};
    d->plan.world = (space){.low = {{-250, -250}}, .size = {{500, 500}}};
    if (what == RING) {
        d->lines[0] = road_circle(&d->memory, vector_zero(), 95.4930f);
        d->plan.line_count = 1;
    } else if (what == TWO_RINGS) {
        d->lines[0] = road_circle(&d->memory, (vector){{-70.71f, 0}}, 100);
        d->lines[1] = road_circle(&d->memory, (vector){{70.71f, 0}}, 100);
        d->plan.line_count = 2;
    } else {
        d->plan.world = (space){.size = {{600, 600}}, .periodic = true};
        for (int i = 0; i < 8; i++) {
            float at = (float)(i % 4) * 150 + 75;
            d->points[i][0] = i < 4 ? (vector){{0, at}} : (vector){{at, 0}};
            d->points[i][1] = i < 4 ? (vector){{600, at}} : (vector){{at, 600}};
            d->lines[i] = (road_line){d->points[i], 2, false};
        }
        d->plan.line_count = 8;
    }
}

static void test_ring_of_lanes(void **state)
{
    (void)state;
    drawing d;
    traffic_run t = {0};
    draw(&d, RING);
    d.plan.piece = 200;
    assert_true(traffic_roads(&t, &d.plan));
    assert_int_equal(t.on.track_count, 2);
    assert_int_equal(t.on.crossing_count, 0);
    assert_int_equal(t.on.lane_count, 7);                  // 589 m in 3 pieces, 611 m in 4
    const double radii[] = {95.493 + 1.75, 95.493 - 1.75}; // cars drive on the right
    for (uint32_t i = 0; i < 2; i++)
        assert_true(fabs((double)t.on.tracks[i].length - radii[i] * 6.283185) < 0.2);
    uint32_t lane = 0;
    for (uint32_t i = 0; i < 4; i++) // around, and back to the first lane
        lane = t.on.lanes[lane].next[0];
    assert_int_equal(lane, 0);
    traffic_end(&t);
    arena_destroy(&d.memory);
}

static void test_places(void **state)
{
    (void)state;
    drawing d;
    traffic_run t = {0};
    draw(&d, GRID);
    assert_true(traffic_roads(&t, &d.plan));
    const struct {
        float x, y, along, beside;
    } cases[] = {
        {200, 73.25f, 116.95f, 0}, // lane 0 starts 8.05 m behind the first crossing, at x = 75
        {200, 74.25f, 116.95f, -1}, {90, 72.25f, 6.95f, 1}, {690, 672.25f, 6.95f, 1}, // an image
        {80, 73.25f, -3.05f, 0}, // before the start of the lane
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        road_place place = {.lane = 0};
        float beside = roads_project(&t.on, (vector){{cases[i].x, cases[i].y}}, &place);
        assert_true(fabsf(place.along - cases[i].along) < 0.01f);
        assert_true(fabsf(beside - cases[i].beside) < 0.01f);
    }
    road_place ahead = roads_ahead(&t.on, (road_place){.along = 130}, t.on.lanes[0].next[0], 15);
    assert_int_equal(t.on.lanes[ahead.lane].crossing != ROAD_NONE, true);
    assert_true(fabsf(ahead.along - (145 - t.on.lanes[0].length)) < 0.01f);
    traffic_end(&t);
    arena_destroy(&d.memory);
}

// At a crossing, four tracks lead straight on. Each conflicts with the two that cross it, and
// yields to the one from the right.
static void test_crossing(void **state)
{
    (void)state;
    for (int turns = 0; turns < 2; turns++) {
        drawing d;
        traffic_run t = {0};
        draw(&d, GRID);
        d.plan.turns = turns;
        assert_true(traffic_roads(&t, &d.plan));
        assert_int_equal(t.on.crossing_count, 16);
        for (uint32_t i = 0; i < 16; i++) {
            const road_crossing *c = &t.on.crossings[i];
            assert_int_equal(c->entry_count, 4);
            assert_int_equal(c->way_count, turns ? 12 : 4);
            for (uint32_t way = 0; way < c->way_count; way++) {
                assert_int_equal(c->conflicts[way] >> way & 1, 0);
                for (uint32_t other = 0; other < c->way_count; other++)
                    assert_int_equal(c->conflicts[way] >> other & 1,
                                     c->conflicts[other] >> way & 1);
                if (!turns) {
                    assert_int_equal(__builtin_popcount(c->conflicts[way]), 2);
                    assert_int_equal(__builtin_popcount(c->yields[way]), 1);
                }
            }
        }
        traffic_end(&t);
        arena_destroy(&d.memory);
    }
}

static void test_bad_plans(void **state)
{
    (void)state;
    drawing d;
    roads made;
    draw(&d, TWO_RINGS);
    d.plan.stop = 80;
    assert_non_null(roads_build(&d.plan, &d.memory, &made));
    d.plan.stop = 0;
    assert_null(roads_build(&d.plan, &d.memory, &made));
    d.lines[1].point_count = 1;
    assert_non_null(roads_build(&d.plan, &d.memory, &made));
    arena_destroy(&d.memory);
}

// Plans with too much of something are refused before they take long.
static void test_large_plans(void **state)
{
    (void)state;
    enum { POINTS = 12000, LINES = 2 * 257 };
    static vector wave[POINTS];
    static vector straight[LINES][2];
    static road_line lines[LINES];
    drawing d;
    roads made;
    draw(&d, RING);
    for (uint32_t i = 0; i < POINTS; i++)
        wave[i] = (vector){{(float)i, (float)(i % 2)}};
    for (uint32_t i = 0; i < 3; i++)
        d.lines[i] = (road_line){wave, POINTS, false};
    d.plan.line_count = 3;
    assert_string_equal(roads_build(&d.plan, &d.memory, &made),
                        "the roads have too many points to find where they cross");
    for (uint32_t i = 0; i < LINES; i++) {
        float at = (float)(i / 2) * 20 + 10;
        straight[i][0] = i % 2 ? (vector){{at, 0}} : (vector){{0, at}};
        straight[i][1] = i % 2 ? (vector){{at, 5140}} : (vector){{5140, at}};
        lines[i] = (road_line){straight[i], 2, true};
    }
    d.plan.lines = lines;
    d.plan.line_count = LINES;
    d.plan.world = (space){.size = {{5140, 5140}}, .periodic = true};
    assert_string_equal(roads_build(&d.plan, &d.memory, &made), "there are too many crossings");
    lines[0].points = (const vector[]){{{1, 1}}, {{1, 1}}};
    assert_string_equal(roads_build(&d.plan, &d.memory, &made),
                        "a road needs at least 2 points, consecutive points must differ, and there "
                        "must not be too many");
    assert_int_equal(road_circle(&d.memory, vector_zero(), 2).point_count, 33);
    arena_destroy(&d.memory);
}

// Points at which lanes are cut make no segments of length 0. A one-way road has one track.
static void test_short_segments(void **state)
{
    (void)state;
    static const vector points[] = {{{0, 5}}, {{199.9996f, 5}}, {{400.0004f, 5}}, {{600, 5}}};
    drawing d;
    traffic_run t = {0};
    draw(&d, GRID);
    d.plan.piece = 300;
    d.plan.line_count = 1;
    d.lines[0] = (road_line){points, LENGTH(points), true};
    assert_true(traffic_roads(&t, &d.plan));
    assert_int_equal(t.on.track_count, 1);
    assert_int_equal(t.on.lane_count, 3);
    float begin = 0;
    for (uint32_t lane = 0; lane < 3; lane++) {
        float length = 0;
        for (uint32_t i = 0; i < t.on.lanes[lane].segment_count; i++) {
            const road_segment *s = roads_segment(&t.on, lane, i);
            assert_true(s->length > 0 && fabsf(s->start.at[1] - 5) < 1e-4f);
            assert_true(fabsf(s->start.at[0] - begin - length) < 0.01f);
            length += s->length;
        }
        assert_true(fabsf(length - 200) < 0.01f);
        begin += length;
    }
    assert_int_equal(t.on.lanes[0].segment_count, 1);
    traffic_end(&t);
    arena_destroy(&d.memory);
}

// On a bend, positions are found from any segment of the lane, to both sides of it.
static void test_bend(void **state)
{
    (void)state;
    drawing d;
    traffic_run t = {0};
    draw(&d, RING);
    d.plan.piece = 200;
    assert_true(traffic_roads(&t, &d.plan));
    uint32_t count = t.on.lanes[0].segment_count;
    assert_true(count > 8);
    for (uint32_t i = 0; i < count; i++) {
        const road_segment *s = roads_segment(&t.on, 0, i);
        vector middle = vector_add_scaled(s->start, s->direction, s->length / 2);
        vector right = vector_right(s->direction);
        for (uint32_t from = 0; from < count; from++) {
            road_place place = {.lane = 0, .segment = from};
            float beside = roads_project(&t.on, vector_add_scaled(middle, right, 0.5f), &place);
            assert_int_equal(place.segment, i);
            assert_true(fabsf(place.along - s->begin - s->length / 2) < 0.01f);
            assert_true(fabsf(beside - 0.5f) < 0.01f);
            assert_int_equal(roads_find_segment(&t.on, 0, from, place.along), i);
        }
        // Outside the corner, no segment is nearest, so the corner itself is found.
        if (i > 0)
            for (uint32_t from = 0; from < count; from += count - 1) {
                vector out = vector_unit(vector_subtract(s->start, vector_zero()));
                road_place place = {.lane = 0, .segment = from};
                roads_project(&t.on, vector_add_scaled(s->start, out, 2), &place);
                assert_true(fabsf(place.along - s->begin) < 0.01f);
            }
    }
    assert_int_equal(roads_find_segment(&t.on, 0, 1000, 0), 0);
    // Further ahead than any driver looks: the eighth lane.
    uint32_t next = t.on.lanes[0].next[0], last = 0;
    road_place far = roads_ahead(&t.on, (road_place){.lane = 0}, next, 1e6f);
    for (int i = 0; i < ROAD_HOPS; i++)
        last = t.on.lanes[last].next[0];
    assert_int_equal(far.lane, last);
    assert_int_equal(far.segment, t.on.lanes[last].segment_count - 1);
    traffic_end(&t);
    arena_destroy(&d.memory);
}

// Roads that are too long are refused before their lanes are made.
static void test_long_roads(void **state)
{
    (void)state;
    const float lengths[] = {2e8f, 1e18f, 1e38f, INFINITY};
    for (size_t i = 0; i < LENGTH(lengths); i++) {
        drawing d;
        roads made;
        counting memory = {0};
        draw(&d, GRID);
        d.memory.allocator = counting_allocator(&memory);
        d.plan.world.size.at[0] = lengths[i];
        for (int k = 0; k < 4; k++)
            d.points[k][1].at[0] = lengths[i];
        assert_string_equal(roads_build(&d.plan, &d.memory, &made), "there are too many lanes");
        if (memory.live_bytes > 1 << 16)
            fail_msg("%zu bytes for roads that are refused", memory.live_bytes);
        arena_destroy(&d.memory);
    }
}

// ---- corners

static road_line rounded(drawing *d, const vector *points, uint32_t count, float radius)
{
    const road_line line = {points, count, false};
    return road_round(&d->memory, &line, radius, 1.75f);
}

// The length of a line, and the largest angle at one of its points.
static float measure_line(const road_line *line, float *sharpest)
{
    float length = 0;
    *sharpest = 0;
    for (uint32_t i = 0; i + 1 < line->point_count; i++) {
        uint32_t before = i ? i - 1 : line->point_count - 2;
        vector in = vector_subtract(line->points[before + 1], line->points[before]);
        vector out = vector_subtract(line->points[i + 1], line->points[i]);
        float sine = in.at[0] * out.at[1] - in.at[1] * out.at[0];
        sine /= vector_length(in) * vector_length(out);
        *sharpest = fmaxf(*sharpest, fabsf(sine));
        length += vector_length(out);
    }
    return length;
}

// Arcs replace corners, also where a ring closes. They are as large as there is space, and larger
// where the angle is small.
static void test_rounded_corners(void **state)
{
    (void)state;
    drawing d;
    draw(&d, RING);
    const struct {
        vector points[5];
        uint32_t count;
        float radius, length;
    } cases[] = {
        // Four arcs of 14 m, and 4 * 72 m.
        {{{{0, 0}}, {{100, 0}}, {{100, 100}}, {{0, 100}}, {{0, 0}}}, 5, 14, 288 + 87.965f},
        // The short sides have space for 5 m each.
        {{{{0, 0}}, {{100, 0}}, {{100, 10}}, {{0, 10}}, {{0, 0}}}, 5, 14, 180 + 31.416f},
        // Clockwise.
        {{{{0, 0}}, {{0, 100}}, {{100, 100}}, {{100, 0}}, {{0, 0}}}, 5, 20, 240 + 125.664f},
        // A right-angled triangle.
        {{{{0, 0}}, {{40, 0}}, {{0, 30}}, {{0, 0}}}, 4, 4, 72 + 25.133f},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        float sharpest;
        road_line line = rounded(&d, cases[i].points, cases[i].count, cases[i].radius);
        float length = measure_line(&line, &sharpest);
        assert_true(sharpest < 0.2f);
        if (fabsf(length - cases[i].length) > 0.3f)
            fail_msg("case %zu: %g m, not %g", i, (double)length, (double)cases[i].length);
        assert_memory_equal(&line.points[0], &line.points[line.point_count - 1], sizeof(vector));
    }
    arena_destroy(&d.memory);
}

// A polygon with many corners becomes the circle within it. A straight road does not change.
static void test_gentle_corners(void **state)
{
    (void)state;
    drawing d;
    draw(&d, RING);
    vector points[25];
    for (uint32_t i = 0; i < 25; i++) {
        float turn = (float)(i % 24) * 0.261799f;
        points[i] = (vector){{100 * cosf(turn), 100 * sinf(turn)}};
    }
    road_line line = rounded(&d, points, 25, 14);
    for (uint32_t i = 0; i < line.point_count; i++)
        assert_true(fabsf(vector_length(line.points[i]) - 99.14f) < 0.05f);
    const vector straight[] = {{{0, 5}}, {{200, 5}}, {{600, 5}}};
    line = rounded(&d, straight, 3, 14);
    assert_int_equal(line.point_count, 3);
    assert_memory_equal(line.points, straight, sizeof straight);
    arena_destroy(&d.memory);
}

// Lanes know the speeds of their bends and of the bends ahead: in a corner at the middle and at the
// seam, and on the way to them.
static void test_speeds(void **state)
{
    (void)state;
    const vector points[] = {{{0, 0}}, {{200, 0}}, {{200, 200}}, {{0, 200}}, {{0, 0}}};
    drawing d;
    traffic_run t = {0};
    draw(&d, RING);
    d.lines[0] = rounded(&d, points, 5, 14);
    d.lines[0].one_way = true;
    assert_true(traffic_roads(&t, &d.plan));
    assert_true(fabsf(t.on.sharpest * 14 - 1) < 0.05f);
    assert_int_equal(t.on.lane_count, 2);
    float slowest = sqrtf(2.5f * 14);
    for (uint32_t lane = 0; lane < 2; lane++)
        for (float along = 0; along < t.on.lanes[lane].length; along += 0.5f) {
            road_place place = {.lane = lane, .along = along};
            place.segment = roads_find_segment(&t.on, lane, 0, along);
            vector at = roads_position(&t.on, place);
            // The distance from the nearest corner to the next one is 200 m.
            float x = fminf(at.at[0], 200 - at.at[0]), y = fminf(at.at[1], 200 - at.at[1]);
            bool bends = x < 13 && y < 13;
            float speed =
                fminf(roads_speed(&t.on, place),
                      sqrtf(t.on.lanes[!lane].entry + 4 * (t.on.lanes[lane].length - along)));
            assert_true(speed > slowest * 0.97f);
            assert_true(!bends || speed < slowest * 1.03f);
            assert_true(speed < sqrtf(slowest * slowest + 4 * 190) * 1.01f);
        }
    traffic_end(&t);
    arena_destroy(&d.memory);
}

// Cars with a desired speed of 40 m/s pass each corner at the speed that it allows, and stay in
// their lane.
static void test_fast_cars(void **state)
{
    (void)state;
    const vector points[] = {
        {{-150, -150}}, {{150, -150}}, {{150, 150}}, {{-150, 150}}, {{-150, -150}}};
    const float accelerations[] = {1.5f, 0.3f, 6};
    for (size_t i = 0; i < LENGTH(accelerations); i++) {
        drawing d;
        traffic_run t = {.measures = true, .slowest = 40, .fastest = 40};
        draw(&d, RING);
        d.lines[0] = rounded(&d, points, 5, 14);
        assert_true(traffic_roads(&t, &d.plan));
        t.rules.model.acceleration = accelerations[i];
        traffic_cars(&t, 12, 0);
        float most = 0;
        for (uint32_t step = 0; step < 6000; step++) {
            traffic_step(&t);
            for (uint32_t car = 0; car < t.c.count; car++) {
                float speed = roads_speed(&t.on, t.c.place[car]);
                most = fmaxf(most, t.c.speed[car] / speed);
            }
        }
        cars_summary s = cars_summarize(&t.c, t.dt, 0, t.c.count);
        if (t.collisions || s.worst_deviation > 0.3 || most > 1.15f || s.mean_speed < 6)
            fail_msg("%g m/s2: %u collisions, %g m beside, %g times too fast, %g m/s",
                     (double)accelerations[i], (unsigned)t.collisions, s.worst_deviation,
                     (double)most, s.mean_speed);
        traffic_end(&t);
        arena_destroy(&d.memory);
    }
}

static void test_lights(void **state)
{
    (void)state;
    const crossing_rules rules = {.green = 20, .yellow = 4};
    const struct {
        int64_t now;
        uint32_t green, yellow;
    } cases[] = {{0, 0, 2},  {19, 0, 2}, {20, 2, 0}, {23, 2, 0},
                 {24, 1, 2}, {43, 1, 2}, {44, 2, 1}, {48, 0, 2}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        uint32_t yellow;
        assert_int_equal(crossing_green(&rules, cases[i].now, &yellow), cases[i].green);
        assert_int_equal(yellow, cases[i].yellow);
    }
}

// ---- rows

// Order by lane, position and id. Cars on no lane come last, in any order.
static bool comes_before(const traffic_run *t, uint32_t a, uint32_t b)
{
    road_place p = t->c.place[a], q = t->c.place[b];
    if (p.lane != q.lane || p.lane == ROAD_NONE)
        return p.lane < q.lane;
    return p.along != q.along ? p.along < q.along : t->all.id[a] < t->all.id[b];
}

static void check_rows(const traffic_run *t)
{
    static uint8_t is_there[400];
    memset(is_there, 0, sizeof is_there);
    for (uint32_t i = 0; i < t->c.count; i++) {
        uint32_t car = t->c.rows.cars[i], lane = t->c.place[car].lane;
        lane = lane == ROAD_NONE ? t->on.lane_count : lane;
        assert_true(i == 0 || !comes_before(t, car, t->c.rows.cars[i - 1]));
        assert_true(t->c.rows.start[lane] <= i && i < t->c.rows.start[lane + 1]);
        is_there[car] = 1;
    }
    for (uint32_t i = 0; i < t->c.count; i++)
        assert_true(is_there[i]);
}

// Move cars to other lanes and positions: all of them, none, or a few. Pieces are done in any
// order.
static void test_rows(void **state)
{
    (void)state;
    enum { CARS = 400 };
    uint64_t random = 11;
    drawing d;
    traffic_run t = {0};
    draw(&d, GRID);
    assert_true(traffic_roads(&t, &d.plan));
    traffic_cars(&t, CARS, 0);
    for (uint32_t round = 0; round < 200; round++) {
        static const uint32_t changes[] = {CARS, 0, 3, 40, 1};
        for (uint32_t i = 0; i < changes[round % LENGTH(changes)]; i++) {
            road_place *place = &t.c.place[random_below(&random, CARS)];
            place->lane = random_below(&random, t.on.lane_count / 8);
            place->lane = place->lane ? place->lane * 8 : ROAD_NONE;
            place->along = (float)random_below(&random, 20);
        }
        for (uint32_t end = CARS, begin = CARS / 64 * 64; end > 0; end = begin, begin -= 64)
            cars_changed(&t.c, begin, end);
        cars_regroup(&t.c);
        for (uint32_t end = CARS, begin = CARS / 64 * 64; end > 0; end = begin, begin -= 64)
            cars_order(&t.c, &t.all, begin, end);
        check_rows(&t);
    }
    traffic_end(&t);
    arena_destroy(&d.memory);
}

// ---- what comes out

typedef struct outcome_case {
    const char *name;
    kind what;
    bool turns;
    crossing_control control;
    uint32_t cars;
    uint32_t steps;           // number of steps of 0.1 s
    double speed;             // minimum
    double deviation, stands; // maximum
    uint64_t crossed;         // minimum
} outcome_case;

static const outcome_case cases[] = {
    {"ring, ten cars, an hour", RING, false, 0, 10, 36000, 13.7, 0.05, 0.2, 0},
    {"ring, 25 per km and lane", RING, false, 0, 30, 36000, 12.4, 0.05, 0.2, 0},
    {"two rings, ten cars, an hour", TWO_RINGS, false, 0, 10, 36000, 13, 0.05, 20, 1400},
    {"two rings, 25 per km and lane", TWO_RINGS, false, 0, 63, 18000, 5, 0.05, 20, 1800},
    {"two rings, with turns", TWO_RINGS, true, 0, 31, 18000, 6, 0.5, 40, 1000},
    {"4 x 4, right of way", GRID, true, CROSSING_RIGHT_OF_WAY, 120, 3000, 5.5, 0.5, 60, 1200},
    {"4 x 4, lights", GRID, true, CROSSING_LIGHTS, 120, 3000, 4, 0.5, 60, 900},
    {"4 x 4, 25 per km and lane", GRID, false, CROSSING_RIGHT_OF_WAY, 240, 3000, 5, 0.1, 60, 2000},
};

static void test_outcomes(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const outcome_case *k = &cases[i];
        drawing d;
        traffic_run t = {.measures = true};
        draw(&d, k->what);
        d.plan.turns = k->turns;
        d.plan.control = k->control;
        assert_true(traffic_roads(&t, &d.plan));
        traffic_cars(&t, k->cars, 0);
        for (uint32_t step = 0; step < amount_of(k->steps, 8); step++)
            traffic_step(&t);
        cars_summary s = cars_summarize(&t.c, t.dt, 0, t.c.count);
        print_message("# %s: %u collisions, %.2f m/s, %.0f cars an hour, deviation %.3f and %.3f, "
                      "stood %.1f s, %u crossed\n",
                      k->name, (unsigned)t.collisions, s.mean_speed, s.flow, s.mean_deviation,
                      s.worst_deviation, s.longest_stand, (unsigned)s.crossed);
        assert_int_equal(t.collisions, 0);
        assert_int_equal(s.line_runs, 0);
        assert_true(s.longest_stand <= k->stands && s.worst_deviation <= k->deviation);
        assert_true(amount_is_small() || (s.mean_speed >= k->speed && s.crossed >= k->crossed));
        traffic_end(&t);
        arena_destroy(&d.memory);
    }
}

// Cars would collide if crossings admitted all of them at once, so the test above can fail.
static void test_without_rules(void **state)
{
    (void)state;
    drawing d;
    traffic_run t = {.measures = true, .everybody = true};
    draw(&d, TWO_RINGS);
    assert_true(traffic_roads(&t, &d.plan));
    traffic_cars(&t, 30, 0);
    for (uint32_t step = 0; step < 6000; step++) {
        for (uint32_t i = 0; i < 30; i++)
            t.c.admitted[i] = 1;
        traffic_step(&t);
    }
    assert_true(t.collisions > 0);
    traffic_end(&t);
    arena_destroy(&d.memory);
}

// The same cars, stored in reverse order and handled in small pieces.
static void test_order_of_storage(void **state)
{
    (void)state;
    enum { CARS = 100 };
    static vector found[2][CARS];
    for (int way = 0; way < 2; way++) {
        drawing d;
        traffic_run t = {.reversed = way, .grain = way ? 7 : 0};
        draw(&d, GRID);
        d.plan.turns = true;
        assert_true(traffic_roads(&t, &d.plan));
        traffic_cars(&t, CARS, 0);
        for (uint32_t step = 0; step < 2000; step++)
            traffic_step(&t);
        for (uint32_t i = 0; i < CARS; i++)
            found[way][t.all.id[i]] = vectors_get(&t.all.position, i);
        traffic_end(&t);
        arena_destroy(&d.memory);
    }
    assert_memory_equal(found[0], found[1], sizeof found[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ring_of_lanes),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_crossing),
        cmocka_unit_test(test_bad_plans),
        cmocka_unit_test(test_large_plans),
        cmocka_unit_test(test_short_segments),
        cmocka_unit_test(test_bend),
        cmocka_unit_test(test_long_roads),
        cmocka_unit_test(test_rounded_corners),
        cmocka_unit_test(test_gentle_corners),
        cmocka_unit_test(test_speeds),
        cmocka_unit_test(test_fast_cars),
        cmocka_unit_test(test_lights),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_without_rules),
        cmocka_unit_test(test_order_of_storage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
