// SPDX-License-Identifier: MIT
// Bytes that grow: a chunk that is being written. Once there is no memory, nothing more is added,
// and whoever is to write the chunk sees it.
#ifndef TREE_BYTES_H
#define TREE_BYTES_H

#include "array.h"

typedef struct tree_bytes {
    gestalt_allocator allocator;
    unsigned char *bytes;
    uint64_t size;
    size_t room;
    bool has_failed;
} tree_bytes;

/// Returns room for so many bytes more, which are not counted yet, or NULL.
unsigned char *tree_bytes_reserve(tree_bytes *b, uint64_t size);
void tree_bytes_add(tree_bytes *b, const void *bytes, size_t size);
void tree_bytes_add_number(tree_bytes *b, uint64_t number);
void tree_bytes_release(tree_bytes *b);

#endif
