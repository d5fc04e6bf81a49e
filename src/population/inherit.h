// SPDX-License-Identifier: MIT
// Blackboards that go from agents to others: children start with what their parents have.
#ifndef INHERIT_H
#define INHERIT_H

#include <gestalt/population.h>

/// Gives `count` agents, from the id `first` on, the blackboards of the agents `parents`, one each:
/// all of it within a group; between groups, keys of the same name and type. Shared keys stay as
/// they are. Without memory nothing has changed.
gestalt_result population_inherit(gestalt_population *p, const uint64_t *parents, uint64_t first,
                                  uint64_t count, gestalt_error *error);

#endif
