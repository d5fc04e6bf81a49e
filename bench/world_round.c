// SPDX-License-Identifier: MIT
#include "world_round.h"

#include "counting.h"
#include "stopwatch.h"
#include "world.h"

// ---- what is measured together

gestalt_result world_task_open(world_task *t, const world_case *of, uint64_t agents, uint64_t steps,
                               gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    *t = (world_task){.of = of, .agents = agents, .steps = steps};
    for (uint32_t i = 0; i < WORLD_FORMS && of->forms[i].name && result == GESTALT_OK; i++)
        result = world_case_scene(of, i, agents, &t->scenes[i], error);
    return result;
}

void world_task_close(world_task *t)
{
    for (uint32_t i = 0; i < WORLD_FORMS; i++)
        scene_destroy(t->scenes[i]);
}

uint64_t world_task_check_steps(const world_task *t)
{
    return t->steps < WORLD_CHECK_STEPS ? t->steps : WORLD_CHECK_STEPS;
}

// ---- a world

typedef struct running {
    const world_interface *in;
    world *world;
    counting bytes;
    stopwatch watch;
} running;

static gestalt_result open_world(running *r, const world_task *t, const world_contender *who,
                                 gestalt_error *error)
{
    const scene *s = t->scenes[who->form];
    r->in = world_for(s);
    world_options how = {
        .allocator = counting_allocator(&r->bytes), .threads = who->threads, .kernels = who->set};
    return r->in->create(s, &how, &r->world, error);
}

static gestalt_result run_steps(running *r, uint64_t steps, uint64_t *hash, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    for (uint64_t i = 0; i < steps && result == GESTALT_OK; i++) {
        stopwatch_go(&r->watch);
        result = r->in->step(r->world, error);
        stopwatch_stop(&r->watch);
    }
    return result == GESTALT_OK ? r->in->hash(r->world, hash, error) : result;
}

gestalt_result world_round_run(const world_task *t, const world_contender *who, world_round *round,
                               gestalt_error *error)
{
    running r = {0};
    uint64_t check = world_task_check_steps(t);
    stopwatch_start(&r.watch, false);
    stopwatch_go(&r.watch);
    gestalt_result result = open_world(&r, t, who, error);
    stopwatch_stop(&r.watch);
    *round = (world_round){.start = r.watch.cpu};
    stopwatch_start(&r.watch, who->threads > 1);
    if (result == GESTALT_OK)
        result = run_steps(&r, check, &round->middle, error);
    if (result == GESTALT_OK)
        result = run_steps(&r, t->steps - check, &round->end, error);
    round->cpu = r.watch.cpu;
    round->wall = r.watch.wall;
    round->bytes = (double)counting_bytes(&r.bytes);
    r.in->destroy(r.world);
    return result;
}

static void copy_places(const world_task *t, const running *r, float *places)
{
    world_columns c = r->in->columns(r->world);
    for (uint32_t d = 0; d < 3 && c.position[d]; d++)
        for (uint32_t i = 0; i < c.count; i++)
            if (c.id[i] < t->agents)
                places[d * t->agents + c.id[i]] = c.position[d][i];
}

gestalt_result world_round_places(const world_task *t, const world_contender *who, float *places,
                                  uint64_t *hash, gestalt_error *error)
{
    running r = {0};
    gestalt_result result = open_world(&r, t, who, error);
    if (result == GESTALT_OK)
        result = run_steps(&r, world_task_check_steps(t), hash, error);
    if (result == GESTALT_OK)
        copy_places(t, &r, places);
    r.in->destroy(r.world);
    return result;
}
