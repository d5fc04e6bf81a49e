// SPDX-License-Identifier: MIT
// Random edits of random documents. Like a designer, they change a tree in small steps, and each
// step leaves a document that compiles. Steps insert, remove, move, copy, wrap and unwrap nodes,
// and change their types, names, numbers, durations, conditions, orders and weights. They also
// change keys, with their types and inits.
#ifndef GENERATE_EDIT_H
#define GENERATE_EDIT_H

#include "generate.h"

#include <stdbool.h>

/// Return whether an edited document is usable: it compiles, and its ticks are not too long.
typedef bool generated_test(void *user, const generated *g);

/// Return an edited copy, with the same host functions. `steps` is the number of changes; there are
/// fewer if no further change passes the test.
generated *generate_edit(const generated *g, uint64_t seed, uint32_t steps, generated_test *test,
                         void *user);

/// The same as `generate_edit`, with changes of one kind only.
generated *generate_edit_of_kind(const generated *g, uint64_t seed, uint32_t steps,
                                 const char *kind, generated_test *test, void *user);

/// Return an unchanged copy, for an edit to the same shape.
generated *generated_copy(const generated *g);

/// Each kind of change has a name and a count of how often it was made.
uint32_t generate_edit_kind_count(void);
const char *generate_edit_kind(uint32_t kind, uint64_t *made);

#endif
