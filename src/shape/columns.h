// SPDX-License-Identifier: MIT
// Columns of keys. One numbering for all: numbers of the agent, bools of the agent, shared numbers,
// shared bools. Keys take theirs in the order of the document, a vec2 two and a vec3 three.
#ifndef COLUMNS_H
#define COLUMNS_H

#include "image.h"

/// Counts the columns of all keys into the specification. False: too many.
bool columns_count(const image_key *keys, uint32_t key_count, gestalt_specification *specification);

/// Assign `column` to every key and count the columns into the specification. False: too many.
bool shape_assign_columns(image_key *keys, uint32_t key_count,
                          gestalt_specification *specification);

/// The columns that the next key of each kind gets.
typedef struct column_cursor {
    uint32_t next[2][2]; // [shared][bool]
} column_cursor;

column_cursor columns_start(const gestalt_specification *specification);

/// The column of the next key. Keys come in the order of the document.
uint32_t columns_take(column_cursor *cursor, const image_key *key);

/// Tell whether a key belongs to a copy of a tree: then its name is PATH/KEY.
bool columns_is_own(const gestalt_shape *shape, const image_key *key);

/// Returns how many columns a key has.
uint32_t columns_width(const image_key *key);

/// The key that a column of a verified shape belongs to.
const image_key *columns_key(const gestalt_shape *shape, uint32_t column);

/// The number of the enum of which an expression gives values, from 1; 0 when it gives others.
uint32_t columns_enum(const gestalt_shape *shape, uint32_t expression);

/// The same of the expression behind the cases of a switch, one of which is at `item`.
uint32_t columns_case_enum(const gestalt_shape *shape, uint32_t item);

#endif
