// SPDX-License-Identifier: MIT
// Steering without trees, through its public header: the same motion as in a world whose trees have
// the same urges, with any kernels and threads; vehicles that are added and removed; what is
// refused.
#include <gestalt/compiler.h>
#include <gestalt/worlds/steer.h>
#include <gestalt/worlds/world.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "float_ways.h"

// ---- the same motion as in a world

static const char flock[] =
    "{\"scene\":1,\"world\":{\"size\":[%s],\"periodic\":true,\"dt\":1,\"seed\":3,\"push\":"
    "\"linear\"},"
    "\"groups\":[{\"name\":\"birds\",\"count\":%u,"
    "\"vehicle\":{\"max_speed\":1,\"min_speed\":1,\"max_force\":1000,\"radius\":0},"
    "\"velocity\":{\"how\":\"box\",\"most\":1},\"tree\":{\"gestalt\":1,\"root\":{\"type\":"
    "\"concurrent\","
    "\"children\":["
    "{\"type\":\"action\",\"do\":\"gather\",\"args\":{\"radius\":5,\"weight\":0.03}},"
    "{\"type\":\"action\",\"do\":\"spread\",\"args\":{\"radius\":1,\"weight\":0.015}},"
    "{\"type\":\"action\",\"do\":\"match\",\"args\":{\"radius\":5,\"weight\":0.05}}]}}}]}";

static const gestalt_steer_number one = {.value = 1};

static const gestalt_urge flocking[] = {
    {.type = GESTALT_STEER_GATHER,
     .weight = {.value = 0.03f},
     .numbers = {{.value = 5}, {.value = -2}}},
    {.type = GESTALT_STEER_SPREAD,
     .weight = {.value = 0.015f},
     .numbers = {{.value = 1}, {.value = -2}}},
    {.type = GESTALT_STEER_MATCH,
     .weight = {.value = 0.05f},
     .numbers = {{.value = 5}, {.value = -2}}},
};

static gestalt_world *world_of(const char *size, unsigned count, gestalt_scene **scene)
{
    char text[2000];
    gestalt_scene_findings findings;
    gestalt_world *world;
    snprintf(text, sizeof text, flock, size, count);
    assert_int_equal(
        gestalt_scene_read("flock.json", text, strlen(text), NULL, scene, &findings, NULL),
        GESTALT_OK);
    gestalt_scene_findings_release(&findings, NULL);
    assert_int_equal(gestalt_world_create(*scene, NULL, &world, NULL), GESTALT_OK);
    return world;
}

// Steering with the agents of a world.
static gestalt_steering *steering_of(const gestalt_world *world, gestalt_steering_options how)
{
    gestalt_steering *s;
    gestalt_world_columns from = gestalt_world_columns_of(world);
    how.capacity = from.count;
    how.periodic = true;
    how.reach = 5;
    how.push = GESTALT_PUSH_LINEAR;
    assert_int_equal(gestalt_steering_create(&how, &s, NULL), GESTALT_OK);
    for (uint32_t i = 0; i < from.count; i++)
        assert_int_equal(gestalt_steering_add(s, from.id[i], 0), i);
    gestalt_vehicles to = gestalt_steering_vehicles(s);
    for (uint32_t d = 0; d < (how.dimensions ? how.dimensions : 2); d++) {
        memcpy(to.position[d], from.position[d], from.count * sizeof(float));
        memcpy(to.velocity[d], from.velocity[d], from.count * sizeof(float));
    }
    for (uint32_t i = 0; i < from.count; i++) {
        to.max_force[i] = 1000;
        to.min_speed[i] = 1;
    }
    return s;
}

static void expect_same(gestalt_steering *s, const gestalt_world *world, uint32_t dimensions)
{
    gestalt_world_columns expected = gestalt_world_columns_of(world);
    gestalt_vehicles found = gestalt_steering_vehicles(s);
    assert_int_equal(found.count, expected.count);
    for (uint32_t d = 0; d < dimensions; d++) {
        assert_memory_equal(found.position[d], expected.position[d],
                            expected.count * sizeof(float));
        assert_memory_equal(found.velocity[d], expected.velocity[d],
                            expected.count * sizeof(float));
    }
}

