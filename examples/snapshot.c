// SPDX-License-Identifier: MIT
// Snapshots: saves a run half way, and continues it in another population that has a different
// number of lanes and threads. The results are the same as without the interruption.
//
//   cc snapshot.c $(pkg-config --cflags --libs gestalt) -o snapshot && ./snapshot crossing.json
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdio.h>

#define AGENTS 1000

// Data of the host, which is saved with the snapshot. Here: the number of ticks so far.
typedef struct host_state {
    uint32_t ticks;
} host_state;

static gestalt_result tick(gestalt_population *population, host_state *state, uint32_t count,
                           gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    for (uint32_t i = 0; i < count && result == GESTALT_OK; i++)
        result =
            gestalt_population_tick(population, INT64_C(1000000) * (340 + state->ticks++), error);
    return result;
}

static gestalt_result print_hash(const gestalt_population *population, const char *what,
                                 gestalt_error *error)
{
    uint64_t hash;
    gestalt_result result = gestalt_population_hash(population, &hash, error);
    if (result == GESTALT_OK)
        printf("%s: %016" PRIx64 "\n", what, hash);
    return result;
}

// Run three ticks, save a snapshot, and run three more ticks.
static gestalt_result first_run(gestalt_population *population, const char *path,
                                gestalt_error *error)
{
    host_state state = {0};
    gestalt_result result = gestalt_population_spawn(population, 0, AGENTS, NULL, error);
    if (result == GESTALT_OK)
        result = tick(population, &state, 3, error);
    if (result == GESTALT_OK)
        result = gestalt_population_attach(population, &state, sizeof state, error);
    if (result == GESTALT_OK)
        result = gestalt_population_save(population, path, error);
    if (result == GESTALT_OK)
        result = print_hash(population, "saved after 3 ticks", error);
    if (result == GESTALT_OK)
        result = tick(population, &state, 3, error);
    return result == GESTALT_OK ? print_hash(population, "after 6 ticks", error) : result;
}

// Load the snapshot, which has the seed, the time and the agents, and run three ticks.
static gestalt_result second_run(gestalt_population *population, const char *path,
                                 gestalt_error *error)
{
    gestalt_result result = gestalt_population_load(population, path, error);
    if (result != GESTALT_OK)
        return result;
    size_t size;
    const host_state *attached = gestalt_population_attached(population, &size);
    host_state state = {0};
    if (size == sizeof state) // the data came from a file, so check its size
        state = *attached;
    result = print_hash(population, "loaded", error);
    if (result == GESTALT_OK)
        result = tick(population, &state, 3, error);
    return result == GESTALT_OK ? print_hash(population, "3 ticks later", error) : result;
}

static gestalt_result run(const gestalt_shape *shape, const char *path, gestalt_error *error)
{
    gestalt_population *one = NULL, *other = NULL;
    gestalt_population_options options = {.group.shape = shape, .seed = 7};
    gestalt_population_options others = {.group.shape = shape, .lanes = 5, .threads = 2};
    gestalt_result result = gestalt_population_create(&options, &one, error);
    if (result == GESTALT_OK)
        result = gestalt_population_create(&others, &other, error);
    if (result == GESTALT_OK)
        result = first_run(one, path, error);
    if (result == GESTALT_OK)
        result = second_run(other, path, error);
    gestalt_population_destroy(one);
    gestalt_population_destroy(other);
    return result;
}

int main(int argc, char **argv)
{
    gestalt_error error = {0};
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    if (argc != 2) {
        fprintf(stderr, "usage: snapshot crossing.json\n");
        return 2;
    }
    gestalt_result result = gestalt_compile_file(argv[1], NULL, &shape, &diagnostics, &error);
    gestalt_diagnostics_destroy(diagnostics); // embed.c shows how to print them
    if (result == GESTALT_OK)
        result = run(shape, "crossing.gss", &error);
    if (result != GESTALT_OK)
        fprintf(stderr, "%s\n", error.message);
    gestalt_shape_destroy(shape);
    return result != GESTALT_OK;
}
