// SPDX-License-Identifier: MIT
// Recordings of a world: positions, speeds, live nodes, further columns (world_columns.h), static
// objects, and the states of lights.
#include "error.h"
#include "memory.h"
#include "world.h"
#include "world_columns.h"
#include "world_report.h"

#include <string.h>

// The first columns; those of parts, and keys, follow.
enum { COLUMN_SPEED = STEER_DIMENSIONS, COLUMN_NODE, COLUMN_COUNT };

enum { LABEL_SIZE = 260 }; // fits the name of any node

static const char *const axes[] = {"x", "y", "z"};

// ---- the description

// Set up the columns that all worlds have.
static void fixed_columns(gestalt_record_column columns[COLUMN_COUNT])
{
    EACH_DIMENSION (d)
        columns[d] =
            (gestalt_record_column){.name = axes[d], .unit = "m", .type = GESTALT_RECORD_FLOAT};
    columns[COLUMN_SPEED] =
        (gestalt_record_column){.name = "speed", .unit = "m/s", .type = GESTALT_RECORD_FLOAT};
    columns[COLUMN_NODE] = (gestalt_record_column){.name = "node", .type = GESTALT_RECORD_NODE};
}

// Set up the other columns.
static uint32_t more_columns(const world *w, arena *memory, world_recorded **list)
{
    gestalt_record_column fixed[COLUMN_COUNT];
    fixed_columns(fixed);
    uint32_t count = world_more_columns(w, memory, fixed, COLUMN_COUNT, NULL);
    *list = ARENA_ARRAY(memory, world_recorded, count + 1);
    return world_more_columns(w, memory, fixed, COLUMN_COUNT, *list);
}

typedef struct describing {
    arena memory;
    const world *w;
    gestalt_record_description d;
    gestalt_record_column columns[GESTALT_RECORD_COLUMNS_MAX];
} describing;

static void describe_columns(describing *m)
{
    const scene *s = m->w->scene;
    bool cycles = s->space.periodic && !s->recording.exact;
    fixed_columns(m->columns);
    EACH_DIMENSION (d) {
        m->d.low[d] = s->space.low.at[d];
        m->d.high[d] = s->space.low.at[d] + s->space.size.at[d];
        m->d.periodic[d] = s->space.periodic;
        if (!cycles)
            continue;
        m->columns[d].coding = GESTALT_RECORD_CYCLE;
        m->columns[d].low = m->d.low[d];
        m->columns[d].high = m->d.high[d];
    }
    world_recorded *recorded;
    uint32_t more = more_columns(m->w, &m->memory, &recorded);
    for (uint32_t i = 0; i < more; i++)
        m->columns[COLUMN_COUNT + i] = recorded[i].as;
    m->d.columns = m->columns;
    m->d.column_count = COLUMN_COUNT + more;
}

static const char *const *labels_of(arena *a, const gestalt_shape *shape, uint32_t count)
{
    char label[LABEL_SIZE];
    const char **labels = ARENA_ARRAY(a, const char *, count);
    for (uint32_t i = 0; i < count; i++) {
        if (!gestalt_shape_label(shape, i, label, sizeof label))
            longjmp(a->escape, 1);
        labels[i] = arena_copy_text(a, label, strlen(label));
    }
    return labels;
}

static void describe_groups(describing *m)
{
    const world *w = m->w;
    gestalt_record_group *groups =
        ARENA_ARRAY(&m->memory, gestalt_record_group, w->group_count + 1);
    for (uint32_t i = 0; i < w->group_count; i++) {
        const scene_group *from = w->groups[i].scene;
        float radius = scene_half_length(&from->vehicle);
        groups[i] = (gestalt_record_group){.name = from->name, .radius = radius};
        groups[i].look = GESTALT_RECORD_LOOK(world_shape_of(w, from), from->color);
        groups[i].node_count = gestalt_shape_specification(from->shape)->node_count;
        groups[i].nodes = labels_of(&m->memory, from->shape, groups[i].node_count);
    }
    m->d.groups = groups;
    m->d.group_count = w->group_count;
}

