// SPDX-License-Identifier: MIT
// Tick agents of any shape, for tests that create shapes from arbitrary bytes.
#ifndef TICK_SHAPE_H
#define TICK_SHAPE_H

#include <gestalt/gestalt.h>

/// Run agents for some ticks, with a host that returns varying statuses. Ends the program if a tick
/// visits more leaves than the specification allows, or if a call fails for any reason other than
/// memory. Shapes whose bound of leaf visits is greater than `most_visits` are not run: they are
/// legal, but would take too long.
void tick_shape(const gestalt_shape *shape, uint32_t agents, uint32_t ticks, uint64_t most_visits);

/// A host for all names of a shape. Its statuses depend on agent, node and tick.
typedef struct tick_host tick_host;
tick_host *tick_host_create(const gestalt_shape *shape);
const gestalt_host *tick_host_of(const tick_host *host);
void tick_host_destroy(tick_host *host);

/// Tick a population of that shape, with at most 1024 agents, and end some of the launched actions.
/// Ends the program if the tick of an agent visits more leaves than the specification allows.
void tick_checked(gestalt_population *population, const gestalt_shape *shape, uint32_t ticks);

#endif
