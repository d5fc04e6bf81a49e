// SPDX-License-Identifier: MIT
// The options for matching nodes and keys in an edit: --rename OLD=NEW.
#ifndef EDIT_OPTIONS_H
#define EDIT_OPTIONS_H

#include "cli.h"

#include <gestalt/edit.h>

typedef struct edit_renames {
    gestalt_rename *list;
    uint32_t count;
    bool *is_used; // set by edit_renames_choose
} edit_renames;

/// Read all renames into an arena. Errors are reported.
exit_code edit_renames_read(edit_renames *r, cli *c, arena *a);

/// Choose the renames whose names occur in these two trees: a run may have several edits.
/// `chosen->list` has room for all renames.
void edit_renames_choose(const edit_renames *all, edit_renames *chosen,
                         const gestalt_shape *old_shape, const gestalt_shape *new_shape);

/// Report renames that no edit has chosen; edit_renames_try reports chosen renames that contradict
/// each other.
exit_code edit_renames_check(const edit_renames *all, cli *c);
exit_code edit_renames_try(const edit_renames *chosen, cli *c, const gestalt_shape *old_shape,
                           const gestalt_shape *new_shape);

/// Report an edit that the library refuses as a wrong argument. Renames that match nothing are an
/// error in the options, and the message refers to the help; trees that cannot be edited are not.
exit_code edit_refused(const edit_renames *renames, cli *c, const gestalt_shape *old_shape,
                       const gestalt_shape *new_shape, const gestalt_error *error);

#endif
