// SPDX-License-Identifier: MIT
// Edits: agents continue in another shape.
#ifndef EDIT_H
#define EDIT_H

#include "population_state.h"

/// Conditions of an edit beyond those of the host.
typedef struct edit_manner {
    bool must_be_edited;    // make the new group for agents from other shapes in any case
    const group *shared_of; // group whose shared values the new group gets, or NULL
} edit_manner;
gestalt_result population_edit(gestalt_population *p, const gestalt_edit *edit, edit_manner manner,
                               gestalt_edit_report **report, gestalt_error *error);

/// The edit in steps, for work that must happen together with an edit or not at all. The first two
/// functions allocate and change nothing; edit_commit can't fail.
typedef struct gestalt_editing edit_work;
gestalt_result edit_begin(gestalt_population *p, const gestalt_edit *edit, edit_manner manner,
                          edit_work **work, gestalt_error *error);
/// Allocate the room that a population with preallocated memory needs after these edits. Skips
/// NULLs.
gestalt_result edit_keep_room(gestalt_population *p, edit_work *const *works, uint32_t count,
                              gestalt_error *error);
/// Return the group of the new shape, which does not belong to the population yet.
const group *edit_group(const edit_work *work);
void edit_commit(edit_work *work, gestalt_edit_report **report);
void edit_abandon(edit_work *work);

/// Let the group accept agents from other shapes, if it does not yet.
gestalt_result population_relax(gestalt_population *p, uint32_t number, gestalt_error *error);

#endif
