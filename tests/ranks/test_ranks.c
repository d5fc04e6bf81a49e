// SPDX-License-Identifier: MIT
// Jobs against single populations: run by tests/ranks/run.sh with several numbers of ranks.
//
//     test_ranks [FIRST_SEED COUNT]
#include "twin.h"

#include <stdlib.h>
#include <string.h>

enum { ID_BLOCK = 4096 };

// Print the result of a test, on rank 0; NULL: all are done. A failed check has ended the job
// before.
static void passed(const char *name)
{
    static int number;
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && name)
        printf("ok %d - %s\n", ++number, name);
    else if (rank == 0)
        printf("1..%d\n", number);
    fflush(stdout);
}

// ---- random documents

// Spawn some agents in both. Often, the next ids are in another block, so that all ranks get some
// of few agents.
static void spawn_some(twin *t)
{
    uint32_t group = (uint32_t)twin_random(t, TWIN_GROUPS);
    uint64_t count = twin_random(t, 4) ? twin_random(t, 40) : twin_random(t, 3 * ID_BLOCK);
    uint64_t id = gestalt_ranks_next_id(t->ranks), first = 0, expected = 0;
    if (twin_random(t, 3)) {
        id = (id / ID_BLOCK + twin_random(t, 3)) * ID_BLOCK + ID_BLOCK - twin_random(t, 30);
        CHECK_OK(gestalt_ranks_set_next_id(t->ranks, id, NULL));
        CHECK_OK(gestalt_population_set_next_id(t->one, id, NULL));
    }
    CHECK_OK(gestalt_ranks_spawn(t->ranks, group, count, &first, NULL));
    CHECK_OK(gestalt_population_spawn(t->one, group, count, &expected, NULL));
    CHECK(first == expected);
}

// Let the owners change some of their agents, between two collective calls.
static void change_some(twin *t)
{
    uint64_t agent = gestalt_population_next(t->one, 0), skip = 1 + twin_random(t, 50);
    for (; agent != UINT64_MAX; agent = gestalt_population_next(t->one, agent + skip)) {
        CHECK_OK(gestalt_population_cancel(t->one, agent, NULL));
        if (twin_owns(t, agent))
            CHECK_OK(gestalt_population_cancel(t->own, agent, NULL));
    }
}

static void run_document(uint64_t seed)
{
    static const uint32_t lanes[] = {64, 1, 3};
    twin t;
    snprintf(twin_place, sizeof twin_place, "seed %llu", (unsigned long long)seed);
    twin_start(&t, seed,
               (gestalt_population_options){.lanes = lanes[seed % 3],
                                            .threads = 1 + (uint32_t)(seed / 3 % 2),
                                            .announces_writes = seed % 4 == 1});
    if (seed % 2)
        spawn_some(&t);
    for (int tick = 0; tick < 12; tick++) {
        int64_t now = tick * t.dt, due, expected_due;
        uint64_t due_tick, expected_tick;
        if (twin_random(&t, 3) == 0)
            spawn_some(&t);
        if (twin_random(&t, 4) == 0)
            change_some(&t);
        CHECK_OK(gestalt_ranks_tick(t.ranks, now, NULL));
        CHECK_OK(gestalt_population_tick(t.one, now, NULL));
        gestalt_ranks_next_due(t.ranks, &due, &due_tick);
        gestalt_population_next_due(t.one, &expected_due, &expected_tick);
        CHECK(due == expected_due && due_tick == expected_tick);
        twin_compare(&t);
    }
    CHECK_OK(gestalt_ranks_compact(t.ranks, NULL));
    twin_compare(&t);
    twin_stop(&t);
}

int main(int count, char **arguments)
{
    uint64_t first = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
    uint64_t documents = count > 2 ? strtoull(arguments[2], NULL, 10) : 8;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &(int){0});
    for (uint64_t seed = first; seed < first + documents; seed++)
        run_document(seed);
    passed("random documents");
    passed(NULL);
    MPI_Finalize();
    return 0;
}
