// SPDX-License-Identifier: MIT
// A group of agents that share a shape: its plan, binding, scratch memory, shared values, and the
// blocks of its cohorts.
#include "population_state.h"

#include "columns.h"
#include "error.h"
#include "identity.h"
#include "memory.h"
#include "scalar.h"

#include <string.h>

enum { ALIGNMENT = 64 };

// The first byte before a cohort says how far behind the start of its block it lies.
static bool is_aligned(const group *g)
{
    return g->layout.lanes > 1;
}

cohort *group_new_cohort(gestalt_population *p, const group *g)
{
    if (!is_aligned(g))
        return memory_new(&p->allocator, g->layout.size);
    unsigned char *block = memory_new(&p->allocator, (size_t)g->layout.size + ALIGNMENT);
    if (!block)
        return NULL;
    unsigned char distance = (unsigned char)(ALIGNMENT - (uintptr_t)block % ALIGNMENT);
    block[distance - 1] = distance;
    return (cohort *)(void *)(block + distance);
}

void group_release_ids(gestalt_population *p, const group *g, cohort *c)
{
    uint64_t *ids = cohort_ids(&g->layout, c);
    if (!ids)
        return;
    memory_release(&p->allocator, ids, g->layout.lanes * sizeof *ids);
    cohort_set_ids(c, NULL);
}

void group_release_cohort(gestalt_population *p, const group *g, cohort *c)
{
    unsigned char *block = (unsigned char *)c;
    group_release_ids(p, g, c);
    if (is_aligned(g))
        memory_release(&p->allocator, block - block[-1], (size_t)g->layout.size + ALIGNMENT);
    else
        memory_release(&p->allocator, block, g->layout.size);
}

bool group_reserve(gestalt_population *p, group *g, uint64_t more)
{
    uint64_t needed = g->cohort_count + more;
    if (needed <= g->cohort_capacity)
        return true;
    uint64_t capacity = g->cohort_capacity * UINT64_C(2);
    capacity = capacity > needed ? capacity : needed;
    if (capacity > UINT32_MAX)
        return false;
    cohort **cohorts = memory_new(&p->allocator, capacity * sizeof *cohorts);
    uint32_t *open = memory_new(&p->allocator, capacity * sizeof *open);
    if (!cohorts || !open) {
        memory_release(&p->allocator, cohorts, capacity * sizeof *cohorts);
        memory_release(&p->allocator, open, capacity * sizeof *open);
        return false;
    }
    if (g->cohort_count > 0) {
        memcpy(cohorts, g->cohorts, g->cohort_count * sizeof *cohorts);
        memcpy(open, g->open, g->open_count * sizeof *open);
    }
    memory_release(&p->allocator, g->cohorts, g->cohort_capacity * sizeof *cohorts);
    memory_release(&p->allocator, g->open, g->cohort_capacity * sizeof *open);
    g->cohorts = cohorts;
    g->open = open;
    g->cohort_capacity = (uint32_t)capacity;
    return true;
}

bool group_new_shared(gestalt_population *p, group *g)
{
    const gestalt_specification *spec = g->shape->specification;
    size_t bools = spec->shared_bool_columns * sizeof *g->shared_bools;
    g->shared_size = bools + spec->shared_number_columns * sizeof *g->shared_numbers;
    g->shared_bools = g->shared_size ? memory_new(&p->allocator, g->shared_size) : NULL;
    if (!g->shared_bools)
        return g->shared_size == 0;
    memset(g->shared_bools, 0, g->shared_size);
    g->shared_numbers = (uint32_t *)(g->shared_bools + spec->shared_bool_columns);
    return true;
}

uint32_t group_shared_number(const group *g, uint32_t index)
{
    const gestalt_specification *spec = g->shape->specification;
    uint32_t column = spec->number_columns + spec->bool_columns + index;
    uint8_t type = columns_key(g->shape, column)->type;
    uint32_t bits = g->shared_numbers[index];
    if (type == KEY_FLOAT || type == KEY_VEC2)
        bits = scalar_canonical_bits(scalar_float_of_bits(bits));
    return bits;
}

static bool start_shared(gestalt_population *p, group *g)
{
    if (!group_new_shared(p, g))
        return false;
    if (g->shared_size == 0)
        return true;
    cohort *nobody = group_new_cohort(p, g);
    if (nobody) {
        cohort_start(&g->layout, nobody);
        interp_moment moment = population_between(p, g);
        interp_init_shared(g->interps[0], nobody, &moment, g->shared_numbers, g->shared_bools);
        group_release_cohort(p, g, nobody);
    }
    return nobody;
}

static bool start_interps(gestalt_population *p, group *g)
{
    size_t size = p->threads * sizeof(interp *);
    g->interps = memory_new(&p->allocator, size);
    if (!g->interps)
        return false;
    memset(g->interps, 0, size);
    for (uint32_t i = 0; i < p->threads; i++) {
        g->interps[i] = interp_create(g->plan, &g->bound, &g->layout, p->kernels, &p->allocator);
        if (!g->interps[i])
            return false;
    }
    return true;
}

gestalt_result group_start(gestalt_population *p, group *g, const gestalt_group *given,
                           gestalt_error *error)
{
    if (!given->shape)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "a group needs a shape");
    g->shape = given->shape;
    g->number = (uint16_t)(g - p->groups);
    g->identity = shape_identity(g->shape);
    g->plan = plan_create(g->shape, &p->allocator);
    if (!g->plan)
        return error_no_memory(error);
    if (!cohort_layout_make(g->plan, p->lanes, &g->layout))
        return error_set(error, GESTALT_LIMIT, 0,
                         "a cohort of %u agents of this shape is larger than 4 GiB; use less lanes",
                         (unsigned)p->lanes);
    gestalt_result result = binding_make(given->host, g->shape, &p->allocator, &g->bound, error);
    if (result != GESTALT_OK)
        return result;
    if (!start_interps(p, g) || !start_shared(p, g))
        return error_no_memory(error);
    return GESTALT_OK;
}

void group_release_agents(gestalt_population *p, group *g)
{
    const gestalt_allocator *a = &p->allocator;
    for (uint32_t i = 0; i < g->cohort_count; i++)
        group_release_cohort(p, g, g->cohorts[i]);
    memory_release(a, g->cohorts, g->cohort_capacity * sizeof *g->cohorts);
    memory_release(a, g->open, g->cohort_capacity * sizeof *g->open);
    memory_release(a, g->shared_bools, g->shared_size);
}

void group_release(gestalt_population *p, group *g)
{
    const gestalt_allocator *a = &p->allocator;
    group_release_agents(p, g);
    for (uint32_t i = 0; g->interps && i < p->threads; i++)
        interp_destroy(g->interps[i]);
    memory_release(a, g->interps, p->threads * sizeof *g->interps);
    binding_release(&g->bound, a);
    plan_destroy(g->plan, a);
}
