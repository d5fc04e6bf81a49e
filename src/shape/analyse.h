// SPDX-License-Identifier: MIT
// The analysis of a stream: the possible answers and slots of every node, and the specification.
// They are computed here and nowhere else: the builder writes the result, the verifier demands that
// it is what the image says. docs/shape-format.md gives the rules one by one.
//
// Answers (CAN_SUCCEED, CAN_FAIL, CAN_RUN). Everything that can happen is in them, whatever hosts
// and values do; a child behind one that always ends its parent's run counts for nothing.
// Expressions are not looked at: a constant condition still has both answers.
//
// Slots. Each class (bit, word, long) is numbered from 0. A node's own slots come first, its
// children's behind them. Children share slots when none runs while another is live: those of
// sequence, selector, weighted, utility, decide and switch. Slots below concurrent, race, parallel
// and service follow one another, and so do those of priority and reactive_sequence, where an
// earlier child runs before a later, live one is abandoned or resumes. Persistent ones (once,
// cooldown) are numbered in preorder and never shared.
//
// Live entries. At rest, the list of an agent's live states holds what can't be told from the rest
// of it: live leaves, a delay that waits, a loop that goes on in the next tick with a fresh child.
// So a leaf that can run needs 1; a delay and a loop the greater of 1 (if it can be in that state)
// and their child's; concurrent, race, parallel and service the sum, others the greatest of their
// children's. (While a tick goes on there can be more: what priority or timeout will abandon.)
//
// Edited shapes. An agent that has come from another shape can be live in nodes that it would not
// get to in this one, and keeps values of rounds that could not have been made. For groups with
// such agents the analysis leaves out what tells that a run does not get somewhere: every child can
// run, durations last, loops pause.
//
// Visits. A leaf counts 1. A node that may run several children in a tick counts their sum
// (sequence, selector, priority, reactive_sequence, concurrent, race, parallel, service), one that
// picks (weighted, utility, decide, switch) the greatest, a loop its child's times its rounds:
// per_tick, and one more when a live round can resume, but no more than `count`. Saturating.
//
// Undo. Each concurrent, race or parallel may have to restore every distinct persistent value below
// it that signal, cooldown or once can change. An entry is needed for the first change since the
// innermost open one of these scopes was entered; when a scope is left, its entries become those of
// the scope around it, and where that has one for the same value already, the older one stays. So
// the log never holds more than the sum of these numbers over the scopes that are open at a time;
// the capacity is the greatest such sum.
#ifndef ANALYSE_H
#define ANALYSE_H

#include "image.h"
#include "walk.h"

/// Answers of children, gathered from the first to the last.
typedef struct gathered_answers {
    unsigned any;                                  // answers that some child can give that can run
    unsigned every;                                // answers that every child can give
    unsigned last;                                 // answers of the last one
    bool reaches;                                  // the next child can run at all
    uint32_t number;                               // of children so far
    uint32_t can_succeed, can_fail, can_finish;    // how many children can
    uint32_t must_succeed, must_fail, must_finish; // and how many can do nothing else
    bool edited;                                   // agents may come from another shape
} gathered_answers;

/// Fills in what is derived of a well-formed stream, in place, and completes the specification (but
/// for the columns and host_count, which must be there). `named_persistents` is how many
/// persistents have names. Whatever stood in the derived fields does not matter. False when memory
/// runs out.
bool shape_analyse(uint64_t *items, uint32_t item_count, uint32_t tree_end,
                   uint32_t named_persistents, bool edited, const gestalt_allocator *allocator,
                   gestalt_specification *specification);

/// Return whether the node at `item` of an analysed stream can stand in an agent's list of live
/// states.
bool shape_can_rest(const uint64_t *items, uint32_t item, bool edited);

/// Before the first child.
gathered_answers gathered_start(void);

/// Gathers the answers of the next child of a node.
void gathered_add(gathered_answers *of, const uint64_t *items, const node_view *view,
                  unsigned answers);

/// Return what a node answers whose children answer so, and the answers of its child that it
/// changes (nodes.def).
unsigned shape_answers(const uint64_t *items, const node_view *view,
                       const gathered_answers *children);
unsigned shape_changes(const uint64_t *items, const node_view *view,
                       const gathered_answers *children);

/// Go on from child to child of a node, and return whether child `number` can run at all. `answers`
/// are its own; `*reaches`, true at first, says whether some run gets that far.
bool shape_child_can_run(const uint64_t *items, const node_view *view, uint32_t number,
                         unsigned answers, bool edited, bool *reaches);

#endif
