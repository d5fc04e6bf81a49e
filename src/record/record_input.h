// SPDX-License-Identifier: MIT
// The input of a reader, from a file, memory or a source: the bytes received so far, from the
// current chunk on. Readers of both kinds of recordings use it.
#ifndef RECORD_INPUT_H
#define RECORD_INPUT_H

#include "file.h"
#include "record_format.h"

#include <gestalt/recording.h>

typedef struct record_input {
    gestalt_allocator allocator;
    gestalt_record_source source; // may read from one of the next two
    file_input file;
    bool has_file;
    const unsigned char *rest; // unread bytes of a recording in memory
    size_t rest_size;
    unsigned char *buffer; // the received part of the header or of a chunk
    uint64_t filled;
    size_t capacity;
    uint64_t offset; // offset of the buffer in the recording
    gestalt_error failure;
} record_input;

/// The origin of a recording: a path, a source, or otherwise memory.
typedef struct record_origin {
    const char *path;
    gestalt_record_source source;
    const void *bytes;
    size_t size;
} record_origin;

/// Begin to read. The caller must call record_input_end even on failure.
gestalt_result record_input_begin(record_input *in, gestalt_allocator allocator,
                                  record_origin origin);
void record_input_end(record_input *in);

/// Fill the buffer up to `size` bytes. Sets `*is_cut` if the input ends before that.
gestalt_result record_input_want(record_input *in, uint64_t size, bool *is_cut);
/// Do the same, but treat the end of the input as an error.
gestalt_result record_input_want_all(record_input *in, uint64_t size);
/// Continue after the bytes in the buffer.
void record_input_pass(record_input *in);

/// Check the hash of the chunk in the buffer; `before` is the hash of the previous chunk.
gestalt_result record_input_check(record_input *in, const record_chunk *c, uint64_t before);
/// Check that the input has no more bytes.
gestalt_result record_input_check_end(record_input *in);

/// Set the error of the reader, which is permanent.
gestalt_result record_input_bad(record_input *in, uint64_t offset, const char *what);
gestalt_result record_input_no_memory(record_input *in);

#endif
