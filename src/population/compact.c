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

#include "actor.h"
#include "error.h"
#include "memory.h"

#include <string.h>

bool population_start_next(gestalt_population *next, const gestalt_population *p)
{
    size_t size = p->group_count * sizeof *p->groups;
    *next = *p;
    next->limits.group_room = p->group_count;
    next->state = (population_state){0};
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

// Move an agent to its position in the new state.
static void move_agent(const gestalt_population *next, const place *from, uint64_t id,
                       unsigned char *bytes)
{
    place to;
    const group *g = from->group;
    population_find(next, id, &to);
    size_t size = actor_take(g->plan, &g->layout, from->cohort, from->lane, bytes);
    actor_put(g->plan, &g->layout, to.cohort, to.lane, bytes, size);
}

// Move agents of one group with consecutive ids.
static gestalt_result move_run(gestalt_population *next, const gestalt_population *p,
                               uint64_t first, uint64_t count, unsigned char *bytes,
                               gestalt_error *error)
{
    place from;
    if (count == 0)
        return GESTALT_OK;
    population_find(p, first, &from);
    next->state.next_id = first;
    gestalt_result result =
        agents_add(next, &next->groups[from.group->number], count, false, error);
    for (uint64_t id = first; result == GESTALT_OK && id < first + count; id++) {
        population_find(p, id, &from);
        move_agent(next, &from, id, bytes);
    }
    return result;
}

static gestalt_result move_all(gestalt_population *next, const gestalt_population *p,
                               unsigned char *bytes, gestalt_error *error)
{
    agents_walk walk = {.population = p};
    gestalt_result result = GESTALT_OK;
    uint64_t id, first = 0, count = 0;
    const group *g = NULL;
    place where;
    while (result == GESTALT_OK && agents_walk_next(&walk, &id, &where)) {
        if (g == where.group && id == first + count) {
            count++;
            continue;
        }
        result = move_run(next, p, first, count, bytes, error);
        first = id;
        count = 1;
        g = where.group;
    }
    if (result == GESTALT_OK)
        result = move_run(next, p, first, count, bytes, error);
    return result;
}

gestalt_result gestalt_population_compact(gestalt_population *p, gestalt_error *error)
{
    gestalt_result result = POPULATION_REFUSE(p, CALLS_CHANGING, error);
    if (result != GESTALT_OK)
        return result;
    gestalt_population next = {0};
    size_t size = 1;
    for (uint32_t i = 0; i < p->group_count; i++) {
        size_t needed = actor_size_max(p->groups[i].plan);
        size = needed > size ? needed : size;
    }
    unsigned char *bytes = memory_new(&p->memory.counting, size);
    bool has_memory = bytes && population_start_next(&next, p) && copy_shared(&next, p);
    result = has_memory ? move_all(&next, p, bytes, error) : error_no_memory(error);
    // everything that does not depend on the agents' positions stays as it is
    if (result == GESTALT_OK) {
        id_table ids = p->state.ids;
        p->state.ids = next.state.ids;
        next.state.ids = ids;
        exchange_agents(p, &next);
    }
    if (next.groups)
        population_release_state(&next);
    memory_release(&p->memory.counting, bytes, size);
    return result;
}
