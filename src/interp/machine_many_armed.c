// SPDX-License-Identifier: MIT
// The machine for up to 64 agents, without hooks, in ticks that can be told to stop.
#define LONE   0
#define TRACED 0
#define ARMED  1
#define RUNNER run_many_armed
#include "machine_body.h"
