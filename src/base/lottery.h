// SPDX-License-Identifier: MIT
// Lots say who comes first when not all can: they are drawn by step and agent, so that it is fair
// over time, and the same however it is computed.
#ifndef LOTTERY_H
#define LOTTERY_H

#include <stddef.h>
#include <stdint.h>

typedef struct lot {
    uint32_t key; // the smallest comes first
    uint32_t index;
} lot;

/// The key of an agent in a step.
uint32_t lottery_key(uint64_t seed, uint64_t step, uint64_t agent);

/// Sorts by key; equal ones keep their order. `spare` has room for as many.
void lottery_sort(lot *lots, lot *spare, size_t count);

#endif
