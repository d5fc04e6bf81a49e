// SPDX-License-Identifier: MIT
#include "columns.h"

#include "shape_limits.h"
#include "walk.h"

#include <string.h>

uint32_t columns_width(const image_key *key)
{
    uint32_t width = key_width(key->type);
    return key_is_list(key) ? 1 + key->capacity * width : width;
}

// The count and the elements of a list are numbers.
static bool columns_are_bool(const image_key *key)
{
    return key->type == KEY_BOOL && !key_is_list(key);
}

bool columns_count(const image_key *keys, uint32_t key_count, gestalt_specification *specification)
{
    uint64_t counts[2][2] = {{0}}; // [shared][bool]
    for (uint32_t i = 0; i < key_count; i++)
        counts[keys[i].shared][columns_are_bool(&keys[i])] += columns_width(&keys[i]);
    if (counts[0][0] + counts[0][1] + counts[1][0] + counts[1][1] > LIMIT_COLUMNS)
        return false;
    specification->number_columns = (uint32_t)counts[0][0];
    specification->bool_columns = (uint32_t)counts[0][1];
    specification->shared_number_columns = (uint32_t)counts[1][0];
    specification->shared_bool_columns = (uint32_t)counts[1][1];
    return true;
}

column_cursor columns_start(const gestalt_specification *specification)
{
    column_cursor cursor;
    cursor.next[0][0] = 0;
    cursor.next[0][1] = specification->number_columns;
    cursor.next[1][0] = cursor.next[0][1] + specification->bool_columns;
    cursor.next[1][1] = cursor.next[1][0] + specification->shared_number_columns;
    return cursor;
}

uint32_t columns_take(column_cursor *cursor, const image_key *key)
{
    uint32_t *next = &cursor->next[key->shared][columns_are_bool(key)];
    uint32_t column = *next;
    *next += columns_width(key);
    return column;
}

bool shape_assign_columns(image_key *keys, uint32_t key_count, gestalt_specification *specification)
{
    if (!columns_count(keys, key_count, specification))
        return false;
    column_cursor cursor = columns_start(specification);
    for (uint32_t i = 0; i < key_count; i++)
        keys[i].column = columns_take(&cursor, &keys[i]);
    return true;
}

bool columns_is_own(const gestalt_shape *shape, const image_key *key)
{
    return strchr(shape->strings + key->name, '/') != NULL;
}

const image_key *columns_key(const gestalt_shape *shape, uint32_t column)
{
    const image_key *key = shape->keys;
    while (column - key->column >= columns_width(key))
        key++;
    return key;
}

uint32_t columns_enum(const gestalt_shape *shape, uint32_t expression)
{
    uint32_t last = walk_expression(shape->items, expression) - 1;
    while (item_type_of(shape->items[last]) == OP_SELECT_ENUM)
        last--; // last operation of the second branch
    uint64_t item = shape->items[last];
    switch (item_type_of(item)) {
    case OP_CONST_ENUM: return item_enum(item);
    case OP_LOAD_ENUM:
    case OP_SHARED_ENUM: return columns_key(shape, item_argument(item))->words;
    case OP_ELEMENT_ENUM: return columns_key(shape, list_column(item_argument(item)))->words;
    default: return 0;
    }
}

uint32_t columns_case_enum(const gestalt_shape *shape, uint32_t item)
{
    while (item_type_of(shape->items[item]) == ITEM_CASE)
        item++;
    return columns_enum(shape, item);
}
