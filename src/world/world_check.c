// SPDX-License-Identifier: MIT
// Verification of a snapshot's agents: exactly those of the scene exist, and their columns have
// valid values.
#include "error.h"
#include "world_state.h"

#include <math.h>

// ---- the agents that exist

// Return whether ids ascend and, in groups with a fixed number of agents, are among the initial
// ones. A world that is not shared has all of them.
static bool ids_ascend(const world *w, const world_group *group)
{
    const uint64_t *id = w->all.id, first = group->scene->first;
    for (uint32_t i = group->begin; i < group->end; i++)
        if ((i > group->begin && id[i] <= id[i - 1]) ||
            (!group->varies && id[i] - first >= group->scene->count))
            return false;
    return true;
}

// Return whether the population's group has the same agents.
static bool group_agrees(const world *w, const world_group *group, const gestalt_population *read)
{
    gestalt_block block;
    uint64_t count = 0;
    for (uint64_t i = 0; gestalt_population_block(read, group->number, i, &block); i++)
        for (uint64_t rest = block.lanes; rest; rest &= rest - 1, count++) {
            unsigned lane = (unsigned)__builtin_ctzll(rest);
            uint64_t id = block.agents ? block.agents[lane] : block.first_agent + lane;
            if (world_find_in(w, group, id) == UINT32_MAX)
                return false;
        }
    return count == group->end - group->begin;
}

// Return whether initial agents plus births equal deaths plus current agents.
static bool adds_up(const world_group *group, const gestalt_population *read)
{
    const world_census *c = group->census;
    return !group->varies || group->scene->count + c->births - c->deaths ==
                                 world_snapshot_agents(read, group->number);
}

static gestalt_result check_agents(world *w, const gestalt_population *read, gestalt_error *error)
{
    bool are_right = true;
    for (uint32_t i = 0; i < w->group_count; i++)
        are_right &= ids_ascend(w, &w->groups[i]) && adds_up(&w->groups[i], read);
    if (are_right)
        world_restore_rows(w);
    for (uint32_t i = 0; i < w->group_count && are_right; i++)
        are_right = group_agrees(w, &w->groups[i], read);
    return are_right ? GESTALT_OK
                     : error_set(error, GESTALT_BAD_FILE, 0,
                                 "the agents of the snapshot's world are not those of its trees");
}

// ---- the values of columns

static gestalt_result wrong_agent(const world *w, uint32_t index, const char *what,
                                  gestalt_error *error)
{
    return error_set(error, GESTALT_BAD_FILE, 0, "the snapshot's agent %llu %s",
                     (unsigned long long)w->all.id[index], what);
}

static gestalt_result check_vectors(const world *w, const vectors *column, const char *what,
                                    gestalt_error *error)
{
    EACH_DIMENSION (d)
        for (uint32_t i = 0; i < w->all.count; i++)
            if (!isfinite(column->at[d][i]))
                return wrong_agent(w, i, what, error);
    return GESTALT_OK;
}

static gestalt_result check_columns(const world *w, gestalt_error *error)
{
    const struct {
        const vectors *column;
        const char *what;
    } columns[] = {{&w->all.position, "has a position that is not valid"},
                   {&w->all.velocity, "has a velocity that is not finite"},
                   {&w->all.heading, "has a heading that is not valid"},
                   {&w->all.wander, "has a wander direction that is not valid"}};
    gestalt_result result = GESTALT_OK;
    for (size_t i = 0; i < sizeof columns / sizeof *columns && result == GESTALT_OK; i++)
        result = check_vectors(w, columns[i].column, columns[i].what, error);
    // The squared speed must be finite, too: no agent moves faster.
    for (uint32_t i = 0; i < w->all.count && result == GESTALT_OK; i++)
        if (!isfinite(vector_length_squared(vectors_get(&w->all.velocity, i))))
            result = wrong_agent(w, i, "has a speed that is out of range", error);
    for (uint32_t i = 0; i < w->all.count && result == GESTALT_OK; i++)
        if (w->measured.touching[i] > 1)
            result = wrong_agent(w, i, "has a contact flag that is neither 0 nor 1", error);
    return result;
}

gestalt_result world_check(world *w, const gestalt_population *read, gestalt_error *error)
{
    // The trees have been ticked once in each step, at the step's time.
    bool is_time = w->step == gestalt_population_ticks(read) &&
                   w->step <= (uint64_t)INT64_MAX / 4 / (uint64_t)w->scene->space.dt;
    int64_t next = is_time ? (int64_t)w->step * w->scene->space.dt : 0;
    int64_t last = w->step > 0 ? next - w->scene->space.dt : next;
    int64_t now = gestalt_population_now(read);
    if (!is_time || now < last || now > next)
        return error_set(
            error, GESTALT_BAD_FILE, 0,
            "the snapshot's number of steps and the time of its trees contradict each other");
    gestalt_result result = check_agents(w, read, error);
    return result == GESTALT_OK ? check_columns(w, error) : result;
}
