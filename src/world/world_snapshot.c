// SPDX-License-Identifier: MIT
// Snapshots of worlds: that of the population, to which all memory is attached that the world and
// its parts have told of by world_keep.
//
//     | magic 8 | hash of what follows 8 | count 8 | size 8 of each | bytes of each |
//
// Little-endian, as the machine is: snapshots are for the same machine and build.
#define XXH_INLINE_ALL
#include "error.h"
#include "memory.h"
#include "world_state.h"

#include <gestalt/snapshot.h>
#include <string.h>
#include <xxhash.h>

static const char magic[8] = "\x89GSWLD1";

enum { HEADER = 24 };

static size_t size_of(const world *w)
{
    size_t size = HEADER;
    for (uint32_t i = 0; i < w->kept.count; i++)
        size += sizeof(uint64_t) + w->kept.list[i].size;
    return size;
}

static void put_number(unsigned char **to, uint64_t number)
{
    memcpy(*to, &number, sizeof number);
    *to += sizeof number;
}

static void put_all(const world *w, unsigned char *bytes, size_t size)
{
    unsigned char *to = bytes + HEADER;
    for (uint32_t i = 0; i < w->kept.count; i++)
        put_number(&to, w->kept.list[i].size);
    for (uint32_t i = 0; i < w->kept.count; i++) {
        memcpy(to, w->kept.list[i].bytes, w->kept.list[i].size);
        to += w->kept.list[i].size;
    }
    memcpy(bytes, magic, sizeof magic);
    to = bytes + 16;
    put_number(&to, w->kept.count);
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
        number_at(bytes + 16) != w->kept.count)
        return false;
    for (uint32_t i = 0; i < w->kept.count; i++)
        if (number_at(bytes + HEADER + 8 * (size_t)i) != w->kept.list[i].size)
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
    bytes += HEADER + 8 * (size_t)w->kept.count;
    for (uint32_t i = 0; i < w->kept.count; i++) {
        memcpy(w->kept.list[i].bytes, bytes, w->kept.list[i].size);
        bytes += w->kept.list[i].size;
    }
    return GESTALT_OK;
}
