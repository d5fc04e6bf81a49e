// SPDX-License-Identifier: MIT
#include "list_keys.h"

#include "scalar.h"

#include <gestalt/inspect.h>
#include <string.h>

// ---- the reference

void list_bits_of_reference(const reference_list *list, list_bits *bits)
{
    bool is_vector = list->type == REFERENCE_VECTOR;
    bits->type =
        is_vector ? (list->width == 2 ? GESTALT_VEC2 : GESTALT_VEC3) : (gestalt_type)list->type;
    bits->width = is_vector ? list->width : 1;
    bits->capacity = list->capacity;
    bits->count = list->count;
    for (uint32_t i = 0; i < list->count; i++)
        for (uint32_t k = 0; k < bits->width; k++)
            bits->bits[i][k] = reference_value_bits(
                is_vector ? reference_float(list->elements[i].parts[k]) : list->elements[i]);
}

static reference_value element_of_bits(const list_bits *bits, uint32_t place)
{
    reference_value vector = {.type = REFERENCE_VECTOR, .width = bits->width};
    if (bits->width == 1)
        return reference_value_of_bits((reference_type)bits->type, bits->bits[place][0]);
    for (uint32_t k = 0; k < bits->width; k++)
        vector.parts[k] = reference_value_of_bits(REFERENCE_FLOAT, bits->bits[place][k]).number;
    return vector;
}

bool list_bits_to_reference(reference *r, uint64_t agent, const char *key, const list_bits *bits)
{
    reference_value elements[LIST_CAPACITY_MAX];
    for (uint32_t i = 0; i < bits->count; i++)
        elements[i] = element_of_bits(bits, i);
    return reference_write_list(r, agent, key, elements, bits->count);
}

// ---- the population

// Return the bits of a component. Every NaN has the same bits.
static uint32_t bits_of(gestalt_type type, const gestalt_value *value, uint32_t component)
{
    uint32_t bits;
    if (type == GESTALT_BOOL)
        return value->boolean;
    memcpy(&bits, &value->vector[component], sizeof bits);
    return key_is_float(type) ? scalar_canonical_bits(scalar_float_of_bits(bits)) : bits;
}

static gestalt_value value_of(const list_bits *bits, uint32_t place)
{
    gestalt_value value = {.type = bits->type};
    if (bits->type == GESTALT_BOOL)
        value.boolean = bits->bits[place][0];
    for (uint32_t k = 0; bits->type != GESTALT_BOOL && k < bits->width; k++)
        memcpy(&value.vector[k], &bits->bits[place][k], sizeof value.vector[k]);
    return value;
}

bool population_list_read(gestalt_population *population, uint64_t agent, const char *key,
                          bool is_shared, list_bits *bits)
{
    gestalt_value elements[LIST_CAPACITY_MAX];
    gestalt_key found;
    uint32_t group;
    size_t count;
    if (!gestalt_actor_group(population, agent, &group) ||
        !gestalt_population_key(population, group, key, &found) || found.capacity == 0)
        return false;
    gestalt_result result =
        is_shared ? gestalt_population_read_shared_list(population, group, key, elements,
                                                        LIST_CAPACITY_MAX, &count, NULL)
                  : gestalt_population_read_list(population, agent, key, elements,
                                                 LIST_CAPACITY_MAX, &count, NULL);
    if (result != GESTALT_OK)
        return false;
    bits->type = found.type;
    bits->width = key_width(found.type);
    bits->capacity = found.capacity;
    bits->count = (uint32_t)count;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < bits->width; k++)
            bits->bits[i][k] = bits_of(found.type, &elements[i], k);
    return true;
}

bool population_list_write(gestalt_population *population, uint64_t agent, const char *key,
                           bool is_shared, const list_bits *bits)
{
    gestalt_value elements[LIST_CAPACITY_MAX];
    uint32_t group;
    for (uint32_t i = 0; i < bits->count; i++)
        elements[i] = value_of(bits, i);
    if (!gestalt_actor_group(population, agent, &group))
        return false;
    return (is_shared ? gestalt_population_write_shared_list(population, group, key, elements,
                                                             bits->count, NULL)
                      : gestalt_population_write_list(population, agent, key, elements, bits->count,
                                                      NULL)) == GESTALT_OK;
}

bool shape_key_is_list(const gestalt_shape *shape, uint32_t key)
{
    return key_is_list(&shape->keys[key]);
}

bool column_list_is(const gestalt_parameter *parameter)
{
    return parameter->is_list;
}

void column_list_read(const gestalt_column *column, const gestalt_parameter *parameter,
                      unsigned lane, list_bits *bits)
{
    gestalt_list list = gestalt_column_list(*column, parameter->type);
    bits->type = list.type;
    bits->width = list.width;
    bits->capacity = list.capacity;
    bits->count = (uint32_t)list.counts[lane];
    for (uint32_t i = 0; i < bits->count; i++)
        for (uint32_t k = 0; k < bits->width; k++) {
            uint32_t number;
            memcpy(&number, &list.ints[(i * list.width + k) * list.stride + lane], sizeof number);
            if (key_is_float(list.type))
                number = scalar_canonical_bits(scalar_float_of_bits(number));
            bits->bits[i][k] = number;
        }
}

void column_list_write(const gestalt_column *column, const gestalt_parameter *parameter,
                       unsigned lane, const list_bits *bits)
{
    gestalt_list list = gestalt_column_list(*column, parameter->type);
    list.counts[lane] = (int32_t)bits->count;
    for (uint32_t i = 0; i < bits->count; i++)
        for (uint32_t k = 0; k < bits->width; k++)
            memcpy(&list.ints[(i * list.width + k) * list.stride + lane], &bits->bits[i][k],
                   sizeof bits->bits[i][k]);
}
