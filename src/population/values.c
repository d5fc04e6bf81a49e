// SPDX-License-Identifier: MIT
// Blackboards and persistent statuses, accessed by name and by column. Lists are in list_values.c.
#include "values.h"
#include "group.h"
#include "place.h"
#include "population_state.h"

#include "error.h"

#include <string.h>

bool values_are_of_key(const group *g, const gestalt_key *key)
{
    const gestalt_specification *spec = g->shape->specification;
    if (key->keys_hash != g->keys_identity || (unsigned)key->type > GESTALT_VEC3)
        return false;
    bool is_mask = key->type == GESTALT_BOOL && key->capacity == 0;
    uint32_t numbers = key->shared ? spec->shared_number_columns : spec->number_columns;
    uint32_t bools = key->shared ? spec->shared_bool_columns : spec->bool_columns;
    uint64_t begin = key->shared ? (uint64_t)spec->number_columns + spec->bool_columns : 0;
    begin += is_mask ? numbers : 0;
    uint64_t end = begin + (is_mask ? bools : numbers);
    uint64_t width = key_width(key->type);
    uint64_t size = key->capacity > 0 ? 1 + key->capacity * width : width;
    return key->column >= begin && key->column + size <= end;
}

const char *const values_type_texts[] = {"a bool", "an int", "a float", "a vec2", "a vec3"};

// ---- keys

enum { WHOLE = KEY_WIDTH_MAX };

// Return the size of the key's name before the dot of a component. Sets the component, or WHOLE.
static size_t split_name(const char *name, uint32_t *component)
{
    size_t size = strlen(name);
    *component = WHOLE;
    for (uint32_t k = 0; k < KEY_WIDTH_MAX && size > 2; k++)
        if (name[size - 2] == '.' && name[size - 1] == key_component(k))
            *component = k;
    return *component == WHOLE ? size : size - 2;
}

static bool find_key(const group *g, const char *name, gestalt_key *key)
{
    const gestalt_shape *shape = g->shape;
    uint32_t component;
    size_t size = split_name(name, &component);
    for (uint32_t i = 0; i < shape->key_count; i++) {
        const image_key *k = &shape->keys[i];
        const char *key_name = shape_string(shape, k->name);
        if (strncmp(key_name, name, size) != 0 || key_name[size] != '\0')
            continue;
        bool is_whole = component == WHOLE;
        bool has_components = key_is_vector(k->type) && !key_is_list(k);
        if (!is_whole && (!has_components || component >= key_width(k->type)))
            return false;
        *key = (gestalt_key){.type = is_whole ? (gestalt_type)k->type : GESTALT_FLOAT,
                             .shared = k->shared,
                             .column = k->column + (is_whole ? 0 : component),
                             .capacity = k->capacity,
                             .keys_hash = g->keys_identity};
        return true;
    }
    return false;
}

gestalt_result values_need_key(const group *g, const char *name, bool is_list, const char *other,
                               gestalt_key *key, gestalt_error *error)
{
    char quoted[ERROR_QUOTE_SIZE];
    error_quote(quoted, name, strlen(name));
    if (!find_key(g, name, key))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "there is no blackboard key `%s`", quoted);
    if (is_list == (key->capacity > 0))
        return GESTALT_OK;
    return error_set(error, GESTALT_BAD_ARGUMENT, 0, "the key `%s` is %s list: call %s", quoted,
                     is_list ? "not a" : "a", other);
}

bool gestalt_population_key(const gestalt_population *p, uint32_t number, const char *name,
                            gestalt_key *key)
{
    if (MISUSE_NULL(p, "population", NULL) || MISUSE_NULL(name, "name", NULL) ||
        MISUSE_NULL(key, "key", NULL) || POPULATION_NO_GROUP(p, number, NULL))
        return false;
    return find_key(&p->groups[number], name, key);
}

// ---- columns: a shared value is a column of its own, with one lane

uint32_t *values_number_at(const place *where, uint32_t column, size_t *step)
{
    const group *g = where->group;
    const gestalt_specification *spec = g->shape->specification;
    uint32_t own = spec->number_columns + spec->bool_columns;
    *step = column < own ? g->layout.stride : 1;
    if (column >= own)
        return &g->agents.shared_numbers[column - own];
    uint32_t *numbers = cohort_part(where->cohort, g->layout.numbers);
    return &numbers[(size_t)column * g->layout.stride + where->lane];
}

