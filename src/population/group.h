// SPDX-License-Identifier: MIT
// Groups: agents of one shape, in cohorts of one layout.
#ifndef GROUP_H
#define GROUP_H

#include "population_state.h"

/// Kind of a group. GROUP_EDITED: its agents may have come from other shapes. GROUP_UNBOUND: it is
/// not bound to a host, for agents that are never ticked. GROUP_COUNTED: its nodes are counted.
typedef enum group_kind {
    GROUP_PLAIN,
    GROUP_EDITED = 1,
    GROUP_UNBOUND = 2,
    GROUP_COUNTED = 4,
} group_kind;

/// Return a kind for a group that takes the place of `g`, which counts its nodes if `g` does.
static inline group_kind group_kind_after(const group *g, group_kind kind)
{
    return (group_kind)(kind | (g->counts ? GROUP_COUNTED : 0));
}

/// Make everything but the agents and the shared values. The caller must release the group even on
/// failure.
gestalt_result group_make(gestalt_population *p, group *g, const gestalt_group *given,
                          group_kind kind, gestalt_error *error);
gestalt_result group_start(gestalt_population *p, group *g, const gestalt_group *given,
                           group_kind kind, gestalt_error *error);
void group_release(gestalt_population *p, group *g);
/// Choose the form of live states for the cohorts of a shape, and give the reason.
gestalt_states_choice group_states_choice(const plan *p, uint32_t lanes, gestalt_states asked);
/// Set the error for cohorts that would be too large with that many lanes.
gestalt_result group_too_large(uint32_t lanes, gestalt_error *error);
/// Release all cohorts and the shared values.
void group_release_agents(gestalt_population *p, group *g);
/// Allocate the shared values and set them to zero. Allocates nothing if there are none.
bool group_new_shared(gestalt_population *p, group *g);
/// Start with no cohorts.
void group_start_agents(group *g);
/// Release the cohort's list of ids, if it has one.
void group_release_ids(gestalt_population *p, const group *g, cohort *c);
/// Allocate room for `more` additional cohorts.
bool group_reserve(gestalt_population *p, group *g, uint64_t more);
/// Set the number of cohorts; new ones are awake.
void group_set_cohorts(group *g, uint32_t count);

static inline cohort *group_cohort(const group *g, uint64_t index)
{
    return slabs_at(&g->agents.cohorts, (uint32_t)index);
}

/// Wake a cohort because something has changed for one of its agents.
static inline void group_wake(const group *g, uint32_t index)
{
    if (g->sleep)
        sleepers_wake(&g->agents.sleepers, index);
}

/// Return the first awake cohort at or after `index`, or UINT32_MAX.
static inline uint32_t group_next_awake(const group *g, uint32_t index)
{
    if (g->sleep && g->agents.sleepers.asleep_count > 0)
        return sleepers_next_awake(&g->agents.sleepers, index, g->agents.cohort_count);
    return index < g->agents.cohort_count ? index : UINT32_MAX;
}

static inline uint64_t group_all_lanes(const group *g)
{
    return ~UINT64_C(0) >> (64 - g->layout.lanes);
}

#endif
