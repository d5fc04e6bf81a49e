// SPDX-License-Identifier: MIT
// What hosts can query about a shape: its keys, its functions, and the calls in its stream.
#include "misuse.h"
#include "nodes.h"
#include "scalar.h"
#include "show.h"
#include "utf8.h"
#include "walk.h"

#include <gestalt/calls.h>
#include <string.h>

uint32_t gestalt_shape_key_count(const gestalt_shape *shape)
{
    if (MISUSE_NULL(shape, "shape", NULL))
        return 0;
    return shape->key_count;
}

gestalt_shape_key gestalt_shape_key_at(const gestalt_shape *shape, uint32_t index)
{
    if (MISUSE_NULL(shape, "shape", NULL) || MISUSE_BEYOND(index, shape->key_count, "key", NULL))
        return (gestalt_shape_key){0};
    const image_key *key = &shape->keys[index];
    return (gestalt_shape_key){.name = shape_string(shape, key->name),
                               .type = (gestalt_type)key->type,
                               .shared = key->shared,
                               .host = key->is_host,
                               .capacity = key->capacity};
}

static uint32_t word_count_of(const gestalt_shape *shape, uint32_t words)
{
    return words ? shape->enums[words - 1].word_count : 0;
}

uint32_t gestalt_shape_key_word_count(const gestalt_shape *shape, uint32_t index)
{
    if (MISUSE_NULL(shape, "shape", NULL) || MISUSE_BEYOND(index, shape->key_count, "key", NULL))
        return 0;
    return word_count_of(shape, shape->keys[index].words);
}

const char *gestalt_shape_key_word(const gestalt_shape *shape, uint32_t index, int32_t value)
{
    if (MISUSE_NULL(shape, "shape", NULL) || MISUSE_BEYOND(index, shape->key_count, "key", NULL))
        return NULL;
    return shape_word(shape, shape->keys[index].words, value);
}

bool gestalt_shape_key_value(const gestalt_shape *shape, uint32_t index, const char *word,
                             int32_t *value)
{
    if (MISUSE_NULL(shape, "shape", NULL) || MISUSE_BEYOND(index, shape->key_count, "key", NULL) ||
        MISUSE_NULL(word, "word", NULL) || MISUSE_NULL(value, "value", NULL))
        return false;
    uint32_t count = gestalt_shape_key_word_count(shape, index);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(gestalt_shape_key_word(shape, index, (int32_t)i), word) == 0) {
            *value = (int32_t)i;
            return true;
        }
    return false;
}

uint32_t gestalt_shape_function_count(const gestalt_shape *shape)
{
    if (MISUSE_NULL(shape, "shape", NULL))
        return 0;
    return shape->host_count;
}

gestalt_shape_function gestalt_shape_function_at(const gestalt_shape *shape, uint32_t function)
{
    if (MISUSE_NULL(shape, "shape", NULL) ||
        MISUSE_BEYOND(function, shape->host_count, "function", NULL))
        return (gestalt_shape_function){0};
    const image_host *host = &shape->hosts[function];
    return (gestalt_shape_function){shape_string(shape, host->name), (gestalt_kind)host->kind,
                                    host->argument_count};
}

gestalt_parameter gestalt_shape_argument(const gestalt_shape *shape, uint32_t function,
                                         uint32_t argument)
{
    if (MISUSE_NULL(shape, "shape", NULL) ||
        MISUSE_BEYOND(function, shape->host_count, "function", NULL) ||
        MISUSE_BEYOND(argument, shape->hosts[function].argument_count, "argument", NULL))
        return (gestalt_parameter){0};
    const image_argument *given =
        &shape->arguments[shape->hosts[function].first_argument + argument];
    return (gestalt_parameter){.name = shape_string(shape, given->name),
                               .type = (gestalt_type)given->type,
                               .by_key = given->by_key,
                               .is_list = given->is_list};
}

static uint32_t argument_words(const gestalt_shape *shape, uint32_t function, uint32_t argument)
{
    return shape->arguments[shape->hosts[function].first_argument + argument].words;
}

uint32_t gestalt_shape_argument_word_count(const gestalt_shape *shape, uint32_t function,
                                           uint32_t argument)
{
    if (MISUSE_NULL(shape, "shape", NULL) ||
        MISUSE_BEYOND(function, shape->host_count, "function", NULL) ||
        MISUSE_BEYOND(argument, shape->hosts[function].argument_count, "argument", NULL))
        return 0;
    return word_count_of(shape, argument_words(shape, function, argument));
}

const char *gestalt_shape_argument_word(const gestalt_shape *shape, uint32_t function,
                                        uint32_t argument, int32_t value)
{
    if (MISUSE_NULL(shape, "shape", NULL) ||
        MISUSE_BEYOND(function, shape->host_count, "function", NULL) ||
        MISUSE_BEYOND(argument, shape->hosts[function].argument_count, "argument", NULL))
        return NULL;
    return shape_word(shape, argument_words(shape, function, argument), value);
}

// ---- calls

bool gestalt_shape_next_call(const gestalt_shape *shape, gestalt_shape_call *call)
{
    if (MISUSE_NULL(shape, "shape", NULL) || MISUSE_NULL(call, "call", NULL))
        return false;
    uint32_t head = call->next > 0 ? shape->nodes[call->node] : 0;
    node_view v = walk_node(shape->items, head);
    for (uint32_t i = call->next; i < shape->specification->tree_end; i++) {
        item_type type = item_type_of(shape->items[i]);
        if (i > 0 && (i == v.raw || i == v.pause || i == v.list)) // which are not items
            continue;
        if (item_is_node(type)) {
            head = i;
            v = walk_node(shape->items, i);
        }
        bool calls = item_is_node(type) ? node_has(type, 'h') : type == OP_CALL;
        if (!calls)
            continue;
        *call = (gestalt_shape_call){shape_node_of_item(shape, head),
                                     item_argument(shape->items[i]), i + 1};
        return true;
    }
    return false;
}

