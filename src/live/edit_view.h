// SPDX-License-Identifier: MIT
// Reports of an edit, for people in a few lines, and for tools as JSON.
#ifndef EDIT_VIEW_H
#define EDIT_VIEW_H

#include "text.h"

#include <gestalt/edit.h>
#include <gestalt/shape.h>

/// Two shapes, and the report of an edit from one to the other.
typedef struct edit_view {
    const gestalt_shape *old_shape, *new_shape;
    const gestalt_edit_report *report;
    gestalt_edit_counts counts; // those of the report, or of the reports of all ranks
} edit_view;

static inline edit_view edit_view_of(const gestalt_shape *old_shape, const gestalt_shape *new_shape,
                                     const gestalt_edit_report *report)
{
    edit_view v = {old_shape, new_shape, report};
    if (report)
        v.counts = gestalt_edit_report_counts(report);
    return v;
}

/// Print a few lines: how many nodes and keys continue, why others do not, and the effect on agents
/// if there were any to edit.
void edit_view_summary(text_out *out, const edit_view *v);

/// Write everything as members of an open JSON object: `"old": ..., "new": ...`, including the
/// effect on agents if `with_agents`.
void edit_view_json(text_out *out, const edit_view *v, bool with_agents);

/// Return a word for what a key is, or for what has become of it.
const char *edit_key_kind_text(gestalt_edit_key_kind kind);
const char *edit_key_fate_text(gestalt_edit_key_fate fate);

#endif
