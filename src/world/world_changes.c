// SPDX-License-Identifier: MIT
// Changes that a scene makes while it runs: combiners of groups, and blackboard keys of all their
// agents. A change takes effect at the beginning of the first step at or after its time. A group's
// combiner depends only on the step, and keys are in snapshots, so a resumed run continues with the
// changed values.
#include "world_state.h"

static uint64_t step_of(const world *w, const scene_change *change)
{
    int64_t dt = w->scene->space.dt;
    return (uint64_t)((change->at + dt - 1) / dt);
}

static gestalt_result set_keys(world *w, const scene_change *change, gestalt_error *error)
{
    const world_group *group = &w->groups[change->group];
    gestalt_result result = GESTALT_OK;
    const scene_keys *keys = &change->set.keys;
    for (uint32_t k = 0; k < keys->count; k++)
        for (uint32_t i = group->begin; i < group->end && result == GESTALT_OK; i++)
            result = gestalt_population_write(w->population, w->all.id[i], keys->list[k].name,
                                              world_value_of(w, &keys->list[k], i), error);
    return result;
}

gestalt_result world_change(world *w, gestalt_error *error)
{
    const scene_change *changes = w->scene->changes.list;
    gestalt_result result = GESTALT_OK;
    for (uint32_t i = 0; i < w->scene->changes.count && result == GESTALT_OK; i++) {
        const scene_change *change = &changes[i];
        uint64_t step = step_of(w, change);
        if (step <= w->step && change->has_combiner)
            w->groups[change->group].urges.how = (combiner)change->combiner;
        if (step == w->step)
            result = set_keys(w, change, error);
    }
    return result;
}
