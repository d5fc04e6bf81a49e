// SPDX-License-Identifier: MIT
// Matching of what agents know: blackboard keys and persistent statuses of two shapes, by name.
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

/// The words of all enums of two shapes, as they lie in them.
typedef struct word_match {
    const uint32_t *old_ranks;    // by old word
    const word_place *new_places; // of each enum in order of ranks
} word_match;

typedef struct key_match {
    uint32_t *old_keys;        // by new key: the one whose values it takes, or SHAPE_NONE
    uint32_t *old_persistents; // by new persistent, likewise
    bool *keeps_key;           // by old key: some new one takes its values
    bool *keeps_persistent;    // by old persistent
    const word_match *words;
} key_match;

/// Allocates from an arena whose owner takes its escapes.
key_match key_match_make(arena *a, const gestalt_shape *old_shape, const gestalt_shape *new_shape,
                         const gestalt_rename *renames, uint32_t rename_count);

/// Tells whether values of one key can become those of another, of the same type or not.
bool key_match_converts(const image_key *from, const image_key *to);

/// Finds the new enum's value whose word is that of the old enum's value. Returns false when there
/// is no such word, or the value has none.
bool word_match_find(const word_match *m, const image_enum *from, const image_enum *to,
                     int32_t value, int32_t *found);

#endif
