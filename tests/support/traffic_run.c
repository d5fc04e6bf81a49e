// SPDX-License-Identifier: MIT
#include "traffic_run.h"

#include "steer_kernels.h"

#include <stdio.h>
#include <stdlib.h>

bool traffic_roads(traffic_run *t, road_plan *plan)
{
    arena_start(&t->memory, (gestalt_allocator){0});
    t->lines = plan->lines;
    const char *wrong = roads_build(plan, &t->memory, &t->on);
    if (wrong)
        printf("# %s\n", wrong);
    t->rules = (cars_rules){.model = {13.9f, 1.5f, 2, 1.5f, 2, 8},
                            .range = 150,
                            .turning = plan->turns ? 0.3f : 0,
                            .sharpest = 0.3f};
    t->crossing =
        (crossing_rules){.green = 20000000, .yellow = 4000000, .patience = 100, .detour = 50};
    t->dt = 0.1f;
    return !wrong;
}

// The lane and position of a car at a distance along all lanes, put end to end.
static road_place spread(const roads *on, float far)
{
    for (uint32_t lane = 0; lane < on->lane_count; lane++) {
        if (on->lanes[lane].crossing != ROAD_NONE)
            continue;
        if (far < on->lanes[lane].length)
            return (road_place){.lane = lane, .along = far};
        far -= on->lanes[lane].length;
    }
    return (road_place){0};
}

static void fill(traffic_run *t, uint32_t i, float speed)
{
    uint32_t number = t->reversed ? t->all.count - 1 - i : i;
    t->all.mass[i] = 1;
    t->all.radius[i] = 1.5f;
    float share =
        t->all.count > 1 ? (float)(number * 7 % t->all.count) / (float)(t->all.count - 1) : 0;
    t->all.max_speed[i] =
        t->fastest > 0 ? t->slowest + (t->fastest - t->slowest) * share : t->rules.model.speed;
    t->all.max_force[i] = 8;
    t->all.id[i] = number;
    t->all.random[i] = number * 77 + 1;
    double length = 0;
    for (uint32_t lane = 0; lane < t->on.lane_count; lane++)
        length += t->on.lanes[lane].crossing == ROAD_NONE ? (double)t->on.lanes[lane].length : 0;
    double far = length * ((double)number + 0.5) / t->all.count;
    road_place place = spread(&t->on, (float)far);
    cars_set_body(&t->c, i, t->all.radius[i], t->all.radius[i]);
    cars_put(&t->c, &t->all, &t->rules, i, place, speed);
    t->track_of[i] = t->on.lanes[place.lane].track;
}

// Paths along lanes and along the middles of roads, for cars that are moved by forces.
static void make_paths(traffic_run *t)
{
    t->tracks = calloc(t->on.track_count, sizeof(pathway));
    t->centres = calloc(t->on.track_count, sizeof(pathway));
    for (uint32_t i = 0; i < t->on.track_count; i++) {
        const road_track *track = &t->on.tracks[i];
        const road_line *line = &t->lines[track->line];
        if (path_create(&t->tracks[i], NULL, track->points, track->point_count, 1, false) ||
            path_create(&t->centres[i], NULL, line->points, line->point_count, 1, false))
            abort();
    }
}

void traffic_cars(traffic_run *t, uint32_t count, float speed)
{
    bool made = !vehicles_create(&t->all, NULL, count) &&
                !cars_create(&t->c, NULL, &t->on, 0, count) &&
                !grid_create(&t->near, NULL,
                             &(grid_def){.world = t->on.world,
                                         .cell = fmaxf(4, t->on.world.size.at[0] / 500),
                                         .capacity = count,
                                         .kernels = &steer_kernels_best()->grid});
    if (!made)
        abort();
    t->all.count = count;
    EACH_DIMENSION (d)
        t->before.at[d] = calloc(count, sizeof(float));
    t->track_of = calloc(count, sizeof(uint32_t));
    for (uint32_t i = 0; i < count; i++)
        fill(t, i, speed);
    cars_limit(&t->c, &t->rules);
    make_paths(t);
}

static bool overlaps(const traffic_run *t, const vectors *at, uint32_t a, uint32_t b)
{
    vector mine = vectors_get(at, a), theirs = vectors_get(at, b);
    float apart = vector_distance(mine, space_nearest(&t->on.world, mine, theirs));
    return apart < t->all.radius[a] + t->all.radius[b];
}

static void count_collisions(traffic_run *t)
{
    const grid_input in = {
        .count = t->all.count, .position = t->all.position, .carried = t->all.position};
    grid_build(&t->near, &in);
    for (uint32_t i = 0; i < t->all.count; i++) {
        vector centre = vectors_get(&t->all.position, i);
        grid_walk walk;
        grid_walk_begin(&walk, &t->near, centre, 2 * t->all.radius[i]);
        for (grid_near near; grid_walk_next(&walk, &near);)
            t->collisions += near.agent > i && overlaps(t, &t->all.position, i, near.agent) &&
                             (!t->steps || !overlaps(t, &t->before, i, near.agent));
    }
}

