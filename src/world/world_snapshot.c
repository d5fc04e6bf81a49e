// SPDX-License-Identifier: MIT
// Snapshots of worlds: the snapshot of the population, with a record of each agent
// (world_records.c), and with all other memory attached that the world and its parts have
// registered with world_keep.
//
//     | magic 8 | format 4 | dimensions 4 | size 8 of the scene's members | groups 8 | memories 8 |
//     | seed 8 | agents 8 of each group | size 8 of each memory | bytes of each memory |
//     | members of the scene (scene_members.h) |
//
// In format 6, which is still read, and in memory while a snapshot is loaded, columns are memories
// as well, and there are no records.
//
// In the snapshot of a share, the numbers of agents are those of all shares, except for format 6 in
// memory.
//
// Numbers are little-endian; memories are raw structs, for builds with the same format and sizes.
// Memory that is needed only for certain trees has size 0 in worlds without them. The population's
// hashes detect damage; world_check and the parts detect invalid values, before anything of the
// snapshot takes effect.
#include "error.h"
#include "memory.h"
#include "scene_members.h"
#include "text.h"
#include "world_state.h"

#include <string.h>

static const char magic[8] = "\x89GSWLD\n";

// The format of the memories. Increment it with every change of their contents or meaning.
enum { FORMAT = 7, FORMAT_OF_COLUMNS = 6 };

enum { SEED = 40, HEADER = 48 };

// Return whether the attached bytes contain a memory.
static bool is_attached(const world_memory *kept, unsigned format)
{
    return kept->stride == 0 || format == FORMAT_OF_COLUMNS;
}

static uint32_t count_of(const world *w, unsigned format)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->saved.memory.count; i++)
        count += is_attached(&w->saved.memory.list[i], format);
    return count;
}

static size_t head_size(const world *w, unsigned format)
{
    return HEADER + sizeof(uint64_t) * ((size_t)w->group_count + count_of(w, format));
}

/// Iterate over the memories that the attached bytes contain.
#define EACH_ATTACHED(kept, w, format)                                                             \
    for (const world_memory *kept = (w)->saved.memory.list;                                        \
         kept < (w)->saved.memory.list + (w)->saved.memory.count; kept++)                          \
        if (is_attached(kept, format))

static size_t size_of(const world *w, unsigned format)
{
    size_t size = head_size(w, format) + w->saved.members_size;
    EACH_ATTACHED(kept, w, format)
    size += world_kept_size(w, kept);
    return size;
}

// ---- writing

static void put_number(unsigned char **to, uint64_t number, int size)
{
    for (int i = 0; i < size; i++)
        *(*to)++ = (unsigned char)(number >> 8 * i);
}

static uint64_t agents_of(const world *w, const world_group *group, unsigned format)
{
    return w->share.is_shared && format != FORMAT_OF_COLUMNS ? world_share_total(w, group)
                                                             : group->end - group->begin;
}

static void put_all(const world *w, unsigned char *to, unsigned format)
{
    memcpy(to, magic, sizeof magic);
    to += sizeof magic;
    put_number(&to, format, 4);
    put_number(&to, STEER_DIMENSIONS, 4);
    put_number(&to, w->saved.members_size, 8);
    put_number(&to, w->group_count, 8);
    put_number(&to, count_of(w, format), 8);
    put_number(&to, w->seed, 8);
    for (uint32_t i = 0; i < w->group_count; i++)
        put_number(&to, agents_of(w, &w->groups[i], format), 8);
    EACH_ATTACHED(kept, w, format)
    put_number(&to, world_kept_size(w, kept), 8);
    EACH_ATTACHED(kept, w, format)
    {
        size_t size = world_kept_size(w, kept);
        if (size > 0)
            memcpy(to, kept->bytes, size);
        to += size;
    }
    memcpy(to, w->saved.members, w->saved.members_size);
}

gestalt_result world_attach(world *w, gestalt_error *error)
{
    size_t size = size_of(w, FORMAT);
    unsigned char *bytes = memory_new(&w->allocator, size);
    if (!bytes)
        return error_no_memory(error);
    put_all(w, bytes, FORMAT);
    gestalt_result result = gestalt_population_attach(w->population, bytes, size, error);
    memory_release(&w->allocator, bytes, size);
    return result;
}

gestalt_result world_save(world *w, const char *path, gestalt_error *error)
{
    gestalt_result result = world_attach(w, error);
    return result == GESTALT_OK ? gestalt_population_save(w->population, path, error) : result;
}

gestalt_result world_save_to(world *w, gestalt_writer to, gestalt_error *error)
{
    gestalt_result result = world_attach(w, error);
    return result == GESTALT_OK ? gestalt_population_save_to(w->population, to, error) : result;
}

