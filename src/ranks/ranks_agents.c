// SPDX-License-Identifier: MIT
// Spawning agents. Each rank adds those that it owns, and removes them again if another rank has
// failed.
#include "error.h"
#include "memory.h"
#include "misuse.h"
#include "ranks_births.h"
#include "sort.h"

#include <gestalt/actor.h>
#include <string.h>

void spawn_undo(gestalt_ranks *r, uint64_t first)
{
    uint64_t id = gestalt_population_next(r->own, first);
    for (; id != UINT64_MAX; id = gestalt_population_next(r->own, id + 1))
        gestalt_population_remove(r->own, id, NULL);
    gestalt_population_set_next_id(r->own, r->next_id, NULL);
}

// Removing agents needs the list of requests, so build the list
// first: then spawn_undo can't fail.
void spawn_own(preparation *p, ownership owners, uint32_t group, id_range ids)
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

gestalt_result spawn_limit(const gestalt_ranks *r, uint64_t count, gestalt_error *error)
{
    if (count > OWNERSHIP_AGENTS_MOST - r->agent_count)
        return error_set(error, GESTALT_LIMIT, 0, "a job has at most 2^48 agents");
    if (r->next_id > OWNERSHIP_ID_MOST || count > OWNERSHIP_ID_MOST - r->next_id)
        return error_set(error, GESTALT_LIMIT, 0, "there are not enough ids for that many agents");
    return GESTALT_OK;
}

gestalt_result gestalt_ranks_spawn(gestalt_ranks *r, uint32_t group, uint64_t count,
                                   uint64_t *first, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    preparation p = prepare_change(r, CALL_spawn);
    PREPARE_ARGUMENT(&p, group);
    PREPARE_ARGUMENT(&p, count);
    if (p.result == GESTALT_OK && MISUSE_BEYOND(group, r->group_count, "group", &p.error))
        p.result = GESTALT_MISUSE;
    if (p.result == GESTALT_OK)
        p.result = spawn_limit(r, count, &p.error);
    ownership owners = r->owners;
    if (!r->is_filled && r->next_id == 0)
        owners.dealt = block_count(p.result == GESTALT_OK ? count : 0);
    id_range ids = {r->next_id, r->next_id + count};
    spawn_own(&p, owners, group, ids);
    gestalt_result result = prepare_agree(&p, error);
    if (result != GESTALT_OK) {
        spawn_undo(r, ids.first);
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

// ---- despawning

static bool id_is_before(const void *one, const void *other, const void *user)
{
    uint64_t a, b;
    memcpy(&a, one, sizeof a);
    memcpy(&b, other, sizeof b);
    (void)user;
    return a < b;
}

// Check that the rank has all agents of a list, and none twice. `sorted` has room for the list.
static gestalt_result despawn_check(const gestalt_ranks *r, const uint64_t *agents, uint64_t count,
                                    uint64_t *sorted, gestalt_error *error)
{
    for (uint64_t i = 0; i < count; i++) {
        gestalt_result result = gestalt_ranks_need(r, agents[i], error);
        if (result != GESTALT_OK)
            return result;
    }
    memcpy(sorted, agents, count * sizeof *sorted);
    sort_heap(sorted, count, sizeof *sorted, id_is_before, NULL);
    for (uint64_t i = 1; i < count; i++)
        if (sorted[i] == sorted[i - 1])
            return error_set(error, GESTALT_BAD_ARGUMENT, 0, "agent %llu is in the list twice",
                             (unsigned long long)sorted[i]);
    return GESTALT_OK;
}

static gestalt_result despawn_prepare(gestalt_ranks *r, const uint64_t *agents, uint64_t count,
                                      gestalt_error *error)
{
    if (count == 0)
        return GESTALT_OK;
    size_t size = count * sizeof(uint64_t);
    uint64_t *sorted = memory_new(&r->allocator, size);
    if (!sorted)
        return error_no_memory(error);
    gestalt_result result = despawn_check(r, agents, count, sorted, error);
    memory_release(&r->allocator, sorted, size);
    return result == GESTALT_OK ? gestalt_population_reserve_despawns(r->own, agents, count, error)
                                : result;
}

gestalt_result gestalt_ranks_despawn(gestalt_ranks *r, const uint64_t *agents, uint64_t count,
                                     gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    preparation p = prepare_change(r, CALL_despawn);
    if (p.result == GESTALT_OK && count > 0 && MISUSE_NULL(agents, "agents", &p.error))
        p.result = GESTALT_MISUSE;
    if (p.result == GESTALT_OK)
        p.result = despawn_prepare(r, agents, count, &p.error);
    agreement a = {.sum = count};
    gestalt_result result = prepare_agree_with(&p, &a, error);
    if (result != GESTALT_OK)
        return result;
    for (uint64_t i = 0; i < count; i++)
        gestalt_population_despawn(r->own, agents[i], NULL);
    r->agent_count -= a.sum;
    return GESTALT_OK;
}

// ---- ids

gestalt_result gestalt_ranks_set_next_id(gestalt_ranks *r, uint64_t id, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    preparation p = prepare_change(r, CALL_set_next_id);
    PREPARE_ARGUMENT(&p, id);
    if (p.result == GESTALT_OK && id > OWNERSHIP_ID_MOST)
        p.result = error_set(&p.error, GESTALT_LIMIT, 0, "an id of a job is below 2^63");
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
