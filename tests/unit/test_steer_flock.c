// SPDX-License-Identifier: MIT
// Statistics of the flocking model after 100 steps, over 300 seeds, compared with those of an
// independent program in double (also synchronous): the length of the mean velocity, and the mean
// number of neighbours.
#include "steer_test.h"

enum { SEEDS = 300, STEPS = 100 };

typedef struct outcome {
    double mean_velocity, neighbours;
} outcome;

typedef struct world_size {
    float edge, radius;
    uint32_t count;
} world_size;

static void start(vehicles *all, const space *world, const world_size *size, uint64_t seed)
{
    fill_vehicles(all, size->count, world, seed * 1000003);
}

static void step(grid *g, vehicles *all, float radius)
{
    const flock_model model = {radius, 1, 0.03f, 0.015f, 0.05f, 1};
    const grid_input in = {all->count, all->position, all->velocity, all->id};
    grid_build(g, &in);
    steer_kernels_best()->flock_step(&model, g, all, 0, all->count);
}

static outcome outcome_of(grid *g, const vehicles *all, float radius)
{
    const grid_input in = {all->count, all->position, all->velocity, all->id};
    grid_build(g, &in);
    vector sum = vector_zero();
    uint32_t met = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        sum = vector_add(sum, vectors_get(&all->velocity, i));
        grid_walk walk;
        grid_walk_begin(&walk, g, vectors_get(&all->position, i), radius);
        for (grid_near near; grid_walk_next(&walk, &near);)
            met += near.agent != i;
    }
    return (outcome){vector_length(sum) / (double)all->count, met / (double)all->count};
}

static outcome run(const world_size *size, uint64_t seed)
{
    space world = {.size = plane(size->edge, size->edge), .periodic = true};
    grid_def def = {
        .world = world, .capacity = size->count, .kernels = &steer_kernels_best()->grid};
    def.cell = grid_good_cell(&world, size->radius, size->count);
    grid g;
    vehicles all;
    start(&all, &world, size, seed);
    assert_int_equal(grid_create(&g, NULL, &def), GESTALT_OK);
    for (int i = 0; i < STEPS; i++)
        step(&g, &all, size->radius);
    outcome found = outcome_of(&g, &all, size->radius);
    grid_destroy(&g, NULL);
    vehicles_destroy(&all, NULL);
    return found;
}

static void check(const char *name, const world_size *size, outcome must, outcome tolerance)
{
    outcome mean = {0, 0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        outcome one = run(size, seed);
        mean.mean_velocity += one.mean_velocity / SEEDS;
        mean.neighbours += one.neighbours / SEEDS;
    }
    print_message("# %s: mean velocity %.3f, neighbours %.2f\n", name, mean.mean_velocity,
                  mean.neighbours);
    check_near("mean velocity", (float)mean.mean_velocity, must.mean_velocity,
               tolerance.mean_velocity);
    check_near("neighbours", (float)mean.neighbours, must.neighbours, tolerance.neighbours);
}

static void test_small(void **state)
{
    (void)state;
    check("small", &(world_size){100, 5, 200}, (outcome){0.218, 3.80}, (outcome){0.025, 0.1});
}

static void test_large(void **state)
{
    (void)state;
    check("large", &(world_size){150, 15, 400}, (outcome){0.112, 49.0}, (outcome){0.025, 2});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
