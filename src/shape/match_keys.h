// SPDX-License-Identifier: MIT
// Matching of what agents know: blackboard keys and persistent statuses of two shapes, by name.
#ifndef MATCH_KEYS_H
#define MATCH_KEYS_H

#include "arena.h"
#include "image.h"

#include <gestalt/edit.h>

typedef struct key_match {
    uint32_t *old_keys;        // by new key: the one whose values it takes, or SHAPE_NONE
    uint32_t *old_persistents; // by new persistent, likewise
    bool *keeps_key;           // by old key: some new one takes its values
    bool *keeps_persistent;    // by old persistent
} key_match;

/// Allocates from an arena whose owner takes its escapes.
key_match key_match_make(arena *a, const gestalt_shape *old_shape, const gestalt_shape *new_shape,
                         const gestalt_rename *renames, uint32_t rename_count);

/// Tells whether values of one key can become those of another, of the same type or not.
bool key_match_converts(const gestalt_shape *was, const image_key *from, const gestalt_shape *is,
                        const image_key *to);

#endif
