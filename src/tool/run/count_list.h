// SPDX-License-Identifier: MIT
// The nodes of a group's tree with their counts, as an outline or as JSON.
#ifndef COUNT_LIST_H
#define COUNT_LIST_H

#include "team.h"
#include "text.h"

#include <gestalt/gestalt.h>

/// Write an outline with counts before the nodes. Nodes that agents ran more often have warmer
/// colours. The population must count its nodes.
gestalt_result count_list_text(text_out *out, const team_agents *agents, uint32_t group,
                               gestalt_error *error);

/// Write an object for the group, with an array of its nodes. `name` may be NULL.
gestalt_result count_list_json(text_out *out, const team_agents *agents, uint32_t group,
                               const char *name, gestalt_error *error);

#endif
