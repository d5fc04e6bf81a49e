// SPDX-License-Identifier: MIT
// Describe a node and its whole subtree as one text. The text is the same for two nodes that the
// page on editing (docs/editing.md) calls equal in their whole subtree.
#ifndef REFERENCE_DESCRIBE_H
#define REFERENCE_DESCRIBE_H

#include "reference_tree.h"

/// Append the text of a node and its subtree.
void reference_describe(reference *r, const reference_node *n, reference_text *out);

/// The name by which an edit compares a key, component, persistent or node, after renames. NULL for
/// NULL.
const char *reference_renamed(reference *r, const char *name);

/// The words of the enum that a switch is over, or NULL if it is over an int.
const reference_words *reference_switch_words(reference *r, const reference_node *n);

/// Return whether a formula contains `rand()`, even in a branch that is not evaluated.
bool reference_formula_draws(const reference_formula *formula);

#endif
