// SPDX-License-Identifier: MIT
// Adding, removing and finding agents.
#include "agents.h"
#include "group.h"
#include "place.h"
#include "population_moment.h"
#include "population_state.h"
#include "requests.h"
#include "tick.h"

#include "actor.h"
#include "error.h"
#include "floats.h"
#include "launch.h"
#include "memory.h"

#include <string.h>

static unsigned count_bits(uint64_t mask)
{
    return (unsigned)__builtin_popcountll(mask);
}

// Return the lowest `count` bits of a mask, or all if the mask has fewer.
static uint64_t cohort_lowest(uint64_t mask, uint64_t count)
{
    if (count >= count_bits(mask))
        return mask;
    uint64_t rest = mask;
    while (count-- > 0)
        rest &= rest - 1;
    return mask & ~rest;
}

// ---- spawning: allocate all memory first; after that nothing can fail

// Store the ids of a cohort as a list. The ids stay the same until the list is changed.
static bool list_ids(gestalt_population *p, const group *g, cohort *c)
{
    if (cohort_ids(&g->layout, c))
        return true;
    uint64_t *ids = memory_new(&p->memory.counting, g->layout.lanes * sizeof *ids);
    if (!ids)
        return false;
    for (unsigned lane = 0; lane < g->layout.lanes; lane++)
        ids[lane] = c->first_id + lane;
    cohort_set_ids(c, ids);
    return true;
}

// Return whether agents with ids from `first` on, in these lanes, get the ids that follow from the
// first lane's id.
static bool ids_follow(const cohort *c, uint64_t lanes, uint64_t first)
{
    for (; lanes; lanes &= lanes - 1, first++)
        if (c->first_id + (unsigned)__builtin_ctzll(lanes) != first)
            return false;
    return true;
}

uint64_t agents_most_runs(const group *g, uint64_t count)
{
    uint64_t all = group_all_lanes(g), runs = 1 + count / UINT32_MAX;
    for (uint32_t i = g->agents.open; i != COHORT_NONE && count > 0;) {
        const cohort *c = group_cohort(g, i);
        uint64_t lanes = cohort_lowest(all & ~cohort_occupied(&g->layout, c), count);
        runs += count_bits(lanes & ~(lanes << 1));
        count -= count_bits(lanes);
        i = cohort_next_open(&g->layout, c);
    }
    return runs;
}

// Allocate everything for `count` agents. On failure, whatever was allocated does not change the
// population's state.
static bool prepare_spawn(gestalt_population *p, group *g, uint64_t count)
{
    uint64_t all = group_all_lanes(g), id = p->state.next_id, runs = agents_most_runs(g, count);
    for (uint32_t i = g->agents.open; i != COHORT_NONE && count > 0;) {
        cohort *c = group_cohort(g, i);
        uint64_t lanes = cohort_lowest(all & ~cohort_occupied(&g->layout, c), count);
        if (cohort_occupied(&g->layout, c) && !ids_follow(c, lanes, id) && !list_ids(p, g, c))
            return false;
        count -= count_bits(lanes);
        id += count_bits(lanes);
        i = cohort_next_open(&g->layout, c);
    }
    uint64_t cohorts = count / g->layout.lanes + (count % g->layout.lanes > 0);
    return ids_reserve(&p->state.ids, runs, &p->memory.counting) && group_reserve(p, g, cohorts);
}

static void add_ids(gestalt_population *p, const group *g, uint64_t count, uint32_t index,
                    unsigned lane)
{
    id_run run = {.cohort = index, .group = g->number, .lane = (uint16_t)lane};
    ids_add(&p->state.ids, p->state.next_id, count, run, g->layout.lanes);
    p->state.next_id += count;
    p->state.agent_count += count;
}

// Assign the next ids to free lanes of a cohort.
static void take_ids(gestalt_population *p, const group *g, uint32_t index, uint64_t lanes)
{
    cohort *c = group_cohort(g, index);
    uint64_t id = p->state.next_id;
    uint64_t *ids = cohort_ids(&g->layout, c);
    if (!cohort_occupied(&g->layout, c) && !ids)
        c->first_id = id - (unsigned)__builtin_ctzll(lanes);
    for (uint64_t rest = ids ? lanes : 0; rest; rest &= rest - 1)
        ids[__builtin_ctzll(rest)] = id++;
    for (uint64_t rest = lanes; rest;) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        uint64_t above = ~(rest >> lane);
        unsigned length = above ? (unsigned)__builtin_ctzll(above) : 64;
        add_ids(p, g, length, index, lane);
        rest = length < 64 ? rest & ~(((UINT64_C(1) << length) - 1) << lane) : 0;
    }
}

// Mark lanes as occupied by agents that have not been ticked yet.
static void cohort_occupy(const group *g, cohort *c, uint64_t lanes)
{
    const cohort_layout *layout = &g->layout;
    cohort_set_occupied(layout, c, cohort_occupied(layout, c) | lanes);
    cohort_set_running(layout, c, cohort_running(layout, c) | lanes);
    cohort_set_succeeded(layout, c, cohort_succeeded(layout, c) | lanes);
}

