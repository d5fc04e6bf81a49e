// SPDX-License-Identifier: MIT
// A file that is read several times from its beginning and returns the same bytes each time,
// although it may grow or be overwritten in the meantime. The hash of each block is computed when
// it is first read, and compared when it is read again. Memory: 8 bytes for each 64 KB, and one
// block.
#ifndef STABLE_INPUT_H
#define STABLE_INPUT_H

#include "file.h"

typedef struct stable_input {
    gestalt_allocator allocator;
    file_input *file;     // owned by the caller; only this struct may change its position
    unsigned char *block; // current block
    size_t size, used;    // bytes of the current block
    uint64_t next;        // number of the next block to read
    uint64_t *hashes;     // hashes of the blocks that were read
    size_t hash_count, hash_capacity;
    bool has_end; // whether the end of the file was reached once; data appended later are ignored
    size_t last_size; // size of the last block, if `has_end`
} stable_input;

/// Start at the beginning of a regular file. Call stable_input_end in any case.
gestalt_result stable_input_start(stable_input *s, file_input *file, gestalt_error *error);
void stable_input_end(stable_input *s);

/// Read until `size` bytes are read or the file ends. Returns GESTALT_IO if the file has changed.
gestalt_result stable_input_read(stable_input *s, void *bytes, size_t size, size_t *count,
                                 gestalt_error *error);
/// Return to the beginning.
gestalt_result stable_input_rewind(stable_input *s, gestalt_error *error);

#endif
