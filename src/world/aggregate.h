// SPDX-License-Identifier: MIT
// Combining the values of agents to one number. No result depends on the order of the values: sums
// are exact and rounded once, and quantiles are found by counting.
#ifndef AGGREGATE_H
#define AGGREGATE_H

#include "exact_sum.h"
#include "scene.h"

#include <gestalt/worlds/share.h>

/// Replace sums by those over all shares of a world. `share` is NULL for a world that has all
/// agents.
void aggregate_share(const gestalt_world_share *share, exact_sum *sums, uint32_t count);

/// Return the key with this index in the increasing order of the keys of all shares.
uint64_t aggregate_key_at(const gestalt_world_share *share, const uint64_t *keys, uint32_t count,
                          uint64_t index);

/// Combine the values of all shares. Without agents, the result is NaN, except for counts and sums,
/// which are 0. NaNs give NaN.
double aggregate_values(const scene_aggregate *a, const double *values, uint32_t count,
                        const gestalt_world_share *share);

#endif
