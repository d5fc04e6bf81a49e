// SPDX-License-Identifier: MIT
// Rounds of contenders: the baselines' own, and those of Gestalt through contender_engine.h.
#ifndef CONTENDER_RUN_H
#define CONTENDER_RUN_H

#include "contender.h"

/// On GESTALT_REJECTED and all other errors, `error` says why.
gestalt_result contender_run(const contender *c, contender_round *round, gestalt_error *error);

/// As contender_run.
gestalt_result contender_examine(const contender *c, contender_needs *needs, gestalt_error *error);

#endif
