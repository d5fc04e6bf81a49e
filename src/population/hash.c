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
// agents, in order of ids: u64 id, u32 group, its actor (actor.h), then the values that the host
// keeps for it. So blocks are hashed by all threads, or by several processes.
//
// Two populations with the same hash continue in the same way if the same calls are made. The hash
// does not include requests that were made between ticks, nor the time set for the coming tick.
#include "group.h"
#include "place.h"
#include "population_state.h"

#include "actor.h"
#include "error.h"
#include "hash.h"
#include "id_blocks.h"
#include "memory.h"
#include "shared_values.h"

#include <string.h>

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
    KEPT_AT_ONCE = 64,      // most records that are taken at once
};

_Static_assert(sizeof(gestalt_block_hash) == 16, "blocks are hashed as they are");

typedef struct hash_work {
    const gestalt_population *p;
    // one for each thread: BUFFER_SIZE, room for one more agent, then KEPT_AT_ONCE records
    unsigned char *buffers;
    size_t buffer_size, records_at;
    uint64_t numbers[BATCH], hashes[BATCH];
    bool has_agents[BATCH];
    uint32_t count;
    uint64_t next; // all earlier blocks have been in a batch
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

// Records of agents that have been taken.
typedef struct kept_records {
    unsigned char *bytes;
    uint64_t first, count;
} kept_records;

// Take the records of an agent and of those that follow it in its group.
static void take_records(const gestalt_population *p, kept_records *k, agents_walk walk,
                         uint64_t id, const group *g)
{
    uint64_t next;
    place where;
    k->first = id;
    k->count = 1;
    while (k->count < KEPT_AT_ONCE && agents_walk_next(&walk, &next, &where) && where.group == g &&
           next == id + k->count)
        k->count++;
    p->hosted.kept.take(p->hosted.kept.user, g->number, id, (uint32_t)k->count, k->bytes);
}

// Put what the host keeps for the agent at which the walk is.
static size_t put_record(unsigned char *to, const gestalt_population *p, kept_records *k,
                         const agents_walk *walk, uint64_t id, const group *g)
{
    const size_t size = p->hosted.kept.size;
    if (id - k->first >= k->count)
        take_records(p, k, *walk, id, g);
    memcpy(to, k->bytes + (id - k->first) * size, size);
    return size;
}

static void hash_block(void *user, uint32_t thread, uint64_t piece)
{
    hash_work *w = user;
    unsigned char *buffer = w->buffers + thread * w->buffer_size;
    agents_walk walk = id_block_walk(w->p, w->numbers[piece]);
    kept_records kept = {.bytes = buffer + w->records_at};
    uint64_t id;
    size_t size = 0;
    place where;
    XXH3_state_t state;
    XXH3_INITSTATE(&state);
    XXH3_64bits_reset(&state);
    w->has_agents[piece] = false;
    while (agents_walk_next(&walk, &id, &where)) {
        w->has_agents[piece] = true;
        size += put_agent(buffer + size, &where, id);
        if (w->p->hosted.kept.size)
            size += put_record(buffer + size, w->p, &kept, &walk, id, where.group);
        if (size >= BUFFER_SIZE) {
            hash_add(&state, buffer, size);
            size = 0;
        }
    }
    hash_add(&state, buffer, size);
    w->hashes[piece] = XXH3_64bits_digest(&state);
}

// Hash the blocks of the batch. Returns how many have agents.
static uint64_t hash_batch(hash_work *w, gestalt_block_hash *blocks)
{
    uint64_t count = 0;
    if (w->p->threads > 1 && w->count > 1)
        pool_run_long(w->p->pool, w->count, hash_block, w);
    else
        for (uint32_t i = 0; i < w->count; i++)
            hash_block(w, 0, i);
    for (uint32_t i = 0; i < w->count; i++)
        if (w->has_agents[i])
            blocks[count++] = (gestalt_block_hash){w->numbers[i], w->hashes[i]};
    return count;
}

static size_t larger_of(size_t a, size_t b)
{
    return a > b ? a : b;
}

static bool hash_begin(hash_work *w, const gestalt_population *p, uint64_t first)
{
    *w = (hash_work){.p = p, .next = first};
    for (uint32_t i = 0; i < p->group_count; i++)
        w->buffer_size = larger_of(w->buffer_size, actor_size_max(p->groups[i].plan));
    w->records_at = w->buffer_size + BUFFER_SIZE + AGENT_SIZE + p->hosted.kept.size;
    w->buffer_size = w->records_at + KEPT_AT_ONCE * p->hosted.kept.size;
    w->buffers = memory_new(&p->memory.counting, w->buffer_size * p->threads);
    return w->buffers;
}

static void hash_end(const hash_work *w)
{
    memory_release(&w->p->memory.counting, w->buffers, w->buffer_size * w->p->threads);
}

// A gestalt_block_source of the population's own blocks.
static gestalt_result hash_next(void *user, gestalt_block_hash *blocks, uint64_t capacity,
                                uint64_t *count, gestalt_error *error)
{
    hash_work *w = user;
    (void)error;
    *count = 0;
    w->count = 1;
    while (w->count > 0 && *count < capacity) {
        uint64_t most = capacity - *count < BATCH ? capacity - *count : BATCH;
        w->count = id_blocks_list(w->p, &w->next, ID_BLOCKS_MOST, w->numbers, (uint32_t)most);
        *count += hash_batch(w, blocks + *count);
    }
    return GESTALT_OK;
}

gestalt_result gestalt_population_hash_blocks(const gestalt_population *p, uint64_t first,
                                              gestalt_block_hash *blocks, uint64_t capacity,
                                              uint64_t *count, gestalt_error *error)
{
    hash_work w;
    if (POPULATION_IS_WRONG(p, CALLS_TELLING, error) ||
        (capacity > 0 && MISUSE_NULL(blocks, "blocks", error)) ||
        MISUSE_NULL(count, "count", error))
        return GESTALT_MISUSE;
    *count = 0;
    if (!hash_begin(&w, p, first))
        return error_no_memory(error);
    gestalt_result result = hash_next(&w, blocks, capacity, count, error);
    hash_end(&w);
    return result;
}

// ---- everything

static gestalt_result add_blocks(XXH3_state_t *state, gestalt_block_source source,
                                 gestalt_error *error)
{
    gestalt_block_hash blocks[BATCH];
    uint64_t count = 1, last = 0;
    bool is_first = true;
    while (count > 0) {
        gestalt_result result = source.next(source.user, blocks, BATCH, &count, error);
        if (result != GESTALT_OK)
            return result;
        for (uint64_t i = 0; i < count; i++) {
            if (!is_first && blocks[i].block <= last)
                return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                                 "block %llu comes after block %llu: blocks must be in order",
                                 (unsigned long long)blocks[i].block, (unsigned long long)last);
            last = blocks[i].block;
            is_first = false;
        }
        hash_add(state, blocks, count * sizeof *blocks);
    }
    return GESTALT_OK;
}

