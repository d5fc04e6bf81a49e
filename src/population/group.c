// SPDX-License-Identifier: MIT
// A group of agents that share a shape: its plan, binding, scratch memory, shared values, and the
// memory of its cohorts.
#include "group.h"
#include "counts.h"
#include "population_moment.h"
#include "population_state.h"
#include "times.h"

#include "array.h"
#include "build.h"
#include "columns.h"
#include "error.h"
#include "floats.h"
#include "identity.h"
#include "memory.h"
#include "native_tick.h"
#include "text.h"

#include <string.h>

gestalt_states_choice group_states_choice(const plan *p, uint32_t lanes, gestalt_states asked)
{
    cohort_choice c = cohort_choose(p, lanes, asked);
    return (gestalt_states_choice){.form =
                                       c.has_masks ? GESTALT_STATES_MASKS : GESTALT_STATES_SPARSE,
                                   .asked = asked,
                                   .sparse_size = c.list_size,
                                   .masks_size = c.mask_size,
                                   .allowance = c.allowance};
}

void group_start_agents(group *g)
{
    g->agents = (group_agents){.open = COHORT_NONE};
    slabs_start(&g->agents.cohorts, g->layout.size, cohort_is_lone(&g->layout) ? 8 : 64,
                g->cohort_room);
}

static bool group_reserve_done(group_agents *a, uint64_t count, const gestalt_allocator *allocator)
{
    size_t before = a->done_room;
    if (!ARRAY_RESERVE(allocator, a->done, a->done_room, count))
        return false;
    if (a->done_room > before)
        memset(a->done + before, 0, (a->done_room - before) * sizeof *a->done);
    return true;
}

// Reserve memory for sleepers. If nodes are counted, sleepers count for sleeping cohorts.
static bool group_reserve_sleepers(const gestalt_population *p, group *g, uint64_t count)
{
    sleepers *s = &g->agents.sleepers;
    bool begins = g->counts && !s->sums;
    return (!begins ||
            sleepers_count(s, g->shape->specification->node_count, &p->memory.counting)) &&
           sleepers_reserve(s, g->sleep, count, &p->memory.counting);
}

// Let waves of gathered calls be as large as the group, up to GATHER_COHORTS.
static bool group_reserve_gathers(const gestalt_population *p, group *g, uint64_t count)
{
    const gestalt_allocator *a = &p->memory.counting;
    uint32_t room = 1;
    while (room < count && room < GATHER_COHORTS)
        room *= 2;
    for (uint32_t i = 0; i < p->threads; i++) {
        if (gather_cohorts(g->gathers[i]) >= room)
            continue;
        gather *larger = gather_create(g->linked, room, p->interruptible || g->sleep, a);
        if (!larger)
            return false;
        gather_destroy(g->gathers[i]);
        g->gathers[i] = larger;
    }
    return true;
}

bool group_reserve(gestalt_population *p, group *g, uint64_t more)
{
    uint64_t count = g->agents.cohort_count + more;
    return (!g->gathers || group_reserve_gathers(p, g, count)) &&
           slabs_reserve(&g->agents.cohorts, count, &p->memory.counting) &&
           (!p->interruptible || group_reserve_done(&g->agents, count, &p->memory.counting)) &&
           (!g->sleep || group_reserve_sleepers(p, g, count));
}

void group_set_cohorts(group *g, uint32_t count)
{
    if (g->sleep)
        sleepers_add(&g->agents.sleepers, g->agents.cohort_count, count);
    g->agents.cohort_count = count;
}

void group_release_ids(gestalt_population *p, const group *g, cohort *c)
{
    uint64_t *ids = cohort_ids(&g->layout, c);
    if (!ids)
        return;
    memory_release(&p->memory.counting, ids, g->layout.lanes * sizeof *ids);
    cohort_set_ids(c, NULL);
}