// Return the address of the mask that contains a bool, and set the bits of the mask that belong to
// it.
static uint64_t *bool_at(const place *where, uint32_t column, uint64_t *bits)
{
    const group *g = where->group;
    const gestalt_specification *spec = g->shape->specification;
    uint32_t own = spec->number_columns + spec->bool_columns;
    if (column >= own) {
        *bits = ~UINT64_C(0);
        return &g->agents.shared_bools[column - own - spec->shared_number_columns];
    }
    uint64_t *bools = cohort_part(where->cohort, g->layout.bools);
    *bits = UINT64_C(1) << where->lane;
    return &bools[column - spec->number_columns];
}

gestalt_value values_get(const place *where, gestalt_type type, uint32_t column)
{
    gestalt_value value = {.type = type};
    uint64_t bits;
    size_t step;
    if (type == GESTALT_BOOL) {
        const uint64_t *mask = bool_at(where, column, &bits);
        value.boolean = *mask & bits;
        return value;
    }
    const uint32_t *number = values_number_at(where, column, &step);
    for (uint32_t k = 0; k < key_width(type); k++) // other types have only the first number
        memcpy(&value.vector[k], number + k * step, sizeof *number);
    return value;
}

gestalt_value values_of_key(const place *where, const image_key *key)
{
    return values_get(where, key_is_list(key) ? GESTALT_INT : (gestalt_type)key->type, key->column);
}

void values_wake(const place *where, const gestalt_key *key)
{
    group *g = where->group;
    bool is_asked = false;
    uint32_t columns = key->capacity ? 1 : key_width(key->type); // a list has that of its count
    for (uint32_t i = 0; g->sleep && i < columns; i++)
        is_asked = is_asked || g->sleep->asked[key->column + i];
    if (is_asked && key->shared)
        sleepers_wake_range(&g->agents.sleepers, 0, g->agents.cohort_count);
    else if (is_asked)
        group_wake(g, where->index);
}

void values_put(const place *where, uint32_t column, const gestalt_value *value)
{
    uint64_t bits;
    size_t step;
    if (value->type == GESTALT_BOOL) {
        uint64_t *mask = bool_at(where, column, &bits);
        *mask = value->boolean ? *mask | bits : *mask & ~bits;
        return;
    }
    uint32_t *number = values_number_at(where, column, &step);
    for (uint32_t k = 0; k < key_width(value->type); k++)
        memcpy(number + k * step, &value->vector[k], sizeof *number);
}

// ---- by name

gestalt_result values_check_type(const gestalt_key *key, const char *name, gestalt_value value,
                                 gestalt_error *error)
{
    char quoted[ERROR_QUOTE_SIZE];
    if (value.type == key->type)
        return GESTALT_OK;
    error_quote(quoted, name, strlen(name));
    return error_set(error, GESTALT_BAD_ARGUMENT, 0, "the key `%s` is %s, not %s", quoted,
                     values_type_texts[key->type], values_type_texts[value.type]);
}

gestalt_result gestalt_population_read(const gestalt_population *p, uint64_t agent,
                                       const char *name, gestalt_value *value, gestalt_error *error)
{
    const char *other = "gestalt_population_read_list";
    place where = {0};
    gestalt_key key;
    if (MISUSE_NULL(p, "population", error) || MISUSE_NULL(name, "name", error) ||
        MISUSE_NULL(value, "value", error))
        return GESTALT_MISUSE;
    gestalt_result result = population_need(p, agent, &where, error);
    if (result == GESTALT_OK)
        result = values_need_key(where.group, name, false, other, &key, error);
    if (result == GESTALT_OK)
        *value = values_get(&where, key.type, key.column);
    return result;
}

gestalt_result gestalt_population_write(gestalt_population *p, uint64_t agent, const char *name,
                                        gestalt_value value, gestalt_error *error)
{
    const char *other = "gestalt_population_write_list";
    place where = {0};
    gestalt_key key;
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || MISUSE_NULL(name, "name", error) ||
        POPULATION_NO_TYPE(value.type, error))
        return GESTALT_MISUSE;
    gestalt_result result = population_need(p, agent, &where, error);
    if (result == GESTALT_OK)
        result = values_need_key(where.group, name, false, other, &key, error);
    if (result == GESTALT_OK)
        result = values_check_type(&key, name, value, error);
    if (result != GESTALT_OK)
        return result;
    if (key.shared)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the key `%s` is shared: gestalt_population_write_shared sets it", name);
    values_put(&where, key.column, &value);
    values_wake(&where, &key);
    return GESTALT_OK;
}

