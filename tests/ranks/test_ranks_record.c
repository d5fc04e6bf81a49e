// SPDX-License-Identifier: MIT
// Recordings of several ranks, against those of one process: run by tests/ranks/run.sh.
//
//     test_ranks_record SCENES SUPPORT
#include "passed.h"
#include "running.h"
#include "same_result.h"
#include "short_memory.h"
#include "snapshot_bytes.h"

#include <gestalt/gestalt.h>
#include <gestalt/ranks/record.h>
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

// Create a recorder of trees, of `ranks` or of `one`, as a part of the world's recording.
static gestalt_tree_recorder *record_its_trees(gestalt_ranks_world *ranks, const running *one,
                                               gestalt_recorder *of_world)
{
    static const char *const keys[] = {"gene", "seen"};
    static const char *const asked[] = {"gene * 2"};
    gestalt_error error = {0};
    gestalt_tree_recorder *recorder = NULL;
    gestalt_population *population = ranks
                                         ? gestalt_world_population(gestalt_ranks_world_own(ranks))
                                         : gestalt_world_population(world_of(one));
    gestalt_tree_recorder_options options = {
        .recorder = of_world, .keys = keys, .key_count = 2, .every = 5};
    CHECK(gestalt_population_count_nodes(population, true, NULL) == GESTALT_OK);
    if (!ranks)
        options.population = population;
    gestalt_result result =
        ranks ? gestalt_ranks_world_record_trees(ranks, &options, asked, 1, &recorder, &error)
              : gestalt_tree_recorder_create_asking(&options, asked, 1, &recorder, &error);
    if (result == GESTALT_OK)
        result = gestalt_tree_recorder_watch(recorder, 50, &error);
    if (result == GESTALT_OK)
        result = gestalt_tree_recorder_watch_if(recorder, "gene > 2.4", &error);
    if (result == GESTALT_OK)
        result = gestalt_tree_recorder_watch_node(recorder, "action die()", &error);
    if (result != GESTALT_OK)
        fail(__LINE__, error.message);
    return recorder;
}

