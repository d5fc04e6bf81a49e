// SPDX-License-Identifier: MIT
// Snapshots of worlds: that of the population, to which all memory is attached that the world and
// its parts have told of by world_keep.
//
//     | magic 8 | hash of what follows 8 | groups 8 | memories 8 |
//     | agents 8 of each group | size 8 of each memory | bytes of each memory |
//
// Little-endian, as the machine is: snapshots are for the same machine and build.
#define XXH_INLINE_ALL
#include "error.h"
#include "memory.h"
#include "world_state.h"

#include <gestalt/snapshot.h>
#include <string.h>
#include <xxhash.h>

static const char magic[8] = "\x89GSWLD2";

enum { HEADER = 32 };

static size_t head_size(const world *w)
{
    return HEADER + sizeof(uint64_t) * ((size_t)w->group_count + w->kept.count);
}

static size_t size_of(const world *w)
{
    size_t size = head_size(w);
    for (uint32_t i = 0; i < w->kept.count; i++)
        size += world_kept_size(w, &w->kept.list[i]);
    return size;
}

static void put_number(unsigned char **to, uint64_t number)
{
    memcpy(*to, &number, sizeof number);
    *to += sizeof number;
}

static void put_all(const world *w, unsigned char *bytes, size_t size)
{
    unsigned char *to = bytes + 16;
    put_number(&to, w->group_count);
    put_number(&to, w->kept.count);
    for (uint32_t i = 0; i < w->group_count; i++)
        put_number(&to, w->groups[i].end - w->groups[i].begin);
    for (uint32_t i = 0; i < w->kept.count; i++)
        put_number(&to, world_kept_size(w, &w->kept.list[i]));
    for (uint32_t i = 0; i < w->kept.count; i++) {
        memcpy(to, w->kept.list[i].bytes, world_kept_size(w, &w->kept.list[i]));
        to += world_kept_size(w, &w->kept.list[i]);
    }
    memcpy(bytes, magic, sizeof magic);
    to = bytes + 8;
    put_number(&to, XXH3_64bits(bytes + 16, size - 16));
}

gestalt_result world_save(world *w, const char *path, gestalt_error *error)
{
    size_t size = size_of(w);
    unsigned char *bytes = memory_new(&w->allocator, size);
    if (!bytes)
        return error_no_memory(error);
    put_all(w, bytes, size);
    gestalt_result result = gestalt_population_attach(w->population, bytes, size, error);
    memory_release(&w->allocator, bytes, size);
    return result == GESTALT_OK ? gestalt_population_save(w->population, path, error) : result;
}

static uint64_t number_at(const unsigned char *bytes)
{
    uint64_t number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

// Takes over how many agents there are of each group. False: there can't be so many.
static bool take_counts(world *w, const unsigned char *from)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < w->group_count; i++, from += 8) {
        world_group *group = &w->groups[i];
        uint64_t count = number_at(from);
        if (group->varies ? count > scene_room(group->scene) : count != group->scene->count)
            return false;
        group->begin = next;
        group->end = next += (uint32_t)count;
    }
    w->all.count = next;
    return true;
}

// Whether these bytes are of a world like this one. If so, it has as many agents.
static bool fits(world *w, const unsigned char *bytes, size_t size)
{
    if (size < head_size(w) || memcmp(bytes, magic, sizeof magic) != 0 ||
        number_at(bytes + 8) != XXH3_64bits(bytes + 16, size - 16) ||
        number_at(bytes + 16) != w->group_count || number_at(bytes + 24) != w->kept.count)
        return false;
    const unsigned char *from = bytes + HEADER;
    if (!take_counts(w, from) || size != size_of(w))
        return false;
    from += 8 * (size_t)w->group_count;
    for (uint32_t i = 0; i < w->kept.count; i++, from += 8)
        if (number_at(from) != world_kept_size(w, &w->kept.list[i]))
            return false;
    return true;
}

// ---- who is there

// Whether ids ascend, or of groups that do not vary are what they always are.
static bool ids_ascend(const world *w, const world_group *group)
{
    const uint64_t *id = w->all.id;
    for (uint32_t i = group->begin; i < group->end; i++)
        if (!group->varies ? id[i] != group->scene->first + (i - group->begin)
                           : i > group->begin && id[i] <= id[i - 1])
            return false;
    return true;
}

// Whether the population's group has the same agents.
static bool group_agrees(const world *w, const world_group *group)
{
    gestalt_block block;
    uint64_t count = 0;
    for (uint64_t i = 0; gestalt_population_block(w->population, group->number, i, &block); i++)
        for (uint64_t rest = block.lanes; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctzll(rest);
            uint64_t id = block.agents ? block.agents[lane] : block.first_agent + lane;
            if (world_find_in(w, group, id) == UINT32_MAX)
                return false;
            count++;
        }
    return count == group->end - group->begin;
}

static bool agents_agree(world *w)
{
    for (uint32_t i = 0; i < w->group_count; i++)
        if (!ids_ascend(w, &w->groups[i]))
            return false;
    world_index_agents(w, 0);
    for (uint32_t i = 0; i < w->group_count; i++)
        if (!group_agrees(w, &w->groups[i]))
            return false;
    return true;
}

gestalt_result world_load(world *w, const char *path, gestalt_error *error)
{
    gestalt_result result = gestalt_population_load(w->population, path, error);
    if (result != GESTALT_OK)
        return result;
    size_t size;
    const unsigned char *bytes = gestalt_population_attached(w->population, &size);
    if (!bytes || !fits(w, bytes, size))
        return error_set(error, GESTALT_BAD_FILE, 0,
                         "the snapshot is not of this scene, or of another version of it");
    bytes += head_size(w);
    for (uint32_t i = 0; i < w->kept.count; i++) {
        memcpy(w->kept.list[i].bytes, bytes, world_kept_size(w, &w->kept.list[i]));
        bytes += world_kept_size(w, &w->kept.list[i]);
    }
    if (!agents_agree(w))
        return error_set(error, GESTALT_BAD_FILE, 0,
                         "the snapshot is damaged: the world has other agents than the population");
    return GESTALT_OK;
}