// ---- reading

static uint64_t take_number(const unsigned char **from, int size)
{
    uint64_t number = 0;
    for (int i = 0; i < size; i++)
        number |= (uint64_t)from[0][i] << 8 * i;
    *from += size;
    return number;
}

static gestalt_result snapshot_bad(gestalt_error *error, const char *what)
{
    return error_set(error, GESTALT_BAD_FILE, 0, "%s", what);
}

static const char other_build[] = "the snapshot has other parts than this build";

// Check that groups and memories have possible sizes, and together fill the space before the
// members.
static gestalt_result check_sizes(const world *w, unsigned format, const unsigned char *from,
                                  size_t size, gestalt_error *error)
{
    uint64_t agents = 0;
    if (take_number(&from, 8) != w->group_count || take_number(&from, 8) != count_of(w, format) ||
        size < head_size(w, format))
        return snapshot_bad(error, other_build);
    from += sizeof w->seed; // any seed is valid
    for (uint32_t i = 0; i < w->group_count; i++) {
        const scene_group *group = w->groups[i].scene;
        uint64_t count = take_number(&from, 8);
        if (w->groups[i].varies ? count > scene_room(group) : count != group->count)
            return error_set(
                error, GESTALT_BAD_FILE, 0,
                "the snapshot's group `%s` has %llu agent%s, which the scene does not allow",
                group->name, (unsigned long long)count, text_plural(count, "", "s"));
        agents += count;
    }
    size_t left = size - head_size(w, format);
    EACH_ATTACHED(kept, w, format)
    {
        uint64_t wanted = kept->stride ? kept->stride * agents : kept->size;
        uint64_t found = take_number(&from, 8);
        if ((found != wanted && !(kept->is_optional && found == 0)) || found > left)
            return snapshot_bad(error, other_build);
        left -= found;
    }
    return left == 0 ? GESTALT_OK : snapshot_bad(error, other_build);
}

// The members of the scene come last.
static gestalt_result check_members(const world *w, const unsigned char *bytes, size_t size,
                                    uint64_t members_size, gestalt_error *error)
{
    static const char *const differs[] = {[SCENE_MEMBERS_CHANGED] = "has changed",
                                          [SCENE_MEMBERS_NEW] = "is new",
                                          [SCENE_MEMBERS_GONE] = "is gone"};
    char name[SCENE_MEMBER_NAME];
    if (members_size > size - HEADER)
        return snapshot_bad(error, other_build);
    scene_members_verdict verdict =
        scene_members_compare(w->scene, bytes + (size - members_size), (size_t)members_size, name);
    if (verdict == SCENE_MEMBERS_SAME)
        return GESTALT_OK;
    if (verdict == SCENE_MEMBERS_BAD)
        return snapshot_bad(error, other_build);
    return error_set(error, GESTALT_BAD_FILE, 0, "the snapshot is of another scene: `%s` %s", name,
                     differs[verdict]);
}

// Check that these bytes are from a world like this one.
static gestalt_result check_head(const world *w, const unsigned char *bytes, size_t size,
                                 gestalt_error *error)
{
    if (!bytes || size < HEADER || memcmp(bytes, magic, sizeof magic) != 0)
        return snapshot_bad(error, "the snapshot is not of a scene's world");
    const unsigned char *from = bytes + sizeof magic;
    unsigned format = (unsigned)take_number(&from, 4);
    if (format != FORMAT && format != FORMAT_OF_COLUMNS)
        return error_set(error, GESTALT_BAD_FILE, 0,
                         "the snapshot's world has format %u, but this build reads %d", format,
                         FORMAT);
    unsigned dimensions = (unsigned)take_number(&from, 4);
    if (dimensions != STEER_DIMENSIONS)
        return error_set(error, GESTALT_BAD_FILE, 0,
                         "the snapshot's world has %u dimensions, but the scene's has %d",
                         dimensions, STEER_DIMENSIONS);
    uint64_t members_size = take_number(&from, 8);
    gestalt_result result = check_members(w, bytes, size, members_size, error);
    return result == GESTALT_OK ? check_sizes(w, format, from, size - (size_t)members_size, error)
                                : result;
}

static unsigned format_of(const unsigned char *bytes)
{
    bytes += sizeof magic;
    return (unsigned)take_number(&bytes, 4);
}

gestalt_result world_snapshot_head(const world *w, const gestalt_population *read,
                                   bool *has_records, gestalt_error *error)
{
    size_t size;
    const unsigned char *bytes = gestalt_population_attached(read, &size);
    if (gestalt_population_is_interrupted(read))
        return snapshot_bad(error, "the snapshot was saved in the middle of a tick, but worlds are "
                                   "saved only between two steps");
    gestalt_result result = check_head(w, bytes, size, error);
    *has_records = result == GESTALT_OK && format_of(bytes) != FORMAT_OF_COLUMNS;
    if (result == GESTALT_OK && !*has_records && w->share.is_shared)
        return snapshot_bad(error, "the snapshot's world has an old format: load it in one "
                                   "process, and save it again");
    return result;
}

