// SPDX-License-Identifier: MIT
// Where agents are in memory.
#ifndef PLACE_H
#define PLACE_H

#include "population_state.h"

/// The position of an agent in memory.
typedef struct place {
    group *group;
    cohort *cohort;
    id_run *run;
    uint32_t index; // index of the cohort in its group
    unsigned lane;
} place;

/// Return whether a lane of a cohort has the agent with this id.
bool cohort_holds(const group *g, const cohort *c, unsigned lane, uint64_t agent);
/// Find an agent. Returns false if it does not exist.
bool population_find(const gestalt_population *p, uint64_t agent, place *where);
/// The same, for one agent after the other. `where` is zero, or what the previous call has found.
/// Fast if the agents' ids are close together. The table of ids must not change between the calls.
bool population_find_next(const gestalt_population *p, uint64_t agent, place *where);
gestalt_result population_need(const gestalt_population *p, uint64_t agent, place *where,
                               gestalt_error *error);
/// Iterates over all agents in order of their ids. Starts as {.population = p}.
typedef struct agents_walk {
    const gestalt_population *population;
    uint32_t run;
    uint64_t index; // index in the run
    uint64_t end;   // stop before this id; 0: at the last agent
} agents_walk;
/// Begin with the first agent whose id is at least `id`.
agents_walk agents_walk_from(const gestalt_population *population, uint64_t id);
bool agents_walk_next(agents_walk *walk, uint64_t *id, place *where);
/// Advance to the next agents of one cohort whose ids ascend with their lanes: `where` is the first
/// of them, and `lanes` has all. `end` must be 0.
bool agents_walk_lanes(agents_walk *walk, place *where, uint64_t *lanes);

#endif
