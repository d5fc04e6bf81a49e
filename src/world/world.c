// SPDX-License-Identifier: MIT
// Creating worlds, and the step.
#include "world.h"

#include "array.h"
#include "error.h"
#include "floats.h"
#include "memory.h"
#include "misuse.h"
#include "search.h"
#include "world_report.h"
#include "world_state.h"

#include <string.h>

// ---- memory

// Make room for one more entry. Returns false when memory runs out.
static bool memories_grow(world *w, world_memories *m)
{
    return ARRAY_RESERVE(&w->allocator, m->list, m->capacity, m->count + 1);
}

void *world_allocate(world *w, size_t size)
{
    if (!memories_grow(w, &w->owned))
        return NULL;
    size += size == 0;
    void *bytes = memory_new_zeroed(&w->allocator, size);
    if (!bytes)
        return NULL;
    w->owned.list[w->owned.count++] = (world_memory){.bytes = bytes, .size = size};
    return bytes;
}

void *world_column(world *w, size_t stride)
{
    return world_allocate(w, ((size_t)w->capacity + WORLD_COLUMN_SPARE) * stride);
}

uint64_t *world_bits(world *w)
{
    // A cohort's bits may begin in the middle of the last word.
    return world_allocate(w, ((size_t)w->capacity / 64 + 2) * sizeof(uint64_t));
}

bool world_vectors(world *w, vectors *made)
{
    EACH_DIMENSION (d)
        if (!(made->at[d] = world_column(w, sizeof(float))))
            return false;
    return true;
}

bool world_has_room(const world *w, const void *column, size_t stride)
{
    uintptr_t at = (uintptr_t)column;
    for (uint32_t i = 0; i < w->owned.count; i++) {
        uintptr_t begin = (uintptr_t)w->owned.list[i].bytes, end = begin + w->owned.list[i].size;
        if (at >= begin && at < end)
            return w->capacity == 0 || stride <= (end - at) / w->capacity;
    }
    return true;
}

static bool world_hold(world *w, world_memory kept)
{
    if (!memories_grow(w, &w->saved.memory))
        return false;
    w->saved.memory.list[w->saved.memory.count++] = kept;
    return true;
}

bool world_keep(world *w, void *bytes, size_t size)
{
    return world_hold(w, (world_memory){.bytes = bytes, .size = size});
}

bool world_keep_column(world *w, void *column, size_t stride)
{
    return world_hold(w, (world_memory){.bytes = column, .stride = stride});
}

bool world_keep_seen(world *w, void *column, size_t stride)
{
    if (!memories_grow(w, &w->share.seen))
        return false;
    w->share.seen.list[w->share.seen.count++] = (world_memory){.bytes = column, .stride = stride};
    return true;
}

bool world_move_column(world *w, void *column, size_t stride)
{
    if (!memories_grow(w, &w->life.moved))
        return false;
    w->life.moved.list[w->life.moved.count++] = (world_memory){.bytes = column, .stride = stride};
    return true;
}

void *world_kept_column(world *w, size_t stride)
{
    void *column = world_column(w, stride);
    return column && world_keep_column(w, column, stride) ? column : NULL;
}

bool world_keep_optional(world *w, void *bytes, size_t size, size_t stride)
{
    return world_hold(
        w, (world_memory){.bytes = bytes, .size = size, .stride = stride, .is_optional = true});
}

static bool keep_inherited(world *w, void *column, size_t stride)
{
    return world_hold(w, (world_memory){.bytes = column, .stride = stride, .is_inherited = true});
}

size_t world_kept_size(const world *w, const world_memory *kept)
{
    if (!kept->bytes)
        return 0;
    return kept->stride ? kept->stride * w->all.count : kept->size;
}

// ---- agents

uint32_t world_find(const world *w, uint64_t agent)
{
    if (!w->life.rows)
        return agent < w->all.count ? (uint32_t)agent : UINT32_MAX;
    for (uint32_t i = 0; i < w->group_count; i++) {
        uint32_t index = world_find_in(w, &w->groups[i], agent);
        if (index != UINT32_MAX)
            return index;
    }
    return UINT32_MAX;
}