static void expect_flock(const char *size, unsigned count, gestalt_steering_options how)
{
    gestalt_scene *scene;
    gestalt_world *world = world_of(size, count, &scene);
    gestalt_steering *s = steering_of(world, how);
    for (int step = 0; step < 10; step++) {
        assert_int_equal(gestalt_world_step(world, NULL), GESTALT_OK);
        assert_int_equal(gestalt_steering_step(s, GESTALT_COMBINE_SUM, flocking, 3, 1), GESTALT_OK);
        expect_same(s, world, how.dimensions ? how.dimensions : 2);
    }
    gestalt_steering_destroy(s);
    gestalt_world_destroy(world);
    gestalt_scene_destroy(scene);
}

static void test_as_a_world(void **state)
{
    (void)state;
    expect_flock("40,30", 300, (gestalt_steering_options){.size = {40, 30}});
    expect_flock("40,30", 300, (gestalt_steering_options){.size = {40, 30}, .kernels = "plain"});
    expect_flock("20,15,12", 300,
                 (gestalt_steering_options){.dimensions = 3, .size = {20, 15, 12}});
}

// ---- other floating-point environments

enum { FLOAT_STEPS = 5, FLOAT_AGENTS = 60 };

// Store the positions of all vehicles after some steps with given options. Some of them hardly move
// at first.
static void steer_in_way(const way *w, const char *kernels, float places[2][FLOAT_AGENTS])
{
    gestalt_steering_options how = {.capacity = FLOAT_AGENTS, .size = {40, 30}, .reach = 5};
    gestalt_steering *s;
    how.kernels = kernels;
    WITH(w, gestalt_steering_create(&how, &s, NULL));
    for (uint32_t i = 0; i < FLOAT_AGENTS; i++) {
        gestalt_steering_add(s, i, 0);
        gestalt_vehicles v = gestalt_steering_vehicles(s);
        v.position[0][i] = (float)(i % 8) * 1.3f;
        v.position[1][i] = (float)(i / 8) * 1.7f;
        v.velocity[0][i] = i % 3 ? 0.3f : 3e-39f;
        v.velocity[1][i] = i % 5 ? -0.1f : 2e-40f;
    }
    for (int step = 0; step < FLOAT_STEPS; step++) {
        way_set(w);
        gestalt_steering_step(s, GESTALT_COMBINE_SUM, flocking, 3, 0.1f);
        way_check(w, "gestalt_steering_step");
    }
    for (int d = 0; d < 2; d++)
        memcpy(places[d], gestalt_steering_vehicles(s).position[d], sizeof places[d]);
    gestalt_steering_destroy(s);
}

static uint64_t step_in_way(const way *w)
{
    gestalt_scene *scene;
    uint64_t hash;
    gestalt_world *world = world_of("40,30", FLOAT_AGENTS, &scene), *made;
    gestalt_world_destroy(world);
    WITH(w, gestalt_world_create(scene, NULL, &made, NULL));
    for (int step = 0; step < FLOAT_STEPS; step++)
        WITH(w, gestalt_world_step(made, NULL));
    WITH(w, gestalt_world_hash(made, &hash, NULL));
    gestalt_world_destroy(made);
    gestalt_scene_destroy(scene);
    return hash;
}

static void test_float_ways(void **state)
{
    (void)state;
    static const char *const kernels[] = {NULL, "plain"};
    for (int k = 0; k < 2; k++) {
        float usual[2][FLOAT_AGENTS], other[2][FLOAT_AGENTS];
        steer_in_way(&ways[0], kernels[k], usual);
        uint64_t hash = step_in_way(&ways[0]);
        for (size_t i = 1; i < sizeof ways / sizeof *ways; i++) {
            steer_in_way(&ways[i], kernels[k], other);
            if (memcmp(usual, other, sizeof usual) != 0 || step_in_way(&ways[i]) != hash)
                fail_msg("%s: other steps come out", ways[i].name);
        }
    }
}

