// SPDX-License-Identifier: MIT
#include "interrupted.h"

#include "twin.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char job_path[64], one_path[64];

static void name_files(void)
{
    int id = (int)getpid();
    MPI_Bcast(&id, 1, MPI_INT, 0, MPI_COMM_WORLD);
    snprintf(job_path, sizeof job_path, "/tmp/ranks-%d-tick.gss", id);
    snprintf(one_path, sizeof one_path, "/tmp/ranks-%d-tick-one.gss", id);
}

static void remove_files(void)
{
    int rank;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 0)
        return;
    remove(job_path);
    remove(one_path);
}

// Compare the files on rank 0. They do not change before.
static void compare_files(void)
{
    int rank;
    char command[256];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(command, sizeof command, "cmp %s %s", job_path, one_path);
    CHECK(rank > 0 || system(command) == 0); // NOLINT: a fixed command
    MPI_Barrier(MPI_COMM_WORLD);
}

static uint64_t hash_one(const gestalt_population *p)
{
    uint64_t hash;
    CHECK_OK(gestalt_population_hash(p, &hash, NULL));
    return hash;
}

static uint64_t hash_job(gestalt_ranks *r)
{
    uint64_t hash;
    CHECK_OK(gestalt_ranks_hash(r, &hash, NULL));
    return hash;
}

// ---- random documents

static uint64_t interrupt_count, done_count; // ticks interrupted; ranks that had finished theirs

// Ranks that have agents in some of 9 id blocks.
static void spawn_in_blocks(twin *t)
{
    for (uint64_t block = 0; block < 9; block++)
        for (uint32_t group = 0; group < TWIN_GROUPS; group++) {
            uint64_t id = block * GESTALT_ID_BLOCK + group * 2000;
            CHECK_OK(gestalt_ranks_set_next_id(t->ranks, id, NULL));
            CHECK_OK(gestalt_population_set_next_id(t->one, id, NULL));
            uint64_t count = twin_random(t, 30);
            CHECK_OK(gestalt_ranks_spawn(t->ranks, group, count, NULL, NULL));
            CHECK_OK(gestalt_population_spawn(t->one, group, count, NULL, NULL));
        }
}

// Let some ranks be interrupted at one of their next calls of a host function.
static void arm(twin *t, bool is_armed)
{
    uint32_t rank = gestalt_ranks_rank(t->ranks);
    for (uint32_t i = 0; i < gestalt_ranks_size(t->ranks); i++) {
        uint64_t draw = twin_random(t, 3), nth = 1 + twin_random(t, 60);
        for (uint32_t group = 0; i == rank && group < TWIN_GROUPS; group++)
            puppets_interrupt(t->moulds[group].puppets[0], draw && is_armed ? t->own : NULL,
                              (int64_t)nth);
    }
}

static gestalt_population_options options_of(const twin *t, gestalt_group groups[TWIN_GROUPS],
                                             int side)
{
    for (uint32_t i = 0; i < TWIN_GROUPS; i++)
        groups[i] = (gestalt_group){t->moulds[i].shape, t->moulds[i].hosts[side], NULL};
    return (gestalt_population_options){
        .groups = groups, .group_count = TWIN_GROUPS, .interruptible = true};
}

// Continue the tick in a single population. Returns the hash after the tick.
static uint64_t continue_alone(const twin *t, int64_t now, uint64_t hash)
{
    gestalt_group groups[TWIN_GROUPS];
    gestalt_population_options options = options_of(t, groups, 1);
    gestalt_population *p = NULL;
    CHECK_OK(gestalt_population_create(&options, &p, NULL));
    CHECK_OK(gestalt_population_load(p, job_path, NULL));
    CHECK(gestalt_population_is_interrupted(p) && hash_one(p) == hash);
    if (gestalt_ranks_rank(t->ranks) == 0)
        CHECK_OK(gestalt_population_save(p, one_path, NULL));
    compare_files();
    CHECK_OK(gestalt_population_tick(p, now, NULL));
    hash = hash_one(p);
    gestalt_population_destroy(p);
    return hash;
}

// Continue the tick in a job of the first ranks.
static void continue_by(const twin *t, uint32_t size, int64_t now, uint64_t hash, uint64_t last)
{
    gestalt_group groups[TWIN_GROUPS];
    MPI_Comm first;
    int rank = (int)gestalt_ranks_rank(t->ranks);
    MPI_Comm_split(MPI_COMM_WORLD, rank < (int)size ? 0 : MPI_UNDEFINED, rank, &first);
    if (first == MPI_COMM_NULL)
        return;
    gestalt_ranks_options options = {.population = options_of(t, groups, 0),
                                     .communicator = &first};
    gestalt_ranks *r = NULL;
    CHECK_OK(gestalt_ranks_create(&options, &r, NULL));
    CHECK_OK(gestalt_ranks_load(r, job_path, NULL, NULL));
    CHECK(gestalt_ranks_is_interrupted(r) && hash_job(r) == hash);
    CHECK_OK(gestalt_ranks_tick(r, now, NULL));
    CHECK(hash_job(r) == last);
    gestalt_ranks_destroy(r);
    MPI_Comm_free(&first);
}

