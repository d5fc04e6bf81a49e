// SPDX-License-Identifier: MIT
#include "record_parse.h"

// The rest of the description. After an error it is empty.
typedef struct cursor {
    const unsigned char *bytes;
    uint64_t size, used;
    arena *a;
    const char *wrong;
} cursor;

static const void *take(cursor *c, uint64_t size)
{
    if (c->wrong || size > c->size - c->used) {
        c->wrong = c->wrong ? c->wrong : "the description ends too early";
        return NULL;
    }
    c->used += size;
    return c->bytes + (c->used - size);
}

static bool take_into(cursor *c, void *value, size_t size)
{
    const void *bytes = take(c, size);
    if (bytes)
        memcpy(value, bytes, size);
    return bytes;
}

// Read and copy a text. A text that contains a zero byte is refused, because it would end there.
static const char *take_text(cursor *c, uint64_t size)
{
    const char *bytes = take(c, size);
    if (!bytes)
        return "";
    if (memchr(bytes, 0, (size_t)size))
        c->wrong = "a text contains a zero byte";
    return arena_copy_text(c->a, bytes, (size_t)size);
}

// Return whether `count` entries can follow, so that arrays for entries are never larger than the
// file.
static bool can_have(cursor *c, uint64_t count, uint64_t size_min)
{
    if (!c->wrong && count > (c->size - c->used) / size_min)
        c->wrong = "the description is too short for its entries";
    return !c->wrong;
}

static const char *const *take_labels(cursor *c, uint32_t count)
{
    if (!can_have(c, count, sizeof(uint32_t)))
        return NULL;
    const char **labels = ARENA_ARRAY(c->a, const char *, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size = 0;
        take_into(c, &size, sizeof size);
        labels[i] = take_text(c, size);
    }
    return labels;
}

static void parse_column(cursor *c, gestalt_record_column *column)
{
    record_column_entry entry = {0};
    take_into(c, &entry, sizeof entry);
    *column = (gestalt_record_column){.type = (gestalt_record_type)entry.type,
                                      .coding = (gestalt_record_coding)entry.coding,
                                      .word_count = entry.word_count,
                                      .low = entry.low,
                                      .high = entry.high};
    column->name = take_text(c, entry.name_size);
    column->unit = take_text(c, entry.unit_size);
    column->words = take_labels(c, entry.word_count);
}

static void parse_group(cursor *c, gestalt_record_group *group)
{
    record_group_entry entry = {0};
    take_into(c, &entry, sizeof entry);
    *group = (gestalt_record_group){
        .radius = entry.radius, .node_count = entry.node_count, .look = entry.look};
    group->name = take_text(c, entry.name_size);
    group->nodes = take_labels(c, entry.node_count);
}

static void parse_geometry(cursor *c, gestalt_record_geometry *g, uint32_t dimension)
{
    record_geometry_entry entry = {0};
    take_into(c, &entry, sizeof entry);
    *g = (gestalt_record_geometry){.kind = (gestalt_record_geometry_kind)entry.kind,
                                   .radius = entry.radius,
                                   .point_count = entry.point_count};
    g->name = take_text(c, entry.name_size);
    size_t size = (size_t)entry.point_count * dimension * sizeof(float);
    const void *points = take(c, size);
    if (points)
        g->points = memcpy(arena_allocate(c->a, size), points, size);
}

static void parse_all(cursor *c, const record_world *h, gestalt_record_description *d)
{
    d->name = take_text(c, h->name_size);
    if (!can_have(c, h->column_count, sizeof(record_column_entry)))
        return;
    gestalt_record_column *columns = ARENA_ARRAY(c->a, gestalt_record_column, h->column_count);
    for (uint32_t i = 0; i < h->column_count && !c->wrong; i++)
        parse_column(c, &columns[i]);
    d->columns = columns;
    if (!can_have(c, h->group_count, sizeof(record_group_entry)))
        return;
    gestalt_record_group *groups = ARENA_ARRAY(c->a, gestalt_record_group, h->group_count);
    for (uint32_t i = 0; i < h->group_count && !c->wrong; i++)
        parse_group(c, &groups[i]);
    d->groups = groups;
    if (!can_have(c, h->geometry_count, sizeof(record_geometry_entry)))
        return;
    gestalt_record_geometry *geometry =
        ARENA_ARRAY(c->a, gestalt_record_geometry, h->geometry_count);
    for (uint32_t i = 0; i < h->geometry_count && !c->wrong; i++)
        parse_geometry(c, &geometry[i], h->dimension);
    d->geometry = geometry;
    if (!c->wrong && c->used != c->size)
        c->wrong = "the description has bytes after its end";
}

// Return what is wrong with the beginning of the description, or NULL.
static const char *check_start(const record_world *h)
{
    if (h->dimension != 2 && h->dimension != 3)
        return "a world has 2 or 3 dimensions";
    if (h->every == 0 || h->every_agent == 0)
        return "the steps between frames, or those between agents, are 0";
    return h->periodic >> h->dimension != 0 ? "a reserved field is not 0" : NULL;
}

const char *record_parse(const unsigned char *bytes, uint64_t size, arena *a,
                         gestalt_record_description *d, uint64_t *at)
{
    record_world h = {0};
    cursor c = {.bytes = bytes, .size = size, .a = a};
    take_into(&c, &h, sizeof h);
    if (!c.wrong)
        c.wrong = check_start(&h);
    *d = (gestalt_record_description){.dimension = h.dimension,
                                      .dt = h.dt,
                                      .seed = h.seed,
                                      .every = h.every,
                                      .every_agent = h.every_agent,
                                      .column_count = h.column_count,
                                      .group_count = h.group_count,
                                      .geometry_count = h.geometry_count};
    memcpy(d->low, h.low, sizeof d->low);
    memcpy(d->high, h.high, sizeof d->high);
    for (uint32_t i = 0; i < 3; i++)
        d->periodic[i] = h.periodic >> i & 1;
    parse_all(&c, &h, d);
    *at = c.used;
    return c.wrong ? c.wrong : record_check(d);
}
