// SPDX-License-Identifier: MIT
// What a stream implies: the possible answers and slots of every node, and the specification.
// Computed here and nowhere else: the builder writes the result, the verifier demands that it is
// what the image says.
//
// Slots. Each class (bit, word, long) is numbered from 0. A node's own slots come first, its
// children's behind them. The children of a node that has at most one of them live at a time start
// at the same number; those of concurrent, race and parallel follow one another. Persistent ones
// (once, cooldown) are numbered in preorder and never shared.
//
// Live entries. At rest, the list of an agent's live states holds what can't be told from the rest
// of it: live leaves, a delay or loop that is live while its child is not. So a leaf that can run
// needs 1; delays and loops the greater of 1 and their child's; concurrent, race and parallel the
// sum, others the greatest of their children's.
//
// Visits. A leaf counts 1. A node that may run several children in a tick counts their sum
// (sequence, selector, priority, reactive_sequence, concurrent, race, parallel), one that picks
// (weighted, utility, decide) the greatest, a loop its child's times its rounds: per_tick, and one
// more when a live round can resume, but no more than `count`. Saturating.
//
// Undo. Each concurrent, race or parallel may have to restore every distinct persistent value below
// it that signal, cooldown or once can change; the capacity is the greatest sum of these over the
// scopes that can be open at a time.
#ifndef ANALYSE_H
#define ANALYSE_H

#include "image.h"

/// Fills in what is derived of a well-formed stream, in place, and completes the specification (but
/// for the columns, which must be there). `named_persistents` is how many persistents have names.
/// False when memory runs out.
bool shape_analyse(uint64_t *items, uint32_t item_count, uint32_t tree_end,
                   uint32_t named_persistents, const gestalt_allocator *allocator,
                   gestalt_specification *specification);

#endif
