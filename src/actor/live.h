// SPDX-License-Identifier: MIT
// Live states of a cohort at rest, which are kept in one of two forms (cohort.h):
//
//   masks  a mask for each slot of the plan. The interpreter works on them in place.
//   list   items in increasing order, each with the lanes that it is live for. Only nodes that no
//          child tells of are in it (plan.h: `rests`), so it says the least that tells all. The
//          interpreter spreads it out for a tick and collects it again.
//
// Masks need no work before and after a tick; a list is smaller where few of many nodes are live.
#ifndef LIVE_H
#define LIVE_H

#include "cohort.h"

/// A lane's live nodes that rest, as items in increasing order, four bytes each. There is room for
/// spec->live_capacity of them. Returns how many.
uint32_t live_take(const plan *p, const cohort_layout *l, const cohort *c, unsigned lane,
                   unsigned char *items);

/// Whether a node that rests is live for a lane. It must be one that has a slot.
bool live_has(const plan *p, const cohort_layout *l, const cohort *c, unsigned lane, uint32_t item);

/// Makes a node that rests live for a lane, and all that it lies in.
void live_add(const plan *p, const cohort_layout *l, cohort *c, unsigned lane, uint32_t item);

/// Nothing of this lane is live any more.
void live_clear(const cohort_layout *l, cohort *c, unsigned lane);

/// How many nodes rest, of all lanes together.
uint64_t live_total(const plan *p, const cohort_layout *l, const cohort *c);

/// The lanes of an entry of a list.
uint64_t live_lanes(const cohort_layout *l, const cohort *c, uint32_t index);

#endif
