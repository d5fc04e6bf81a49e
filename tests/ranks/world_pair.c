// SPDX-License-Identifier: MIT
#include "world_pair.h"

#include "ranks_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char pair_place[128];

void pair_fail(const char *file, int line, const char *what)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("# %s:%d: rank %d, %s: %s\n", file, line, rank, pair_place, what);
    fflush(stdout);
    usleep(100000); // time for the output
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

uint64_t pair_sum(const pair *p, uint64_t number)
{
    MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_UINT64_T, MPI_SUM, p->ranks->job.communicator);
    return number;
}

void pair_start_in(pair *p, const char *text, const gestalt_ranks_world_options *how)
{
    gestalt_error error = {0};
    gestalt_ranks_world_options options = *how;
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    p->ghosts = p->moves = p->ticks = 0;
    p->one = running_of_text(text, &(world_options){.seed = how->world.seed});
    options.world.lanes = rank % 2 ? 5 : 64;
    options.world.threads = 1 + (uint32_t)rank % 2;
    options.world.kernels = rank % 3 == 1 ? "plain" : NULL;
    if (gestalt_ranks_world_create(p->one.scene, &options, &p->ranks, &error) != GESTALT_OK)
        pair_fail(__FILE__, __LINE__, error.message);
    p->ranks->migrants.most = 3; // agents move in several rounds
}

void pair_start(pair *p, const char *text)
{
    pair_start_in(p, text, &(gestalt_ranks_world_options){0});
}

void pair_stop(pair *p)
{
    gestalt_ranks_world_destroy(p->ranks);
    running_stop(&p->one);
}

// Compare an agent of both worlds: all that migrates with it.
static void compare_agent(const pair *p, uint32_t row)
{
    enum { ROOM = 65536 };
    static char bytes[2][ROOM];
    size_t sizes[2];
    gestalt_world *own = gestalt_ranks_world_own(p->ranks);
    uint32_t there = p->one.is->find(p->one.world, gestalt_world_columns_of(own).id[row]);
    const world_shares *shares = &p->one.is->shares;
    CHECK(there != UINT32_MAX);
    memset(bytes, 0, sizeof bytes);
    CHECK(shares->take_migrants(p->one.world, &there, 1, bytes[0], ROOM, &sizes[0], NULL) ==
          GESTALT_OK);
    CHECK(shares->take_migrants(own, &row, 1, bytes[1], ROOM, &sizes[1], NULL) == GESTALT_OK);
    CHECK(sizes[0] == sizes[1] && memcmp(bytes[0], bytes[1], sizes[0]) == 0);
}

// Compare all agents of the rank, and all measures and reports.
void pair_compare(const pair *p)
{
    static outcome wanted, got;
    gestalt_world *own = gestalt_ranks_world_own(p->ranks);
    uint32_t count = gestalt_world_columns_of(own).count;
    for (uint32_t row = 0; row < count; row++)
        compare_agent(p, row);
    CHECK(pair_sum(p, count) == p->one.is->columns(p->one.world).count);
    wanted = running_outcome(&p->one);
    gestalt_world_measure(own, &got);
    CHECK(wanted.count == got.count);
    for (uint32_t i = 0; i < wanted.count; i++)
        if (wanted.rows[i].count != got.rows[i].count ||
            memcmp(&wanted.rows[i].number, &got.rows[i].number, sizeof(double)) != 0)
            pair_fail(__FILE__, __LINE__, wanted.rows[i].name);
    CHECK(gestalt_world_is_done(own) == p->one.is->is_done(p->one.world));
    for (uint32_t i = 0; i < gestalt_scene_report_count(p->one.scene); i++) {
        double numbers[] = {gestalt_world_report(own, i), p->one.is->report(p->one.world, i)};
        CHECK(memcmp(&numbers[0], &numbers[1], sizeof(double)) == 0);
    }
}

// Compare a file of the ranks with one of a single world.
void pair_compare_files(const char *const paths[2])
{
    enum { PIECE = 65536 };
    static char bytes[2][PIECE];
    size_t sizes[2];
    FILE *files[] = {fopen(paths[0], "rb"), fopen(paths[1], "rb")};
    CHECK(files[0] && files[1]);
    do {
        for (int i = 0; i < 2; i++)
            sizes[i] = fread(bytes[i], 1, PIECE, files[i]);
        CHECK(sizes[0] == sizes[1] && memcmp(bytes[0], bytes[1], sizes[0]) == 0);
    } while (sizes[0] > 0);
    fclose(files[0]);
    fclose(files[1]);
}

