// SPDX-License-Identifier: MIT
#include "text_buffer.h"

#include "error.h"
#include "memory.h"

#include <string.h>

static bool buffer_write(void *user, const char *bytes, size_t size)
{
    text_buffer *t = user;
    if (t->size + size + 1 > t->capacity) {
        gestalt_allocator a = memory_allocator(NULL);
        size_t capacity = 2 * (t->size + size + 1);
        char *grown = memory_resize(&a, t->bytes, t->capacity, capacity);
        if (!grown) {
            t->is_full = true;
            return false;
        }
        t->bytes = grown;
        t->capacity = capacity;
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    t->bytes[t->size] = '\0';
    return true;
}

gestalt_writer text_buffer_writer(text_buffer *t)
{
    return (gestalt_writer){buffer_write, t};
}

void text_buffer_release(text_buffer *t)
{
    gestalt_allocator a = memory_allocator(NULL);
    memory_release(&a, t->bytes, t->capacity);
    *t = (text_buffer){0};
}

gestalt_result text_buffer_result(const text_buffer *t, gestalt_result result, gestalt_error *error)
{
    return t->is_full ? error_no_memory(error) : result;
}