uint32_t world_index(const gestalt_world_binding *b, const gestalt_call *call, unsigned lane)
{
    uint64_t agent = gestalt_call_agent(call, lane);
    return b->world->life.rows ? world_find_in(b->world, b->group, agent) : (uint32_t)agent;
}

static uint32_t world_gathered_rows(const gestalt_gathered_call *call, uint32_t *rows)
{
    const gestalt_world_binding *b = call->user;
    uint32_t count = 0, row = b->group->begin;
    for (uint32_t i = 0; i < call->count; i++)
        for (uint64_t rest = call->lanes[i]; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctzll(rest);
            uint64_t agent = gestalt_gathered_agent(call, i, lane);
            row = b->world->life.rows ? world_find_after(b, agent, row) : (uint32_t)agent;
            rows[count++] = row;
        }
    return count;
}

uint32_t world_group_of(const world *w, uint32_t index)
{
    uint32_t group;
    if (index >= w->all.count)
        return w->life.group_of ? w->life.group_of[index] : 0; // a ghost
    SEARCH_FIRST(group, 0, w->group_count - 1, index < w->groups[group].end);
    return group;
}

static void set_key(world *w, uint32_t index, const char *key, gestalt_value value)
{
    gestalt_population_write(w->population, w->all.id[index], key, value, NULL);
}

void world_set_float(world *w, uint32_t index, const char *key, float value)
{
    set_key(w, index, key, (gestalt_value){.type = GESTALT_FLOAT, .number = value});
}

void world_set_int(world *w, uint32_t index, const char *key, int32_t value)
{
    set_key(w, index, key, (gestalt_value){.type = GESTALT_INT, .integer = value});
}

// ---- threads

enum { PIECE = 2048, WORTH_THREADS = 4096 }; // agents; a multiple of 64, for words of bits

typedef struct parallel_job {
    world *w;
    world_work *work;
    void *user;
    uint32_t begin, end;
} parallel_job;

static void do_piece(void *user, uint32_t thread, uint64_t index)
{
    (void)thread;
    parallel_job *job = user;
    floats_environment environment;
    if (world_is_stopped(job->w))
        return;
    uint64_t begin = (job->begin & ~UINT32_C(63)) + index * PIECE, end = begin + PIECE;
    floats_begin(&environment);
    job->work(job->w, job->user, begin > job->begin ? (uint32_t)begin : job->begin,
              end < job->end ? (uint32_t)end : job->end);
    floats_end(&environment);
}

void world_parallel(world *w, uint32_t begin, uint32_t end, world_work *work, void *user)
{
    if (begin >= end)
        return;
    parallel_job job = {w, work, user, begin, end};
    uint64_t pieces = (end - (begin & ~UINT32_C(63)) + PIECE - 1) / PIECE;
    if (w->thread_count > 1 && end - begin >= WORTH_THREADS) {
        gestalt_population_run(w->population, pieces, false, do_piece, &job);
        return;
    }
    for (uint64_t i = 0; i < pieces; i++)
        do_piece(&job, 0, i);
}

// ---- the grid

typedef void grid_phase(grid *g, const grid_input *in, uint32_t part);

typedef struct grid_job {
    world *w;
    grid_input in;
    grid_phase *phase;
} grid_job;

static void do_part(void *user, uint32_t thread, uint64_t part)
{
    (void)thread;
    grid_job *job = user;
    floats_environment environment;
    floats_begin(&environment);
    job->phase(&job->w->sight.near, &job->in, (uint32_t)part);
    floats_end(&environment);
}

static void gather_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    grid_gather(&w->sight.near, user, begin, end);
}

