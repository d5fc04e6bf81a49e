// SPDX-License-Identifier: MIT
// Foresight. A tick waits for columns when agents take more memory than caches hold; so they are
// fetched while the cohort before is ticked. No table says which ones: trees have many keys, and
// use few of them in a tick. But cohorts are alike. Some of them are ticked with calls and rows of
// formulas that note what they use; what those have used is fetched for the others.
#ifndef FORESEE_H
#define FORESEE_H

#include "moment.h"

/// A moment begins, in which nothing is noted yet.
void foresee_begin(interp *t);

/// A cohort is about to run, as many are left behind it, the first of which is `next`.
void foresee_next(interp *t, const cohort *next, uint32_t left);

#endif
