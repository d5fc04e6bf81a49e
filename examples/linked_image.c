// SPDX-License-Identifier: MIT
// A tree whose image is linked into the program, so that the program opens no file. An agent
// crosses the street.
//
//   gestalt compile crossing.json --as=c-array -o crossing_image.c
//   cc linked_image.c crossing_image.c $(pkg-config --cflags --libs gestalt) -o linked_image
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdio.h>

extern const unsigned char crossing_image[];
extern const size_t crossing_image_size;
extern const uint64_t crossing_image_hash;

// Spawn one agent, and tick until its tree finishes.
static gestalt_result walk(gestalt_population *population, gestalt_error *error)
{
    uint64_t agent;
    gestalt_result result = gestalt_population_spawn(population, 0, 1, &agent, error);
    for (int64_t second = 0; result == GESTALT_OK; second++) {
        result = gestalt_population_tick(population, second * 1000000, error);
        if (gestalt_population_status(population, agent) == GESTALT_RUNNING)
            continue;
        printf("walked after %" PRId64 " s\n", second);
        break;
    }
    return result;
}

int main(void)
{
    gestalt_shape *shape = NULL;
    gestalt_population *population = NULL;
    gestalt_error error = {0};
    gestalt_result result =
        gestalt_shape_load_memory(crossing_image, crossing_image_size, NULL, &shape, &error);
    if (result == GESTALT_OK) {
        printf("%s, %zu bytes: %s\n", gestalt_shape_name(shape), crossing_image_size,
               gestalt_shape_hash(shape) == crossing_image_hash ? "as it was compiled" : "another");
        gestalt_population_options options = {.group = {.shape = shape}};
        result = gestalt_population_create(&options, &population, &error);
    }
    if (result == GESTALT_OK)
        result = walk(population, &error);
    if (result != GESTALT_OK)
        fprintf(stderr, "linked_image: %s\n", error.message);
    gestalt_population_destroy(population);
    gestalt_shape_destroy(shape);
    return result != GESTALT_OK;
}
