// SPDX-License-Identifier: MIT
// The node functions for a lone agent, without hooks.
#define LONE   1
#define TRACED 0
#define RUNNER run_lone
#include "run_body.h"
