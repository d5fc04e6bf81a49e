// SPDX-License-Identifier: MIT
// Runs the same tree as native code and in the interpreter, with a million pedestrians each. Both
// runs must end with the same hash.
//
//   gestalt compile crossing.json --as=c
//   cc -O2 native.c crossing.c $(pkg-config --cflags --libs gestalt) -o native && ./native
//   crossing.json
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdio.h>

extern const gestalt_native crossing_native;

static gestalt_result walk(const gestalt_shape *shape, const gestalt_native *native, uint64_t *hash,
                           gestalt_error *error)
{
    enum { AGENTS = 1000000, SECONDS = 20 };
    gestalt_population *population = NULL;
    gestalt_population_options options = {
        .group = {.shape = shape, .native = native},
    };
    gestalt_result result = gestalt_population_create(&options, &population, error);
    if (result == GESTALT_OK)
        result = gestalt_population_spawn(population, 0, AGENTS, NULL, error);
    for (int64_t second = 0; result == GESTALT_OK && second < SECONDS; second++)
        result = gestalt_population_tick(population, second * 1000000, error);
    if (result == GESTALT_OK)
        result = gestalt_population_hash(population, hash, error);
    gestalt_population_destroy(population);
    return result;
}

int main(int count, char **arguments)
{
    gestalt_shape *shape = NULL;
    gestalt_error error = {0};
    uint64_t native = 0, interpreted = 0;
    const char *path = count > 1 ? arguments[1] : "crossing.json";
    gestalt_result result = gestalt_compile_file(path, NULL, &shape, NULL, &error);
    if (result == GESTALT_OK)
        result = walk(shape, &crossing_native, &native, &error);
    if (result == GESTALT_OK)
        result = walk(shape, NULL, &interpreted, &error);
    if (result == GESTALT_OK)
        printf("native      %016" PRIx64 "\ninterpreted %016" PRIx64 "\n", native, interpreted);
    else
        fprintf(stderr, "native: %s\n", error.message);
    gestalt_shape_destroy(shape);
    return result != GESTALT_OK || native != interpreted;
}
