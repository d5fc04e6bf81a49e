// SPDX-License-Identifier: MIT
// The interpreter, as populations use it: it ticks, cancels and starts the agents of a cohort. It
// runs the linked stream (linked.h) in one loop (machine_body.h), for all lanes at once. A status
// is two masks, for success and failure; lanes in neither are running. A mask works for 1 lane as
// for 64, so the meaning of each node is written once. It is compiled for one lane and for many,
// with hooks and without.
//
// An interpreter owns the memory of a tick: one block for one thread and one shape, divided up in
// interp.c. The block contains the guard stack, the roll-back log, the values of formulas and
// arguments, and live masks if the cohort has a list of live states (states.h). There is no
// recursion, so a tick needs little of the C stack.
#ifndef INTERP_H
#define INTERP_H

#include "linked.h"
#include "moment.h"

/// Create an interpreter. The linked stream must outlive it. Only an interpreter that copies
/// cohorts can be stopped (interp_try) or find out whether cohorts sleep (sleep_begins).
interp *interp_create(const linked *l, bool copies, const gestalt_allocator *allocator);
void interp_destroy(interp *t);

/// Create an interpreter in zeroed memory of interp_size bytes, which is aligned to COHORT_LINE.
interp *interp_place(const linked *l, bool copies, void *memory);

/// Return the size of an interpreter: all scratch memory of one thread, including the guard stack.
size_t interp_size(const linked *l, bool copies);

/// Set the moment of all later calls. It must stay valid until the next call of interp_begin. This
/// function computes with floats, so call it after floats_begin (floats.h).
void interp_begin(interp *t, const interp_moment *moment);

/// Memory for counting how nodes end, indexed by the items of their heads. `idle`, of the same
/// size, and the cohort `copy` are scratch memory. `ops` is by item and can be shared
/// (linked_counted_ops).
typedef struct interp_counting {
    interp_count *counts, *idle;
    cohort *copy;
    const unsigned char *ops;
    const uint32_t *above; // by item, can be shared as well (linked_counted_ops)
} interp_counting;

/// Start counting how nodes end; stop if all members are NULL.
void interp_set_counts(interp *t, interp_counting counting);

/// Compute the counts of nodes that run their children in turn from the counts of the children:
/// each lane has the result of one child. `counts` is by node, and may be a sum over ticks, or a
/// difference of sums.
void interp_derive_counts(const plan *p, interp_count *counts);

/// Count what each coming tick does with a sleeping cohort, as three bytes in `row` for each node:
/// how many lanes succeed, fail, and are still running. The cohort does not change. Returns false
/// if a number does not fit into a byte, or if lanes are abandoned, which a row cannot hold.
bool interp_count_idle(interp *t, const cohort *c, unsigned char *row);

/// Tick some of the occupied lanes, between floats_begin and floats_end.
void interp_tick(interp *t, cohort *c, uint64_t lanes);

/// Tick all agents of cohorts that are adjacent in memory, one cohort after the other.
void interp_tick_row(interp *t, cohort *first, uint32_t count);

/// Tick some lanes as interp_tick does, at a moment with a `stop`. Returns false if `stop` was set
/// before the end; the cohort is then restored. The interpreter must be able to stop.
bool interp_try(interp *t, cohort *c, uint64_t lanes);

/// Try to tick all agents of cohorts that are adjacent in memory, except for lanes that are already
/// done. `done` has a mask for each cohort; lanes that were ticked are added to it. Returns the
/// number of cohorts that are done; the cohort after these was interrupted.
uint32_t interp_try_row(interp *t, cohort *first, uint32_t count, uint64_t *done);

/// Abandon the roots of some lanes, between ticks. Resulting cancel requests are reported at once;
/// requests of the last tick are not changed.
void interp_cancel(interp *t, cohort *c, uint64_t lanes, interp_cancelled *report, void *user);

/// Cancel the lanes in these masks, by slot, in increasing order, between ticks, as if their nodes
/// were abandoned. The live states of the cohort do not change; the caller discards them.
void interp_drop(interp *t, cohort *c, const uint64_t *drops, interp_cancelled *report, void *user);

/// Initialise these lanes as new agents, between floats_begin and floats_end: random streams,
/// persistent values, and the blackboard with its inits.
void interp_init(interp *t, cohort *c, uint64_t lanes, uint64_t seed);

/// Evaluate the inits of the agents' columns, in order, for agents whose other values are set,
/// between floats_begin and floats_end. `inits` has, by column, the lanes for which to evaluate. A
/// list that has an init is empty in these lanes.
/// The random stream of each lane continues from `streams`; if that is NULL, the streams start as
/// those of new agents.
void interp_init_new(interp *t, cohort *c, uint64_t lanes, const uint64_t *inits,
                     const uint64_t *streams, uint64_t seed);

/// Compute when a node is due whose clock starts at this moment, if its duration is evaluated for
/// each agent. Call between floats_begin and floats_end.
void interp_evaluate_due(interp *t, cohort *c, uint32_t node, uint64_t lanes, int64_t *due);

/// Return whether all agents that are created at the same moment start with the same values.
bool interp_inits_are_alike(const interp *t);

/// Write the first values of shared keys into arrays to which the moment also points, and which are
/// zero before. `nobody` is an empty cohort. With `is_new`, by column, only these columns are
/// initialised; the others are already set. A new list is empty before.
void interp_init_shared(interp *t, cohort *nobody, const bool *is_new, uint32_t *numbers,
                        uint64_t *bools);

/// Return the error that host functions have reported since interp_begin for the lowest agent, or
/// NULL.
const char *interp_error(interp *t);
/// Return the agent of that error. If a batch function has reported it, this is the lowest agent of
/// the call.
uint64_t interp_error_agent(const interp *t);

#endif
