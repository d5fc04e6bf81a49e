// SPDX-License-Identifier: MIT
// Records: the values of an agent in all columns that are kept, one after the other in the order in
// which the columns were registered. The population's snapshots and hashes contain them with the
// agents. A column that only certain trees need is zero in worlds without. Ids are not in records.
//
// Records of a snapshot are collected in memory until it has been checked.
#include "error.h"
#include "memory.h"
#include "world_state.h"

#include <string.h>

// Largest record: that of gestalt_kept_values.
enum { RECORD_MOST = 65536 };

// Return the size of a memory in records.
static size_t size_in_record(const world *w, const world_memory *kept)
{
    return kept->bytes && kept->bytes == w->all.id ? 0 : kept->stride;
}

size_t world_record_size(const world *w)
{
    size_t size = 0;
    for (uint32_t i = 0; i < w->saved.memory.count; i++)
        size += size_in_record(w, &w->saved.memory.list[i]);
    return size;
}

// Copy values of a column from or to the records of consecutive agents. Constant sizes become
// single instructions.
#define COPY_VALUES(size)                                                                          \
    for (uint32_t i = 0; i < count; i++)                                                           \
    memcpy(to + i * to_stride, from + i * from_stride, size)

static void copy_values(unsigned char *to, size_t to_stride, const unsigned char *from,
                        size_t from_stride, size_t size, uint32_t count)
{
    if (size == 4)
        COPY_VALUES(4);
    else if (size == 8)
        COPY_VALUES(8);
    else
        COPY_VALUES(size);
}

void world_records_take(const world *w, uint32_t row, uint32_t count, void *records)
{
    const size_t stride = world_record_size(w);
    unsigned char *to = records;
    for (uint32_t i = 0; i < w->saved.memory.count; i++) {
        const world_memory *kept = &w->saved.memory.list[i];
        const size_t size = size_in_record(w, kept);
        if (size > 0 && kept->bytes)
            copy_values(to, stride, (const unsigned char *)kept->bytes + row * size, size, size,
                        count);
        else if (size > 0)
            for (uint32_t k = 0; k < count; k++)
                memset(to + k * stride, 0, size);
        to += size;
    }
}

void world_records_put(world *w, uint32_t row, uint32_t count, const void *records)
{
    const size_t stride = world_record_size(w);
    const unsigned char *from = records;
    for (uint32_t i = 0; i < w->saved.memory.count; i++) {
        const world_memory *kept = &w->saved.memory.list[i];
        const size_t size = size_in_record(w, kept);
        if (size > 0 && kept->bytes)
            copy_values((unsigned char *)kept->bytes + row * size, size, from, stride, size, count);
        from += size;
    }
}

// ---- the records of a snapshot

static gestalt_result other_agents(gestalt_error *error)
{
    return error_set(error, GESTALT_BAD_FILE, 0,
                     "the agents of the snapshot's world are not those of its trees");
}

static void collected_end(void *user, bool is_loaded)
{
    world *w = user;
    world_collected *c = &w->saved.collected;
    (void)is_loaded;
    memory_release(&w->allocator, c->records, c->records_size);
    memory_release(&w->allocator, c->ids, c->count * sizeof *c->ids);
    memory_release(&w->allocator, c->next, w->group_count * sizeof *c->next);
    *c = (world_collected){0};
}

// Make room for the records of all agents that the attached bytes count.
static gestalt_result collected_begin(void *user, const gestalt_population *read,
                                      gestalt_error *error)
{
    world *w = user;
    world_collected *c = &w->saved.collected;
    bool has_records;
    gestalt_result result = world_snapshot_head(w, read, &has_records, error);
    if (result != GESTALT_OK || !has_records)
        return result;
    c->next = memory_new(&w->allocator, w->group_count * sizeof *c->next);
    if (!c->next)
        return error_no_memory(error);
    c->count = world_snapshot_count(w, read, c->next);
    c->records_size = c->count * world_record_size(w);
    if (c->count == 0)
        return GESTALT_OK;
    c->ids = memory_new(&w->allocator, c->count * sizeof *c->ids);
    c->records = memory_new(&w->allocator, c->records_size);
    return c->ids && c->records ? GESTALT_OK : error_no_memory(error);
}

// Collect the records of agents. Rows are ordered by group, then by id.
static gestalt_result collected_put(void *user, const gestalt_population *read, uint32_t group,
                                    uint64_t first, uint32_t count, const void *records,
                                    gestalt_error *error)
{
    world *w = user;
    world_collected *c = &w->saved.collected;
    const size_t size = world_record_size(w);
    (void)read;
    if (!c->next || c->next[group].end - c->next[group].begin < count)
        return other_agents(error);
    uint64_t row = c->next[group].begin;
    memcpy(c->records + row * size, records, count * size);
    for (uint32_t i = 0; i < count; i++)
        c->ids[row + i] = first + i;
    c->next[group].begin += count;
    return GESTALT_OK;
}

gestalt_result world_records_load(world *w, gestalt_error *error)
{
    const world_collected *c = &w->saved.collected;
    for (uint32_t i = 0; c->next && i < w->group_count; i++)
        if (c->next[i].begin != c->next[i].end)
            return other_agents(error);
    if (!c->next || c->count != w->all.count)
        return other_agents(error);
    if (c->count == 0)
        return GESTALT_OK;
    world_records_put(w, 0, (uint32_t)c->count, c->records);
    if (w->life.varies)
        memcpy(w->all.id, c->ids, c->count * sizeof *c->ids);
    for (uint32_t i = 0; !w->life.varies && i < c->count; i++)
        if (c->ids[i] != i)
            return other_agents(error);
    return GESTALT_OK;
}

// ---- for the population

// Agents that the world does not have, in the middle of a step, have zeros.
static void records_take(void *user, uint32_t group, uint64_t first, uint32_t count, void *records)
{
    const world *w = user;
    uint32_t row = world_find_in(w, &w->groups[group], first);
    if (row != UINT32_MAX && count <= w->groups[group].end - row)
        world_records_take(w, row, count, records);
    else
        memset(records, 0, count * world_record_size(w));
}

gestalt_result world_records_start(world *w, gestalt_error *error)
{
    const gestalt_kept_values kept = {.size = world_record_size(w),
                                      .take = records_take,
                                      .begin = collected_begin,
                                      .put = collected_put,
                                      .end = collected_end,
                                      .user = w};
    if (kept.size > RECORD_MOST)
        return error_set(error, GESTALT_LIMIT, 0,
                         "the world's columns that snapshots contain have %zu bytes for each "
                         "agent, but can have %d",
                         kept.size, RECORD_MOST);
    return gestalt_population_keep_values(w->population, &kept, error);
}
