// SPDX-License-Identifier: MIT
// A growing buffer of bytes: a chunk that is being written. After memory has run out nothing more
// is added, and writing the chunk fails.
#ifndef CHUNK_BYTES_H
#define CHUNK_BYTES_H

#include "array.h"

typedef struct chunk_bytes {
    gestalt_allocator allocator;
    unsigned char *bytes;
    uint64_t size;
    size_t room;
    bool has_failed;
} chunk_bytes;

/// Return room for `size` additional bytes, which do not count yet; NULL if memory runs out.
unsigned char *chunk_bytes_reserve(chunk_bytes *b, uint64_t size);
/// Remove all bytes, and begin again after memory has run out.
void chunk_bytes_clear(chunk_bytes *b);
void chunk_bytes_add(chunk_bytes *b, const void *bytes, size_t size);
void chunk_bytes_add_number(chunk_bytes *b, uint64_t number);
void chunk_bytes_release(chunk_bytes *b);

#endif