static void test_threads(void **state)
{
    (void)state;
    static const char idle[] = "{\"gestalt\":1,\"root\":{\"type\":\"running\"}}";
    gestalt_shape *shape;
    gestalt_population *threads;
    assert_int_equal(gestalt_compile_text("idle", idle, sizeof idle - 1, NULL, &shape, NULL, NULL),
                     GESTALT_OK);
    gestalt_population_options options = {.group = {shape, NULL}, .threads = 3};
    assert_int_equal(gestalt_population_create(&options, &threads, NULL), GESTALT_OK);
    expect_flock("200,150", 9000,
                 (gestalt_steering_options){.size = {200, 150}, .threads = threads});
    expect_flock("20,15", 90, (gestalt_steering_options){.size = {20, 15}, .threads = threads});
    gestalt_population_destroy(threads);
    gestalt_shape_destroy(shape);
}

// ---- a few vehicles

static gestalt_steering *empty(gestalt_steering_options how)
{
    gestalt_steering *s;
    how.size[0] = how.size[1] = 100;
    how.capacity = 4;
    how.reach = 5;
    assert_int_equal(gestalt_steering_create(&how, &s, NULL), GESTALT_OK);
    return s;
}

static void test_live(void **state)
{
    (void)state;
    gestalt_steering *s = empty((gestalt_steering_options){0});
    gestalt_steering_add(s, 10, 0);
    gestalt_steering_add(s, 11, 0);
    const uint64_t second = 2;
    const float x[2] = {0, 50}, y[2] = {0, 0};
    const gestalt_urge seek = {.type = GESTALT_STEER_SEEK,
                               .live = &second,
                               .weight = {.value = 1},
                               .points[0] = {.column = {x, y}}};
    for (int step = 0; step < 20; step++)
        assert_int_equal(gestalt_steering_step(s, GESTALT_COMBINE_PRIORITY, &seek, 1, 1),
                         GESTALT_OK);
    gestalt_vehicles v = gestalt_steering_vehicles(s);
    assert_true(v.position[0][0] == 0 && v.position[1][0] == 0);
    assert_true(v.position[0][1] > 15 && v.position[1][1] == 0);
    assert_true(v.velocity[0][1] == 1 && v.heading[0][1] == 1);
    gestalt_steering_destroy(s);
}

static void test_come_and_go(void **state)
{
    (void)state;
    gestalt_steering *s = empty((gestalt_steering_options){0});
    for (uint64_t id = 5; id < 9; id++)
        assert_int_equal(gestalt_steering_add(s, id, 0), id - 5);
    assert_int_equal(gestalt_steering_add(s, 9, 0), UINT32_MAX);
    gestalt_vehicles v = gestalt_steering_vehicles(s);
    v.position[0][3] = 42;
    v.radius[3] = 0.5f;
    gestalt_steering_remove(s, 1);
    v = gestalt_steering_vehicles(s);
    assert_int_equal(v.count, 3);
    assert_int_equal(v.id[1], 8);
    assert_true(v.position[0][1] == 42 && v.radius[1] == 0.5f);
    assert_int_equal(gestalt_steering_add(s, 9, 0), 3);
    assert_true(v.position[0][3] == 0 && v.radius[3] == 0 && v.max_speed[3] == 1);
    gestalt_steering_destroy(s);
}

static void test_near(void **state)
{
    (void)state;
    gestalt_steering *s = empty((gestalt_steering_options){.periodic = true});
    const float places[] = {1, 99, 50};
    for (uint32_t i = 0; i < 3; i++) {
        gestalt_steering_add(s, i, 0);
        gestalt_steering_vehicles(s).position[0][i] = places[i];
    }
    uint32_t rows[4];
    const float at[2] = {0.5f, 0};
    assert_int_equal(gestalt_steering_step(s, GESTALT_COMBINE_SUM, NULL, 0, 1), GESTALT_OK);
    assert_int_equal(gestalt_steering_near(s, at, 3, rows, 4), 2);
    assert_int_equal(rows[0] + rows[1], 1);
    assert_int_equal(gestalt_steering_near(s, at, 3, rows, 1), 2);
    assert_int_equal(gestalt_steering_near(s, at, 1e6f, rows, 4), 3); // less than half the world
    assert_int_equal(gestalt_steering_near(s, at, 3, NULL, 0), 2);
    assert_int_equal(gestalt_steering_near(s, at, 1, rows, 4), 1);
    assert_int_equal(rows[0], 0);
    gestalt_steering_destroy(s);
}

