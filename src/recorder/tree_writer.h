// SPDX-License-Identifier: MIT
// Writing the chunks of a recording of trees, each hashed together with the previous chunk's hash.
// A chunk is complete in memory before any of its bytes are written.
#ifndef TREE_WRITER_H
#define TREE_WRITER_H

#include "tree_bytes.h"
#include "tree_format.h"

#include <gestalt/recorder/recorder.h>

enum { KEY_EVERY_FRAMES = 32 }; // a key frame is large, but a reader can start at it

typedef struct tree_writer {
    gestalt_writer sink;
    tree_bytes chunk;
    uint64_t hash; // hash of the last chunk that was written
    bool has_failed;
    bool is_writing; // true while the sink is called
} tree_writer;

/// Set an error and return true if the sink itself makes the call.
bool tree_writer_is_busy(const char *function, const tree_writer *w, gestalt_error *error);

/// Write everything before the first chunk. Only a wide recording can have expressions and shared
/// keys.
gestalt_result tree_writer_begin(tree_writer *w, bool is_wide, uint32_t group_count, uint32_t every,
                                 const char *name, gestalt_error *error);

/// Write the chunk of all expressions, if there are any.
gestalt_result tree_writer_asked(tree_writer *w, const char *const *texts, uint32_t count,
                                 gestalt_error *error);

/// Start a chunk. The caller then adds the payload to `chunk`.
void tree_writer_start(tree_writer *w);

/// Write the chunk with the payload that was added. After the sink has failed, each call returns
/// GESTALT_IO.
gestalt_result tree_writer_end(tree_writer *w, record_chunk head, gestalt_error *error);

// ---- payloads

/// Add a node of a tree.
void tree_writer_node(tree_bytes *to, const gestalt_tree_node *node);

/// Add a key, followed by `word_count` words.
void tree_writer_key(tree_bytes *to, const char *name, gestalt_type type, bool is_shared,
                     uint32_t word_count);

/// Add a word of a key; NULL is "".
void tree_writer_word(tree_bytes *to, const char *word);

/// Add the counts of a node.
void tree_writer_counts(tree_bytes *to, const gestalt_node_counts *counts);

/// Add the value of a shared key.
void tree_writer_shared(tree_bytes *to, const gestalt_value *value);

/// Add a step, as differences from the previous step; before the first step, agent and node are 0.
void tree_writer_step(tree_bytes *to, const gestalt_tree_step *step, const gestalt_tree_step *last);

/// Add the values of all expressions at a step, as differences from `last`, and copy them to
/// `last`.
void tree_writer_answers(tree_bytes *to, const tree_answer *answers, tree_answer *last,
                         uint32_t count);

/// Set all values to none, as before the first step.
void tree_answers_forget(tree_answer *answers, uint32_t count);

/// Convert a value; NULL means that there is none.
tree_answer tree_answer_of(const gestalt_value *value);

#endif