// Get the value of an argument that is a vector, if its components are constants.
static bool constant_vector_of(const gestalt_shape *shape, uint32_t item, gestalt_value *value)
{
    uint32_t width = item_end(shape->items[item]) - item - 2;
    item_type join = item_type_of(shape->items[item + 1 + width]);
    if (join != (width == 2 ? OP_VEC2 : OP_VEC3))
        return false;
    *value = (gestalt_value){.type = width == 2 ? GESTALT_VEC2 : GESTALT_VEC3};
    for (uint32_t k = 0; k < width; k++) {
        uint64_t op = shape->items[item + 1 + k];
        if (item_type_of(op) != OP_CONST_FLOAT)
            return false;
        value->vector[k] = scalar_float_of_bits(item_argument(op));
    }
    return true;
}

// Get the value of an argument, if it is a constant.
static bool constant_of(const gestalt_shape *shape, uint32_t item, gestalt_value *value)
{
    if (item_end(shape->items[item]) == item + 1)
        return false; // the argument is a key
    uint64_t op = shape->items[item + 1];
    if (!(item_flags(op) & ITEM_LAST))
        return constant_vector_of(shape, item, value);
    if (item_type_of(op) == OP_CONST_ENUM)
        *value = (gestalt_value){.type = GESTALT_INT, .integer = (int32_t)item_word(op)};
    else if (item_type_of(op) == OP_CONST_INT)
        *value = (gestalt_value){.type = GESTALT_INT, .integer = (int32_t)item_argument(op)};
    else if (item_type_of(op) == OP_TEXT)
        *value = (gestalt_value){.type = GESTALT_TEXT, .integer = (int32_t)item_argument(op)};
    else if (item_type_of(op) == OP_CONST_FLOAT)
        *value = (gestalt_value){.type = GESTALT_FLOAT,
                                 .number = scalar_float_of_bits(item_argument(op))};
    else
        return false;
    return true;
}

gestalt_given gestalt_shape_given(const gestalt_shape *shape, const gestalt_shape_call *call,
                                  const char *argument, gestalt_value *value)
{
    if (MISUSE_NULL(shape, "shape", NULL) || MISUSE_NULL(call, "call", NULL) ||
        MISUSE_NULL(call->next, "call->next", NULL) || MISUSE_NULL(argument, "argument", NULL) ||
        MISUSE_NULL(value, "value", NULL))
        return GESTALT_GIVEN_NOT;
    enum { ARGUMENT_SHIFT = 24 };
    uint32_t head = call->next - 1, first = shape->hosts[call->function].first_argument;
    for (uint32_t i = head + 1;
         i < item_end(shape->items[head]) && item_type_of(shape->items[i]) == ITEM_ARGUMENT;
         i = item_end(shape->items[i])) {
        const image_argument *given =
            &shape->arguments[first + (item_argument(shape->items[i]) >> ARGUMENT_SHIFT)];
        if (strcmp(shape_string(shape, given->name), argument) == 0)
            return constant_of(shape, i, value) ? GESTALT_GIVEN_CONSTANT : GESTALT_GIVEN_VALUE;
    }
    return GESTALT_GIVEN_NOT;
}

// ---- nodes

bool gestalt_shape_node_place(const gestalt_shape *shape, uint32_t node, gestalt_shape_place *place)
{
    if (MISUSE_NULL(shape, "shape", NULL) ||
        MISUSE_BEYOND(node, shape->specification->node_count, "node", NULL) ||
        MISUSE_NULL(place, "place", NULL))
        return false;
    if (!shape->source || shape->source[node].line == 0)
        return false;
    const image_source *source = &shape->source[node];
    *place = (gestalt_shape_place){shape_string(shape, source->file), source->line, source->column};
    return true;
}

enum { LABEL_SIZE = 72 }; // for labels that are not names

typedef struct label {
    char text[LABEL_SIZE];
    size_t size;
} label;

// Append as much as fits.
static bool label_write(void *user, const char *text, size_t size)
{
    label *l = user;
    size_t part = size < LABEL_SIZE - l->size ? size : LABEL_SIZE - l->size;
    memcpy(l->text + l->size, text, part);
    l->size += part;
    return true;
}

static void put_label(char *to, size_t capacity, const char *text, size_t size)
{
    size_t fits = utf8_valid_prefix(text, size < capacity - 1 ? size : capacity - 1);
    memcpy(to, text, fits);
    to[fits] = '\0';
}

bool gestalt_shape_label(const gestalt_shape *shape, uint32_t node, char *to, size_t capacity)
{
    if (MISUSE_NULL(shape, "shape", NULL) ||
        MISUSE_BEYOND(node, shape->specification->node_count, "node", NULL) ||
        MISUSE_NULL(to, "label", NULL) || MISUSE_NULL(capacity, "capacity", NULL))
        return false;
    const char *name = shape->names ? shape_string(shape, shape->names[node].name) : NULL;
    if (name) {
        put_label(to, capacity, name, strlen(name));
        return true;
    }
    label l = {.size = 0};
    text_out out;
    text_start(&out, (gestalt_writer){label_write, &l}, false);
    show_title(&out, shape, node);
    show_attributes(&out, shape, node);
    if (!text_finish(&out))
        return false;
    put_label(to, capacity, l.text, l.size);
    return true;
}
