// SPDX-License-Identifier: MIT
// The payloads of the chunks of trees.
#ifndef TREE_WRITER_H
#define TREE_WRITER_H

#include "chunk_writer.h"
#include "tree_format.h"

#include <gestalt/recorder/recorder.h>

/// Write the chunk with the description.
gestalt_result tree_writer_begin(chunk_writer *w, const gestalt_tree_description *d,
                                 gestalt_error *error);

/// Write the chunk of all expressions, if there are any.
gestalt_result tree_writer_asked(chunk_writer *w, const char *const *texts, uint32_t count,
                                 gestalt_error *error);

// ---- payloads

/// Add a node of a tree.
void tree_writer_node(chunk_bytes *to, const gestalt_tree_node *node);

/// Add a key, followed by `word_count` words.
void tree_writer_key(chunk_bytes *to, const char *name, gestalt_type type, bool is_shared,
                     uint32_t word_count);

/// Add a word of a key; NULL is "".
void tree_writer_word(chunk_bytes *to, const char *word);

/// Add the counts of a node.
void tree_writer_counts(chunk_bytes *to, const gestalt_node_counts *counts);

/// Add the value of a shared key.
void tree_writer_shared(chunk_bytes *to, const gestalt_value *value);

/// Add a step, as differences from the previous step; before the first step, agent and node are 0.
void tree_writer_step(chunk_bytes *to, const gestalt_tree_step *step,
                      const gestalt_tree_step *last);

/// Add the values of all expressions at a step, as differences from `last`, and copy them to
/// `last`.
void tree_writer_answers(chunk_bytes *to, const tree_answer *answers, tree_answer *last,
                         uint32_t count);

/// Set all values to none, as before the first step.
void tree_answers_forget(tree_answer *answers, uint32_t count);

/// Convert a value; NULL means that there is none.
tree_answer tree_answer_of(const gestalt_value *value);

#endif
