// SPDX-License-Identifier: MIT
#include "footprint.h"

#include "cohort.h"
#include "memory.h"

gestalt_result footprint_of(const gestalt_shape *shape, uint32_t lanes, footprint *result)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    cohort_layout layout;
    plan *p = plan_create(shape, &allocator);
    if (!p)
        return GESTALT_NO_MEMORY;
    bool has_layout = cohort_layout_make(p, lanes, GESTALT_STATES_AUTO, &layout);
    if (has_layout) {
        size_t blackboard = cohort_blackboard_size(&layout, shape->specification);
        result->blackboard = (double)blackboard / lanes;
        result->engine = (double)(layout.size - blackboard) / lanes;
        size_t columns = 2 * (size_t)p->launch_slot_count + p->launch_word_count;
        result->launches = (double)(columns * layout.stride * sizeof(uint32_t)) / lanes;
        result->launch_count = p->launch_slot_count;
        result->deferred_count = p->deferred_count;
    }
    plan_destroy(p, &allocator);
    return has_layout ? GESTALT_OK : GESTALT_LIMIT;
}
