// SPDX-License-Identifier: MIT
// Limits from callers (limits.def), converted to this version of the library.
#ifndef GIVEN_LIMITS_H
#define GIVEN_LIMITS_H

#include <gestalt/limits.h>

/// Return the default limits, or those of the caller, whose struct may have fewer members.
gestalt_limits limits_of(const gestalt_limits *given);

#endif
