// SPDX-License-Identifier: MIT
// A list of the live deferred actions of a population, which its game systems must carry out.
#ifndef LAUNCH_LIST_H
#define LAUNCH_LIST_H

#include "image.h"
#include "team.h"
#include "text.h"

#include <gestalt/gestalt.h>

/// Write a line for each action, for people. All agents run the shape.
gestalt_result launch_list_text(text_out *out, const gestalt_shape *shape,
                                const team_agents *agents, gestalt_error *error);

/// Write an object with an array of all actions, for tools.
gestalt_result launch_list_json(text_out *out, const gestalt_shape *shape,
                                const team_agents *agents, gestalt_error *error);

#endif
