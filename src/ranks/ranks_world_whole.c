// SPDX-License-Identifier: MIT
// The hash and snapshots of a world, which go by ids. For these, each agent moves to the rank that
// owns its id block, and then back: ids are distributed as in a job whose population was just
// loaded, so the hash and the snapshot are those of such a job.
#include "misuse.h"
#include "ranks_state.h"
#include "ranks_world.h"

#include <string.h>

// Describe the job that the populations of all ranks are.
static gestalt_ranks homes_of(const gestalt_ranks_world *w, uint64_t agent_count)
{
    gestalt_population *own = gestalt_world_population(w->own);
    uint64_t next_id = gestalt_population_next_id(own);
    return (gestalt_ranks){.job = w->job,
                           .allocator = w->allocator,
                           .own = own,
                           .group_count = w->facts.group_count,
                           .owners = {block_count(next_id), w->job.size},
                           .is_filled = true,
                           .agent_count = agent_count,
                           .next_id = next_id};
}

// Move all agents to the owners of their ids.
static gestalt_result homes_enter(gestalt_ranks_world *w, uint64_t agent_count, gestalt_ranks *r,
                                  gestalt_error *error)
{
    *r = homes_of(w, agent_count);
    return ranks_world_move(w, &r->owners, error);
}

// Move all agents back to the boxes, after something with a result.
static gestalt_result homes_leave(gestalt_ranks_world *w, gestalt_result result,
                                  gestalt_error *error)
{
    gestalt_error own;
    gestalt_result back = ranks_world_move(w, NULL, result == GESTALT_OK ? error : &own);
    w->is_lost |= back != GESTALT_OK;
    return result == GESTALT_OK ? back : result;
}

// Begin a call with an argument that must not be NULL. `count` becomes the number of all agents.
// `hash` is that of the arguments.
static gestalt_result whole_begin(gestalt_ranks_world *w, job_call call, const void *argument,
                                  const char *name, uint64_t hash, uint64_t *count,
                                  gestalt_error *error)
{
    agreement a = {.call = call, .arguments = hash, .sum = gestalt_world_columns_of(w->own).count};
    if (misuse_if_null(!argument, job_call_name(call), name, &a.error))
        a.result = GESTALT_MISUSE;
    gestalt_result result = job_agree(&w->job, &a, error);
    *count = a.sum;
    return result;
}

gestalt_result gestalt_ranks_world_hash(gestalt_ranks_world *w, uint64_t *hash,
                                        gestalt_error *error)
{
    uint64_t agents = 0, count;
    gestalt_ranks homes;
    if (RANKS_WORLD_IS_WRONG(w, error))
        return GESTALT_MISUSE;
    gestalt_result result = whole_begin(w, CALL_world_hash, hash, "hash", 0, &count, error);
    if (result != GESTALT_OK)
        return result;
    if (!w->is_shared)
        return gestalt_world_hash(w->own, hash, error);
    result = homes_enter(w, count, &homes, error);
    if (result != GESTALT_OK)
        return result;
    result = homes_leave(w, gestalt_ranks_hash(&homes, &agents, error), error);
    if (result == GESTALT_OK)
        *hash = gestalt_world_hash_of(w->own, agents);
    return result;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return text ? job_hash(hash, text, strlen(text) + 1) : hash;
}

// Save a world whose agents are at the owners of their ids.
static gestalt_result save_homes(gestalt_ranks_world *w, gestalt_ranks *homes, const char *path,
                                 gestalt_error *error)
{
    agreement a = {.call = CALL_world_save};
    a.result = gestalt_world_attach(w->own, &a.error);
    gestalt_result result = job_agree(&w->job, &a, error);
    return result == GESTALT_OK ? gestalt_ranks_save(homes, path, error) : result;
}

gestalt_result gestalt_ranks_world_save(gestalt_ranks_world *w, const char *path,
                                        gestalt_error *error)
{
    uint64_t count;
    gestalt_ranks homes;
    if (RANKS_WORLD_IS_WRONG(w, error))
        return GESTALT_MISUSE;
    gestalt_result result =
        whole_begin(w, CALL_world_save, path, "path", hash_text(0, path), &count, error);
    if (result != GESTALT_OK)
        return result;
    if (!w->is_shared)
        return gestalt_world_save(w->own, path, error);
    result = homes_enter(w, count, &homes, error);
    return result == GESTALT_OK ? homes_leave(w, save_homes(w, &homes, path, error), error)
                                : result;
}

// ---- loading

// Wrong options are reported later.
uint64_t ranks_world_hash_options(uint64_t hash, const gestalt_load_options *o)
{
    for (uint32_t i = 0; o && o->old_shapes && i < o->old_shape_count; i++) {
        size_t size = 0;
        const gestalt_shape *shape = o->old_shapes[i].shape;
        const void *image = shape ? gestalt_shape_image(shape, &size) : "";
        hash = job_hash(hash, image, size);
    }
    for (uint32_t i = 0; o && o->renames && i < o->rename_count; i++) {
        hash = hash_text(hash, o->renames[i].old_name);
        hash = hash_text(hash, o->renames[i].new_name);
    }
    return hash;
}

static gestalt_result check_loaded(void *user, gestalt_error *error)
{
    const gestalt_ranks_world *w = user;
    return gestalt_world_check_loaded(w->own, error);
}

// Undo a loading whose agents could not move to the boxes.
static void load_undo(gestalt_ranks_world *w, const ranks_kept *kept,
                      const gestalt_load_options *options)
{
    agreement a = {.call = CALL_world_load};
    for (uint32_t i = 0; options && options->reports && i < w->facts.group_count; i++)
        gestalt_edit_report_destroy(options->reports[i]);
    a.result = gestalt_population_load_memory(gestalt_world_population(w->own), kept->bytes,
                                              kept->size, &a.error);
    w->is_lost =
        job_agree(&w->job, &a, NULL) != GESTALT_OK || ranks_world_divide(w, NULL) != GESTALT_OK;
}

static gestalt_result load_shared(gestalt_ranks_world *w, uint64_t count, const char *path,
                                  const gestalt_load_options *options, gestalt_error *error)
{
    gestalt_ranks homes = homes_of(w, count);
    ranks_kept kept;
    agreement a = {.call = CALL_world_load};
    a.result = ranks_world_keep(w, &kept, &a.error);
    gestalt_result result = job_agree(&w->job, &a, error);
    if (result == GESTALT_OK)
        result = ranks_load(&homes, path, options, check_loaded, w, error);
    if (result == GESTALT_OK) {
        result = ranks_world_divide(w, error);
        if (result != GESTALT_OK)
            load_undo(w, &kept, options);
    }
    ranks_kept_release(&kept);
    return result;
}

gestalt_result gestalt_ranks_world_load(gestalt_ranks_world *w, const char *path,
                                        const gestalt_load_options *options, gestalt_error *error)
{
    uint64_t count;
    if (RANKS_WORLD_IS_WRONG(w, error))
        return GESTALT_MISUSE;
    gestalt_result result =
        whole_begin(w, CALL_world_load, path, "path",
                    ranks_world_hash_options(hash_text(0, path), options), &count, error);
    if (result != GESTALT_OK)
        return result;
    return w->is_shared ? load_shared(w, count, path, options, error)
                        : gestalt_world_load_with(w->own, path, options, error);
}
