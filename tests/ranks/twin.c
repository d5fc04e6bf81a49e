// SPDX-License-Identifier: MIT
#include "twin.h"

#include "kernels.h"

#include <stdlib.h>
#include <string.h>

char twin_place[128];

void twin_fail(const char *file, int line, const char *what)
{
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fprintf(stderr, "# rank %d, %s: %s:%d: %s\n", rank, twin_place, file, line, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

static gestalt_shape *compile(const generated *g)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_compile_options options = {.include = generated_include,
                                       .include_user = (void *)(uintptr_t)g};
    gestalt_compile_text("generated.json", g->text, g->size, &options, &shape, &diagnostics, NULL);
    gestalt_diagnostics_destroy(diagnostics);
    CHECK(shape);
    return shape;
}

twin_mould twin_mould_make(uint64_t seed)
{
    generated *g = generate(seed, NULL);
    twin_mould m = {.shape = compile(g), .dt = g->dt};
    generated_destroy(g);
    for (int side = 0; side < 2; side++) {
        CHECK_OK(gestalt_host_create(NULL, &m.hosts[side], NULL));
        m.puppets[side] = puppets_create(m.shape, seed, m.hosts[side]);
    }
    return m;
}

void twin_mould_destroy(twin_mould *m)
{
    for (int side = 0; side < 2; side++) {
        gestalt_host_destroy(m->hosts[side]);
        puppets_destroy(m->puppets[side]);
    }
    gestalt_shape_destroy(m->shape);
}

// Choose lanes, threads and kernels of this rank: if the machine has several sets of kernels, ranks
// use different ones.
static void choose_means(gestalt_population_options *o, uint64_t seed)
{
    static const uint32_t lanes[] = {64, 1, 3};
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    uint64_t choice = seed + (uint64_t)rank, sets = 0;
    o->lanes = lanes[choice % 3];
    o->threads = 1 + (uint32_t)(choice / 3 % 2);
    while (kernels_all[sets])
        sets++;
    const kernels *set = kernels_all[choice % sets];
    o->kernels = set->is_supported() ? set->name : "plain";
}

void twin_start(twin *t, uint64_t seed, gestalt_population_options options)
{
    *t = (twin){.seed = seed, .group_count = TWIN_GROUPS};
    gestalt_group groups[2][TWIN_GROUPS];
    for (uint32_t i = 0; i < TWIN_GROUPS; i++) {
        t->moulds[i] = twin_mould_make(seed + i);
        t->dt = t->moulds[i].dt;
        for (int side = 0; side < 2; side++)
            groups[side][i] = (gestalt_group){t->moulds[i].shape, t->moulds[i].hosts[side], NULL};
    }
    options.seed = seed;
    options.group_count = TWIN_GROUPS;
    gestalt_ranks_options of_rank = {.population = options};
    of_rank.population.groups = groups[0];
    choose_means(&of_rank.population, seed);
    CHECK_OK(gestalt_ranks_create(&of_rank, &t->ranks, NULL));
    t->own = gestalt_ranks_population(t->ranks);
    options.groups = groups[1];
    CHECK_OK(gestalt_population_create(&options, &t->one, NULL));
}

void twin_stop(twin *t)
{
    gestalt_ranks_destroy(t->ranks);
    gestalt_population_destroy(t->one);
    for (uint32_t i = 0; i < t->group_count; i++)
        twin_mould_destroy(&t->moulds[i]);
}

uint64_t twin_random(twin *t, uint64_t end)
{
    t->seed = t->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (t->seed >> 24) % end;
}

bool twin_owns(const twin *t, uint64_t agent)
{
    return gestalt_ranks_owner(t->ranks, agent) == gestalt_ranks_rank(t->ranks);
}

static void compare_actor(const twin *t, uint64_t agent)
{
    static unsigned char own[1 << 18], one[1 << 18];
    size_t own_size, one_size;
    CHECK_OK(gestalt_actor_take(t->own, agent, own, sizeof own, &own_size, NULL));
    CHECK_OK(gestalt_actor_take(t->one, agent, one, sizeof one, &one_size, NULL));
    CHECK(own_size == one_size && memcmp(own, one, own_size) == 0);
    CHECK(gestalt_population_status(t->own, agent) == gestalt_population_status(t->one, agent));
}

static void compare_hashes(const twin *t)
{
    uint64_t hash, expected;
    CHECK_OK(gestalt_ranks_hash(t->ranks, &hash, NULL));
    CHECK_OK(gestalt_population_hash(t->one, &expected, NULL));
    CHECK(hash == expected);
}

void twin_compare(const twin *t)
{
    compare_hashes(t);
    uint64_t count = 0, agent = gestalt_population_next(t->one, 0);
    for (; agent != UINT64_MAX; agent = gestalt_population_next(t->one, agent + 1)) {
        bool is_own = twin_owns(t, agent);
        gestalt_result result = gestalt_ranks_need(t->ranks, agent, NULL);
        CHECK(result == (is_own ? GESTALT_OK : GESTALT_BAD_ARGUMENT));
        CHECK(gestalt_population_has(t->own, agent) == is_own);
        count += is_own;
        if (is_own)
            compare_actor(t, agent);
    }
    CHECK(count == gestalt_population_count(t->own));
    CHECK(gestalt_ranks_count(t->ranks) == gestalt_population_count(t->one));
    CHECK(gestalt_ranks_next_id(t->ranks) == gestalt_population_next_id(t->one));
    CHECK(gestalt_ranks_ticks(t->ranks) == gestalt_population_ticks(t->one));
    CHECK((gestalt_ranks_busy(t->ranks) > 0) == (gestalt_ranks_ticks(t->ranks) > 0));
    CHECK(gestalt_ranks_now(t->ranks) == gestalt_population_now(t->one));
}
