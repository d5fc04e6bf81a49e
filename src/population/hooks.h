// SPDX-License-Identifier: MIT
// Hooks of the host, called for one lane after the other: functions for interp_hooks, whose `user`
// is a gestalt_hooks that has the callback.
#ifndef HOOKS_H
#define HOOKS_H

#include "moment.h"

#include <gestalt/population.h>

void hooks_enter(void *user, interp_cohort at, uint32_t node, uint64_t lanes, uint64_t resuming);
void hooks_leave(void *user, interp_cohort at, uint32_t node, uint64_t succeeded, uint64_t failed,
                 uint64_t running);
void hooks_cancel(void *user, interp_cohort at, uint32_t node, uint64_t lanes);
void hooks_log(void *user, interp_cohort at, uint32_t node, uint64_t lanes,
               gestalt_log_phase phase);
void hooks_range(void *user, interp_cohort at, uint32_t node, uint32_t first, uint32_t end,
                 uint64_t lanes);
void hooks_roll_back(void *user, interp_cohort at, uint32_t node, gestalt_kept what,
                     uint64_t lanes);

/// Return hooks that call those of the host.
interp_hooks hooks_by_lane(gestalt_hooks *host);

#endif
