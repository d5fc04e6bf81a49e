// SPDX-License-Identifier: MIT
#include "place.h"

#include "group.h"
#include "population_state.h"

#include "error.h"

// Return whether the lane holds this agent.
bool cohort_holds(const group *g, const cohort *c, unsigned lane, uint64_t agent)
{
    return (cohort_occupied(&g->layout, c) >> lane & 1) && cohort_id(&g->layout, c, lane) == agent;
}

// Find an agent whose id is in the run.
static bool place_find(const gestalt_population *p, id_run *run, uint64_t agent, place *where)
{
    uint64_t at = run->lane + (agent - run->first);
    group *g = &p->groups[run->group];
    uint32_t index = run->cohort + (uint32_t)(at / g->layout.lanes);
    unsigned lane = (unsigned)(at % g->layout.lanes);
    cohort *c = group_cohort(g, index);
    *where = (place){g, c, run, index, lane};
    return cohort_holds(g, c, lane, agent);
}

bool population_find(const gestalt_population *p, uint64_t agent, place *where)
{
    id_run *run = ids_find(&p->state.ids, agent);
    return run && place_find(p, run, agent, where);
}

bool population_find_next(const gestalt_population *p, uint64_t agent, place *where)
{
    const id_table *ids = &p->state.ids;
    id_run *run = where->run;
    bool is_near = run && agent - run->first < run->count;
    if (!is_near && run && run + 1 < ids->runs + ids->count) {
        run++;
        is_near = agent - run->first < run->count;
    }
    run = is_near ? run : ids_find(ids, agent);
    if (!run)
        *where = (place){0};
    return run && place_find(p, run, agent, where);
}

gestalt_result population_need(const gestalt_population *p, uint64_t agent, place *where,
                               gestalt_error *error)
{
    if (population_find(p, agent, where))
        return GESTALT_OK;
    return error_set(error, GESTALT_BAD_ARGUMENT, 0, "there is no agent %llu",
                     (unsigned long long)agent);
}

uint64_t gestalt_population_count(const gestalt_population *p)
{
    return MISUSE_NULL(p, "population", NULL) ? 0 : p->state.agent_count;
}

bool gestalt_population_has(const gestalt_population *p, uint64_t agent)
{
    place where;
    return !MISUSE_NULL(p, "population", NULL) && population_find(p, agent, &where);
}

// Return the id of the run's first agent from `id` on, or UINT64_MAX.
static uint64_t next_of_run(const gestalt_population *p, const id_run *run, uint64_t id)
{
    const group *g = &p->groups[run->group];
    uint64_t end = run->first + run->count;
    id = id > run->first ? id : run->first;
    while (run->alive > 0 && id < end) {
        uint64_t at = run->lane + (id - run->first);
        const cohort *c = group_cohort(g, run->cohort + at / g->layout.lanes);
        unsigned lane = (unsigned)(at % g->layout.lanes);
        uint64_t lanes = cohort_occupied(&g->layout, c) >> lane << lane;
        for (; lanes; lanes &= lanes - 1) {
            unsigned next = (unsigned)__builtin_ctzll(lanes);
            uint64_t found = id + (next - lane);
            if (found < end && cohort_id(&g->layout, c, next) == found)
                return found;
        }
        id += g->layout.lanes - lane;
    }
    return UINT64_MAX;
}

uint64_t gestalt_population_next(const gestalt_population *p, uint64_t agent)
{
    if (MISUSE_NULL(p, "population", NULL))
        return 0;
    for (uint32_t i = ids_from(&p->state.ids, agent); i < p->state.ids.count; i++) {
        uint64_t id = next_of_run(p, &p->state.ids.runs[i], agent);
        if (id != UINT64_MAX)
            return id;
    }
    return UINT64_MAX;
}

agents_walk agents_walk_from(const gestalt_population *p, uint64_t id)
{
    const id_table *ids = &p->state.ids;
    agents_walk walk = {.population = p, .run = ids_from(ids, id)};
    if (walk.run < ids->count && ids->runs[walk.run].first < id)
        walk.index = id - ids->runs[walk.run].first;
    return walk;
}

bool agents_walk_next(agents_walk *w, uint64_t *id, place *where)
{
    const gestalt_population *p = w->population;
    for (; w->run < p->state.ids.count; w->run++, w->index = 0) {
        id_run *run = &p->state.ids.runs[w->run];
        group *g = &p->groups[run->group];
        while (run->alive > 0 && w->index < run->count) {
            uint64_t at = run->lane + w->index;
            uint32_t index = run->cohort + (uint32_t)(at / g->layout.lanes);
            unsigned lane = (unsigned)(at % g->layout.lanes);
            *id = run->first + w->index++;
            if (w->end && *id >= w->end)
                return false;
            *where = (place){g, group_cohort(g, index), run, index, lane};
            if (cohort_holds(g, where->cohort, lane, *id))
                return true;
        }
    }
    return false;
}

// Return the lanes of a cohort, `count` of them from `lane` on, that have the agents with the ids
// from `first` on.
static uint64_t lanes_holding(const group *g, const cohort *c, unsigned lane, uint64_t count,
                              uint64_t first)
{
    const uint64_t *ids = cohort_ids(&g->layout, c);
    uint64_t lanes = cohort_occupied(&g->layout, c) & ~UINT64_C(0) >> (64 - count) << lane;
    if (!ids)
        return c->first_id + lane == first ? lanes : 0;
    for (uint64_t rest = lanes; rest; rest &= rest - 1) {
        unsigned at = (unsigned)__builtin_ctzll(rest);
        if (ids[at] != first + (at - lane))
            lanes &= ~(UINT64_C(1) << at);
    }
    return lanes;
}

bool agents_walk_lanes(agents_walk *w, place *where, uint64_t *lanes)
{
    const gestalt_population *p = w->population;
    for (; w->run < p->state.ids.count; w->run++, w->index = 0) {
        id_run *run = &p->state.ids.runs[w->run];
        group *g = &p->groups[run->group];
        const uint32_t lane_count = g->layout.lanes;
        while (run->alive > 0 && w->index < run->count) {
            uint64_t at = run->lane + w->index, rest = run->count - w->index;
            uint32_t index = run->cohort + (uint32_t)(at / lane_count);
            unsigned lane = (unsigned)(at % lane_count);
            uint64_t count = lane_count - lane < rest ? lane_count - lane : rest;
            cohort *c = group_cohort(g, index);
            *lanes = lanes_holding(g, c, lane, count, run->first + w->index);
            w->index += count;
            if (!*lanes)
                continue;
            *where = (place){g, c, run, index, (unsigned)__builtin_ctzll(*lanes)};
            return true;
        }
    }
    return false;
}
