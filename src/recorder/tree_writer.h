// SPDX-License-Identifier: MIT
// Writes the chunks of a recording of trees, each with the hash of the one before. A chunk is made
// as a whole before any of its bytes are written.
#ifndef TREE_WRITER_H
#define TREE_WRITER_H

#include "tree_bytes.h"
#include "tree_format.h"

#include <gestalt/recorder/recorder.h>

enum { KEY_EVERY_FRAMES = 32 }; // a key frame is large, but a reader can start at it

typedef struct tree_writer {
    gestalt_writer sink;
    tree_bytes chunk;
    uint64_t hash; // of what was written last
    bool has_failed;
} tree_writer;

/// Writes what comes before all chunks.
gestalt_result tree_writer_begin(tree_writer *w, uint32_t group_count, uint32_t every,
                                 const char *name, gestalt_error *error);

/// Starts a chunk: its payload is to be added to `chunk`.
void tree_writer_start(tree_writer *w);

/// Writes the chunk whose payload has been added. Once the sink takes no more, each further call
/// answers GESTALT_IO.
gestalt_result tree_writer_end(tree_writer *w, record_chunk head, gestalt_error *error);

// ---- payloads

/// A node of a tree.
void tree_writer_node(tree_bytes *to, const gestalt_tree_node *node);

/// A key, of which `word_count` words follow.
void tree_writer_key(tree_bytes *to, const char *name, gestalt_type type, uint32_t word_count);

/// A word of a key; NULL is "".
void tree_writer_word(tree_bytes *to, const char *word);

/// Counts of a node.
void tree_writer_counts(tree_bytes *to, const gestalt_node_counts *counts);

/// A step, told from the one before, of agent and node 0 at first.
void tree_writer_step(tree_bytes *to, const gestalt_tree_step *step, const gestalt_tree_step *last);

#endif