// Record a world that the ranks share out, and on rank 0 one world.
static void record_world(const char *name, const char *text, uint32_t every, uint32_t steps,
                         bool has_trees)
{
    gestalt_tree_recorder *its_trees[2] = {NULL, NULL};
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
    if (has_trees)
        its_trees[1] = record_its_trees(ranks, NULL, recorders[1]);
    if (has_trees && rank == 0)
        its_trees[0] = record_its_trees(NULL, &one, recorders[0]);
    for (uint32_t step = 0; step <= steps; step++) {
        snprintf(place, sizeof place, "%s, step %u", name, step);
        for (int i = 0; i < 2 && step > 0; i++)
            CHECK(!its_trees[i] || gestalt_tree_recorder_tick(its_trees[i], &error) == GESTALT_OK);
        if (rank == 0)
            CHECK(gestalt_world_frame(world_of(&one), recorders[0], NULL) == GESTALT_OK);
        CHECK(gestalt_ranks_world_frame(ranks, recorders[1], &error) == GESTALT_OK);
        CHECK(gestalt_ranks_world_step(ranks, NULL) == GESTALT_OK);
        if (rank == 0)
            running_go_on(&one, 1);
    }
    for (int i = 0; i < 2; i++)
        gestalt_tree_recorder_destroy(its_trees[i]);
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
    record_world("births and deaths, keys and reports", life, 0, 70, false);
    record_world("the same with trees", life, 0, 70, true);
    free(life);
    running_folder = scenes_folder;
    char *birds = running_text("boids3d-tree.json");
    record_world("a flock in space", birds, 3, 12, false);
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
            CHECK(is_same_everywhere(result, &error));
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

static void note_misuse(void *user, const char *function, const char *message)
{
    (void)function;
    snprintf(user, 256, "%s", message);
}

// Let a recorder follow an edited world, and destroy the old one. Returns the edited world.
static gestalt_ranks_world *follow_edited(gestalt_ranks_world *ranks, const scene *s,
                                          gestalt_tree_recorder *recorder)
{
    char told[256] = "";
    gestalt_error error = {0};
    gestalt_ranks_world *edited = NULL;
    snprintf(place, sizeof place, "following");
    CHECK(gestalt_ranks_world_step(ranks, &error) == GESTALT_OK);
    CHECK(gestalt_ranks_world_edit(ranks, s, NULL, NULL, 0, &edited, NULL, &error) == GESTALT_OK);
    gestalt_on_misuse(note_misuse, told);
    CHECK(gestalt_ranks_world_follow(edited, rank == 0 ? NULL : recorder, &error) ==
          GESTALT_MISUSE);
    CHECK(strstr(told, "`recorder` is NULL"));
    gestalt_on_misuse(NULL, NULL);
    CHECK(gestalt_ranks_world_follow(edited, recorder, &error) == GESTALT_OK);
    gestalt_ranks_world_destroy(ranks);
    for (int step = 0; step < 3; step++) {
        CHECK(gestalt_ranks_world_step(edited, &error) == GESTALT_OK);
        CHECK(gestalt_tree_recorder_tick(recorder, &error) == GESTALT_OK);
    }
    return edited;
}

// Frames of the trees of a world for which the recorder's memory runs out on one rank: agents must
// be back afterwards.
static void fail_frames_of_trees(void)
{
    char *text = recorded_life(), found[RUNNING_FOUND_SIZE];
    scene *s = running_read(text, found);
    tape t = {0};
    gestalt_error error = {0};
    gestalt_ranks_world *ranks = NULL;
    gestalt_tree_recorder *recorder = NULL;
    short_memory memory = {.left = SIZE_MAX};
    gestalt_tree_recorder_options options = {.allocator = short_memory_allocator(&memory)};
    options.sink = rank == 0 ? tape_sink(&t) : (gestalt_writer){0};
    CHECK(gestalt_ranks_world_create(s, NULL, &ranks, NULL) == GESTALT_OK);
    CHECK(gestalt_ranks_world_record_trees(ranks, &options, NULL, 0, &recorder, &error) ==
          GESTALT_OK);
    for (uint64_t step = 0; step < 9; step++) {
        const gestalt_world *own = gestalt_ranks_world_own(ranks);
        CHECK(gestalt_ranks_world_step(ranks, NULL) == GESTALT_OK);
        uint32_t count = gestalt_world_columns_of(own).count;
        gestalt_result result = GESTALT_NO_MEMORY;
        for (size_t left = 0; result == GESTALT_NO_MEMORY; left++) {
            memory.left = rank == (step % 2 ? rank_count - 1 : 0) ? left : SIZE_MAX;
            result = gestalt_tree_recorder_tick(recorder, &error);
            memory.left = SIZE_MAX;
            CHECK(is_same_everywhere(result, &error));
            CHECK(gestalt_world_columns_of(own).count == count);
        }
        CHECK(result == GESTALT_OK);
    }
    CHECK(gestalt_tree_recorder_follow(recorder,
                                       gestalt_world_population(gestalt_ranks_world_own(ranks)),
                                       &error) == GESTALT_BAD_ARGUMENT);
    ranks = follow_edited(ranks, s, recorder);
    gestalt_tree_recorder_destroy(recorder);
    CHECK(memory.held == 0);
    gestalt_ranks_world_destroy(ranks);
    gestalt_scene_destroy(s);
    tape_release(&t);
    free(text);
    passed("frames of a world's trees that fail");
}

// ---- trees

enum { TREE_SHAPES = 3, TREE_TICKS = 46, TREE_EDIT = 38 };

static const char *const trees[TREE_SHAPES] = {
    "{\"gestalt\":1,\"name\":\"lamps\",\"blackboard\":{\"oil\":{\"type\":\"int\",\"init\":"
    "\"agent % 7\"},\"lit\":\"bool\",\"home\":{\"type\":\"vec2\",\"init\":[1,2]},\"moon\":{"
    "\"type\":[\"new\",\"full\"],\"shared\":true}},\"root\":{\"type\":\"priority\",\"children\":"
    "[{\"type\":\"sequence\",\"name\":\"burn\",\"children\":[\"oil > 0\",{\"type\":\"set\","
    "\"key\":\"oil\",\"to\":\"oil - 1\"},{\"type\":\"set\",\"key\":\"lit\",\"to\":true},{"
    "\"type\":\"wait\",\"ticks\":2}]},{\"type\":\"sequence\",\"name\":\"fill\",\"children\":["
    "\"rand() < 0.4\",{\"type\":\"set\",\"key\":\"oil\",\"to\":\"tick % 5\"},{\"type\":"
    "\"wait\",\"ticks\":3}]}]}}",
    "{\"gestalt\":1,\"name\":\"both\",\"root\":{\"type\":\"concurrent\",\"children\":[{\"type\":"
    "\"wait\",\"ticks\":4},{\"type\":\"chance\",\"p\":0.2,\"child\":{\"type\":\"success\","
    "\"name\":\"rare\"}},{\"type\":\"running\"}]}}",
    "{\"gestalt\":1,\"name\":\"dim\",\"blackboard\":{\"oil\":\"int\",\"lit\":\"bool\"},"
    "\"root\":{\"type\":\"sequence\",\"name\":\"burn\",\"children\":[{\"type\":\"wait\","
    "\"ticks\":3},{\"type\":\"set\",\"key\":\"lit\",\"to\":false}]}}"};

// A job, and one population with all agents on each rank. Both are recorded, the latter on rank 0.
typedef struct life {
    gestalt_shape *shapes[TREE_SHAPES];
    gestalt_ranks *ranks;
    gestalt_population *one;
    gestalt_tree_recorder *recorders[2]; // of `one`, of the job
    tape tapes[2];
    short_memory memory; // memory of the job's recorder
} life;

static void check_ok(gestalt_result result, const gestalt_error *error, int line)
{
    if (result != GESTALT_OK)
        fail(line, error->message);
}

// A call whose last argument is `&error`.
#define OK(call) check_ok(call, &error, __LINE__)

static void life_spawn(life *l, uint32_t group, uint64_t count)
{
    gestalt_error error;
    OK(gestalt_ranks_spawn(l->ranks, group, count, NULL, &error));
    OK(gestalt_population_spawn(l->one, group, count, NULL, &error));
}

static void life_start(life *l)
{
    gestalt_error error;
    *l = (life){.memory.left = SIZE_MAX};
    for (int i = 0; i < TREE_SHAPES; i++)
        l->shapes[i] = compile_or_abort("tree.json", trees[i], false);
    gestalt_group groups[] = {{.shape = l->shapes[0]}, {.shape = l->shapes[1]}};
    gestalt_population_options of = {.groups = groups, .group_count = 2, .seed = 3};
    OK(gestalt_population_create(&of, &l->one, &error));
    of.lanes = rank % 3 == 1 ? 5 : rank % 3 == 2 ? 1 : 64;
    of.threads = 1 + (uint32_t)rank % 2;
    OK(gestalt_ranks_create(&(gestalt_ranks_options){.population = of}, &l->ranks, &error));
    OK(gestalt_population_count_nodes(l->one, true, &error));
    OK(gestalt_population_count_nodes(gestalt_ranks_population(l->ranks), true, &error));
    life_spawn(l, 0, 9000);
    life_spawn(l, 1, 100);
}

static gestalt_result life_record(life *l, int which, gestalt_error *error)
{
    static const char *const groups[] = {"lamps", "others"};
    static const char *const keys[] = {"oil", "lit", "home", "moon"};
    static const char *const asked[] = {"oil * 2 + home.x", "lit || moon == 'full'"};
    gestalt_tree_recorder_options options = {
        .name = "life", .groups = groups, .keys = keys, .key_count = 4, .every = 2};
    if (rank == 0)
        options.sink = tape_sink(&l->tapes[which]);
    if (which == 0)
        options.population = l->one;
    else
        options.allocator = short_memory_allocator(&l->memory);
    return which ? gestalt_ranks_record(l->ranks, &options, asked, 2, &l->recorders[1], error)
                 : gestalt_tree_recorder_create_asking(&options, asked, 2, &l->recorders[0], error);
}

static gestalt_result life_watch(gestalt_tree_recorder *recorder, gestalt_error *error)
{
    gestalt_result result = gestalt_tree_recorder_watch(recorder, 8999, error);
    if (result == GESTALT_OK)
        result = gestalt_tree_recorder_watch(recorder, 70, error);
    if (result == GESTALT_OK)
        result = gestalt_tree_recorder_watch_if(recorder, "oil > 5 && agent > 6000", error);
    if (result == GESTALT_OK)
        result = gestalt_tree_recorder_watch_if(recorder, "agent > 9100 && oil == 1", error);
    if (result == GESTALT_OK)
        result = gestalt_tree_recorder_watch_node(recorder, "rare", error);
    return result == GESTALT_OK ? gestalt_tree_recorder_watch_node(recorder, "fill", error)
                                : result;
}

// Remove an agent, or all agents of a few blocks of 64.
static void life_despawn(life *l, uint64_t tick)
{
    gestalt_error error;
    uint64_t list[200], own[200], count = 0, own_count = 0;
    uint64_t most = tick % 16 == 6 ? 200 : 1, id = tick * 611;
    for (; count < most; id++) {
        id = gestalt_population_next(l->one, id);
        if (id == UINT64_MAX)
            break;
        list[count++] = id;
        if (gestalt_ranks_owner(l->ranks, id) == (uint32_t)rank)
            own[own_count++] = id;
    }
    OK(gestalt_ranks_despawn(l->ranks, own, own_count, &error));
    for (uint64_t i = 0; i < count; i++)
        OK(gestalt_population_despawn(l->one, list[i], &error));
}

// Change something between ticks.
static void life_change(life *l, uint64_t tick)
{
    gestalt_error error;
    if (tick % 3 == 1)
        life_spawn(l, tick % 2, tick % 9 == 4 ? 3000 : 7);
    if (tick % 2 == 0)
        life_despawn(l, tick);
    if (tick % 10 == 5 && tick < TREE_EDIT) {
        const gestalt_value moon = {.type = GESTALT_INT, .integer = tick / 10 % 2};
        OK(gestalt_ranks_write_shared(l->ranks, 0, "moon", moon, &error));
        OK(gestalt_population_write_shared(l->one, 0, "moon", moon, &error));
    }
    if (tick == TREE_EDIT) {
        const gestalt_edit edit = {.shape = l->shapes[2]};
        OK(gestalt_tree_recorder_frame(l->recorders[1], &error));
        if (rank == 0)
            OK(gestalt_tree_recorder_frame(l->recorders[0], &error));
        OK(gestalt_ranks_edit(l->ranks, &edit, NULL, NULL, &error));
        OK(gestalt_population_edit(l->one, &edit, NULL, &error));
    }
}

static void life_tick(life *l, uint64_t tick)
{
    gestalt_error error;
    OK(gestalt_ranks_tick(l->ranks, (int64_t)tick * 100000, &error));
    OK(gestalt_population_tick(l->one, (int64_t)tick * 100000, &error));
}

static void life_stop(life *l)
{
    for (int i = 0; i < 2; i++)
        gestalt_tree_recorder_destroy(l->recorders[i]);
    CHECK(l->memory.held == 0);
    gestalt_ranks_destroy(l->ranks);
    gestalt_population_destroy(l->one);
    for (int i = 0; i < TREE_SHAPES; i++)
        gestalt_shape_destroy(l->shapes[i]);
}

static void record_trees(void)
{
    life l;
    gestalt_error error;
    life_start(&l);
    snprintf(place, sizeof place, "trees, start");
    for (int i = rank == 0 ? 0 : 1; i < 2; i++) {
        OK(life_record(&l, i, &error));
        OK(life_watch(l.recorders[i], &error));
    }
    for (uint64_t tick = 0; tick < TREE_TICKS; tick++) {
        snprintf(place, sizeof place, "trees, tick %u", (unsigned)tick);
        life_change(&l, tick);
        life_tick(&l, tick);
        for (int i = rank == 0 ? 0 : 1; i < 2; i++)
            OK(gestalt_tree_recorder_tick(l.recorders[i], &error));
        if (rank == 0) {
            CHECK(l.tapes[0].size == l.tapes[1].size);
            CHECK(memcmp(l.tapes[0].bytes, l.tapes[1].bytes, l.tapes[0].size) == 0);
        }
    }
    for (int i = rank == 0 ? 0 : 1; i < 2; i++)
        OK(gestalt_tree_recorder_finish(l.recorders[i], &error));
    compare_tapes(&l.tapes[0], &l.tapes[1]);
    life_stop(&l);
    passed("trees");
}

// Call until there is enough memory on one rank, each time with one more allocation. All ranks must
// have the same result.
static void fail_each(life *l, int odd,
                      gestalt_result (*call)(life *l, uint64_t tick, gestalt_error *error),
                      uint64_t tick)
{
    gestalt_result result = GESTALT_NO_MEMORY;
    for (size_t left = 0; result == GESTALT_NO_MEMORY; left++) {
        gestalt_error error = {0};
        snprintf(place, sizeof place, "failing trees, tick %u, %zu allocations", (unsigned)tick,
                 left);
        l->memory.left = rank == odd ? left : SIZE_MAX;
        result = call(l, tick, &error);
        l->memory.left = SIZE_MAX;
        CHECK(is_same_everywhere(result, &error));
        CHECK(left > 0 || tick > 0 || result == GESTALT_NO_MEMORY);
    }
    CHECK(result == GESTALT_OK);
}

static gestalt_result fail_record(life *l, uint64_t tick, gestalt_error *error)
{
    (void)tick;
    l->tapes[1].size = 0;
    gestalt_result result = life_record(l, 1, error);
    if (result == GESTALT_OK)
        result = life_watch(l->recorders[1], error);
    if (result == GESTALT_OK)
        return GESTALT_OK;
    gestalt_tree_recorder_destroy(l->recorders[1]);
    l->recorders[1] = NULL;
    CHECK(l->memory.held == 0);
    return result;
}

static gestalt_result fail_tick(life *l, uint64_t tick, gestalt_error *error)
{
    (void)tick;
    return gestalt_tree_recorder_tick(l->recorders[1], error);
}

static void fail_trees(void)
{
    life l;
    gestalt_error error;
    life_start(&l);
    fail_each(&l, rank_count - 1, fail_record, 0);
    for (uint64_t tick = 1; tick < 6; tick++) {
        life_spawn(&l, tick % 2, 100);
        life_tick(&l, tick);
        fail_each(&l, tick % 2 ? 0 : rank_count - 1, fail_tick, tick);
    }
    l.tapes[1].most = l.tapes[1].size + 10;
    life_tick(&l, 6);
    for (int i = 0; i < 2; i++) {
        gestalt_result result = gestalt_tree_recorder_tick(l.recorders[1], &error);
        CHECK(is_same_everywhere(result, &error));
        CHECK(result == GESTALT_IO);
    }
    tape_release(&l.tapes[1]);
    life_stop(&l);
    passed("trees that cannot be recorded");
}

// Wrong arguments on the last rank, which all ranks report.
static void misuse_recorders(void)
{
    life l;
    char told[256] = "";
    gestalt_error error = {0};
    gestalt_tree_recorder *recorder = NULL;
    bool is_odd = rank == rank_count - 1;
    life_start(&l);
    snprintf(place, sizeof place, "misuse");
    gestalt_tree_recorder_options options = {.sink = tape_sink(&l.tapes[1]),
                                             .population = is_odd ? l.one : NULL};
    gestalt_on_misuse(note_misuse, told);
    CHECK(gestalt_ranks_record(l.ranks, &options, NULL, 0, &recorder, &error) == GESTALT_MISUSE);
    CHECK(strstr(told, "`population` and `share` must be NULL"));
    options.population = NULL;
    options.every = is_odd ? 2 : 1;
    CHECK(rank_count == 1 ||
          gestalt_ranks_record(l.ranks, &options, NULL, 0, &recorder, &error) == GESTALT_MISUSE);
    CHECK(rank_count == 1 || strstr(told, "the arguments differ"));
    options.every = 1;
    OK(gestalt_ranks_record(l.ranks, &options, NULL, 0, &recorder, &error));
    CHECK(gestalt_tree_recorder_watch_if(recorder, is_odd ? NULL : "oil < 1", &error) ==
          GESTALT_MISUSE);
    CHECK(strstr(told, "`condition` is NULL"));
    gestalt_on_misuse(NULL, NULL);
    gestalt_tree_recorder_destroy(recorder);
    tape_release(&l.tapes[1]);
    life_stop(&l);
    passed("misuse");
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
    record_trees();
    if (rank_count <= 3) { // more ranks take long, and meet the same code
        fail_frames();
        fail_frames_of_trees();
        fail_trees();
        misuse_recorders();
    }
    passed(NULL);
    MPI_Finalize();
    return 0;
}
