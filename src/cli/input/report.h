// SPDX-License-Identifier: MIT
// The report of `check` and `compile` on an input that went well or not: a line, a block, or JSON.
#ifndef REPORT_H
#define REPORT_H

#include "input.h"
#include "json_layout.h"
#include "read_list.h"
#include "scene_input.h"

/// "guard.json: fine, 1 warning: 12 nodes, ..." or "guard.json: rejected, 3 errors".
void report_line(text_out *out, const input *in);

/// The same, but with the specification in rows below.
void report_block(text_out *out, const input *in, bool verbose);

/// The rows: what is worth knowing, and every number there is when `verbose`.
void report_specification(text_out *out, const gestalt_shape *shape, bool verbose);

/// {"results": [...]}, an object for each input, laid out for people.
typedef struct report_list {
    text_out json;
    json_layout layout;
    bool any;
} report_list;
void report_list_start(report_list *list, text_out *out);
/// The output of an input, and the files that were read for it.
typedef struct report_output {
    const char *path; // NULL: nothing was written
    bool is_changed;  // false: it was there, with the same bytes
    const read_list *reads;
} report_output;

/// `made` is NULL for commands that write nothing.
void report_list_add(report_list *list, const input *in, const report_output *made);
void report_list_add_scene(report_list *list, const scene_input *in);
void report_list_finish(report_list *list);

/// Counts over many inputs.
typedef struct report_totals {
    uint32_t files, fine, parts, errors, warnings;
} report_totals;
void report_count(report_totals *totals, const input *in);

/// "12 files: 10 fine, 2 not; 3 errors, 5 warnings".
void report_totals_line(text_out *out, const report_totals *totals);

#endif
