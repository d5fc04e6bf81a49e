// SPDX-License-Identifier: MIT
#include "world_round.h"

#include "counting.h"
#include "error.h"
#include "hash.h"
#include "scene_roads.h"
#include "stopwatch.h"
#include "world.h"

#include <stdlib.h>

// ---- tasks

gestalt_result world_task_open(world_task *t, const world_case *of, uint64_t agents, uint64_t steps,
                               gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    *t = (world_task){.of = of, .agents = agents, .steps = steps};
    for (uint32_t i = 0; i < WORLD_FORMS && of->forms[i].scene && result == GESTALT_OK; i++)
        result = world_case_scene(of, i, agents, &t->scenes[i], error);
    return result;
}

void world_task_close(world_task *t)
{
    for (uint32_t i = 0; i < WORLD_FORMS; i++)
        gestalt_scene_destroy(t->scenes[i]);
}

uint64_t world_task_check_steps(const world_task *t)
{
    return t->steps < WORLD_CHECK_STEPS ? t->steps : WORLD_CHECK_STEPS;
}

// ---- a world

typedef struct running {
    const world_task *t;
    const world_contender *who;
    const world_interface *in;
    world *world;
    hand_world hand; // handwritten world, used instead of `world`
    const hand_set *set;
    counting bytes;
    stopwatch watch;
    uint64_t updates;
} running;

static hand_id hand_of(const running *r)
{
    return r->t->of->forms[r->who->form].hand;
}

static gestalt_result open_world(running *r, gestalt_error *error)
{
    uint32_t form = hand_of(r) ? 0 : r->who->form;
    const scene *s = r->t->scenes[form];
    r->in = world_for(s);
    world_options how = {.allocator = counting_allocator(&r->bytes),
                         .threads = r->who->threads,
                         .kernels = r->who->set};
    return r->in->create(s, &how, &r->world, error);
}

static hand_model model_of(const running *r)
{
    const scene *s = r->t->scenes[0];
    const scene_roads *on = scene_roads_of(s);
    hand_model m = {.count = (uint32_t)r->t->agents,
                    .edge = (float)world_case_edge(r->t->of, r->t->agents),
                    .radius = (float)r->t->of->radius,
                    .dt = (float)s->space.dt * 1e-6f};
    if (hand_of(r) != HAND_RING)
        return m;
    const scene_driver *d = &on->net.driver;
    m.lane = on->net.width / 2;
    m.length = scene_group_at(s, 0)->vehicle.radius;
    m.headway = d->headway;
    m.gap = d->gap;
    m.acceleration = d->acceleration;
    m.braking = d->braking;
    m.hardest = d->hardest;
    m.range = d->range;
    return m;
}

// Create a Gestalt world only to copy the initial positions and velocities of its agents, and
// destroy it.
static gestalt_result open_hand(running *r, gestalt_error *error)
{
    world_columns c = r->in->columns(r->world);
    const float *const start[HAND_COLUMNS] = {c.position[0], c.position[1], c.position[2],
                                              c.velocity[0], c.velocity[1], c.velocity[2]};
    hand_model model = model_of(r);
    bool good = hand_world_open(&r->hand, hand_of(r), &model, start, c.max_speed);
    r->in->destroy(r->world);
    r->world = NULL;
    r->set = hand_set_find(r->who->set);
    return good ? GESTALT_OK : error_no_memory(error);
}

static gestalt_result world_round_start(running *r, const world_task *t, const world_contender *who,
                                        gestalt_error *error)
{
    *r = (running){.t = t, .who = who};
    gestalt_result result = open_world(r, error);
    return result == GESTALT_OK && hand_of(r) ? open_hand(r, error) : result;
}

static void world_round_stop(running *r)
{
    hand_world_close(&r->hand);
    r->in->destroy(r->world);
}

// ---- steps

static uint64_t agents_of(const running *r)
{
    return r->world ? r->in->agents(r->world) : r->hand.model.count;
}

static gestalt_result world_round_step(running *r, gestalt_error *error)
{
    if (r->world)
        return r->in->step(r->world, error);
    r->set->step[hand_of(r)](&r->hand);
    return GESTALT_OK;
}

static gestalt_result hash_hand(const running *r, uint64_t *hash, gestalt_error *error)
{
    size_t size = 3 * sizeof(float) * r->hand.model.count;
    float *places = calloc(1, size);
    if (!places)
        return error_no_memory(error);
    hand_world_places(&r->hand, hand_of(r), places);
    *hash = hash_bytes(places, size);
    free(places);
    return GESTALT_OK;
}

static gestalt_result run_steps(running *r, uint64_t steps, uint64_t *hash, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    for (uint64_t i = 0; i < steps && result == GESTALT_OK; i++) {
        r->updates += agents_of(r);
        stopwatch_go(&r->watch);
        result = world_round_step(r, error);
        stopwatch_stop(&r->watch);
    }
    if (result != GESTALT_OK)
        return result;
    return r->world ? r->in->hash(r->world, hash, error) : hash_hand(r, hash, error);
}

// ---- rounds

static const world_outcome *missed_outcome(const running *r)
{
    outcome found = {0};
    const world_case *of = r->t->of;
    if (!r->world || !of->outcomes[0].name)
        return NULL;
    r->in->measure(r->world, &found);
    for (uint32_t i = 0; i < WORLD_OUTCOMES && of->outcomes[i].name; i++) {
        const world_outcome *o = &of->outcomes[i];
        const outcome_row *row = gestalt_outcome_find(&found, o->name);
        if ((!o->at_end || r->t->steps == of->steps) && (!row || row->count != o->count))
            return o;
    }
    return NULL;
}

gestalt_result world_round_run(const world_task *t, const world_contender *who, world_round *round,
                               gestalt_error *error)
{
    running r;
    stopwatch making;
    uint64_t check = world_task_check_steps(t);
    stopwatch_start(&making, false);
    stopwatch_go(&making);
    gestalt_result result = world_round_start(&r, t, who, error);
    stopwatch_stop(&making);
    *round = (world_round){.start = making.cpu};
    stopwatch_start(&r.watch, who->threads > 1);
    if (result == GESTALT_OK)
        result = run_steps(&r, check, &round->middle, error);
    if (result == GESTALT_OK)
        result = run_steps(&r, t->steps - check, &round->end, error);
    round->cpu = r.watch.cpu;
    round->wall = r.watch.wall;
    round->updates = (double)r.updates;
    round->missed = result == GESTALT_OK ? missed_outcome(&r) : NULL;
    round->bytes = r.world ? (double)counting_bytes(&r.bytes) : 0;
    world_round_stop(&r);
    return result;
}

static void copy_places(const running *r, float *places)
{
    world_columns c = r->in->columns(r->world);
    size_t agents = (size_t)r->t->agents;
    for (uint32_t d = 0; d < 3 && c.position[d]; d++)
        for (uint32_t i = 0; i < c.count; i++)
            if (c.id[i] < agents)
                places[d * agents + c.id[i]] = c.position[d][i];
}

gestalt_result world_round_places(const world_task *t, const world_contender *who, float *places,
                                  uint64_t *hash, gestalt_error *error)
{
    running r;
    gestalt_result result = world_round_start(&r, t, who, error);
    if (result == GESTALT_OK)
        result = run_steps(&r, world_task_check_steps(t), hash, error);
    if (result == GESTALT_OK && r.world)
        copy_places(&r, places);
    else if (result == GESTALT_OK)
        hand_world_places(&r.hand, hand_of(&r), places);
    world_round_stop(&r);
    return result;
}
