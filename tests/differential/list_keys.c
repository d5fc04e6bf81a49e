// SPDX-License-Identifier: MIT
#include "list_keys.h"

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

// ---- the population, which does not have lists yet

bool population_list_read(gestalt_population *population, uint64_t agent, const char *key,
                          bool is_shared, list_bits *bits)
{
    (void)population, (void)agent, (void)key, (void)is_shared, (void)bits;
    return false;
}

bool population_list_write(gestalt_population *population, uint64_t agent, const char *key,
                           bool is_shared, const list_bits *bits)
{
    (void)population, (void)agent, (void)key, (void)is_shared, (void)bits;
    return false;
}

bool shape_key_is_list(const gestalt_shape *shape, uint32_t key)
{
    (void)shape, (void)key;
    return false;
}

bool column_list_is(const gestalt_parameter *parameter)
{
    (void)parameter;
    return false;
}

void column_list_read(const gestalt_column *column, const gestalt_parameter *parameter,
                      unsigned lane, list_bits *bits)
{
    (void)column, (void)parameter, (void)lane, (void)bits;
    abort();
}

void column_list_write(const gestalt_column *column, const gestalt_parameter *parameter,
                       unsigned lane, const list_bits *bits)
{
    (void)column, (void)parameter, (void)lane, (void)bits;
    abort();
}
