// SPDX-License-Identifier: MIT
// The bytes of a recording that is being read, from a file, memory or a source: as far as they have
// come, from the last chunk on. Readers of both versions have one.
#ifndef RECORD_INPUT_H
#define RECORD_INPUT_H

#include "file.h"
#include "record_format.h"

#include <gestalt/recording.h>

typedef struct record_input {
    gestalt_allocator allocator;
    gestalt_record_source source; // which may be one of the next two
    file_input file;
    bool has_file;
    const unsigned char *rest; // that a recording in memory has left
    size_t rest_size;
    unsigned char *buffer; // the header, or a chunk, as far as it has come
    uint64_t filled;
    size_t capacity;
    uint64_t offset; // of the buffer
    gestalt_error failure;
} record_input;

/// The place that bytes come from: a path, a source, or else memory.
typedef struct record_origin {
    const char *path;
    gestalt_record_source source;
    const void *bytes;
    size_t size;
} record_origin;

/// Is to be ended in any case.
gestalt_result record_input_begin(record_input *in, gestalt_allocator allocator,
                                  record_origin origin);
void record_input_end(record_input *in);

/// Fills the buffer with so many bytes in all. `*is_cut` says that there are fewer.
gestalt_result record_input_want(record_input *in, uint64_t size, bool *is_cut);
/// The same; that there are fewer is an error.
gestalt_result record_input_want_all(record_input *in, uint64_t size);
/// Goes on behind what is in the buffer.
void record_input_pass(record_input *in);

/// Checks the hash of the chunk in the buffer, before which there was that one.
gestalt_result record_input_check(record_input *in, const record_chunk *c, uint64_t before);
/// Checks that nothing comes any more.
gestalt_result record_input_check_end(record_input *in);

/// Say what is wrong, for good.
gestalt_result record_input_bad(record_input *in, uint64_t offset, const char *what);
gestalt_result record_input_no_memory(record_input *in);

#endif
