// SPDX-License-Identifier: MIT
#include "tree_bytes.h"

#include "tree_format.h"
#include "tree_words.h"

unsigned char *tree_bytes_reserve(tree_bytes *b, uint64_t size)
{
    if (b->has_failed || !ARRAY_RESERVE(&b->allocator, b->bytes, b->room, b->size + size)) {
        b->has_failed = true;
        return NULL;
    }
    return b->bytes + b->size;
}

void tree_bytes_add(tree_bytes *b, const void *bytes, size_t size)
{
    unsigned char *to = tree_bytes_reserve(b, size);
    if (!to || size == 0)
        return;
    memcpy(to, bytes, size);
    b->size += size;
}

void tree_bytes_add_number(tree_bytes *b, uint64_t number)
{
    unsigned char *to = tree_bytes_reserve(b, TREE_NUMBER_SIZE_MAX);
    if (to)
        b->size += (uint64_t)(words_put_number(to, number) - to);
}

void tree_bytes_release(tree_bytes *b)
{
    ARRAY_RELEASE(&b->allocator, b->bytes, b->room);
    *b = (tree_bytes){.allocator = b->allocator};
}
