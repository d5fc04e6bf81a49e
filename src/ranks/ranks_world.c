// SPDX-License-Identifier: MIT
#include "ranks_world.h"

#include "error.h"
#include "memory.h"
#include "misuse.h"

#include <gestalt/version.h>
#include <string.h>

bool ranks_world_is_wrong(const char *function, const gestalt_ranks_world *w, gestalt_error *error)
{
    if (misuse_if_null(!w, function, "world", error))
        return true;
    return w->is_lost &&
           misuse_tell(function, error,
                       "a call has failed after agents had moved, so the ranks may differ: destroy "
                       "the world") != GESTALT_OK;
}

gestalt_result ranks_world_failed(const gestalt_ranks_world *w, gestalt_error *error)
{
    if (error)
        *error = w->failure_error;
    return w->failure;
}

gestalt_result ranks_world_agree(gestalt_ranks_world *w, agreement *a, gestalt_error *error)
{
    a->call = CALL_world_step;
    w->failure = job_agree(&w->job, a, &w->failure_error);
    return w->failure == GESTALT_OK ? GESTALT_OK : ranks_world_failed(w, error);
}

bool ranks_world_meet(gestalt_ranks_world *w)
{
    return w->failure == GESTALT_OK && ranks_world_agree(w, &(agreement){0}, NULL) == GESTALT_OK;
}

// ---- numbers of all ranks

static void ranks_world_sum(void *user, int64_t *numbers, uint32_t count)
{
    gestalt_ranks_world *w = user;
    if (!ranks_world_meet(w))
        return;
    job_time begin = job_now();
    MPI_Allreduce(MPI_IN_PLACE, numbers, (int)count, MPI_INT64_T, MPI_SUM, w->job.communicator);
    job_waited(&w->job, begin);
}

static void ranks_world_most(void *user, double *numbers, uint32_t count)
{
    gestalt_ranks_world *w = user;
    if (!ranks_world_meet(w))
        return;
    job_time begin = job_now();
    MPI_Allreduce(MPI_IN_PLACE, numbers, (int)count, MPI_DOUBLE, MPI_MAX, w->job.communicator);
    job_waited(&w->job, begin);
}

// Find the failure with the least key, and among equal ones that of the lowest rank. Returns that
// rank, or UINT32_MAX if there is none.
static uint32_t first_failure(const job *j, uint64_t *key)
{
    uint64_t least = *key;
    MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_UINT64_T, MPI_MIN, j->communicator);
    if (least == UINT64_MAX)
        return UINT32_MAX;
    uint32_t rank = *key == least ? j->rank : UINT32_MAX;
    MPI_Allreduce(MPI_IN_PLACE, &rank, 1, MPI_UINT32_T, MPI_MIN, j->communicator);
    *key = least;
    return rank;
}

static gestalt_result ranks_world_least(void *user, uint64_t *key, gestalt_result result,
                                        gestalt_error *error)
{
    gestalt_ranks_world *w = user;
    if (!ranks_world_meet(w)) {
        *key = 0;
        return ranks_world_failed(w, error);
    }
    job_time begin = job_now();
    uint32_t rank = first_failure(&w->job, key), code = result;
    if (rank != UINT32_MAX) {
        MPI_Bcast(&code, 1, MPI_UINT32_T, (int)rank, w->job.communicator);
        MPI_Bcast(error, sizeof *error, MPI_BYTE, (int)rank, w->job.communicator);
        result = (gestalt_result)code;
    }
    job_waited(&w->job, begin);
    return result;
}

// ---- creating

// Hash what the ranks must have in common before they can create their worlds.
static uint64_t hash_scene(const gestalt_scene *scene, const gestalt_scene_facts *f,
                           const gestalt_world_options *options)
{
    uint64_t hash = job_hash(0, GESTALT_VERSION, strlen(GESTALT_VERSION));
    hash = JOB_HASH(hash, options->interruptible);
    hash = job_hash(hash, f->name, strlen(f->name));
    hash = JOB_HASH(hash, f->dimensions);
    hash = JOB_HASH(hash, f->agent_count);
    hash = JOB_HASH(hash, f->dt);
    hash = JOB_HASH(hash, f->low);
    hash = JOB_HASH(hash, f->size);
    hash = JOB_HASH(hash, f->periodic);
    hash = JOB_HASH(hash, f->reach);
    hash = JOB_HASH(hash, *(options->seed ? options->seed : &f->seed));
    for (uint32_t i = 0; i < f->group_count; i++) {
        gestalt_scene_group group = gestalt_scene_group_at(scene, i);
        size_t size;
        const void *image = gestalt_shape_image(group.shape, &size);
        hash = job_hash(hash, group.name, strlen(group.name));
        hash = job_hash(hash, image, size);
        hash = JOB_HASH(hash, group.count);
        hash = JOB_HASH(hash, group.most);
    }
    return hash;
}

