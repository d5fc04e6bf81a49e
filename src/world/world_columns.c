// SPDX-License-Identifier: MIT
#include "world_columns.h"

#include "trigonometry.h"

#include <gestalt/calls.h>
#include <math.h>
#include <string.h>

// ---- listing columns

typedef struct listing {
    const world *w;
    arena *memory;
    const gestalt_record_column *fixed;
    uint32_t fixed_count;
    world_recorded *to; // NULL: only count them
    uint32_t count;
} listing;

static bool is_taken(const listing *l, const char *name)
{
    for (uint32_t i = 0; i < l->fixed_count; i++)
        if (strcmp(l->fixed[i].name, name) == 0)
            return true;
    for (uint32_t i = 0; i < l->count; i++)
        if (strcmp(l->to[i].as.name, name) == 0)
            return true;
    return false;
}

// Add a column, unless the recording is full. If its name is taken, prefix it, repeatedly if
// needed: "key.speed".
static void columns_add(listing *l, const char *prefix, world_recorded column)
{
    if (l->fixed_count + l->count == GESTALT_RECORD_COLUMNS_MAX)
        return;
    if (l->to) {
        while (is_taken(l, column.as.name))
            column.as.name = arena_print(l->memory, "%s.%s", prefix, column.as.name);
        l->to[l->count] = column;
    }
    l->count++;
}

static void add_columns(listing *l, const char *part, const gestalt_world_column *c)
{
    for (; c->name; c++) {
        world_recorded column = {.as = {.name = c->name, .unit = c->unit}, .of_part = c};
        column.as.type = c->number ? GESTALT_RECORD_FLOAT : GESTALT_RECORD_INT;
        column.as.words = c->words;
        while (c->words && c->words[column.as.word_count])
            column.as.word_count++;
        columns_add(l, part, column);
    }
}

// ---- headings

gestalt_record_shape world_shape_of(const world *w, const scene_group *group)
{
    if (group->drawn_as != GESTALT_RECORD_SHAPE_ANY)
        return (gestalt_record_shape)group->drawn_as;
    EACH_PART (part, w)
        if (part->scene.drawn_as && part->scene.has_columns(group))
            return (gestalt_record_shape)part->scene.drawn_as;
    return GESTALT_RECORD_SHAPE_ANY;
}

// Cars and planes have a heading even while they stand, which cannot be derived from positions.
static bool keeps_heading(const world *w, const world_group *group)
{
    gestalt_record_shape shape = world_shape_of(w, group->scene);
    return STEER_DIMENSIONS == 2 &&
           (shape == GESTALT_RECORD_SHAPE_CAR || shape == GESTALT_RECORD_SHAPE_PLANE);
}

static void add_headings(listing *l)
{
    bool wanted = false;
    for (uint32_t i = 0; i < l->w->group_count && !wanted; i++)
        wanted = keeps_heading(l->w, &l->w->groups[i]);
    if (wanted)
        columns_add(
            l, "world",
            (world_recorded){.as = {.name = "heading", .unit = "°", .type = GESTALT_RECORD_INT},
                             .is_heading = true});
}

// Return the heading in whole degrees, counterclockwise from x, up to 359; -1 without a direction.
static uint32_t degrees_of(vector heading)
{
    float turn = trigonometry_atan2(heading.at[1], heading.at[0]) * 57.2957795f;
    int32_t degrees = (int32_t)lrintf(turn);
    return (uint32_t)(degrees < 0 ? degrees + 360 : degrees);
}

static void read_headings(const world *w, uint32_t *values)
{
    for (uint32_t g = 0; g < w->group_count; g++) {
        bool keeps = keeps_heading(w, &w->groups[g]);
        for (uint32_t i = w->groups[g].begin; i < w->groups[g].end; i++)
            values[i] = keeps ? degrees_of(vectors_get(&w->all.heading, i)) : UINT32_MAX;
    }
}

// Return the shape with a key of that name. Reading the scene has ensured that one exists, and that
// the type is the same in all trees that have it.
static const gestalt_shape *find_key(const world *w, const char *name, uint32_t *number)
{
    const gestalt_shape *shape = NULL;
    for (uint32_t i = 0; i < w->group_count; i++) {
        shape = w->groups[i].scene->shape;
        uint32_t count = gestalt_shape_key_count(shape);
        for (*number = 0; *number < count; ++*number)
            if (strcmp(gestalt_shape_key_at(shape, *number).name, name) == 0)
                return shape;
    }
    return shape;
}

static void add_words(listing *l, const gestalt_shape *shape, uint32_t key,
                      gestalt_record_column *to)
{
    to->word_count = gestalt_shape_key_word_count(shape, key);
    const char **words = ARENA_ARRAY(l->memory, const char *, to->word_count + 1);
    for (uint32_t i = 0; i < to->word_count; i++)
        words[i] = gestalt_shape_key_word(shape, key, (int32_t)i);
    to->words = words;
}

