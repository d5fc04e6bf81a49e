// SPDX-License-Identifier: MIT
// Building a second state while the population keeps its own, and exchanging the two. Used to
// restore snapshots and to make populations compact.
#include "compact.h"
#include "agents.h"
#include "attached.h"
#include "group.h"
#include "place.h"
#include "population_state.h"
#include "requests.h"

#include "error.h"
#include "memory.h"
#include "relocate.h"

#include <string.h>

bool population_start_next(gestalt_population *next, const gestalt_population *p)
{
    size_t size = p->group_count * sizeof *p->groups;
    *next = *p;
    next->limits.group_room = p->group_count;
    next->state = (population_state){0};
    next->hooking.watches = (population_watches){0}; // what happens to other agents is not reported
    next->groups = memory_new(&p->memory.counting, size);
    if (!next->groups)
        return false;
    memcpy(next->groups, p->groups, size);
    for (uint32_t i = 0; i < p->group_count; i++) {
        group_start_agents(&next->groups[i]);
        next->groups[i].is_borrowed = true;
    }
    return true;
}

// Exchange the agents of groups. A group that borrows everything but its agents keeps what it
// borrows.
static void exchange_agents(gestalt_population *p, gestalt_population *next)
{
    p->users.relocations++;
    for (uint32_t i = 0; i < p->group_count; i++) {
        group *own = &p->groups[i], *other = &next->groups[i], old = *own;
        if (!other->is_borrowed) {
            *own = *other;
            *other = old;
            continue;
        }
        own->agents = other->agents;
        other->agents = old.agents;
    }
}

void population_exchange(gestalt_population *p, gestalt_population *next)
{
    population_state old = p->state;
    p->state = next->state;
    next->state = old;
    exchange_agents(p, next);
}

void population_release_state(gestalt_population *p)
{
    for (uint32_t i = 0; p->groups && i < p->group_count; i++)
        if (p->groups[i].is_borrowed)
            group_release_agents(p, &p->groups[i]);
        else
            group_release(p, &p->groups[i]);
    memory_release(&p->memory.counting, p->groups, p->limits.group_room * sizeof *p->groups);
    ids_release(&p->state.ids, &p->memory.counting);
    requests_release(p);
    attached_release(p);
}

// ---- compacting

static bool copy_shared(gestalt_population *next, const gestalt_population *p)
{
    for (uint32_t i = 0; i < p->group_count; i++) {
        if (!group_new_shared(next, &next->groups[i]))
            return false;
        const group_agents *from = &p->groups[i].agents;
        if (from->shared_size)
            memcpy(next->groups[i].agents.shared_bools, from->shared_bools, from->shared_size);
    }
    return true;
}

// Allocate the cohorts of all groups, so that they are adjacent in memory.
static bool reserve_cohorts(gestalt_population *next, const gestalt_population *p)
{
    for (uint32_t i = 0; i < p->group_count; i++) {
        const group *g = &p->groups[i];
        uint64_t count = 0;
        for (uint32_t k = 0; k < g->agents.cohort_count; k++)
            count +=
                (uint64_t)__builtin_popcountll(cohort_occupied(&g->layout, group_cohort(g, k)));
        if (!group_reserve(next, &next->groups[i], population_cohorts_for(p, count)))
            return false;
    }
    return true;
}

// Return how many more agents fit into the cohort that the next agent of a group gets.
static unsigned free_lanes(const group *g)
{
    uint64_t used = g->agents.open == COHORT_NONE
                        ? 0
                        : cohort_occupied(&g->layout, group_cohort(g, g->agents.open));
    return g->layout.lanes - (unsigned)__builtin_popcountll(used);
}

// Add agents of one cohort to the new state, in the order of their lanes.
static bool move_lanes(gestalt_population *next, const place *from, uint64_t lanes)
{
    group *g = &next->groups[from->group->number];
    const cohort_layout *layout = &g->layout;
    while (lanes) {
        unsigned free = free_lanes(g), first = layout->lanes - free;
        uint64_t moved = 0;
        place to;
        for (; lanes && free > 0; free--, lanes &= lanes - 1) {
            unsigned lane = (unsigned)__builtin_ctzll(lanes);
            if (!agents_add_one(next, g, cohort_id(layout, from->cohort, lane), &to))
                return false;
            moved |= UINT64_C(1) << lane;
        }
        actors_relocate(g->plan, layout, from->cohort, moved, to.cohort, first);
    }
    return true;
}

static bool move_all(gestalt_population *next, const gestalt_population *p)
{
    agents_walk walk = {.population = p};
    uint64_t lanes;
    place from;
    while (agents_walk_lanes(&walk, &from, &lanes))
        if (!move_lanes(next, &from, lanes))
            return false;
    return true;
}

gestalt_result gestalt_population_compact(gestalt_population *p, gestalt_error *error)
{
    gestalt_result result = POPULATION_REFUSE(p, CALLS_CHANGING, error);
    if (result != GESTALT_OK)
        return result;
    gestalt_population next = {0};
    bool is_moved = population_start_next(&next, p) && copy_shared(&next, p) &&
                    reserve_cohorts(&next, p) && move_all(&next, p);
    result = is_moved ? GESTALT_OK : error_no_memory(error);
    // everything that does not depend on the agents' positions stays as it is
    if (result == GESTALT_OK) {
        id_table ids = p->state.ids;
        p->state.ids = next.state.ids;
        next.state.ids = ids;
        exchange_agents(p, &next);
    }
    if (next.groups)
        population_release_state(&next);
    return result;
}
