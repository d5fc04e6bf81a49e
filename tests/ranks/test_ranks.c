// SPDX-License-Identifier: MIT
// Jobs against single populations: run by tests/ranks/run.sh with several numbers of ranks.
//
//     test_ranks [FIRST_SEED COUNT]
#include "exact_sum.h"
#include "failures.h"
#include "interrupted.h"
#include "mixed.h"
#include "passed.h"
#include "twin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ID_BLOCK = GESTALT_ID_BLOCK };

// What the random runs have done: each of these must have happened.
static uint64_t launch_count, shared_count, reduced_count, breed_count, edit_count, inherit_count,
    list_count, group_count;

// ---- random documents

// Spawn some agents in both. Often, the next ids are in another block, so that all ranks get some
// of few agents.
static void spawn_some(twin *t)
{
    uint32_t group = (uint32_t)twin_random(t, t->group_count);
    uint64_t count = twin_random(t, 4) ? twin_random(t, 40) : twin_random(t, 3 * ID_BLOCK);
    uint64_t id = gestalt_ranks_next_id(t->ranks), first = 0, expected = 0;
    if (twin_random(t, 3)) {
        id = (id / ID_BLOCK + 1 + twin_random(t, 3)) * ID_BLOCK + ID_BLOCK - twin_random(t, 30);
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

typedef struct birth {
    uint64_t parent;
    uint32_t group, parent_group;
} birth;

enum { LIST_MOST = 1 << 16 };

static int compare_births(const void *one, const void *other)
{
    const birth *a = one, *b = other;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a->parent_group != b->parent_group)
        return a->parent_group < b->parent_group ? -1 : 1;
    return (a->parent > b->parent) - (a->parent < b->parent);
}

// Breed in the single population. `births` is sorted then.
static uint64_t breed_one(twin *t, birth *births, uint64_t count)
{
    static uint64_t parents[LIST_MOST];
    uint64_t first = gestalt_population_next_id(t->one), end = 0;
    qsort(births, count, sizeof *births, compare_births);
    for (uint64_t begin = 0; begin < count; begin = end) {
        uint64_t id;
        for (end = begin; end < count && births[end].group == births[begin].group; end++)
            parents[end] = births[end].parent;
        CHECK_OK(gestalt_population_spawn(t->one, births[begin].group, end - begin, &id, NULL));
        CHECK(id == first + begin);
        CHECK_OK(gestalt_population_inherit(t->one, parents + begin, id, end - begin, NULL));
    }
    breed_count += count;
    return first;
}

// Let some agents have children: each rank passes its own, from the last one to the first.
static void breed_some(twin *t)
{
    static birth births[LIST_MOST];
    static uint64_t parents[LIST_MOST], ids[LIST_MOST];
    static uint32_t groups[LIST_MOST];
    uint64_t count = 0, own = 0, skip = 1 + twin_random(t, 300);
    uint64_t agent = gestalt_population_next(t->one, 0);
    for (; agent != UINT64_MAX && count < LIST_MOST;
         agent = gestalt_population_next(t->one, agent + skip), count++) {
        births[count] = (birth){.parent = agent, .group = (uint32_t)twin_random(t, t->group_count)};
        gestalt_actor_group(t->one, agent, &births[count].parent_group);
    }
    for (uint64_t i = count; i-- > 0;)
        if (twin_owns(t, births[i].parent)) {
            parents[own] = births[i].parent;
            groups[own++] = births[i].group;
        }
    CHECK_OK(gestalt_ranks_breed(t->ranks, parents, groups, own, ids, NULL));
    uint64_t first = breed_one(t, births, count);
    for (uint64_t i = 0; i < own; i++) {
        const birth *of = &births[ids[i] - first];
        CHECK(ids[i] - first < count && of->parent == parents[i] && of->group == groups[i]);
    }
}

static void despawn_some(twin *t)
{
    static uint64_t agents[LIST_MOST];
    uint64_t count = 0, skip = 1 + twin_random(t, 20), begin = twin_random(t, 2000);
    uint64_t agent = gestalt_population_next(t->one, begin);
    for (; agent != UINT64_MAX && count < LIST_MOST;
         agent = gestalt_population_next(t->one, agent + skip)) {
        if (twin_owns(t, agent))
            agents[count++] = agent;
        CHECK_OK(gestalt_population_despawn(t->one, agent, NULL));
    }
    CHECK_OK(gestalt_ranks_despawn(t->ranks, agents, count, NULL));
}

// Let some agents inherit from others, which may belong to other ranks. Children and parents are
// drawn from all agents, in turns, so that none is both.
static void inherit_some(twin *t)
{
    static uint64_t parents[LIST_MOST], children[LIST_MOST];
    uint64_t skip = 1 + twin_random(t, 60), begin = twin_random(t, 9000), own = 0;
    uint64_t child = gestalt_population_next(t->one, 0),
             parent = gestalt_population_next(t->one, begin);
    while (child != UINT64_MAX && parent != UINT64_MAX && own < LIST_MOST) {
        if (child % 2 == 0 && parent % 2 == 1) {
            if (twin_owns(t, child)) {
                parents[own] = parent;
                children[own++] = child;
            }
            CHECK_OK(gestalt_population_inherit(t->one, &parent, child, 1, NULL));
            inherit_count++;
        }
        child = gestalt_population_next(t->one, child + skip);
        parent = gestalt_population_next(t->one, parent + 1);
    }
    CHECK_OK(gestalt_ranks_inherit(t->ranks, parents, children, own, NULL));
}

// Add a third group, with some agents. If there is one, remove it with its agents.
static void change_groups(twin *t)
{
    const uint32_t last = TWIN_GROUPS;
    uint32_t number = 0, expected = 0;
    if (t->group_count == last) {
        twin_mould new = twin_mould_make(1 + twin_random(t, 5));
        gestalt_group groups[] = {{new.shape, new.hosts[0], NULL}, {new.shape, new.hosts[1], NULL}};
        CHECK_OK(gestalt_ranks_add_group(t->ranks, &groups[0], &number, NULL));
        CHECK_OK(gestalt_population_add_group(t->one, &groups[1], &expected, NULL));
        CHECK(number == last && expected == last);
        t->moulds[t->group_count++] = new;
        spawn_some(t);
        return;
    }
    static uint64_t agents[LIST_MOST];
    uint64_t own = 0, agent = gestalt_population_next(t->one, 0);
    for (; agent != UINT64_MAX; agent = gestalt_population_next(t->one, agent + 1)) {
        uint32_t group;
        gestalt_actor_group(t->one, agent, &group);
        if (group != last)
            continue;
        CHECK(own < LIST_MOST);
        if (twin_owns(t, agent))
            agents[own++] = agent;
        CHECK_OK(gestalt_population_despawn(t->one, agent, NULL));
    }
    CHECK_OK(gestalt_ranks_despawn(t->ranks, agents, own, NULL));
    gestalt_result result = gestalt_ranks_remove_group(t->ranks, last, NULL);
    CHECK(result == gestalt_population_remove_group(t->one, last, NULL));
    if (result != GESTALT_OK)
        return; // there are cancels of former agents
    twin_mould_destroy(&t->moulds[--t->group_count]);
    group_count++;
}

// Edit a group: its shape becomes another random one, or the same one again.
static void edit_one(twin *t)
{
    uint32_t group = (uint32_t)twin_random(t, t->group_count);
    twin_mould *old = &t->moulds[group], new = twin_mould_make(1 + twin_random(t, 3));
    gestalt_edit edits[2];
    gestalt_edit_counts counts, expected;
    gestalt_edit_report *report;
    for (int side = 0; side < 2; side++)
        edits[side] = (gestalt_edit){.group = group, .shape = new.shape, .host = new.hosts[side]};
    CHECK_OK(gestalt_ranks_edit(t->ranks, &edits[0], &counts, NULL, NULL));
    CHECK_OK(gestalt_population_edit(t->one, &edits[1], &report, NULL));
    expected = gestalt_edit_report_counts(report);
    CHECK(memcmp(&counts, &expected, sizeof counts) == 0);
    gestalt_edit_report_destroy(report);
    twin_mould_destroy(old);
    *old = new;
    edit_count++;
}

static bool is_same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : !a && !b;
}