static gestalt_result hash_all(const gestalt_population *p, gestalt_block_source source,
                               uint64_t *hash, gestalt_error *error)
{
    XXH3_state_t state;
    size_t size = 1;
    for (uint32_t i = 0; i < p->group_count; i++)
        size = larger_of(size, shared_size_max(p->groups[i].shape));
    unsigned char *buffer = memory_new(&p->memory.counting, size);
    if (!buffer)
        return error_no_memory(error);
    XXH3_INITSTATE(&state);
    XXH3_64bits_reset(&state);
    add_long(&state, p->state.ticks);
    add_long(&state, (uint64_t)p->state.last);
    add_long(&state, p->state.seed);
    add_long(&state, p->state.next_id);
    for (uint32_t i = 0; i < p->group_count; i++)
        hash_add(&state, buffer, shared_save(&p->groups[i], buffer));
    gestalt_result result = add_blocks(&state, source, error);
    if (result == GESTALT_OK)
        *hash = XXH3_64bits_digest(&state);
    memory_release(&p->memory.counting, buffer, size);
    return result;
}

gestalt_result gestalt_population_hash_of(const gestalt_population *p, gestalt_block_source source,
                                          uint64_t *hash, gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_TELLING, error) ||
        MISUSE_NULL(source.next, "source.next", error) || MISUSE_NULL(hash, "hash", error))
        return GESTALT_MISUSE;
    return hash_all(p, source, hash, error);
}

gestalt_result gestalt_population_hash(const gestalt_population *p, uint64_t *hash,
                                       gestalt_error *error)
{
    hash_work w;
    if (POPULATION_IS_WRONG(p, CALLS_TELLING, error) || MISUSE_NULL(hash, "hash", error))
        return GESTALT_MISUSE;
    if (!hash_begin(&w, p, 0))
        return error_no_memory(error);
    gestalt_result result = hash_all(p, (gestalt_block_source){hash_next, &w}, hash, error);
    hash_end(&w);
    return result;
}