static void build_near(world *w)
{
    // Without ghosts, no keys are needed: indexes are the same for all threads and always ascend.
    grid_job job = {.w = w,
                    .in = {.count = world_places(w),
                           .position = w->all.position,
                           .carried = w->sight.sees_headings ? w->all.heading : w->all.velocity,
                           .key = w->share.ghost_count > 0 ? w->share.keys : NULL,
                           .ghost_count = w->share.ghost_count,
                           .own_ascend = true}}; // rows are in the order of keys
    if (w->thread_count == 1 || w->all.count < WORTH_THREADS) {
        floats_environment environment;
        floats_begin(&environment);
        grid_build(&w->sight.near, &job.in);
        floats_end(&environment);
        return;
    }
    static grid_phase *const phases[] = {grid_count, grid_total, grid_sum, grid_place};
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        job.phase = phases[i];
        gestalt_population_run(w->population, w->sight.near.part_count, true, do_part, &job);
    }
    world_parallel(w, 0, world_places(w), gather_range, &job.in);
}

gestalt_result world_find_near(world *w, gestalt_error *error)
{
    gestalt_result result = w->share.is_shared ? world_share_look(w, error) : GESTALT_OK;
    if (result != GESTALT_OK)
        return result;
    build_near(w);
    uint32_t stray = grid_stray(&w->sight.near);
    return stray == UINT32_MAX
               ? GESTALT_OK
               : misuse_tell("gestalt_world_set_window", error,
                             "agent %llu is outside of the window: let it migrate, or widen the "
                             "window",
                             (unsigned long long)w->all.id[stray]);
}

// ---- parts

static void list_parts(world *w)
{
    const scene *s = w->scene;
    const world_part **next = w->parts.list;
    for (int i = 0; i < SCENE_PARTS_LISTED; i++)
        if (world_part_of(s, i))
            *next++ = world_part_of(s, i);
    for (int i = 0; i < GESTALT_WORLD_PARTS && s->host.parts[i]; i++) {
        w->parts.of_hosts[i] = world_part_of_host(s->host.parts[i], SCENE_PARTS_LISTED + i);
        *next++ = &w->parts.of_hosts[i];
    }
}

static gestalt_result start_parts(world *w, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    EACH_PART (part, w)
        if (result == GESTALT_OK && part->start)
            result = part->start(w, error);
    return result;
}

static void sense_parts(world *w, void *user, uint32_t begin, uint32_t end)
{
    (void)user;
    EACH_PART (part, w)
        if (part->sense)
            part->sense(w, begin, end);
}

// ---- the step

// Call the host's ticker, and check that it has ticked exactly once.
static gestalt_result tick_by(world *w, gestalt_world_ticker *ticker, void *user, int64_t now,
                              gestalt_error *error)
{
    uint64_t ticks = gestalt_population_ticks(w->population);
    gestalt_result result = ticker(user, w->population, now, error);
    if (result != GESTALT_OK || gestalt_population_ticks(w->population) == ticks + 1)
        return result;
    return misuse_tell("gestalt_world_step_by", error,
                       "the function must tick the population exactly once: call "
                       "gestalt_population_tick, or begin the tick, tick each agent, and end it");
}

// Number of ticks of all worlds of the program.
static uint64_t ticks_begun;

static gestalt_result world_tick(world *w, gestalt_world_ticker *ticker, void *user,
                                 gestalt_error *error)
{
    int64_t now = (int64_t)w->step * w->scene->space.dt;
    world_urges_clear(w);
    w->life.tick = __atomic_add_fetch(&ticks_begun, 1, __ATOMIC_RELAXED);
    w->life.ticks_alone = !ticker && w->thread_count == 1;
    return ticker ? tick_by(w, ticker, user, now, error)
                  : gestalt_population_tick(w->population, now, error);
}

static gestalt_result step_sense(world *w, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    EACH_PART (part, w)
        if (part->before)
            part->before(w);
    if (!w->sight.is_ready)
        result = world_find_near(w, error);
    w->sight.is_ready = false;
    if (result != GESTALT_OK)
        return result;
    world_parallel(w, 0, w->all.count, sense_parts, NULL);
    world_sense(w);
    return GESTALT_OK;
}

static void step_move(world *w)
{
    EACH_PART (part, w)
        if (part->ticked)
            part->ticked(w);
    world_steer(w);
    if (!world_is_stopped(w))
        world_move(w);
}

static gestalt_result step_failed(world *w, gestalt_result result)
{
    world_undo_end(w);
    return result;
}

