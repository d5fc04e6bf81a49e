// SPDX-License-Identifier: MIT
#include "contender_engine.h"

#include "branches.h"
#include "counting.h"
#include "error.h"
#include "memory.h"
#include "natives.h"
#include "stopwatch.h"
#include "trees.h"

#include <gestalt/compiler.h>
#include <gestalt/inspect.h>
#include <gestalt/lanes.h>
#include <gestalt/recorder/recorder.h>
#include <gestalt/watch.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the world, which works on columns

enum { HEALTH, DIST, FATIGUE, TIMER, CUR, DONE, WORK, ABORTS, KEY, VISIBLE, KEY_COUNT };

typedef struct engine {
    const contender *c;
    gestalt_shape *shape;
    leaves leaves;
    gestalt_population *population;
    gestalt_watch *watch;
    uint64_t events; // calls of the watch or of the hooks
    gestalt_key keys[KEY_COUNT];
    uint32_t *rngs; // random states that the world uses, by agent
} engine;

// Fill in the columns of a block and its first agent. Return false if there is no such block.
static bool open_block(const engine *e, uint64_t index, gestalt_column columns[KEY_COUNT],
                       gestalt_block *block)
{
    if (!gestalt_population_block(e->population, 0, index, block))
        return false;
    for (int i = 0; i < KEY_COUNT; i++)
        columns[i] = gestalt_population_column(e->population, 0, index, e->keys[i]);
    return true;
}

// Give each agent a branch of its own if the shape has branches.
static void start_branches(engine *e, uint64_t index, const gestalt_block *block)
{
    gestalt_key key;
    if (!gestalt_population_key(e->population, 0, "branch", &key))
        return;
    int32_t *branch = gestalt_population_column(e->population, 0, index, key).ints;
    for (GESTALT_LANES_EACH(lane, block->lanes))
        branch[lane] =
            branches_of_agent(block->first_agent + lane, e->c->branches, e->c->branch_count);
}

static void start_world(engine *e)
{
    gestalt_column c[KEY_COUNT];
    gestalt_block block;
    for (uint64_t index = 0; open_block(e, index, c, &block); index++) {
        uint64_t visible = 0;
        for (GESTALT_LANES_EACH(lane, block.lanes)) {
            agent a = workload_start(block.first_agent + lane);
            e->rngs[block.first_agent + lane] = a.rng;
            c[HEALTH].floats[lane] = a.health;
            c[DIST].floats[lane] = a.dist;
            c[FATIGUE].floats[lane] = a.fatigue;
            c[KEY].ints[lane] = a.key;
            visible |= (uint64_t)a.visible << lane;
        }
        gestalt_lanes_set_bool(c[VISIBLE].bools, block.lanes, visible);
        start_branches(e, index, &block);
    }
}

static void move_world(engine *e)
{
    gestalt_column c[KEY_COUNT];
    gestalt_block block;
    for (uint64_t index = 0; open_block(e, index, c, &block); index++) {
        uint64_t visible = *c[VISIBLE].bools;
        uint32_t *rngs = e->rngs + block.first_agent;
        for (GESTALT_LANES_EACH(lane, block.lanes)) {
            uint64_t bit = UINT64_C(1) << lane;
            bool sees = visible & bit;
            workload_move_values(&rngs[lane], &c[HEALTH].floats[lane], &c[DIST].floats[lane],
                                 &c[FATIGUE].floats[lane], &sees, &c[KEY].ints[lane]);
            visible = sees ? visible | bit : visible & ~bit;
        }
        *c[VISIBLE].bools = visible;
    }
}

static workload_end end_world(const engine *e)
{
    workload_end end = {.sum = WORKLOAD_SUM};
    gestalt_column c[KEY_COUNT];
    gestalt_block block;
    for (uint64_t index = 0; open_block(e, index, c, &block); index++)
        for (GESTALT_LANES_EACH(lane, block.lanes)) {
            end.sum = workload_sum(end.sum, c[HEALTH].floats[lane], c[DIST].floats[lane],
                                   c[FATIGUE].floats[lane], c[TIMER].ints[lane], c[CUR].ints[lane],
                                   (uint32_t)c[DONE].ints[lane], (uint32_t)c[WORK].ints[lane]);
            end.aborts += (uint32_t)c[ABORTS].ints[lane];
        }
    return end;
}

