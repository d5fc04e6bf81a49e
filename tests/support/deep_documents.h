// SPDX-License-Identifier: MIT
// Generated documents at the limits of depth: chains of every decorator and decider, and
// expressions nested in every way.
#ifndef DEEP_DOCUMENTS_H
#define DEEP_DOCUMENTS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// A node around a deep child.
typedef struct deep_kind {
    const char *name, *before, *after;
} deep_kind;

extern const deep_kind deep_kinds[];
extern const size_t deep_kind_count;

/// Write a document with a tree of `depth` nodes in a chain. All are of one kind, or with NULL of
/// all kinds in turn. The last one is a leaf that runs for `leaf_ticks` ticks.
void deep_tree(FILE *to, const deep_kind *kind, uint32_t depth, uint32_t leaf_ticks);

/// An expression: `middle`, preceded and followed by repetitions of `before` and `after`.
typedef struct deep_expression {
    const char *name, *key, *before, *middle, *after;
    uint32_t count;
} deep_expression;

extern const deep_expression deep_expressions[];
extern const size_t deep_expression_count;

/// Write a document that sets the key to the expression, as often as the description states.
void deep_set(FILE *to, const deep_expression *expression);

#endif
