// SPDX-License-Identifier: MIT
// One population on several processes of an MPI job. The tree must need no functions.
//
//   cc ranks.c $(pkg-config --cflags --libs gestalt-ranks) -o ranks
//   mpirun -n 4 ./ranks watchman.json 1000000
#include <gestalt/gestalt.h>
#include <gestalt/ranks/ranks.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static gestalt_result run(gestalt_shape *shape, uint64_t count, gestalt_error *error)
{
    gestalt_ranks_options options = {.population = {.group = {.shape = shape}, .seed = 1}};
    gestalt_ranks *ranks = NULL;
    gestalt_result result = gestalt_ranks_create(&options, &ranks, error);
    if (result == GESTALT_OK)
        result = gestalt_ranks_spawn(ranks, 0, count, NULL, error);
    for (int64_t now = 0; now < 10000000 && result == GESTALT_OK; now += 100000)
        result = gestalt_ranks_tick(ranks, now, error);
    if (result == GESTALT_OK)
        printf("rank %u of %u has %" PRIu64 " of %" PRIu64 " agents\n", gestalt_ranks_rank(ranks),
               gestalt_ranks_size(ranks), gestalt_population_count(gestalt_ranks_population(ranks)),
               gestalt_ranks_count(ranks));
    gestalt_ranks_destroy(ranks);
    return result;
}

int main(int argc, char **argv)
{
    gestalt_error error = {0};
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    if (argc < 3) {
        fprintf(stderr, "usage: ranks TREE.json AGENTS\n");
        return 2;
    }
    gestalt_result result = gestalt_compile_file(argv[1], NULL, &shape, &diagnostics, &error);
    gestalt_diagnostics_destroy(diagnostics);
    if (result == GESTALT_OK)
        result = run(shape, strtoull(argv[2], NULL, 10), &error);
    if (result != GESTALT_OK)
        fprintf(stderr, "%s\n", error.message);
    gestalt_shape_destroy(shape);
    return result != GESTALT_OK;
}
