// SPDX-License-Identifier: MIT
// Host functions that look at everything they are given and answer accordingly: agent, node, tick,
// phase, arguments, keys of their own. They write to keys, too. The same answer for the population
// and for the reference, whatever the order in which arguments come.
#ifndef PUPPET_H
#define PUPPET_H

#include "image.h"
#include "reference.h"

#include <gestalt/population.h>

typedef struct puppets puppets;

/// Registers a function for every host name of the shape. Some take batches, some single agents.
puppets *puppets_create(const gestalt_shape *shape, uint64_t seed, gestalt_host *host);
void puppets_destroy(puppets *all);

/// From now on the puppet that is called as the n-th interrupts the population. 0: none does.
void puppets_interrupt(puppets *all, gestalt_population *population, int64_t nth);

/// The same for the reference; `user` is the puppets.
gestalt_status puppet_action(void *user, const reference_call *call);
bool puppet_predicate(void *user, const reference_call *call);

#endif
