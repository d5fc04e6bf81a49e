// SPDX-License-Identifier: MIT
// A program to test each way of building Gestalt. For each document it runs a population and prints
// its hash. There are no host functions, so for some documents it prints an error instead.
// YESTERDAY is a header that contains all public headers, as the amalgamation does.
#ifdef YESTERDAY
#include YESTERDAY
#else
#include <gestalt/gestalt.h>
#endif
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { AGENTS = 150, TICKS = 40 };

static gestalt_result run_ticks(gestalt_population *population, uint64_t *hash,
                                gestalt_error *error)
{
    gestalt_result result = gestalt_population_spawn(population, 0, AGENTS, NULL, error);
    for (int64_t tick = 0; tick < TICKS && result == GESTALT_OK; tick++)
        result = gestalt_population_tick(population, tick * 250000, error);
    return result == GESTALT_OK ? gestalt_population_hash(population, hash, error) : result;
}

// Return the hash of a document's population.
static gestalt_result run_document(const char *path, uint64_t *hash, gestalt_error *error)
{
    gestalt_shape *shape = NULL;
    gestalt_host *host = NULL;
    gestalt_population *population = NULL;
    gestalt_result result = gestalt_compile_file(path, NULL, &shape, NULL, error);
    if (result == GESTALT_OK)
        result = gestalt_host_create(NULL, &host, error);
    if (result == GESTALT_OK) {
        gestalt_population_options options = {.group = {shape, host}, .threads = 2};
        result = gestalt_population_create(&options, &population, error);
    }
    if (result == GESTALT_OK)
        result = run_ticks(population, hash, error);
    gestalt_population_destroy(population);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
    return result;
}

int main(int argc, char **argv)
{
    int count = 0;
    for (int i = 1; i < argc; i++) {
        gestalt_error error = {0};
        uint64_t hash = 0;
        const char *slash = strrchr(argv[i], '/'), *name = slash ? slash + 1 : argv[i];
        if (run_document(argv[i], &hash, &error) == GESTALT_OK) {
            printf("%s %016" PRIx64 "\n", name, hash);
            count++;
        } else {
            printf("%s: %s\n", name, error.message);
        }
    }
    printf("gestalt %s, %d hashes\n", gestalt_version(), count);
    return count == 0;
}
