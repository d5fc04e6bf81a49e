// SPDX-License-Identifier: MIT
#include "final.h"

#include "arena.h"
#include "error.h"
#include "names.h"
#include "number.h"
#include "output.h"
#include "sort.h"

#include <gestalt/calls.h>
#include <inttypes.h>
#include <string.h>

static void put_float(text_out *out, float number)
{
    char text[NUMBER_TEXT_SIZE];
    text_write(out, text, number_print_float(text, number));
}

void final_value(text_out *out, const gestalt_value *value, const char *word)
{
    if (word) {
        text_put(out, word);
        return;
    }
    switch (value->type) {
    case GESTALT_BOOL: text_put(out, value->boolean ? "1" : "0"); break;
    case GESTALT_TEXT:
    case GESTALT_INT: text_print(out, "%" PRId32, value->integer); break;
    case GESTALT_FLOAT: put_float(out, value->number); break;
    case GESTALT_VEC2:
    case GESTALT_VEC3:
        for (uint32_t k = 0; k < key_width(value->type); k++) {
            text_put(out, k ? "," : "");
            put_float(out, value->vector[k]);
        }
        break;
    }
}

void final_show(text_out *out, const gestalt_value *value, const char *word)
{
    text_style(out, COLOR_VALUE);
    if (value->type == GESTALT_BOOL) {
        text_put(out, value->boolean ? "true" : "false");
    } else if (key_is_vector(value->type)) {
        for (uint32_t k = 0; k < key_width(value->type); k++) {
            text_put(out, k ? ", " : "(");
            put_float(out, value->vector[k]);
        }
        text_put(out, ")");
    } else {
        final_value(out, value, word);
    }
    text_style(out, COLOR_OFF);
}

void final_show_count(text_out *out, const gestalt_value *count)
{
    text_style(out, COLOR_VALUE);
    text_print(out, "%" PRId32 " element%s", count->integer,
               text_plural((uint64_t)count->integer, "", "s"));
    text_style(out, COLOR_OFF);
}

const char *final_word(const gestalt_shape *shape, uint32_t key, const gestalt_value *value)
{
    return value->type == GESTALT_INT ? gestalt_shape_key_word(shape, key, value->integer) : NULL;
}

gestalt_result final_read(const gestalt_shape *shape, uint32_t key,
                          const gestalt_population *population, uint64_t agent,
                          gestalt_value *value, gestalt_error *error)
{
    const image_key *k = &shape->keys[key];
    const char *name = shape_string(shape, k->name);
    return k->shared ? gestalt_population_read_shared(population, 0, name, value, error)
                     : gestalt_population_read(population, agent, name, value, error);
}

gestalt_result final_read_list(const gestalt_shape *shape, uint32_t key,
                               const gestalt_population *population, uint64_t agent,
                               final_list *list, gestalt_error *error)
{
    const char *name = shape_string(shape, shape->keys[key].name);
    list->count = 0;
    return gestalt_population_read_list(population, agent, name, list->elements,
                                        LIMIT_LIST_CAPACITY, &list->count, error);
}

void final_show_list(text_out *out, const gestalt_shape *shape, uint32_t key,
                     const gestalt_value *elements, size_t count)
{
    text_put(out, "[");
    for (size_t i = 0; i < count; i++) {
        text_put(out, i ? ", " : "");
        final_show(out, &elements[i], final_word(shape, key, &elements[i]));
    }
    text_put(out, "]");
}

static void put_element(text_out *out, const gestalt_value *value, const char *word)
{
    if (!key_is_vector(value->type)) {
        final_value(out, value, word);
        return;
    }
    for (uint32_t k = 0; k < key_width(value->type); k++) {
        text_put(out, k ? ":" : "");
        put_float(out, value->vector[k]);
    }
}

// Write the value of a key, or the elements of a list. `value` is used if the key is not a list.
static gestalt_result put_key(text_out *out, const gestalt_shape *shape, uint32_t key,
                              const gestalt_population *population, uint64_t agent,
                              const gestalt_value *value, gestalt_error *error)
{
    final_list list;
    if (!key_is_list(&shape->keys[key])) {
        final_value(out, value, final_word(shape, key, value));
        return GESTALT_OK;
    }
    gestalt_result result = final_read_list(shape, key, population, agent, &list, error);
    for (size_t i = 0; i < list.count && result == GESTALT_OK; i++) {
        text_put(out, i ? " " : "");
        put_element(out, &list.elements[i], final_word(shape, key, &list.elements[i]));
    }
    return result;
}

