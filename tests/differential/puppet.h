// SPDX-License-Identifier: MIT
// Host functions that check everything they receive, and return a status that depends on it: agent,
// node, tick, phase, arguments, their keys. They also write to keys. They return the same for the
// population and the reference, in whatever order the arguments are.
#ifndef PUPPET_H
#define PUPPET_H

#include "image.h"
#include "reference.h"

#include <gestalt/population.h>

typedef struct puppets puppets;

/// Register a function for every host name of the shape. Some handle batches, some single agents.
puppets *puppets_create(const gestalt_shape *shape, uint64_t seed, gestalt_host *host);
void puppets_destroy(puppets *all);

/// The n-th call of a puppet from now on interrupts the population. 0: no call does.
void puppets_interrupt(puppets *all, gestalt_population *population, int64_t nth);

/// The same functions for the reference; `user` is the puppets.
gestalt_status puppet_action(void *user, const reference_call *call);
bool puppet_predicate(void *user, const reference_call *call);

#endif
