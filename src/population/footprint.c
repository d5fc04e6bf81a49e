// SPDX-License-Identifier: MIT
#include "footprint.h"

#include "group.h"
#include "memory.h"
#include "population_state.h"

static gestalt_result footprint_sleep(const plan *p, uint32_t lanes, footprint *result)
{
    const gestalt_allocator allocator = memory_allocator(NULL);
    sleep_plan *sleep = NULL;
    if (!sleep_plan_create(p, false, &allocator, &sleep))
        return GESTALT_NO_MEMORY;
    result->sleep = sleep ? sleepers_cohort_bytes(sleep) / lanes : 0;
    result->engine += result->sleep;
    sleep_plan_destroy(sleep, &allocator);
    return GESTALT_OK;
}

static gestalt_result footprint_of_plan(const plan *p, uint32_t lanes, footprint *result)
{
    cohort_layout layout;
    if (!cohort_layout_make(p, lanes, GESTALT_STATES_AUTO, &layout))
        return GESTALT_LIMIT;
    size_t blackboard = cohort_blackboard_size(&layout, p->shape->specification);
    size_t columns = 2 * (size_t)p->launch_slot_count + p->launch_word_count;
    *result = (footprint){
        .engine = (double)(layout.size - blackboard) / lanes,
        .blackboard = (double)blackboard / lanes,
        .launches = (double)(columns * layout.stride * sizeof(uint32_t)) / lanes,
        .launch_count = p->launch_slot_count,
        .deferred_count = p->deferred_count,
        .states = group_states_choice(p, lanes, GESTALT_STATES_AUTO),
    };
    return footprint_sleep(p, lanes, result);
}

gestalt_result footprint_of(const gestalt_shape *shape, uint32_t lanes, footprint *result)
{
    const gestalt_allocator allocator = memory_allocator(NULL);
    plan *p = plan_create(shape, &allocator);
    if (!p)
        return GESTALT_NO_MEMORY;
    gestalt_result found = footprint_of_plan(p, lanes, result);
    plan_destroy(p, &allocator);
    return found;
}
