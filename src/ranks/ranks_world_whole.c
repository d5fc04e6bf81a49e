// SPDX-License-Identifier: MIT
// The hash and snapshots of a world, which go by ids. For these, each agent moves to the rank that
// owns its id block, and then back: ids are distributed as in a job whose population was just
// loaded, so the hash and the snapshot are those of such a job.
#include "misuse.h"
#include "ranks_state.h"
#include "ranks_world.h"

#include <string.h>

// Move all agents to the owners of their ids, and describe the job that they are.
static gestalt_result homes_enter(gestalt_ranks_world *w, uint64_t agent_count, gestalt_ranks *r,
                                  gestalt_error *error)
{
    gestalt_population *own = gestalt_world_population(w->own);
    uint64_t next_id = gestalt_population_next_id(own);
    *r = (gestalt_ranks){.job = w->job,
                         .allocator = w->allocator,
                         .own = own,
                         .group_count = w->facts.group_count,
                         .owners = {block_count(next_id), w->job.size},
                         .is_filled = true,
                         .agent_count = agent_count,
                         .next_id = next_id};
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
static gestalt_result whole_begin(gestalt_ranks_world *w, job_call call, const void *argument,
                                  const char *name, uint64_t *count, gestalt_error *error)
{
    agreement a = {.call = call, .sum = gestalt_world_columns_of(w->own).count};
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
    gestalt_result result = whole_begin(w, CALL_world_hash, hash, "hash", &count, error);
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
    gestalt_result result = whole_begin(w, CALL_world_save, path, "path", &count, error);
    if (result != GESTALT_OK)
        return result;
    if (!w->is_shared)
        return gestalt_world_save(w->own, path, error);
    result = homes_enter(w, count, &homes, error);
    return result == GESTALT_OK ? homes_leave(w, save_homes(w, &homes, path, error), error)
                                : result;
}
