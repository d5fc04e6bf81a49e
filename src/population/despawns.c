// SPDX-License-Identifier: MIT
// Despawning many agents at once: everything is checked and allocated first, then all agents of a
// cohort are abandoned and removed together. Cohorts come in the order of their first agents in the
// list, so that new agents get the same lanes as if the agents had been despawned one by one.
#include "agents.h"
#include "group.h"
#include "place.h"
#include "population_state.h"
#include "requests.h"

#include "error.h"
#include "memory.h"

// Room for the requests to cancel of some agents: one of each deferred action that an agent can
// have. `last` is what despawning a single agent reserves, for the last of them.
typedef struct despawn_room {
    uint64_t requests, last;
} despawn_room;

static void despawn_room_add(despawn_room *room, const group *g)
{
    uint64_t live = g->shape->specification->live_capacity, deferred = g->plan->deferred_count;
    room->requests += deferred < live ? deferred : live;
    room->last = deferred > 0 && live > room->last ? live : room->last;
}

static gestalt_result despawn_room_reserve(gestalt_population *p, const despawn_room *room,
                                           gestalt_error *error)
{
    if (room->last == 0)
        return GESTALT_OK;
    gestalt_result result = requests_build(p, error);
    if (result != GESTALT_OK)
        return result;
    return loose_reserve(p, &p->state.coming, room->requests + room->last) ? GESTALT_OK
                                                                           : error_no_memory(error);
}

gestalt_result gestalt_population_reserve_despawns(gestalt_population *p, const uint64_t *agents,
                                                   uint64_t count, gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || POPULATION_HAS_ROWS(p, error) ||
        (count > 0 && MISUSE_NULL(agents, "agents", error)))
        return GESTALT_MISUSE;
    despawn_room room = {0};
    place where = {0};
    for (uint64_t i = 0; i < count; i++) {
        if (!population_find_next(p, agents[i], &where))
            return population_need(p, agents[i], &where, error);
        despawn_room_add(&room, where.group);
    }
    return despawn_room_reserve(p, &room, error);
}

// The lanes of each cohort whose agents are despawned, cohort by cohort and group by group.
typedef struct despawning {
    uint64_t *lanes;
    size_t size; // bytes of `lanes`
} despawning;

static gestalt_result despawning_begin(despawning *d, const gestalt_population *p,
                                       gestalt_error *error)
{
    uint64_t cohorts = 1;
    for (uint32_t i = 0; i < p->group_count; i++)
        cohorts += p->groups[i].agents.cohort_count;
    d->size = (size_t)cohorts * sizeof *d->lanes;
    d->lanes = memory_new_zeroed(&p->memory.counting, d->size);
    return d->lanes ? GESTALT_OK : error_no_memory(error);
}

// Return the lanes of an agent's cohort.
static uint64_t *despawning_lanes(const despawning *d, const gestalt_population *p,
                                  const place *where)
{
    uint64_t *lanes = d->lanes;
    for (const group *g = p->groups; g < where->group; g++)
        lanes += g->agents.cohort_count;
    return lanes + where->index;
}

// Mark the lanes of all agents, and count the requests that they can make.
static gestalt_result despawning_mark(despawning *d, const gestalt_population *p,
                                      const uint64_t *agents, uint64_t count, despawn_room *room,
                                      gestalt_error *error)
{
    place where = {0};
    for (uint64_t i = 0; i < count; i++) {
        if (!population_find_next(p, agents[i], &where))
            return error_of_element(error, population_need(p, agents[i], &where, error), "agents",
                                    i);
        uint64_t *lanes = despawning_lanes(d, p, &where), bit = UINT64_C(1) << where.lane;
        if (*lanes & bit)
            return error_of_element(error,
                                    error_set(error, GESTALT_BAD_ARGUMENT, 0,
                                              "agent %llu is in the list twice",
                                              (unsigned long long)agents[i]),
                                    "agents", i);
        *lanes |= bit;
        despawn_room_add(room, where.group);
    }
    return GESTALT_OK;
}

// Remove the marked agents. The table of ids changes last, since it is what finds their lanes.
static void despawning_end(const despawning *d, gestalt_population *p, const uint64_t *agents,
                           uint64_t count)
{
    place where = {0};
    for (uint64_t i = 0; i < count; i++) {
        // Agents of cohorts that have been handled are no longer found.
        if (!population_find_next(p, agents[i], &where))
            continue;
        uint64_t *lanes = despawning_lanes(d, p, &where);
        agents_abandon(p, where.group, where.index, *lanes);
        agents_free_lanes(p, where.group, where.index, *lanes);
    }
    for (uint64_t i = 0; i < count; i++)
        ids_remove(&p->state.ids, ids_find(&p->state.ids, agents[i]));
}

gestalt_result gestalt_population_despawn_many(gestalt_population *p, const uint64_t *agents,
                                               uint64_t count, gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || POPULATION_HAS_ROWS(p, error) ||
        (count > 0 && MISUSE_NULL(agents, "agents", error)))
        return GESTALT_MISUSE;
    if (count == 0)
        return GESTALT_OK;
    despawning d;
    despawn_room room = {0};
    gestalt_result result = despawning_begin(&d, p, error);
    if (result != GESTALT_OK)
        return result;
    result = despawning_mark(&d, p, agents, count, &room, error);
    if (result == GESTALT_OK)
        result = despawn_room_reserve(p, &room, error);
    if (result == GESTALT_OK)
        despawning_end(&d, p, agents, count);
    memory_release(&p->memory.counting, d.lanes, d.size);
    return result;
}
