// SPDX-License-Identifier: MIT
// Text that is written to memory, terminated by a zero.
#ifndef TEXT_BUFFER_H
#define TEXT_BUFFER_H

#include <gestalt/base.h>

typedef struct text_buffer {
    char *bytes; // NULL if nothing was written
    size_t size, capacity;
    bool is_full; // whether memory ran out
} text_buffer;

gestalt_writer text_buffer_writer(text_buffer *t);
void text_buffer_release(text_buffer *t);

/// Return the result of the function that wrote the text: GESTALT_NO_MEMORY if it failed because
/// the buffer was out of memory.
gestalt_result text_buffer_result(const text_buffer *t, gestalt_result result,
                                  gestalt_error *error);

#endif
