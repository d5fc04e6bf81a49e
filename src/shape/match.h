// SPDX-License-Identifier: MIT
// Matching: which nodes of two shapes are the same. The result depends on the shapes alone, never
// on agents.
//
// Both streams are converted to tokens, in which names replace offsets of strings, columns and
// links, so that equal sub-documents have equal token sequences wherever they are. Pairs of matched
// nodes wait on a list until their children are matched. The time is that of sorting the nodes.
#ifndef MATCH_H
#define MATCH_H

#include "arena.h"
#include "image.h"

#include <gestalt/edit.h>

typedef struct shape_match {
    uint32_t *new_of; // new id by old id, or SHAPE_NONE
    uint32_t *old_of; // old id by new id
    uint8_t *reasons; // gestalt_edit_reason by old id
    bool *may_stay;   // by old id: the node's live state may continue
} shape_match;

/// Match two shapes. Allocates from an arena, whose owner handles running out of memory.
shape_match shape_match_make(arena *a, const gestalt_shape *old_shape,
                             const gestalt_shape *new_shape, const gestalt_rename *renames,
                             uint32_t rename_count);

/// Return the name in the new shape of something with an old name.
const char *shape_renamed(const char *name, const gestalt_rename *renames, uint32_t rename_count);

#endif
