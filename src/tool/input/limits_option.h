// SPDX-License-Identifier: MIT
// Limits from the command line: --limits, --max-size, --max-nodes, --max-visits.
#ifndef LIMITS_OPTION_H
#define LIMITS_OPTION_H

#include "cli.h"

/// Return the limits of this command. Options for a single limit override --limits.
gestalt_limits limits_option(const options *o);

/// Return whether --limits selects the limits for untrusted files.
bool limits_are_strict(const options *o);

#endif
