// SPDX-License-Identifier: MIT
// Spawning agents. Each rank adds those that it owns, and removes them again if another rank has
// failed.
#include "error.h"
#include "misuse.h"
#include "ranks_state.h"

#include <gestalt/actor.h>

// Remove this rank's agents among some that were just spawned.
static void spawn_undo(gestalt_ranks *r, uint64_t first, uint64_t end)
{
    uint64_t id = gestalt_population_next(r->own, first);
    for (; id < end; id = gestalt_population_next(r->own, id + 1))
        gestalt_population_remove(r->own, id, NULL);
    gestalt_population_set_next_id(r->own, r->next_id, NULL);
}

// Spawn this rank's part of the ids. Removing agents needs the list of requests, so build the list
// first: then spawn_undo can't fail.
static void spawn_own(preparation *p, ownership owners, uint32_t group, id_range ids)
{
    gestalt_ranks *r = p->ranks;
    const gestalt_request *requests;
    uint64_t count;
    if (p->result == GESTALT_OK && ids.first < ids.end)
        p->result = gestalt_population_requests(r->own, &requests, &count, &p->error);
    while (p->result == GESTALT_OK && ids.first < ids.end) {
        id_range own = next_owned(owners, r->job.rank, ids);
        if (own.first == own.end)
            return;
        p->result =
            gestalt_population_spawn_as(r->own, group, own.first, own.end - own.first, &p->error);
        ids.first = own.end;
    }
}

static void spawn_check(preparation *p, uint32_t group, uint64_t count)
{
    const gestalt_ranks *r = p->ranks;
    if (p->result == GESTALT_OK &&
        misuse_if_beyond(group, r->group_count, "gestalt_ranks_spawn", "group", &p->error))
        p->result = GESTALT_MISUSE;
    if (p->result == GESTALT_OK && count > OWNERSHIP_AGENTS_MOST - r->agent_count)
        p->result = error_set(&p->error, GESTALT_LIMIT, 0, "a job has at most 2^48 agents");
    if (p->result == GESTALT_OK && count > UINT64_MAX - 1 - r->next_id)
        p->result =
            error_set(&p->error, GESTALT_LIMIT, 0, "there are not enough ids for that many agents");
}

gestalt_result gestalt_ranks_spawn(gestalt_ranks *r, uint32_t group, uint64_t count,
                                   uint64_t *first, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    preparation p = prepare_change(r, CALL_spawn);
    PREPARE_ARGUMENT(&p, group);
    PREPARE_ARGUMENT(&p, count);
    spawn_check(&p, group, count);
    ownership owners = r->owners;
    if (!r->is_filled && r->next_id == 0)
        owners.dealt = block_count(p.result == GESTALT_OK ? count : 0);
    id_range ids = {r->next_id, r->next_id + count};
    spawn_own(&p, owners, group, ids);
    gestalt_result result = prepare_agree(&p, error);
    if (result != GESTALT_OK) {
        spawn_undo(r, ids.first, ids.end);
        return result;
    }
    if (first)
        *first = ids.first;
    if (count == 0)
        return GESTALT_OK;
    gestalt_population_set_next_id(r->own, ids.end, NULL);
    r->owners = owners;
    r->is_filled = true;
    r->agent_count += count;
    r->next_id = ids.end;
    ranks_wake(r);
    return GESTALT_OK;
}

gestalt_result gestalt_ranks_set_next_id(gestalt_ranks *r, uint64_t id, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    preparation p = prepare_change(r, CALL_set_next_id);
    PREPARE_ARGUMENT(&p, id);
    if (p.result == GESTALT_OK)
        p.result = gestalt_population_set_next_id(r->own, id, &p.error);
    gestalt_result result = prepare_agree(&p, error);
    if (result == GESTALT_OK)
        r->next_id = id;
    else
        gestalt_population_set_next_id(r->own, r->next_id, NULL);
    return result;
}

gestalt_result gestalt_ranks_compact(gestalt_ranks *r, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    preparation p = prepare_change(r, CALL_compact);
    if (p.result == GESTALT_OK)
        p.result = gestalt_population_compact(r->own, &p.error);
    return prepare_agree(&p, error);
}
