// SPDX-License-Identifier: MIT
// A tick of some lanes, stopped after each node.
#ifndef STEPS_H
#define STEPS_H

#include "population_state.h"

/// Do the work of gestalt_actor_step_begin for any lanes of a cohort. Requires that a tick in parts
/// has begun.
gestalt_result steps_begin(gestalt_population *p, const group *g, cohort *c, uint64_t lanes,
                           gestalt_error *error);
/// Continue to the next stop, where interp_step_* can be called on the group's first interpreter.
/// Returns false when the tick of these lanes has ended.
bool steps_go_on(gestalt_population *p);
void steps_release(gestalt_population *p);

#endif
