// SPDX-License-Identifier: MIT
// Writes a recording that is cheap to write and expensive to read, with correct hashes:
//
//   make_costly KIND BYTES FILE    KIND is a name in the table at the end of this file. Without
//   arguments, the program lists all kinds.
#include "record_bytes.h"
#include "record_format.h"

#include <gestalt/recorder/recording.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *bytes;
static size_t used, most;

static void put(const void *from, size_t size)
{
    if (used + size > most) {
        most = (used + size) * 2;
        bytes = realloc(bytes, most);
        if (!bytes)
            abort();
    }
    memcpy(bytes + used, from, size);
    used += size;
}

static void put_zeros(size_t count)
{
    static const unsigned char zeros[4096];
    for (; count > sizeof zeros; count -= sizeof zeros)
        put(zeros, sizeof zeros);
    put(zeros, count);
}

// ---- the description

typedef struct costly {
    uint32_t columns, groups, nodes, geometry;
} costly;

static void put_column(uint32_t number)
{
    char name[16];
    int size = snprintf(name, sizeof name, "c%u", (unsigned)number);
    put(&(record_column_entry){.name_size = (uint16_t)size}, sizeof(record_column_entry));
    put(name, (size_t)size);
}

static void put_start(costly c)
{
    record_header header = {.version = RECORD_VERSION};
    record_chunk chunk = {.kind = RECORD_CHUNK_WORLD};
    const record_world world = {.dimension = 2,
                                .dt = 1,
                                .every = 1,
                                .every_agent = 1,
                                .high = {1, 1},
                                .column_count = c.columns,
                                .group_count = c.groups,
                                .geometry_count = c.geometry};
    memcpy(header.magic, RECORD_MAGIC, sizeof header.magic);
    put(&header, sizeof header);
    put(&chunk, sizeof chunk);
    put(&world, sizeof world);
    for (uint32_t i = 0; i < c.columns; i++)
        put_column(i);
    for (uint32_t i = 0; i < c.groups; i++) {
        put(&(record_group_entry){.name_size = 1, .node_count = c.nodes},
            sizeof(record_group_entry));
        put("g", 1);
        put_zeros(c.nodes * sizeof(uint32_t));
    }
    for (uint32_t i = 0; i < c.geometry; i++) {
        put(&(record_geometry_entry){.kind = GESTALT_RECORD_PLACE, .point_count = 1},
            sizeof(record_geometry_entry));
        put_zeros(2 * sizeof(float));
    }
    chunk.size = used - sizeof header - sizeof chunk;
    memcpy(bytes + sizeof header, &chunk, sizeof chunk);
}

// ---- frames

static uint64_t frame_count;

// Write one run of agents whose values are all 0. In a key frame, their ids are consecutive from
// `first` on.
static void put_frame(costly c, uint32_t flags, uint64_t first, uint32_t count, uint32_t group)
{
    size_t begin = used;
    record_chunk chunk = {
        .kind = RECORD_CHUNK_FRAME, .flags = flags, .step = frame_count++, .count = count};
    put(&chunk, sizeof chunk);
    if (!(flags & RECORD_SAME)) {
        const uint32_t runs = count > 0;
        put(&runs, sizeof runs);
        if (runs)
            put(&(record_run){first, count, group}, sizeof(record_run));
    }
    put_zeros(c.columns * (1 + ((size_t)count + RECORD_BLOCK - 1) / RECORD_BLOCK));
    chunk.size = used - begin - sizeof chunk;
    memcpy(bytes + begin, &chunk, sizeof chunk);
}

static void put_end(void)
{
    const record_chunk chunk = {.kind = RECORD_CHUNK_END, .count = 1 + frame_count};
    put(&chunk, sizeof chunk);
}

// One frame with as many agents as fit.
static void make_crowd(costly c, size_t size)
{
    put_start(c);
    put_frame(c, RECORD_KEY, 0, (uint32_t)(size / c.columns * RECORD_BLOCK), 0);
}

static void make_still(size_t size)
{
    make_crowd((costly){.columns = 2, .groups = 1}, size);
}

static void make_wide(size_t size)
{
    make_crowd((costly){.columns = GESTALT_RECORD_COLUMNS_MAX, .groups = 1}, size);
}

// Many frames without agents.
static void make_frames(size_t size)
{
    costly c = {.columns = 2, .groups = 1};
    put_start(c);
    while (used < size)
        put_frame(c, RECORD_KEY, 0, 0, 0);
}

// The maximum number of groups, and frames with one agent, which belongs to each group in turn.
static void make_groups(size_t size)
{
    costly c = {.columns = 2, .groups = 1};
    c.groups = (uint32_t)(size / 2 / (sizeof(record_group_entry) + 1));
    if (c.groups > GESTALT_RECORD_GROUPS_MAX)
        c.groups = GESTALT_RECORD_GROUPS_MAX;
    put_start(c);
    while (used < size)
        put_frame(c, RECORD_KEY, frame_count, 1, (uint32_t)frame_count % c.groups);
}

// Agents that exist for one frame each. The id of each agent is less than all earlier ids.
static void make_guests(size_t size)
{
    costly c = {.columns = 2, .groups = 1};
    put_start(c);
    while (used < size)
        put_frame(c, RECORD_KEY, ((uint64_t)1 << 40) - frame_count * 400, 400, 0);
}

static void make_labels(size_t size)
{
    costly c = {.columns = 2, .groups = 1, .nodes = (uint32_t)(size / sizeof(uint32_t))};
    if (c.nodes > GESTALT_RECORD_NODES_MAX)
        c.nodes = GESTALT_RECORD_NODES_MAX;
    put_start(c);
    put_frame(c, RECORD_KEY, 0, 1, 0);
}

static void make_geometry(size_t size)
{
    costly c = {.columns = 2, .groups = 1};
    c.geometry = (uint32_t)(size / (sizeof(record_geometry_entry) + 2 * sizeof(float)));
    put_start(c);
    put_frame(c, RECORD_KEY, 0, 1, 0);
}

static const struct {
    const char *name;
    void (*make)(size_t size);
} kinds[] = {{"still", make_still},      {"wide", make_wide},     {"frames", make_frames},
             {"groups", make_groups},    {"guests", make_guests}, {"labels", make_labels},
             {"geometry", make_geometry}};

int main(int count, char **arguments)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (count != 4)
            printf("%s\n", kinds[i].name);
        else if (strcmp(kinds[i].name, arguments[1]) == 0)
            kinds[i].make(strtoull(arguments[2], NULL, 10));
    }
    if (count != 4)
        return 0;
    if (!used)
        return 2;
    put_end();
    repair_recording(bytes, used);
    FILE *file = fopen(arguments[3], "wb");
    return file && fwrite(bytes, 1, used, file) == used && fclose(file) == 0 ? 0 : 3;
}
