// SPDX-License-Identifier: MIT
// The hash of a population: XXH3, 64 bits, seed 0, over these bytes, little-endian and packed:
//
//   u64 the number of the coming tick    i64 the time of the last tick, or of the start
//   u64 the population's seed            u64 the id of the next new agent
//   for each group: its shared values (shared_values.h)
//   for each agent, in order of ids: u64 id, u32 group, then its actor (actor.h)
//
// So two populations with the same hash continue in the same way if the same calls are made. The
// hash does not include requests that were made between ticks, nor the time set for the coming
// tick.
#include "group.h"
#include "place.h"
#include "population_state.h"

#include "actor.h"
#include "error.h"
#include "hash.h"
#include "memory.h"
#include "shared_values.h"

static void hash_add(XXH3_state_t *state, const void *bytes, size_t size)
{
    XXH3_64bits_update(state, bytes, size);
}

static void add_long(XXH3_state_t *state, uint64_t value)
{
    hash_add(state, &value, sizeof value);
}

static void add_agents(XXH3_state_t *state, const gestalt_population *p, unsigned char *actor)
{
    agents_walk walk = {.population = p};
    uint64_t id;
    place where;
    while (agents_walk_next(&walk, &id, &where)) {
        const group *g = where.group;
        uint32_t number = (uint32_t)(g - p->groups);
        add_long(state, id);
        hash_add(state, &number, sizeof number);
        hash_add(state, actor, actor_take(g->plan, &g->layout, where.cohort, where.lane, actor));
    }
}

gestalt_result gestalt_population_hash(const gestalt_population *p, uint64_t *hash,
                                       gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_TELLING, error) || MISUSE_NULL(hash, "hash", error))
        return GESTALT_MISUSE;
    size_t size = 0;
    for (uint32_t i = 0; i < p->group_count; i++) {
        size_t needed = actor_size_max(p->groups[i].plan);
        size = needed > size ? needed : size;
        needed = shared_size_max(p->groups[i].shape);
        size = needed > size ? needed : size;
    }
    unsigned char *buffer = memory_new(&p->memory.counting, size);
    if (!buffer)
        return error_no_memory(error);
    XXH3_state_t state;
    XXH3_INITSTATE(&state);
    XXH3_64bits_reset(&state);
    add_long(&state, p->state.ticks);
    add_long(&state, (uint64_t)p->state.last);
    add_long(&state, p->state.seed);
    add_long(&state, p->state.next_id);
    for (uint32_t i = 0; i < p->group_count; i++)
        hash_add(&state, buffer, shared_save(&p->groups[i], buffer));
    add_agents(&state, p, buffer);
    *hash = XXH3_64bits_digest(&state);
    memory_release(&p->memory.counting, buffer, size);
    return GESTALT_OK;
}
