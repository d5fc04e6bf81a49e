// SPDX-License-Identifier: MIT
// A group of a population that is recorded: its tree as written last, the keys to record, and its
// agents as of the last frame.
#ifndef TREE_SOURCE_H
#define TREE_SOURCE_H

#include "chunk_bytes.h"
#include "tree_format.h"
#include "tree_runs.h"
#include "tree_state.h"

#include <gestalt/recorder/recorder.h>

/// The coming frame of a group.
typedef struct tree_source_frame {
    bool is_key;           // contains the whole state
    bool has_counts;       // nodes are counted
    uint64_t end;          // numbers of blocks that have agents are less
    uint64_t known_blocks; // number of blocks in the previous frame
} tree_source_frame;

typedef struct tree_source {
    gestalt_population *population;
    uint32_t group;
    const char *name;
    uint64_t shape_hash;
    uint32_t *node_masks; // by node: its mask
    uint32_t *now_masks;  // buffer of the same size
    uint32_t node_count;
    size_t node_room, now_room;
    uint32_t engine_masks;           // number of the population's masks; masks for bools follow
    const char *const *names;        // names of the keys in the options
    gestalt_key keys[TREE_KEYS_MAX]; // keys that the group has; for a vector its components
    uint32_t from[TREE_KEYS_MAX];    // index of each key in the options
    // component of a vector that is recorded as a whole: 'x', 'y' or 'z'; otherwise 0
    char component[TREE_KEYS_MAX];
    uint32_t key_count;
    bool has_changed; // the tree, since it was written
    bool needs_key;   // true if the next frame must contain the whole state
    // by node: the sums when the last frame was written; then those of the coming frame; then the
    // differences
    gestalt_node_counts *last;
    size_t counts_room;
    tree_runs runs;
    uint64_t blocks_end; // numbers of blocks in the previous frame (tree_runs.h) are less
    tree_source_frame frame;
    tree_state state;
} tree_source;

/// Return whether the group's tree, or the positions of its masks, have changed since they were
/// written. Sets `*is_well` to false if memory runs out.
bool tree_source_has_changed(tree_source *s, const gestalt_allocator *allocator, bool *is_well);

/// Write the tree as the payload of a chunk, and start over with it. Returns false if memory runs
/// out.
bool tree_source_describe(tree_source *s, const gestalt_tree_recorder_options *options,
                          chunk_bytes *to);

/// Continue with another population instead of the current one.
void tree_source_follow(tree_source *s, gestalt_population *population);

/// Get the name of a key as it is written. Returns false if the name is too long.
bool tree_source_key_name(const tree_source *s, uint32_t index, char name[TREE_NAME_MAX + 1]);

void tree_source_release(tree_source *s, const gestalt_allocator *allocator);

// ---- frames

/// Find the agents and the counts of a frame, and set `frame`. Then the caller may replace `frame`
/// and the counts by those of all shares. Returns false if memory runs out.
bool tree_source_begin(tree_source *s, const gestalt_allocator *allocator);

/// Choose the blocks of the frame. Returns false if memory runs out. Unless tree_source_commit
/// follows, the next frame must contain everything.
bool tree_source_assign(tree_source *s, const gestalt_allocator *allocator);

/// Write the beginning of the group's payload, before its blocks.
void tree_source_put_head(const tree_source *s, uint64_t block_count, chunk_bytes *to);

/// Write the blocks: the changes, or everything. `is_apart`: as parts (tree_share.h).
/// Returns false if memory runs out.
bool tree_source_put_blocks(tree_source *s, bool is_apart, chunk_bytes *to);

/// Write what follows the blocks.
void tree_source_put_tail(const tree_source *s, chunk_bytes *to);

/// Note that the frame was written.
void tree_source_commit(tree_source *s);

/// Return the counts since the previous frame, one for each node.
static inline gestalt_node_counts *tree_source_counts(tree_source *s)
{
    return s->last + 2 * (size_t)s->node_count;
}

#endif