static uint32_t capacity_of(const gestalt_scene *scene, const gestalt_scene_facts *facts,
                            uint32_t wanted)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < facts->group_count; i++)
        most += gestalt_scene_group_at(scene, i).most;
    most = most < UINT32_MAX ? most : UINT32_MAX - 1;
    return wanted && wanted < most ? wanted : (uint32_t)most;
}

// Create the world of the rank: a share, or the whole world if there is only one rank.
static gestalt_result open_own(gestalt_ranks_world *w, const gestalt_scene *scene,
                               const gestalt_world_options *options, gestalt_error *error)
{
    uint64_t count = w->facts.agent_count;
    const gestalt_world_share share = {.user = w,
                                       .first = count * w->job.rank / w->job.size,
                                       .end = count * (w->job.rank + 1) / w->job.size,
                                       .capacity = w->capacity,
                                       .sum = ranks_world_sum,
                                       .most = ranks_world_most,
                                       .agree = ranks_world_least,
                                       .order = ranks_world_order,
                                       .halo = ranks_world_halo,
                                       .refresh = ranks_world_refresh,
                                       .find = ranks_world_find,
                                       .migrate = ranks_world_migrate};
    gestalt_world_options with = *options;
    if (options->share)
        return misuse_tell("gestalt_ranks_world_create", error,
                           "the option `share` must be NULL: the ranks have their own");
    with.share = w->is_shared ? &share : NULL;
    return gestalt_world_create(scene, &with, &w->own, error);
}

// Compare all of the scene, as snapshots contain it.
static gestalt_result agree_scene(gestalt_ranks_world *w, gestalt_error *error)
{
    size_t size;
    const void *bytes = gestalt_population_attached(gestalt_world_population(w->own), &size);
    agreement a = {.call = CALL_world_create, .arguments = job_hash(0, bytes, size)};
    return job_agree(&w->job, &a, error);
}

static gestalt_result open_world(gestalt_ranks_world *w, const gestalt_scene *scene,
                                 const gestalt_ranks_world_options *options, gestalt_error *error)
{
    w->scene = scene;
    w->facts = gestalt_scene_tell(scene);
    w->capacity = capacity_of(scene, &w->facts, options->capacity);
    w->is_shared = w->job.size > 1;
    agreement a = {.call = CALL_world_create};
    a.arguments = hash_scene(scene, &w->facts, &options->world);
    a.result = open_own(w, scene, &options->world, &a.error);
    if (a.result == GESTALT_OK && w->is_shared &&
        (!ranks_world_births_start(w) || !ranks_world_homes_start(w)))
        a.result = error_no_memory(&a.error);
    if (a.result == GESTALT_OK && w->is_shared)
        a.result = gestalt_world_attach(w->own, &a.error);
    gestalt_result result = job_agree(&w->job, &a, error);
    if (result == GESTALT_OK && w->is_shared)
        result = agree_scene(w, error);
    return result == GESTALT_OK && w->is_shared ? ranks_world_space_start(w, error) : result;
}

// Free everything but the job.
static void close_world(gestalt_ranks_world *w)
{
    gestalt_allocator allocator = w->allocator;
    gestalt_world_destroy(w->own);
    ranks_world_births_stop(w);
    ranks_world_homes_stop(w);
    ranks_world_space_stop(w);
    memory_release(&allocator, w, sizeof *w);
}