static void test_path_and_obstacle(void **state)
{
    (void)state;
    const float points[] = {0, 10, 100, 10};
    const gestalt_steer_path path = {points, 2, 0.5f, false};
    const gestalt_steer_obstacle stone = {{30, 10}, 2};
    gestalt_steering *s = empty((gestalt_steering_options){
        .paths = &path, .path_count = 1, .obstacles = &stone, .obstacle_count = 1});
    gestalt_steering_add(s, 0, 0);
    gestalt_vehicles v = gestalt_steering_vehicles(s);
    v.position[1][0] = 10;
    v.radius[0] = 0.5f;
    const gestalt_urge urges[] = {
        {.type = GESTALT_STEER_AVOID_OBSTACLES, .weight = {.value = 3}, .numbers[0] = {.value = 4}},
        {.type = GESTALT_STEER_FOLLOW_PATH, .weight = one, .numbers = {one, one}},
    };
    float nearest = 100;
    for (int step = 0; step < 800; step++) {
        assert_int_equal(gestalt_steering_step(s, GESTALT_COMBINE_SUM, urges, 2, 0.1f), GESTALT_OK);
        float x = v.position[0][0] - 30, y = v.position[1][0] - 10;
        nearest = x * x + y * y < nearest ? x * x + y * y : nearest;
    }
    assert_true(v.position[0][0] > 40);
    assert_true(nearest > 2 * 2);
    gestalt_steering_destroy(s);
}

// ---- every behaviour, by the direction of its force

typedef struct force_case {
    gestalt_urge urge;
    float speed;       // speed of vehicle 0 to the east
    float other_speed; // speed of vehicle 1 to the east
    float toward[2];   // signs of the change of velocity
} force_case;

#define OTHER_IS(row) .vehicles[0] = {.value = (row)}
#define NUMBERS(...)  .numbers = {__VA_ARGS__}
#define ONE                                                                                        \
    {                                                                                              \
        .value = 1                                                                                 \
    }

