// SPDX-License-Identifier: MIT
// Small shapes from short texts, without the compiler: "sequence(wait:5 success)".
//
// A node is NAME, or NAME~ with the flag VARIANT. Its numbers follow, each after a colon, and then
// its children in parentheses. The numbers are:
//
//   duration        of every node with a clock; -1: agents evaluate it
//   repeat, retry   count and per_tick
//   while           per_tick
//   chance          p
//   parallel        success and failure
//   weighted        the weights
//   utility         one score for each child; with the flag VARIANT, first a margin of 0.5
//   switch          the cases
//   persistent, signal  index of the persistent, "a" or "b"
//   condition, decide   none: `alerted`; 0 or 1: a constant; 2: a call of `seen`; 3: rand() < 0.5;
//                   4: stance == 'b'; 100 + n: an expression that needs a stack of n values;
//                   1000 + n: an expression with n operations
#ifndef HANDMADE_H
#define HANDMADE_H

#include "image.h"

enum { HANDMADE_ITEMS = 100000, HANDMADE_NUMBERS = 260 };

typedef struct handmade {
    uint64_t items[HANDMADE_ITEMS];
    uint32_t item_count;
    uint32_t node_count;
    const char *next; // rest of the text
    image_name *names;
    image_source *source;
} handmade;

/// Build a shape from a text. Aborts if the text is wrong.
gestalt_result handmade_build(const char *text, bool with_names, const gestalt_allocator *allocator,
                              gestalt_shape **shape, gestalt_error *error);

#endif
