// SPDX-License-Identifier: MIT
// The agents of a group in one frame, block by block: who is there, masks and numbers. Writer and
// reader both keep it, so that the next frame can be told from it.
#ifndef TREE_STATE_H
#define TREE_STATE_H

#include "array.h"
#include "tree_words.h"

typedef struct tree_state {
    uint32_t mask_count, column_count; // of a block
    uint64_t block_count;
    uint64_t *lanes;   // by block: who is there
    uint8_t *follows;  // by block: the writer knows that its ids follow one another
    uint64_t *ids;     // 64 of each block
    uint64_t *masks;   // of each block
    uint32_t *columns; // of each block: 64 numbers of each column
    bool has_moved;    // the reader's: somebody has come or gone since it was set to false
    size_t lanes_room, follows_room, ids_room, masks_room, columns_room;
} tree_state;

/// The states of a block as they are now. Lanes that nobody is in have zeros in all masks.
typedef struct tree_now {
    uint64_t lanes;
    bool follows; // the ids are first + lane, and `ids` is not looked at
    uint64_t first;
    uint64_t ids[64]; // by lane
    uint64_t *masks;
    uint32_t *columns;
} tree_now;

/// So many blocks: new ones are empty, and blocks from there on are forgotten. False when there is
/// no memory, and then nothing has changed.
bool tree_state_resize(tree_state *s, const gestalt_allocator *allocator, uint64_t block_count);
void tree_state_release(tree_state *s, const gestalt_allocator *allocator);

/// The most bytes that a block takes when it is written.
size_t tree_block_size(const tree_state *s);

/// The fewest bytes that a block takes that is written in full.
size_t tree_block_size_least(const tree_state *s);

/// Bytes of memory of a block.
size_t tree_block_memory(const tree_state *s);

/// Write what has changed in a block, or all of it, and keep it. Returns what is behind the bytes,
/// `to` itself when nothing has changed.
unsigned char *tree_put_block(tree_state *s, uint64_t index, const tree_now *now, bool in_full,
                              unsigned char *to);

/// Reads a block that has changed. Returns what is wrong with it, or NULL. Ids are not compared
/// with those of other blocks. `parents` are by mask: that of what its node lies in; 0 for a root;
/// GESTALT_NO_NODE where that is never live.
const char *tree_take_block(tree_state *s, uint64_t index, bool in_full, const uint32_t *parents,
                            words_input *in);

#endif
