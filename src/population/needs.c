// SPDX-License-Identifier: MIT
// Measuring what a shape needs before it runs, by linking it.
#include "group.h"
#include "population_checks.h"
#include "population_state.h"

#include "error.h"
#include "memory.h"

static size_t needs_larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static gestalt_result needs_of_linked(const plan *p, const binding *bound,
                                      const cohort_layout *layout, gestalt_needs *needs,
                                      gestalt_error *error)
{
    const gestalt_allocator *allocator = &p->shape->allocator;
    const gestalt_specification *spec = p->shape->specification;
    *needs = (gestalt_needs){.guards = spec->guard_depth,
                             .visits = spec->visit_bound,
                             .stack_size = GESTALT_STACK_NEEDED};
    sleep_plan *sleep;
    if (!sleep_plan_create(p, true, allocator, &sleep))
        return error_no_memory(error);
    bool copies = sleep != NULL;
    sleep_plan_destroy(sleep, allocator);
    // Linked streams have different sizes, because sets of kernels use different operations for
    // expressions.
    for (size_t i = 0; kernels_all[i]; i++) {
        linked *l = linked_create(p, bound, layout, kernels_all[i], allocator);
        if (!l)
            return error_no_memory(error);
        needs->scratch_size = needs_larger(needs->scratch_size, interp_size(l, copies));
        needs->linked_size = needs_larger(needs->linked_size, linked_size(l));
        linked_destroy(l, allocator);
    }
    return GESTALT_OK;
}

static gestalt_result needs_of_plan(const plan *p, const gestalt_host *host, uint32_t lanes,
                                    gestalt_needs *needs, gestalt_error *error)
{
    const gestalt_allocator *allocator = &p->shape->allocator;
    cohort_layout layout;
    binding bound;
    if (!cohort_layout_make(p, lanes, GESTALT_STATES_AUTO, &layout))
        return group_too_large(lanes, error);
    gestalt_result result = host ? binding_make(host, p->shape, allocator, &bound, error)
                                 : binding_make_unbound(p->shape, allocator, &bound, error);
    if (result != GESTALT_OK)
        return result;
    result = needs_of_linked(p, &bound, &layout, needs, error);
    binding_release(&bound, allocator);
    return result;
}

gestalt_result gestalt_shape_needs(const gestalt_shape *shape, const gestalt_host *host,
                                   uint32_t lanes, gestalt_needs *needs, gestalt_error *error)
{
    if (MISUSE_NULL(shape, "shape", error) || MISUSE_NULL(needs, "needs", error))
        return GESTALT_MISUSE;
    gestalt_result result = population_check_lanes(lanes, error);
    if (result != GESTALT_OK)
        return result;
    plan *p = plan_create(shape, &shape->allocator);
    if (!p)
        return error_no_memory(error);
    result = needs_of_plan(p, host, lanes ? lanes : COHORT_LANES_MAX, needs, error);
    plan_destroy(p, &shape->allocator);
    return result;
}
