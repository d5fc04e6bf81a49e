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

#endif
