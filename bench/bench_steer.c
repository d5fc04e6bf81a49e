// SPDX-License-Identifier: MIT
// How fast flocks are, in millions of updates per second on one thread. In the plane the flocking
// model by which frameworks are compared (flocking.h), with a radius of 5 and of 15; in space the
// boids of OpenSteer in their sphere. The density is always the same, the grid is built anew in
// every step, and steps are counted from the start: flocks get denser, and so slower. All kernels
// must end with the same bits, which are known for the default numbers.
//
//     bench_steer [BIRDS STEPS KERNELS]
#include "steer.h"

#include "hash.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BIRDS = 10000, STEPS = 100, SORT_EVERY = 10, MANY = STEER_DIMENSIONS == 2 ? 200000 : 20000 };

typedef struct setting {
    const char *name;
    double room; // of each bird: area or volume
    float radius;
    uint64_t result; // of BIRDS and STEPS
} setting;

#if STEER_DIMENSIONS == 2

static const setting settings[] = {
    {"flock R=5", 10000.0 / 200, 5, UINT64_C(0x20f277018150634e)},
    {"flock R=15", 22500.0 / 400, 15, UINT64_C(0xac9ce710298aeb72)},
};

static space world_of(double volume)
{
    float edge = (float)sqrt(volume);
    return (space){.size = {{edge, edge}}, .periodic = true};
}

static bool is_in_world(const space *world, vector place)
{
    (void)world;
    (void)place;
    return true;
}

static void step(const steer_kernels *kernels, const setting *s, grid *g, const vehicles *all)
{
    const flock_model model = {.radius = s->radius,
                               .apart = 1,
                               .cohere = 0.03f,
                               .separate = 0.015f,
                               .match = 0.05f,
                               .speed = 1};
    const grid_input in = {all->count, all->position, all->velocity, all->id};
    grid_build(g, &in);
    kernels->flock_step(&model, g, all, 0, all->count);
}

#else

static const setting settings[] = {
    {"boids", 4.0 / 3 * 3.14159265 * 125000 / 200, 9, UINT64_C(0x5ce89ebfb530e823)}};

// The cube around the sphere.
static space world_of(double volume)
{
    float radius = (float)cbrt(volume * 0.75 / 3.14159265), edge = 2 * radius;
    return (space){.low = {{-radius, -radius, -radius}}, .size = {{edge, edge, edge}}};
}

static bool is_in_world(const space *world, vector place)
{
    return vector_length(place) < -world->low.at[0];
}

static void step(const steer_kernels *kernels, const setting *s, grid *g, const vehicles *all)
{
    const boids_model model = {.radius = {5, s->radius, 7.5f},
                               .cosine = {-0.707f, -0.15f, 0.7f},
                               .weight = {12, 8, 8},
                               .mass = 1,
                               .max_force = 27,
                               .max_speed = 9,
                               .sphere = -g->world.low.at[0],
                               .dt = 1.0f / 60};
    const grid_input in = {all->count, all->position, all->heading, all->id};
    grid_build(g, &in);
    kernels->flock_boids(&model, g, all, 0, all->count);
}

#endif

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static vector draw(uint64_t *random, float low, float size)
{
    vector v;
    EACH_DIMENSION (d)
        v.at[d] = low + (float)(random_next(random) >> 40) * 0x1p-24f * size;
    return v;
}

static void start(vehicles *all, uint32_t count, const space *world)
{
    uint64_t random = 1;
    all->count = count;
    for (uint32_t i = 0; i < count; i++) {
        vector place, velocity = draw(&random, -1, 2);
        do
            place = draw(&random, world->low.at[0], world->size.at[0]);
        while (!is_in_world(world, place));
        vectors_set(&all->position, i, place);
        vectors_set(&all->velocity, i, velocity);
        vectors_set(&all->heading, i, vector_unit(velocity));
        all->id[i] = i;
    }
}

// Every few steps, birds are stored by where they are, if they are too many for a cache.
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

static double run(const steer_kernels *kernels, const setting *s, grid *g, vehicles *all,
                  vehicles *other, uint32_t steps)
{
    double begin = now();
    for (uint32_t i = 0; i < steps; i++) {
        step(kernels, s, g, all);
        if (all->count > MANY && i % SORT_EVERY == 0)
            sort(all, other, g);
    }
    return now() - begin;
}

static uint64_t measure(const steer_kernels *kernels, const setting *s, uint32_t count,
                        uint32_t steps)
{
    vehicles all, other;
    grid g;
    grid_def def = {.world = world_of(count * s->room), .capacity = count, .kernels = kernels};
    def.cell = grid_good_cell(&def.world, s->radius, count);
    if (vehicles_create(&all, NULL, count) || vehicles_create(&other, NULL, count) ||
        grid_create(&g, NULL, &def)) {
        fprintf(stderr, "bench_steer: no memory\n");
        exit(1);
    }
    start(&all, count, &def.world);
    double time = run(kernels, s, &g, &all, &other, steps);
    uint64_t result = hash(&all);
    printf("%-10s  %-6s %8u birds %4u steps %7.2f M updates/s  %016llx\n", s->name, kernels->name,
           count, steps, (double)count * steps / time * 1e-6, (unsigned long long)result);
    grid_destroy(&g, NULL);
    vehicles_destroy(&all, NULL);
    vehicles_destroy(&other, NULL);
    return result;
}

int main(int argc, char **argv)
{
    uint32_t count = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : BIRDS;
    uint32_t steps = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : STEPS;
    bool is_wrong = false;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        uint64_t expected = count == BIRDS && steps == STEPS ? settings[i].result : 0;
        for (size_t k = 0; steer_kernels_all[k]; k++) {
            const steer_kernels *kernels = steer_kernels_all[k];
            if (!kernels->is_supported() || (argc > 3 && strcmp(argv[3], kernels->name) != 0))
                continue;
            uint64_t result = measure(kernels, &settings[i], count, steps);
            is_wrong |= expected && result != expected;
            expected = result;
        }
    }
    if (is_wrong)
        fprintf(stderr, "bench_steer: a result is wrong\n");
    return is_wrong;
}