// Put agents into the existing free lanes. Returns how many agents remain.
static uint64_t fill_open(gestalt_population *p, group *g, uint64_t count, bool with_init)
{
    while (count > 0 && g->agents.open != COHORT_NONE) {
        cohort *c = group_cohort(g, g->agents.open);
        uint64_t free = group_all_lanes(g) & ~cohort_occupied(&g->layout, c);
        uint64_t lanes = cohort_lowest(free, count);
        uint32_t next = cohort_next_open(&g->layout, c);
        take_ids(p, g, g->agents.open, lanes);
        group_wake(g, g->agents.open);
        cohort_occupy(g, c, lanes);
        if (with_init)
            interp_init(g->interps[0], c, lanes, p->state.seed);
        count -= count_bits(lanes);
        if (lanes == free)
            g->agents.open = next;
    }
    return count;
}

static void start_cohort(gestalt_population *p, const group *g, cohort *c, uint64_t id,
                         uint64_t lanes, bool with_init)
{
    cohort_start(&g->layout, c);
    c->first_id = id;
    cohort_occupy(g, c, lanes);
    if (with_init)
        interp_init(g->interps[0], c, lanes, p->state.seed);
}

// Put agents into new cohorts; no existing cohort has a free lane. If all agents start alike, most
// cohorts are copies of the first one.
static void fill_new(gestalt_population *p, group *g, uint64_t count, bool with_init)
{
    uint64_t id = p->state.next_id;
    uint32_t lane_count = g->layout.lanes;
    bool alike = count / lane_count > 1 && (!with_init || interp_inits_are_alike(g->interps[0]));
    const cohort *model = NULL;
    uint32_t index = g->agents.cohort_count;
    add_ids(p, g, count, index, 0);
    for (; count >= lane_count; count -= lane_count, id += lane_count) {
        cohort *c = group_cohort(g, index++);
        if (model) {
            memcpy(c, model, g->layout.size);
            c->first_id = id;
        } else {
            start_cohort(p, g, c, id, group_all_lanes(g), with_init);
            model = alike ? c : NULL;
        }
    }
    group_set_cohorts(g, index + (count > 0));
    if (count == 0)
        return;
    cohort *last = group_cohort(g, index);
    start_cohort(p, g, last, id, (UINT64_C(1) << count) - 1, with_init);
    cohort_set_next_open(&g->layout, last, COHORT_NONE);
    g->agents.open = index;
}

bool agents_free_lane(gestalt_population *p, group *g, place *where)
{
    if (!prepare_spawn(p, g, 1))
        return false;
    bool is_open = g->agents.open != COHORT_NONE;
    uint32_t index = is_open ? g->agents.open : g->agents.cohort_count;
    cohort *c = group_cohort(g, index);
    if (!is_open)
        cohort_start(&g->layout, c);
    uint64_t free = group_all_lanes(g) & ~cohort_occupied(&g->layout, c);
    *where = (place){g, c, NULL, index, (unsigned)__builtin_ctzll(free)};
    return true;
}

gestalt_result agents_add(gestalt_population *p, group *g, uint64_t count, bool with_init,
                          gestalt_error *error)
{
    if (count > UINT64_MAX - 1 - p->state.next_id)
        return error_set(error, GESTALT_LIMIT, 0, "there are not enough ids for that many agents");
    uint64_t there = gestalt_population_count(p);
    if (there > p->limits.agents || count > p->limits.agents - there)
        return error_set(error, GESTALT_LIMIT, 0,
                         "there would be more agents than the limit of %llu",
                         (unsigned long long)p->limits.agents);
    if (!prepare_spawn(p, g, count))
        return error_no_memory(error);
    interp_moment moment = population_between(p, g);
    floats_environment environment;
    floats_begin(&environment);
    interp_begin(g->interps[0], &moment);
    count = fill_open(p, g, count, with_init);
    fill_new(p, g, count, with_init);
    floats_end(&environment);
    return GESTALT_OK;
}

bool agents_add_one(gestalt_population *p, group *g, uint64_t id, place *where)
{
    bool is_open = g->agents.open != COHORT_NONE;
    uint32_t index = is_open ? g->agents.open : g->agents.cohort_count;
    if (!is_open && !group_reserve(p, g, 1))
        return false;
    cohort *c = group_cohort(g, index);
    if (!is_open) {
        cohort_start(&g->layout, c);
        cohort_set_next_open(&g->layout, c, COHORT_NONE);
    }
    uint64_t occupied = cohort_occupied(&g->layout, c), all = group_all_lanes(g);
    unsigned lane = (unsigned)__builtin_ctzll(all & ~occupied);
    uint64_t bit = UINT64_C(1) << lane;
    if (!ids_reserve(&p->state.ids, 1, &p->memory.counting) ||
        (occupied && !ids_follow(c, bit, id) && !list_ids(p, g, c)))
        return false;
    if (!is_open) {
        group_set_cohorts(g, index + 1);
        g->agents.open = index;
    }
    const uint32_t next = cohort_next_open(&g->layout, c); // defined only as long as a lane is free
    p->state.next_id = id;
    take_ids(p, g, index, bit);
    group_wake(g, index);
    cohort_occupy(g, c, bit);
    if ((occupied | bit) == all)
        g->agents.open = next;
    *where = (place){g, c, NULL, index, lane};
    return true;
}

