// SPDX-License-Identifier: MIT
// Steering without trees: a table of vehicles and everything needed to step it; converts hosts'
// urges to those of urges.h.
//
//     step    grid -> sums over neighbours, if an urge needs them
//             -> forces, by the combiner -> motion
#include "steering.h"

#include "carve.h"
#include "error.h"
#include "floats.h"
#include "random.h"
#include "steer.h"

#include <string.h>

#define BEHAVIOUR(symbol, ...)                                                                     \
    _Static_assert((int)GESTALT_STEER_##symbol == (int)BEHAVIOUR_##symbol,                         \
                   "steer.h has the order of behaviours.def");
#include "behaviours.def"
#undef BEHAVIOUR
_Static_assert((int)GESTALT_STEER_COUNT == (int)BEHAVIOUR_COUNT, "steer.h has all behaviours");
_Static_assert((int)GESTALT_COMBINE_DITHER == (int)COMBINE_DITHER, "steer.h has all combiners");
_Static_assert((int)GESTALT_PUSH_LINEAR == (int)NEIGHBOURS_LINEAR, "steer.h has all falloffs");

enum { PADDING = 64, PIECE = 2048, WORTH_THREADS = 4096 };

// What has an entry for each vehicle. The first `own` rows are steered, the others are ghosts.
typedef struct steering_rows {
    vehicles all;
    uint32_t own;
    float *min_speed;
    vectors forces;
    neighbours_sums sums;
    grid near;
    void *memory; // memory of all columns except those of `all`
    size_t memory_size;
} steering_rows;

struct gestalt_steering {
    const steering_interface *is; // must be the first member: see steering_public.c
    gestalt_allocator allocator;
    const gestalt_population *threads;
    const steer_kernels *kernels;
    space world;
    float reach, most_reach;
    uint32_t agents_of_all; // 0: the capacity
    bool has_window;
    gestalt_steer_box window;
    neighbours_falloff falloff;
    traffic_side side;
    steering_rows rows;
    pathway *paths;
    uint32_t path_count;
    vectors obstacles; // centres of the obstacles
    float *obstacle_radius;
    uint32_t obstacle_count;
    urge *urges; // urges of the current step
    vectors (*points)[URGE_POINTS];
    uint32_t lost; // first row that the last step has lost, or MOTION_NONE
    void *memory;  // memory of obstacles, paths and urges
    size_t memory_size;
};

// ---- creation

static vector vector_from(const float *numbers)
{
    vector v;
    EACH_DIMENSION (d)
        v.at[d] = numbers[d];
    return v;
}

static void rows_carve(steering_rows *rows, carving *from)
{
    size_t room = (size_t)rows->all.capacity + PADDING;
    rows->min_speed = carve_floats(from, room);
    rows->forces = carve_vectors(from, room);
    rows->sums.apart = carve_vectors(from, room);
    rows->sums.offset = carve_vectors(from, room);
    rows->sums.along = carve_vectors(from, room);
    for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++)
        rows->sums.count[kind] = carve_floats(from, room);
}

static void rows_destroy(steering_rows *rows, const gestalt_allocator *allocator)
{
    grid_destroy(&rows->near, allocator);
    vehicles_destroy(&rows->all, allocator);
    carve_release(allocator, rows->memory, rows->memory_size);
    *rows = (steering_rows){0};
}

// Create the grid for a capacity and the window of `s`.
static gestalt_result make_grid(const gestalt_steering *s, uint32_t capacity, grid *made)
{
    float reach = s->reach > 0 ? s->reach : s->world.size.at[0];
    uint32_t agents = s->agents_of_all ? s->agents_of_all : capacity;
    grid_def def = {.world = s->world,
                    .cell =
                        grid_good_cell(&s->world, reach, agents < UINT32_MAX ? agents + 1 : agents),
                    .capacity = capacity + 1,
                    .part_count = 1,
                    .kernels = &s->kernels->grid};
    if (s->has_window) {
        vector low = space_wrap(&s->world, vector_from(s->window.low));
        def.window = grid_window_around(&s->world, def.cell, low,
                                        vector_add(low, vector_from(s->window.size)));
    }
    return grid_create(made, &s->allocator, &def);
}

