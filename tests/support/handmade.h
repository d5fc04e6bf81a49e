// SPDX-License-Identifier: MIT
// Small shapes from short texts, without the compiler: "sequence(wait:5 success)".
//
// A node is NAME, or NAME~ with the flag VARIANT, then its numbers, each after a colon, then its
// children in parentheses. Numbers: the duration, -1 for one that is evaluated; repeat, retry:
// count and per_tick; while: per_tick; chance: p; parallel: success and failure; weighted: the
// weights; utility: one score for each child, with the flag preceded by a margin of 0.5; switch:
// the cases; persistent, signal: the index of the persistent ("a" and "b" exist). For condition and
// decide: no number is `alerted`, 0 or 1 a constant, 2 a call of `seen`, 3 rand() < 0.5, 4 stance
// == 'b', 100 + n an expression that needs a stack of n values, 1000 + n one with n operations.
#ifndef HANDMADE_H
#define HANDMADE_H

#include "image.h"

enum { HANDMADE_ITEMS = 100000, HANDMADE_NUMBERS = 260 };

typedef struct handmade {
    uint64_t items[HANDMADE_ITEMS];
    uint32_t item_count;
    uint32_t node_count;
    const char *next; // of the text
    image_name *names;
    image_source *source;
} handmade;

/// Builds a shape of a text. Aborts when the text is wrong.
gestalt_result handmade_build(const char *text, bool with_names, const gestalt_allocator *allocator,
                              gestalt_shape **shape, gestalt_error *error);

#endif