// Vehicle 0 is at (50, 50) and heads east, vehicle 1 is at (60, 50), vehicle 2 at (50, 60). All
// have a radius of 2. The obstacle is at (50, 40), and the path leads east along y = 47.
static const force_case forces[] = {
    {{.type = GESTALT_STEER_SEEK, .points[0] = {.value = {50, 40}}}, 0, 0, {0, -1}},
    {{.type = GESTALT_STEER_FLEE, .points[0] = {.value = {50, 40}}}, 0, 0, {0, 1}},
    {{.type = GESTALT_STEER_ARRIVE, .points[0] = {.value = {45, 50}}, NUMBERS(ONE)}, 0, 0, {-1, 0}},
    {{.type = GESTALT_STEER_PURSUE, OTHER_IS(1)}, 0, 0, {1, 0}},
    {{.type = GESTALT_STEER_PURSUE, OTHER_IS(9)}, 0, 0, {0, 0}}, // there is no such vehicle
    {{.type = GESTALT_STEER_EVADE, OTHER_IS(1)}, 0, 0, {-1, 0}},
    {{.type = GESTALT_STEER_EVADE, OTHER_IS(UINT32_MAX)}, 0, 0, {0, 0}},
    {{.type = GESTALT_STEER_PURSUE_OFFSET, OTHER_IS(1), .points[0] = {.value = {0, 5}}},
     0,
     0,
     {1, 1}}, // away from the leader
    {{.type = GESTALT_STEER_PURSUE_OFFSET, OTHER_IS(9)}, 0, 0, {0, 0}},
    {{.type = GESTALT_STEER_INTERPOSE,
      .points = {{.value = {40, 50}}, {.value = {40, 40}}},
      NUMBERS({.value = 0.5f})},
     0,
     0,
     {-1, -1}},
    {{.type = GESTALT_STEER_INTERPOSE_MOVING,
      .vehicles = {{.value = 1}, {.value = 2}},
      NUMBERS({.value = 0.5f})},
     0,
     0,
     {1, 1}},
    {{.type = GESTALT_STEER_INTERPOSE_MOVING, .vehicles = {{.value = 1}, {.value = 7}}},
     0,
     0,
     {0, 0}},
    {{.type = GESTALT_STEER_INTERPOSE_MOVING, .vehicles = {{.value = 7}, {.value = 1}}},
     0,
     0,
     {0, 0}},
    {{.type = GESTALT_STEER_HIDE, OTHER_IS(2), NUMBERS(ONE)}, 0, 0, {0, -1}}, // behind the obstacle
    {{.type = GESTALT_STEER_HIDE, OTHER_IS(8), NUMBERS(ONE)}, 0, 0, {0, 0}},
    {{.type = GESTALT_STEER_FOLLOW_PATH, NUMBERS(ONE, {.value = -1})}, 0, 0, {-1, -1}},
    {{.type = GESTALT_STEER_FOLLOW_PATH, .path = {.value = 1}, NUMBERS(ONE, ONE)}, 0, 0, {0, 0}},
    {{.type = GESTALT_STEER_FOLLOW_ROAD, NUMBERS(ONE)}, 1, 1, {-1, -1}},
    {{.type = GESTALT_STEER_FOLLOW_ROAD, .path = {.value = 3}, NUMBERS(ONE)}, 1, 1, {0, 0}},
    {{.type = GESTALT_STEER_AVOID_COLLISIONS, NUMBERS({.value = 1e6f}, {.value = 30})},
     1,
     0,
     {0, -1}},
    {{.type = GESTALT_STEER_SEPARATE, NUMBERS({.value = 10.5f}, {.value = -2})}, 0, 0, {-1, -1}},
    {{.type = GESTALT_STEER_SPREAD, NUMBERS({.value = 10.5f}, {.value = -2})}, 0, 0, {-1, -1}},
    {{.type = GESTALT_STEER_COHERE, NUMBERS({.value = 1e6f}, {.value = -2})}, 0, 0, {1, 1}},
    {{.type = GESTALT_STEER_GATHER, NUMBERS({.value = 10.5f}, {.value = -2})}, 0, 0, {1, 1}},
    {{.type = GESTALT_STEER_ALIGN, NUMBERS({.value = 10.5f}, {.value = -2})}, 0, 1, {1, 0}},
    {{.type = GESTALT_STEER_MATCH, NUMBERS({.value = 10.5f}, {.value = -2})}, 0, 1, {1, 0}},
    {{.type = GESTALT_STEER_ADAPT_SPEED, NUMBERS({.value = 1e6f}, {.value = 20})}, 1, 1, {-1, 0}},
    {{.type = GESTALT_STEER_ADAPT_SPEED, NUMBERS({.value = 5}, {.value = 20})}, 1, 1, {0, 0}},
    {{.type = GESTALT_STEER_AVOID_TRAFFIC, NUMBERS({.value = 1e6f}, {.value = 20}, {.value = 5})},
     1,
     -1,
     {0, -1}}, // to the right of an oncoming vehicle
};

static gestalt_steering *three_vehicles(const force_case *c, uint32_t dimensions, bool drive_left)
{
    const float points[] = {0, 47, 0, 90, 47, 0}, flat[] = {0, 47, 90, 47};
    const gestalt_steer_path path = {dimensions == 3 ? points : flat, 2, 0.5f, false};
    const gestalt_steer_obstacle stone = {{50, 40}, 2};
    gestalt_steering *s = empty((gestalt_steering_options){.dimensions = dimensions,
                                                           .size = {0, 0, 100},
                                                           .periodic = true,
                                                           .push = GESTALT_PUSH_LINEAR,
                                                           .drive_left = drive_left,
                                                           .paths = &path,
                                                           .path_count = 1,
                                                           .obstacles = &stone,
                                                           .obstacle_count = 1});
    for (uint32_t i = 0; i < 3; i++)
        gestalt_steering_add(s, i, 0);
    gestalt_vehicles v = gestalt_steering_vehicles(s);
    for (uint32_t i = 0; i < 3; i++) {
        v.position[0][i] = i == 1 ? 60 : 50;
        v.position[1][i] = i == 2 ? 60 : 50;
        v.radius[i] = 2;
        v.max_speed[i] = 4;
    }
    v.velocity[0][0] = c->speed;
    v.velocity[0][1] = c->other_speed;
    v.heading[0][1] = c->other_speed < 0 ? -1 : 1;
    return s;
}