uint64_t world_snapshot_agents(const gestalt_population *read, uint32_t group)
{
    size_t size;
    const unsigned char *head = gestalt_population_attached(read, &size);
    head += HEADER + group * sizeof(uint64_t);
    return take_number(&head, 8);
}

// Copy registered memory from a snapshot. Memory that the snapshot lacks becomes zero; memory that
// only the snapshot's trees need is dropped.
static void take_memory(const world *w, const world_memory *kept, const unsigned char *from,
                        size_t size)
{
    if (!kept->bytes)
        return;
    if (size > 0)
        memcpy(kept->bytes, from, size);
    else
        memset(kept->bytes, 0, world_kept_size(w, kept));
}

// Read bytes that put_all has written. With records, these determine the rows of each group.
static void take_all(world *w, const unsigned char *from)
{
    const unsigned char *head = from + SEED;
    const unsigned format = format_of(from);
    uint32_t row = 0;
    w->seed = take_number(&head, 8);
    from += head_size(w, format);
    for (uint32_t i = 0; i < w->group_count; i++) {
        uint32_t count = (uint32_t)take_number(&head, 8);
        if (format != FORMAT_OF_COLUMNS)
            continue;
        w->groups[i].begin = row;
        row += count;
        w->groups[i].end = w->all.count = row;
    }
    EACH_ATTACHED(kept, w, format)
    {
        size_t size = (size_t)take_number(&head, 8);
        take_memory(w, kept, from, size);
        from += size;
    }
}

static gestalt_result check_loaded(world *w, const gestalt_population *read, gestalt_error *error)
{
    gestalt_result result = world_check(w, read, error);
    EACH_PART (part, w)
        if (result == GESTALT_OK && part->loaded)
            result = part->loaded(w, error);
    return result;
}

static gestalt_result remember(world *w, const gestalt_population *read, gestalt_error *error)
{
    world_before *before = &w->saved.before;
    before->size = size_of(w, FORMAT_OF_COLUMNS);
    before->totals = memory_new(&w->allocator, w->group_count * sizeof *before->totals);
    before->bytes = before->totals ? memory_new(&w->allocator, before->size) : NULL;
    if (!before->bytes)
        return error_no_memory(error);
    for (uint32_t i = 0; i < w->group_count; i++)
        before->totals[i] = (int64_t)world_snapshot_agents(read, i);
    put_all(w, before->bytes, FORMAT_OF_COLUMNS);
    return GESTALT_OK;
}

// Load a snapshot. Afterwards the population calls world_snapshot_end.
static gestalt_result take_world(void *user, const gestalt_population *read, gestalt_error *error)
{
    world *w = user;
    size_t size;
    const unsigned char *bytes = gestalt_population_attached(read, &size);
    bool has_records;
    gestalt_result result = world_snapshot_head(w, read, &has_records, error);
    if (result == GESTALT_OK)
        result = remember(w, read, error);
    if (result != GESTALT_OK)
        return result;
    take_all(w, bytes);
    w->sight.is_ready = false;
    w->share.ghost_count = 0;
    if (has_records)
        result = world_records_load(w, read, error);
    return result == GESTALT_OK ? check_loaded(w, read, error) : result;
}

void world_snapshot_end(world *w, bool is_loaded)
{
    world_before *before = &w->saved.before;
    if (is_loaded && w->share.is_shared)
        world_share_loaded(w);
    if (!is_loaded && before->bytes) {
        take_all(w, before->bytes);
        world_restore_rows(w);
    }
    memory_release(&w->allocator, before->bytes, before->size);
    memory_release(&w->allocator, before->totals, w->group_count * sizeof *before->totals);
    *before = (world_before){0};
}

gestalt_result world_snapshot_start(world *w)
{
    w->saved.members_size = scene_members_write(w->scene, NULL);
    w->saved.members = world_allocate(w, w->saved.members_size);
    if (!w->saved.members)
        return GESTALT_NO_MEMORY;
    scene_members_write(w->scene, w->saved.members);
    gestalt_population_check_attached(w->population, take_world, w);
    return GESTALT_OK;
}

gestalt_result world_load(world *w, const char *path, gestalt_error *error)
{
    return gestalt_population_load(w->population, path, error);
}

gestalt_result world_load_memory(world *w, const void *bytes, size_t size, gestalt_error *error)
{
    return gestalt_population_load_memory(w->population, bytes, size, error);
}
