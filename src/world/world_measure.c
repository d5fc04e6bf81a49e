// SPDX-License-Identifier: MIT
// Measures of every world, after each step and at the end; and its hash.
#include "aggregate.h"
#include "error.h"
#include "exact_sum.h"
#include "hash.h"
#include "world_report.h"
#include "world_state.h"

// ---- collisions: agents that touched no other agent, and now do

// A body: all points within the radius of a rectangle along the heading; the rectangle may be a
// point.
typedef struct body {
    vector at, along;
    float half_length, half_width, radius;
} body;

static body body_of(const world *w, uint32_t index)
{
    const scene_vehicle *v = &w->groups[world_group_of(w, index)].scene->vehicle;
    body b = {vectors_get(&w->all.position, index), vectors_get(&w->all.heading, index), 0, 0, 0};
    if (scene_has_length(v)) {
        b.half_length = v->length / 2;
        b.half_width = v->width / 2;
    } else {
        b.radius = w->all.radius[index];
    }
    return b;
}

// Separating axis test along and across the first body: return whether no such line separates the
// bodies. `offset` is from the first to the second. Bodies that overlap by less than `rounding`
// only touch.
static bool body_reaches(const body *a, const body *b, vector offset, float rounding)
{
    const vector axes[2] = {a->along, vector_right(a->along)};
    const float half[2] = {a->half_length, a->half_width};
    for (int i = 0; i < 2; i++) {
        float theirs = b->half_length * fabsf(vector_dot(b->along, axes[i])) +
                       b->half_width * fabsf(vector_dot(vector_right(b->along), axes[i]));
        if (!(fabsf(vector_dot(offset, axes[i])) < half[i] + theirs - rounding))
            return false;
    }
    return true;
}

// Return the squared distance from a rectangle to the nearest corner of another.
static float body_to_corners(const body *a, const body *b, vector offset)
{
    float least = INFINITY;
    for (int corner = 0; corner < 4; corner++) {
        vector at =
            vector_add_scaled(offset, b->along, corner & 1 ? b->half_length : -b->half_length);
        at = vector_add_scaled(at, vector_right(b->along),
                               corner & 2 ? b->half_width : -b->half_width);
        float beyond = fmaxf(fabsf(vector_dot(at, a->along)) - a->half_length, 0);
        float beside = fmaxf(fabsf(vector_dot(at, vector_right(a->along))) - a->half_width, 0);
        least = fminf(least, beyond * beyond + beside * beside);
    }
    return least;
}

static bool bodies_overlap(const world *w, uint32_t index, uint32_t other)
{
    body mine = body_of(w, index), theirs = body_of(w, other);
    vector to = vector_subtract(space_nearest(&w->space, mine.at, theirs.at), mine.at);
    vector back = vector_scale(to, -1);
    float rounding = space_rounding(&w->space);
    float both = fmaxf(mine.radius + theirs.radius - rounding, 0);
    if (body_reaches(&mine, &theirs, to, rounding) && body_reaches(&theirs, &mine, back, rounding))
        return true;
    return fminf(body_to_corners(&mine, &theirs, to), body_to_corners(&theirs, &mine, back)) <
           both * both;
}

float world_reach_of_body(const scene_vehicle *v)
{
    float length = v->length, width = v->width;
    return scene_has_length(v) ? sqrtf(length * length + width * width) / 2 : v->radius;
}

static bool measure_touches(const world *w, uint32_t index, float most_radius, bool have_length)
{
    vector at = space_wrap(&w->space, vectors_get(&w->all.position, index));
    float reach = w->all.radius[index] + most_radius;
    if (have_length)
        reach =
            world_reach_of_body(&w->groups[world_group_of(w, index)].scene->vehicle) + most_radius;
    reach = reach < w->sight.most_reach ? reach : w->sight.most_reach;
    grid_walk walk;
    grid_walk_begin(&walk, &w->sight.near, at, reach);
    for (grid_near near; grid_walk_next(&walk, &near);) {
        float both = w->all.radius[index] + w->all.radius[near.agent];
        if (near.agent == index)
            continue;
        both = fmaxf(both - space_rounding(&w->space), 0);
        if (have_length ? bodies_overlap(w, index, near.agent)
                        : near.distance_squared < both * both)
            return true;
    }
    return false;
}

typedef struct touch_job {
    float most_radius;
    bool have_length; // some bodies are rectangles
    uint64_t begun;
} touch_job;

static void touch_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    touch_job *job = user;
    uint64_t begun = 0;
    for (uint32_t i = begin; i < end; i++) {
        bool now = measure_touches(w, i, job->most_radius, job->have_length);
        begun += now && !w->measured.touching[i];
        w->measured.touching[i] = now;
    }
    __atomic_fetch_add(&job->begun, begun, __ATOMIC_RELAXED);
}

static float most_radius(const world *w)
{
    float most = 0;
    for (uint32_t i = 0; i < w->group_count; i++)
        most = fmaxf(most, world_reach_of_body(&w->groups[i].scene->vehicle));
    return most;
}

