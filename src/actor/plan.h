// SPDX-License-Identifier: MIT
// A plan: what running a shape requires besides its image. It is created once for each shape that
// runs, shared by all cohorts and threads, and never changes.
#ifndef PLAN_H
#define PLAN_H

#include "image.h"

#define PLAN_NO_SLOT UINT32_MAX

/// Keys that are lists, in the order of their columns.
typedef struct plan_lists {
    const image_key **keys;
    uint32_t count;
} plan_lists;

typedef struct plan {
    const gestalt_shape *shape;
    uint32_t *node_ids;       // by item: id of the node to which the item belongs
    uint32_t *parents;        // by item of a node head: item of the parent, or SHAPE_NONE
    uint32_t *deferred;       // by item of a deferred node: its number, from 0
    uint32_t *deferred_items; // by number: item of the deferred node
    uint32_t deferred_count;
    // Columns of launches (launch.h). Nodes that are never live together share them.
    uint32_t *launch_slots; // by number of the deferred node: column of the launch's number
    uint32_t *launch_words; // by number: first column of the launch's arguments
    uint32_t launch_slot_count, launch_word_count;
    // Live masks. A node that can be live has a slot, whose mask contains the lanes in which it is
    // live. If only one child can be live, and the node only together with it, both share one slot.
    uint32_t *slots; // by node id; PLAN_NO_SLOT: never live
    uint32_t slot_count;
    uint32_t *owners;       // by slot: id of the node that owns it; the other nodes share it
    uint32_t *slot_parents; // by slot: slot of the nearest node above, or PLAN_NO_SLOT
    uint32_t *slot_ends;    // by slot: first slot after those of the node's subtree
    uint32_t *slot_items;   // by slot: item of the owner
    // By slot: slot of the owner's child, without which a lane of this slot is at rest.
    // PLAN_NO_SLOT: all lanes are at rest; the slot itself: none ever is.
    uint32_t *slot_below;
    uint32_t *rests; // ids of the nodes that can be in a list of live states, in order: those that
                     // no child implies (shape_can_rest)
    uint32_t rest_count;
    uint32_t *once_items; // by persistent status: item of its `once`; not for named ones
    // By item of a node head: the node and all nodes above it can be live.
    unsigned char *can_be_live;
    unsigned char *is_float;   // by number column of the agent
    plan_lists lists;          // lists of the agent
    unsigned char *is_passive; // by item of a node head: while the node is live, no node above it
                               // does anything
    size_t size;               // size of the block that contains everything
} plan;

/// Create a plan. Returns NULL when memory runs out.
plan *plan_create(const gestalt_shape *shape, const gestalt_allocator *allocator);
void plan_destroy(plan *p, const gestalt_allocator *allocator);

/// Return a hash of the positions of live masks: native code for one plan runs with all plans that
/// have the same hash.
uint64_t plan_identity(const plan *p);

/// Return whether the node at `item` can be live without a child that implies it.
bool plan_can_rest(const plan *p, uint32_t item);

/// Return how many words a launch stores of an argument: none for a key that the host may write.
uint32_t plan_argument_words(const image_argument *a);

#endif
