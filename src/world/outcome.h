// SPDX-License-Identifier: MIT
// Outcomes: measures by name. The functions are public, in gestalt/worlds/part.h.
#ifndef OUTCOME_H
#define OUTCOME_H

#include <gestalt/worlds/part.h>

typedef gestalt_outcome outcome;
typedef gestalt_outcome_row outcome_row;

#endif
