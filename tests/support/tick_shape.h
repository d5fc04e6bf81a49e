// SPDX-License-Identifier: MIT
// Ticks agents of any shape, for tests that create shapes from arbitrary bytes.
#ifndef TICK_SHAPE_H
#define TICK_SHAPE_H

#include <gestalt/gestalt.h>

/// Runs some agents for some ticks with a host that answers all sorts of things. Ends the program
/// when a tick visits more leaves than the specification allows, or when a call fails for another
/// reason than a lack of memory. Shapes with a bound over `most_visits` are left alone: they are
/// legal, but would take too long.
void tick_shape(const gestalt_shape *shape, uint32_t agents, uint32_t ticks, uint64_t most_visits);

/// A host for all names of a shape, which answers by agent, node and tick.
typedef struct tick_host tick_host;
tick_host *tick_host_create(const gestalt_shape *shape);
const gestalt_host *tick_host_of(const tick_host *host);
void tick_host_destroy(tick_host *host);

/// Ticks a population of that shape, of at most 1024 agents, and ends the program when an agent's
/// tick visits more leaves than the specification allows. Some of what is launched is ended.
void tick_checked(gestalt_population *population, const gestalt_shape *shape, uint32_t ticks);

#endif
