// SPDX-License-Identifier: MIT
// Measures of every world, after each step and at the end; and its hash.
#include "error.h"
#include "hash.h"
#include "world_report.h"
#include "world_state.h"

// ---- collisions: agents that touched nobody and now touch somebody

static bool measure_touches(const world *w, uint32_t index, float most_radius)
{
    vector at = space_wrap(&w->space, vectors_get(&w->all.position, index));
    float reach = w->all.radius[index] + most_radius;
    reach = reach < w->most_reach ? reach : w->most_reach;
    grid_walk walk;
    grid_walk_begin(&walk, &w->near, at, reach);
    for (grid_near near; grid_walk_next(&walk, &near);) {
        float both = w->all.radius[index] + w->all.radius[near.agent];
        if (near.agent != index && near.distance_squared < both * both)
            return true;
    }
    return false;
}

typedef struct touch_job {
    float most_radius;
    uint64_t begun;
} touch_job;

static void touch_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    touch_job *job = user;
    uint64_t begun = 0;
    for (uint32_t i = begin; i < end; i++) {
        bool now = measure_touches(w, i, job->most_radius);
        begun += now && !w->touching[i];
        w->touching[i] = now;
    }
    __atomic_fetch_add(&job->begun, begun, __ATOMIC_RELAXED);
}

static float most_radius(const world *w)
{
    float most = 0;
    for (uint32_t i = 0; i < w->group_count; i++)
        if (w->groups[i].scene->vehicle.radius > most)
            most = w->groups[i].scene->vehicle.radius;
    return most;
}

void world_measure_step(world *w)
{
    if (!w->scene->measures.collisions)
        return;
    touch_job job = {.most_radius = most_radius(w)};
    world_find_near(w); // that of the step's beginning is of the time before they moved
    w->near_is_ready = true;
    world_parallel(w, 0, w->all.count, touch_range, &job);
    *w->collisions += job.begun;
}

// ---- at the end

static uint64_t neighbours_of(const world *w, uint32_t index, float radius)
{
    uint64_t count = 0;
    vector at = space_wrap(&w->space, vectors_get(&w->all.position, index));
    grid_walk walk;
    grid_walk_begin(&walk, &w->near, at, radius < w->most_reach ? radius : w->most_reach);
    for (grid_near near; grid_walk_next(&walk, &near);)
        count += near.agent != index;
    return count;
}

static void measure_neighbours(world *w, outcome *out)
{
    uint64_t met = 0;
    world_find_near(w);
    for (uint32_t i = 0; i < w->all.count; i++)
        met += neighbours_of(w, i, w->scene->measures.neighbours);
    gestalt_outcome_number(out, NULL, "mean_neighbours",
                           w->all.count ? (double)met / w->all.count : NAN);
    gestalt_outcome_of_moment(out);
}

static void measure_moment(outcome *out, const char *name, double number)
{
    gestalt_outcome_number(out, NULL, name, number);
    gestalt_outcome_of_moment(out);
}

static double length_of(const double *sums)
{
    double squared = 0;
    EACH_DIMENSION (d)
        squared += sums[d] * sums[d];
    return sqrt(squared);
}

// Sums in the order of agents, so that they are always the same.
static void measure_motion(const world *w, outcome *out)
{
    double speeds = 0, sums[STEER_DIMENSIONS] = {0}, units[STEER_DIMENSIONS] = {0};
    uint32_t moving = 0;
    for (uint32_t i = 0; i < w->all.count; i++) {
        vector v = vectors_get(&w->all.velocity, i);
        double speed = (double)vector_length(v);
        speeds += speed;
        moving += speed > 0;
        EACH_DIMENSION (d) {
            sums[d] += (double)v.at[d];
            units[d] += speed > 0 ? (double)v.at[d] / speed : 0;
        }
    }
    double count = w->all.count ? (double)w->all.count : NAN;
    measure_moment(out, "mean_speed", speeds / count);
    measure_moment(out, "mean_velocity", length_of(sums) / count);
    measure_moment(out, "polarisation", moving ? length_of(units) / moving : NAN);
}

static void measure_life(const world *w, outcome *out)
{
    for (uint32_t i = 0; i < w->group_count; i++) {
        const world_group *group = &w->groups[i];
        if (!group->varies)
            continue;
        gestalt_outcome_count(out, group->scene->name, "count", group->end - group->begin);
        gestalt_outcome_of_moment(out);
        gestalt_outcome_count(out, group->scene->name, "births", group->census->births);
        gestalt_outcome_count(out, group->scene->name, "deaths", group->census->deaths);
        gestalt_outcome_count(out, group->scene->name, "refused", group->census->refused);
    }
}

static void measure_reports(world *w, outcome *out)
{
    const scene_report *reports = w->scene->reports.list;
    for (uint32_t i = 0; i < w->scene->reports.count; i++) {
        double value = world_report(w, i);
        bool is_whole = gestalt_expression_type(reports[i].formula.compute) != GESTALT_FLOAT;
        if (is_whole && value >= 0)
            gestalt_outcome_count(out, NULL, reports[i].name, (uint64_t)value);
        else
            gestalt_outcome_number(out, NULL, reports[i].name, value);
        gestalt_outcome_of_moment(out);
    }
}

void world_measure(world *w, outcome *out)
{
    *out = (outcome){0};
    measure_motion(w, out);
    if (w->scene->measures.neighbours > 0)
        measure_neighbours(w, out);
    if (w->scene->measures.collisions)
        gestalt_outcome_count(out, NULL, "collisions", *w->collisions);
    measure_life(w, out);
    EACH_PART (part, w)
        if (part->outcome)
            part->outcome(w, out);
    measure_reports(w, out);
}

gestalt_result world_hash(const world *w, uint64_t *hash, gestalt_error *error)
{
    uint64_t trees;
    gestalt_result result = gestalt_population_hash(w->population, &trees, error);
    if (result != GESTALT_OK)
        return result;
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    XXH3_64bits_update(&state, &trees, sizeof trees);
    for (uint32_t i = 0; i < w->kept.count; i++)
        XXH3_64bits_update(&state, w->kept.list[i].bytes, world_kept_size(w, &w->kept.list[i]));
    *hash = XXH3_64bits_digest(&state);
    return GESTALT_OK;
}