// End a step whose agents have moved, or, with another result than GESTALT_OK, have failed to tick.
static gestalt_result step_end(world *w, gestalt_result result, gestalt_error *error)
{
    gestalt_result moved = result == GESTALT_OK ? world_tell_lost(w, error) : GESTALT_OK;
    if (w->share.is_shared)
        result = world_share_agree(w, result, &moved, error);
    if (result == GESTALT_INTERRUPTED && w->share.is_shared && w->undo.is_there)
        return world_put_back(w, error);
    if (result == GESTALT_OK)
        result = world_live(w, error);
    if (result == GESTALT_OK && w->share.is_shared)
        result = world_share_migrate(w, error);
    if (result != GESTALT_OK)
        return result;
    w->step++;
    EACH_PART (part, w)
        if (part->after)
            part->after(w);
    result = world_measure_step(w, error);
    return result == GESTALT_OK ? moved : result;
}

// Tick, and move the agents. Sets whether the step was interrupted, and must be undone.
static gestalt_result step_act(world *w, gestalt_world_ticker *ticker, void *user, bool *is_stopped,
                               gestalt_error *error)
{
    gestalt_result result = GESTALT_INTERRUPTED;
    *is_stopped = world_is_stopped(w);
    if (!*is_stopped)
        result = world_tick(w, ticker, user, error);
    world_urges_ticked(w);
    if (w->share.is_shared)
        result = world_share_ticked(w, result, error);
    if (result == GESTALT_INTERRUPTED && gestalt_population_is_interrupted(w->population))
        *is_stopped = true;
    if (result != GESTALT_OK)
        return result;
    world_undo_ticked(w);
    step_move(w);
    *is_stopped = world_is_stopped(w);
    return *is_stopped ? GESTALT_INTERRUPTED : GESTALT_OK;
}

// Without a ticker, the population ticks by itself.
static gestalt_result world_step_by(world *w, gestalt_world_ticker *ticker, void *user,
                                    gestalt_error *error)
{
    bool is_stopped;
    gestalt_result result = world_undo_begin(w, error);
    if (result == GESTALT_OK)
        result = world_change(w, error);
    if (result == GESTALT_OK)
        result = step_sense(w, error);
    if (result != GESTALT_OK)
        return step_failed(w, result);
    result = step_act(w, ticker, user, &is_stopped, error);
    if (is_stopped && !w->share.is_shared)
        return world_put_back(w, error);
    world_undo_end(w);
    return step_end(w, result, error);
}

static gestalt_result world_step(world *w, gestalt_error *error)
{
    return world_step_by(w, NULL, NULL, error);
}

// ---- creation

static vector vector_of(const scene_point *p)
{
    vector v;
    EACH_DIMENSION (d)
        v.at[d] = p->at[d];
    return v;
}

static gestalt_result make_paths(world *w)
{
    const scene_path *from = w->scene->paths.list;
    w->terrain.path_count = w->scene->paths.count;
    w->terrain.paths = world_allocate(w, w->terrain.path_count * sizeof *w->terrain.paths);
    for (uint32_t i = 0; w->terrain.paths && i < w->terrain.path_count; i++) {
        vector *points = world_allocate(w, from[i].points.count * sizeof *points);
        if (!points)
            return GESTALT_NO_MEMORY;
        for (uint32_t k = 0; k < from[i].points.count; k++)
            points[k] = vector_of(&from[i].points.list[k]);
        gestalt_result result = path_create(&w->terrain.paths[i], &w->allocator, points,
                                            from[i].points.count, from[i].radius, from[i].closed);
        if (result != GESTALT_OK)
            return result;
    }
    return w->terrain.paths ? GESTALT_OK : GESTALT_NO_MEMORY;
}

static float *obstacle_floats(world *w)
{
    return world_allocate(w, ((size_t)w->terrain.obstacles.count + WORLD_COLUMN_SPARE) *
                                 sizeof(float));
}

