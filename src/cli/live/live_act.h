// SPDX-License-Identifier: MIT
// Acts: what people do to a run between two ticks, as JSON objects. A page sends them, a log has
// them, and a replay does them again; all three by this.
//
//     {"do": "write", "agent": 3, "key": "health", "value": 5}    "group": "wolves" for all of it
//     {"do": "spawn", "count": 10}                                "group": as well
//     {"do": "despawn", "agent": 3}
//     {"do": "cancel", "agent": 3}
//     {"do": "set", "path": "birds.sight", "value": "5"}          of a scene
//     {"do": "edit"}                                              the file has been saved
//
// In a log, an edit has the texts of the files: `files`.
#ifndef LIVE_ACT_H
#define LIVE_ACT_H

#include "live_run.h"

/// Return whether `do` names one of these.
bool live_act_is(json_value act);

/// Does it. On an error nothing is done; its offset is the place in the text. GESTALT_REJECTED when
/// the run's messages have told why. `folder`, ending with `/`, is that of a replay, to which
/// texts of edits are written; else it is NULL, and texts are refused.
gestalt_result live_act(live_run *r, json_value act, const char *folder, gestalt_error *error);

/// Refuses members that are not in a list as "do|tick|agent".
gestalt_result live_members(json_value object, const char *known, gestalt_error *error);

/// A member that is a count. `fallback` where it is missing; with UINT64_MAX it has to be there.
gestalt_result live_count(json_value object, const char *name, uint64_t fallback, uint64_t *count,
                          gestalt_error *error);
/// A group by its name or number. The first one if it is missing.
gestalt_result live_group(const live_run *r, json_value object, uint32_t *group,
                          gestalt_error *error);

#endif
