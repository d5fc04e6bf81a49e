// SPDX-License-Identifier: MIT
// Memory that runs out on one rank, at each allocation of each call of a world that ranks share
// out: all ranks report it, and nothing has changed, or the world can only be destroyed. Run by
// tests/ranks/run.sh.
//
//     test_ranks_world_memory SCENES SUPPORT
#include "passed.h"
#include "ranks_world.h"
#include "same_result.h"
#include "short_memory.h"
#include "world_pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GROUPS_MOST = 4 };

// A world, and the rank that has too little memory.
typedef struct bench {
    scene *scene, *edited;
    gestalt_ranks_world *ranks;
    short_memory memory;
    bool is_odd, is_interruptible;
} bench;

static char saved[64];

static gestalt_ranks_world_options options_of(bench *b)
{
    return (gestalt_ranks_world_options){.world = {
                                             .allocator = short_memory_allocator(&b->memory),
                                             .interruptible = b->is_interruptible,
                                         }};
}

static gestalt_result bench_create(bench *b, gestalt_error *error)
{
    const gestalt_ranks_world_options options = options_of(b);
    return gestalt_ranks_world_create(b->scene, &options, &b->ranks, error);
}

static gestalt_result bench_step(bench *b, gestalt_error *error)
{
    return gestalt_ranks_world_step(b->ranks, error);
}

static gestalt_result bench_hash(bench *b, gestalt_error *error)
{
    uint64_t hash;
    return gestalt_ranks_world_hash(b->ranks, &hash, error);
}

static gestalt_result bench_save(bench *b, gestalt_error *error)
{
    return gestalt_ranks_world_save(b->ranks, saved, error);
}

// `bench_save` has written the file.
static gestalt_result bench_load(bench *b, gestalt_error *error)
{
    return gestalt_ranks_world_load(b->ranks, saved, NULL, error);
}

static gestalt_result bench_edit(bench *b, gestalt_error *error)
{
    const gestalt_ranks_world_options options = options_of(b);
    gestalt_edit_report *reports[GROUPS_MOST];
    gestalt_ranks_world *edited = NULL;
    gestalt_result result =
        gestalt_ranks_world_edit(b->ranks, b->edited, &options, NULL, 0, &edited, reports, error);
    CHECK((result == GESTALT_OK) == (edited != NULL));
    size_t left = b->memory.left;
    b->memory.left = SIZE_MAX;
    for (uint32_t i = 0; edited && i < gestalt_scene_tell(b->scene).group_count; i++)
        gestalt_edit_report_destroy(reports[i]);
    gestalt_ranks_world_destroy(edited);
    b->memory.left = left;
    return result;
}

// Interrupt a step on another rank.
static gestalt_result bench_interrupt(bench *b, gestalt_error *error)
{
    if (!b->is_odd)
        gestalt_world_interrupt(gestalt_ranks_world_own(b->ranks));
    gestalt_result result = gestalt_ranks_world_step(b->ranks, error);
    return result == GESTALT_INTERRUPTED ? GESTALT_OK : result;
}

static uint64_t hash_of(const bench *b)
{
    uint64_t hash = 0;
    CHECK(gestalt_ranks_world_hash(b->ranks, &hash, NULL) == GESTALT_OK);
    return hash;
}

typedef gestalt_result allocating(bench *b, gestalt_error *error);

// Create the world if the last failure has ended it. Returns its hash.
static uint64_t bench_begin(bench *b)
{
    enum { STEPS = 4 };
    if (!b->ranks) {
        CHECK(bench_create(b, NULL) == GESTALT_OK);
        for (int step = 0; step < STEPS; step++)
            CHECK(bench_step(b, NULL) == GESTALT_OK);
    }
    return hash_of(b);
}