gestalt_result values_need_shared(const group *g, const char *name, bool is_list, const char *other,
                                  gestalt_key *key, gestalt_error *error)
{
    gestalt_result result = values_need_key(g, name, is_list, other, key, error);
    if (result == GESTALT_OK && !key->shared)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "the key `%s` is not shared", name);
    return result;
}

gestalt_result gestalt_population_read_shared(const gestalt_population *p, uint32_t number,
                                              const char *name, gestalt_value *value,
                                              gestalt_error *error)
{
    place where = {0};
    gestalt_key key;
    if (MISUSE_NULL(p, "population", error) || MISUSE_NULL(name, "name", error) ||
        MISUSE_NULL(value, "value", error) || POPULATION_NO_GROUP(p, number, error))
        return GESTALT_MISUSE;
    where.group = &p->groups[number];
    gestalt_result result = values_need_shared(where.group, name, false,
                                               "gestalt_population_read_shared_list", &key, error);
    if (result == GESTALT_OK)
        *value = values_get(&where, key.type, key.column);
    return result;
}

gestalt_result gestalt_population_write_shared(gestalt_population *p, uint32_t number,
                                               const char *name, gestalt_value value,
                                               gestalt_error *error)
{
    place where = {0};
    gestalt_key key;
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || MISUSE_NULL(name, "name", error) ||
        POPULATION_NO_GROUP(p, number, error) || POPULATION_NO_TYPE(value.type, error))
        return GESTALT_MISUSE;
    where.group = &p->groups[number];
    gestalt_result result = values_need_shared(where.group, name, false,
                                               "gestalt_population_write_shared_list", &key, error);
    if (result == GESTALT_OK)
        result = values_check_type(&key, name, value, error);
    if (result != GESTALT_OK)
        return result;
    values_put(&where, key.column, &value);
    values_wake(&where, &key);
    return GESTALT_OK;
}

// ---- persistent statuses

static gestalt_result need_persistent(const gestalt_population *p, uint64_t agent, const char *name,
                                      place *where, uint64_t **masks, gestalt_error *error)
{
    char quoted[ERROR_QUOTE_SIZE];
    gestalt_result result = population_need(p, agent, where, error);
    if (result != GESTALT_OK)
        return result;
    const gestalt_shape *shape = where->group->shape;
    uint64_t(*statuses)[2] = cohort_part(where->cohort, where->group->layout.statuses);
    for (uint32_t i = 0; i < shape->persistent_count; i++) {
        if (strcmp(shape_string(shape, shape->persistents[i].name), name) != 0)
            continue;
        *masks = statuses[i];
        return GESTALT_OK;
    }
    return error_set(error, GESTALT_BAD_ARGUMENT, 0, "there is no persistent status `%s`",
                     error_quote(quoted, name, strlen(name)));
}

gestalt_result gestalt_population_persistent(const gestalt_population *p, uint64_t agent,
                                             const char *name, gestalt_status *status,
                                             gestalt_error *error)
{
    place where = {0};
    uint64_t *masks = NULL;
    if (MISUSE_NULL(p, "population", error) || MISUSE_NULL(name, "name", error) ||
        MISUSE_NULL(status, "status", error))
        return GESTALT_MISUSE;
    gestalt_result result = need_persistent(p, agent, name, &where, &masks, error);
    if (result == GESTALT_OK)
        *status = masks[0] >> where.lane & 1   ? GESTALT_SUCCESS
                  : masks[1] >> where.lane & 1 ? GESTALT_FAILURE
                                               : GESTALT_RUNNING;
    return result;
}

