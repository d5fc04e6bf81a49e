// SPDX-License-Identifier: MIT
// The bytes of recordings of trees, version 2 of recordings. docs/recordings.md is the normative
// description.
//
//   +--------+------+------+- ... -+--------+-------+--------+- ... -+-----+
//   | header | name | TREE |       | STATES | STEPS | STATES |       | END |
//   +--------+------+------+- ... -+--------+-------+--------+- ... -+-----+
//   0        32
//
// Chunks are those of record_format.h. TREE is a group's tree, at the beginning and behind each
// edit; STATES a frame, as differences from the frame before; STEPS are those of agents that are
// watched, in one tick.
#ifndef TREE_FORMAT_H
#define TREE_FORMAT_H

#include "record_format.h"

enum {
    TREE_VERSION = 2,
    TREE_VERSION_WIDE = 4, // with expressions that are asked, or keys that are shared
    TREE_LANES = 64,       // of a block
    TREE_PIECE = 64,       // blocks that share a word
    TREE_ROW_SIZE_MAX = 9, // of a word
    TREE_NUMBER_SIZE_MAX = 10,
    TREE_NAME_MAX = 1000, // bytes
    TREE_LABEL_MAX = 80,
    TREE_KEYS_MAX = 64, // of a group
    TREE_GROUPS_MAX = 1 << 16,
    TREE_NODES_MAX = 1 << 20, // of a group
    TREE_WORDS_MAX = 1000,    // of a key
    TREE_ASKED_MAX = 16,      // expressions
};

#define TREE_TIME_MAX   (INT64_MAX / 2) // microseconds, on both sides of 0
#define TREE_BLOCKS_MAX (UINT64_C(1) << 32)

typedef struct tree_header {
    char magic[8];
    uint64_t hash; // XXH3 of what follows and of the name
    uint32_t version;
    uint32_t group_count;
    uint32_t every;
    uint32_t name_size;
} tree_header;
_Static_assert(sizeof(tree_header) == 32, "the header is 32 bytes");

typedef enum tree_chunk_kind {
    TREE_CHUNK_END = RECORD_CHUNK_END,
    TREE_CHUNK_TREE,
    TREE_CHUNK_STATES,
    TREE_CHUNK_STEPS,
    TREE_CHUNK_ASKED, // the first one, if any
} tree_chunk_kind;

// ---- TREE: one of the first, its two names, then nodes and keys, each with its texts behind it

typedef struct tree_entry {
    uint32_t group;
    uint32_t node_count;
    uint32_t mask_count; // of nodes, the two of roots among them; bools have more behind them
    uint32_t key_count;
    uint32_t name_size; // of the group
    uint32_t tree_size; // of the tree's name
} tree_entry;
_Static_assert(sizeof(tree_entry) == 24, "a tree's entry is 24 bytes");

typedef struct tree_node_entry {
    uint32_t parent;
    uint32_t mask;
    uint16_t type_size, name_size, label_size;
    uint16_t zero;
} tree_node_entry;
_Static_assert(sizeof(tree_node_entry) == 16, "a node's entry is 16 bytes");

typedef struct tree_key_entry {
    uint16_t type; // gestalt_type: a bool, an int or a float; and TREE_KEY_SHARED
    uint16_t name_size;
    uint32_t word_count; // behind the name: u32 size and text of each
} tree_key_entry;
_Static_assert(sizeof(tree_key_entry) == 8, "a key's entry is 8 bytes");

enum { TREE_KEY_SHARED = 0x100 };

// ---- STATES: groups, each a byte of flags, the number of its blocks, and their changes

enum {
    TREE_GROUP_KEY = 1,    // depends on no frame before
    TREE_GROUP_COUNTS = 2, // counts of its nodes follow
};

// A block that has changed: a byte of flags, then in this order
enum {
    TREE_BLOCK_AGENTS = 1,  // who is there
    TREE_BLOCK_MASKS = 2,   // masks that have changed
    TREE_BLOCK_COLUMNS = 4, // numbers that have changed
    TREE_BLOCK_IN_FULL = TREE_BLOCK_AGENTS | TREE_BLOCK_MASKS | TREE_BLOCK_COLUMNS,
};

// ---- STEPS: with expressions, each has their values behind it, as differences from the step
// before

enum { TREE_NO_ANSWER = 3 }; // instead of a type

/// The value of an expression: its type, a bool, an int, a float or none; and its bits.
typedef struct tree_answer {
    uint8_t type;
    uint32_t bits;
} tree_answer;

#endif