static void add_key(listing *l, const char *name)
{
    static const gestalt_record_type types[] = {[GESTALT_BOOL] = GESTALT_RECORD_BOOL,
                                                [GESTALT_INT] = GESTALT_RECORD_INT,
                                                [GESTALT_FLOAT] = GESTALT_RECORD_FLOAT};
    uint32_t number = 0;
    const gestalt_shape *shape = find_key(l->w, name, &number);
    gestalt_type type = gestalt_shape_key_at(shape, number).type;
    if (type < GESTALT_VEC2) {
        world_recorded column = {.as = {.name = name, .type = types[type]}, .key = name};
        add_words(l, shape, number, &column.as);
        columns_add(l, "key", column);
        return;
    }
    for (int axis = 0; axis < (type == GESTALT_VEC3 ? 3 : 2); axis++) {
        const char *component = arena_print(l->memory, "%s.%c", name, "xyz"[axis]);
        columns_add(l, "key", (world_recorded){.as = {.name = component}, .key = component});
    }
}

static void add_report(listing *l, const char *name)
{
    const scene *s = l->w->scene;
    uint32_t i = 0;
    while (strcmp(((const scene_report *)s->reporting.reports.list)[i].name, name) != 0)
        i++; // reading the scene has ensured that there is one
    columns_add(l, "key",
                (world_recorded){.as = {.name = name, .type = GESTALT_RECORD_FLOAT},
                                 .key = name,
                                 .is_report = true,
                                 .report = i});
}

uint32_t world_more_columns(const world *w, arena *memory, const gestalt_record_column *fixed,
                            uint32_t fixed_count, world_recorded *to)
{
    listing l = {w, memory, fixed, fixed_count, to, 0};
    const scene_texts *keys = &w->scene->recording.keys;
    EACH_PART (part, w)
        if (part->scene.columns && w->parts.states[part->number])
            add_columns(&l, part->scene.name, part->scene.columns);
    add_headings(&l);
    for (uint32_t i = 0; i < keys->count; i++)
        add_key(&l, keys->list[i]);
    for (uint32_t i = 0; i < w->scene->recording.reports.count; i++)
        add_report(&l, w->scene->recording.reports.list[i]);
    return l.count;
}

// ---- values

static uint32_t bits_of(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static uint32_t of_value(const gestalt_value *v)
{
    switch (v->type) {
    case GESTALT_BOOL: return v->boolean;
    case GESTALT_INT: return (uint32_t)v->integer;
    case GESTALT_FLOAT: return bits_of(v->number);
    default: return 0;
    }
}

static uint32_t of_column(const gestalt_column *column, gestalt_type type, uint32_t lane)
{
    switch (type) {
    case GESTALT_BOOL: return *column->bools >> lane & 1;
    case GESTALT_INT: return (uint32_t)column->ints[lane];
    default: return bits_of(column->floats[lane]);
    }
}

static void read_block(const world *w, uint32_t group, uint64_t index, gestalt_key key,
                       uint32_t *values)
{
    gestalt_block block;
    if (!gestalt_population_block(w->population, group, index, &block))
        return;
    gestalt_column column = gestalt_population_column(w->population, group, index, key);
    for (uint64_t rest = block.lanes; rest; rest &= rest - 1) {
        uint32_t lane = (uint32_t)__builtin_ctzll(rest);
        uint64_t id = block.agents ? block.agents[lane] : block.first_agent + lane;
        uint32_t at = world_find_in(w, &w->groups[group], id);
        if (at != UINT32_MAX)
            values[at] = of_column(&column, key.type, lane);
    }
}

static void read_group(const world *w, const world_group *group, const world_recorded *c,
                       uint32_t *values)
{
    gestalt_key key;
    gestalt_value all = {.type = GESTALT_INT, .integer = c->as.word_count ? -1 : 0};
    bool has = gestalt_population_key(w->population, group->number, c->key, &key);
    if (has && !key.shared) {
        uint64_t blocks = gestalt_population_block_count(w->population, group->number);
        for (uint64_t i = 0; i < blocks; i++)
            read_block(w, group->number, i, key, values);
        return;
    }
    if (has)
        gestalt_population_read_shared(w->population, group->number, c->key, &all, NULL);
    else if (c->as.type == GESTALT_RECORD_FLOAT)
        all = (gestalt_value){.type = GESTALT_FLOAT, .number = NAN};
    for (uint32_t i = group->begin; i < group->end; i++)
        values[i] = of_value(&all);
}

void world_column_of_group(const world *w, uint32_t group, const world_recorded *c,
                           uint32_t *values)
{
    read_group(w, &w->groups[group], c, values);
}

void world_column_values(const world *w, const world_recorded *c, uint32_t *values)
{
    const gestalt_world_column *part = c->of_part;
    if (c->is_heading) {
        read_headings(w, values);
        return;
    }
    for (uint32_t i = 0; part && i < w->all.count; i++)
        values[i] = part->number ? bits_of(part->number(w, i)) : part->word(w, i);
    for (uint32_t g = 0; !part && g < w->group_count; g++)
        read_group(w, &w->groups[g], c, values);
}
