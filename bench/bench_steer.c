// SPDX-License-Identifier: MIT
// How fast flocks are, in millions of updates per second: the flocking model that frameworks
// compare (flocking.h) with a radius of 5 and of 15, steps 0 to 100 from the same start; the grid
// is built anew in every step. All kernels must end with the same bits.
//
//     bench_steer [BIRDS STEPS KERNELS]
#include "steer.h"

#include "hash.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct setting {
    const char *name;
    float density; // birds for each unit of area or volume
    float radius;
} setting;

#if STEER_DIMENSIONS == 2
static const setting settings[] = {{"flock R=5", 200.0f / 10000, 5},
                                   {"flock R=15", 400.0f / 22500, 15}};
#else
static const setting settings[] = {{"boids", 200.0f / 523598.8f, 9}};
#endif

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static float draw(uint64_t *state)
{
    return (float)(random_next(state) >> 40) * 0x1p-24f;
}

// The edge of the world that holds so many birds.
static float edge_for(const setting *s, uint32_t count)
{
    return (float)pow((double)count / s->density, 1.0 / STEER_DIMENSIONS);
}

static void start(vehicles *all, uint32_t count, float edge)
{
    uint64_t random = 1;
    all->count = count;
    for (uint32_t i = 0; i < count; i++) {
        EACH_DIMENSION (d) {
            all->position.at[d][i] = draw(&random) * edge;
            all->velocity.at[d][i] = draw(&random) * 2 - 1;
        }
        vectors_set(&all->heading, i, vector_unit(vectors_get(&all->velocity, i)));
        all->id[i] = i;
    }
}

static void step(const steer_kernels *kernels, const setting *s, grid *g, vehicles *all)
{
    grid_input in = {all->count, all->position, all->velocity, all->id};
#if STEER_DIMENSIONS == 2
    const flock_model model = {s->radius, 1, 0.03f, 0.015f, 0.05f, 1};
    grid_build(g, &in);
    kernels->flock_step(&model, g, all, 0, all->count);
#else
    (void)s;
    const boids_model model = {.radius = {5, 9, 7.5f},
                               .cosine = {-0.707f, -0.15f, 0.7f},
                               .weight = {12, 8, 8},
                               .mass = 1,
                               .max_force = 27,
                               .max_speed = 9,
                               .dt = 1.0f / 60};
    in.carried = all->heading;
    grid_build(g, &in);
    kernels->flock_boids(&model, g, all, 0, all->count);
#endif
}

// Every few steps, birds are stored by where they are.
static void sort(vehicles *all, vehicles *other, const grid *g)
{
    vehicles sorted = *other;
    sorted.count = all->count;
    vehicles_copy(&sorted, all, g->agent, 0, all->count);
    *other = *all;
    *all = sorted;
}

// Of where they are, by id.
static uint64_t hash(const vehicles *all)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        vector position = vectors_get(&all->position, i);
        sum += hash_bytes(&position, sizeof position) * (all->id[i] * 2 + 1);
    }
    return sum;
}

static uint64_t measure(const steer_kernels *kernels, const setting *s, uint32_t count,
                        uint32_t steps)
{
    enum { SORT_EVERY = 10 };
    vehicles all, other;
    grid g;
    float edge = edge_for(s, count);
    grid_def def = {.capacity = count, .world.periodic = true};
    EACH_DIMENSION (d)
        def.world.size.at[d] = edge;
    def.cell = grid_good_cell(&def.world, s->radius, count);
    if (vehicles_create(&all, NULL, count) || vehicles_create(&other, NULL, count) ||
        grid_create(&g, NULL, &def)) {
        fprintf(stderr, "bench_steer: no memory\n");
        exit(1);
    }
    start(&all, count, edge);
    double begin = now();
    for (uint32_t i = 0; i < steps; i++) {
        step(kernels, s, &g, &all);
        if (i % SORT_EVERY == 0)
            sort(&all, &other, &g);
    }
    double time = now() - begin;
    uint64_t result = hash(&all);
    printf("%-12s %-7s %8u birds  %7.2f M updates/s  %016llx\n", s->name, kernels->name, count,
           (double)count * steps / time * 1e-6, (unsigned long long)result);
    grid_destroy(&g, NULL);
    vehicles_destroy(&all, NULL);
    vehicles_destroy(&other, NULL);
    return result;
}

int main(int argc, char **argv)
{
    uint32_t count = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 10000;
    uint32_t steps = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 100;
    int wrong = 0;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        uint64_t expected = 0;
        for (size_t k = 0; steer_kernels_all[k]; k++) {
            if (!steer_kernels_all[k]->is_supported() ||
                (argc > 3 && strcmp(argv[3], steer_kernels_all[k]->name) != 0))
                continue;
            uint64_t result = measure(steer_kernels_all[k], &settings[i], count, steps);
            wrong |= expected && result != expected;
            expected = result;
        }
    }
    if (wrong)
        fprintf(stderr, "bench_steer: the kernels do not agree\n");
    return wrong;
}
