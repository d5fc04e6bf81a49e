// SPDX-License-Identifier: MIT
// The node functions with hooks.
#define TRACED 1
#include "run_body.h"

answer run_traced(interp *t, uint32_t item, uint64_t lanes)
{
    return run(t, item, lanes);
}
