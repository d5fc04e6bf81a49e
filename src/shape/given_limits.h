// SPDX-License-Identifier: MIT
// Limits that callers set (limits.def), in the version of this library.
#ifndef GIVEN_LIMITS_H
#define GIVEN_LIMITS_H

#include <gestalt/limits.h>

/// Return the default limits, or those of the caller, who may know less members than there are.
gestalt_limits limits_of(const gestalt_limits *given);

#endif
