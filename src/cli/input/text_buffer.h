// SPDX-License-Identifier: MIT
// Text that is written to memory, with a zero behind it.
#ifndef TEXT_BUFFER_H
#define TEXT_BUFFER_H

#include <gestalt/base.h>

typedef struct text_buffer {
    char *bytes; // NULL: nothing was written
    size_t size, capacity;
    bool is_full; // there was no memory
} text_buffer;

gestalt_writer text_buffer_writer(text_buffer *t);
void text_buffer_release(text_buffer *t);

/// Return the result of whoever wrote: GESTALT_NO_MEMORY if the buffer was why.
gestalt_result text_buffer_result(const text_buffer *t, gestalt_result result,
                                  gestalt_error *error);

#endif