// ---- opening

static gestalt_result engine_compile(const contender *c, gestalt_shape **shape,
                                     gestalt_error *error)
{
    const char *name = contender_workload(c);
    if (c->branch_count > 0)
        return branches_compile(c->branch_count, shape, error);
    const bench_tree *tree = trees_find(name);
    return gestalt_compile_text(name, tree->text, tree->size, NULL, shape, NULL, error);
}

static void find_keys(engine *e)
{
    static const char *const names[KEY_COUNT] = {
        [HEALTH] = "health", [DIST] = "dist",      [FATIGUE] = "fatigue", [TIMER] = "timer",
        [CUR] = "cur",       [DONE] = "done",      [WORK] = "work",       [ABORTS] = "aborts",
        [KEY] = "key",       [VISIBLE] = "visible"};
    for (int i = 0; i < KEY_COUNT; i++)
        gestalt_population_key(e->population, 0, names[i], &e->keys[i]);
}

static void engine_note(void *user, uint64_t id, uint32_t node, gestalt_status status)
{
    engine *e = user;
    (void)id, (void)node, (void)status;
    __atomic_fetch_add(&e->events, 1, __ATOMIC_RELAXED);
}

// Watch what the contender watches: an agent in the middle, or the last node.
static gestalt_result engine_watch(engine *e, gestalt_error *error)
{
    const contender_watching what = e->c->watching;
    const gestalt_watch_options options = {.population = e->population,
                                           .hooks = {.leave = engine_note, .user = e},
                                           .on_all_threads = what == WATCHES_SPREAD};
    const uint64_t middle = e->c->agents / 2;
    const uint32_t node = gestalt_shape_specification(e->shape)->node_count - 1;
    if (what == WATCHES_HOOKS)
        gestalt_population_hooks(e->population, &options.hooks);
    if (what == WATCHES_NOTHING || what == WATCHES_HOOKS)
        return GESTALT_OK;
    gestalt_result result = gestalt_watch_create(&options, &e->watch, error);
    if (result != GESTALT_OK || what == WATCHES_ONE)
        return result == GESTALT_OK ? gestalt_watch_add(e->watch, &middle, 1, error) : result;
    result = gestalt_watch_add_group(e->watch, 0, error);
    return result == GESTALT_OK ? gestalt_watch_nodes(e->watch, 0, &node, 1, error) : result;
}

static gestalt_result engine_open(engine *e, const contender *c, leaves_count *count,
                                  const gestalt_allocator *allocator, gestalt_error *error)
{
    *e = (engine){.c = c, .rngs = malloc((c->agents + 1) * sizeof *e->rngs)};
    if (!e->rngs || !leaves_open(&e->leaves, c->set, count))
        return error_no_memory(error);
    gestalt_result result = engine_compile(c, &e->shape, error);
    if (result != GESTALT_OK)
        return result;
    const gestalt_native *native = c->native ? natives_find(contender_workload(c), c->set) : NULL;
    if (c->native && !native)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "there is no native code of %s for %s",
                         contender_workload(c), c->set);
    gestalt_population_options options = {.group = {e->shape, e->leaves.host, native},
                                          .lanes = c->lanes,
                                          .threads = c->threads,
                                          .kernels = c->set};
    if (allocator)
        options.allocator = *allocator;
    result = gestalt_population_create(&options, &e->population, error);
    if (result == GESTALT_OK)
        result = engine_watch(e, error);
    return result == GESTALT_OK && c->counts_nodes
               ? gestalt_population_count_nodes(e->population, true, error)
               : result;
}

static void engine_close(engine *e)
{
    gestalt_watch_destroy(e->watch);
    gestalt_population_destroy(e->population);
    gestalt_shape_destroy(e->shape);
    leaves_close(&e->leaves);
    free(e->rngs);
}

// ---- a round

static gestalt_result engine_spawn(engine *e, contender_round *round, gestalt_error *error)
{
    stopwatch watch;
    stopwatch_start(&watch, false);
    stopwatch_go(&watch);
    gestalt_result result = gestalt_population_spawn(e->population, 0, e->c->agents, NULL, error);
    stopwatch_stop(&watch);
    round->spawn = watch.cpu;
    if (result == GESTALT_OK) {
        find_keys(e);
        start_world(e);
    }
    return result;
}

