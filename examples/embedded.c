// SPDX-License-Identifier: MIT
// One agent in a static buffer of the program: the library allocates no memory of its own.
//
//   gestalt compile crossing.json
//   cc embedded.c $(pkg-config --cflags --libs gestalt) -o embedded && ./embedded crossing.gst
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdio.h>

// A device would have the image in read-only memory. Here it is read from a file.
static unsigned char image[4096];

// All the memory that the shape, the population and the agent will ever use.
static _Alignas(16) unsigned char bytes[8192];
static gestalt_memory memory = {.block = bytes, .size = sizeof bytes};

static size_t read_image(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(image, 1, sizeof image, file) : 0;
    if (file)
        fclose(file);
    return size;
}

// Tick until the pedestrian, who waits for the light, has crossed the street.
static gestalt_result walk(gestalt_population *population, gestalt_error *error)
{
    uint64_t agent;
    gestalt_result result = gestalt_population_spawn(population, 0, 1, &agent, error);
    for (int64_t second = 0; result == GESTALT_OK; second++) {
        result = gestalt_population_tick(population, second * 1000000, error);
        if (gestalt_population_status(population, agent) == GESTALT_RUNNING)
            continue;
        printf("walked after %" PRId64 " s\n", second);
        return gestalt_population_despawn(population, agent, error);
    }
    return result;
}

// Because `capacity` is set, gestalt_population_create allocates all memory, and fails if the
// buffer is too small. Later calls allocate nothing.
static gestalt_result run(const gestalt_shape *shape, gestalt_error *error)
{
    gestalt_population *population = NULL;
    gestalt_population_options options = {.group.shape = shape,
                                          .lanes = 1,
                                          .capacity = 1,
                                          .allocator = gestalt_memory_allocator(&memory)};
    size_t size;
    gestalt_result result = gestalt_population_memory(&options, &size, error);
    if (result == GESTALT_OK)
        result = gestalt_population_create(&options, &population, error);
    if (result == GESTALT_OK) {
        printf("the population takes %zu bytes, with the shape %zu\n", size, memory.used);
        result = walk(population, error);
    }
    gestalt_population_destroy(population);
    return result;
}

int main(int argc, char **argv)
{
    gestalt_error error = {0};
    gestalt_shape *shape = NULL;
    gestalt_allocator allocator = gestalt_memory_allocator(&memory);
    size_t size = argc == 2 ? read_image(argv[1]) : 0;
    gestalt_result result = gestalt_shape_load_memory(image, size, &allocator, &shape, &error);
    if (result == GESTALT_OK)
        result = run(shape, &error);
    if (result != GESTALT_OK)
        fprintf(stderr, "%s\n", error.message);
    gestalt_shape_destroy(shape);
    return result != GESTALT_OK;
}
