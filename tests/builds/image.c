// SPDX-License-Identifier: MIT
// A program that contains an image as an array, named IMAGE. It loads the image, compares its run
// with that of the same tree as a document, and prints what it is. The program is valid C and C++.
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define JOIN_(name, part) name##part
#define JOIN(name, part)  JOIN_(name, part)

#ifdef __cplusplus
extern "C" {
#endif
extern const unsigned char IMAGE[];
extern const size_t JOIN(IMAGE, _size);
extern const uint64_t JOIN(IMAGE, _hash);
#ifdef __cplusplus
}
#endif

enum { AGENTS = 150, TICKS = 400 };

// Return the hash of agents after some ticks, or 0 if something failed.
static uint64_t run(const gestalt_shape *shape)
{
    gestalt_population *population = NULL;
    gestalt_population_options options = {};
    gestalt_error error = {};
    uint64_t hash = 0;
    options.group.shape = shape;
    gestalt_result result = gestalt_population_create(&options, &population, &error);
    if (result == GESTALT_OK)
        result = gestalt_population_spawn(population, 0, AGENTS, NULL, &error);
    for (int64_t tick = 0; tick < TICKS && result == GESTALT_OK; tick++)
        result = gestalt_population_tick(population, tick * 1000000, &error);
    if (result == GESTALT_OK)
        result = gestalt_population_hash(population, &hash, &error);
    if (result != GESTALT_OK)
        fprintf(stderr, "%s\n", error.message);
    gestalt_population_destroy(population);
    return result == GESTALT_OK ? hash : 0;
}

int main(int count, char **words)
{
    gestalt_shape *linked = NULL, *compiled = NULL;
    size_t size = 0;
    if (count != 2 ||
        gestalt_shape_load_memory(IMAGE, JOIN(IMAGE, _size), NULL, &linked, NULL) != GESTALT_OK ||
        gestalt_compile_file(words[1], NULL, &compiled, NULL, NULL) != GESTALT_OK)
        return 1;
    const void *image = gestalt_shape_image(compiled, &size);
    uint64_t hash = run(linked);
    bool is_same = size == JOIN(IMAGE, _size) && memcmp(image, IMAGE, size) == 0 &&
                   gestalt_shape_hash(linked) == JOIN(IMAGE, _hash);
    bool runs_same = hash != 0 && hash == run(compiled);
    printf("%s, %s, %s, %s\n", gestalt_shape_name(linked), is_same ? "the same" : "another",
           runs_same ? "runs the same" : "runs differently",
           (uintptr_t)IMAGE % 16 == 0 ? "aligned" : "not aligned");
    gestalt_shape_destroy(linked);
    gestalt_shape_destroy(compiled);
    return 0;
}
