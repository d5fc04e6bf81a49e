// SPDX-License-Identifier: MIT
// A cohort: 1 to 64 agents of one shape, whose state lies lane by lane in one block of memory.
//
// A column of numbers, longs, times, streams or words has `stride` values; bits, statuses and bools
// are masks with one bit for each lane, a status two of them. The layout follows from the plan and
// the lane count alone; footprint.c of the shape layer tells users the same sizes.
//
// Live states at rest are a list of items in increasing order, each with the mask of the lanes that
// it is live for. Only what can't be derived is there: leaves, and delays and loops that are live
// while their child is not. What deferred actions need lies beside that list: whether they were
// launched in the last tick, whether their game system has ended them, and the values of their
// arguments; and the requests to cancel, a list of its own.
#ifndef COHORT_H
#define COHORT_H

#include "plan.h"

enum { COHORT_LANES_MAX = 64 };

typedef struct cohort_layout {
    uint32_t lanes;
    uint32_t
        stride; // lanes, or for more than one rounded up to 16: a vector of any instruction set
    uint32_t live_capacity;
    uint32_t launch_values; // arguments by value of a launch
    bool has_deferred;
    // Offsets into the block.
    uint32_t longs, times, streams, bits, statuses, bools;
    uint32_t live_masks, launch_masks, ended_masks, cancel_masks;
    uint32_t numbers, words, values, live_items, cancel_items;
    uint32_t size;
} cohort_layout;

typedef struct cohort {
    uint64_t occupied;  // lanes that hold an agent
    uint64_t running;   // the root's last answer; in both masks: not ticked yet
    uint64_t succeeded; // in neither: failure
    uint64_t first_id;
    uint64_t *ids; // of each lane, or NULL: first_id + lane
    uint32_t live_count;
    uint32_t cancel_count;
} cohort;

/// False when it would be larger than 4 GiB.
bool cohort_layout_make(const plan *p, uint32_t lanes, cohort_layout *layout);

/// An empty cohort in a block of that layout.
void cohort_start(cohort *c, const cohort_layout *layout);

/// Forgets all that was requested.
void cohort_forget_requests(cohort *c, const cohort_layout *layout);

/// Adds lanes to a request to cancel.
void cohort_add_cancel(const cohort_layout *layout, cohort *c, uint32_t item, uint64_t lanes);

static inline void *cohort_part(cohort *c, uint32_t offset)
{
    return (unsigned char *)c + offset;
}

static inline uint64_t cohort_id(const cohort *c, unsigned lane)
{
    return c->ids ? c->ids[lane] : c->first_id + lane;
}

#endif
