// SPDX-License-Identifier: MIT
// Between two ticks, a cohort's lists hold what is live and what was requested; during one, masks
// by slot and by number of the deferred node do. This leads from one to the other, by the plan and
// the cohort's layout alone.
#ifndef STATES_H
#define STATES_H

#include "moment.h"

/// Spreads the list of live states out to masks, and makes it again; then all masks are zero. Only
/// where there is a list.
void states_spread(interp *t);
void states_collect(interp *t);

/// Before and after a tick of these lanes, for shapes with deferred actions. Requests of the
/// lanes in the last tick are forgotten; those of others in this one stay.
void states_begin_deferred(interp *t, uint64_t lanes);
void states_end_deferred(interp *t);

/// Before and after these lanes are cancelled between ticks. Requests that follow are reported, and
/// are not kept.
void states_begin_cancel(interp *t, uint64_t lanes);
void states_end_cancel(interp *t, interp_cancelled *report, void *user);

#endif
