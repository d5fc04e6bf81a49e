// SPDX-License-Identifier: MIT
// The rules of admission to a crossing. On each lane that ends there, the first car that is not yet
// admitted requests admission, within its stopping distance. It is admitted when
//
//     its light is green;
//     the lane after the crossing has room for it, so that it never stops on the crossing;
//     if it turns, the road into which it turns has room to spare, so that no road fills up;
//     no car on a conflicting way is on the crossing, or admitted, and not yet clear of its way;
//     and no other requesting car goes first: by the rule, or because it has waited too long.
//
// If all yield to each other, the car that has waited longest goes. A car that has waited to turn
// for `detour` goes straight on instead. An admitted car drives, unless its light changes while it
// can still stop.
#ifndef CROSSING_H
#define CROSSING_H

#include "cars.h"

typedef struct crossing_rules {
    int64_t green, yellow; // microseconds; lights only
    uint32_t patience;     // steps; a car that has waited longer goes before cars that have not
    uint32_t detour;       // steps; a car that could not turn for this long drives straight on
} crossing_rules;

/// Admit cars into the crossings `begin` to `end` - 1. Different threads may do different ranges.
/// Call this after cars_sort and cars_count. `step` is the number of the step, `now` its time.
void crossing_admit(cars *c, const cars_rules *rules, const crossing_rules *crossing, uint64_t step,
                    int64_t now, uint32_t begin, uint32_t end);

/// Return the number of the green light, 0 or 1; 2 for none. `*yellow` receives the yellow one, or
/// 2; it may be NULL.
uint32_t crossing_green(const crossing_rules *rules, int64_t now, uint32_t *yellow);

#endif
