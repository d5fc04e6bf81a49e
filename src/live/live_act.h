// SPDX-License-Identifier: MIT
// Acts: what users do to a run between two ticks, as JSON objects. A page sends acts, a log stores
// them, and a replay repeats them; all of them use these functions.
//
//     {"do": "write", "agent": 3, "key": "health", "value": 5}
//     {"do": "write", "group": "wolves", "key": "health", "value": 5}     to all its agents
//     {"do": "spawn", "group": "wolves", "count": 10}
//     {"do": "despawn", "agent": 3}
//     {"do": "cancel", "agent": 3}
//     {"do": "set", "path": "birds.sight", "value": "5"}                  only for scenes
//     {"do": "edit"}                                                      the file has been saved
//
// In a log, an edit contains the texts of the files: `files`.
#ifndef LIVE_ACT_H
#define LIVE_ACT_H

#include "live_run.h"
#include "text.h"

/// Return whether `do` names an act.
bool live_act_is(json_value act);
/// Return the rights that an act needs.
uint32_t live_act_rights(json_value act);
/// Return what the lowest of some rights allows, for messages.
const char *live_right_text(uint32_t rights);
/// Write the words of some rights as a JSON array.
void live_rights_json(text_out *out, uint32_t rights);

/// Do an act. After an error nothing is changed; the offset of the error is the position in the
/// text. Returns GESTALT_REJECTED if the run's messages contain the reason. In a replay, `folder`,
/// which ends with `/`, is the folder to which the texts of edits are written; otherwise it is
/// NULL, and texts are refused.
gestalt_result live_act(live_run *r, json_value act, const char *folder, gestalt_error *error);

/// Refuse members that are not in a list such as "do|tick|agent".
gestalt_result live_members(json_value object, const char *known, gestalt_error *error);

/// Get a count from a member. If the member is missing, the count is `fallback`; if that is
/// UINT64_MAX, the member is required.
gestalt_result live_count(json_value object, const char *name, uint64_t fallback, uint64_t *count,
                          gestalt_error *error);
/// Get a group by its name or number; the first group if the member is missing.
gestalt_result live_group(const live_run *r, json_value object, uint32_t *group,
                          gestalt_error *error);

#endif
