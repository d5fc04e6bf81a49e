// SPDX-License-Identifier: MIT
// Random edits of random documents: as a designer changes a tree, in small steps of which each
// leaves a document that compiles. Nodes are inserted, removed, moved, copied, wrapped, unwrapped
// and change their types; names, numbers, durations, conditions, orders, weights, keys, their types
// and inits change.
#ifndef GENERATE_EDIT_H
#define GENERATE_EDIT_H

#include "generate.h"

#include <stdbool.h>

/// Says whether an edited document is one to go on with: it compiles, and its ticks are not too
/// long.
typedef bool generated_test(void *user, const generated *g);

/// Returns an edited copy, which has the hosts of the first one. `steps` is how many changes there
/// are; fewer where none is found that passes the test.
generated *generate_edit(const generated *g, uint64_t seed, uint32_t steps, generated_test *test,
                         void *user);

/// The same with one kind of change only.
generated *generate_edit_of_kind(const generated *g, uint64_t seed, uint32_t steps,
                                 const char *kind, generated_test *test, void *user);

/// A copy, for an edit to the same shape.
generated *generated_copy(const generated *g);

/// Every kind of change has a name and is counted, as often as it was made.
uint32_t generate_edit_kind_count(void);
const char *generate_edit_kind(uint32_t kind, uint64_t *made);

#endif
