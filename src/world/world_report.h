// SPDX-License-Identifier: MIT
// Reports of a world: evaluates the scene's expressions over groups. All threads evaluate agents;
// one thread combines the results (aggregate.h).
#ifndef WORLD_REPORT_H
#define WORLD_REPORT_H

#include "world_state.h"

/// Allocate the memory for reports. Returns false when memory runs out.
bool world_report_start(world *w);

/// Evaluate a report; bools are 0 or 1.
double world_report(world *w, uint32_t report);

/// Return whether `until` holds. It is evaluated only in steps in which all reports that it uses
/// are sampled.
bool world_is_done(world *w);

#endif
