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
    bool is_writing; // the sink is called
} tree_writer;

/// Tell of a call that the sink makes itself. Always false otherwise.
bool tree_writer_is_busy(const char *function, const tree_writer *w, gestalt_error *error);

/// Writes what comes before all chunks. Only a recording that is wide can have expressions and
/// shared keys.
gestalt_result tree_writer_begin(tree_writer *w, bool is_wide, uint32_t group_count, uint32_t every,
                                 const char *name, gestalt_error *error);

/// Writes the chunk of all expressions, if there are any.
gestalt_result tree_writer_asked(tree_writer *w, const char *const *texts, uint32_t count,
                                 gestalt_error *error);

/// Starts a chunk: its payload is to be added to `chunk`.
void tree_writer_start(tree_writer *w);

/// Writes the chunk whose payload has been added. Once the sink takes no more, each further call
/// answers GESTALT_IO.
gestalt_result tree_writer_end(tree_writer *w, record_chunk head, gestalt_error *error);

// ---- payloads

/// A node of a tree.
void tree_writer_node(tree_bytes *to, const gestalt_tree_node *node);

/// A key, of which `word_count` words follow.
void tree_writer_key(tree_bytes *to, const char *name, gestalt_type type, bool is_shared,
                     uint32_t word_count);

/// A word of a key; NULL is "".
void tree_writer_word(tree_bytes *to, const char *word);

/// Counts of a node.
void tree_writer_counts(tree_bytes *to, const gestalt_node_counts *counts);

/// The value of a shared key.
void tree_writer_shared(tree_bytes *to, const gestalt_value *value);

/// A step, told from the one before, of agent and node 0 at first.
void tree_writer_step(tree_bytes *to, const gestalt_tree_step *step, const gestalt_tree_step *last);

/// The values of all expressions at a step, told from those at the one before, and kept in `last`.
void tree_writer_answers(tree_bytes *to, const tree_answer *answers, tree_answer *last,
                         uint32_t count);

/// No values, which are those before the first step.
void tree_answers_forget(tree_answer *answers, uint32_t count);

/// NULL is none.
tree_answer tree_answer_of(const gestalt_value *value);

#endif