bool group_new_shared(gestalt_population *p, group *g)
{
    const gestalt_specification *spec = g->shape->specification;
    size_t bools = spec->shared_bool_columns * sizeof *g->agents.shared_bools;
    g->agents.shared_size = bools + spec->shared_number_columns * sizeof *g->agents.shared_numbers;
    g->agents.shared_bools =
        g->agents.shared_size ? memory_new(&p->memory.counting, g->agents.shared_size) : NULL;
    if (!g->agents.shared_bools)
        return g->agents.shared_size == 0;
    memset(g->agents.shared_bools, 0, g->agents.shared_size);
    g->agents.shared_numbers = (uint32_t *)(g->agents.shared_bools + spec->shared_bool_columns);
    return true;
}

static bool start_shared(gestalt_population *p, group *g)
{
    if (!group_new_shared(p, g))
        return false;
    if (g->agents.shared_size == 0)
        return true;
    if (!group_reserve(p, g, 1))
        return false;
    cohort *nobody = group_cohort(g, 0);
    cohort_start(&g->layout, nobody);
    interp_moment moment = population_between(p, g);
    floats_environment environment;
    floats_begin(&environment);
    interp_begin(g->interps[0], &moment);
    interp_init_shared(g->interps[0], nobody, NULL, g->agents.shared_numbers,
                       g->agents.shared_bools);
    floats_end(&environment);
    return true;
}

static bool start_interps(gestalt_population *p, group *g)
{
    size_t size = p->threads * sizeof(interp *);
    g->interps = memory_new(&p->memory.counting, size);
    if (!g->interps)
        return false;
    memset(g->interps, 0, size);
    for (uint32_t i = 0; i < p->threads; i++) {
        g->interps[i] = interp_create(g->linked, p->interruptible || g->sleep, &p->memory.counting);
        if (!g->interps[i])
            return false;
    }
    if (!gather_is_for(g->bound))
        return true;
    g->gathers = memory_new(&p->memory.counting, p->threads * sizeof *g->gathers);
    if (g->gathers)
        memset(g->gathers, 0, p->threads * sizeof *g->gathers);
    return g->gathers != NULL;
}

gestalt_result group_too_large(uint32_t lanes, gestalt_error *error)
{
    return error_set(error, GESTALT_LIMIT, 0,
                     "a cohort of %u agent%s of this shape is larger than 4 GiB; use fewer lanes",
                     (unsigned)lanes, text_plural(lanes, "", "s"));
}

// Bind the group to its host. Nothing else in the group points into the binding, so the group may
// be moved.
static gestalt_result bind_group(gestalt_population *p, group *g, bool unbound,
                                 gestalt_error *error)
{
    const gestalt_limits limits = host_limits(g->given.host);
    gestalt_result result = unbound ? GESTALT_OK : gestalt_shape_within(g->shape, &limits, error);
    if (result != GESTALT_OK)
        return result;
    binding *b = memory_new(&p->memory.counting, sizeof *b);
    if (!b)
        return error_no_memory(error);
    result = unbound ? binding_make_unbound(g->shape, &p->memory.counting, b, error)
                     : binding_make(g->given.host, g->shape, &p->memory.counting, b, error);
    if (result == GESTALT_OK)
        g->bound = b;
    else
        memory_release(&p->memory.counting, b, sizeof *b);
    return result;
}

static void unbind_group(gestalt_population *p, group *g)
{
    if (!g->bound)
        return;
    binding_release(g->bound, &p->memory.counting);
    memory_release(&p->memory.counting, g->bound, sizeof *g->bound);
}

static gestalt_result bind_native(gestalt_population *p, group *g, gestalt_error *error)
{
    floats_environment environment;
    floats_begin(&environment);
    gestalt_result result =
        native_bind(g->linked, g->given.native, g->identity, &p->memory.counting, error);
    floats_end(&environment);
    return result;
}

