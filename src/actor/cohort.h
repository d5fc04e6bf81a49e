// SPDX-License-Identifier: MIT
// A cohort: 1 to 64 agents of one shape, whose state is stored lane by lane in one block of memory.
//
// A column of numbers, longs, times, streams or words has `stride` values. Bits, statuses and bools
// are masks with one bit for each lane; a status is two of them. The layout depends only on the
// plan, the number of lanes and the form of states (see live.h).
//
// The block begins as follows, in bytes. Between ticks, a lone agent's masks are one byte each, and
// its id is the first id. Code outside the lone case sees masks of 64 bits.
//
//   lanes  0          8          16        24          32    40          44
//   2..64  | first id | occupied | running | succeeded | ids | next open | parts ...
//   1      | first id | occupied, running, succeeded | parts ...
//          0          8                              11
//
// The other parts follow; a shape has few of them. Parts in brackets depend on the form:
//
//   2..64  | [live count, action count] | bits | statuses | bools | [live masks] | [action states]
//          | longs | times | streams | numbers | words | launches | [live items]
//          | [action numbers] |
//   1      | [live bytes | action bytes] or [live count, action count] | bits ... as above
//
// Cohorts with free lanes form a linked list of numbers. A lone cohort without an agent stores the
// next number instead of the id.
#ifndef COHORT_H
#define COHORT_H

#include "plan.h"

#include <gestalt/population.h>

enum { COHORT_LANES_MAX = 64, COHORT_LINE = 64 }; // COHORT_LINE: size of a cache line
#define COHORT_NONE UINT32_MAX

typedef struct cohort_layout {
    uint32_t lanes;
    uint32_t mask_size; // size of the first masks: 1 for one lane, else 8
    uint32_t stride; // lanes; if more than one, rounded up to 16: a vector of any instruction set
    bool has_list;   // live states and action states are lists; otherwise masks
    uint32_t slot_count;     // number of slots with masks
    uint32_t deferred_count; // deferred actions of the shape
    // Offsets into the block.
    uint32_t live_count, deferred_length;
    uint32_t longs, times, streams, bits, statuses, bools;
    uint32_t live_slots, live_masks, deferred_noted, deferred_states;
    uint32_t numbers, words, launches, live_items, deferred_numbers;
    uint32_t size;
    uint32_t block_shift; // the cohort has up to 64 blocks of 2^block_shift bytes
} cohort_layout;

/// Accessed by the functions below only, except `first_id`. A lone agent has no memory for `many`.
typedef struct cohort {
    uint64_t first_id;
    union {
        struct {
            uint64_t occupied;  // lanes that hold an agent
            uint64_t running;   // last status of the root; in both masks: not ticked yet
            uint64_t succeeded; // in neither mask: failure
            uint64_t *ids;      // id of each lane; NULL: first_id + lane
            uint32_t next_open;
        } many;
        struct {
            uint8_t occupied, running, succeeded;
        } lone;
    };
} cohort;

enum {
    COHORT_MANY_SIZE = offsetof(cohort, many.next_open) + sizeof(uint32_t),
    COHORT_LONE_SIZE = offsetof(cohort, lone.succeeded) + sizeof(uint8_t),
};
_Static_assert(COHORT_MANY_SIZE == 44, "several lanes: parts start at 44");
_Static_assert(COHORT_LONE_SIZE == 11, "one lane: parts start at 11");

/// The choice between the two forms of states, by the size of a cohort.
typedef struct cohort_choice {
    uint64_t list_size, mask_size;
    uint64_t allowance; // extra bytes that masks may take and still be chosen
    bool has_masks;
} cohort_choice;

/// Choose the form for a shape and a number of lanes: the requested one, or the better one for
/// GESTALT_STATES_AUTO.
cohort_choice cohort_choose(const plan *p, uint32_t lanes, gestalt_states states);

/// Compute a layout. Returns false if the cohort would be larger than 4 GiB.
bool cohort_layout_make(const plan *p, uint32_t lanes, gestalt_states states,
                        cohort_layout *layout);

/// Return the size of the blackboard's columns.
size_t cohort_blackboard_size(const cohort_layout *layout, const gestalt_specification *spec);

/// Initialise an empty cohort in a block of that layout.
void cohort_start(const cohort_layout *layout, cohort *c);

