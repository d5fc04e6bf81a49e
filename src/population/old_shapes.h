// SPDX-License-Identifier: MIT
// The shape that a snapshot's group, or an actor, was saved under: the group's own one, or which of
// the old shapes that a host gives. An edit goes by the names of nodes, so an old shape has to be
// the same to the last name, and to have names.
#ifndef OLD_SHAPES_H
#define OLD_SHAPES_H

#include "population_state.h"

#include <gestalt/edit.h>

/// The shape as the bytes tell it. Old versions do not have the second number.
typedef struct saved_shape {
    uint64_t identity, edit_identity;
    bool has_edit_identity;
} saved_shape;

/// Find the shape. GESTALT_OK and NULL: the agents go on in `own` as they are. GESTALT_BAD_FILE: it
/// is another shape, which is not among the old ones, and the caller says so. On anything else,
/// `*why` is a sentence; GESTALT_BAD_ARGUMENT blames the old shapes.
gestalt_result old_shapes_find(const saved_shape *saved, const group *own,
                               const gestalt_load_options *options, const gestalt_group **old,
                               const char **why);

#endif
