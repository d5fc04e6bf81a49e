// SPDX-License-Identifier: MIT
// The recorder's part of sharing (gestalt/recorder/share.h). A recorder that is alone is the first
// one, and all functions do nothing or copy.
//
// Blocks of a frame are sent as parts: a tree_part and its bytes.
#ifndef TREE_SHARE_H
#define TREE_SHARE_H

#include "chunk_bytes.h"

#include <gestalt/recorder/share.h>

typedef struct tree_share {
    gestalt_tree_share with;
    bool is_shared;
} tree_share;

/// Report misuse of `function` if the share lacks one of its functions.
gestalt_result share_start(const char *function, tree_share *s, const gestalt_tree_share *with,
                           gestalt_error *error);

bool share_is_first(const tree_share *s);
gestalt_result share_agree(const tree_share *s, gestalt_result result, gestalt_error *error);
void share_sum(const tree_share *s, uint64_t *numbers, size_t count);
void share_least(const tree_share *s, uint64_t *numbers, size_t count);
gestalt_result share_arrange(const tree_share *s, bool is_frame, gestalt_error *error);
/// Gather bytes in `all` of the first recorder.
gestalt_result share_gather(const tree_share *s, const chunk_bytes *own, chunk_bytes *all,
                            gestalt_error *error);

// ---- blocks

/// A block of a frame. Its bytes follow; there are none if it has not changed.
typedef struct tree_part {
    uint64_t number; // number of the block (tree_runs.h)
    uint32_t group;
    uint32_t size;
} tree_part;

/// The parts of all recorders, in order.
typedef struct tree_join {
    const chunk_bytes *bytes;
    struct tree_joined *list; // two halves, for sorting
    struct tree_joined *sorted;
    uint64_t count;
    size_t room;
} tree_join;

/// Sort the parts.
gestalt_result join_open(tree_join *j, const chunk_bytes *all, const gestalt_allocator *allocator,
                         gestalt_error *error);
void join_close(tree_join *j, const gestalt_allocator *allocator);

/// Return the number of a group's blocks.
uint64_t join_count(const tree_join *j, uint32_t group);
/// Write the blocks of a group, as in a frame.
void join_put(const tree_join *j, uint32_t group, chunk_bytes *to);

#endif