static gestalt_result make_obstacles(world *w)
{
    const scene_obstacle *from = w->scene->obstacles.list;
    w->terrain.obstacles.count = w->scene->obstacles.count;
    float *radius = obstacle_floats(w);
    EACH_DIMENSION (d)
        if (!radius || !(w->terrain.obstacles.centre.at[d] = obstacle_floats(w)))
            return GESTALT_NO_MEMORY;
    w->terrain.obstacles.radius = radius;
    for (uint32_t i = 0; i < w->terrain.obstacles.count; i++) {
        radius[i] = from[i].radius;
        vectors_set(&w->terrain.obstacles.centre, i, vector_of(&from[i].at));
    }
    return world_barriers_make(w);
}

static gestalt_result make_population(world *w, const world_options *options, gestalt_error *error)
{
    gestalt_group *groups = world_allocate(w, w->group_count * sizeof *groups);
    if (!groups)
        return GESTALT_NO_MEMORY;
    w->undo.interruptible = options->interruptible;
    w->undo.is_kept = w->undo.interruptible && world_has_long_trees(w);
    for (uint32_t i = 0; i < w->group_count; i++)
        groups[i] = (gestalt_group){w->groups[i].scene->shape, w->groups[i].host};
    gestalt_population_options how = {.groups = groups,
                                      .group_count = w->group_count,
                                      .lanes = options->lanes,
                                      .threads = w->thread_count,
                                      .stack_size = options->stack_size,
                                      .seed = w->seed,
                                      .kernels = options->kernels,
                                      .interruptible = w->undo.is_kept,
                                      .allocator = w->allocator};
    gestalt_result result = gestalt_population_create(&how, &w->population, error);
    if (result == GESTALT_OK)
        gestalt_population_hold(w->population);
    for (uint32_t i = 0; i < w->group_count && result == GESTALT_OK; i++)
        if (w->groups[i].end > w->groups[i].begin)
            result = gestalt_population_spawn_as(w->population, i, w->all.id[w->groups[i].begin],
                                                 w->groups[i].end - w->groups[i].begin, error);
    if (result == GESTALT_OK)
        result = gestalt_population_set_next_id(w->population, w->scene->agent_count, error);
    if (result == GESTALT_OK)
        result = world_snapshot_start(w);
    return result;
}

static gestalt_result set_keys(world *w, const world_group *group, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    const scene_keys *keys = &group->scene->set.keys;
    for (uint32_t k = 0; k < keys->count; k++)
        for (uint32_t i = group->begin; i < group->end && result == GESTALT_OK; i++)
            result = gestalt_population_write(w->population, w->all.id[i], keys->list[k].name,
                                              world_value_of(w, &keys->list[k], i), error);
    return result;
}

// Count the agents of the scene.
static bool count_agents(world *w)
{
    w->group_count = w->scene->groups.count;
    w->groups = world_allocate(w, (w->group_count + 1) * sizeof *w->groups);
    if (!w->groups)
        return false;
    for (uint32_t i = 0; i < w->group_count; i++) {
        world_group *group = &w->groups[i];
        group->scene = scene_group_at(w->scene, i);
        group->number = i;
        group->begin = (uint32_t)group->scene->first;
        group->end = group->begin + (uint32_t)group->scene->count;
        group->varies = group->scene->most > 0;
        group->is_listed = group->varies || w->share.is_shared;
        w->life.varies |= group->varies;
        w->share.room_of_all += scene_room(group->scene);
    }
    w->capacity = w->share.is_shared ? w->share.with.capacity : (uint32_t)w->share.room_of_all;
    w->all.count = (uint32_t)w->scene->agent_count; // needed to size the columns of urges
    return true;
}

static gestalt_result make_groups(world *w, gestalt_error *error)
{
    for (uint32_t i = 0; i < w->group_count; i++) {
        world_group *group = &w->groups[i];
        gestalt_result result = world_bind(w, group, error);
        if (result != GESTALT_OK)
            return result;
        if (!world_urges_make(w, group))
            return GESTALT_NO_MEMORY;
    }
    return GESTALT_OK;
}

