// SPDX-License-Identifier: MIT
// The machine for a lone agent, without hooks, in ticks that can be told to stop.
#define LONE   1
#define TRACED 0
#define ARMED  1
#define RUNNER run_lone_armed
#include "machine_body.h"
