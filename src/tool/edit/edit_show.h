// SPDX-License-Identifier: MIT
// The report of an edit as two trees side by side, for `diff`.
#ifndef EDIT_SHOW_H
#define EDIT_SHOW_H

#include "arena.h"
#include "edit_view.h"

/// Print the keys, and both trees as outlines, where matching nodes share a line.
void edit_show_trees(text_out *out, arena *a, const edit_view *v);

#endif