gestalt_result gestalt_population_set_persistent(gestalt_population *p, uint64_t agent,
                                                 const char *name, gestalt_status status,
                                                 gestalt_error *error)
{
    place where = {0};
    uint64_t *masks = NULL;
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || MISUSE_NULL(name, "name", error) ||
        POPULATION_NO_STATUS(status, error))
        return GESTALT_MISUSE;
    gestalt_result result = need_persistent(p, agent, name, &where, &masks, error);
    if (result != GESTALT_OK)
        return result;
    uint64_t bit = UINT64_C(1) << where.lane;
    group_wake(where.group, where.index);
    masks[0] = (masks[0] & ~bit) | (status == GESTALT_SUCCESS ? bit : 0);
    masks[1] = (masks[1] & ~bit) | (status == GESTALT_FAILURE ? bit : 0);
    return GESTALT_OK;
}

// ---- blocks

uint64_t gestalt_population_block_count(const gestalt_population *p, uint32_t number)
{
    if (MISUSE_NULL(p, "population", NULL) || POPULATION_NO_GROUP(p, number, NULL))
        return 0;
    return p->groups[number].agents.cohort_count;
}

bool gestalt_population_block(const gestalt_population *p, uint32_t number, uint64_t index,
                              gestalt_block *block)
{
    if (MISUSE_NULL(p, "population", NULL) || POPULATION_NO_GROUP(p, number, NULL) ||
        MISUSE_NULL(block, "block", NULL))
        return false;
    if (index >= p->groups[number].agents.cohort_count)
        return false;
    const group *g = &p->groups[number];
    const cohort *c = group_cohort(g, index);
    *block = (gestalt_block){.lanes = cohort_occupied(&g->layout, c),
                             .lane_count = g->layout.lanes,
                             .first_agent = c->first_id,
                             .agents = cohort_ids(&g->layout, c)};
    return true;
}

uint64_t gestalt_population_adjacent_blocks(const gestalt_population *p, uint32_t number,
                                            uint64_t index, size_t *stride)
{
    if (MISUSE_NULL(p, "population", NULL) || POPULATION_NO_GROUP(p, number, NULL) ||
        MISUSE_NULL(stride, "stride", NULL))
        return 0;
    const group *g = &p->groups[number];
    *stride = g->layout.size;
    uint64_t end = g->agents.cohort_count;
    return index < end ? slabs_row_end(&g->agents.cohorts, index, end) - index : 0;
}

gestalt_result gestalt_population_block_agents(const gestalt_population *p, uint32_t number,
                                               uint64_t index, uint64_t count, uint64_t *lanes,
                                               uint64_t *agents, gestalt_error *error)
{
    if (MISUSE_NULL(p, "population", error) || POPULATION_NO_GROUP(p, number, error) ||
        MISUSE_NULL(agents, "agents", error))
        return GESTALT_MISUSE;
    const group *g = &p->groups[number];
    uint64_t blocks = g->agents.cohort_count;
    if (index > blocks || count > blocks - index)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "the group has only %llu blocks",
                         (unsigned long long)blocks);
    for (uint64_t i = 0; i < count; i++) {
        const cohort *c = group_cohort(g, index + i);
        uint64_t occupied = cohort_occupied(&g->layout, c);
        if (lanes)
            lanes[i] = occupied;
        for (uint32_t lane = 0; lane < g->layout.lanes; lane++)
            *agents++ = occupied >> lane & 1 ? cohort_id(&g->layout, c, lane) : UINT64_MAX;
    }
    return GESTALT_OK;
}

gestalt_column gestalt_population_column(gestalt_population *p, uint32_t number, uint64_t index,
                                         gestalt_key key)
{
    gestalt_column column = {0};
    if (MISUSE_NULL(p, "population", NULL) || POPULATION_NO_GROUP(p, number, NULL) ||
        MISUSE_BEYOND(index, p->groups[number].agents.cohort_count, "block", NULL) || key.shared)
        return column;
    if (key.capacity > 0) {
        MISUSE(NULL, "the key is a list: call gestalt_population_list");
        return column;
    }
    const group *g = &p->groups[number];
    place where = {.group = &p->groups[number], .cohort = group_cohort(g, index)};
    uint64_t bits;
    size_t step;
    uint32_t width = key_width(key.type);
    if (!values_are_of_key(g, &key))
        return column;
    if (key.type == GESTALT_BOOL) {
        column.bools = bool_at(&where, key.column, &bits);
    } else {
        column.ints = (int32_t *)values_number_at(&where, key.column, &step);
        if (width > 1)
            column.y = column.floats + step;
        if (width > 2)
            column.z = column.y + step;
    }
    return column;
}
