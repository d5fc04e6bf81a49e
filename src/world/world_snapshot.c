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

// Whether these bytes are of a world like this one.
static bool fits(const world *w, const unsigned char *bytes, size_t size)
{
    if (size != size_of(w) || memcmp(bytes, magic, sizeof magic) != 0 ||
        number_at(bytes + 8) != XXH3_64bits(bytes + 16, size - 16) ||
        number_at(bytes + 16) != w->group_count || number_at(bytes + 24) != w->kept.count)
        return false;
    const unsigned char *from = bytes + HEADER;
    for (uint32_t i = 0; i < w->group_count; i++, from += 8)
        if (number_at(from) != w->groups[i].end - w->groups[i].begin)
            return false;
    for (uint32_t i = 0; i < w->kept.count; i++, from += 8)
        if (number_at(from) != world_kept_size(w, &w->kept.list[i]))
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
    return GESTALT_OK;
}
