// SPDX-License-Identifier: MIT
// Matching of blackboard keys and persistent statuses of two shapes, by name.
#ifndef MATCH_KEYS_H
#define MATCH_KEYS_H

#include "arena.h"
#include "image.h"

#include <gestalt/edit.h>

/// A word of a new enum.
typedef struct word_place {
    uint32_t rank; // equal for equal words of both shapes
    int32_t value;
} word_place;

/// The words of all enums of two shapes, in their order there.
typedef struct word_match {
    const uint32_t *old_ranks;    // rank of each old word
    const word_place *new_places; // for each enum, its words sorted by rank
} word_match;

typedef struct key_match {
    uint32_t *old_keys; // by new key: the old key from which it takes its values, or SHAPE_NONE
    uint32_t *old_persistents; // by new persistent: the old one, or SHAPE_NONE
    bool *keeps_key;           // by old key: a new key takes its values
    bool *keeps_persistent;    // by old persistent: a new one takes its values
    const word_match *words;
} key_match;

/// Match keys and persistents. Allocates from an arena, whose owner handles running out of memory.
key_match key_match_make(arena *a, const gestalt_shape *old_shape, const gestalt_shape *new_shape,
                         const gestalt_rename *renames, uint32_t rename_count);

/// Return whether values of one key, or elements of one list, can be converted to the type of
/// another.
bool key_match_converts(const image_key *from, const image_key *to);

/// Find the value in the new enum for the word of a value in the old one. Returns false when there
/// is no such word, or the value has none.
bool word_match_find(const word_match *m, const image_enum *from, const image_enum *to,
                     int32_t value, int32_t *found);

#endif
