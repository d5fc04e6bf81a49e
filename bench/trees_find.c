// SPDX-License-Identifier: MIT
// Finds documents in the table that embed.py has generated.
#include "trees.h"

#include <string.h>

const bench_tree *trees_find(const char *name)
{
    const bench_tree *tree = bench_trees;
    while (strcmp(tree->name, name) != 0)
        tree++;
    return tree;
}
