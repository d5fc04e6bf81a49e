// SPDX-License-Identifier: MIT
// Lists of blackboards, accessed by name and by column. The format of their columns is explained in
// columns.h.
#include "group.h"
#include "population_state.h"
#include "values.h"

#include "error.h"
#include "text.h"

#include <string.h>

// ---- elements

// Return the bits of a component of an element.
static uint32_t element_bits(const gestalt_value *element, uint32_t component)
{
    uint32_t bits;
    if (element->type == GESTALT_BOOL)
        return element->boolean;
    memcpy(&bits, &element->vector[component], sizeof bits); // an int is in the first place
    return bits;
}

static gestalt_value element_at(const uint32_t *numbers, size_t step, gestalt_type type)
{
    gestalt_value element = {.type = type};
    if (type == GESTALT_BOOL)
        element.boolean = *numbers != 0;
    for (uint32_t k = 0; type != GESTALT_BOOL && k < key_width(type); k++)
        memcpy(&element.vector[k], numbers + k * step, sizeof *numbers);
    return element;
}

gestalt_result values_read_list(const place *where, const gestalt_key *key, gestalt_value *elements,
                                size_t capacity, size_t *count, gestalt_error *error)
{
    size_t step, width = key_width(key->type);
    const uint32_t *numbers = values_number_at(where, key->column, &step);
    *count = *numbers < key->capacity ? *numbers : key->capacity;
    for (size_t i = 0; i < *count && i < capacity; i++)
        elements[i] = element_at(numbers + (1 + i * width) * step, step, key->type);
    if (*count <= capacity)
        return GESTALT_OK;
    return error_set(error, GESTALT_LIMIT, 0,
                     "the list has %zu element%s, but there is room for %zu", *count,
                     text_plural(*count, "", "s"), capacity);
}

gestalt_result values_check_list(const gestalt_key *key, const char *name,
                                 const gestalt_value *elements, size_t count, gestalt_error *error)
{
    char quoted[ERROR_QUOTE_SIZE];
    error_quote(quoted, name, strlen(name));
    if (count > key->capacity)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the list `%s` has at most %u element%s, not %zu", quoted,
                         (unsigned)key->capacity, text_plural(key->capacity, "", "s"), count);
    for (size_t i = 0; i < count; i++)
        if (elements[i].type != key->type)
            return error_set(
                error, GESTALT_BAD_ARGUMENT, 0,
                "the elements of the list `%s` are of another type: element %zu must be %s, not %s",
                quoted, i, values_type_texts[key->type], values_type_texts[elements[i].type]);
    return GESTALT_OK;
}

void values_write_list(const place *where, const gestalt_key *key, const gestalt_value *elements,
                       size_t count)
{
    size_t step, width = key_width(key->type);
    uint32_t *numbers = values_number_at(where, key->column, &step);
    *numbers = (uint32_t)count;
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < width; k++)
            numbers[(1 + i * width + k) * step] = element_bits(&elements[i], k);
    values_wake(where, key);
}

// Refuse elements without a type.
bool values_have_no_type(const char *function, const gestalt_value *elements, size_t count,
                         gestalt_error *error)
{
    for (size_t i = 0; i < count; i++)
        if ((unsigned)elements[i].type > GESTALT_VEC3)
            return misuse_tell(function, error,
                               "%u is not the type of a value: set `type` of element %zu",
                               (unsigned)elements[i].type, i) != GESTALT_OK;
    return false;
}

// ---- by name

gestalt_result gestalt_population_read_list(const gestalt_population *p, uint64_t agent,
                                            const char *name, gestalt_value *elements,
                                            size_t capacity, size_t *count, gestalt_error *error)
{
    place where = {0};
    gestalt_key key;
    if (MISUSE_NULL(p, "population", error) || MISUSE_NULL(name, "name", error) ||
        (capacity > 0 && MISUSE_NULL(elements, "elements", error)) ||
        MISUSE_NULL(count, "count", error))
        return GESTALT_MISUSE;
    gestalt_result result = population_need(p, agent, &where, error);
    if (result == GESTALT_OK)
        result = values_need_key(where.group, name, true, "gestalt_population_read", &key, error);
    if (result == GESTALT_OK)
        result = values_read_list(&where, &key, elements, capacity, count, error);
    return result;
}

