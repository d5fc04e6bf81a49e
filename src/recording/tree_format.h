// SPDX-License-Identifier: MIT
// The chunks of trees in a recording. docs/recordings.md is the normative description.
//
//   +--------+-------+------+- ... -+--------+-------+--------+- ... -+-----+
//   | header | TREES | TREE |       | STATES | STEPS | STATES |       | END |
//   +--------+-------+------+- ... -+--------+-------+--------+- ... -+-----+
//
// TREE is a group's tree, at the beginning and after each edit. STATES is a frame, as differences
// from the previous frame. STEPS contains the steps of watched agents in one tick.
#ifndef TREE_FORMAT_H
#define TREE_FORMAT_H

#include "record_format.h"

enum {
    TREE_LANES = 64,       // lanes of a block
    TREE_PIECE = 64,       // blocks that share a word
    TREE_ROW_SIZE_MAX = 9, // bytes of a word
    TREE_NUMBER_SIZE_MAX = 10,
    TREE_NAME_MAX = 1000, // bytes
    TREE_LABEL_MAX = 80,
    TREE_KEYS_MAX = 64, // keys of a group
    TREE_GROUPS_MAX = 1 << 16,
    TREE_NODES_MAX = 1 << 20, // nodes of a group
    TREE_WORDS_MAX = 1000,    // words of a key
    TREE_ASKED_MAX = 16,      // expressions
};

#define TREE_TIME_MAX   (INT64_MAX / 2) // microseconds, on both sides of 0
#define TREE_BLOCKS_MAX (UINT64_C(1) << 32)

// ---- TREES: this entry, then the name

typedef struct tree_heading {
    uint32_t group_count;
    uint32_t every;
} tree_heading;
_Static_assert(sizeof(tree_heading) == 8, "the description of trees begins with 8 bytes");

// ---- TREE: one tree_entry, its two names, then nodes and keys, each followed by its texts

typedef struct tree_entry {
    uint32_t group;
    uint32_t node_count;
    // number of masks for nodes, including the two of the root; masks for bools follow them
    uint32_t mask_count;
    uint32_t key_count;
    uint32_t name_size; // size of the group's name
    uint32_t tree_size; // size of the tree's name
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
    uint16_t type; // a bool, an int or a float (gestalt_type), with the flag TREE_KEY_SHARED
    uint16_t name_size;
    uint32_t word_count; // after the name: u32 size and text of each word
} tree_key_entry;
_Static_assert(sizeof(tree_key_entry) == 8, "a key's entry is 8 bytes");

enum { TREE_KEY_SHARED = 0x100 };

// ---- STATES: for each group a byte of flags, the number of its blocks, and their changes

enum {
    TREE_GROUP_KEY = 1,    // independent of earlier frames
    TREE_GROUP_COUNTS = 2, // counts of the group's nodes follow
};

// Flags of a changed block, in its first byte. The flagged parts follow in this order:
enum {
    TREE_BLOCK_AGENTS = 1,  // lanes and ids of agents
    TREE_BLOCK_MASKS = 2,   // changed masks
    TREE_BLOCK_COLUMNS = 4, // changed numbers
    TREE_BLOCK_IN_FULL = TREE_BLOCK_AGENTS | TREE_BLOCK_MASKS | TREE_BLOCK_COLUMNS,
};

// ---- STEPS: if there are expressions, each step is followed by their values, as differences from
// the previous step

enum { TREE_NO_ANSWER = 3 }; // used instead of a type if there is no value

/// The value of an expression: its type (bool, int, float or TREE_NO_ANSWER) and its bits.
typedef struct tree_answer {
    uint8_t type;
    uint32_t bits;
} tree_answer;

#endif
