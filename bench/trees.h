// SPDX-License-Identifier: MIT
// The documents of bench/trees, embedded in the program.
#ifndef TREES_H
#define TREES_H

#include <stddef.h>

typedef struct bench_tree {
    const char *name; // of the document, as "W1H"
    const char *text;
    size_t size;
} bench_tree;

/// Ends with a name that is NULL.
extern const bench_tree bench_trees[];

/// The document of a name that is there.
const bench_tree *trees_find(const char *name);

#endif
