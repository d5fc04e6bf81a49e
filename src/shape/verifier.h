// SPDX-License-Identifier: MIT
// State and words of both halves of the verifier: verify.c checks the file and its tables,
// verify_stream.c the items.
#ifndef VERIFIER_H
#define VERIFIER_H

#include "image.h"

/// All that the keys tell of a column.
typedef struct column_fact {
    uint32_t order; // of its key, times 4; 1 more for a y, 2 for a z
    uint8_t type;   // KEY_BOOL, KEY_INT, KEY_FLOAT
    uint8_t width;  // columns of its key; 0 for a y or a z
    bool is_shared;
    uint16_t words; // of an enum
    bool is_own;    // of a copy
} column_fact;

/// An inner node whose children are being checked.
typedef struct verify_frame {
    uint32_t item, end;
    uint32_t children, children_min, children_max;
} verify_frame;

typedef struct verifier {
    gestalt_shape *shape;
    gestalt_error *error;
    gestalt_result result; // why it was refused
    column_fact *columns;
    uint32_t column_count;
    verify_frame *frames; // as many as items, or LIMIT_DEPTH
    uint32_t frame_count;
    uint32_t node_count; // found so far
} verifier;

/// Says what is wrong at a byte of the image. Returns false, so that it can be returned at once.
bool verify_refuse(verifier *v, gestalt_result result, const void *where, const char *format, ...)
    __attribute__((cold, format(printf, 4, 5)));

/// Return whether `string` is the start of a string, of at most `size_limit` bytes. `what` names it
/// for people.
bool verify_string(verifier *v, const void *where, uint32_t string, size_t size_limit,
                   const char *what);

/// Return the same of a name, which has no control characters either.
bool verify_name(verifier *v, const void *where, uint32_t string, const char *what);

#endif
