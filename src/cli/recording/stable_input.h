// SPDX-License-Identifier: MIT
// A file that is read several times from its beginning, and gives the same bytes each time, though
// it may grow or be written over meanwhile: blocks are hashed when they are read first, and
// compared when they are read again. Memory: 8 bytes for each 64 KB, and one block.
#ifndef STABLE_INPUT_H
#define STABLE_INPUT_H

#include "file.h"

typedef struct stable_input {
    gestalt_allocator allocator;
    file_input *file;     // the caller's; positioned by this alone
    unsigned char *block; // the block that is handed out
    size_t size, used;    // bytes of it
    uint64_t next;        // number of the block that is read next
    uint64_t *hashes;     // of the blocks that were read
    size_t hash_count, hash_capacity;
    bool has_end;     // the file's end was reached once: what grows behind it is left out
    size_t last_size; // of the last block, if `has_end`
} stable_input;

/// Starts at the beginning of a regular file. End it in any case.
gestalt_result stable_input_start(stable_input *s, file_input *file, gestalt_error *error);
void stable_input_end(stable_input *s);

/// Reads until `size` bytes are there or the file ends. GESTALT_IO when it is not what it was.
gestalt_result stable_input_read(stable_input *s, void *bytes, size_t size, size_t *count,
                                 gestalt_error *error);
/// Goes back to the beginning.
gestalt_result stable_input_rewind(stable_input *s, gestalt_error *error);

#endif
