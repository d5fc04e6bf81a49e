// SPDX-License-Identifier: MIT
// What leaves_body.h defines for each instruction set and leaves.c registers.
#ifndef LEAVES_TABLE_H
#define LEAVES_TABLE_H

#include <gestalt/host.h>

/// The keys that every leaf declares, in this order.
enum { HEALTH, DIST, FATIGUE, TIMER, CUR, DONE, WORK, ABORTS, KEY, VISIBLE, KEY_COUNT };

typedef struct leaf_row {
    const char *name;
    gestalt_kind kind;
    gestalt_batch_function *function;
} leaf_row;

enum { LEAF_ROWS = 10 };

typedef struct leaf_table {
    const char *set;
    leaf_row rows[LEAF_ROWS];
    gestalt_batch_function *wide; // `user` points to its number, 0 to 63
} leaf_table;

#endif
