// SPDX-License-Identifier: MIT
// Ticks agents of any shape, for tests that make shapes of arbitrary bytes.
#ifndef TICK_SHAPE_H
#define TICK_SHAPE_H

#include <gestalt/gestalt.h>

/// Runs some agents for some ticks with a host that answers all sorts of things. Ends the program
/// when a tick visits more leaves than the specification allows, or when a call fails for another
/// reason than a lack of memory. Shapes with a bound over `most_visits` are left alone: they are
/// legal, but would take too long.
void tick_shape(const gestalt_shape *shape, uint32_t agents, uint32_t ticks, uint64_t most_visits);

#endif