gestalt_result group_make(gestalt_population *p, group *g, const gestalt_group *given,
                          group_kind kind, gestalt_error *error)
{
    bool edited = kind & GROUP_EDITED;
    g->given = *given;
    holders_add(&given->shape->holders);
    if (given->host)
        host_hold(given->host, true);
    g->edited = edited ? shape_copy_edited(given->shape, &p->memory.counting) : NULL;
    if (edited && !g->edited)
        return error_no_memory(error);
    g->shape = edited ? g->edited : given->shape;
    g->identity = shape_identity(given->shape);
    g->edit_identity = shape_edit_identity(given->shape, false);
    g->keys_identity = shape_keys_identity(given->shape);
    g->plan = plan_create(g->shape, &p->memory.counting);
    if (!g->plan)
        return error_no_memory(error);
    if (!cohort_layout_make(g->plan, p->lanes, p->states, &g->layout))
        return group_too_large(p->lanes, error);
    g->cohort_room = population_cohorts_for(p, p->capacity);
    group_start_agents(g);
    if (!p->never_sleeps &&
        !sleep_plan_create(g->plan, p->announces_writes, &p->memory.counting, &g->sleep))
        return error_no_memory(error);
    gestalt_result result = bind_group(p, g, kind & GROUP_UNBOUND, error);
    if (result != GESTALT_OK)
        return result;
    g->linked = linked_create(g->plan, g->bound, &g->layout, p->kernels, &p->memory.counting);
    if (!g->linked)
        return error_no_memory(error);
    if (given->native && !(kind & GROUP_UNBOUND))
        result = bind_native(p, g, error);
    if (result != GESTALT_OK)
        return result;
    if (!start_interps(p, g) || (kind & GROUP_COUNTED && !counts_start(p, g)) ||
        (p->timer.timing.clock && !times_start(p, g)))
        return error_no_memory(error);
    return GESTALT_OK;
}

gestalt_result gestalt_population_set_native(gestalt_population *p, uint32_t number,
                                             const gestalt_native *native, gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error))
        return GESTALT_MISUSE;
    if (number >= p->group_count)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "there is no group %u", (unsigned)number);
    group *g = &p->groups[number];
    gestalt_group before = g->given;
    g->given.native = native;
    if (!native)
        native_unbind(g->linked);
    gestalt_result result = native ? bind_native(p, g, error) : GESTALT_OK;
    if (result != GESTALT_OK)
        g->given = before;
    return result;
}

gestalt_result group_start(gestalt_population *p, group *g, const gestalt_group *given,
                           group_kind kind, gestalt_error *error)
{
    g->number = (uint16_t)(g - p->groups);
    gestalt_result result = group_make(p, g, given, kind, error);
    if (result != GESTALT_OK)
        return result;
    return start_shared(p, g) ? GESTALT_OK : error_no_memory(error);
}

void group_release_agents(gestalt_population *p, group *g)
{
    const gestalt_allocator *a = &p->memory.counting;
    for (uint32_t i = 0; i < g->agents.cohort_count; i++)
        group_release_ids(p, g, group_cohort(g, i));
    slabs_release(&g->agents.cohorts, a);
    sleepers_release(&g->agents.sleepers, a);
    ARRAY_RELEASE(a, g->agents.done, g->agents.done_room);
    memory_release(a, g->agents.shared_bools, g->agents.shared_size);
}

void group_release(gestalt_population *p, group *g)
{
    const gestalt_allocator *a = &p->memory.counting;
    group_release_agents(p, g);
    counts_release(p, g);
    times_release(p, g);
    for (uint32_t i = 0; g->interps && i < p->threads; i++)
        interp_destroy(g->interps[i]);
    for (uint32_t i = 0; g->gathers && i < p->threads; i++)
        gather_destroy(g->gathers[i]);
    memory_release(a, g->gathers, p->threads * sizeof *g->gathers);
    memory_release(a, g->interps, p->threads * sizeof *g->interps);
    linked_destroy(g->linked, a);
    unbind_group(p, g);
    sleep_plan_destroy(g->sleep, a);
    plan_destroy(g->plan, a);
    gestalt_shape_destroy(g->edited);
    if (g->given.shape)
        holders_remove(&g->given.shape->holders);
    if (g->given.host)
        host_hold(g->given.host, false);
}
