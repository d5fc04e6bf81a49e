// SPDX-License-Identifier: MIT
// Conversion of states. Between two ticks, lists in a cohort contain what is live and which
// requests were made. During a tick, masks contain this, by slot and by number of the deferred
// node. Only the plan and the layout of the cohort are needed.
#ifndef STATES_H
#define STATES_H

#include "moment.h"

/// states_spread converts the list of live states to masks. states_collect makes the list again and
/// clears all masks. Only for cohorts with a list.
void states_spread(interp *t);
void states_collect(interp *t);

/// Call before and after a tick of these lanes, for shapes with deferred actions. Requests that
/// these lanes made in the last tick are forgotten; requests of other lanes in this tick remain.
void states_begin_deferred(interp *t, uint64_t lanes);
void states_end_deferred(interp *t);

/// Call before and after these lanes are cancelled between ticks. Resulting requests are reported,
/// and not stored.
void states_begin_cancel(interp *t, uint64_t lanes);
void states_end_cancel(interp *t, interp_cancelled *report, void *user);

#endif
