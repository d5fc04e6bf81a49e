// SPDX-License-Identifier: MIT
// Keys, as gestalt_population_key finds them.
#ifndef KEYS_H
#define KEYS_H

#include "population_state.h"

/// Return whether a key is one of the group's: it comes from a group with the same keys, and its
/// columns are where those of its type are.
bool key_is_of(const group *g, const gestalt_key *key);

#endif
