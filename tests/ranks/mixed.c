// SPDX-License-Identifier: MIT
#include "mixed.h"

#include "twin.h"

extern const gestalt_native crossing_native;

void test_native_code(void)
{
    enum { AGENTS = 5 * GESTALT_ID_BLOCK };
    static const char *const kernels[] = {"plain", NULL};
    gestalt_shape *shape = NULL;
    gestalt_population *one = NULL;
    gestalt_ranks *r = NULL;
    uint64_t hash, expected;
    int rank, size;
    snprintf(twin_place, sizeof twin_place, "native code");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CHECK_OK(gestalt_compile_file(CROSSING, NULL, &shape, NULL, NULL));
    gestalt_population_options options = {.group = {.shape = shape}, .seed = 3};
    CHECK_OK(gestalt_population_create(&options, &one, NULL));
    options.group.native = rank == size - 1 ? &crossing_native : NULL;
    options.kernels = kernels[rank % 2];
    options.lanes = 64 >> rank % 3;
    options.threads = 1 + (uint32_t)rank % 2;
    CHECK_OK(gestalt_ranks_create(&(gestalt_ranks_options){.population = options}, &r, NULL));
    CHECK_OK(gestalt_ranks_spawn(r, 0, AGENTS, NULL, NULL));
    CHECK_OK(gestalt_population_spawn(one, 0, AGENTS, NULL, NULL));
    for (int64_t second = 0; second < 20; second++) {
        CHECK_OK(gestalt_ranks_tick(r, second * 1000000, NULL));
        CHECK_OK(gestalt_population_tick(one, second * 1000000, NULL));
    }
    CHECK_OK(gestalt_ranks_hash(r, &hash, NULL));
    CHECK_OK(gestalt_population_hash(one, &expected, NULL));
    CHECK(hash == expected);
    gestalt_ranks_destroy(r);
    gestalt_population_destroy(one);
    gestalt_shape_destroy(shape);
}
