// SPDX-License-Identifier: MIT
// The interpreter for a lone agent, without hooks.
#define LONE   1
#define TRACED 0
#define RUNNER run_lone
#include "machine_body.h"
