// SPDX-License-Identifier: MIT
// Columns of keys, in one numbering: numbers of the agent, bools of the agent, shared numbers,
// shared bools. Keys get their columns in the order of the document: a vec2 two, a vec3 three, a
// list one for its count and then those of all elements that it can have.
#ifndef COLUMNS_H
#define COLUMNS_H

#include "image.h"

/// Count the columns of all keys into the specification. Returns false if there are too many.
bool columns_count(const image_key *keys, uint32_t key_count, gestalt_specification *specification);

/// Assign `column` to every key, and count the columns into the specification. Returns false if
/// there are too many.
bool shape_assign_columns(image_key *keys, uint32_t key_count,
                          gestalt_specification *specification);

/// The next free column of each kind.
typedef struct column_cursor {
    uint32_t next[2][2]; // [shared][bool]
} column_cursor;

column_cursor columns_start(const gestalt_specification *specification);

/// Return the column of the next key. Call this for keys in the order of the document.
uint32_t columns_take(column_cursor *cursor, const image_key *key);

/// Return whether a key belongs to a copy of a tree, so that its name is PATH/KEY.
bool columns_is_own(const gestalt_shape *shape, const image_key *key);

uint32_t columns_width(const image_key *key);

/// Return the key to which a column of a verified shape belongs.
const image_key *columns_key(const gestalt_shape *shape, uint32_t column);

/// Return the number, from 1, of the enum that an expression gives; 0 if it gives another type.
uint32_t columns_enum(const gestalt_shape *shape, uint32_t expression);

/// Return the enum of a switch, whose expression follows its cases; `item` is one of the cases.
uint32_t columns_case_enum(const gestalt_shape *shape, uint32_t item);

#endif
