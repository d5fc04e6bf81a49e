// SPDX-License-Identifier: MIT
// Finds the documents that embed.py has embedded.
#include "trees.h"

#include <string.h>

const bench_tree *trees_find(const char *name)
{
    const bench_tree *tree = bench_trees;
    while (strcmp(tree->name, name) != 0)
        tree++;
    return tree;
}
