// SPDX-License-Identifier: MIT
#include "contender.h"

const char *contender_engine(const contender *c)
{
    static const char *const names[] = {"hand_inlined", "hand_fnptr", "naive", "gestalt"};
    return c->native ? "native" : names[c->engine];
}

const char *contender_workload(const contender *c)
{
    const workload *w = &workloads[c->workload];
    return c->expressions ? w->expressions : w->name;
}