// Create rows, without a vehicle. On failure nothing is left of them.
static gestalt_result rows_create(steering_rows *rows, const gestalt_steering *s, uint32_t capacity)
{
    *rows = (steering_rows){0};
    gestalt_result result = vehicles_create(&rows->all, &s->allocator, capacity + 1);
    if (result != GESTALT_OK)
        return result;
    carving from = CARVE_COLUMNS;
    rows_carve(rows, &from);
    if (carve_block(&from, &s->allocator, &rows->memory, &rows->memory_size)) {
        rows_carve(rows, &from);
        rows->all.min_speed = rows->min_speed;
        result = make_grid(s, capacity, &rows->near);
    } else {
        result = GESTALT_NO_MEMORY;
    }
    if (result != GESTALT_OK)
        rows_destroy(rows, &s->allocator);
    return result;
}

static void steering_carve(gestalt_steering *s, carving *from, const gestalt_steering_options *o)
{
    s->obstacles = carve_vectors(from, o->obstacle_count + PADDING);
    s->obstacle_radius = carve_floats(from, o->obstacle_count + PADDING);
    s->paths = carving_take(from, o->path_count + 1, sizeof *s->paths);
    s->urges = carving_take(from, GESTALT_STEER_URGES, sizeof *s->urges);
    s->points = carving_take(from, GESTALT_STEER_URGES, sizeof *s->points);
}

static gestalt_result make_obstacles(gestalt_steering *s, const gestalt_steering_options *o)
{
    carving from = CARVE_COLUMNS;
    steering_carve(s, &from, o);
    if (!carve_block(&from, &s->allocator, &s->memory, &s->memory_size))
        return GESTALT_NO_MEMORY;
    steering_carve(s, &from, o);
    s->obstacle_count = o->obstacle_count;
    for (uint32_t i = 0; i < o->obstacle_count; i++) {
        s->obstacle_radius[i] = o->obstacles[i].radius;
        vectors_set(&s->obstacles, i, vector_from(o->obstacles[i].centre));
    }
    return GESTALT_OK;
}

static gestalt_result make_paths(gestalt_steering *s, const gestalt_steering_options *o)
{
    for (uint32_t i = 0; i < o->path_count; i++) {
        const gestalt_steer_path *from = &o->paths[i];
        size_t size = ((size_t)from->point_count + 1) * sizeof(vector);
        vector *points = memory_new(&s->allocator, size);
        if (!points)
            return GESTALT_NO_MEMORY;
        for (uint32_t k = 0; k < from->point_count; k++)
            points[k] = vector_from(from->points + (size_t)k * STEER_DIMENSIONS);
        gestalt_result result = path_create(&s->paths[i], &s->allocator, points, from->point_count,
                                            from->radius, from->closed);
        memory_release(&s->allocator, points, size);
        if (result != GESTALT_OK)
            return result;
        s->path_count++;
    }
    return GESTALT_OK;
}

static void make_world(gestalt_steering *s, const gestalt_steering_options *o)
{
    const float most_of_it = 0.499f;
    s->world = (space){vector_from(o->low), vector_from(o->size), o->periodic};
    s->reach = o->reach;
    s->agents_of_all = o->agents_of_all;
    s->has_window = o->window;
    s->window = o->window ? *o->window : (gestalt_steer_box){0};
    s->most_reach = INFINITY;
    EACH_DIMENSION (d)
        if (o->periodic && s->world.size.at[d] * most_of_it < s->most_reach)
            s->most_reach = s->world.size.at[d] * most_of_it;
}

static bool is_sized(const float *low, const float *size)
{
    EACH_DIMENSION (d)
        if (!(size[d] > 0 && size[d] < INFINITY && isfinite(low[d])))
            return false;
    return true;
}

static gestalt_result error_of_window(gestalt_error *error)
{
    return error_set(error, GESTALT_BAD_ARGUMENT, 0, "the window has no size");
}

static gestalt_result error_of_rows(gestalt_result result, gestalt_error *error)
{
    return result == GESTALT_NO_MEMORY
               ? error_no_memory(error)
               : error_set(error, result, 0, "the world is too large for such a small reach");
}

static gestalt_result check_capacity(uint32_t capacity, gestalt_error *error)
{
    if (capacity < GRID_AGENTS)
        return GESTALT_OK;
    return error_set(error, GESTALT_LIMIT, 0, "there is no room for that many vehicles");
}

static void steering_destroy(gestalt_steering *s)
{
    if (s->threads)
        gestalt_population_release(s->threads);
    for (uint32_t i = 0; i < s->path_count; i++)
        path_destroy(&s->paths[i], &s->allocator);
    rows_destroy(&s->rows, &s->allocator);
    carve_release(&s->allocator, s->memory, s->memory_size);
    gestalt_allocator a = s->allocator;
    memory_release(&a, s, sizeof *s);
}