static bool keep_vectors(world *w, const vectors *column)
{
    EACH_DIMENSION (d)
        if (!keep_inherited(w, column->at[d], sizeof(float)))
            return false;
    return true;
}

static bool make_columns(world *w)
{
    for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++)
        if (!(w->sight.sums.count[kind] = world_column(w, sizeof(float))))
            return false;
    if (w->group_count > 1 && !(w->sight.view_columns = world_column(w, 6 * sizeof(float))))
        return false;
    if (w->terrain.barriers.solid_count > 0 && !world_vectors(w, &w->motion.were))
        return false;
    return world_vectors(w, &w->motion.forces) && world_vectors(w, &w->sight.sums.apart) &&
           world_vectors(w, &w->sight.sums.offset) && world_vectors(w, &w->sight.sums.along) &&
           keep_vectors(w, &w->all.position) && keep_vectors(w, &w->all.velocity) &&
           keep_vectors(w, &w->all.heading) && keep_vectors(w, &w->all.wander) &&
           keep_inherited(w, w->all.random, sizeof *w->all.random) &&
           ((!w->life.varies && !w->share.is_shared) ||
            keep_inherited(w, w->all.id, sizeof *w->all.id)) &&
           world_keep(w, &w->step, sizeof w->step);
}

static gestalt_result make_vehicles(world *w)
{
    uint32_t count = w->all.count;
    gestalt_result result = vehicles_create(&w->all, &w->allocator, w->capacity + 1);
    w->all.count = count;
    if (result != GESTALT_OK)
        return result;
    return make_columns(w) ? world_place(w) : GESTALT_NO_MEMORY;
}

static gestalt_result make_measures(world *w)
{
    w->measured.touching = world_column(w, sizeof *w->measured.touching);
    w->measured.collisions = world_allocate(w, sizeof *w->measured.collisions);
    return w->measured.touching && w->measured.collisions &&
                   keep_inherited(w, w->measured.touching, 1) &&
                   world_keep(w, w->measured.collisions, sizeof *w->measured.collisions)
               ? GESTALT_OK
               : GESTALT_NO_MEMORY;
}

float world_cell(const world *w)
{
    float reach = w->sight.reach > 0 ? w->sight.reach : w->space.size.at[0];
    return w->sight.cell > 0 ? w->sight.cell
                             : grid_good_cell(&w->space, reach, (uint32_t)w->share.room_of_all + 1);
}

gestalt_result world_make_grid(world *w)
{
    grid_def def = {.world = w->space,
                    .cell = world_cell(w),
                    .capacity = w->capacity + 1,
                    .part_count = w->thread_count,
                    .kernels = &w->kernels->grid,
                    .window = w->share.window};
    return grid_create(&w->sight.near, &w->allocator, &def);
}

static void make_space(world *w)
{
    const scene_space *s = &w->scene->space;
    w->space = (space){vector_of(&s->low), vector_of(&s->size), s->periodic};
    w->dt = (float)((double)s->dt * 1e-6);
    w->sight.most_reach = INFINITY;
    EACH_DIMENSION (d)
        if (s->periodic && w->space.size.at[d] * WORLD_MOST_OF_IT < w->sight.most_reach)
            w->sight.most_reach = w->space.size.at[d] * WORLD_MOST_OF_IT;
    w->head.most_radius = w->sight.most_reach;
    if (s->sight > 0 && s->sight < w->head.most_radius)
        w->head.most_radius = s->sight;
}

static void want_reach(world *w, float radius)
{
    w->sight.reach = radius > w->sight.reach ? radius : w->sight.reach;
}

static void want_reaches(world *w)
{
    want_reach(w, w->scene->measures.neighbours);
    for (uint32_t i = 0; i < w->group_count; i++)
        want_reach(w, w->groups[i].scene->reach);
}

