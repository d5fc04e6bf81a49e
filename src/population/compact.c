// SPDX-License-Identifier: MIT
// A second state beside a population's own: built up at leisure, then exchanged with it. Snapshots
// are restored in this way, and populations are made compact.
#include "population_state.h"

#include "actor.h"
#include "error.h"
#include "memory.h"

#include <string.h>

static void forget_agents(group *g)
{
    group_start_agents(g);
    g->shared_numbers = NULL;
    g->shared_bools = NULL;
    g->shared_size = 0;
}

bool population_start_next(gestalt_population *next, const gestalt_population *p)
{
    size_t size = p->group_count * sizeof *p->groups;
    *next = *p;
    next->ids = (id_table){0};
    next->agent_count = 0;
    next->attached = (attached_bytes){0};
    next->coming = next->given = (loose_list){0};
    next->requests = next->request_block = NULL;
    next->request_count = next->request_capacity = 0;
    next->requests_are_built = false;
    next->error = NULL;
    next->groups = memory_new(&p->allocator, size);
    if (!next->groups)
        return false;
    memcpy(next->groups, p->groups, size);
    for (uint32_t i = 0; i < p->group_count; i++)
        forget_agents(&next->groups[i]);
    return true;
}

// Interpreters know where the groups lie: so these change their contents.
void population_exchange(gestalt_population *p, gestalt_population *next)
{
    for (uint32_t i = 0; i < p->group_count; i++) {
        group old = p->groups[i];
        p->groups[i] = next->groups[i];
        next->groups[i] = old;
    }
    gestalt_population old = *p;
    *p = *next;
    *next = old;
    next->groups = p->groups;
    p->groups = old.groups;
    p->memory = old.memory; // it has counted meanwhile
}

void population_release_state(gestalt_population *p)
{
    for (uint32_t i = 0; p->groups && i < p->group_count; i++)
        group_release_agents(p, &p->groups[i]);
    memory_release(&p->allocator, p->groups, p->group_count * sizeof *p->groups);
    ids_release(&p->ids, &p->allocator);
    requests_release(p);
    attached_release(p);
}

// ---- making compact

static bool copy_shared(gestalt_population *next, const gestalt_population *p)
{
    for (uint32_t i = 0; i < p->group_count; i++) {
        if (!group_new_shared(next, &next->groups[i]))
            return false;
        if (p->groups[i].shared_size)
            memcpy(next->groups[i].shared_bools, p->groups[i].shared_bools,
                   p->groups[i].shared_size);
    }
    return true;
}

// Moves an agent to the place that it has in the new state.
static void move_agent(const gestalt_population *next, const place *from, uint64_t id,
                       unsigned char *bytes)
{
    place to;
    const group *g = from->group;
    population_find(next, id, &to);
    size_t size = actor_take(g->plan, &g->layout, from->cohort, from->lane, bytes);
    actor_put(g->plan, &g->layout, to.cohort, to.lane, bytes, size);
}

// Agents of one group whose ids follow one another.
static gestalt_result move_run(gestalt_population *next, const gestalt_population *p,
                               uint64_t first, uint64_t count, unsigned char *bytes,
                               gestalt_error *error)
{
    place from;
    if (count == 0)
        return GESTALT_OK;
    population_find(p, first, &from);
    next->next_id = first;
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
    next->next_id = p->next_id;
    return result;
}

// Hand over, as it is, all that does not depend on where agents lie.
static void hand_over(gestalt_population *next, gestalt_population *p)
{
    next->attached = p->attached;
    next->coming = p->coming;
    next->given = p->given;
    next->requests = p->requests;
    next->request_block = p->request_block;
    next->request_count = p->request_count;
    next->request_capacity = p->request_capacity;
    next->requests_are_built = p->requests_are_built;
    next->error = p->error;
    p->attached = (attached_bytes){0};
    p->coming = p->given = (loose_list){0};
    p->requests = p->request_block = NULL;
    p->request_capacity = 0;
}

gestalt_result gestalt_population_compact(gestalt_population *p, gestalt_error *error)
{
    gestalt_result result = steps_refuse(p, error);
    if (result != GESTALT_OK)
        return result;
    gestalt_population next = {0};
    size_t size = 1;
    for (uint32_t i = 0; i < p->group_count; i++) {
        size_t needed = actor_size_max(p->groups[i].plan);
        size = needed > size ? needed : size;
    }
    unsigned char *bytes = memory_new(&p->allocator, size);
    bool has_memory = bytes && population_start_next(&next, p) && copy_shared(&next, p);
    result = has_memory ? move_all(&next, p, bytes, error) : error_no_memory(error);
    if (result == GESTALT_OK) {
        hand_over(&next, p);
        population_exchange(p, &next);
    }
    if (next.groups)
        population_release_state(&next);
    memory_release(&p->allocator, bytes, size);
    return result;
}
