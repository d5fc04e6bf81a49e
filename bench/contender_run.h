// SPDX-License-Identifier: MIT
// Runs the rounds of all contenders. Baselines run here, and Gestalt runs through
// contender_engine.h.
#ifndef CONTENDER_RUN_H
#define CONTENDER_RUN_H

#include "contender.h"

/// Run one round. After any error, also GESTALT_REJECTED, `error` has the reason.
gestalt_result contender_run(const contender *c, contender_round *round, gestalt_error *error);

/// Measure memory and work. Errors are the same as for contender_run.
gestalt_result contender_examine(const contender *c, contender_needs *needs, gestalt_error *error);

#endif