static gestalt_result steering_fill(gestalt_steering *s, const gestalt_steering_options *o)
{
    make_world(s, o);
    gestalt_result result = make_obstacles(s, o);
    if (result == GESTALT_OK)
        result = make_paths(s, o);
    return result == GESTALT_OK ? rows_create(&s->rows, s, o->capacity) : result;
}

#if STEER_DIMENSIONS == 2
#define INTERFACE steering_plane
#else
#define INTERFACE steering_space
#endif

static gestalt_result steering_create(const gestalt_steering_options *o, gestalt_steering **made,
                                      gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(&o->allocator);
    const steer_kernels *kernels = steer_kernels_named(o->kernels);
    gestalt_result result = floats_check(kernels->compute, error);
    if (result != GESTALT_OK)
        return result;
    if (!is_sized(o->low, o->size))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "the world has no size");
    if (o->window && !is_sized(o->window->low, o->window->size))
        return error_of_window(error);
    result = check_capacity(o->capacity, error);
    if (result != GESTALT_OK)
        return result;
    gestalt_steering *s = memory_new(&a, sizeof *s);
    if (!s)
        return error_no_memory(error);
    memset(s, 0, sizeof *s);
    s->lost = MOTION_NONE;
    s->is = &INTERFACE;
    s->allocator = a;
    s->threads = o->threads;
    s->kernels = kernels;
    s->falloff = (neighbours_falloff)o->push;
    s->side = o->drive_left ? TRAFFIC_LEFT : TRAFFIC_RIGHT;
    result = steering_fill(s, o);
    if (s->threads)
        gestalt_population_hold(s->threads);
    if (result == GESTALT_OK) {
        *made = s;
        return GESTALT_OK;
    }
    steering_destroy(s);
    if (result == GESTALT_BAD_ARGUMENT)
        return error_set(error, result, 0, "a path has at least two points");
    return error_of_rows(result, error);
}

// ---- vehicles

static gestalt_vehicles steering_vehicles(gestalt_steering *s)
{
    const vehicles *all = &s->rows.all;
    gestalt_vehicles v = {.count = all->count,
                          .own = s->rows.own,
                          .mass = all->mass,
                          .radius = all->radius,
                          .max_speed = all->max_speed,
                          .max_force = all->max_force,
                          .min_speed = s->rows.min_speed,
                          .id = all->id,
                          .random = all->random};
    EACH_DIMENSION (d) {
        v.position[d] = all->position.at[d];
        v.velocity[d] = all->velocity.at[d];
        v.heading[d] = all->heading.at[d];
        v.wander[d] = all->wander.at[d];
    }
    return v;
}

static void row_set(const steering_rows *rows, uint32_t row, uint64_t id, uint64_t random)
{
    const vehicles *all = &rows->all;
    vector ahead = vector_zero();
    ahead.at[0] = 1;
    vectors_set(&all->position, row, vector_zero());
    vectors_set(&all->velocity, row, vector_zero());
    vectors_set(&all->heading, row, ahead);
    vectors_set(&all->wander, row, ahead);
    all->mass[row] = all->max_speed[row] = all->max_force[row] = 1;
    all->radius[row] = rows->min_speed[row] = 0;
    all->id[row] = id;
    all->random[row] = random;
}

static void row_copy(const steering_rows *to, uint32_t row, const steering_rows *from,
                     uint32_t source)
{
    vehicles_copy_row(&to->all, row, &from->all, source);
    to->min_speed[row] = from->min_speed[source];
}

static uint32_t steering_add(gestalt_steering *s, uint64_t id, uint64_t seed)
{
    steering_rows *rows = &s->rows;
    uint32_t row = rows->own;
    if (rows->all.count + 1 >= rows->all.capacity)
        return UINT32_MAX;
    if (row < rows->all.count)
        row_copy(rows, rows->all.count, rows, row);
    rows->all.count++;
    rows->own++;
    uint64_t stream = id;
    row_set(rows, row, id, seed ^ random_next(&stream));
    return row;
}

static void steering_remove(gestalt_steering *s, uint32_t row)
{
    steering_rows *rows = &s->rows;
    uint32_t last = --rows->all.count;
    if (row < rows->own) {
        uint32_t last_own = --rows->own;
        row_copy(rows, row, rows, last_own);
        row = last_own;
    }
    row_copy(rows, row, rows, last);
}

static gestalt_result steering_set_ghosts(gestalt_steering *s, uint32_t count, gestalt_error *error)
{
    steering_rows *rows = &s->rows;
    uint32_t room = rows->all.capacity - 1 - rows->own;
    if (count > room)
        return error_set(error, GESTALT_LIMIT, 0, "there is room for %u ghosts, not for %u",
                         (unsigned)room, (unsigned)count);
    for (uint32_t row = rows->all.count; row < rows->own + count; row++)
        row_set(rows, row, 0, 0);
    rows->all.count = rows->own + count;
    return GESTALT_OK;
}