gestalt_result gestalt_population_write_list(gestalt_population *p, uint64_t agent,
                                             const char *name, const gestalt_value *elements,
                                             size_t count, gestalt_error *error)
{
    place where = {0};
    gestalt_key key;
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || MISUSE_NULL(name, "name", error) ||
        (count > 0 && MISUSE_NULL(elements, "elements", error)) ||
        values_have_no_type(__func__, elements, count, error))
        return GESTALT_MISUSE;
    gestalt_result result = population_need(p, agent, &where, error);
    if (result == GESTALT_OK)
        result = values_need_key(where.group, name, true, "gestalt_population_write", &key, error);
    if (result == GESTALT_OK && key.shared)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the list `%s` is shared: gestalt_population_write_shared_list sets it",
                         name);
    if (result == GESTALT_OK)
        result = values_check_list(&key, name, elements, count, error);
    if (result == GESTALT_OK)
        values_write_list(&where, &key, elements, count);
    return result;
}

gestalt_result gestalt_population_read_shared_list(const gestalt_population *p, uint32_t number,
                                                   const char *name, gestalt_value *elements,
                                                   size_t capacity, size_t *count,
                                                   gestalt_error *error)
{
    gestalt_key key;
    if (MISUSE_NULL(p, "population", error) || MISUSE_NULL(name, "name", error) ||
        (capacity > 0 && MISUSE_NULL(elements, "elements", error)) ||
        MISUSE_NULL(count, "count", error) || POPULATION_NO_GROUP(p, number, error))
        return GESTALT_MISUSE;
    place where = {.group = &p->groups[number]};
    gestalt_result result =
        values_need_shared(where.group, name, true, "gestalt_population_read_shared", &key, error);
    if (result == GESTALT_OK)
        result = values_read_list(&where, &key, elements, capacity, count, error);
    return result;
}

gestalt_result gestalt_population_write_shared_list(gestalt_population *p, uint32_t number,
                                                    const char *name, const gestalt_value *elements,
                                                    size_t count, gestalt_error *error)
{
    gestalt_key key;
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || MISUSE_NULL(name, "name", error) ||
        POPULATION_NO_GROUP(p, number, error) ||
        (count > 0 && MISUSE_NULL(elements, "elements", error)) ||
        values_have_no_type(__func__, elements, count, error))
        return GESTALT_MISUSE;
    place where = {.group = &p->groups[number]};
    gestalt_result result =
        values_need_shared(where.group, name, true, "gestalt_population_write_shared", &key, error);
    if (result == GESTALT_OK)
        result = values_check_list(&key, name, elements, count, error);
    if (result == GESTALT_OK)
        values_write_list(&where, &key, elements, count);
    return result;
}

// ---- blocks

gestalt_list gestalt_population_list(gestalt_population *p, uint32_t number, uint64_t index,
                                     gestalt_key key)
{
    gestalt_list list = {0};
    if (MISUSE_NULL(p, "population", NULL) || POPULATION_NO_GROUP(p, number, NULL) ||
        MISUSE_BEYOND(index, p->groups[number].agents.cohort_count, "block", NULL) || key.shared)
        return list;
    if (key.capacity == 0) {
        MISUSE(NULL, "the key is not a list: call gestalt_population_column");
        return list;
    }
    const group *g = &p->groups[number];
    if (!values_are_of_key(g, &key))
        return list;
    place where = {.group = &p->groups[number], .cohort = group_cohort(g, index)};
    size_t step;
    list.counts = (int32_t *)values_number_at(&where, key.column, &step);
    list.ints = list.counts + step;
    list.stride = (uint32_t)step;
    list.width = key_width(key.type);
    list.capacity = key.capacity;
    list.type = key.type;
    return list;
}
