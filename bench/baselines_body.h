// SPDX-License-Identifier: MIT
// The baselines for one instruction set. The including file defines BASELINES (the name of the
// table), BASELINES_SET (the name of the instruction set), and HAND_LEAVES (the name of the table
// of leaves, which is in another translation unit).
#include "baselines.h"
#include "naive_run.h"

extern const hand_leaves HAND_LEAVES;

// ---- handwritten trees with inlined leaves

#define TREE(name) inlined_##name
#define TREE_PARAMETERS
#define TREE_ARGUMENTS
#define LEAF(name)   hand_##name
#define LEAF_WIDE(i) hand_wide
#include "hand_trees.h"
#undef TREE
#undef TREE_PARAMETERS
#undef TREE_ARGUMENTS
#undef LEAF
#undef LEAF_WIDE

// ---- handwritten trees with leaves called through function pointers

#define TREE(name)      fnptr_##name
#define TREE_PARAMETERS const hand_leaves *leaves,
#define TREE_ARGUMENTS  leaves,
#define LEAF(name)      leaves->name
#define LEAF_WIDE(i)    leaves->wide[i]
#include "hand_trees.h"

// ---- the ticks

#define TICKS(tree)                                                                                \
    static void tick_inlined_##tree(const baseline_run *run)                                       \
    {                                                                                              \
        inlined_##tree(run->agents, run->count);                                                   \
    }                                                                                              \
    static void tick_fnptr_##tree(const baseline_run *run)                                         \
    {                                                                                              \
        fnptr_##tree(&HAND_LEAVES, run->agents, run->count);                                       \
    }

TICKS(w1h)
TICKS(w1r)
TICKS(w1m)
TICKS(w2)
TICKS(w3)

extern const baselines BASELINES;
const baselines BASELINES = {
    .set = BASELINES_SET,
    .leaves = &HAND_LEAVES,
    .tick = {[HAND_INLINED] = {tick_inlined_w1h, tick_inlined_w1r, tick_inlined_w1m,
                               tick_inlined_w2, tick_inlined_w3},
             [HAND_FNPTR] = {tick_fnptr_w1h, tick_fnptr_w1r, tick_fnptr_w1m, tick_fnptr_w2,
                             tick_fnptr_w3},
             [NAIVE] = {naive_tick_all, naive_tick_all, naive_tick_all, naive_tick_all,
                        naive_tick_all}},
};
