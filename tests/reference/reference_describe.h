// SPDX-License-Identifier: MIT
// A node and all below it as one text, the same for two nodes where section 1 of the page on
// editing calls their sub-documents equal.
#ifndef REFERENCE_DESCRIBE_H
#define REFERENCE_DESCRIBE_H

#include "reference_tree.h"

/// Appends the text of a node and of all below it.
void reference_describe(reference *r, const reference_node *n, reference_text *out);

/// The name by which something is compared: a key's or component's, a persistent's, a node's (or
/// NULL).
const char *reference_renamed(reference *r, const char *name);

/// The words of the enum that a switch is over, or NULL.
const reference_words *reference_switch_words(reference *r, const reference_node *n);

/// Return whether a formula holds `rand()`, evaluated or not.
bool reference_formula_draws(const reference_formula *formula);

#endif
