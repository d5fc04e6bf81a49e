// SPDX-License-Identifier: MIT
// A plan: what running a shape needs to know of it besides its image. Made once for each shape that
// runs, and shared by all its cohorts and threads; it never changes.
#ifndef PLAN_H
#define PLAN_H

#include "image.h"

#define PLAN_NO_SLOT UINT32_MAX

typedef struct plan {
    const gestalt_shape *shape;
    uint32_t
        *node_ids; // by item: of node heads; of the others, those of the node that they belong to
    uint32_t *parents;        // by item of a node head: its parent, or SHAPE_NONE
    uint32_t *deferred;       // by item: of deferred nodes, their number from 0
    uint32_t *deferred_items; // and the item of each number
    uint32_t deferred_count;
    // Columns of launches (launch.h), which nodes share that are never live together.
    uint32_t *launch_slots; // by number of the deferred node: the column of its launch's number
    uint32_t *launch_words; // and the first one of its arguments
    uint32_t launch_slot_count, launch_word_count;
    // Live masks. A node that can be live has a slot for the mask of the lanes that it is live for.
    // If just one child can be live, and the node only together with it, both share one slot.
    uint32_t *slots; // by node id; PLAN_NO_SLOT
    uint32_t slot_count;
    uint32_t *owners;       // by slot: the id of the node that it is for; the others share it
    uint32_t *slot_parents; // by slot: that of what its node lies in, or PLAN_NO_SLOT
    uint32_t *slot_ends;    // by slot: the first one behind all that lie in its node
    uint32_t *slot_items;   // by slot: the item of its node
    uint32_t *slot_below;   // by slot: its node rests for the lanes that are live in this slot, and
                            // not in that one: the slot of its child; PLAN_NO_SLOT; or the slot
                            // itself where the node never rests
    uint32_t *rests; // ids of the nodes that can be in a list of live states, in order: those that
                     // no child tells of (shape_can_rest)
    uint32_t rest_count;
    uint32_t *once_items;       // by persistent status: the item of its `once`; not of named ones
    unsigned char *can_be_live; // by item of a node head: it, and all that it lies in
    unsigned char *is_float;    // by number column of the agent
    unsigned char
        *is_passive; // by item of a node head: nothing above it is asked again while it is live
    size_t size;     // of the block that holds it all
} plan;

/// NULL when there is no memory.
plan *plan_create(const gestalt_shape *shape, const gestalt_allocator *allocator);
void plan_destroy(plan *p, const gestalt_allocator *allocator);

/// Return a hash of where live masks lie: code that was written for one plan runs with others that
/// have the same.
uint64_t plan_identity(const plan *p);

/// Tell whether the node at `item` can be live while no child tells of it.
bool plan_can_rest(const plan *p, uint32_t item);

/// Return how many words a launch keeps of an argument: none of a key that the host may write.
uint32_t plan_argument_words(const image_argument *a);

#endif
