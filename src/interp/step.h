// SPDX-License-Identifier: MIT
// A tick of one cohort that stops after every node that has returned a status, and functions to
// inspect the state there. At a stop, the interpreter's block contains the whole state: the guards,
// their masks, the live masks, the roll-back log. Masks have a bit for each lane.
#ifndef STEP_H
#define STEP_H

#include "interp.h"

/// Prepare a tick of some lanes at the current moment; no node has run yet. Until the tick is over,
/// this interpreter must not be used for anything else, and the cohort must not be changed. Call
/// all steps between floats_begin and floats_end; each step can have its own pair of these calls.
void interp_step_begin(interp *t, cohort *c, uint64_t lanes);

/// Continue to the next stop. Returns false when the tick is over.
bool interp_step(interp *t);

/// Run the rest of the tick: a tick cannot be given up halfway.
void interp_step_end(interp *t);

/// The node that has just returned its status. Lanes in neither of the last two masks are running.
typedef struct interp_answer {
    uint32_t node;
    uint64_t lanes; // lanes that ran the node
    uint64_t succeeded, failed;
} interp_answer;

/// Valid only at a stop, like all functions below.
interp_answer interp_step_answer(const interp *t);

/// A guard on the stack. The innermost guard has not processed the last status yet.
typedef struct interp_guard {
    uint32_t node;
    uint64_t entered;
    uint64_t waiting;           // lanes that reach a later child, and not the one that runs
    uint64_t succeeded, failed; // lanes for which the node has finished
    uint32_t round;             // for loops: round of this tick, from 1
    bool can_roll_back;
    uint32_t change_begin; // if it can: first change that a roll-back would undo
} interp_guard;

uint32_t interp_step_guard_count(const interp *t);

/// Return guard `index`, from the outermost, 0, to the innermost. The guard above it belongs to the
/// next node inwards; above the innermost is the node that has just returned.
interp_guard interp_step_guard(const interp *t, uint32_t index);

/// Return the lanes for which a node is live. The masks of nodes that are still open are not
/// updated yet.
uint64_t interp_step_live(const interp *t, uint32_t node);

/// An entry of the roll-back log: a value that has changed for some lanes since the innermost guard
/// that can roll back was entered.
typedef struct interp_change {
    gestalt_kept what;
    uint64_t lanes;
} interp_change;

uint32_t interp_step_change_count(const interp *t);
interp_change interp_step_change(const interp *t, uint32_t index);

#endif
