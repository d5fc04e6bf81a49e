// SPDX-License-Identifier: MIT
// Reports of an edit, for people and for tools. Shared by `diff`, `migrate` and `run --edit`.
#ifndef EDIT_SHOW_H
#define EDIT_SHOW_H

#include "arena.h"
#include "text.h"

#include <gestalt/edit.h>

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

/// Print the keys, and both trees as outlines side by side, where matching nodes share a line.
void edit_show_trees(text_out *out, arena *a, const edit_view *v);

/// Print a few lines: how many nodes and keys continue, why others do not, and the effect on agents
/// if there were any to edit.
void edit_show_summary(text_out *out, const edit_view *v);

/// Write everything as members of an open JSON object: `"old": ..., "new": ...`, including the
/// effect on agents if `with_agents`.
void edit_show_json(text_out *out, const edit_view *v, bool with_agents);

#endif