gestalt_result world_measure_step(world *w, gestalt_error *error)
{
    if (!w->scene->measures.collisions)
        return GESTALT_OK;
    touch_job job = {.most_radius = most_radius(w)};
    for (uint32_t i = 0; i < w->group_count; i++)
        job.have_length |= scene_has_length(&w->groups[i].scene->vehicle);
    // The grid of the step's beginning has the positions before the motion.
    gestalt_result result = world_find_near(w, error);
    if (result != GESTALT_OK)
        return result;
    // Shares get their ghosts again, so that they all do so at the same time.
    w->sight.is_ready = !w->share.is_shared;
    world_parallel(w, 0, w->all.count, touch_range, &job);
    *w->measured.collisions += world_total(w, job.begun);
    return GESTALT_OK;
}

// ---- at the end

static uint64_t neighbours_of(const world *w, uint32_t index, float radius)
{
    uint64_t count = 0;
    vector at = space_wrap(&w->space, vectors_get(&w->all.position, index));
    grid_walk walk;
    grid_walk_begin(&walk, &w->sight.near, at,
                    radius < w->sight.most_reach ? radius : w->sight.most_reach);
    for (grid_near near; grid_walk_next(&walk, &near);)
        count += near.agent != index;
    return count;
}

static void measure_neighbours(world *w, outcome *out)
{
    uint64_t met = 0;
    bool is_found = world_find_near(w, NULL) == GESTALT_OK;
    for (uint32_t i = 0; is_found && i < w->all.count; i++)
        met += neighbours_of(w, i, w->scene->measures.neighbours);
    int64_t sums[2] = {(int64_t)met, w->all.count};
    world_sum(w, sums, 2);
    gestalt_outcome_number(out, NULL, "mean_neighbours",
                           is_found && sums[1] ? (double)sums[0] / (double)sums[1] : NAN);
    gestalt_outcome_of_moment(out);
}

static void measure_moment(outcome *out, const char *name, double number)
{
    gestalt_outcome_number(out, NULL, name, number);
    gestalt_outcome_of_moment(out);
}

static double length_of(const exact_sum *sums)
{
    double squared = 0;
    EACH_DIMENSION (d) {
        double sum = exact_sum_round(&sums[d]);
        squared += sum * sum;
    }
    return sqrt(squared);
}

// Sums are exact, so that they do not depend on the order of agents.
static void measure_motion(const world *w, outcome *out)
{
    enum { SPEEDS, SUMS, UNITS = SUMS + STEER_DIMENSIONS, ALL = UNITS + STEER_DIMENSIONS };
    exact_sum all[ALL] = {0};
    int64_t counts[2] = {w->all.count, 0}; // agents, and those that move
    for (uint32_t i = 0; i < w->all.count; i++) {
        vector v = vectors_get(&w->all.velocity, i);
        double speed = (double)vector_length(v);
        exact_sum_add(&all[SPEEDS], speed);
        counts[1] += speed > 0;
        EACH_DIMENSION (d) {
            exact_sum_add(&all[SUMS + d], (double)v.at[d]);
            exact_sum_add(&all[UNITS + d], speed > 0 ? (double)v.at[d] / speed : 0);
        }
    }
    aggregate_share(world_share(w), all, ALL);
    world_sum(w, counts, 2);
    double count = counts[0] ? (double)counts[0] : NAN, moving = (double)counts[1];
    measure_moment(out, "mean_speed", exact_sum_round(&all[SPEEDS]) / count);
    measure_moment(out, "mean_velocity", length_of(all + SUMS) / count);
    measure_moment(out, "polarisation", moving > 0 ? length_of(all + UNITS) / moving : NAN);
}

static void measure_life(const world *w, outcome *out)
{
    for (uint32_t i = 0; i < w->group_count; i++) {
        const world_group *group = &w->groups[i];
        if (!group->varies)
            continue;
        gestalt_outcome_count(out, group->scene->name, "count",
                              world_total(w, group->end - group->begin));
        gestalt_outcome_of_moment(out);
        gestalt_outcome_count(out, group->scene->name, "births", group->census->births);
        gestalt_outcome_count(out, group->scene->name, "deaths", group->census->deaths);
        gestalt_outcome_count(out, group->scene->name, "refused", group->census->refused);
    }
}

static void measure_reports(world *w, outcome *out)
{
    const scene_report *reports = w->scene->reporting.reports.list;
    for (uint32_t i = 0; i < w->scene->reporting.reports.count; i++) {
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
        gestalt_outcome_count(out, NULL, "collisions", *w->measured.collisions);
    measure_life(w, out);
    EACH_PART (part, w)
        if (part->outcome)
            part->outcome(w, out);
    measure_reports(w, out);
}

uint64_t world_hash_of(const world *w, uint64_t agents)
{
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    XXH3_64bits_update(&state, &agents, sizeof agents);
    for (uint32_t i = 0; i < w->saved.memory.count; i++)
        if (w->saved.memory.list[i].stride == 0) // the population's hash includes columns
            XXH3_64bits_update(&state, w->saved.memory.list[i].bytes,
                               world_kept_size(w, &w->saved.memory.list[i]));
    return XXH3_64bits_digest(&state);
}

gestalt_result world_hash(const world *w, uint64_t *hash, gestalt_error *error)
{
    uint64_t agents;
    gestalt_result result = gestalt_population_hash(w->population, &agents, error);
    if (result == GESTALT_OK)
        *hash = world_hash_of(w, agents);
    return result;
}
