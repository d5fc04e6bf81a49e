// SPDX-License-Identifier: MIT
// Moving actors between cohorts of one layout, column by column.
#ifndef RELOCATE_H
#define RELOCATE_H

#include "cohort.h"

/// Copy the actors of some lanes of a cohort to the lanes of another cohort from `first` on, in the
/// same order. Nothing is stored for these lanes yet, except for the statuses of their roots, which
/// are replaced. The caller sets their ids and `occupied`. The lanes must fit into the cohort.
void actors_relocate(const plan *p, const cohort_layout *layout, const cohort *from, uint64_t lanes,
                     cohort *to, unsigned first);

#endif
