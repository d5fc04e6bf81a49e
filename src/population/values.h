// SPDX-License-Identifier: MIT
// Values of agents.
#ifndef VALUES_H
#define VALUES_H

#include "place.h"

/// Return the value of a column, either an agent's or a shared one (values.c).
gestalt_value values_get(const place *where, gestalt_type type, uint32_t column);

#endif
