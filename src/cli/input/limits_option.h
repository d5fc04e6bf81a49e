// SPDX-License-Identifier: MIT
// Limits by the command line: --limits, --max-size, --max-nodes, --max-visits.
#ifndef LIMITS_OPTION_H
#define LIMITS_OPTION_H

#include "cli.h"

/// Return the limits of this command. Options for one of them count
/// more than --limits.
gestalt_limits limits_option(const options *o);

/// Return whether the limits are those for files from strangers.
bool limits_are_strict(const options *o);

#endif