static void decide(traffic_run *t)
{
    uint32_t count = t->all.count;
    const steer_kernels *kernels = steer_kernels_best();
    float *line = calloc(count + 1, sizeof *line);
    driver_sight ahead = cars_sight(&t->c, 0), stop = ahead;
    stop.gap = t->c.seen.line;
    stop.approach = t->c.speed;
    ahead.wanted = stop.wanted = t->all.max_speed;
    kernels->driver_accelerate(&t->rules.model, &ahead, t->c.acceleration, count);
    kernels->driver_accelerate(&t->rules.model, &stop, line, count);
    for (uint32_t i = 0; i < count; i++)
        t->c.acceleration[i] = fminf(t->c.acceleration[i], line[i]);
    free(line);
}

static number_column number(float value)
{
    return (number_column){.value = value};
}

static void find_forces(traffic_run *t, const vectors *forces)
{
    const traffic_forces *f = t->forces;
    const urge urges[] = {
        {.type = BEHAVIOUR_ADAPT_SPEED,
         .weight = number(f->brake),
         .numbers = {number(50), number(f->headway)}},
        {.type = BEHAVIOUR_AVOID_TRAFFIC,
         .weight = number(f->swerve),
         .numbers = {number(50), number(f->time), number(f->apart)}},
        {.type = BEHAVIOUR_FOLLOW_ROAD,
         .weight = number(1),
         .path = {.column = t->track_of},
         .numbers = {number(f->ahead), number(f->lane)}},
    };
    const grid_input in = {
        .count = t->all.count, .position = t->all.position, .carried = t->all.velocity};
    grid_build(&t->near, &in);
    const urge_scene scene = {.world = t->on.world,
                              .all = &t->all,
                              .near = &t->near,
                              .filter = steer_kernels_best()->threats_filter,
                              .paths = t->centres,
                              .path_count = t->on.track_count,
                              .side = t->on.side};
    const urge_group group = {.how = t->how, .urge_count = 3, .urges = urges};
    combine_forces(&group, &scene, forces, 0, t->all.count);
}

static void push(traffic_run *t)
{
    vectors forces;
    EACH_DIMENSION (d)
        forces.at[d] = calloc(t->all.count + 64, sizeof(float));
    find_forces(t, &forces);
    steer_kernels_best()->motion_step(&t->all, &forces, &t->on.world, t->dt, 0, t->all.count);
    for (uint32_t i = 0; i < t->all.count; i++) {
        vector position = vectors_get(&t->all.position, i);
        path_point nearest = path_nearest(&t->tracks[t->track_of[i]], position);
        cars_note(&t->c, &t->all, i, nearest.direction,
                  vector_distance(position, nearest.position));
    }
    EACH_DIMENSION (d)
        free(forces.at[d]);
}

static uint32_t end_of(uint32_t begin, uint32_t grain, uint32_t count)
{
    return count - begin < grain ? count : begin + grain;
}

static void drive(traffic_run *t)
{
    uint32_t count = t->all.count, grain = t->grain ? t->grain : count;
    int64_t now = (int64_t)t->steps * 100000;
    cars_sort(&t->c, &t->all);
    cars_count(&t->c, &t->rules);
    if (!t->everybody)
        crossing_admit(&t->c, &t->rules, &t->crossing, t->steps, now, 0, t->on.crossing_count);
    for (uint32_t begin = 0; begin < count; begin += grain)
        cars_look(&t->c, &t->rules, begin, end_of(begin, grain, count));
    decide(t);
    for (uint32_t begin = 0; begin < count; begin += grain) {
        uint32_t end = end_of(begin, grain, count);
        cars_steer(&t->c, &t->all, &t->rules, begin, end);
        steer_kernels_best()->driver_move(&t->all, t->c.acceleration, t->c.curvature, &t->on.world,
                                          t->dt, begin, end);
        cars_follow(&t->c, &t->all, &t->rules, begin, end);
    }
}

void traffic_step(traffic_run *t)
{
    uint32_t count = t->all.count;
    EACH_DIMENSION (d)
        memcpy(t->before.at[d], t->all.position.at[d], count * sizeof(float));
    if (t->forces)
        push(t);
    else
        drive(t);
    t->steps++;
    if (t->measures)
        count_collisions(t);
}

void traffic_end(traffic_run *t)
{
    EACH_DIMENSION (d)
        free(t->before.at[d]);
    for (uint32_t i = 0; i < t->on.track_count && t->tracks; i++) {
        path_destroy(&t->tracks[i], NULL);
        path_destroy(&t->centres[i], NULL);
    }
    free(t->tracks);
    free(t->centres);
    free(t->track_of);
    cars_destroy(&t->c, NULL);
    vehicles_destroy(&t->all, NULL);
    grid_destroy(&t->near, NULL);
    arena_destroy(&t->memory);
}
