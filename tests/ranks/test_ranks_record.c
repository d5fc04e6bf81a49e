// SPDX-License-Identifier: MIT
// Recordings of several ranks, against those of one process: run by tests/ranks/run.sh.
//
//     test_ranks_record SCENES SUPPORT
#include "passed.h"
#include "running.h"
#include "short_memory.h"

#include <gestalt/ranks/world.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char place[128];
static int rank, rank_count;
static const char *scenes_folder, *support_folder;

static void fail(int line, const char *what)
{
    printf("# %s:%d: rank %d, %s: %s\n", __FILE__, line, rank, place, what);
    fflush(stdout);
    usleep(100000); // time for the output
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail(__LINE__, #condition);                                                            \
    } while (0)

// Check that all ranks have the same result, and the same message if it is an error.
static void check_same(gestalt_result result, const gestalt_error *error)
{
    struct {
        gestalt_result result;
        char message[sizeof error->message];
    } first = {.result = result};
    snprintf(first.message, sizeof first.message, "%s", error->message);
    MPI_Bcast(&first, sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK(first.result == result);
    CHECK(result == GESTALT_OK || strcmp(first.message, error->message) == 0);
}

// ---- bytes of a recording

typedef struct tape {
    char *bytes;
    size_t size, room;
    size_t most; // size of the disk; 0: unlimited
} tape;

static bool tape_write(void *user, const char *bytes, size_t size)
{
    tape *t = user;
    CHECK(rank == 0 || size == 0);
    if (t->most && t->size + size > t->most)
        return false;
    while (t->room < t->size + size) {
        t->room = t->room ? 2 * t->room : 4096;
        t->bytes = realloc(t->bytes, t->room);
        CHECK(t->bytes);
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    return true;
}

static gestalt_writer tape_sink(tape *t)
{
    return (gestalt_writer){tape_write, t};
}

static void tape_release(tape *t)
{
    free(t->bytes);
    *t = (tape){0};
}

// Compare, and release.
static void compare_tapes(tape *wanted, tape *got)
{
    if (rank == 0) {
        CHECK(wanted->size > 0 && wanted->size == got->size);
        CHECK(memcmp(wanted->bytes, got->bytes, got->size) == 0);
    }
    tape_release(wanted);
    tape_release(got);
}

// ---- worlds

static gestalt_world *world_of(const running *one)
{
    return (gestalt_world *)one->world;
}

// Record a world that the ranks share out, and on rank 0 one world.
static void record_world(const char *name, const char *text, uint32_t every, uint32_t steps)
{
    tape tapes[2] = {{0}, {0}};
    gestalt_recorder *recorders[2] = {NULL, NULL};
    gestalt_ranks_world *ranks = NULL;
    gestalt_error error = {0};
    snprintf(place, sizeof place, "%s", name);
    running one = running_of_text(text, &(world_options){0});
    if (gestalt_ranks_world_create(one.scene, NULL, &ranks, &error) != GESTALT_OK ||
        gestalt_ranks_world_record(ranks, every, tape_sink(&tapes[1]), &recorders[1], &error) !=
            GESTALT_OK)
        fail(__LINE__, error.message);
    CHECK((rank == 0) == (recorders[1] != NULL));
    if (rank == 0)
        CHECK(gestalt_world_record(world_of(&one), every, tape_sink(&tapes[0]), &recorders[0],
                                   NULL) == GESTALT_OK);
    for (uint32_t step = 0; step <= steps; step++) {
        snprintf(place, sizeof place, "%s, step %u", name, step);
        if (rank == 0)
            CHECK(gestalt_world_frame(world_of(&one), recorders[0], NULL) == GESTALT_OK);
        CHECK(gestalt_ranks_world_frame(ranks, recorders[1], &error) == GESTALT_OK);
        CHECK(gestalt_ranks_world_step(ranks, NULL) == GESTALT_OK);
        if (rank == 0)
            running_go_on(&one, 1);
    }
    for (int i = 0; i < 2 && rank == 0; i++) {
        CHECK(gestalt_recorder_finish(recorders[i], NULL) == GESTALT_OK);
        gestalt_recorder_destroy(recorders[i]);
    }
    compare_tapes(&tapes[0], &tapes[1]);
    gestalt_ranks_world_destroy(ranks);
    running_stop(&one);
    passed(name);
}

static char *recorded_life(void)
{
    static const running_change changes[] = {
        {"\"until\": \"many > 90\"",
         "\"recording\": {\"every\": 2, \"keys\": [\"gene\", \"seen\"], "
         "\"reports\": [\"sum\", \"middle\"]}"},
        {NULL, NULL}};
    running_folder = support_folder;
    return running_changed("shared_life.json", changes);
}

static void record_worlds(void)
{
    char *life = recorded_life();
    record_world("births and deaths, keys and reports", life, 0, 70);
    free(life);
    running_folder = scenes_folder;
    char *birds = running_text("boids3d-tree.json");
    record_world("a flock in space", birds, 3, 12);
    free(birds);
}

// A frame for which memory runs out on one rank, at each allocation, and one that rank 0 cannot
// write.
static void fail_frames(void)
{
    static const gestalt_result wanted[] = {GESTALT_NO_MEMORY, GESTALT_NO_MEMORY, GESTALT_IO};
    char *life = recorded_life(), found[RUNNING_FOUND_SIZE];
    scene *s = running_read(life, found);
    CHECK(s != NULL);
    for (int odd = 0; odd < 3; odd++) {
        tape t = {0};
        gestalt_recorder *recorder = NULL;
        gestalt_ranks_world *ranks = NULL;
        short_memory memory = {.left = SIZE_MAX};
        gestalt_ranks_world_options options = {
            .world = {.allocator = short_memory_allocator(&memory)}};
        CHECK(gestalt_ranks_world_create(s, &options, &ranks, NULL) == GESTALT_OK);
        CHECK(gestalt_ranks_world_record(ranks, 1, tape_sink(&t), &recorder, NULL) == GESTALT_OK);
        t.most = odd == 2 ? t.size + 10 : 0;
        gestalt_result result = GESTALT_NO_MEMORY;
        for (size_t left = 0; result == GESTALT_NO_MEMORY; left++) {
            gestalt_error error = {0};
            snprintf(place, sizeof place, "failing frames, %d, %zu allocations", odd, left);
            memory.left = odd < 2 && rank == (odd ? rank_count - 1 : 0) ? left : SIZE_MAX;
            result = gestalt_ranks_world_frame(ranks, recorder, &error);
            memory.left = SIZE_MAX;
            check_same(result, &error);
            CHECK(left > 0 || result == wanted[odd]);
        }
        CHECK(result == (odd == 2 ? GESTALT_IO : GESTALT_OK));
        CHECK(gestalt_ranks_world_step(ranks, NULL) == GESTALT_OK);
        gestalt_recorder_destroy(recorder);
        gestalt_ranks_world_destroy(ranks);
        CHECK(memory.held == 0);
        tape_release(&t);
    }
    gestalt_scene_destroy(s);
    free(life);
    passed("frames that fail");
}

int main(int count, char **arguments)
{
    int level;
    if (count != 3)
        return 2;
    MPI_Init_thread(&count, &arguments, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
    scenes_folder = arguments[1];
    support_folder = arguments[2];
    record_worlds();
    fail_frames();
    passed(NULL);
    MPI_Finalize();
    return 0;
}
