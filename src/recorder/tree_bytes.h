// SPDX-License-Identifier: MIT
// A growing buffer of bytes: a chunk that is being written. After memory has run out nothing more
// is added, and writing the chunk fails.
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

/// Return room for `size` additional bytes, which do not count yet; NULL if memory runs out.
unsigned char *tree_bytes_reserve(tree_bytes *b, uint64_t size);
void tree_bytes_add(tree_bytes *b, const void *bytes, size_t size);
void tree_bytes_add_number(tree_bytes *b, uint64_t number);
void tree_bytes_release(tree_bytes *b);

#endif