static gestalt_result steering_resize(gestalt_steering *s, uint32_t capacity,
                                      uint32_t agents_of_all, gestalt_error *error)
{
    steering_rows made, *rows = &s->rows;
    gestalt_result result = check_capacity(capacity, error);
    if (result != GESTALT_OK)
        return result;
    if (capacity < rows->all.count)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "there are %u vehicles, more than %u",
                         (unsigned)rows->all.count, (unsigned)capacity);
    uint32_t before = s->agents_of_all;
    s->agents_of_all = agents_of_all;
    result = rows_create(&made, s, capacity);
    if (result != GESTALT_OK) {
        s->agents_of_all = before;
        return error_of_rows(result, error);
    }
    for (uint32_t row = 0; row < rows->all.count; row++)
        row_copy(&made, row, rows, row);
    made.all.count = rows->all.count;
    made.own = rows->own;
    rows_destroy(rows, &s->allocator);
    *rows = made;
    return GESTALT_OK;
}

static gestalt_result steering_set_window(gestalt_steering *s, const gestalt_steer_box *window,
                                          gestalt_error *error)
{
    grid made;
    if (window && !is_sized(window->low, window->size))
        return error_of_window(error);
    bool had_window = s->has_window;
    gestalt_steer_box before = s->window;
    s->has_window = window;
    s->window = window ? *window : before;
    gestalt_result result = make_grid(s, s->rows.all.capacity - 1, &made);
    if (result != GESTALT_OK) {
        s->has_window = had_window;
        s->window = before;
        return error_of_rows(result, error);
    }
    grid_destroy(&s->rows.near, &s->allocator);
    s->rows.near = made;
    return GESTALT_OK;
}

// ---- urges

static number_column number_from(const gestalt_steer_number *from)
{
    return (number_column){from->value, from->column};
}

static void take_point(const gestalt_steer_point *from, point_column *to, vectors *columns)
{
    to->value = vector_from(from->value);
    EACH_DIMENSION (d)
        columns->at[d] = (float *)(uintptr_t)from->column[d]; // read only
    to->column = from->column[0] ? columns : NULL;
}

static void take_urge(gestalt_steering *s, const gestalt_urge *from, uint32_t i)
{
    urge *to = &s->urges[i];
    *to = (urge){.type = (behaviour)from->type,
                 .live = from->live,
                 .weight = number_from(&from->weight),
                 .probability = number_from(&from->probability),
                 .path = {from->path.value, from->path.column}};
    for (int k = 0; k < URGE_POINTS; k++)
        take_point(&from->points[k], &to->points[k], &s->points[i][k]);
    for (int k = 0; k < URGE_AGENTS; k++)
        to->agents[k] = (index_column){from->vehicles[k].value, from->vehicles[k].column};
    for (int k = 0; k < URGE_NUMBERS; k++)
        to->numbers[k] = number_from(&from->numbers[k]);
    bool looks = (to->type >= BEHAVIOUR_AVOID_COLLISIONS && to->type <= BEHAVIOUR_MATCH) ||
                 to->type == BEHAVIOUR_ADAPT_SPEED || to->type == BEHAVIOUR_AVOID_TRAFFIC;
    if (looks && to->numbers[0].value > s->most_reach)
        to->numbers[0].value = s->most_reach;
}

// ---- a step

typedef struct stepping {
    gestalt_steering *s;
    urge_group group;
    neighbours_view view;
    urge_scene seen;
    float dt;
    uint32_t count; // rows or places that the work has
    void (*work)(const struct stepping *job, uint32_t begin, uint32_t end);
} stepping;

static void do_piece(void *user, uint32_t thread, uint64_t piece)
{
    (void)thread;
    const stepping *job = user;
    floats_environment environment;
    uint64_t begin = piece * PIECE, end = begin + PIECE, count = job->count;
    floats_begin(&environment);
    job->work(job, (uint32_t)begin, (uint32_t)(end < count ? end : count));
    floats_end(&environment);
}

static void do_all(stepping *job, uint32_t count,
                   void (*work)(const stepping *job, uint32_t begin, uint32_t end))
{
    uint64_t pieces = ((uint64_t)count + PIECE - 1) / PIECE;
    job->work = work;
    job->count = count;
    if (job->s->threads && count >= WORTH_THREADS) {
        gestalt_population_run(job->s->threads, pieces, false, do_piece, job);
        return;
    }
    for (uint64_t i = 0; i < pieces; i++)
        do_piece(job, 0, i);
}

