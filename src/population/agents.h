// SPDX-License-Identifier: MIT
// Agents: how they come and go.
#ifndef AGENTS_H
#define AGENTS_H

#include "place.h"

/// Do the work of gestalt_population_spawn and gestalt_population_despawn, also for rows.
gestalt_result population_spawn(gestalt_population *p, uint32_t number, uint64_t count,
                                uint64_t *first, gestalt_error *error);
gestalt_result population_despawn(gestalt_population *p, uint64_t agent, gestalt_error *error);

/// Add agents, the first of which gets the id `next_id`. Without inits their lanes are empty, ready
/// for actor_put.
gestalt_result agents_add(gestalt_population *p, group *g, uint64_t count, bool with_init,
                          gestalt_error *error);
/// Return the most runs of ids (ids.h) that new agents can have.
uint64_t agents_most_runs(const group *g, uint64_t count);
/// Find the empty lane that the next agent will get. An actor can be tried there if the lane is
/// cleared afterwards. Returns false if memory runs out.
bool agents_free_lane(gestalt_population *p, group *g, place *where);
/// Add one agent with an id that is greater than all in the table of ids, in an empty lane. Returns
/// false if memory runs out; then nothing has changed. The caller checks the limits.
bool agents_add_one(gestalt_population *p, group *g, uint64_t id, place *where);
/// Abandon the roots of some lanes of a cohort. The list of the last tick's requests must have been
/// built before (requests_build), since this clears their marks, and there must be room in `coming`
/// for the requests to cancel.
void agents_abandon(gestalt_population *p, group *g, uint32_t index, uint64_t lanes);
/// Free some occupied lanes of a cohort, whose agents stay in the table of ids.
void agents_free_lanes(gestalt_population *p, group *g, uint32_t index, uint64_t lanes);
/// Free a lane. The agent's last requests must have been listed before (requests_build).
void agents_remove(gestalt_population *p, const place *where);

#endif
