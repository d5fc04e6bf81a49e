// SPDX-License-Identifier: MIT
// Reports of a world: what its scene's expressions over groups give now. Agents are looked at by
// all threads; what they give is put together by one, in their order, so that threads change
// nothing.
#ifndef WORLD_REPORT_H
#define WORLD_REPORT_H

#include "world_state.h"

/// Makes the memory that reports need. False: there is none.
bool world_report_start(world *w);

/// The value of a report; of bools 0 or 1.
double world_report(world *w, uint32_t report);

/// Return whether `until` is true. It is looked at in steps in which all that it names is sampled.
bool world_is_done(world *w);

#endif
