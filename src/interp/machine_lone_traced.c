// SPDX-License-Identifier: MIT
// The interpreter for a lone agent, with hooks.
#define LONE   1
#define TRACED 1
#define RUNNER run_lone_traced
#include "machine_body.h"
