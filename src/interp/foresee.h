// SPDX-License-Identifier: MIT
// Prefetching. When agents take more memory than the caches hold, a tick waits for columns; so the
// columns of the next cohort are prefetched while one is ticked. Trees have many keys but use few
// of them in a tick, and no table lists which ones. But cohorts are alike: some are ticked with
// calls and rows of formulas that record the columns they use, and these columns are prefetched for
// the others.
#ifndef FORESEE_H
#define FORESEE_H

#include "moment.h"

/// Begin a moment, for which no columns are recorded yet.
void foresee_begin(interp *t);

/// Prepare for a cohort that is about to run. `left` cohorts follow it; the first of these is
/// `next`.
void foresee_next(interp *t, const cohort *next, uint32_t left);

#endif
