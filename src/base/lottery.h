// SPDX-License-Identifier: MIT
// A lottery decides the order of agents when not all of them can be served. Its keys are drawn per
// step and agent, so the lottery is fair over time and does not depend on how it is computed.
#ifndef LOTTERY_H
#define LOTTERY_H

#include <stddef.h>
#include <stdint.h>

/// One participant of a lottery.
typedef struct lot {
    uint32_t key; // the smallest comes first
    uint32_t index;
} lot;

/// Return the key of an agent in a step.
uint32_t lottery_key(uint64_t seed, uint64_t step, uint64_t agent);

/// Sort by key; equal keys keep their order. `spare` has capacity for `count` entries.
void lottery_sort(lot *lots, lot *spare, size_t count);

#endif