static int sign_of(float number)
{
    return (number > 1e-4f) - (number < -1e-4f);
}

static void expect_force(const force_case *c, uint32_t dimensions, bool drive_left)
{
    gestalt_steering *s = three_vehicles(c, dimensions, drive_left);
    gestalt_urge urge = c->urge;
    const uint64_t first = 1;
    urge.live = &first;
    urge.weight = one;
    assert_int_equal(gestalt_steering_step(s, GESTALT_COMBINE_FILL, &urge, 1, 0.1f), GESTALT_OK);
    gestalt_vehicles v = gestalt_steering_vehicles(s);
    int mirror = urge.type == GESTALT_STEER_AVOID_TRAFFIC && drive_left ? -1 : 1;
    int x = sign_of(v.velocity[0][0] - c->speed), y = sign_of(v.velocity[1][0]);
    if (x != (int)c->toward[0] || y != (int)c->toward[1] * mirror)
        fail_msg("%s (%u): towards (%d, %d)", gestalt_behaviour_name(urge.type), dimensions, x, y);
    if (dimensions == 3)
        assert_int_equal(sign_of(v.velocity[2][0]), 0);
    gestalt_steering_destroy(s);
}

static void test_forces(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof forces / sizeof *forces; i++)
        for (uint32_t dimensions = 2; dimensions <= 3; dimensions++) {
            expect_force(&forces[i], dimensions, false);
            expect_force(&forces[i], dimensions, true);
        }
}

// Columns have the same effect as values.
static void test_columns(void **state)
{
    (void)state;
    static const float radii[3] = {10.5f, 10.5f, 10.5f}, weights[3] = {2, 2, 2};
    for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
        float x[2];
        for (int turn = 0; turn < 2; turn++) {
            gestalt_steering *s = three_vehicles(&forces[i], 2, false);
            gestalt_urge urge = forces[i].urge;
            urge.weight = (gestalt_steer_number){.value = 2};
            urge.numbers[0] = (gestalt_steer_number){.value = 10.5f};
            if (turn) {
                urge.weight = (gestalt_steer_number){.column = weights};
                urge.numbers[0] = (gestalt_steer_number){.column = radii};
            }
            assert_int_equal(gestalt_steering_step(s, GESTALT_COMBINE_SUM, &urge, 1, 0.1f),
                             GESTALT_OK);
            x[turn] = gestalt_steering_vehicles(s).position[0][0];
            gestalt_steering_destroy(s);
        }
        assert_memory_equal(&x[0], &x[1], sizeof *x);
    }
}

static void test_refused(void **state)
{
    (void)state;
    gestalt_steering *s;
    gestalt_error error = {0};
    const float point[] = {0, 0};
    const gestalt_steer_path path = {point, 1, 1, false};
    const gestalt_steering_options wrong[] = {
        {.size = {1, 0}},
        {.size = {1, INFINITY}},
        {.dimensions = 3, .size = {1, 1}},
        {.dimensions = 4, .size = {1, 1}},
        {.size = {1, 1}, .paths = &path, .path_count = 1},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(gestalt_steering_create(&wrong[i], &s, &error), GESTALT_BAD_ARGUMENT);
        assert_null(s);
        assert_true(error.message[0] != '\0');
    }
    assert_int_equal(
        gestalt_steering_create(&(gestalt_steering_options){.size = {1, 1}, .capacity = 1u << 30},
                                &s, &error),
        GESTALT_LIMIT);
    assert_null(s);
    s = empty((gestalt_steering_options){0});
    assert_int_equal(
        gestalt_steering_step(s, GESTALT_COMBINE_SUM, NULL, GESTALT_STEER_URGES + 1, 1),
        GESTALT_LIMIT);
    gestalt_steering_destroy(s);
    gestalt_steering_destroy(NULL);
}

