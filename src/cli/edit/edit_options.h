// SPDX-License-Identifier: MIT
// The options that say how an edit finds things again: --rename OLD=NEW.
#ifndef EDIT_OPTIONS_H
#define EDIT_OPTIONS_H

#include "cli.h"

#include <gestalt/edit.h>

typedef struct edit_renames {
    gestalt_rename *list;
    uint32_t count;
    bool *is_used; // by edit_renames_choose
} edit_renames;

/// Reads all of them into an arena. Errors are reported.
exit_code edit_renames_read(edit_renames *r, cli *c, arena *a);

/// Choose those that name something in both trees: a run may have several edits. `chosen` has a
/// list with room for all of them.
void edit_renames_choose(const edit_renames *all, edit_renames *chosen,
                         const gestalt_shape *old_shape, const gestalt_shape *new_shape);

/// Report a rename that no edit has chosen, and chosen ones that can't be done together.
exit_code edit_renames_check(const edit_renames *all, cli *c);
exit_code edit_renames_try(const edit_renames *chosen, cli *c, const gestalt_shape *old_shape,
                           const gestalt_shape *new_shape);

/// Report an edit that the library refuses as a wrong argument. Renames that name nothing are a
/// mistake in the options, with a hint at the help; trees that cannot be edited are not.
exit_code edit_refused(const edit_renames *renames, cli *c, const gestalt_shape *old_shape,
                       const gestalt_shape *new_shape, const gestalt_error *error);

#endif