static void compare_requests(const gestalt_request *list, const gestalt_request *expected,
                             uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        const gestalt_request *a = &list[i], *b = &expected[i];
        CHECK(a->agent == b->agent && a->node == b->node && a->group == b->group);
        CHECK(a->launch == b->launch && a->launch_id == b->launch_id);
        CHECK(is_same_text(a->name, b->name) && is_same_text(a->resource, b->resource));
    }
}

// Gather all requests on a rank. Then each rank answers some of them, also for agents of other
// ranks.
static void answer_some(twin *t)
{
    static gestalt_ranks_answer answers[1 << 16];
    static gestalt_result results[1 << 16];
    uint32_t size = gestalt_ranks_size(t->ranks), rank = gestalt_ranks_rank(t->ranks);
    uint32_t at = (uint32_t)twin_random(t, size);
    uint64_t count, expected_count, answer_count = 0, skip = 1 + twin_random(t, 3);
    const gestalt_request *list, *expected;
    CHECK_OK(gestalt_ranks_requests(t->ranks, at, &list, &count, NULL));
    CHECK_OK(gestalt_population_requests(t->one, &expected, &expected_count, NULL));
    CHECK(count == (rank == at ? expected_count : 0));
    compare_requests(list, expected, count);
    for (uint64_t i = rank; i < expected_count && answer_count < 1 << 16; i += skip * size)
        answers[answer_count++] =
            (gestalt_ranks_answer){expected[i].agent, expected[i].node, expected[i].launch_id,
                                   (gestalt_status)((expected[i].agent + expected[i].node) % 3)};
    CHECK_OK(gestalt_ranks_finish_launches(t->ranks, answers, answer_count, results, NULL));
    for (uint32_t from = 0; from < size; from++)
        for (uint64_t i = from, k = 0; i < expected_count && k < 1 << 16; i += skip * size, k++) {
            gestalt_result result = gestalt_population_finish_launch(
                t->one, expected[i].agent, expected[i].node, expected[i].launch_id,
                (gestalt_status)((expected[i].agent + expected[i].node) % 3), NULL);
            CHECK(from != rank || results[k] == result);
            launch_count += result == GESTALT_OK;
        }
}