static void put_key_head(text_out *out, const char *name, uint32_t width)
{
    for (uint32_t k = 0; k < width; k++) {
        text_print(out, ",%s", name);
        if (width > 1)
            text_print(out, ".%c", key_component(k));
    }
}

static void put_head(text_out *out, const gestalt_shape *shape)
{
    text_put(out, "agent");
    for (uint32_t i = 0; i < shape->key_count; i++) {
        const image_key *key = &shape->keys[i];
        put_key_head(out, shape_string(shape, key->name),
                     key_is_list(key) ? 1 : key_width(key->type));
    }
    text_put(out, "\n");
}

typedef struct tree_final {
    const gestalt_shape *shape;
    const gestalt_population *population;
} tree_final;

static gestalt_result put_agents(void *user, text_out *out, uint64_t first, uint64_t end,
                                 gestalt_error *error)
{
    const tree_final *f = user;
    const gestalt_shape *shape = f->shape;
    const gestalt_population *population = f->population;
    for (uint64_t agent = gestalt_population_next(population, first); agent < end;
         agent = gestalt_population_next(population, agent + 1)) {
        text_print(out, "%" PRIu64, agent);
        for (uint32_t i = 0; i < shape->key_count; i++) {
            gestalt_value value = {0};
            gestalt_result result = GESTALT_OK;
            text_put(out, ",");
            if (!key_is_list(&shape->keys[i]))
                result = final_read(shape, i, population, agent, &value, error);
            if (result == GESTALT_OK)
                result = put_key(out, shape, i, population, agent, &value, error);
            if (result != GESTALT_OK)
                return result;
        }
        text_put(out, "\n");
    }
    return GESTALT_OK;
}

gestalt_result final_write(text_out *out, const gestalt_shape *shape, const team_agents *agents,
                           gestalt_error *error)
{
    tree_final f = {shape, agents->population};
    put_head(out, shape);
    return team_write(agents, out, put_agents, &f, error);
}

// ---- worlds

// Keys with the same name and type share a column, even in different groups.
typedef struct key_column {
    uint32_t column, key; // key: index in the group
} key_column;

typedef struct world_final {
    arena a;
    text_out *out;
    const gestalt_scene *scene;
    gestalt_world *world;
    gestalt_shape_key *columns;
    uint32_t count;
    key_column **groups; // by group: its keys, in the order of columns
    gestalt_value *values;
    gestalt_world_columns rows;
    uint32_t next, row, group; // next: row after the current one, which is of a group
} world_final;

static bool stands_before(const void *a, const void *b, const void *user)
{
    (void)user;
    return ((const key_column *)a)->column < ((const key_column *)b)->column;
}

static uint32_t count_keys(const world_final *f, uint32_t *most)
{
    uint32_t all = 0;
    *most = 0;
    for (uint32_t g = 0; g < gestalt_scene_tell(f->scene).group_count; g++) {
        uint32_t count = gestalt_shape_key_count(gestalt_scene_group_at(f->scene, g).shape);
        *most = count > *most ? count : *most;
        all += count;
    }
    return all;
}

static uint32_t column_of(world_final *f, names *known, const gestalt_shape_key *key)
{
    const char *text =
        arena_print(&f->a, "%d%s %s", (int)key->type, key->capacity > 0 ? " list" : "", key->name);
    size_t size = strlen(text);
    uint32_t found = names_find(known, text, size);
    if (found != NAMES_MISSING)
        return found;
    names_add(known, &f->a, text, size, f->count);
    f->columns[f->count] = *key;
    return f->count++;
}

