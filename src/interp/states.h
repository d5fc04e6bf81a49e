// SPDX-License-Identifier: MIT
// Between two ticks, a cohort's lists hold what is live and what was requested; during one, masks
// by slot and by number of the deferred node do. This leads from one to the other, by the plan and
// the cohort's layout alone.
#ifndef STATES_H
#define STATES_H

#include "interp.h"

/// Spreads the list of live states out to masks.
void states_spread(interp *t);

/// Forgets what these lanes requested in the last tick. What others have in this one stays.
void states_forget_requests(interp *t, uint64_t lanes);

/// Makes the list of live states again. Afterwards all masks are zero.
void states_collect(interp *t);
void states_collect_cancels(interp *t);
void states_clear_deferred(interp *t);

#endif
