// SPDX-License-Identifier: MIT
// The check that no two pedestrians overlap at the start, since they could not get apart.
#include "crowd_state.h"
#include "error.h"

#include <math.h>

// Return the first agent, by index, that overlaps a pedestrian, or UINT32_MAX.
static uint32_t find_overlap(const world *w, const crowd_run *run, const grid *g, uint32_t index)
{
    uint32_t found = UINT32_MAX;
    float radius = w->all.radius[index], reach = radius + run->most_radius;
    vector at = space_wrap(&w->space, vectors_get(&w->all.position, index));
    grid_walk walk;
    grid_walk_begin(&walk, g, at, reach < w->sight.most_reach ? reach : w->sight.most_reach);
    for (grid_near near; grid_walk_next(&walk, &near);) {
        float both = radius + w->all.radius[near.agent] - space_rounding(&w->space);
        if (near.agent != index && run->streets[world_group_of(w, near.agent)].is_used &&
            near.distance_squared < both * both && near.agent < found)
            found = near.agent;
    }
    return found;
}

static gestalt_result find_overlaps(const world *w, const crowd_run *run, const grid *g,
                                    gestalt_error *error)
{
    for (uint32_t k = 0; k < w->group_count; k++)
        for (uint32_t i = w->groups[k].begin; run->streets[k].is_used && i < w->groups[k].end;
             i++) {
            uint32_t other = find_overlap(w, run, g, i);
            if (other == UINT32_MAX)
                continue;
            const scene_group *them = w->groups[world_group_of(w, other)].scene;
            return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                             "agent %llu of group `%s` and agent %llu of group `%s` overlap at the "
                             "start: pedestrians need room for their bodies, as in a `grid`",
                             (unsigned long long)w->all.id[i], w->groups[k].scene->name,
                             (unsigned long long)w->all.id[other], them->name);
        }
    return GESTALT_OK;
}

gestalt_result crowd_check_starts(const world *w, const crowd_run *run, gestalt_error *error)
{
    grid g;
    uint32_t count = w->all.count;
    float reach = run->most_radius > 0 ? 2 * run->most_radius : 1;
    grid_def def = {.world = w->space,
                    .cell = w->sight.cell > 0 ? w->sight.cell
                                              : grid_good_cell(&w->space, reach, count + 1),
                    .capacity = count + 1,
                    .kernels = &w->kernels->grid};
    gestalt_result result = grid_create(&g, &w->allocator, &def);
    if (result != GESTALT_OK)
        return result;
    grid_build(&g, &(grid_input){count, w->all.position, w->all.position, NULL});
    result = find_overlaps(w, run, &g, error);
    grid_destroy(&g, &w->allocator);
    return result;
}
