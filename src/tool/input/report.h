// SPDX-License-Identifier: MIT
// The report of `check` and `compile` about an input: a line, a block, or JSON.
#ifndef REPORT_H
#define REPORT_H

#include "input.h"
#include "json_layout.h"
#include "read_list.h"
#include "scene_input.h"

/// Write "guard.json: fine, 1 warning: 12 nodes, ..." or "guard.json: rejected, 3 errors".
void report_line(text_out *out, const input *in);

/// Write the line, and the specification below it, one entry per line.
void report_block(text_out *out, const input *in, bool verbose);

/// Write the entries of the specification: the most useful ones, or all if `verbose`.
void report_specification(text_out *out, const gestalt_shape *shape, bool verbose);

/// {"results": [...]} with an object for each input, indented for people.
typedef struct report_list {
    text_out json;
    json_layout layout;
    bool any;
} report_list;
void report_list_start(report_list *list, text_out *out);
/// The output made from an input, and the files that were read for it.
typedef struct report_output {
    const char *path; // NULL: no output was written
    bool is_changed;  // false: the file already existed with the same bytes
    const read_list *reads;
} report_output;

/// Add an input; `made` is NULL for commands that write no output.
void report_list_add(report_list *list, const input *in, const report_output *made);
void report_list_add_scene(report_list *list, const scene_input *in);
void report_list_finish(report_list *list);

/// Counts over several inputs.
typedef struct report_totals {
    uint32_t files, fine, parts, errors, warnings;
} report_totals;
void report_count(report_totals *totals, const input *in);

/// Write "12 files: 10 fine, 2 not; 3 errors, 5 warnings".
void report_totals_line(text_out *out, const report_totals *totals);

#endif
