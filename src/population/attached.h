// SPDX-License-Identifier: MIT
// Bytes that the host attaches to a population, for snapshots.
#ifndef ATTACHED_H
#define ATTACHED_H

#include "population_state.h"

bool attached_add(gestalt_population *p, const void *bytes, size_t size);
void attached_release(gestalt_population *p);

#endif
