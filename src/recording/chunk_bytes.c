// SPDX-License-Identifier: MIT
#include "chunk_bytes.h"

#include "record_words.h"
#include "tree_format.h"

unsigned char *chunk_bytes_reserve(chunk_bytes *b, uint64_t size)
{
    if (b->has_failed || !ARRAY_RESERVE(&b->allocator, b->bytes, b->room, b->size + size)) {
        b->has_failed = true;
        return NULL;
    }
    return b->bytes + b->size;
}

void chunk_bytes_clear(chunk_bytes *b)
{
    b->size = 0;
    b->has_failed = false;
}

void chunk_bytes_add(chunk_bytes *b, const void *bytes, size_t size)
{
    unsigned char *to = chunk_bytes_reserve(b, size);
    if (!to || size == 0)
        return;
    memcpy(to, bytes, size);
    b->size += size;
}

void chunk_bytes_add_number(chunk_bytes *b, uint64_t number)
{
    unsigned char *to = chunk_bytes_reserve(b, TREE_NUMBER_SIZE_MAX);
    if (to)
        b->size += (uint64_t)(words_put_number(to, number) - to);
}

void chunk_bytes_release(chunk_bytes *b)
{
    ARRAY_RELEASE(&b->allocator, b->bytes, b->room);
    *b = (chunk_bytes){.allocator = b->allocator};
}
