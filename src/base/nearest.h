// SPDX-License-Identifier: MIT
// "Did you mean": the known name nearest to a mistyped one.
#ifndef NEAREST_H
#define NEAREST_H

#include <stddef.h>

typedef struct nearest {
    const char *name; // NULL when none is near enough
    size_t distance;
    const char *wanted;
    size_t wanted_size;
} nearest;

void nearest_start(nearest *n, const char *wanted, size_t wanted_size);
/// Offers one known name. On a tie the first offered stays. A name that begins with the wanted
/// word, or the other way round, is as near as one and a half mistakes.
void nearest_offer(nearest *n, const char *name, size_t size);

/// Edit distance with insertions, deletions, substitutions and swaps of neighbours (2 each; a
/// change of case alone 1). SIZE_MAX when a word is longer than 64 bytes.
size_t nearest_distance(const char *a, size_t a_size, const char *b, size_t b_size);

#endif