static gestalt_result world_make(world *w, const world_options *options, gestalt_error *error)
{
    make_space(w);
    gestalt_result result = world_share_check(w, options, error);
    if (result == GESTALT_OK)
        result = make_paths(w);
    if (result == GESTALT_OK)
        result = make_obstacles(w);
    if (result == GESTALT_OK)
        result = count_agents(w) ? make_groups(w, error) : GESTALT_NO_MEMORY;
    if (result == GESTALT_OK) {
        want_reaches(w);
        result = make_vehicles(w);
    }
    if (result == GESTALT_OK)
        result = make_population(w, options, error);
    if (result == GESTALT_OK)
        result = make_measures(w);
    for (uint32_t i = 0; i < w->group_count && result == GESTALT_OK; i++) {
        result = set_keys(w, &w->groups[i], error);
        world_sense_start(w, &w->groups[i]);
    }
    if (result != GESTALT_OK)
        return result;
    result = start_parts(w, error);
    if (result == GESTALT_OK && !world_report_start(w))
        result = GESTALT_NO_MEMORY;
    if (result == GESTALT_OK)
        result = world_life_start(w, error);
    if (result == GESTALT_OK)
        result = world_records_start(w, error);
    if (result == GESTALT_OK && w->share.is_shared && !world_share_start(w))
        result = GESTALT_NO_MEMORY;
    return result == GESTALT_OK ? world_make_grid(w) : result;
}

static void world_destroy(world *w)
{
    if (!w)
        return;
    EACH_PART (part, w)
        if (part->stop)
            part->stop(w);
    gestalt_rows_destroy(w->life.rows);
    if (w->population)
        gestalt_population_release(w->population);
    gestalt_population_destroy(w->population);
    for (uint32_t i = 0; w->groups && i < w->group_count; i++)
        gestalt_host_destroy(w->groups[i].host);
    for (uint32_t i = 0; w->terrain.paths && i < w->terrain.path_count; i++)
        path_destroy(&w->terrain.paths[i], &w->allocator);
    world_find_stop(w);
    grid_destroy(&w->sight.near, &w->allocator);
    barriers_destroy(&w->terrain.barriers, &w->allocator);
    vehicles_destroy(&w->all, &w->allocator);
    for (uint32_t i = 0; i < w->owned.count; i++)
        memory_release(&w->allocator, w->owned.list[i].bytes, w->owned.list[i].size);
    ARRAY_RELEASE(&w->allocator, w->undo.bytes, w->undo.room);
    ARRAY_RELEASE(&w->allocator, w->owned.list, w->owned.capacity);
    ARRAY_RELEASE(&w->allocator, w->saved.memory.list, w->saved.memory.capacity);
    ARRAY_RELEASE(&w->allocator, w->life.moved.list, w->life.moved.capacity);
    ARRAY_RELEASE(&w->allocator, w->share.seen.list, w->share.seen.capacity);
    gestalt_allocator a = w->allocator;
    memory_release(&a, w, sizeof *w);
}

#if STEER_DIMENSIONS == 2
#define INTERFACE world_plane
#else
#define INTERFACE world_space
#endif

static gestalt_result world_create(const scene *s, const world_options *options, world **made,
                                   gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(&options->allocator);
    *made = NULL;
    world *w = memory_new(&a, sizeof *w);
    if (!w)
        return error_no_memory(error);
    memset(w, 0, sizeof *w);
    w->head.is = &INTERFACE;
    w->scene = s;
    w->seed = options->seed ? *options->seed : s->space.seed;
    w->allocator = a;
    w->thread_count = options->threads ? options->threads : 1;
    w->kernels = steer_kernels_named(options->kernels);
    list_parts(w);
    gestalt_result result = floats_check(w->kernels->compute, error);
    if (result == GESTALT_OK)
        result = world_make(w, options, error);
    if (result == GESTALT_OK) {
        w->seen = (urge_scene){.world = w->space,
                               .all = &w->all,
                               .near = &w->sight.near,
                               .filter = w->kernels->threats_filter,
                               .sums = &w->sight.sums,
                               .obstacles = w->terrain.obstacles,
                               .barriers = &w->terrain.barriers,
                               .paths = w->terrain.paths,
                               .path_count = w->terrain.path_count};
        *made = w;
        return GESTALT_OK;
    }
    world_destroy(w);
    return result == GESTALT_NO_MEMORY ? error_no_memory(error) : result;
}

