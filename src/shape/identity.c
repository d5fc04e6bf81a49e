// SPDX-License-Identifier: MIT
#include "identity.h"

#include "hash.h"
#include "nodes.h"
#include "walk.h"

#include <string.h>

static void identity_add(XXH3_state_t *state, const void *bytes, size_t size)
{
    XXH3_64bits_update(state, bytes, size);
}

static void add_number(XXH3_state_t *state, uint32_t number)
{
    identity_add(state, &number, sizeof number);
}

// Hash a string with its terminating zero, so that adjacent strings do not run together. SHAPE_NONE
// counts as the empty string.
static void add_string(XXH3_state_t *state, const gestalt_shape *shape, uint32_t string)
{
    const char *text = shape_string(shape, string);
    identity_add(state, text ? text : "", text ? strlen(text) + 1 : 1);
}

// Hash items without strings as they are; the others by their position and the string itself.
static void add_items(XXH3_state_t *state, const gestalt_shape *shape)
{
    uint32_t from = 0, item_count = shape->specification->item_count;
    for (uint32_t id = 0; id < shape->specification->node_count; id++) {
        uint32_t item = shape->nodes[id];
        node_view v = walk_node(shape->items, item);
        bool has_message = node_has(v.type, 's'), has_resource = node_has(v.type, 'Q');
        if (!has_message && !has_resource)
            continue;
        uint32_t string = has_message ? item : v.raw;
        identity_add(state, shape->items + from, (string - from) * sizeof *shape->items);
        add_number(state, string);
        if (has_message)
            add_number(state, (uint32_t)shape->items[item]); // without the argument
        else
            add_string(state, shape, (uint32_t)shape->items[string]);
        from = string + 1;
    }
    identity_add(state, shape->items + from, (item_count - from) * sizeof *shape->items);
}

// Hash the words of an enum where it is used: its number depends on the order of enums, as a
// string's offset does on the order of strings.
static void add_words(XXH3_state_t *state, const gestalt_shape *shape, uint32_t words)
{
    const char *word;
    for (int32_t i = 0; (word = shape_word(shape, words, i)); i++)
        identity_add(state, word, strlen(word) + 1);
}

static void add_keys(XXH3_state_t *state, const gestalt_shape *shape)
{
    for (uint32_t i = 0; i < shape->key_count; i++) {
        const image_key *key = &shape->keys[i];
        add_string(state, shape, key->name);
        add_number(state, key->column);
        add_number(state, (uint32_t)key->capacity << 8 | (uint32_t)key->type << 1 | key->shared);
        add_words(state, shape, key->words);
    }
}

static void add_names(XXH3_state_t *state, const gestalt_shape *shape)
{
    add_keys(state, shape);
    for (uint32_t i = 0; i < shape->host_count; i++) {
        const image_host *host = &shape->hosts[i];
        add_string(state, shape, host->name);
        add_number(state, host->kind);
        add_number(state, host->argument_count);
    }
    for (uint32_t i = 0; i < shape->argument_count; i++) {
        const image_argument *argument = &shape->arguments[i];
        add_string(state, shape, argument->name);
        add_number(state, (uint32_t)argument->is_list << 16 | (uint32_t)argument->type << 1 |
                              argument->by_key);
        add_words(state, shape, argument->words);
    }
    for (uint32_t i = 0; i < shape->texts.count; i++)
        add_string(state, shape, shape->texts.list[i]);
    for (uint32_t i = 0; i < shape->persistent_count; i++) {
        add_string(state, shape, shape->persistents[i].name);
        add_number(state, shape->persistents[i].init);
    }
}

uint64_t shape_identity(const gestalt_shape *shape)
{
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    identity_add(&state, shape->specification, sizeof *shape->specification);
    add_items(&state, shape);
    add_names(&state, shape);
    return XXH3_64bits_digest(&state);
}

uint64_t shape_keys_identity(const gestalt_shape *shape)
{
    const gestalt_specification *spec = shape->specification;
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    add_number(&state, spec->number_columns);
    add_number(&state, spec->bool_columns);
    add_number(&state, spec->shared_number_columns);
    add_number(&state, spec->shared_bool_columns);
    add_keys(&state, shape);
    return XXH3_64bits_digest(&state);
}

static bool has_message_of(const gestalt_shape *shape, uint32_t id)
{
    return node_has(item_type_of(shape->items[shape->nodes[id]]), 's');
}

uint64_t shape_edit_identity(const gestalt_shape *shape, bool bare)
{
    XXH3_state_t state;
    uint64_t identity = shape_identity(shape);
    bool has_names = !bare && !shape_is_stripped(shape);
    XXH3_64bits_reset(&state);
    identity_add(&state, &identity, sizeof identity);
    add_number(&state, has_names);
    for (uint32_t id = 0; id < shape->specification->node_count; id++) {
        if (has_names)
            add_string(&state, shape, shape->names[id].name);
        if (has_message_of(shape, id))
            add_string(&state, shape, item_argument(shape->items[shape->nodes[id]]));
    }
    return XXH3_64bits_digest(&state);
}
