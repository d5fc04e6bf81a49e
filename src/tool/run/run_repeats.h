// SPDX-License-Identifier: MIT
// gestalt run --repeats: run a scene with many seeds, and show how the outcome varies.
#ifndef RUN_REPEATS_H
#define RUN_REPEATS_H

#include "run.h"

exit_code run_repeats(const run *r);

#endif
