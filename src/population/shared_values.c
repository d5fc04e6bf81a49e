// SPDX-License-Identifier: MIT
#include "shared_values.h"

#include "columns.h"
#include "scalar.h"

#include <string.h>

// Return the next key from `*index` on that has shared numbers, or NULL. Sets `*index` after it.
static const image_key *shared_next_key(const gestalt_shape *shape, uint32_t *index)
{
    while (*index < shape->key_count) {
        const image_key *key = &shape->keys[(*index)++];
        if (key->shared && (key->type != KEY_BOOL || key_is_list(key)))
            return key;
    }
    return NULL;
}

static uint32_t *shared_numbers_of(const group *g, const image_key *key)
{
    const gestalt_specification *spec = g->shape->specification;
    return &g->agents.shared_numbers[key->column - spec->number_columns - spec->bool_columns];
}

size_t shared_size_max(const gestalt_shape *shape)
{
    const gestalt_specification *spec = shape->specification;
    return (size_t)spec->shared_number_columns * sizeof(uint32_t) + spec->shared_bool_columns;
}

size_t shared_save(const group *g, unsigned char *bytes)
{
    const gestalt_specification *spec = g->shape->specification;
    const image_key *key;
    size_t size = 0;
    for (uint32_t i = 0; (key = shared_next_key(g->shape, &i));) {
        const uint32_t *numbers = shared_numbers_of(g, key);
        uint32_t is_list = key_is_list(key), width = key_width(key->type);
        uint32_t count = is_list ? 1 + width * numbers[0] : width;
        for (uint32_t k = 0; k < count; k++, size += sizeof(uint32_t)) {
            uint32_t bits = numbers[k];
            if (key_is_float(key->type) && k >= is_list)
                bits = scalar_canonical_bits(scalar_float_of_bits(bits));
            memcpy(bytes + size, &bits, sizeof bits);
        }
    }
    for (uint32_t i = 0; i < spec->shared_bool_columns; i++)
        bytes[size++] = g->agents.shared_bools[i] & 1;
    return size;
}

static const char size_is_wrong[] = "the shared values have a wrong size";

// Read the numbers of a key from the bytes at `*used` on.
static const char *shared_load_key(const image_key *key, uint32_t *numbers,
                                   const unsigned char *bytes, size_t size, size_t *used)
{
    size_t count = key_width(key->type), before = *used;
    bool is_list = key_is_list(key);
    uint32_t given = 0;
    if (is_list && size - before >= sizeof given)
        memcpy(&given, bytes + before, sizeof given);
    if (given > key->capacity)
        return "a shared list has more elements than its capacity";
    count = is_list ? 1 + count * given : count;
    if (size - before < count * sizeof *numbers)
        return size_is_wrong;
    memcpy(numbers, bytes + before, count * sizeof *numbers);
    *used += count * sizeof *numbers;
    for (size_t k = 1; is_list && key->type == KEY_BOOL && k < count; k++)
        if (numbers[k] > 1)
            return "a bool of a shared list is neither 0 nor 1";
    return NULL;
}

const char *shared_load(group *g, const unsigned char *bytes, size_t size)
{
    const gestalt_specification *spec = g->shape->specification;
    const image_key *key;
    size_t used = 0;
    for (uint32_t i = 0; (key = shared_next_key(g->shape, &i));) {
        const char *wrong = shared_load_key(key, shared_numbers_of(g, key), bytes, size, &used);
        if (wrong)
            return wrong;
    }
    if (size - used != spec->shared_bool_columns)
        return size_is_wrong;
    for (uint32_t i = 0; i < spec->shared_bool_columns; i++) {
        if (bytes[used + i] > 1)
            return "a shared bool is neither 0 nor 1";
        g->agents.shared_bools[i] = bytes[used + i] ? ~UINT64_C(0) : 0;
    }
    return NULL;
}
