// SPDX-License-Identifier: MIT
// Reading a recording chunk by chunk, from a file, memory or a source. The readers of a world and
// of trees each read over the chunks of the other, whose hashes are checked as well.
#ifndef CHUNK_READER_H
#define CHUNK_READER_H

#include "file.h"
#include "record_format.h"

#include <gestalt/recorder/recording.h>

typedef struct chunk_reader {
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
    uint64_t hash;   // hash before the next chunk
    uint64_t count;  // number of chunks that were read
    uint32_t kinds;  // mask of their kinds
    gestalt_error failure;
} chunk_reader;

/// The origin of a recording: a path, a source, or otherwise memory.
typedef struct record_origin {
    const char *path;
    gestalt_record_source source;
    const void *bytes;
    size_t size;
} record_origin;

/// Begin to read. The caller must call chunk_reader_end even on failure.
gestalt_result chunk_reader_begin(chunk_reader *in, gestalt_allocator allocator,
                                  record_origin origin);
void chunk_reader_end(chunk_reader *in);

/// Read the header and the chunk with a description, RECORD_CHUNK_WORLD or RECORD_CHUNK_TREES. Its
/// payload is then in the buffer. Returns GESTALT_BAD_ARGUMENT if the recording has only the other
/// one.
gestalt_result chunk_reader_open(chunk_reader *in, record_chunk_kind kind, record_chunk *c);

/// Read the head of the next chunk of a mask of kinds, or of the end. Sets `*is_cut` if the input
/// ends before that; the call can then be repeated when there is more.
gestalt_result chunk_reader_find(chunk_reader *in, uint32_t kinds, record_chunk *c, bool *is_cut);

/// Read the payload of the chunk, which follows the head in the buffer, and check the hash.
gestalt_result chunk_reader_payload(chunk_reader *in, const record_chunk *c, bool *is_cut);

/// Continue after the chunk. No bytes may follow the end.
gestalt_result chunk_reader_pass(chunk_reader *in, const record_chunk *c);

/// Set the error of the reader, which is permanent.
gestalt_result chunk_reader_bad(chunk_reader *in, uint64_t offset, const char *what);
gestalt_result chunk_reader_no_memory(chunk_reader *in);

#endif