static void sum_range(const stepping *job, uint32_t begin, uint32_t end)
{
    const gestalt_steering *s = job->s;
    const steering_rows *rows = &s->rows;
    s->kernels->neighbours_sum(&rows->near, &rows->all, &job->view, &rows->sums, begin, end);
}

static void combine_range(const stepping *job, uint32_t begin, uint32_t end)
{
    combine_forces(&job->group, &job->seen, &job->s->rows.forces, begin, end);
}

static void move_range(const stepping *job, uint32_t begin, uint32_t end)
{
    gestalt_steering *s = job->s;
    uint32_t row =
        s->kernels->motion_step(&s->rows.all, &s->rows.forces, &s->world, job->dt, begin, end);
    uint32_t now = __atomic_load_n(&s->lost, __ATOMIC_RELAXED);
    while (row < now && !__atomic_compare_exchange_n(&s->lost, &now, row, true, __ATOMIC_RELAXED,
                                                     __ATOMIC_RELAXED))
        ;
}

static void steering_widen(const gestalt_steering *s, neighbours_view *view, uint32_t count)
{
    for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++) {
        const number_column *radius = &view->radius[kind];
        for (uint32_t i = 0; i < (radius->column ? count : 1); i++)
            view->reach = number_of(radius, i) > view->reach ? number_of(radius, i) : view->reach;
    }
    view->reach = view->reach < s->most_reach ? view->reach : s->most_reach;
}

static void find_near(gestalt_steering *s)
{
    floats_environment environment;
    const vehicles *all = &s->rows.all;
    grid_input in = {all->count, all->position, all->velocity, all->id, all->count - s->rows.own};
    floats_begin(&environment);
    grid_build(&s->rows.near, &in);
    floats_end(&environment);
}

static gestalt_result steering_step(gestalt_steering *s, gestalt_combiner how,
                                    const gestalt_urge *urges, uint32_t count, float dt)
{
    for (uint32_t i = 0; i < count; i++)
        take_urge(s, &urges[i], i);
    stepping job = {.s = s, .dt = dt, .group = {(combiner)how, count, s->urges}};
    job.view.falloff = s->falloff;
    job.seen = (urge_scene){.world = s->world,
                            .all = &s->rows.all,
                            .near = &s->rows.near,
                            .filter = s->kernels->threats_filter,
                            .sums = &s->rows.sums,
                            .obstacles = {s->obstacle_count, s->obstacles, s->obstacle_radius},
                            .paths = s->paths,
                            .path_count = s->path_count,
                            .side = s->side};
    find_near(s);
    s->lost = grid_stray(&s->rows.near);
    if (s->lost != MOTION_NONE)
        return GESTALT_BAD_ARGUMENT;
    if (urges_view(s->urges, count, &job.view)) {
        steering_widen(s, &job.view, s->rows.own);
        do_all(&job, s->rows.all.count, sum_range);
    }
    do_all(&job, s->rows.own, combine_range);
    do_all(&job, s->rows.own, move_range);
    return s->lost == MOTION_NONE ? GESTALT_OK : GESTALT_REJECTED;
}

static uint32_t steering_lost(const gestalt_steering *s)
{
    return s->lost;
}

static uint32_t steering_near(const gestalt_steering *s, const float *point, float radius,
                              uint32_t *rows, uint32_t capacity)
{
    grid_walk walk;
    uint32_t count = 0;
    grid_walk_begin(&walk, &s->rows.near, space_wrap(&s->world, vector_from(point)),
                    radius < s->most_reach ? radius : s->most_reach);
    for (grid_near near; grid_walk_next(&walk, &near); count++)
        if (count < capacity)
            rows[count] = near.agent;
    return count;
}

// ---- names

static gestalt_behaviour behaviour_named(const char *name)
{
    int i = 0;
    while (i < BEHAVIOUR_COUNT && strcmp(behaviour_table[i].name, name) != 0)
        i++;
    return (gestalt_behaviour)i;
}

static const char *name_of(gestalt_behaviour type)
{
    return behaviour_table[type].name;
}

const steering_interface INTERFACE = {
    .create = steering_create,
    .destroy = steering_destroy,
    .vehicles = steering_vehicles,
    .add = steering_add,
    .remove = steering_remove,
    .set_ghosts = steering_set_ghosts,
    .resize = steering_resize,
    .set_window = steering_set_window,
    .lost = steering_lost,
    .step = steering_step,
    .near = steering_near,
    .find = behaviour_named,
    .name = name_of,
};
