// SPDX-License-Identifier: MIT
// A plot of a sweep: medians with quartiles over the seeds, against the values of the first setting
// with several values; a panel for each report, a colour for each combination of the others.
#ifndef SWEEP_PLOT_H
#define SWEEP_PLOT_H

#include "text.h"
#include "trials.h"

void sweep_plot_write(text_out *out, const trials *t);

#endif
