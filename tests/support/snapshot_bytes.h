// SPDX-License-Identifier: MIT
// Tools for tests that create, damage and repair the bytes of snapshots, and a tree with every kind
// of state that an agent can have.
#ifndef SNAPSHOT_BYTES_H
#define SNAPSHOT_BYTES_H

#include <gestalt/gestalt.h>

/// A document that contains every node type with state, in use.
extern const char everything_document[];

/// Compile a document. Ends the program if it does not compile.
gestalt_shape *compile_or_abort(const char *name, const char *text, bool strip);

typedef struct byte_buffer {
    unsigned char *bytes; // allocated with malloc
    size_t size, capacity;
} byte_buffer;

/// A writer that appends to a byte_buffer.
gestalt_writer buffer_writer(byte_buffer *buffer);
/// Save a population. Ends the program if that fails.
byte_buffer save_or_abort(gestalt_population *population);

/// Correct the hashes of the header, the chunks and the end, as far as the chunks can be found.
void repair_snapshot(unsigned char *bytes, size_t size);
/// Add to the stored size of the chunk that contains the position `place`.
void resize_snapshot_chunk(byte_buffer *b, size_t place, size_t more);
void repair_actor(unsigned char *bytes, size_t size);

/// Convert the bytes to those of a snapshot before version 4, or an actor before version 3. These
/// do not contain the names of nodes, or an index. All hashes are correct.
void age_snapshot(byte_buffer *b, uint32_t version);
void age_actor(unsigned char *bytes, size_t *size, uint32_t version);

#endif
