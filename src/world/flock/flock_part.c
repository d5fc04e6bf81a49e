// SPDX-License-Identifier: MIT
// Fused flocks as a part of worlds: neighbours, rules and motion of a group in one pass, for speed.
// Compiled for the plane and for space.
#include "flock_scene.h"
#include "world_state.h"

#if STEER_DIMENSIONS == 2
#define FLOCK_PART flock_part
#else
#define FLOCK_PART flock_part_of_space
#endif

typedef struct flock_run {
    bool are_boids;
    flock_model flock;
    boids_model boids;
} flock_run;

static float flock_limited(const world *w, float radius)
{
    return radius < w->sight.most_reach ? radius : w->sight.most_reach;
}

static flock_model flock_model_of(const world *w, const scene_flock *from)
{
    return (flock_model){flock_limited(w, from->radius),
                         from->apart,
                         from->cohere,
                         from->separate,
                         from->match,
                         from->speed};
}

static boids_model boids_model_of(const world *w, const scene_group *group)
{
    const scene_boids *from = &flock_of(group)->boids;
    const scene_look *looks[NEIGHBOURS_KINDS] = {[NEIGHBOURS_SEPARATION] = &from->separation,
                                                 [NEIGHBOURS_COHESION] = &from->cohesion,
                                                 [NEIGHBOURS_ALIGNMENT] = &from->alignment};
    boids_model model = {.mass = group->vehicle.mass,
                         .max_force = group->vehicle.max_force,
                         .max_speed = group->vehicle.max_speed,
                         .sphere = from->sphere,
                         .dt = w->dt};
    EACH_DIMENSION (d)
        model.centre.at[d] = w->space.low.at[d] + w->space.size.at[d] / 2;
    for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++) {
        model.radius[kind] = flock_limited(w, looks[kind]->radius);
        model.cosine[kind] = looks[kind]->cosine;
        model.weight[kind] = looks[kind]->weight;
    }
    return model;
}

// A fused group is the only group of its scene.
static gestalt_result flock_start(world *w, gestalt_error *error)
{
    (void)error;
    const scene_group *group = w->group_count == 1 ? w->groups[0].scene : NULL;
    if (!group || !flock_is_fused(group))
        return GESTALT_OK;
    flock_run *run = world_allocate(w, sizeof *run);
    if (!run)
        return GESTALT_NO_MEMORY;
    run->are_boids = scene_given(flock_of(group)->boids.place);
    run->flock = flock_model_of(w, &flock_of(group)->flock);
    run->boids = boids_model_of(w, group);
    w->parts.states[SCENE_PART_FLOCK] = run;
    w->groups[0].mover = &FLOCK_PART;
    w->groups[0].is_moved_by_place = true;
    w->sight.sees_headings = run->are_boids;
    return GESTALT_OK;
}

// Move the agents at the grid's places `begin` to `end` - 1; all of them are in the group.
static void flock_move(world *w, uint32_t group, uint32_t begin, uint32_t end)
{
    (void)group;
    const flock_run *run = w->parts.states[SCENE_PART_FLOCK];
    if (run->are_boids)
        w->kernels->flock_boids(&run->boids, &w->sight.near, &w->all, begin, end);
    else
        w->kernels->flock_step(&run->flock, &w->sight.near, &w->all, begin, end);
}

const world_part FLOCK_PART = {
    .number = SCENE_PART_FLOCK,
    .scene.name = "a flock",
    .scene.group_fields = flock_group_fields,
    .scene.group_size = sizeof(flock_group),
    .scene.define = flock_scene_define,
    .scene.check = flock_scene_check,
    .start = flock_start,
    .move = flock_move,
};
