// SPDX-License-Identifier: MIT
// Pedestrians walk past each other.
//
// Bodies never overlap. A neighbour at a gap in direction n allows a step d with d * n <= gap / 2,
// and is limited in the same way, so that together both use at most the gap. A pedestrian who wants
// more goes past: the component towards the neighbour is removed from the step, and a step that is
// still too long is shortened. This holds for pedestrians who do not overlap at first.
#include "crowd_state.h"
#include "scalar.h"

#include <math.h>

// The people around a pedestrian, in chunks. For the measured model, they were found when the
// pedestrian chose, if there are few.
typedef struct crowd_around {
    const ways_nearest *kept; // NULL: a walk over the grid finds them
    bool is_done;
    uint32_t chunks, count;
    const uint32_t *agent;
    float room[GRID_FOUND]; // largest step towards each
    float towards[STEER_DIMENSIONS][GRID_FOUND];
    grid_walk walk;
} crowd_around;

static void walk_around(const world *w, const crowd_street *street, uint32_t index, vector at,
                        vector step, crowd_around *a)
{
    const crowd_run *run = crowd_run_of(w);
    bool is_kept = street->model == CROWD_MEASURED && run->nearest[index].count <= WAYS_NEAR;
    a->kept = is_kept ? &run->nearest[index] : NULL;
    a->is_done = false;
    a->chunks = 0;
    if (is_kept)
        return;
    // A neighbour further away than both steps together cannot be in the way, whatever the shift.
    float length = vector_length(step), theirs = scalar_max_float(length, run->most_step);
    float reach = w->all.radius[index] + run->most_radius + length + theirs + 0.01f;
    grid_walk_begin(&a->walk, &w->sight.near, at, scalar_min_float(reach, w->sight.most_reach));
}

static vector walker_towards(const crowd_around *a, uint32_t i)
{
    vector unit;
    EACH_DIMENSION (d)
        unit.at[d] = a->towards[d][i];
    return unit;
}

// Two pedestrians with the measured model know each other's steps: the one in front makes room.
static float shift_of(const world *w, uint32_t index, uint32_t other, vector towards, float gap)
{
    const crowd_run *run = crowd_run_of(w);
    if (run->is_mixed) {
        const crowd_street *street = &run->streets[world_group_of(w, other)];
        if (!street->is_used || street->model != CROWD_MEASURED)
            return 0;
    }
    vector both = vector_add(vectors_get(&run->steps, index), vectors_get(&run->steps, other));
    return scalar_clamp_float(vector_dot(both, towards) / 2, -gap / 2, gap / 2);
}

// Get the next chunk. Returns false when there is none.
static bool around_next(crowd_around *a)
{
    if (a->is_done || (!a->kept && !grid_walk_find(&a->walk)))
        return false;
    a->is_done = a->kept != NULL;
    a->count = a->kept ? a->kept->count : a->walk.count;
    a->agent = a->kept ? a->kept->agent : a->walk.agent;
    a->chunks++;
    for (uint32_t i = 0; i < a->count; i++)
        EACH_DIMENSION (d)
            a->towards[d][i] =
                a->kept ? a->kept->offset[d][i] : a->walk.position[d][i] - a->walk.centre.at[d];
    return a->count > 0;
}

static bool find_around(const world *w, uint32_t index, bool measured, crowd_around *a)
{
    const float radius = w->all.radius[index], margin = 1e-3f; // margin: for rounding
    if (!around_next(a))
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        a->room[i] = w->all.radius[a->agent[i]];
    for (uint32_t i = 0; i < a->count; i++) {
        float distance = vector_length(walker_towards(a, i));
        float gap = distance - radius - a->room[i] - margin, each = distance > 0 ? 1 / distance : 0;
        gap = gap > 0 ? gap / 2 : 0;
        a->room[i] = a->agent[i] == index ? INFINITY : gap;
        EACH_DIMENSION (d)
            a->towards[d][i] *= each;
    }
    for (uint32_t i = 0; measured && i < a->count; i++)
        if (a->agent[i] != index)
            a->room[i] += shift_of(w, index, a->agent[i], walker_towards(a, i), 2 * a->room[i]);
    return true;
}

// Return the step with its components towards people in the way removed.
static vector go_past(const crowd_around *a, vector step)
{
    for (uint32_t i = 0; i < a->count; i++) {
        float too_far = vector_dot(step, walker_towards(a, i)) - a->room[i];
        if (too_far > 0)
            step = vector_add_scaled(step, walker_towards(a, i), -too_far);
    }
    return step;
}

static vector stay_in_street(const crowd_street *street, float radius, vector at, vector step)
{
    EACH_DIMENSION (d) {
        float back = street->low.at[d] + radius - at.at[d];
        float on = street->high.at[d] - radius - at.at[d];
        if (street->is_endless[d])
            continue;
        if (step.at[d] < back && step.at[d] < 0)
            step.at[d] = back < 0 ? back : 0;
        if (step.at[d] > on && step.at[d] > 0)
            step.at[d] = on > 0 ? on : 0;
    }
    return step;
}

