// SPDX-License-Identifier: MIT
// Tools for tests of steering: vectors in the plane for both dimensions, random numbers,
// comparisons.
#ifndef STEER_TEST_H
#define STEER_TEST_H

#include "steer.h"

#include "random.h"
#include "scalar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/// A vector in the plane. In three dimensions its z is 0.
static inline vector plane(float x, float y)
{
    vector v = vector_zero();
    v.at[0] = x;
    v.at[1] = y;
    return v;
}

static inline float draw_between(uint64_t *random, float low, float high)
{
    return low + (float)(random_next(random) >> 40) * 0x1p-24f * (high - low);
}

static inline vector draw_vector(uint64_t *random, float low, float high)
{
    vector v;
    EACH_DIMENSION (d)
        v.at[d] = draw_between(random, low, high);
    return v;
}

static inline void check_near(const char *what, float is, double must, double tolerance)
{
    if (!(fabs(is - must) <= tolerance))
        fail_msg("%s: %.9g instead of %.9g", what, is, must);
}

static inline void check_vector(const char *what, vector is, const double *must, double tolerance)
{
    EACH_DIMENSION (d)
        check_near(what, is.at[d], must[d], tolerance);
}

/// Vehicles at random positions in a world, with random velocities and other random properties.
static inline void fill_vehicles(vehicles *all, uint32_t count, const space *world, uint64_t seed)
{
    assert_int_equal(vehicles_create(all, NULL, count), GESTALT_OK);
    all->count = count;
    for (uint32_t i = 0; i < count; i++) {
        vector place = draw_vector(&seed, 0, 1);
        EACH_DIMENSION (d)
            all->position.at[d][i] = world->low.at[d] + place.at[d] * world->size.at[d];
        vector velocity = draw_vector(&seed, -1, 1);
        vectors_set(&all->velocity, i, velocity);
        vectors_set(&all->heading, i, vector_unit(velocity));
        all->mass[i] = draw_between(&seed, 0.5f, 2);
        all->radius[i] = draw_between(&seed, 0.1f, 0.5f);
        all->max_speed[i] = draw_between(&seed, 0.5f, 2);
        all->max_force[i] = draw_between(&seed, 0.5f, 2);
        all->id[i] = i;
        all->random[i] = random_next(&seed);
        vectors_set(&all->wander, i, vector_unit(draw_vector(&seed, -1, 1)));
    }
}

/// Copy vehicles in a random order. With seed 0, keep the order.
static inline void shuffle_vehicles(vehicles *to, const vehicles *from, uint64_t seed)
{
    assert_int_equal(vehicles_create(to, NULL, from->count), GESTALT_OK);
    to->count = from->count;
    uint32_t *at = malloc((from->count + 1) * sizeof *at);
    for (uint32_t i = 0; i < from->count; i++) {
        uint32_t j = seed ? random_below(&seed, i + 1) : i;
        at[i] = at[j];
        at[j] = i;
    }
    vehicles_copy(to, from, at, 0, from->count);
    free(at);
}

/// Arrangements of vehicles that are difficult for a grid.
typedef enum layout {
    LAYOUT_RANDOM,
    LAYOUT_ONE_SPOT,
    LAYOUT_ONE_CELL,
    LAYOUT_BORDERS, // on borders of cells and of the world
    LAYOUT_OUTSIDE, // some are outside the world
    LAYOUT_NOWHERE, // some positions are not finite
    LAYOUT_COUNT
} layout;

static inline float place_along(layout how, uint32_t i, int d, float random, const space *world)
{
    float low = world->low.at[d], size = world->size.at[d];
    switch (how) {
    case LAYOUT_ONE_SPOT: return low + 0.3f * size;
    case LAYOUT_ONE_CELL: return low + random * 0.05f * size;
    case LAYOUT_BORDERS: return low + floorf(random * 9) / 8 * size;
    case LAYOUT_OUTSIDE: return low + (random * 2 - 0.5f) * size;
    case LAYOUT_NOWHERE: return i % 7 == 3 ? NAN : i % 11 == 5 ? -INFINITY : low + random * size;
    default: return low + random * size;
    }
}

static inline void lay_out(vehicles *all, layout how, const space *world, uint64_t seed)
{
    for (uint32_t i = 0; i < all->count; i++)
        EACH_DIMENSION (d)
            all->position.at[d][i] = place_along(how, i, d, draw_between(&seed, 0, 1), world);
}

/// A world with sides of different length.
static inline space test_world(bool periodic)
{
    space world = {.periodic = periodic};
    EACH_DIMENSION (d) {
        world.low.at[d] = -3.5f + (float)d;
        world.size.at[d] = 20 + 2.5f * (float)d;
    }
    return world;
}

static inline void build(grid *g, const vehicles *all, const vectors *carried, const space *world,
                         float cell, uint32_t parts)
{
    grid_def def = {.world = *world,
                    .cell = cell,
                    .capacity = all->count,
                    .part_count = parts,
                    .kernels = &steer_kernels_best()->grid};
    assert_int_equal(grid_create(g, NULL, &def), GESTALT_OK);
    grid_input in = {all->count, all->position, *carried, all->id};
    grid_build(g, &in);
}

#endif
