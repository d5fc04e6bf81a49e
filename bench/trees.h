// SPDX-License-Identifier: MIT
// The documents of bench/trees, embedded in the program.
#ifndef TREES_H
#define TREES_H

#include <stddef.h>

typedef struct bench_tree {
    const char *name; // name of the document, such as "W1H"
    const char *text;
    size_t size;
} bench_tree;

/// The table ends with an entry whose name is NULL.
extern const bench_tree bench_trees[];

/// Return the document with a name, which must exist.
const bench_tree *trees_find(const char *name);

#endif
