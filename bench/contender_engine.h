// SPDX-License-Identifier: MIT
// Gestalt as a contender, for contender_run.c.
#ifndef CONTENDER_ENGINE_H
#define CONTENDER_ENGINE_H

#include "contender.h"

gestalt_result engine_round(const contender *c, contender_round *round, gestalt_error *error);
gestalt_result engine_examine(const contender *c, contender_needs *needs, gestalt_error *error);

#endif
