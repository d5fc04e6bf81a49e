// SPDX-License-Identifier: MIT
// Exporting, as the two sorts of recordings share it: values as text, and waiting for a
// file that grows.
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
/// NULL is as "".
void export_json_text(text_out *out, const char *text);
/// NULL is none.
void export_word(text_out *out, const char *word, bool is_json);

/// Waits a while, for as long as nothing more has come.
void export_wait(output *out);

/// The things of a recording of trees that lines are written of.
typedef enum export_lines { EXPORT_AGENTS, EXPORT_NODES, EXPORT_STEPS } export_lines;

/// Writes a recording of trees, which was opened.
exit_code export_trees(recording *r, output *out, export_form form, export_lines lines);

#endif