static void find_columns(world_final *f)
{
    names known = {0};
    uint32_t most, groups = gestalt_scene_tell(f->scene).group_count;
    f->columns = ARENA_ARRAY(&f->a, gestalt_shape_key, count_keys(f, &most));
    f->values = ARENA_ARRAY(&f->a, gestalt_value, most);
    f->groups = ARENA_ARRAY(&f->a, key_column *, groups);
    for (uint32_t g = 0; g < groups; g++) {
        const gestalt_shape *shape = gestalt_scene_group_at(f->scene, g).shape;
        uint32_t count = gestalt_shape_key_count(shape);
        key_column *list = f->groups[g] = ARENA_ARRAY(&f->a, key_column, count);
        for (uint32_t i = 0; i < count; i++) {
            gestalt_shape_key key = gestalt_shape_key_at(shape, i);
            list[i] = (key_column){column_of(f, &known, &key), i};
        }
        sort_heap(list, count, sizeof *list, stands_before, NULL);
    }
}

static uint32_t field_count(const gestalt_shape_key *key)
{
    return key->capacity > 0 ? 1 : key_width(key->type);
}

static void put_world_head(world_final *f, const gestalt_world_columns *c)
{
    static const char *const axes[] = {"x", "y", "z"};
    text_put(f->out, "agent,group");
    for (int d = 0; d < 3 && c->position[d]; d++)
        text_print(f->out, ",%s", axes[d]);
    for (int d = 0; d < 3 && c->velocity[d]; d++)
        text_print(f->out, ",v%s", axes[d]);
    for (uint32_t i = 0; i < f->count; i++)
        put_key_head(f->out, f->columns[i].name, field_count(&f->columns[i]));
    text_put(f->out, "\n");
}

static gestalt_result put_keys(world_final *f, uint32_t group, uint64_t agent, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    const gestalt_shape *shape = gestalt_scene_group_at(f->scene, group).shape;
    uint32_t count = gestalt_shape_key_count(shape), at = 0;
    for (uint32_t i = 0; i < f->count && result == GESTALT_OK; i++) {
        text_put(f->out, ",");
        if (at < count && f->groups[group][at].column == i) {
            uint32_t key = f->groups[group][at++].key;
            result = put_key(f->out, shape, key, gestalt_world_population(f->world), agent,
                             &f->values[key], error);
        } else {
            text_fill(f->out, ',', field_count(&f->columns[i]) - 1);
        }
    }
    text_put(f->out, "\n");
    return result;
}

static gestalt_result put_row(void *user, text_out *out, gestalt_error *error)
{
    world_final *f = user;
    const gestalt_world_columns *c = &f->rows;
    uint64_t id = c->id[f->row];
    gestalt_scene_group g = gestalt_scene_group_at(f->scene, f->group);
    gestalt_result result = gestalt_actor_values(gestalt_world_population(f->world), id, f->values,
                                                 gestalt_shape_key_count(g.shape), error);
    if (result != GESTALT_OK)
        return result;
    f->out = out;
    text_print(out, "%" PRIu64 ",", id);
    output_csv_text(out, g.name);
    for (int i = 0; i < 6; i++) {
        const float *column = i < 3 ? c->position[i] : c->velocity[i - 3];
        if (!column)
            continue;
        text_put(out, ",");
        put_float(out, column[f->row]);
    }
    return put_keys(f, f->group, id, error);
}

// Go to the next row. Rows are sorted by group, then by id.
static bool next_row(void *user, uint64_t key[2])
{
    uint32_t begin, end;
    world_final *f = user;
    if (f->next == f->rows.count)
        return false;
    f->row = f->next++;
    while (gestalt_world_group(f->world, f->group, &begin, &end), f->row >= end)
        f->group++;
    key[0] = f->group;
    key[1] = f->rows.id[f->row];
    return true;
}

gestalt_result final_write_world(text_out *out, const gestalt_scene *scene, gestalt_world *world,
                                 gestalt_error *error)
{
    world_final f = {
        .out = out, .scene = scene, .world = world, .rows = gestalt_world_columns_of(world)};
    const team_lines rows = {&f, next_row, put_row};
    gestalt_result result = GESTALT_OK;
    arena_start(&f.a, memory_allocator(NULL));
    if (setjmp(f.a.escape))
        result = error_no_memory(error);
    else
        find_columns(&f);
    result = team_agree_result(result, error);
    if (result == GESTALT_OK) {
        put_world_head(&f, &f.rows);
        result = team_write_lines(out, &rows, error);
    }
    arena_destroy(&f.a);
    return result;
}