// Return the share of the step that the people around allow.
static float walker_shorten(const crowd_around *a, vector step, float share)
{
    for (uint32_t i = 0; i < a->count; i++) {
        float goes = vector_dot(step, walker_towards(a, i));
        if (goes * share > a->room[i])
            share = a->room[i] / goes;
    }
    return share;
}

// Slide along walls and obstacles, which are all solid to pedestrians.
static vector stay_out_of_walls(const world *w, uint32_t i, vector at, vector step)
{
    return w->terrain.barriers.count > 0 ? world_held(w, i, at, step, true) : step;
}

// Return a step that people have shortened; or no step, if walls or the street then bent it into an
// impossible one.
static vector walker_settle(const world *w, const crowd_street *street, uint32_t i, vector at,
                            vector step)
{
    if (w->terrain.barriers.count == 0)
        return step;
    vector in = stay_in_street(street, w->all.radius[i], at, stay_out_of_walls(w, i, at, step));
    return vector_is_zero(vector_subtract(in, step)) ? step : vector_zero();
}

// Return the possible part of a step. It only gets shorter, so no other neighbours come near. Most
// pedestrians have so few neighbours that these need not be found twice.
static vector possible_step(const world *w, const crowd_street *street, uint32_t i, vector at,
                            vector step)
{
    float share = 1;
    crowd_around around;
    step = stay_out_of_walls(w, i, at, step);
    walk_around(w, street, i, at, step, &around);
    while (find_around(w, i, street->model == CROWD_MEASURED, &around))
        step = go_past(&around, step);
    step = stay_in_street(street, w->all.radius[i], at, step);
    step = stay_out_of_walls(w, i, at, step);
    if (around.chunks > 1)
        walk_around(w, street, i, at, step, &around);
    else
        share = walker_shorten(&around, step, share);
    while (find_around(w, i, street->model == CROWD_MEASURED, &around))
        share = walker_shorten(&around, step, share);
    return walker_settle(w, street, i, at, vector_scale(step, share));
}

static vector walker_wanted(const crowd_run *run, const crowd_street *street, uint32_t i)
{
    vector wanted = vector_scale(street->direction, run->ahead[i]);
    return vector_add_scaled(wanted, vector_right(street->direction), run->aside[i]);
}

// Return the step towards a desired velocity.
static vector step_towards(const world *w, const crowd_street *street, uint32_t i, vector wanted)
{
    vector velocity = vectors_get(&w->all.velocity, i);
    velocity = vector_add_scaled(velocity, vector_subtract(wanted, velocity), street->share);
    return vector_scale(vector_clip(velocity, w->all.max_speed[i]), w->dt);
}

void crowd_find_steps(world *w, uint32_t group, uint32_t begin, uint32_t end)
{
    const crowd_run *run = crowd_run_of(w);
    const crowd_street *street = &run->streets[group];
    for (uint32_t i = begin; i < end; i++) {
        vector wanted = crowd_choose(w, street, i, walker_wanted(run, street, i));
        vectors_set(&run->steps, i, step_towards(w, street, i, wanted));
    }
}

static void note_headway(const world *w, uint32_t i, vector step)
{
    const crowd_run *run = crowd_run_of(w);
    vector wanted = {{run->ahead[i], run->aside[i]}};
    float alone = vector_length(wanted);
    float headway = vector_dot(step, vectors_get(&run->faces, i)) / (w->dt * alone);
    run->impatience[i] = alone > 0 ? crowd_impatience(run->impatience[i], headway, w->dt) : 0;
}

static void move_one(world *w, const crowd_street *street, uint32_t i)
{
    const crowd_run *run = crowd_run_of(w);
    bool measured = street->model == CROWD_MEASURED;
    vector at = vectors_get(&w->all.position, i), step;
    step = measured ? vectors_get(&run->steps, i)
                    : step_towards(w, street, i, walker_wanted(run, street, i));
    float squared = vector_length_squared(step);
    if (!isfinite(squared)) { // a non-finite wish of the tree
        world_note_lost(w, i);
        return;
    }
    at = space_wrap(&w->space, at);
    step = squared < 1e-8f ? vector_zero() : possible_step(w, street, i, at, step);
    if (measured)
        note_headway(w, i, step);
    if (squared < 1e-8f) {
        vectors_set(&w->all.velocity, i, vector_zero());
        return;
    }
    vectors_set(&w->all.position, i, space_wrap(&w->space, vector_add(at, step)));
    vectors_set(&w->all.velocity, i, vector_scale(step, 1 / w->dt));
    if (vector_length_squared(step) >= 1e-8f)
        vectors_set(&w->all.heading, i, vector_unit(step));
}

void crowd_walk(world *w, uint32_t group, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++)
        move_one(w, &crowd_run_of(w)->streets[group], i);
}