static const float *copy_points(describing *m, const scene_point *points, uint32_t count)
{
    float *copy = ARENA_ARRAY(&m->memory, float, (size_t)count *STEER_DIMENSIONS + 1);
    for (uint32_t i = 0; i < count; i++)
        EACH_DIMENSION (d)
            copy[i * STEER_DIMENSIONS + (uint32_t)d] = points[i].at[d];
    return copy;
}

static uint32_t add_parts(describing *m, gestalt_record_geometry *to)
{
    uint32_t count = 0;
    EACH_PART (part, m->w)
        if (part->geometry)
            count += part->geometry(m->w, &m->memory, to ? to + count : NULL);
    return count;
}

static void describe_geometry(describing *m)
{
    const scene *s = m->w->scene;
    const scene_path *paths = s->paths.list;
    const scene_obstacle *obstacles = s->obstacles.list;
    uint32_t count = s->paths.count + s->obstacles.count + add_parts(m, NULL);
    gestalt_record_geometry *all = ARENA_ARRAY(&m->memory, gestalt_record_geometry, count + 1),
                            *next = all;
    for (uint32_t i = 0; i < s->paths.count; i++)
        *next++ = (gestalt_record_geometry){
            .kind = paths[i].closed ? GESTALT_RECORD_LOOP : GESTALT_RECORD_PATH,
            .name = paths[i].name,
            .points = copy_points(m, paths[i].points.list, paths[i].points.count),
            .point_count = paths[i].points.count,
            .radius = paths[i].radius};
    for (uint32_t i = 0; i < s->obstacles.count; i++)
        *next++ = (gestalt_record_geometry){.kind = GESTALT_RECORD_CIRCLE,
                                            .name = obstacles[i].name,
                                            .points = copy_points(m, &obstacles[i].at, 1),
                                            .point_count = 1,
                                            .radius = obstacles[i].radius};
    add_parts(m, next);
    m->d.geometry = all;
    m->d.geometry_count = count;
}

static gestalt_result recording_describe(describing *m, uint64_t every, gestalt_writer sink,
                                         gestalt_recorder **writer, gestalt_error *error)
{
    const scene *s = m->w->scene;
    if (setjmp(m->memory.escape))
        return error_no_memory(error);
    m->d = (gestalt_record_description){.name = s->name,
                                        .dimension = STEER_DIMENSIONS,
                                        .dt = s->space.dt,
                                        .seed = m->w->seed,
                                        .every = (uint32_t)every,
                                        .every_agent = (uint32_t)s->recording.every_agent};
    describe_columns(m);
    describe_groups(m);
    describe_geometry(m);
    return gestalt_recorder_create(&m->d, sink, &m->w->allocator, writer, error);
}

gestalt_result world_record(const world *w, uint64_t every, gestalt_writer sink,
                            gestalt_recorder **writer, gestalt_error *error)
{
    describing *m = memory_new(&w->allocator, sizeof *m);
    *writer = NULL;
    if (!m)
        return error_no_memory(error);
    memset(m, 0, sizeof *m);
    m->w = w;
    arena_start(&m->memory, w->allocator);
    gestalt_result result =
        recording_describe(m, every ? every : w->scene->recording.every, sink, writer, error);
    arena_destroy(&m->memory);
    memory_release(&w->allocator, m, sizeof *m);
    return result;
}

// ---- frames

// The agents of a frame.
typedef struct framing {
    const world *w;
    arena memory;
    gestalt_record_frame frame;
    uint64_t *ids;
    uint32_t *groups;
    uint32_t *indexes; // index of each agent
    void *columns[GESTALT_RECORD_COLUMNS_MAX];
    uint32_t column_count;
} framing;