static void write_shared(twin *t, uint32_t group, const gestalt_shape_key *key)
{
    gestalt_value value = {.type = key->type};
    switch (key->type) {
    case GESTALT_BOOL: value.boolean = twin_random(t, 2); break;
    case GESTALT_INT: value.integer = (int32_t)twin_random(t, 3); break;
    default:
        for (int i = 0; i < 3; i++)
            value.vector[i] = (float)twin_random(t, 100) / 7;
    }
    gestalt_result result = gestalt_ranks_write_shared(t->ranks, group, key->name, value, NULL);
    CHECK(result == gestalt_population_write_shared(t->one, group, key->name, value, NULL));
    shared_count += result == GESTALT_OK;
}

static void write_shared_list(twin *t, uint32_t group, const gestalt_shape_key *key)
{
    gestalt_value elements[64] = {{0}};
    uint32_t most = key->capacity < 64 ? key->capacity : 64;
    size_t count = twin_random(t, most + 1);
    for (size_t i = 0; i < count; i++) {
        elements[i].type = key->type;
        if (key->type == GESTALT_BOOL)
            elements[i].boolean = twin_random(t, 2);
        else if (key->type == GESTALT_INT)
            elements[i].integer = (int32_t)twin_random(t, 3);
        else
            for (int k = 0; k < 3; k++)
                elements[i].vector[k] = (float)twin_random(t, 100) / 7;
    }
    gestalt_result result =
        gestalt_ranks_write_shared_list(t->ranks, group, key->name, elements, count, NULL);
    CHECK(result ==
          gestalt_population_write_shared_list(t->one, group, key->name, elements, count, NULL));
    list_count += result == GESTALT_OK;
}

static int compare_numbers(const void *one, const void *other)
{
    double a, b;
    memcpy(&a, one, sizeof a);
    memcpy(&b, other, sizeof b);
    return (a > b) - (a < b);
}

