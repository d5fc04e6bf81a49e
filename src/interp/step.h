// SPDX-License-Identifier: MIT
// A tick of one cohort that stops behind every node that has answered, and what can be seen there.
// At a stop, all that the machine keeps lies in the interpreter's block: the guards, their masks,
// the live masks, the roll-back log. Masks have a bit for each lane.
#ifndef STEP_H
#define STEP_H

#include "interp.h"

/// Makes a tick of some lanes ready, at the moment that has begun; nothing has run yet. Until it is
/// over, nothing else may be done with this interpreter, and the cohort may only be looked at. All
/// steps belong between floats_begin and floats_end, each of its own if need be.
void interp_step_begin(interp *t, cohort *c, uint64_t lanes);

/// Goes on up to the next stop. False when there is none any more: the tick is over.
bool interp_step(interp *t);

/// Carries out what is left of the tick. There is no half of a tick.
void interp_step_end(interp *t);

/// The node that has just answered. Lanes in neither of the last two masks are running.
typedef struct interp_answer {
    uint32_t node;
    uint64_t lanes; // that ran it
    uint64_t succeeded, failed;
} interp_answer;

/// Only at a stop, as all that follows.
interp_answer interp_step_answer(const interp *t);

/// A guard on the stack. The innermost one has not looked at the answer yet.
typedef struct interp_guard {
    uint32_t node;
    uint64_t entered;
    uint64_t waiting;           // lanes that get to a later child, and not to the one that runs
    uint64_t succeeded, failed; // lanes for which it is over
    uint32_t round;             // of loops: which round of this tick it is, from 1
    bool can_roll_back;
    uint32_t change_begin; // of one that can: the first change that it would undo
} interp_guard;

uint32_t interp_step_guard_count(const interp *t);

/// From the outermost one, 0, to the innermost. The node behind it is the next one's, or the one
/// that has just answered.
interp_guard interp_step_guard(const interp *t, uint32_t index);

/// The lanes that a node is live for. Nodes on the way to the answer are not counted anew yet.
uint64_t interp_step_live(const interp *t, uint32_t node);

/// An entry of the roll-back log: something that has changed since the innermost guard that can
/// roll back was entered, for some lanes.
typedef struct interp_change {
    gestalt_kept what;
    uint64_t lanes;
} interp_change;

uint32_t interp_step_change_count(const interp *t);
interp_change interp_step_change(const interp *t, uint32_t index);

#endif
