// SPDX-License-Identifier: MIT
// The live nodes of whole cohorts as masks, for callers that read all agents.
#include "group.h"
#include "live.h"
#include "population_state.h"

uint32_t gestalt_population_masks(const gestalt_population *p, uint32_t number, uint32_t *masks,
                                  size_t capacity)
{
    if (MISUSE_NULL(p, "population", NULL) || POPULATION_NO_GROUP(p, number, NULL) ||
        MISUSE_NULL(masks, "masks", NULL))
        return 0;
    const plan *of = p->groups[number].plan;
    uint32_t nodes = of->shape->specification->node_count;
    if (capacity < nodes)
        return 0;
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t slot = of->slots[i];
        masks[i] = slot == PLAN_NO_SLOT ? GESTALT_NO_NODE : slot + GESTALT_MASK_NODES;
    }
    return of->slot_count + GESTALT_MASK_NODES;
}

bool gestalt_population_block_masks(const gestalt_population *p, uint32_t number, uint64_t index,
                                    uint64_t *masks, size_t capacity)
{
    if (MISUSE_NULL(p, "population", NULL) || POPULATION_NO_GROUP(p, number, NULL) ||
        MISUSE_NULL(masks, "masks", NULL))
        return false;
    const group *g = &p->groups[number];
    if (index >= g->agents.cohort_count || capacity < g->plan->slot_count + GESTALT_MASK_NODES)
        return false;
    const cohort *c = group_cohort(g, index);
    masks[GESTALT_MASK_RUNNING] = cohort_running(&g->layout, c);
    masks[GESTALT_MASK_SUCCEEDED] = cohort_succeeded(&g->layout, c);
    live_spread(g->plan, &g->layout, c, masks + GESTALT_MASK_NODES);
    return true;
}
