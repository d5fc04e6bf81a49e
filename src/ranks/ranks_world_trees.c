// SPDX-License-Identifier: MIT
// Recordings of the trees of a world. For each frame, each agent moves to the rank that owns its id
// block, and then back. Unlike for hashes and snapshots, blocks belong to the ranks by turns, so
// that a block has the same rank in each frame.
#include "misuse.h"
#include "ranks_world.h"
#include "record_share.h"

#include <stddef.h>

_Static_assert(offsetof(struct gestalt_ranks_world, job) == 0,
               "the user of a share begins with a job");

static gestalt_result trees_agree(void *user, gestalt_result result, gestalt_error *error)
{
    const gestalt_ranks_world *w = user;
    agreement a = {.call = CALL_world_record_trees, .result = result};
    if (error)
        a.error = *error;
    return job_agree(&w->job, &a, error);
}

static gestalt_result trees_arrange(void *user, bool is_frame, gestalt_error *error)
{
    gestalt_ranks_world *w = user;
    const ownership homes = {.dealt = 0, .ranks = w->job.size};
    if (!w->is_shared)
        return GESTALT_OK;
    if (ranks_world_is_wrong("gestalt_tree_recorder_tick", w, error))
        return GESTALT_MISUSE;
    gestalt_result result = ranks_world_move(w, is_frame ? &homes : NULL, error);
    w->is_lost |= result != GESTALT_OK && !is_frame;
    return result;
}

static gestalt_tree_share trees_share(gestalt_ranks_world *w)
{
    return (gestalt_tree_share){.user = w, .agree = trees_agree, .arrange = trees_arrange};
}

gestalt_result gestalt_ranks_world_record_trees(gestalt_ranks_world *w,
                                                const gestalt_tree_recorder_options *options,
                                                const char *const *expressions, uint32_t count,
                                                gestalt_tree_recorder **recorder,
                                                gestalt_error *error)
{
    if (RANKS_WORLD_IS_WRONG(w, error))
        return GESTALT_MISUSE;
    record_call c = {CALL_world_record_trees, options, expressions, count, recorder, 0};
    agreement a = {.call = CALL_world_record_trees};
    a.result = record_call_check(&c, w->facts.group_count, &a.error);
    a.arguments = c.arguments;
    gestalt_result result = job_agree(&w->job, &a, error);
    return result == GESTALT_OK
               ? record_call_create(&c, gestalt_world_population(w->own), trees_share(w), error)
               : result;
}

gestalt_result gestalt_ranks_world_follow(gestalt_ranks_world *w, gestalt_tree_recorder *recorder,
                                          gestalt_error *error)
{
    if (RANKS_WORLD_IS_WRONG(w, error))
        return GESTALT_MISUSE;
    agreement a = {.call = CALL_world_follow};
    if (MISUSE_NULL(recorder, "recorder", &a.error))
        a.result = GESTALT_MISUSE;
    gestalt_result result = job_agree(&w->job, &a, error);
    const gestalt_tree_share share = record_share(trees_share(w));
    return result == GESTALT_OK ? gestalt_tree_recorder_follow_share(
                                      recorder, gestalt_world_population(w->own), &share, error)
                                : result;
}
