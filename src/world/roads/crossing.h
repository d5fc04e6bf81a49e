// SPDX-License-Identifier: MIT
// The rules of who may drive into a crossing. On each lane that ends there, the first car that has
// not been let in asks, from its stopping way on. It is let in when
//
//     its light is green;
//     there is room for it on the lane behind, so that it never stops on the crossing;
//     if it turns, the road that it turns into has room to spare, so that no road fills up;
//     no car on a way that conflicts is on it, or let in, and not yet clear of its own;
//     and nobody who asks as well goes first: by the rule, or for having waited too long.
//
// When all yield to each other, the one that has waited longest goes. A car that has waited to turn
// for `detour` goes straight on instead. A car that is let in drives, unless its light turns
// while it still can stop.
#ifndef CROSSING_H
#define CROSSING_H

#include "cars.h"

typedef struct crossing_rules {
    int64_t green, yellow; // microseconds; lights only
    uint32_t patience;     // steps; who has waited longer goes before those that have not
    uint32_t detour;       // steps; who could not turn for so long drives straight on
} crossing_rules;

/// Lets cars into the crossings begin to end - 1. Different ranges may be done by different
/// threads. After cars_sort and cars_count. `step` is the number of the step, `now` its time.
void crossing_admit(cars *c, const cars_rules *rules, const crossing_rules *crossing, uint64_t step,
                    int64_t now, uint32_t begin, uint32_t end);

/// Return which light is green: 0, 1, or 2 for none. `*yellow` is the one that is yellow, or 2; it
/// may be NULL.
uint32_t crossing_green(const crossing_rules *rules, int64_t now, uint32_t *yellow);

#endif
