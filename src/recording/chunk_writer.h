// SPDX-License-Identifier: MIT
// Writing a recording: its header, then chunks, each hashed together with the previous chunk's
// hash. A chunk is complete in memory before any of its bytes are written. The recorders of a world
// and of its trees may share a chunk_writer; then their chunks alternate in one recording.
#ifndef CHUNK_WRITER_H
#define CHUNK_WRITER_H

#include "chunk_bytes.h"
#include "record_format.h"

#include <gestalt/base.h>

typedef struct chunk_writer {
    gestalt_writer sink;
    chunk_bytes chunk; // chunk that is being written
    uint64_t hash;     // hash of the last chunk that was written
    uint64_t count;    // number of chunks
    uint32_t kinds;    // mask of the kinds that were written
    bool has_failed;
    bool is_finished;
    bool is_writing; // true while the sink is called
} chunk_writer;

/// Start a recording. The header is written together with the first chunk.
void chunk_writer_begin(chunk_writer *w, gestalt_writer sink, gestalt_allocator allocator);
void chunk_writer_release(chunk_writer *w);

/// Set an error and return true if the sink itself makes the call.
bool chunk_writer_is_busy(const char *function, const chunk_writer *w, gestalt_error *error);

/// Start a chunk. The caller then adds the payload to `chunk`.
void chunk_writer_start(chunk_writer *w);

/// Write the chunk with the payload that was added. After the sink has failed, each call returns
/// GESTALT_IO.
gestalt_result chunk_writer_end(chunk_writer *w, record_chunk head, gestalt_error *error);

/// Write the chunk that marks the recording as complete.
gestalt_result chunk_writer_finish(chunk_writer *w, gestalt_error *error);

#endif
