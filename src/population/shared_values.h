// SPDX-License-Identifier: MIT
// The values of shared keys as bytes, for snapshots and hashes: numbers in the order of their
// columns, u32 each, with one form for every NaN, then bools, u8 each. A list has its count and the
// components of as many elements.
#ifndef SHARED_VALUES_H
#define SHARED_VALUES_H

#include "population_state.h"

/// Return the most bytes that the shared values of a shape have.
size_t shared_size_max(const gestalt_shape *shape);

/// Write the shared values, and return their size.
size_t shared_save(const group *g, unsigned char *bytes);

/// Read the shared values. If the bytes are wrong, return a message; otherwise NULL.
const char *shared_load(group *g, const unsigned char *bytes, size_t size);

#endif
