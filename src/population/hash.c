// SPDX-License-Identifier: MIT
// The hash of a population: XXH3, 64 bits, seed 0, over these bytes, little-endian and packed:
//
//   u64 the number of the coming tick    i64 the time of the last tick, or of the start
//   u64 the population's seed            u64 the id of the next new agent
//   for each group: u32 for each shared number (a NaN is 0x7fc00000), u8 for each shared bool
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

static void hash_add(XXH3_state_t *state, const void *bytes, size_t size)
{
    XXH3_64bits_update(state, bytes, size);
}

static void add_long(XXH3_state_t *state, uint64_t value)
{
    hash_add(state, &value, sizeof value);
}

static void add_shared(XXH3_state_t *state, const group *g)
{
    const gestalt_specification *spec = g->shape->specification;
    for (uint32_t i = 0; i < spec->shared_number_columns; i++) {
        uint32_t bits = group_shared_number(g, i);
        hash_add(state, &bits, sizeof bits);
    }
    for (uint32_t i = 0; i < spec->shared_bool_columns; i++) {
        uint8_t value = g->agents.shared_bools[i] & 1;
        hash_add(state, &value, sizeof value);
    }
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
    }
    unsigned char *actor = memory_new(&p->memory.counting, size);
    if (!actor)
        return error_no_memory(error);
    XXH3_state_t state;
    XXH3_INITSTATE(&state);
    XXH3_64bits_reset(&state);
    add_long(&state, p->state.ticks);
    add_long(&state, (uint64_t)p->state.last);
    add_long(&state, p->state.seed);
    add_long(&state, p->state.next_id);
    for (uint32_t i = 0; i < p->group_count; i++)
        add_shared(&state, &p->groups[i]);
    add_agents(&state, p, actor);
    *hash = XXH3_64bits_digest(&state);
    memory_release(&p->memory.counting, actor, size);
    return GESTALT_OK;
}