// Compare quantiles of the job with those of sorted values, which may have NaNs.
static void compare_quantiles(const twin *t, uint32_t group, const char *name, double *values,
                              uint64_t count)
{
    static const double shares[] = {0, 0.3, 0.5, 1};
    bool is_bad = count == 0;
    for (uint64_t i = 0; i < count; i++)
        is_bad = is_bad || isnan(values[i]);
    if (!is_bad)
        qsort(values, count, sizeof *values, compare_numbers);
    for (int i = 0; i < 4; i++) {
        double value, at = shares[i] * (double)(count - 1), expected = 0;
        uint64_t low = is_bad ? 0 : (uint64_t)at;
        CHECK_OK(gestalt_ranks_quantile(t->ranks, group, name, shares[i], &value, NULL));
        if (!is_bad)
            expected = values[low];
        if (!is_bad && at > (double)low)
            expected += (values[low + 1] - values[low]) * (at - (double)low);
        CHECK(isnan(value) ? is_bad || isnan(expected) : value == expected);
    }
}

// Compare the reduction of a key with one over the single population.
static void compare_reduction(const twin *t, uint32_t group, const gestalt_shape_key *key)
{
    static double values[1 << 17];
    gestalt_reduction all;
    exact_sum sum = {0};
    double least = (double)INFINITY, most = -(double)INFINITY;
    uint64_t count = 0, agent = gestalt_population_next(t->one, 0);
    CHECK_OK(gestalt_ranks_reduce(t->ranks, group, key->name, &all, NULL));
    for (; agent != UINT64_MAX; agent = gestalt_population_next(t->one, agent + 1)) {
        uint32_t of;
        gestalt_value value;
        if (!gestalt_actor_group(t->one, agent, &of) || of != group)
            continue;
        CHECK_OK(gestalt_population_read(t->one, agent, key->name, &value, NULL));
        double number = key->type == GESTALT_BOOL  ? value.boolean
                        : key->type == GESTALT_INT ? value.integer
                                                   : (double)value.number;
        exact_sum_add(&sum, number);
        CHECK(count < sizeof values / sizeof *values);
        values[count++] = number;
        // a NaN stays
        least = number >= least ? least : number;
        most = number <= most ? most : number;
    }
    double expected[] = {exact_sum_round(&sum), count ? least : (double)NAN,
                         count ? most : (double)NAN};
    double found[] = {all.sum, all.least, all.most};
    bool has_nan = isnan(expected[0]);
    CHECK(all.agent_count == count);
    for (int i = 0; i < 3; i++)
        CHECK(isnan(found[i]) ? isnan(expected[i]) || has_nan : found[i] == expected[i]);
    compare_quantiles(t, group, key->name, values, count);
    CHECK(key->type == GESTALT_FLOAT || (double)all.whole_sum == expected[0]);
    reduced_count++;
}

static void use_keys(twin *t)
{
    for (uint32_t group = 0; group < t->group_count; group++)
        for (uint32_t i = 0; i < gestalt_shape_key_count(t->moulds[group].shape); i++) {
            gestalt_shape_key key = gestalt_shape_key_at(t->moulds[group].shape, i);
            if (key.capacity > 0 && key.shared)
                write_shared_list(t, group, &key);
            else if (key.shared)
                write_shared(t, group, &key);
            else if (key.capacity == 0 && key.type <= GESTALT_FLOAT)
                compare_reduction(t, group, &key);
        }
}