gestalt_result gestalt_ranks_world_create(const gestalt_scene *scene,
                                          const gestalt_ranks_world_options *options,
                                          gestalt_ranks_world **world, gestalt_error *error)
{
    static const gestalt_ranks_world_options defaults;
    options = options ? options : &defaults;
    gestalt_ranks_world opened = {.allocator = memory_allocator(&options->world.allocator)};
    gestalt_result result = job_open(&opened.job, options->communicator, error);
    if (result != GESTALT_OK)
        return result;
    gestalt_ranks_world *w = memory_new(&opened.allocator, sizeof *w);
    if (w) {
        *w = opened;
        w->job.waited = &w->waited;
    }
    agreement begin = {.call = CALL_world_create};
    if (MISUSE_NULL(scene, "scene", &begin.error) || MISUSE_NULL(world, "world", &begin.error))
        begin.result = GESTALT_MISUSE;
    else if (!w)
        begin.result = error_no_memory(&begin.error);
    result = job_agree(&opened.job, &begin, error);
    if (result == GESTALT_OK)
        result = open_world(w, scene, options, error);
    if (result == GESTALT_OK) {
        *world = w;
        return GESTALT_OK;
    }
    if (w)
        close_world(w);
    job_close(&opened.job);
    return result;
}

void gestalt_ranks_world_destroy(gestalt_ranks_world *w)
{
    if (!w)
        return;
    job j = w->job;
    j.waited = NULL;
    job_agree(&j, &(agreement){.call = CALL_world_destroy}, NULL);
    close_world(w);
    job_close(&j);
}

// ---- a world

uint32_t gestalt_ranks_world_rank(const gestalt_ranks_world *w)
{
    return MISUSE_NULL(w, "world", NULL) ? 0 : w->job.rank;
}

uint32_t gestalt_ranks_world_size(const gestalt_ranks_world *w)
{
    return MISUSE_NULL(w, "world", NULL) ? 0 : w->job.size;
}

gestalt_world *gestalt_ranks_world_own(const gestalt_ranks_world *w)
{
    return MISUSE_NULL(w, "world", NULL) ? NULL : w->own;
}

gestalt_ranks_world_counts gestalt_ranks_world_counts_of(const gestalt_ranks_world *w)
{
    return MISUSE_NULL(w, "world", NULL) ? (gestalt_ranks_world_counts){0} : w->counts;
}

// Return whether steps can continue after such a result.
static bool can_continue(gestalt_result result)
{
    return result == GESTALT_OK || result == GESTALT_REJECTED || result == GESTALT_INTERRUPTED;
}

// Add the time of a step without that of messages.
static void add_work(gestalt_ranks_world *w, job_time step)
{
    double wall = step.wall - w->waited.wall, processor = step.processor - w->waited.processor;
    w->space.busy += wall > 0 ? (uint64_t)(wall * 1e6) : 0;
    w->counts.busy += processor > 0 ? processor : 0;
    w->counts.steps++;
}

// Step, unless this rank has called with wrong arguments. `ticker` may be NULL.
static gestalt_result step_ranks(gestalt_ranks_world *w, agreement start,
                                 gestalt_world_ticker *ticker, void *user, gestalt_error *error)
{
    agreement end = {0};
    gestalt_result result = job_agree(&w->job, &start, error);
    if (result != GESTALT_OK)
        return result;
    job_time begin = job_now();
    w->waited = (job_time){0};
    w->space.steps++;
    result = ticker ? gestalt_world_step_by(w->own, ticker, user, &end.error)
                    : gestalt_world_step(w->own, &end.error);
    add_work(w, job_time_since(begin));
    if (error && result != GESTALT_OK)
        *error = end.error;
    end.result = can_continue(result) ? GESTALT_OK : result;
    if (w->failure == GESTALT_OK)
        ranks_world_agree(w, &end, NULL);
    if (w->failure == GESTALT_OK)
        return result;
    w->is_lost = true;
    return ranks_world_failed(w, error);
}

gestalt_result gestalt_ranks_world_step(gestalt_ranks_world *w, gestalt_error *error)
{
    return RANKS_WORLD_IS_WRONG(w, error)
               ? GESTALT_MISUSE
               : step_ranks(w, (agreement){.call = CALL_world_step}, NULL, NULL, error);
}

gestalt_result gestalt_ranks_world_step_by(gestalt_ranks_world *w, gestalt_world_ticker *ticker,
                                           void *user, gestalt_error *error)
{
    agreement begin = {.call = CALL_world_step_by};
    if (RANKS_WORLD_IS_WRONG(w, error))
        return GESTALT_MISUSE;
    if (MISUSE_NULL(ticker, "ticker", &begin.error))
        begin.result = GESTALT_MISUSE;
    return step_ranks(w, begin, ticker, user, error);
}
