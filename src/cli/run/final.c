// SPDX-License-Identifier: MIT
#include "final.h"

#include "number.h"

#include <gestalt/calls.h>
#include <inttypes.h>

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

static void put_head(text_out *out, const gestalt_shape *shape)
{
    text_put(out, "agent");
    for (uint32_t i = 0; i < shape->key_count; i++) {
        const char *name = shape_string(shape, shape->keys[i].name);
        uint32_t width = key_width(shape->keys[i].type);
        for (uint32_t k = 0; k < width; k++) {
            text_print(out, ",%s", name);
            if (width > 1)
                text_print(out, ".%c", key_component(k));
        }
    }
    text_put(out, "\n");
}

gestalt_result final_write(text_out *out, const gestalt_shape *shape,
                           const gestalt_population *population, gestalt_error *error)
{
    put_head(out, shape);
    for (uint64_t agent = gestalt_population_next(population, 0); agent != UINT64_MAX;
         agent = gestalt_population_next(population, agent + 1)) {
        text_print(out, "%" PRIu64, agent);
        for (uint32_t i = 0; i < shape->key_count; i++) {
            gestalt_value value;
            gestalt_result result = final_read(shape, i, population, agent, &value, error);
            if (result != GESTALT_OK)
                return result;
            text_put(out, ",");
            final_value(out, &value, final_word(shape, i, &value));
        }
        text_put(out, "\n");
    }
    return GESTALT_OK;
}
