// SPDX-License-Identifier: MIT
// Snapshots as bytes, for tests that create, damage and repair them; and a tree with every kind of
// state that an agent can have.
#ifndef SNAPSHOT_BYTES_H
#define SNAPSHOT_BYTES_H

#include <gestalt/gestalt.h>

/// A document in which every node type that keeps something does so.
extern const char everything_document[];

/// Ends the program when it does not compile.
gestalt_shape *compile_or_abort(const char *name, const char *text, bool strip);

typedef struct byte_buffer {
    unsigned char *bytes; // malloc's
    size_t size, capacity;
} byte_buffer;

/// A writer that appends to a byte_buffer.
gestalt_writer buffer_writer(byte_buffer *buffer);
/// Ends the program when the population can't be saved.
byte_buffer save_or_abort(gestalt_population *population);

/// Makes the hashes of header, chunks and end fit what there is, as far as chunks can be told.
void repair_snapshot(unsigned char *bytes, size_t size);
/// Adds to the size of the chunk that a place is in, in a snapshot.
void resize_snapshot_chunk(byte_buffer *b, size_t place, size_t more);
void repair_actor(unsigned char *bytes, size_t size);

/// Turn the bytes into those of a version before 4, or of an actor before 3, which do not tell the
/// names of nodes. All hashes fit.
void age_snapshot(byte_buffer *b, uint32_t version);
void age_actor(unsigned char *bytes, size_t *size, uint32_t version);

#endif
