// SPDX-License-Identifier: MIT
// Functions for exporting both kinds of recordings: values as text, and waiting for a file that
// grows.
#ifndef EXPORT_H
#define EXPORT_H

#include "output.h"
#include "recording.h"

typedef enum export_form { EXPORT_CSV, EXPORT_JSONL, EXPORT_INFO } export_form;

void export_unsigned(text_out *out, uint64_t number);
void export_int(text_out *out, int32_t number);
void export_seconds(text_out *out, int64_t microseconds);
void export_float(text_out *out, float number, bool is_json);
void export_bool(text_out *out, bool is_true, bool is_json);
/// Write a string; NULL is written as "".
void export_json_text(text_out *out, const char *text);
/// Write a word; NULL is written as no value.
void export_word(text_out *out, const char *word, bool is_json);

/// Wait a short time for more data.
void export_wait(output *out);

/// What the lines of an exported recording of trees describe.
typedef enum export_lines { EXPORT_AGENTS, EXPORT_NODES, EXPORT_STEPS } export_lines;

/// Export an open recording of trees.
exit_code export_trees(recording *r, output *out, export_form form, export_lines lines);

#endif
