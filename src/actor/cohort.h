// SPDX-License-Identifier: MIT
// A cohort: 1 to 64 agents of one shape, whose state lies lane by lane in one block of memory.
//
// A column of numbers, longs, times, streams or words has `stride` values; bits, statuses and bools
// are masks with one bit for each lane, a status two of them. The layout follows from the plan, the
// lane count and the form of states alone. live.h says what the forms are.
//
// The block begins like this, in bytes. A lone agent's masks are one byte each at rest, and its
// id is the first one; everybody who isn't a cohort of 64 sees masks of 64 bits nevertheless.
//
//   lanes  0          8          16        24          32    40          44
//   2..64  | first id | occupied | running | succeeded | ids | next open | parts ...
//   1      | first id | occupied, running, succeeded | parts ...
//          0          8                              11
//
// Then come the parts, of which a shape has few. Parts in brackets depend on the form:
//
//   2..64  | [live count, action count] | bits | statuses | bools | [live masks] | [action states]
//          | longs | times | streams | numbers | words | launches | [live items]
//          | [action numbers] |
//   1      | [live bytes | action bytes] or [live count, action count] | bits ... as above
//
// Cohorts with free lanes are linked by their numbers; a lone agent that is not there has the
// number of the next in place of its id.
#ifndef COHORT_H
#define COHORT_H

#include "plan.h"

#include <gestalt/population.h>

enum { COHORT_LANES_MAX = 64, COHORT_LINE = 64 }; // bytes that memory is fetched by
#define COHORT_NONE UINT32_MAX

typedef struct cohort_layout {
    uint32_t lanes;
    uint32_t mask_size; // of the masks that come first: 1 for one lane, else 8
    uint32_t
        stride;    // lanes, or for more than one rounded up to 16: a vector of any instruction set
    bool has_list; // of live states and of action states; else masks
    uint32_t slot_count;     // of masks
    uint32_t deferred_count; // deferred actions of the shape
    // Offsets into the block.
    uint32_t live_count, deferred_length;
    uint32_t longs, times, streams, bits, statuses, bools;
    uint32_t live_slots, live_masks, deferred_noted, deferred_states;
    uint32_t numbers, words, launches, live_items, deferred_numbers;
    uint32_t size;
    uint32_t block_shift; // it has up to 64 blocks of so many bytes, as a power of two
} cohort_layout;

/// For the functions below only, but for `first_id`. A lone agent has no memory for `many`.
typedef struct cohort {
    uint64_t first_id;
    union {
        struct {
            uint64_t occupied;  // lanes that hold an agent
            uint64_t running;   // the root's last answer; in both masks: not ticked yet
            uint64_t succeeded; // in neither: failure
            uint64_t *ids;      // of each lane, or NULL: first_id + lane
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

/// The choice between both forms of states, by the bytes of a cohort.
typedef struct cohort_choice {
    uint64_t list_size, mask_size;
    uint64_t allowance; // bytes that masks may take beyond what lists do, and be chosen
    bool has_masks;
} cohort_choice;

/// Choose for a shape and a number of lanes: what was asked for, or for GESTALT_STATES_AUTO what is
/// better.
cohort_choice cohort_choose(const plan *p, uint32_t lanes, gestalt_states states);

/// False when it would be larger than 4 GiB.
bool cohort_layout_make(const plan *p, uint32_t lanes, gestalt_states states,
                        cohort_layout *layout);

/// The bytes of the blackboard's columns.
size_t cohort_blackboard_size(const cohort_layout *layout, const gestalt_specification *spec);

/// An empty cohort in a block of that layout.
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

// ---- who is there, and how the roots answered

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

/// Return the id of each lane; NULL when they are first_id + lane, as a lone agent's always is.
static inline uint64_t *cohort_ids(const cohort_layout *layout, const cohort *c)
{
    return cohort_is_lone(layout) ? NULL : c->many.ids;
}

/// Not for one lane.
static inline void cohort_set_ids(cohort *c, uint64_t *ids)
{
    c->many.ids = ids;
}

static inline uint64_t cohort_id(const cohort_layout *layout, const cohort *c, unsigned lane)
{
    const uint64_t *ids = cohort_ids(layout, c);
    return ids ? ids[lane] : c->first_id + lane;
}

// ---- the next cohort with a free lane, or COHORT_NONE. Only of one that has a free lane itself.

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

// ---- live states: the mask of a slot, where there are slots

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

// ---- how long the lists are

static inline uint32_t cohort_count_at(const cohort *c, uint32_t offset)
{
    return *(const uint32_t *)cohort_read(c, offset);
}

static inline uint32_t cohort_live_count(const cohort_layout *layout, const cohort *c)
{
    return layout->has_list ? cohort_count_at(c, layout->live_count) : 0;
}

/// Only where there is a list.
static inline void cohort_set_live_count(const cohort_layout *layout, cohort *c, uint32_t count)
{
    *(uint32_t *)cohort_part(c, layout->live_count) = count;
}

#endif