void pair_compare_saved(const pair *p)
{
    gestalt_error error;
    uint64_t hash = 0;
    char here[2][64];
    const char *const paths[] = {here[0], here[1]};
    int number = (int)getpid();
    MPI_Bcast(&number, 1, MPI_INT, 0, p->ranks->job.communicator);
    for (int i = 0; i < 2; i++)
        snprintf(here[i], sizeof here[i], "/tmp/ranks_world-%d-%d.gss", number, i);
    CHECK(gestalt_ranks_world_hash(p->ranks, &hash, &error) == GESTALT_OK);
    CHECK(hash == running_hash(&p->one));
    CHECK(gestalt_ranks_world_save(p->ranks, paths[0], &error) == GESTALT_OK);
    if (gestalt_ranks_world_rank(p->ranks) == 0) {
        CHECK(p->one.is->snapshots.save(p->one.world, paths[1], &error) == GESTALT_OK);
        pair_compare_files(paths);
        unlink(paths[0]);
        unlink(paths[1]);
    }
}

void pair_compare_whole(const pair *p)
{
    pair_compare_saved(p);
    pair_compare(p);
}

static gestalt_result pair_tick(void *user, gestalt_population *population, int64_t now,
                                gestalt_error *error)
{
    pair *p = user;
    p->ticks++;
    return gestalt_population_tick(population, now, error);
}

// Step both, the ranks in every second step by a function. From time to time, the ranks seem to
// have worked for different times, and a home seems to know many dead agents.
gestalt_result pair_step(pair *p, uint32_t step)
{
    gestalt_error errors[2] = {{0}, {0}};
    if (step % BOXES_STEPS == BOXES_STEPS / 2) {
        p->ranks->space.steps = BOXES_STEPS - 1;
        p->ranks->space.busy = (1 + (p->ranks->job.rank + step) % 3) * UINT64_C(1000000);
    }
    if (step % 7 == 3 && p->ranks->job.rank == 0)
        p->ranks->homes.table.most = 1;
    gestalt_result result = p->one.is->step(p->one.world, &errors[0]);
    uint64_t ticks = p->ticks;
    CHECK((step % 2 ? gestalt_ranks_world_step_by(p->ranks, pair_tick, p, &errors[1])
                    : gestalt_ranks_world_step(p->ranks, &errors[1])) == result);
    CHECK(p->ticks == ticks + step % 2);
    CHECK(strcmp(errors[0].message, errors[1].message) == 0);
    p->ghosts += p->ranks->is_shared ? p->ranks->ghosts.exchange.in_count : 0;
    p->moves += p->ranks->migrants.left;
    return result;
}

// Check what the rank has counted. Steps that count collisions get ghosts again.
static void check_counts(const pair *p, uint32_t steps)
{
    gestalt_ranks_world_counts c = gestalt_ranks_world_counts_of(p->ranks);
    size_t size = p->ranks->is_shared ? gestalt_world_ghost_size(p->ranks->own) : 0;
    CHECK(c.steps == steps && c.busy > 0);
    CHECK(c.ghosts >= p->ghosts && (c.ghosts > 0) == (p->ghosts > 0));
    CHECK(c.ghost_bytes >= c.ghosts * size && (c.ghosts > 0 || c.ghost_bytes == 0));
    CHECK(c.migrants == p->moves && c.migrant_bytes >= c.migrants * sizeof(uint64_t));
    CHECK((c.divisions > 0) == (p->ranks->is_shared && steps > BOXES_STEPS / 2));
}

void pair_run(const char *name, const char *text, uint32_t steps)
{
    pair p;
    snprintf(pair_place, sizeof pair_place, "%s, start", name);
    pair_start(&p, text);
    pair_compare(&p);
    for (uint32_t step = 0; step < steps; step++) {
        snprintf(pair_place, sizeof pair_place, "%s, step %u", name, step);
        pair_step(&p, step);
        if (step % 3 == 1 || step + 1 == steps)
            pair_compare(&p);
        if (step == steps / 2)
            pair_compare_whole(&p);
    }
    pair_compare_whole(&p);
    check_counts(&p, steps);
    uint64_t moves = pair_sum(&p, p.moves), ghosts = pair_sum(&p, p.ghosts);
    CHECK(!p.ranks->is_shared || (moves > 0 && ghosts > 0));
    pair_stop(&p);
}
