// SPDX-License-Identifier: MIT
// Matching: which nodes of two shapes are the same. It looks at the shapes alone, never at agents.
//
// Both streams are written as tokens, in which names stand for strings, columns and links, so that
// equal sub-documents are equal runs of tokens wherever they stand. Pairs of nodes that match wait
// on a list until their children are matched. The time is that of sorting the nodes.
#ifndef MATCH_H
#define MATCH_H

#include "arena.h"
#include "image.h"

#include <gestalt/edit.h>

typedef struct shape_match {
    uint32_t *new_of; // by old id: the new one, or SHAPE_NONE
    uint32_t *old_of; // by new id
    uint8_t *reasons; // by old id: gestalt_edit_reason
    bool *may_stay;   // by old id: its state can go on
} shape_match;

/// Allocates from an arena whose owner takes its escapes.
shape_match shape_match_make(arena *a, const gestalt_shape *old_shape,
                             const gestalt_shape *new_shape, const gestalt_rename *renames,
                             uint32_t rename_count);

/// Returns how an old name is written in the new shape.
const char *shape_renamed(const char *name, const gestalt_rename *renames, uint32_t rename_count);

#endif