gestalt_result population_spawn(gestalt_population *p, uint32_t number, uint64_t count,
                                uint64_t *first, gestalt_error *error)
{
    uint64_t id = p->state.next_id;
    population_phase before = population_enter(p, POPULATION_CHANGES);
    gestalt_result result = agents_add(p, &p->groups[number], count, true, error);
    population_enter(p, before);
    if (result == GESTALT_OK && first)
        *first = id;
    return result;
}

gestalt_result gestalt_population_spawn(gestalt_population *p, uint32_t number, uint64_t count,
                                        uint64_t *first, gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || POPULATION_NO_GROUP(p, number, error) ||
        POPULATION_HAS_ROWS(p, error))
        return GESTALT_MISUSE;
    return population_spawn(p, number, count, first, error);
}

// ---- states

gestalt_status gestalt_population_status(const gestalt_population *p, uint64_t agent)
{
    place at;
    if (MISUSE_NULL(p, "population", NULL))
        return (gestalt_status)0;
    if (!population_find(p, agent, &at))
        return GESTALT_RUNNING;
    const cohort_layout *layout = &at.group->layout;
    return cohort_running(layout, at.cohort) >> at.lane & 1     ? GESTALT_RUNNING
           : cohort_succeeded(layout, at.cohort) >> at.lane & 1 ? GESTALT_SUCCESS
                                                                : GESTALT_FAILURE;
}

// ---- removing

// The population and the group of an agent that is cancelled.
typedef struct cancelling {
    gestalt_population *population;
    const group *group;
} cancelling;

static void note_cancel(void *user, interp_cohort at, uint32_t item, uint64_t lanes)
{
    const cancelling *from = user;
    const plan *p = from->group->plan;
    loose_list *list = &from->population->state.coming;
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        list->entries[list->count++] = (loose_request){
            .agent = cohort_id(at.layout, at.cohort, lane),
            .group = from->group->number,
            .node = p->node_ids[item],
            .launch_id = launch_id_of(p, at.layout, at.cohort, p->deferred[item], lane)};
    }
}

void agents_abandon(gestalt_population *p, group *g, uint32_t index, uint64_t lanes)
{
    interp_moment moment = population_between(p, g);
    population_phase before = population_enter(p, POPULATION_CHANGES);
    group_wake(g, index);
    interp_begin(g->interps[0], &moment);
    interp_cancel(g->interps[0], group_cohort(g, index), lanes, note_cancel, &(cancelling){p, g});
    tick_keep_error(&p->state.error, g->interps[0]);
    population_enter(p, before);
}

// Abandon the agent's root.
static gestalt_result agent_abandon(gestalt_population *p, const place *where, gestalt_error *error)
{
    const group *g = where->group;
    if (g->plan->deferred_count > 0) {
        gestalt_result result = requests_build(p, error);
        if (result != GESTALT_OK)
            return result;
        if (!loose_reserve(p, &p->state.coming, g->shape->specification->live_capacity))
            return error_no_memory(error);
    }
    agents_abandon(p, where->group, where->index, UINT64_C(1) << where->lane);
    return GESTALT_OK;
}

gestalt_result gestalt_population_cancel(gestalt_population *p, uint64_t agent,
                                         gestalt_error *error)
{
    place where;
    gestalt_result result = POPULATION_REFUSE(p, CALLS_CHANGING, error);
    if (result == GESTALT_OK)
        result = population_need(p, agent, &where, error);
    return result == GESTALT_OK ? agent_abandon(p, &where, error) : result;
}

void agents_free_lanes(gestalt_population *p, group *g, uint32_t index, uint64_t lanes)
{
    cohort *c = group_cohort(g, index);
    const cohort_layout *layout = &g->layout;
    uint64_t occupied = cohort_occupied(layout, c);
    group_wake(g, index);
    actor_clear(layout, c, lanes);
    cohort_set_occupied(layout, c, occupied & ~lanes);
    if (!(occupied & ~lanes))
        group_release_ids(p, g, c);
    if (occupied == group_all_lanes(g)) {
        cohort_set_next_open(layout, c, g->agents.open);
        g->agents.open = index;
    }
    p->state.agent_count -= count_bits(lanes);
}

void agents_remove(gestalt_population *p, const place *where)
{
    agents_free_lanes(p, where->group, where->index, UINT64_C(1) << where->lane);
    ids_remove(&p->state.ids, where->run);
}

gestalt_result population_despawn(gestalt_population *p, uint64_t agent, gestalt_error *error)
{
    place where;
    gestalt_result result = population_need(p, agent, &where, error);
    if (result == GESTALT_OK)
        result = agent_abandon(p, &where, error);
    if (result == GESTALT_OK)
        agents_remove(p, &where);
    return result;
}

gestalt_result gestalt_population_despawn(gestalt_population *p, uint64_t agent,
                                          gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || POPULATION_HAS_ROWS(p, error))
        return GESTALT_MISUSE;
    return population_despawn(p, agent, error);
}
