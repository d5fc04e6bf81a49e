// SPDX-License-Identifier: MIT
// A wheel: numbered things, each of which is due at some time, are found when that has come.
// Putting in, taking out and finding take a few steps, however many things there are.
//
// A time is a number of 64 bits, of eleven digits of six. A thing lies in the wheel of the first
// digit in which its time differs from the present, in the place that the digit says; so what lies
// in a lower wheel is due earlier, and in a wheel, what lies in a lower place. The present passes
// by places, and what lies in them comes down to lower wheels, or is due.
//
//   the present          3 | 17 | 60 |
//   wheel of digit 0                  | 61: due at 3 17 61 | ...
//   wheel of digit 1             | 18: 3 18 05, 3 18 40 | 22: ...
//   wheel of digit 2        | 4: 4 00 00, 4 59 12 | ...
//
// Few things have no places, and are all looked at.
#ifndef WHEEL_H
#define WHEEL_H

#include <gestalt/base.h>

enum { WHEEL_SHIFT = 6, WHEEL_PLACES = 1 << WHEEL_SHIFT, WHEEL_COUNT = 11, WHEEL_FEW = 64 };
#define WHEEL_NONE UINT32_MAX
#define WHEEL_OUT  (UINT32_MAX - 1)

/// A thing, by its number: 16 bytes.
typedef struct wheel_thing {
    uint64_t due;
    uint32_t next;     // in its place, or WHEEL_NONE; WHEEL_OUT when it is in no wheel
    uint32_t previous; // or WHEEL_NONE
} wheel_thing;

/// The places of all wheels, and which of them hold something.
typedef struct wheel_places {
    uint64_t filled[WHEEL_COUNT];
    uint32_t firsts[WHEEL_COUNT][WHEEL_PLACES];
} wheel_places;

typedef struct wheel {
    wheel_thing *things;
    size_t room;
    uint64_t present;
    wheel_places *places; // NULL where there are few things
    uint32_t due;         // a list of those whose time has come, by `next`
} wheel;

/// NULL: there is no memory.
wheel *wheel_create(const gestalt_allocator *allocator);
void wheel_destroy(wheel *w, const gestalt_allocator *allocator);

/// Room for things 0 to count - 1. False, and nothing has changed, when memory runs out.
bool wheel_reserve(wheel *w, uint64_t count, const gestalt_allocator *allocator);

/// Signed times in their order.
static inline uint64_t wheel_time(int64_t time)
{
    return (uint64_t)time ^ UINT64_C(1) << 63;
}

static inline int64_t wheel_time_of(uint64_t time)
{
    return (int64_t)(time ^ UINT64_C(1) << 63);
}

/// A thing that is in no wheel. Its time, which `due` has, must be later than the present.
void wheel_put(wheel *w, uint32_t thing);

/// Nothing happens to one that is in no wheel.
void wheel_take(wheel *w, uint32_t thing);

/// A thing that is due by now, which is in no wheel then; WHEEL_NONE. Time doesn't go back.
uint32_t wheel_next_due(wheel *w, uint64_t now);

/// The time of the thing that is due first; UINT64_MAX when there is none.
uint64_t wheel_first(const wheel *w);

#endif
