// SPDX-License-Identifier: MIT
// Documents at the limits of depth, generated from a table: chains of every decorator and decider,
// and expressions nested in every way.
#ifndef DEEP_DOCUMENTS_H
#define DEEP_DOCUMENTS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// A node round a deep child.
typedef struct deep_kind {
    const char *name, *before, *after;
} deep_kind;

extern const deep_kind deep_kinds[];
extern const size_t deep_kind_count;

/// Write a document whose tree is `depth` nodes deep, all of that kind but the leaf, which takes
/// `leaf_ticks` ticks. NULL: of all kinds in turn.
void deep_tree(FILE *to, const deep_kind *kind, uint32_t depth, uint32_t leaf_ticks);

/// An expression: `before` and `after` so many times round `middle`.
typedef struct deep_expression {
    const char *name, *key, *before, *middle, *after;
    uint32_t count;
} deep_expression;

extern const deep_expression deep_expressions[];
extern const size_t deep_expression_count;

/// Write a document that sets the key to the expression, as often as it does so.
void deep_set(FILE *to, const deep_expression *expression);

#endif