static void recording_gather(framing *f)
{
    const world *w = f->w;
    uint64_t every = w->scene->recording.every_agent;
    for (uint32_t g = 0; g < w->group_count; g++)
        for (uint32_t i = w->groups[g].begin; i < w->groups[g].end; i++) {
            uint64_t at = f->frame.count;
            if (w->all.id[i] % every != 0)
                continue;
            f->frame.count++;
            f->ids[at] = w->all.id[i];
            f->groups[at] = g;
            f->indexes[at] = i;
            EACH_DIMENSION (d)
                ((float *)f->columns[d])[at] = w->all.position.at[d][i];
            ((float *)f->columns[COLUMN_SPEED])[at] =
                vector_length(vectors_get(&w->all.velocity, i));
        }
}

static uint32_t *new_words(framing *f)
{
    return ARENA_ARRAY(&f->memory, uint32_t, f->w->all.count + 1);
}

static void fill_report(const world *w, uint32_t report, uint32_t *values)
{
    float value = (float)world_report((world *)(uintptr_t)w, report);
    for (uint32_t i = 0; i < w->all.count; i++)
        memcpy(&values[i], &value, sizeof value);
}

static void gather_more(framing *f)
{
    world_recorded *more;
    uint32_t *values = new_words(f), count = more_columns(f->w, &f->memory, &more);
    f->column_count = COLUMN_COUNT + count;
    for (uint32_t c = 0; c < count; c++) {
        uint32_t *column = f->columns[COLUMN_COUNT + c] = new_words(f);
        if (more[c].is_report)
            fill_report(f->w, more[c].report, values);
        else
            world_column_values(f->w, &more[c], values);
        for (uint64_t at = 0; at < f->frame.count; at++)
            column[at] = values[f->indexes[at]];
    }
}

// Get the states of all lights; returns their number.
static uint32_t show_lights(const world *w, uint8_t *to)
{
    uint32_t count = 0;
    EACH_PART (part, w)
        if (part->lights)
            count += part->lights(w, to ? to + count : NULL);
    return count;
}

static void gather_lights(framing *f)
{
    uint8_t *lights = ARENA_ARRAY(&f->memory, uint8_t, show_lights(f->w, NULL) + 1);
    show_lights(f->w, lights);
    f->frame.lights = lights;
}

static gestalt_result recording_frame(framing *f, gestalt_world_frame_taker *take, void *user,
                                      gestalt_error *error)
{
    const world *w = f->w;
    if (setjmp(f->memory.escape))
        return error_no_memory(error);
    f->ids = ARENA_ARRAY(&f->memory, uint64_t, w->all.count + 1);
    f->groups = new_words(f);
    f->indexes = new_words(f);
    for (int i = 0; i < COLUMN_COUNT; i++)
        f->columns[i] = new_words(f);
    f->frame = (gestalt_record_frame){.step = w->step,
                                      .time = (int64_t)w->step * w->scene->space.dt,
                                      .ids = f->ids,
                                      .groups = f->groups,
                                      .columns = (const void *const *)f->columns};
    recording_gather(f);
    gather_more(f);
    gather_lights(f);
    gestalt_result result = gestalt_population_live_nodes(w->population, f->ids, f->frame.count,
                                                          f->columns[COLUMN_NODE], error);
    return result == GESTALT_OK ? take(user, &f->frame, f->column_count, error) : result;
}

gestalt_result world_take_frame(const world *w, gestalt_world_frame_taker *take, void *user,
                                gestalt_error *error)
{
    framing *f = memory_new(&w->allocator, sizeof *f);
    if (!f)
        return error_no_memory(error);
    memset(f, 0, sizeof *f);
    f->w = w;
    arena_start(&f->memory, w->allocator);
    gestalt_result result = recording_frame(f, take, user, error);
    arena_destroy(&f->memory);
    memory_release(&w->allocator, f, sizeof *f);
    return result;
}

static gestalt_result write_frame(void *user, const gestalt_record_frame *frame,
                                  uint32_t column_count, gestalt_error *error)
{
    (void)column_count;
    return gestalt_recorder_frame(user, frame, error);
}

gestalt_result world_frame(const world *w, gestalt_recorder *writer, gestalt_error *error)
{
    return gestalt_recorder_wants(writer, w->step) ? world_take_frame(w, write_frame, writer, error)
                                                   : GESTALT_OK;
}
