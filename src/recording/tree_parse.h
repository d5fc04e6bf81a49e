// SPDX-License-Identifier: MIT
// Parsing the tree of a group from the payload of its chunk. Everything is checked before it is
// used.
#ifndef TREE_PARSE_H
#define TREE_PARSE_H

#include "arena.h"
#include "tree_format.h"

#include <gestalt/recorder/recorder.h>

typedef struct tree_parsed {
    uint32_t group;
    gestalt_tree_group tree;     // everything except blocks and counts
    uint32_t *parents;           // see tree_take_block
    gestalt_tree_shared *shared; // shared keys; `tree` has the other keys
    uint32_t shared_count;
} tree_parsed;

/// Parse a tree. Returns what is wrong, or NULL; `*at` is the position in the payload. Sets
/// `*is_limit` if the tree exceeds the limits of nodes or keys. If memory runs out, jumps to the
/// arena's escape.
const char *tree_parse(const unsigned char *bytes, uint64_t size, const gestalt_limits *limits,
                       arena *a, tree_parsed *parsed, uint64_t *at, bool *is_limit);

#endif
