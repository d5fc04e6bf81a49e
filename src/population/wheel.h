// SPDX-License-Identifier: MIT
// A wheel finds numbered things when they are due. Adding, removing and finding take a few steps,
// independent of the number of things.
//
// A time is a number of 64 bits: eleven digits of six bits. A thing is in the wheel of the highest
// digit in which its time differs from the present, in the place with that digit's number. So
// things in a lower wheel are due earlier; in the same wheel, things in a lower place are due
// earlier. When the present reaches a place, its things move down to lower wheels or are due.
//
//   the present          3 | 17 | 60 |
//   wheel of digit 0                  | 61: due at 3 17 61 | ...
//   wheel of digit 1             | 18: 3 18 05, 3 18 40 | 22: ...
//   wheel of digit 2        | 4: 4 00 00, 4 59 12 | ...
//
// If there are few things there are no places: every thing is checked.
#ifndef WHEEL_H
#define WHEEL_H

#include <gestalt/base.h>

enum { WHEEL_SHIFT = 6, WHEEL_PLACES = 1 << WHEEL_SHIFT, WHEEL_COUNT = 11, WHEEL_FEW = 64 };
#define WHEEL_NONE UINT32_MAX
#define WHEEL_OUT  (UINT32_MAX - 1)

/// A thing, found by its number: 16 bytes.
typedef struct wheel_thing {
    uint64_t due;
    // next in the same place, or WHEEL_NONE; WHEEL_OUT if the thing is in no wheel
    uint32_t next;
    uint32_t previous; // previous in the same place, or WHEEL_NONE
} wheel_thing;

/// The places of all wheels, and masks of the places that are not empty.
typedef struct wheel_places {
    uint64_t filled[WHEEL_COUNT];
    uint32_t firsts[WHEEL_COUNT][WHEEL_PLACES];
} wheel_places;

typedef struct wheel {
    wheel_thing *things;
    size_t room;
    uint64_t present;
    wheel_places *places; // NULL for up to WHEEL_FEW things
    uint32_t due;         // first of the things that are due, linked by `next`
} wheel;

/// Create a wheel. Returns NULL if memory runs out.
wheel *wheel_create(const gestalt_allocator *allocator);
void wheel_destroy(wheel *w, const gestalt_allocator *allocator);

/// Allocate room for things 0 to count - 1. Returns false, with nothing changed, if memory runs
/// out.
bool wheel_reserve(wheel *w, uint64_t count, const gestalt_allocator *allocator);

/// Map signed times to unsigned ones in the same order.
static inline uint64_t wheel_time(int64_t time)
{
    return (uint64_t)time ^ UINT64_C(1) << 63;
}

static inline int64_t wheel_time_of(uint64_t time)
{
    return (int64_t)(time ^ UINT64_C(1) << 63);
}

/// Add a thing that is in no wheel. Its time, in `due`, must be later than the present.
void wheel_put(wheel *w, uint32_t thing);

/// Remove a thing. Does nothing if it is in no wheel.
void wheel_take(wheel *w, uint32_t thing);

/// Remove and return a thing that is due at `now`, or WHEEL_NONE. `now` must not decrease.
uint32_t wheel_next_due(wheel *w, uint64_t now);

/// Return the time of the thing that is due first; UINT64_MAX if there are none.
uint64_t wheel_first(const wheel *w);

#endif