static inline void *cohort_part(cohort *c, uint32_t offset)
{
    return (unsigned char *)c + offset;
}

static inline const void *cohort_read(const cohort *c, uint32_t offset)
{
    return (const unsigned char *)c + offset;
}

static inline bool cohort_is_lone(const cohort_layout *layout)
{
    return layout->mask_size == 1;
}

// ---- occupied lanes, and statuses of roots

static inline uint64_t cohort_occupied(const cohort_layout *layout, const cohort *c)
{
    return cohort_is_lone(layout) ? c->lone.occupied : c->many.occupied;
}

static inline void cohort_set_occupied(const cohort_layout *layout, cohort *c, uint64_t lanes)
{
    if (cohort_is_lone(layout))
        c->lone.occupied = (uint8_t)lanes;
    else
        c->many.occupied = lanes;
}

static inline uint64_t cohort_running(const cohort_layout *layout, const cohort *c)
{
    return cohort_is_lone(layout) ? c->lone.running : c->many.running;
}

static inline void cohort_set_running(const cohort_layout *layout, cohort *c, uint64_t lanes)
{
    if (cohort_is_lone(layout))
        c->lone.running = (uint8_t)lanes;
    else
        c->many.running = lanes;
}

static inline uint64_t cohort_succeeded(const cohort_layout *layout, const cohort *c)
{
    return cohort_is_lone(layout) ? c->lone.succeeded : c->many.succeeded;
}

static inline void cohort_set_succeeded(const cohort_layout *layout, cohort *c, uint64_t lanes)
{
    if (cohort_is_lone(layout))
        c->lone.succeeded = (uint8_t)lanes;
    else
        c->many.succeeded = lanes;
}

// ---- ids

/// Return the id of each lane; NULL when it is first_id + lane, as always for a lone agent.
static inline uint64_t *cohort_ids(const cohort_layout *layout, const cohort *c)
{
    return cohort_is_lone(layout) ? NULL : c->many.ids;
}

/// Set the ids; not for one lane.
static inline void cohort_set_ids(cohort *c, uint64_t *ids)
{
    c->many.ids = ids;
}

static inline uint64_t cohort_id(const cohort_layout *layout, const cohort *c, unsigned lane)
{
    const uint64_t *ids = cohort_ids(layout, c);
    return ids ? ids[lane] : c->first_id + lane;
}

// ---- the next cohort with a free lane, or COHORT_NONE. Defined only if the cohort has a free
// lane.

static inline uint32_t cohort_next_open(const cohort_layout *layout, const cohort *c)
{
    return cohort_is_lone(layout) ? (uint32_t)c->first_id : c->many.next_open;
}

static inline void cohort_set_next_open(const cohort_layout *layout, cohort *c, uint32_t next)
{
    if (cohort_is_lone(layout))
        c->first_id = next;
    else
        c->many.next_open = next;
}

// ---- live states: the mask of a slot, in the form with masks

static inline uint64_t cohort_slot(const cohort_layout *layout, const cohort *c, uint32_t slot)
{
    const unsigned char *slots = (const unsigned char *)c + layout->live_slots;
    return cohort_is_lone(layout) ? slots[slot] : ((const uint64_t *)(const void *)slots)[slot];
}

static inline void cohort_set_slot(const cohort_layout *layout, cohort *c, uint32_t slot,
                                   uint64_t lanes)
{
    if (cohort_is_lone(layout))
        ((uint8_t *)cohort_part(c, layout->live_slots))[slot] = (uint8_t)lanes;
    else
        ((uint64_t *)cohort_part(c, layout->live_slots))[slot] = lanes;
}

// ---- lengths of lists

static inline uint32_t cohort_count_at(const cohort *c, uint32_t offset)
{
    return *(const uint32_t *)cohort_read(c, offset);
}

static inline uint32_t cohort_live_count(const cohort_layout *layout, const cohort *c)
{
    return layout->has_list ? cohort_count_at(c, layout->live_count) : 0;
}

/// Set the number of live states; only in the form with lists.
static inline void cohort_set_live_count(const cohort_layout *layout, cohort *c, uint32_t count)
{
    *(uint32_t *)cohort_part(c, layout->live_count) = count;
}

#endif
