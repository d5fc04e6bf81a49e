// SPDX-License-Identifier: MIT
// The tree of a group, from the payload of its chunk. All of it is looked at before it is believed.
#ifndef TREE_PARSE_H
#define TREE_PARSE_H

#include "arena.h"
#include "tree_format.h"

#include <gestalt/recorder/recorder.h>

typedef struct tree_parsed {
    uint32_t group;
    gestalt_tree_group tree;     // all but blocks and counts
    uint32_t *parents;           // as tree_take_block has them
    gestalt_tree_shared *shared; // keys, of which the tree's are the others
    uint32_t shared_count;
} tree_parsed;

/// Tells whether a recording can have expressions and shared keys.
bool tree_recording_is_wide(const gestalt_tree_recording *recording);

/// Returns what is wrong, or NULL; `*at` is the place in the payload. More nodes or keys than these
/// limits are wrong with `*is_limit`. Keys are shared only where it `is_wide`. Lack of memory goes
/// to the arena's escape.
const char *tree_parse(const unsigned char *bytes, uint64_t size, bool is_wide,
                       const gestalt_limits *limits, arena *a, tree_parsed *parsed, uint64_t *at,
                       bool *is_limit);

#endif
