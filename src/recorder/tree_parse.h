// SPDX-License-Identifier: MIT
// The tree of a group, from the payload of its chunk. All of it is looked at before it is believed.
#ifndef TREE_PARSE_H
#define TREE_PARSE_H

#include "arena.h"
#include "tree_format.h"

#include <gestalt/recorder/recorder.h>

typedef struct tree_parsed {
    uint32_t group;
    gestalt_tree_group tree; // all but blocks and counts
    uint32_t *parents;       // as tree_take_block has them
} tree_parsed;

/// Returns what is wrong, or NULL; `*at` is the place in the payload. More nodes or keys than these
/// limits are wrong with `*is_limit`. Lack of memory goes to the arena's escape.
const char *tree_parse(const unsigned char *bytes, uint64_t size, const gestalt_limits *limits,
                       arena *a, tree_parsed *parsed, uint64_t *at, bool *is_limit);

#endif
