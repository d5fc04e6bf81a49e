// SPDX-License-Identifier: MIT
// The interpreter for up to 64 agents, with hooks.
#define LONE   0
#define TRACED 1
#define RUNNER run_many_traced
#include "machine_body.h"
