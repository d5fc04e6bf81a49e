// SPDX-License-Identifier: MIT
// State shared by both halves of the verifier: verify.c checks the file and its tables,
// verify_stream.c the items.
#ifndef VERIFIER_H
#define VERIFIER_H

#include "image.h"

/// What the keys determine about a column.
typedef struct column_fact {
    uint32_t order; // index of its key, times 4; plus 1 for a y column, 2 for a z column
    uint8_t type;   // KEY_BOOL, KEY_INT, KEY_FLOAT; of a list, the type of its elements
    uint8_t width;  // columns of its key, or of an element; 0 for a y or z column
    bool is_shared;
    bool is_own;       // own key of a copy
    uint16_t words;    // enum of the key
    uint16_t capacity; // most elements of the list; 0 for columns that are not a count
    bool is_element;   // part of a list's elements, which nothing uses as a column of its own
} column_fact;

/// An inner node whose children are being checked.
typedef struct verify_frame {
    uint32_t item, end;
    uint32_t children, children_min, children_max;
} verify_frame;

typedef struct verifier {
    gestalt_shape *shape;
    gestalt_error *error;
    gestalt_result result; // reason for refusing the image
    column_fact *columns;
    uint32_t column_count;
    verify_frame *frames; // as many as items, but at most LIMIT_DEPTH
    uint32_t frame_count;
    uint32_t node_count; // nodes found so far
} verifier;

/// Record an error at a byte of the image. Returns false, for use in a return statement.
bool verify_refuse(verifier *v, gestalt_result result, const void *where, const char *format, ...)
    __attribute__((cold, format(printf, 4, 5)));

/// Return whether `string` is the offset of a string of at most `size_limit` bytes. `what`
/// describes the string in errors.
bool verify_string(verifier *v, const void *where, uint32_t string, size_t size_limit,
                   const char *what);

/// Return whether `string` is a valid name: a string without control characters.
bool verify_name(verifier *v, const void *where, uint32_t string, const char *what);

#endif