// Count the bytes of a recording, and discard them.
static bool count_bytes(void *user, const char *text, size_t size)
{
    (void)text;
    *(uint64_t *)user += size;
    return true;
}

static gestalt_result engine_record(engine *e, contender_round *round,
                                    gestalt_tree_recorder **recorder, gestalt_error *error)
{
    gestalt_tree_recorder_options options = {.population = e->population,
                                             .sink = {count_bytes, &round->record_bytes},
                                             .every = e->c->record_every};
    *recorder = NULL;
    round->record_bytes = 0;
    return e->c->record_every ? gestalt_tree_recorder_create(&options, recorder, error)
                              : GESTALT_OK;
}

static gestalt_result engine_ticks(engine *e, contender_round *round, gestalt_error *error)
{
    gestalt_tree_recorder *recorder;
    stopwatch watch, recording;
    const contender_viewer *viewer = e->c->viewer;
    gestalt_result result = engine_record(e, round, &recorder, error);
    if (viewer && result == GESTALT_OK)
        result = viewer->open(viewer->user, e->population, error);
    stopwatch_start(&watch, e->c->threads > 1);
    stopwatch_start(&recording, e->c->threads > 1);
    for (uint64_t i = 0; i < e->c->ticks && result == GESTALT_OK; i++) {
        if (workloads[e->c->workload].has_world)
            move_world(e);
        stopwatch_go(&watch);
        result = gestalt_population_tick(e->population, (int64_t)i, error);
        if (viewer)
            viewer->poll(viewer->user);
        stopwatch_stop(&watch);
        stopwatch_go(&recording);
        if (recorder && result == GESTALT_OK)
            result = gestalt_tree_recorder_tick(recorder, error);
        stopwatch_stop(&recording);
    }
    if (viewer)
        viewer->close(viewer->user);
    gestalt_tree_recorder_destroy(recorder);
    round->record_cpu = recording.cpu;
    round->record_wall = recording.wall;
    round->cpu = watch.cpu;
    round->wall = watch.wall;
    round->end = end_world(e);
    return result;
}

gestalt_result engine_round(const contender *c, contender_round *round, gestalt_error *error)
{
    engine e;
    gestalt_result result = engine_open(&e, c, NULL, NULL, error);
    if (result == GESTALT_OK)
        result = engine_spawn(&e, round, error);
    if (result == GESTALT_OK)
        result = engine_ticks(&e, round, error);
    engine_close(&e);
    return result;
}

// ---- memory and work

// Return the resident bytes of this process, or 0 if the system does not report them.
static double resident_bytes(void)
{
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    char line[256];
    unsigned long long kilobytes = 0;
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "Rss: %llu", &kilobytes) == 1)
            break;
    if (file)
        fclose(file);
    return (double)kilobytes * 1024;
}

// With fewer agents, their memory is too small to measure from the pages of the process.
enum { RSS_AGENTS = 50000 };

gestalt_result engine_examine(const contender *c, contender_needs *needs, gestalt_error *error)
{
    engine e;
    leaves_count count = {0};
    size_t blackboards = 0;
    counting used = {0};
    gestalt_allocator allocator = counting_allocator(&used);
    contender_round round;
    malloc_trim(0); // return free memory to the system, so that it is not resident
    gestalt_result result = engine_open(&e, c, &count, &allocator, error);
    if (result == GESTALT_OK && c->agents > 0)
        memset(e.rngs, 0, c->agents * sizeof *e.rngs);
    double before = resident_bytes();
    if (result == GESTALT_OK)
        result = engine_spawn(&e, &round, error);
    if (result == GESTALT_OK)
        result = engine_ticks(&e, &round, error);
    if (result == GESTALT_OK) {
        double agents = (double)c->agents, agent_ticks = agents * (double)c->ticks;
        gestalt_population_bytes(e.population, &blackboards);
        double resident = resident_bytes() - before - (double)blackboards;
        *needs = (contender_needs){
            .bytes = ((double)counting_bytes(&used) - (double)blackboards) / agents,
            .rss = before > 0 && c->agents >= RSS_AGENTS ? resident / agents : -1,
            .visits = (double)count.visits / agent_ticks,
            .calls = (double)count.calls / agent_ticks,
            .blackboard = (double)blackboards / agents};
    }
    engine_close(&e);
    return result;
}
