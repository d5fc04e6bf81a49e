// SPDX-License-Identifier: MIT
// A million agents: each is a car on its own road. Host functions are called once for up to 64
// cars, and simple physics works directly on the columns of the blackboard.
//
//   cc million.c $(pkg-config --cflags --libs gestalt) -o million && ./million traffic.json
//   ./million traffic.json 1000000 2    (agents, threads)
#include <gestalt/gestalt.h>
#include <gestalt/lanes.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TICKS        100
#define TICK_SECONDS 0.1f
#define SPEED_MAX    100.0f

// A batch function receives a mask of lanes, and columns with one value per lane. It changes only
// the lanes of the mask, and returns each lane's status in masks.
static void change_speed(gestalt_call *call, float sign)
{
    const float *by = call->arguments[0].floats;
    float *speed = gestalt_call_key(call, 0).floats;
    if (call->cancelling)
        return;
    gestalt_lanes_add_scaled(speed, call->lanes, by, sign * TICK_SECONDS, call->lane_count);
    gestalt_lanes_clamp(speed, call->lanes, 0, SPEED_MAX, call->lane_count);
    // Neither `succeeded` nor `failed` is set, so the status of all lanes is running.
}

static void brake(gestalt_call *call)
{
    change_speed(call, -1);
}

static void accelerate(gestalt_call *call)
{
    change_speed(call, 1);
}

static const gestalt_parameter by = {.name = "by", .type = GESTALT_FLOAT};
static const gestalt_parameter speed_key = {.name = "speed", .type = GESTALT_FLOAT};

static const gestalt_function functions[] = {
    {.name = "brake",
     .batch = brake,
     .arguments = &by,
     .argument_count = 1,
     .keys = &speed_key,
     .key_count = 1},
    {.name = "accelerate",
     .batch = accelerate,
     .arguments = &by,
     .argument_count = 1,
     .keys = &speed_key,
     .key_count = 1},
};

// Between ticks, the physics works on whole columns. Each block has the values of up to 64 cars.
static void move(gestalt_population *population, gestalt_key speed, gestalt_key to_light)
{
    gestalt_block block;
    for (uint64_t i = 0; gestalt_population_block(population, 0, i, &block); i++) {
        const float *speeds = gestalt_population_column(population, 0, i, speed).floats;
        float *left = gestalt_population_column(population, 0, i, to_light).floats;
        for (uint32_t lane = 0; lane < block.lane_count; lane++)
            left[lane] -= speeds[lane] * TICK_SECONDS;
    }
}

// Cars start at different distances from the light, so that they do different things.
static gestalt_result place(gestalt_population *population, gestalt_key to_light)
{
    gestalt_block block;
    for (uint64_t i = 0; gestalt_population_block(population, 0, i, &block); i++) {
        float *left = gestalt_population_column(population, 0, i, to_light).floats;
        for (uint32_t lane = 0; lane < block.lane_count; lane++)
            left[lane] = (float)((block.first_agent + lane) % 400);
    }
    gestalt_value red = {.type = GESTALT_INT, .integer = 0};
    return gestalt_population_write_shared(population, 0, "light", red, NULL);
}

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static gestalt_result drive(gestalt_population *population, gestalt_error *error)
{
    gestalt_key speed, to_light;
    gestalt_population_key(population, 0, "speed", &speed);
    gestalt_population_key(population, 0, "to_light", &to_light);
    gestalt_result result = place(population, to_light);
    double seconds = 0;
    for (int64_t tick = 0; tick < TICKS && result == GESTALT_OK; tick++) {
        double before = now();
        result = gestalt_population_tick(population, tick * 100000, error);
        seconds += now() - before;
        move(population, speed, to_light);
    }
    uint64_t hash = 0, count = gestalt_population_count(population);
    if (result == GESTALT_OK)
        result = gestalt_population_hash(population, &hash, error);
    printf("%" PRIu64 " cars, %d ticks, hash %016" PRIx64 "\n", count, TICKS, hash);
    fprintf(stderr, "%.1f ns for a car's tick\n", seconds * 1e9 / ((double)count * TICKS));
    return result;
}

static gestalt_result run(gestalt_shape *shape, gestalt_host *host, char **argv,
                          gestalt_error *error)
{
    gestalt_population *population = NULL;
    gestalt_population_options options = {
        .group = {shape, host}, .threads = argv[2] && argv[3] ? (uint32_t)atoi(argv[3]) : 2};
    uint64_t count = argv[2] ? strtoull(argv[2], NULL, 10) : 1000000;
    gestalt_result result = gestalt_population_create(&options, &population, error);
    if (result == GESTALT_OK)
        result = gestalt_population_spawn(population, 0, count, NULL, error);
    if (result == GESTALT_OK)
        result = drive(population, error);
    gestalt_population_destroy(population);
    return result;
}

int main(int argc, char **argv)
{
    gestalt_error error = {0};
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_host *host = NULL;
    if (argc < 2) {
        fprintf(stderr, "usage: million traffic.json [AGENTS [THREADS]]\n");
        return 2;
    }
    gestalt_result result = gestalt_compile_file(argv[1], NULL, &shape, &diagnostics, &error);
    gestalt_diagnostics_destroy(diagnostics); // embed.c shows how to print them
    if (result == GESTALT_OK)
        result = gestalt_host_create(NULL, &host, &error);
    for (size_t i = 0; i < 2 && result == GESTALT_OK; i++)
        result = gestalt_host_add(host, &functions[i], &error);
    if (result == GESTALT_OK)
        result = run(shape, host, argv, &error);
    if (result != GESTALT_OK)
        fprintf(stderr, "%s\n", error.message);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
    return result != GESTALT_OK;
}
