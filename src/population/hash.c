// SPDX-License-Identifier: MIT
// The hash of a population, version 2: XXH3, 64 bits, seed 0, over these bytes, little-endian and
// packed:
//
//   u64 the number of the coming tick    i64 the time of the last tick, or of the start
//   u64 the population's seed            u64 the id of the next new agent
//   for each group: its shared values (shared_values.h)
//   for each id block with an agent, in order: u64 its number, u64 its hash
//
// An id block is 4,096 consecutive ids, from a multiple of that on. Its hash is XXH3 over its
// agents, in order of ids: u64 id, u32 group, then its actor (actor.h). So blocks are hashed by all
// threads, or by several processes.
//
// Two populations with the same hash continue in the same way if the same calls are made. The hash
// does not include requests that were made between ticks, nor the time set for the coming tick.
#include "group.h"
#include "place.h"
#include "population_state.h"

#include "actor.h"
#include "error.h"
#include "hash.h"
#include "memory.h"
#include "shared_values.h"

#include <string.h>

enum { HASH_BLOCK = 4096 }; // ids

static void hash_add(XXH3_state_t *state, const void *bytes, size_t size)
{
    XXH3_64bits_update(state, bytes, size);
}

static void add_long(XXH3_state_t *state, uint64_t value)
{
    hash_add(state, &value, sizeof value);
}

// ---- blocks

enum {
    BATCH = 256,            // blocks that are hashed together
    BUFFER_SIZE = 32 << 10, // bytes that are hashed at once
    AGENT_SIZE = 8 + 4,     // bytes before an actor
};

typedef struct hash_work {
    const gestalt_population *p;
    unsigned char *buffers; // one for each thread
    size_t buffer_size;     // BUFFER_SIZE, and room for one more agent
    uint64_t numbers[BATCH], hashes[BATCH];
    bool has_agents[BATCH];
    uint32_t count;
} hash_work;

static size_t put_agent(unsigned char *to, const place *where, uint64_t id)
{
    const group *g = where->group;
    uint32_t number = g->number;
    memcpy(to, &id, sizeof id);
    memcpy(to + sizeof id, &number, sizeof number);
    return AGENT_SIZE +
           actor_take(g->plan, &g->layout, where->cohort, where->lane, to + AGENT_SIZE);
}

static void hash_block(void *user, uint32_t thread, uint64_t piece)
{
    hash_work *w = user;
    unsigned char *buffer = w->buffers + thread * w->buffer_size;
    agents_walk walk = agents_walk_from(w->p, w->numbers[piece] * HASH_BLOCK);
    uint64_t id;
    size_t size = 0;
    place where;
    XXH3_state_t state;
    XXH3_INITSTATE(&state);
    XXH3_64bits_reset(&state);
    walk.end = (w->numbers[piece] + 1) * HASH_BLOCK;
    w->has_agents[piece] = false;
    while (agents_walk_next(&walk, &id, &where)) {
        w->has_agents[piece] = true;
        size += put_agent(buffer + size, &where, id);
        if (size >= BUFFER_SIZE) {
            hash_add(&state, buffer, size);
            size = 0;
        }
    }
    hash_add(&state, buffer, size);
    w->hashes[piece] = XXH3_64bits_digest(&state);
}

// Hash the blocks of the batch, and add them.
static void hash_batch(hash_work *w, XXH3_state_t *state)
{
    if (w->p->threads > 1 && w->count > 1)
        pool_run_long(w->p->pool, w->count, hash_block, w);
    else
        for (uint32_t i = 0; i < w->count; i++)
            hash_block(w, 0, i);
    for (uint32_t i = 0; i < w->count; i++) {
        if (!w->has_agents[i])
            continue;
        add_long(state, w->numbers[i]);
        add_long(state, w->hashes[i]);
    }
    w->count = 0;
}

static void add_agents(XXH3_state_t *state, hash_work *w)
{
    const id_table *ids = &w->p->state.ids;
    uint64_t next = 0; // all blocks before this one are in a batch
    for (uint32_t i = 0; i < ids->count; i++) {
        const id_run *run = &ids->runs[i];
        if (run->alive == 0)
            continue;
        uint64_t block = run->first / HASH_BLOCK;
        uint64_t last = (run->first + run->count - 1) / HASH_BLOCK;
        for (block = block < next ? next : block; block <= last; block++) {
            w->numbers[w->count++] = block;
            if (w->count == BATCH)
                hash_batch(w, state);
        }
        next = last + 1;
    }
    hash_batch(w, state);
}

// ---- everything

static size_t larger_of(size_t a, size_t b)
{
    return a > b ? a : b;
}

gestalt_result gestalt_population_hash(const gestalt_population *p, uint64_t *hash,
                                       gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_TELLING, error) || MISUSE_NULL(hash, "hash", error))
        return GESTALT_MISUSE;
    hash_work w = {.p = p, .count = 0};
    size_t shared = 0;
    for (uint32_t i = 0; i < p->group_count; i++) {
        w.buffer_size = larger_of(w.buffer_size, actor_size_max(p->groups[i].plan));
        shared = larger_of(shared, shared_size_max(p->groups[i].shape));
    }
    w.buffer_size += BUFFER_SIZE + AGENT_SIZE;
    size_t size = larger_of(w.buffer_size * p->threads, shared);
    unsigned char *buffer = memory_new(&p->memory.counting, size);
    if (!buffer)
        return error_no_memory(error);
    w.buffers = buffer;
    XXH3_state_t state;
    XXH3_INITSTATE(&state);
    XXH3_64bits_reset(&state);
    add_long(&state, p->state.ticks);
    add_long(&state, (uint64_t)p->state.last);
    add_long(&state, p->state.seed);
    add_long(&state, p->state.next_id);
    for (uint32_t i = 0; i < p->group_count; i++)
        hash_add(&state, buffer, shared_save(&p->groups[i], buffer));
    add_agents(&state, &w);
    *hash = XXH3_64bits_digest(&state);
    memory_release(&p->memory.counting, buffer, size);
    return GESTALT_OK;
}
