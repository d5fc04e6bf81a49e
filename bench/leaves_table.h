// SPDX-License-Identifier: MIT
// The table of leaves, which leaves_body.h defines for each instruction set and leaves.c registers.
#ifndef LEAVES_TABLE_H
#define LEAVES_TABLE_H

#include <gestalt/host.h>

/// The keys that leaves declare.
enum leaf_key {
    KEY_HEALTH = 1,
    KEY_DIST,
    KEY_FATIGUE,
    KEY_TIMER,
    KEY_CUR,
    KEY_DONE,
    KEY_WORK,
    KEY_ABORTS,
    KEY_KEY,
    KEY_VISIBLE,
    KEY_END,
};

enum { LEAF_ROWS = 10, LEAF_KEYS = 6 };

typedef struct leaf_row {
    const char *name;
    gestalt_kind kind;
    gestalt_batch_function *function;
    gestalt_lone_function *lone;
    uint8_t keys[LEAF_KEYS + 1]; // keys that the leaf declares, in this order, ended by 0
} leaf_row;

typedef struct leaf_table {
    const char *set;
    leaf_row rows[LEAF_ROWS];
    leaf_row wide; // the leaves of W2; `user` points to the number, 0 to 63
} leaf_table;

#endif
