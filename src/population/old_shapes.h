// SPDX-License-Identifier: MIT
// The shape under which a snapshot's group or an actor was saved: the group's own shape, or one of
// the old shapes that a host provides. An edit matches nodes by their names, so an old shape must
// be identical including all names, and must have names.
#ifndef OLD_SHAPES_H
#define OLD_SHAPES_H

#include "population_state.h"

#include <gestalt/edit.h>

/// The identity of the shape in the saved bytes. Old versions do not contain the second number.
typedef struct saved_shape {
    uint64_t identity, edit_identity;
    bool has_edit_identity;
} saved_shape;

/// Find the shape. GESTALT_OK with NULL in `*old`: the agents continue in `own` unchanged.
/// GESTALT_BAD_FILE: it is another shape that is not among the old ones; the caller reports that.
/// On other errors `*why` is a sentence; GESTALT_BAD_ARGUMENT means that the old shapes are wrong.
gestalt_result old_shapes_find(const saved_shape *saved, const group *own,
                               const gestalt_load_options *options, const gestalt_group **old,
                               const char **why);

#endif