// Save both, and compare the files on rank 0. Then load each from the file of the
// other one.
static void compare_files(const twin *t)
{
    static char job_path[64], one_path[64];
    uint32_t rank = gestalt_ranks_rank(t->ranks);
    int id = (int)getpid();
    MPI_Bcast(&id, 1, MPI_INT, 0, MPI_COMM_WORLD);
    snprintf(job_path, sizeof job_path, "/tmp/ranks-%d-job.gss", id);
    snprintf(one_path, sizeof one_path, "/tmp/ranks-%d-one.gss", id);
    unsigned char state[] = {1, 2, (unsigned char)t->seed, (unsigned char)rank};
    CHECK_OK(gestalt_ranks_attach(t->ranks, state, t->seed % sizeof state + (rank > 0), NULL));
    state[3] = 0; // that of rank 0
    CHECK_OK(gestalt_population_attach(t->one, state, t->seed % sizeof state, NULL));
    CHECK_OK(gestalt_ranks_save(t->ranks, job_path, NULL));
    if (rank == 0) {
        CHECK_OK(gestalt_population_save(t->one, one_path, NULL));
        char command[256];
        snprintf(command, sizeof command, "cmp %s %s", job_path, one_path);
        CHECK(system(command) == 0); // NOLINT: a fixed command
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_OK(gestalt_ranks_load(t->ranks, one_path, NULL, NULL));
    CHECK_OK(gestalt_population_load(t->one, job_path, NULL));
    twin_compare(t);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        remove(job_path);
        remove(one_path);
    }
}

// The next due agent of the job is the next one of any rank. How many agents sleep depends on
// lanes, so the single population may differ.
static void compare_due(const twin *t)
{
    int64_t due, own_due, least;
    uint64_t tick, own_tick, least_tick;
    gestalt_ranks_next_due(t->ranks, &due, &tick);
    gestalt_population_next_due(t->own, &own_due, &own_tick);
    MPI_Allreduce(&own_due, &least, 1, MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(&own_tick, &least_tick, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    CHECK(due == least && tick == least_tick);
}

static void run_document(uint64_t seed)
{
    twin t;
    snprintf(twin_place, sizeof twin_place, "seed %llu", (unsigned long long)seed);
    twin_start(&t, seed,
               (gestalt_population_options){.lanes = seed % 2 ? 64 : 5,
                                            .announces_writes = seed % 4 == 1});
    if (seed % 2)
        spawn_some(&t);
    for (int tick = 0; tick < 12; tick++) {
        int64_t now = tick * t.dt;
        if (twin_random(&t, 3) == 0)
            spawn_some(&t);
        if (twin_random(&t, 4) == 0)
            change_some(&t);
        if (twin_random(&t, 4) == 0)
            use_keys(&t);
        if (twin_random(&t, 4) == 0)
            breed_some(&t);
        if (twin_random(&t, 6) == 0)
            despawn_some(&t);
        if (twin_random(&t, 4) == 0)
            inherit_some(&t);
        if (twin_random(&t, 4) == 0)
            change_groups(&t);
        if (twin_random(&t, 8) == 0)
            edit_one(&t);
        CHECK_OK(gestalt_ranks_tick(t.ranks, now, NULL));
        CHECK_OK(gestalt_population_tick(t.one, now, NULL));
        compare_due(&t);
        answer_some(&t);
        twin_compare(&t);
        if (tick % 4 == 3)
            compare_files(&t);
    }
    CHECK_OK(gestalt_ranks_compact(t.ranks, NULL));
    twin_compare(&t);
    twin_stop(&t);
}

int main(int count, char **arguments)
{
    uint64_t first = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
    int size;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &(int){0});
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    // Every rank runs the single population as well, so more ranks take more time.
    uint64_t few = size < 4 ? 6 : size < 8 ? 4 : 3;
    uint64_t documents = count > 2 ? strtoull(arguments[2], NULL, 10) : few;
    for (uint64_t seed = first; seed < first + documents; seed++)
        run_document(seed);
    CHECK(launch_count > 0 && shared_count > 0 && reduced_count > 0 && breed_count > 0);
    CHECK(edit_count > 0 && inherit_count > 0 && list_count > 0 && group_count > 0);
    passed("random documents");
    test_leaf_errors();
    passed("errors of leaf functions");
    test_interrupts();
    passed("interrupted ticks");
    test_interrupted_jobs(documents);
    passed("interrupted ticks, continued elsewhere");
    test_interrupted_snapshot();
    passed("snapshot of an interrupted tick");
    test_native_code();
    passed("native code on one rank");
    test_wrong_arguments();
    passed("wrong arguments on one rank");
    test_different_calls();
    passed("different calls");
    test_short_memory();
    passed("memory runs out on one rank");
    passed(NULL);
    MPI_Finalize();
    return 0;
}
