// SPDX-License-Identifier: MIT
// The node functions without hooks.
#define TRACED 0
#include "run_body.h"

answer run_plain(interp *t, uint32_t item, uint64_t lanes)
{
    return run(t, item, lanes);
}
