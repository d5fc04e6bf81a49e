// SPDX-License-Identifier: MIT
// The agents of a group in one frame, block by block: lanes, ids, masks and numbers. Writer and
// reader both store it, because the next frame contains differences from it.
#ifndef TREE_STATE_H
#define TREE_STATE_H

#include "array.h"
#include "record_words.h"

typedef struct tree_state {
    uint32_t mask_count, column_count; // numbers per block
    uint64_t block_count;
    uint64_t *lanes;   // by block: lanes that have agents
    uint8_t *follows;  // by block: the writer knows that the ids are consecutive
    uint64_t *ids;     // by block: 64 ids
    uint64_t *masks;   // by block: its masks
    uint32_t *columns; // by block: 64 numbers of each column
    // for readers: true if agents were added or removed since the member was set to false
    bool has_moved;
    size_t lanes_room, follows_room, ids_room, masks_room, columns_room;
} tree_state;

/// The current states of a block. Lanes without agents are zero in all masks.
typedef struct tree_now {
    uint64_t lanes;
    bool follows; // the ids are first + lane, and `ids` is not used
    uint64_t first;
    uint64_t ids[64]; // by lane
    uint64_t *masks;
    uint32_t *columns;
} tree_now;

/// Set the number of blocks. New blocks are empty, and the state of surplus blocks is dropped.
/// Returns false, with nothing changed, if memory runs out.
bool tree_state_resize(tree_state *s, const gestalt_allocator *allocator, uint64_t block_count);
void tree_state_release(tree_state *s, const gestalt_allocator *allocator);

/// Return the maximum size of a written block in bytes.
size_t tree_block_size(const tree_state *s);

/// Return the minimum size of a block that is written in full, in bytes.
size_t tree_block_size_least(const tree_state *s);

/// Return the size of a block in memory, in bytes.
size_t tree_block_memory(const tree_state *s);

/// Write the changes of a block, or all of it, and store its new state. Returns the address after
/// the written bytes, or `to` if nothing has changed.
unsigned char *tree_put_block(tree_state *s, uint64_t index, const tree_now *now, bool in_full,
                              unsigned char *to);

/// Read a block that has changed. Returns what is wrong with it, or NULL. Ids are not compared with
/// those of other blocks. `parents` contains, by mask, the mask of the enclosing node: 0 for a
/// root; GESTALT_NO_NODE if the enclosing node is never live.
const char *tree_take_block(tree_state *s, uint64_t index, bool in_full, const uint32_t *parents,
                            words_input *in);

#endif