// An allocator that fails at each allocation in turn.
static void *short_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    int *left = user;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return (*left)-- > 0 ? realloc(block, new_size) : NULL;
}

static void test_memory(void **state)
{
    (void)state;
    const float points[] = {0, 10, 100, 10};
    const gestalt_steer_path path = {points, 2, 0.5f, false};
    gestalt_result result = GESTALT_NO_MEMORY;
    for (int allowed = 0; result != GESTALT_OK; allowed++) {
        int left = allowed;
        gestalt_steering *s;
        gestalt_steering_options how = {.allocator = {short_resize, &left},
                                        .size = {10, 10},
                                        .capacity = 10,
                                        .paths = &path,
                                        .path_count = 1};
        result = gestalt_steering_create(&how, &s, NULL);
        assert_true(result == GESTALT_OK || (result == GESTALT_NO_MEMORY && !s));
        assert_true(allowed < 50);
        gestalt_steering_destroy(s);
    }
}

// A vehicle whose new position would not be finite does not move, the others do, and the caller
// gets an error: in the plane and in space.
static void test_lost(void **state)
{
    (void)state;
    enum { VEHICLES = 200, FIRST = 77, LAST = 160 };
    for (uint32_t dimensions = 2; dimensions <= 3; dimensions++) {
        static float weight[VEHICLES];
        const gestalt_steering_options how = {
            .dimensions = dimensions, .size = {50, 50, 50}, .capacity = VEHICLES};
        const gestalt_urge urge = {.type = GESTALT_STEER_WANDER,
                                   .weight = {.column = weight},
                                   .numbers = {{.value = 1}, {.value = 2}, {.value = 0.5f}}};
        gestalt_steering *s;
        assert_int_equal(gestalt_steering_create(&how, &s, NULL), GESTALT_OK);
        assert_int_equal(gestalt_steering_lost(s), UINT32_MAX);
        for (uint32_t i = 0; i < VEHICLES; i++) {
            assert_int_equal(gestalt_steering_add(s, i, 1), i);
            weight[i] = 1;
        }
        weight[LAST] = NAN;
        weight[FIRST] = INFINITY;
        assert_int_equal(gestalt_steering_step(s, GESTALT_COMBINE_SUM, &urge, 1, 0.1f),
                         GESTALT_REJECTED);
        assert_int_equal(gestalt_steering_lost(s), FIRST);
        gestalt_vehicles all = gestalt_steering_vehicles(s);
        for (uint32_t i = 0; i < VEHICLES; i++) {
            bool stays = i == FIRST || i == LAST;
            assert_true(isfinite(all.position[0][i]) && isfinite(all.velocity[0][i]));
            assert_true((all.velocity[0][i] == 0 && all.velocity[1][i] == 0) == stays);
        }
        weight[FIRST] = weight[LAST] = 1;
        assert_int_equal(gestalt_steering_step(s, GESTALT_COMBINE_SUM, &urge, 1, 0.1f), GESTALT_OK);
        assert_int_equal(gestalt_steering_lost(s), UINT32_MAX);
        gestalt_steering_destroy(s);
    }
}

static void test_names(void **state)
{
    (void)state;
    assert_int_equal(gestalt_behaviour_find("avoid_obstacles"), GESTALT_STEER_AVOID_OBSTACLES);
    assert_int_equal(gestalt_behaviour_find("sleep"), GESTALT_STEER_COUNT);
    assert_string_equal(gestalt_behaviour_name(GESTALT_STEER_MATCH), "match");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_a_world),
        cmocka_unit_test(test_float_ways),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_live),
        cmocka_unit_test(test_come_and_go),
        cmocka_unit_test(test_near),
        cmocka_unit_test(test_path_and_obstacle),
        cmocka_unit_test(test_forces),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_lost),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests_name("steering", tests, NULL, NULL);
}
