// SPDX-License-Identifier: MIT
// A group of a population that is recorded: its tree as it was written last, its keys that are
// kept, and its agents as the last frame has them.
#ifndef TREE_SOURCE_H
#define TREE_SOURCE_H

#include "tree_bytes.h"
#include "tree_format.h"
#include "tree_state.h"

#include <gestalt/recorder/recorder.h>

typedef struct tree_source {
    gestalt_population *population;
    uint32_t group;
    const char *name;
    uint64_t shape_hash;
    uint32_t *node_masks; // by node
    uint32_t *now_masks;  // room for the same
    uint32_t node_count;
    size_t node_room, now_room;
    uint32_t engine_masks;           // those of the population; bools follow
    const char *const *names;        // of the options' keys
    gestalt_key keys[TREE_KEYS_MAX]; // those that the group has; of a vector its components
    uint32_t from[TREE_KEYS_MAX];    // and which of the options'
    char component[TREE_KEYS_MAX]; // of a vector that is meant as a whole: 'x', 'y' or 'z'; else 0
    uint32_t key_count;
    uint32_t lane_count;       // of the population's blocks
    uint32_t blocks_in_one;    // so many of which are one here
    bool is_wide;              // shared keys can be written
    bool needs_key;            // the next frame is to have all of it
    gestalt_node_counts *last; // by node: the sums when the last frame was written; then room
    size_t counts_room;
    tree_state state;
} tree_source;

/// Tells whether the group's tree, or where its nodes' masks are, is other than it was written.
/// False in `*is_well`: there is no memory.
bool tree_source_has_changed(tree_source *s, const gestalt_allocator *allocator, bool *is_well);

/// Writes the tree as the payload of a chunk, and starts anew with it. False: there is no memory.
bool tree_source_describe(tree_source *s, const gestalt_tree_recorder_options *options,
                          tree_bytes *to);

/// Goes on with another population in the place of the one that it was.
void tree_source_follow(tree_source *s, gestalt_population *population);

/// The name of a key, as it is written. False: it is too long.
bool tree_source_key_name(const tree_source *s, uint32_t index, char name[TREE_NAME_MAX + 1]);

void tree_source_release(tree_source *s, const gestalt_allocator *allocator);

/// Writes the payload of a frame: what has changed, or with `is_key` all. False: there is no
/// memory, and then the next frame is to have all.
bool tree_source_put(tree_source *s, bool is_key, tree_bytes *to);

#endif
