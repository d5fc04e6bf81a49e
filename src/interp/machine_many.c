// SPDX-License-Identifier: MIT
// The interpreter for up to 64 agents, without hooks.
#define LONE   0
#define TRACED 0
#define RUNNER run_many
#include "machine_body.h"
