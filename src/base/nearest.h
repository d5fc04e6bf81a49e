// SPDX-License-Identifier: MIT
// "Did you mean": the known name that is most similar to a mistyped one.
#ifndef NEAREST_H
#define NEAREST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A budget for suggestions about one input, counted in comparisons of two letters. The reader of
/// an input shares one budget among all searches, so that searches never take longer than the size
/// of the input justifies. Counting comparisons instead of time makes suggestions the same on every
/// machine.
typedef struct nearest_budget {
    uint64_t left;
} nearest_budget;

/// Start a budget that allows a few hundred searches through a few names.
void nearest_budget_start(nearest_budget *b);
/// Enlarge a budget for `bytes` more bytes of input.
void nearest_budget_add(nearest_budget *b, size_t bytes);

typedef struct nearest {
    const char *name; // NULL when none is near enough
    size_t distance;
    const char *wanted;
    size_t wanted_size;
    nearest_budget *budget; // NULL: unlimited
} nearest;

/// `budget` may be NULL for words of a command line, which are few.
void nearest_start(nearest *n, const char *wanted, size_t wanted_size, nearest_budget *budget);
/// Pay for an iteration over `count` names. Returns false when the budget does not allow it. Not
/// needed for a fixed list of names.
bool nearest_may_walk(nearest *n, size_t count);
/// Offer one known name. On a tie the first offer wins. A name that begins with the wanted word, or
/// the other way round, counts like one and a half mistakes. Ignored when the budget is spent.
void nearest_offer(nearest *n, const char *name, size_t size);

/// Return the edit distance: insertions, deletions, substitutions and swaps of neighbours cost 2
/// each, a change of case 1. SIZE_MAX when a word is longer than 64 bytes.
size_t nearest_distance(const char *a, size_t a_size, const char *b, size_t b_size);

#endif