// Tick both. The job is interrupted again and again, until it is not.
static void tick_both(twin *t, int64_t now)
{
    gestalt_result result;
    arm(t, true);
    for (int i = 0; (result = gestalt_ranks_tick(t->ranks, now, NULL)) == GESTALT_INTERRUPTED;
         i++) {
        bool is_done = true;
        for (uint64_t a = gestalt_population_next(t->own, 0); a != UINT64_MAX;
             a = gestalt_population_next(t->own, a + 1))
            is_done = is_done && gestalt_actor_is_done(t->own, a);
        arm(t, false);
        interrupt_count++;
        done_count += is_done;
        CHECK(gestalt_population_is_interrupted(t->own));
        uint64_t hash = hash_job(t->ranks);
        CHECK_OK(gestalt_ranks_save(t->ranks, job_path, NULL));
        uint64_t last = continue_alone(t, now, hash);
        continue_by(t, 1 + (uint32_t)twin_random(t, gestalt_ranks_size(t->ranks)), now, hash, last);
        if (twin_random(t, 2))
            CHECK_OK(gestalt_ranks_load(t->ranks, job_path, NULL, NULL));
        CHECK(hash_job(t->ranks) == hash);
        MPI_Barrier(MPI_COMM_WORLD);
        arm(t, i < 3);
    }
    CHECK_OK(result);
    arm(t, false);
    CHECK_OK(gestalt_population_tick(t->one, now, NULL));
    twin_compare(t);
}

void test_interrupted_jobs(uint64_t documents)
{
    name_files();
    for (uint64_t seed = 1; seed <= documents; seed++) {
        twin t;
        snprintf(twin_place, sizeof twin_place, "interrupted, seed %llu", (unsigned long long)seed);
        twin_start(&t, seed, (gestalt_population_options){.interruptible = true});
        spawn_in_blocks(&t);
        for (int64_t tick = 0; tick < 4; tick++)
            tick_both(&t, tick * t.dt);
        twin_stop(&t);
    }
    uint64_t done = 0;
    MPI_Allreduce(&done_count, &done, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CHECK(interrupt_count > documents && (size == 1 || done > 0));
    remove_files();
}

// ---- the same agents

static const char document[] =
    "{\"gestalt\":1,\"blackboard\":{\"n\":\"int\"},\"root\":{\"type\":\"sequence\",\"children\":["
    "{\"type\":\"set\",\"key\":\"n\",\"to\":\"n + 1\"},{\"type\":\"action\",\"do\":\"act\"}]}}";

static const uint64_t stopping = 8 * GESTALT_ID_BLOCK + 700; // an agent of the last rank

static gestalt_status act(gestalt_single_call *call)
{
    gestalt_population **p = call->user; // NULL: do not interrupt
    if (*p && call->agent == stopping)
        gestalt_population_interrupt(*p);
    return GESTALT_SUCCESS;
}

static gestalt_host *host_of(gestalt_population **interrupted)
{
    gestalt_host *host = NULL;
    CHECK_OK(gestalt_host_create(NULL, &host, NULL));
    CHECK_OK(gestalt_host_add(
        host, &(gestalt_function){.name = "act", .single = act, .user = interrupted}, NULL));
    return host;
}

void test_interrupted_snapshot(void)
{
    gestalt_population *p[2] = {NULL}, *one = NULL;
    gestalt_shape *shape = NULL;
    gestalt_ranks *r = NULL;
    gestalt_host *hosts[] = {host_of(&p[0]), host_of(&p[1])};
    name_files();
    snprintf(twin_place, sizeof twin_place, "interrupted snapshot");
    CHECK_OK(
        gestalt_compile_text("act.json", document, strlen(document), NULL, &shape, NULL, NULL));
    gestalt_population_options options = {.group = {shape, hosts[0], NULL}, .interruptible = true};
    CHECK_OK(gestalt_ranks_create(&(gestalt_ranks_options){.population = options}, &r, NULL));
    options.group.host = hosts[1];
    CHECK_OK(gestalt_population_create(&options, &one, NULL));
    CHECK_OK(gestalt_ranks_spawn(r, 0, 9 * GESTALT_ID_BLOCK, NULL, NULL));
    CHECK_OK(gestalt_population_spawn(one, 0, 9 * GESTALT_ID_BLOCK, NULL, NULL));
    p[0] = gestalt_ranks_population(r);
    p[1] = one;
    CHECK(gestalt_ranks_tick(r, 5, NULL) == GESTALT_INTERRUPTED);
    CHECK(gestalt_population_tick(one, 5, NULL) == GESTALT_INTERRUPTED);
    CHECK(hash_job(r) == hash_one(one));
    CHECK_OK(gestalt_ranks_save(r, job_path, NULL));
    if (gestalt_ranks_rank(r) == 0)
        CHECK_OK(gestalt_population_save(one, one_path, NULL));
    compare_files();
    p[0] = p[1] = NULL;
    CHECK_OK(gestalt_ranks_load(r, one_path, NULL, NULL));
    CHECK_OK(gestalt_ranks_tick(r, 5, NULL));
    CHECK_OK(gestalt_population_tick(one, 5, NULL));
    CHECK(hash_job(r) == hash_one(one));
    remove_files();
    gestalt_ranks_destroy(r);
    gestalt_population_destroy(one);
    gestalt_host_destroy(hosts[0]);
    gestalt_host_destroy(hosts[1]);
    gestalt_shape_destroy(shape);
}