static const scene *world_scene(const world *w)
{
    return w->scene;
}

static uint64_t world_steps(const world *w)
{
    return w->step;
}

static uint64_t world_agents(const world *w)
{
    return w->all.count;
}

static gestalt_population *world_population(world *w)
{
    return w->population;
}

static world_columns columns_of(const world *w)
{
    world_columns c = {.count = w->all.count,
                       .id = w->all.id,
                       .radius = w->all.radius,
                       .max_speed = w->all.max_speed};
    EACH_DIMENSION (d) {
        c.position[d] = w->all.position.at[d];
        c.velocity[d] = w->all.velocity.at[d];
        c.heading[d] = w->all.heading.at[d];
    }
    return c;
}

static void world_sum_of(world *w, int64_t *numbers, uint32_t count)
{
    world_sum(w, numbers, count);
}

static uint32_t world_capacity(const world *w)
{
    return w->capacity;
}

static void world_range(const world *w, uint32_t group, uint32_t *begin, uint32_t *end)
{
    *begin = w->groups[group].begin;
    *end = w->groups[group].end;
}

static uint32_t world_near(const world *w, const float *point, float radius, uint32_t *rows,
                           uint32_t capacity)
{
    vector at;
    grid_walk walk;
    uint32_t count = 0;
    EACH_DIMENSION (d)
        at.at[d] = point[d];
    grid_walk_begin(&walk, &w->sight.near, space_wrap(&w->space, at),
                    radius < w->sight.most_reach ? radius : w->sight.most_reach);
    for (grid_near near; grid_walk_next(&walk, &near); count++)
        if (count < capacity)
            rows[count] = near.agent;
    return count;
}

// Return the part that was made from a host's table, or NULL.
static const world_part *part_of_host(const world *w, const gestalt_world_part *of)
{
    EACH_PART (part, w)
        if (part->of_host == of)
            return part;
    return NULL;
}

static void *world_state(const world *w, const gestalt_world_part *of)
{
    const world_part *part = part_of_host(w, of);
    return part ? w->parts.states[part->number] : NULL;
}

static void world_set_state(world *w, const gestalt_world_part *of, void *state)
{
    const world_part *part = part_of_host(w, of);
    if (part)
        w->parts.states[part->number] = state;
}

const world_interface INTERFACE = {
    .fit = world_fit,
    .key_argument = world_key_argument,
    .sharing = world_scene_sharing,
    .write_functions = world_write_functions,
    .create = world_create,
    .destroy = world_destroy,
    .step = world_step,
    .step_by = world_step_by,
    .interrupt = world_interrupt,
    .steps = world_steps,
    .scene = world_scene,
    .agents = world_agents,
    .population = world_population,
    .columns = columns_of,
    .measure = world_measure,
    .report = world_report,
    .is_done = world_is_done,
    .hash = world_hash,
    .snapshots = {.save = world_save,
                  .save_to = world_save_to,
                  .load = world_load,
                  .load_memory = world_load_memory},
    .recordings = {.record = world_record, .frame = world_frame, .take_frame = world_take_frame},
    .find = world_find,
    .range = world_range,
    .services = {.row = world_index,
                 .gathered_rows = world_gathered_rows,
                 .near = world_near,
                 .state = world_state,
                 .set_state = world_set_state,
                 .allocate = world_allocate,
                 .keep = world_keep,
                 .keep_column = world_keep_column,
                 .keep_seen = world_keep_seen,
                 .sum = world_sum_of,
                 .column = world_column,
                 .has_room = world_has_room,
                 .capacity = world_capacity,
                 .set_float = world_set_float,
                 .set_int = world_set_int},
    .shares = {.reach = world_share_reach,
               .set_window = world_share_window,
               .ghost_size = world_ghost_size,
               .take_ghosts = world_take_ghosts,
               .set_ghosts = world_set_ghosts,
               .hash_of = world_hash_of,
               .attach = world_attach,
               .check_loaded = world_check_loaded,
               .migrants_size = world_migrants_size,
               .take_migrants = world_take_migrants,
               .migrate = world_migrate},
};
