// SPDX-License-Identifier: MIT
// The analysis of a stream: the possible results and the slots of every node, and the
// specification. This is the only implementation: the builder stores its result, and the verifier
// compares its result with the image. docs/shape-format.md lists the rules.
//
// Results (CAN_SUCCEED, CAN_FAIL, CAN_RUN): everything that can happen, whatever hosts and values
// do. A child after one that always ends its parent's run does not count. Expressions are not
// evaluated: even a constant condition can succeed and fail.
//
// Slots. Each class (bit, word, long) is numbered from 0. A node's own slots come first (a loop
// with a pause has two), followed by its children's. Children share slots when none of them runs
// while another is live: those of sequence, selector, weighted, utility, decide and switch.
// Children of concurrent, race, parallel, pipeline and service have separate slots, and so do those
// of priority and reactive_sequence, where an earlier child runs before a later, live one is
// abandoned or resumed. Persistent values (once, cooldown) are numbered in preorder and never
// shared.
//
// Live states. Between ticks, the list of an agent's live states contains what cannot be derived
// from the rest of the list: live leaves, a delay that waits, and a loop that pauses, or continues
// in the next tick with a fresh child. So a leaf that can keep running needs 1 entry. A delay and a
// loop need the maximum of their child's number and, if they can be in that state, 1. Concurrent,
// race, parallel, pipeline and service need the sum over their children, other nodes the maximum.
// (During a tick there can be more: states that a priority or timeout is about to abandon.)
//
// Edited shapes. An agent that comes from another shape can be live in nodes that no run of this
// shape reaches, and its round counters can have unreachable values. For groups with such agents,
// the analysis ignores everything that makes a node unreachable: every child can run, durations are
// not 0, loops pause.
//
// Visits. A leaf counts 1. A node that may run several children in a tick counts their sum
// (sequence, selector, priority, reactive_sequence, concurrent, race, parallel, pipeline, service).
// A node that chooses one (weighted, utility, decide, switch) counts the maximum. A loop counts its
// child's number times its rounds: per_tick, plus one if a live round can resume, but no more than
// `count`; with a pause, one. Sums saturate.
//
// Undo. A concurrent, race or parallel is a scope that may have to restore every distinct
// persistent value that a signal, cooldown or once below can change. The log needs an entry for the
// first change of a value within the innermost open scope. When a scope ends, its entries move to
// the enclosing scope, which keeps the older entry if it has one for the same value. So the log
// never holds more than the sum of these counts over all open scopes; the capacity is the greatest
// such sum.
#ifndef ANALYSE_H
#define ANALYSE_H

#include "image.h"
#include "walk.h"

/// The results of children, collected from the first to the last.
typedef struct gathered_answers {
    unsigned any;                                  // results that some reachable child can return
    unsigned every;                                // results that every child can return
    unsigned last;                                 // results of the last child
    bool reaches;                                  // the next child can be reached
    uint32_t number;                               // number of children so far
    uint32_t can_succeed, can_fail, can_finish;    // number of children that can
    uint32_t must_succeed, must_fail, must_finish; // number of children that can do nothing else
    bool edited;                                   // agents may come from another shape
} gathered_answers;

/// Fill in the derived fields of a well-formed stream, in place, and complete the specification,
/// whose columns and host_count must already be set. `named_persistents` is the number of
/// persistents with names. The old contents of derived fields do not matter. Returns false when
/// memory runs out.
bool shape_analyse(uint64_t *items, uint32_t item_count, uint32_t tree_end,
                   uint32_t named_persistents, bool edited, const gestalt_allocator *allocator,
                   gestalt_specification *specification);

/// Return whether the node at `item` of an analysed stream can be an entry of an agent's list of
/// live states.
bool shape_can_rest(const uint64_t *items, uint32_t item, bool edited);

/// The collection before the first child.
gathered_answers gathered_start(void);

/// Add the results of the next child of a node.
void gathered_add(gathered_answers *of, const uint64_t *items, const node_view *view,
                  unsigned answers);

/// Return the possible results of a node, given those of its children, and the results of its child
/// that it changes (nodes.def).
unsigned shape_answers(const uint64_t *items, const node_view *view,
                       const gathered_answers *children);
unsigned shape_changes(const uint64_t *items, const node_view *view,
                       const gathered_answers *children);

/// Iterate over the children of a node, and return whether child `number` can run at all. `answers`
/// are the child's results; `*reaches`, true at first, tracks whether a run can get that far.
bool shape_child_can_run(const uint64_t *items, const node_view *view, uint32_t number,
                         unsigned answers, bool edited, bool *reaches);

#endif
