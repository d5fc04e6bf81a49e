// SPDX-License-Identifier: MIT
// The report of an edit, for people and for tools. `diff`, `migrate` and `run --edit` share it.
#ifndef EDIT_SHOW_H
#define EDIT_SHOW_H

#include "arena.h"
#include "text.h"

#include <gestalt/edit.h>

/// Two shapes, and how an edit goes from one to the other.
typedef struct edit_view {
    const gestalt_shape *old_shape, *new_shape;
    const gestalt_edit_report *report;
} edit_view;

/// The keys, and both trees as outlines side by side, in which nodes that match share a line.
void edit_show_trees(text_out *out, arena *a, const edit_view *v);

/// In a few lines: how many nodes and keys go on, and why others do not; and the effect on agents,
/// unless there were none to edit.
void edit_show_summary(text_out *out, const edit_view *v);

/// All of it, as members of a JSON object that is open: `"old": ..., "new": ...`. With the effect
/// on agents where there were some to edit.
void edit_show_json(text_out *out, const edit_view *v, bool with_agents);

#endif
