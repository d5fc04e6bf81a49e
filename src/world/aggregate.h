// SPDX-License-Identifier: MIT
// Combining the values of agents to one number. No result depends on the order of the values: sums
// are exact and rounded once, and quantiles are found by counting.
#ifndef AGGREGATE_H
#define AGGREGATE_H

#include "scene.h"

/// Combine values. Without agents, the result is NaN, except for counts and sums, which are 0. NaNs
/// give NaN.
double aggregate_values(const scene_aggregate *a, const double *values, uint32_t count);

#endif