// Call until there is enough memory, each time with one more allocation.
static void fail_each(bench *b, allocating *call)
{
    bool is_short = true;
    for (size_t left = 0; is_short; left++) {
        gestalt_error error = {0};
        uint64_t before = call == bench_create ? 0 : bench_begin(b);
        b->memory.left = b->is_odd ? left : SIZE_MAX;
        gestalt_result result = call(b, &error);
        b->memory.left = SIZE_MAX;
        CHECK(is_same_everywhere(result, &error));
        is_short = result != GESTALT_OK;
        CHECK(!is_short || result == GESTALT_NO_MEMORY);
        if (!b->ranks || !b->ranks->is_lost) {
            CHECK(!is_short || !b->ranks || hash_of(b) == before);
            continue;
        }
        gestalt_ranks_world_destroy(b->ranks);
        b->ranks = NULL;
        CHECK(b->memory.held == 0);
    }
    CHECK(bench_step(b, NULL) == GESTALT_OK);
    gestalt_ranks_world_destroy(b->ranks);
    b->ranks = NULL;
    CHECK(b->memory.held == 0);
}

typedef struct case_of_memory {
    const char *name;
    allocating *call;
    bool is_interruptible;
} case_of_memory;

static scene *read_scene(const char *text)
{
    char found[RUNNING_FOUND_SIZE];
    scene *s = running_read(text, found);
    if (!s)
        pair_fail(__FILE__, __LINE__, found);
    return s;
}

// Try calls with a scene; `odd` is the rank with too little memory.
static void test_scene(const char *name, const running_change *changes, int odd,
                       const case_of_memory *cases)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char *text = running_changed(name, changes);
    for (; cases->name; cases++) {
        bench b = {.memory.left = SIZE_MAX,
                   .is_odd = rank == odd,
                   .is_interruptible = cases->is_interruptible};
        snprintf(pair_place, sizeof pair_place, "%s, %s, rank %d has too little memory", name,
                 cases->name, odd);
        b.scene = read_scene(text);
        b.edited = read_scene(text);
        fail_each(&b, cases->call);
        gestalt_scene_destroy(b.scene);
        gestalt_scene_destroy(b.edited);
        passed(pair_place);
    }
    free(text);
}

// Leaf visits that let interruptible worlds save before each step.
#define LONG                                                                                       \
    "{\"type\":\"repeat\",\"count\":40,\"per_tick\":50,\"child\":{\"type\":\"repeat\",\"count\":"  \
    "40,"                                                                                          \
    "\"per_tick\":50,\"child\":{\"type\":\"success\"}}}"

int main(int count, char **arguments)
{
    static const running_change same[] = {{NULL, NULL}},
                                visits[] = {{"\"children\": [", "\"children\": [" LONG ","},
                                            {NULL, NULL}},
                                fewer[] = {{"\"walker.json\"", "\"crowd/walker.json\""},
                                           {NULL, NULL}};
    static const case_of_memory all[] = {{"create", bench_create, false},
                                         {"step", bench_step, false},
                                         {"hash", bench_hash, false},
                                         {"save", bench_save, false},
                                         {"load", bench_load, false},
                                         {"edit", bench_edit, false},
                                         {NULL, NULL, false}},
                                undone[] = {{"interruptible step", bench_step, true},
                                            {"undone step", bench_interrupt, true},
                                            {NULL, NULL, false}};
    const case_of_memory *const files = all + 3, *const step = all + 1;
    const case_of_memory steps[] = {*step, {NULL, NULL, false}};
    int level, size, number = (int)getpid();
    if (count != 3)
        return 2;
    MPI_Init_thread(&count, &arguments, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
    snprintf(saved, sizeof saved, "/tmp/ranks_memory-%d.gss", number);
    running_folder = arguments[2];
    test_scene("shared_life.json", same, size - 1, all);
    if (size > 1)
        test_scene("shared_life.json", same, 0, files);
    test_scene("shared_life.json", visits, size - 1, undone);
    test_scene("shared_hunt.json", same, size - 1, steps);
    running_folder = arguments[1];
    test_scene("crowd/four.json", fewer, size - 1, steps);
    remove(saved);
    passed(NULL);
    MPI_Finalize();
    return 0;
}
