// SPDX-License-Identifier: MIT
// "Did you mean": the known name nearest to a mistyped one.
#ifndef NEAREST_H
#define NEAREST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Work that suggestions for one input may still cost, in steps of the comparison of two letters.
/// The reader of an input has one budget and gives it to every search, so that no input makes
/// searches take longer than its size allows. Counting steps instead of time keeps suggestions the
/// same on every machine.
typedef struct nearest_budget {
    uint64_t left;
} nearest_budget;

/// Start a budget that allows some hundred searches through a few names.
void nearest_budget_start(nearest_budget *b);
/// Enlarge a budget for so many bytes of the input.
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
/// Pay for a walk through so many names. Return false when the budget does not allow it. A walk
/// through a fixed list of names needs no such call.
bool nearest_may_walk(nearest *n, size_t count);
/// Offers one known name. On a tie the first offered stays. A name that begins with the wanted
/// word, or the other way round, is as near as one and a half mistakes. Ignored when the budget is
/// spent.
void nearest_offer(nearest *n, const char *name, size_t size);

/// Edit distance with insertions, deletions, substitutions and swaps of neighbours (2 each; a
/// change of case alone 1). SIZE_MAX when a word is longer than 64 bytes.
size_t nearest_distance(const char *a, size_t a_size, const char *b, size_t b_size);

#endif
