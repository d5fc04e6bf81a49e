// SPDX-License-Identifier: MIT
// Records: the values of an agent in all columns that are kept, one after the other in the order in
// which the columns were registered. The population's snapshots and hashes contain them with the
// agents. A column that only certain trees need is zero in worlds without. Ids are not in records.
//
// Records of a snapshot are collected in memory until it has been checked.
#include "array.h"
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
    world_snapshot_end(w, is_loaded);
    ARRAY_RELEASE(&w->allocator, c->records, c->records_room);
    ARRAY_RELEASE(&w->allocator, c->runs, c->runs_room);
    memory_release(&w->allocator, c->rows, w->group_count * sizeof *c->rows);
    *c = (world_collected){0};
}

// Make room for the records of all agents that the attached bytes count; a share has only some of
// them.
static gestalt_result collected_begin(void *user, const gestalt_population *read,
                                      gestalt_error *error)
{
    world *w = user;
    world_collected *c = &w->saved.collected;
    bool has_records;
    uint64_t count = 0;
    gestalt_result result = world_snapshot_head(w, read, &has_records, error);
    if (result != GESTALT_OK || !has_records)
        return result;
    for (uint32_t i = 0; i < w->group_count && !w->share.is_shared; i++)
        count += world_snapshot_agents(read, i);
    c->rows = memory_new(&w->allocator, w->group_count * sizeof *c->rows);
    if (!c->rows ||
        !ARRAY_RESERVE(&w->allocator, c->records, c->records_room, count * world_record_size(w)))
        return error_no_memory(error);
    memset(c->rows, 0, w->group_count * sizeof *c->rows);
    return GESTALT_OK;
}

// Add agents to the last run, or begin another one.
static bool collected_add(world *w, uint32_t group, uint64_t first, uint32_t count)
{
    world_collected *c = &w->saved.collected;
    world_run *last = c->run_count > 0 ? &c->runs[c->run_count - 1] : NULL;
    if (last && last->group == group && last->first + last->count == first &&
        count <= UINT32_MAX - last->count) {
        last->count += count;
        return true;
    }
    if (!ARRAY_RESERVE(&w->allocator, c->runs, c->runs_room, c->run_count + 1))
        return false;
    c->runs[c->run_count++] = (world_run){first, group, count};
    return true;
}

// Collect the records of agents, in the order of ids.
static gestalt_result collected_put(void *user, const gestalt_population *read, uint32_t group,
                                    uint64_t first, uint32_t count, const void *records,
                                    gestalt_error *error)
{
    world *w = user;
    world_collected *c = &w->saved.collected;
    const size_t size = world_record_size(w);
    (void)read;
    if (!c->rows)
        return other_agents(error);
    if (!ARRAY_RESERVE(&w->allocator, c->records, c->records_room, (c->count + count) * size) ||
        !collected_add(w, group, first, count))
        return error_no_memory(error);
    memcpy(c->records + c->count * size, records, count * size);
    c->count += count;
    c->rows[group] += count;
    return GESTALT_OK;
}

// Give each group its rows, and set `rows` to the first of each.
static void collected_group(world *w)
{
    world_collected *c = &w->saved.collected;
    uint32_t row = 0;
    for (uint32_t i = 0; i < w->group_count; i++) {
        w->groups[i].begin = row;
        row += (uint32_t)c->rows[i];
        w->groups[i].end = row;
        c->rows[i] = w->groups[i].begin;
    }
    w->all.count = row;
}

// Set the rows of a run, whose records begin at `records`.
static gestalt_result collected_place(world *w, const world_run *run, const void *records,
                                      gestalt_error *error)
{
    uint32_t row = (uint32_t)w->saved.collected.rows[run->group];
    w->saved.collected.rows[run->group] += run->count;
    if (!w->life.varies && !w->share.is_shared && run->first != row)
        return other_agents(error);
    world_records_put(w, row, run->count, records);
    for (uint32_t i = 0; i < run->count; i++)
        w->all.id[row + i] = run->first + i;
    return GESTALT_OK;
}

gestalt_result world_records_load(world *w, const gestalt_population *read, gestalt_error *error)
{
    const world_collected *c = &w->saved.collected;
    const size_t size = world_record_size(w);
    const unsigned char *records = c->records;
    for (uint32_t i = 0; c->rows && i < w->group_count; i++) {
        uint64_t all = world_snapshot_agents(read, i);
        if (w->share.is_shared ? c->rows[i] > all : c->rows[i] != all)
            return other_agents(error);
    }
    if (!c->rows)
        return other_agents(error);
    if (c->count > w->capacity)
        return error_set(error, GESTALT_LIMIT, 0,
                         "there is no room for %llu agents of the snapshot: the share has %u rows",
                         (unsigned long long)c->count, (unsigned)w->capacity);
    collected_group(w);
    gestalt_result result = GESTALT_OK;
    for (uint64_t i = 0; i < c->run_count && result == GESTALT_OK; i++) {
        result = collected_place(w, &c->runs[i], records, error);
        records += c->runs[i].count * size;
    }
    return result;
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
