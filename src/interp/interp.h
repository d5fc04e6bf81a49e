// SPDX-License-Identifier: MIT
// The interpreter, as populations see it: it ticks, cancels and starts the agents of a cohort. Its
// machine runs the linked stream (linked.h) in one loop (machine_body.h), for all lanes at once: an
// answer is two masks, for success and failure; lanes in neither are running. A mask says the same
// for 1 lane as for 64, so each node's meaning is written once; it is compiled for one lane and for
// many, with hooks and without.
//
// An interpreter owns the memory of a tick: one block for one thread and one shape, cut up in
// interp.c. It holds the guard stack, the roll-back log, the values of formulas and arguments, and
// live masks if the cohort keeps a list (states.h). Nothing recurses, so a tick takes little of the
// C stack.
#ifndef INTERP_H
#define INTERP_H

#include "linked.h"
#include "moment.h"

/// The linked stream must outlive it. Only one that copies cohorts can stop (interp_try), or find
/// out whether cohorts sleep (sleep_begins).
interp *interp_create(const linked *l, bool copies, const gestalt_allocator *allocator);
void interp_destroy(interp *t);

/// Return the bytes of an interpreter: all scratch memory of one thread, including the guard stack.
size_t interp_size(const linked *l, bool copies);

/// Let all that follows happen at this moment, which must stay where it is until the next one. It
/// computes: the environment of floats.h is set up before.
void interp_begin(interp *t, const interp_moment *moment);

/// Memory to count in: by the items of their heads, what nodes do. `idle`, of the same size, and
/// `copy`, a cohort, are to work with; `ops` is by item and can be shared (linked_counted_ops).
typedef struct interp_counting {
    interp_count *counts, *idle;
    cohort *copy;
    const unsigned char *ops;
    const uint32_t *above; // by item, shared as well (linked_counted_ops)
} interp_counting;

/// Counts from now on what nodes do; with NULLs no more.
void interp_set_counts(interp *t, interp_counting counting);

/// Fill in the answers of nodes that run their children in turn: each lane has that of one of them.
/// `counts` is by node, and may be a sum of ticks, or a difference of sums.
void interp_derive_counts(const plan *p, interp_count *counts);

/// Counts what each coming tick does with a cohort that sleeps, into `row`, three bytes for each
/// node: how many times it succeeds, fails, and runs on. The cohort stays as it is. False when a
/// number is larger than a byte.
bool interp_count_idle(interp *t, const cohort *c, unsigned char *row);

/// Ticks some lanes that are occupied, between floats_begin and floats_end.
void interp_tick(interp *t, cohort *c, uint64_t lanes);

/// Ticks all agents of cohorts that lie side by side, one after the other.
void interp_tick_row(interp *t, cohort *first, uint32_t count);

/// Ticks some lanes of a cohort as interp_tick does, at a moment with a `stop`. False when that was
/// set before the end: then the cohort is again what it was. The interpreter can stop.
bool interp_try(interp *t, cohort *c, uint64_t lanes);

/// Tries to tick all agents of cohorts that lie side by side, but for those that are done already.
/// `done` has a mask for each cohort, and takes those that it ticks. The result is the number of
/// cohorts that are done; the next one was told to stop.
uint32_t interp_try_row(interp *t, cohort *first, uint32_t count, uint64_t *done);

/// Abandons the roots of some lanes, between ticks. Requests to cancel that follow are reported at
/// once; those of the last tick stay as they are.
void interp_cancel(interp *t, cohort *c, uint64_t lanes, interp_cancelled *report, void *user);

/// Cancels between ticks what these masks say, by slot, in increasing order, as if it were
/// abandoned. The cohort's live states stay as they are, and are to be given up.
void interp_drop(interp *t, cohort *c, const uint64_t *drops, interp_cancelled *report, void *user);

/// Makes these lanes new agents, between floats_begin and floats_end: streams, persistent values,
/// and the blackboard with its inits.
void interp_init(interp *t, cohort *c, uint64_t lanes, uint64_t seed);

/// Evaluates inits of the agents' own columns, in order, for agents whose other values are in
/// place, between floats_begin and floats_end. `inits` says by column which lanes have it. The
/// random stream of each lane goes on from `streams`; NULL: they start as new agents'.
void interp_init_new(interp *t, cohort *c, uint64_t lanes, const uint64_t *inits,
                     const uint64_t *streams, uint64_t seed);

/// Fills in when a node is due whose clock starts at this moment, and whose duration is evaluated
/// for each agent, between floats_begin and floats_end.
void interp_evaluate_due(interp *t, cohort *c, uint32_t node, uint64_t lanes, int64_t *due);

/// Return whether all agents that are made at the same moment start with the same values.
bool interp_inits_are_alike(const interp *t);

/// The first values of what is shared, into the arrays that the moment also points to, which are
/// zero before. `nobody` is an empty cohort. With `is_new`, by column, only these begin; the others
/// are in place.
void interp_init_shared(interp *t, cohort *nobody, const bool *is_new, uint32_t *numbers,
                        uint64_t *bools);

/// The first error that a host function has reported since interp_begin, or NULL.
const char *interp_error(const interp *t);

#endif
