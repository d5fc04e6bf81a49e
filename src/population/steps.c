// SPDX-License-Identifier: MIT
// Ticking step by step: one agent, as hosts see it, or some lanes of a cohort. The floating-point
// environment is set up for each step separately, since the host runs in between.
#include "steps.h"
#include "error.h"
#include "floats.h"
#include "group.h"
#include "memory.h"
#include "place.h"
#include "population_moment.h"
#include "population_state.h"
#include "tick.h"
#include "watches.h"

// ---- memory for the host's view

static size_t steps_guards_size(const group *g)
{
    return ((size_t)g->shape->specification->guard_depth + 1) * sizeof(gestalt_guard);
}

static size_t steps_changes_size(const group *g)
{
    return ((size_t)g->shape->specification->undo_capacity + 1) * sizeof(gestalt_kept);
}

void steps_release(gestalt_population *p)
{
    stepping *s = &p->stepping;
    if (!s->group)
        return;
    memory_release(&p->memory.counting, s->guards, steps_guards_size(s->group));
    memory_release(&p->memory.counting, s->changes, steps_changes_size(s->group));
    *s = (stepping){0};
    population_enter(p, POPULATION_IS_OPEN);
}

// ---- stepping some lanes

gestalt_result steps_begin(gestalt_population *p, const group *g, cohort *c, uint64_t lanes,
                           gestalt_error *error)
{
    stepping *s = &p->stepping;
    *s = (stepping){.group = g,
                    .guards = memory_new(&p->memory.counting, steps_guards_size(g)),
                    .changes = memory_new(&p->memory.counting, steps_changes_size(g))};
    if (!s->guards || !s->changes) {
        steps_release(p);
        return error_no_memory(error);
    }
    floats_environment environment;
    population_moment(p, g, &s->moment);
    s->moment.hooks = watches_hooks(p, g);
    floats_begin(&environment);
    interp_begin(g->interps[0], &s->moment);
    floats_end(&environment);
    interp_step_begin(g->interps[0], c, lanes);
    population_enter(p, POPULATION_IS_STEPPED);
    return GESTALT_OK;
}

bool steps_go_on(gestalt_population *p)
{
    floats_environment environment;
    if (!p->stepping.group)
        return false;
    population_phase before = population_enter(p, POPULATION_TICKS);
    floats_begin(&environment);
    bool has_stopped = interp_step(p->stepping.group->interps[0]);
    floats_end(&environment);
    population_enter(p, before);
    return has_stopped;
}

// ---- stepping one agent

gestalt_result gestalt_actor_step_begin(gestalt_population *p, uint64_t agent, gestalt_error *error)
{
    place where;
    gestalt_result result = POPULATION_REFUSE(p, CALLS_TICKING, error);
    if (result == GESTALT_OK)
        result = population_need(p, agent, &where, error);
    return result != GESTALT_OK
               ? result
               : steps_begin(p, where.group, where.cohort, UINT64_C(1) << where.lane, error);
}

// With only one lane, every guard contains the lane, and the lane is finished in none of them.
static gestalt_guard steps_guard(const interp *t, uint32_t index)
{
    interp_guard g = interp_step_guard(t, index);
    return (gestalt_guard){.node = g.node,
                           .waiting = g.waiting != 0,
                           .can_roll_back = g.can_roll_back,
                           .round = g.round,
                           .change_begin =
                               g.can_roll_back ? g.change_begin : interp_step_change_count(t)};
}

bool gestalt_actor_step(gestalt_population *p, gestalt_step *step)
{
    if (POPULATION_IS_WRONG(p, CALLS_STEPPING, NULL) || MISUSE_NULL(step, "step", NULL))
        return false;
    const stepping *s = &p->stepping;
    if (!steps_go_on(p))
        return false;
    const interp *t = s->group->interps[0];
    interp_answer a = interp_step_answer(t);
    *step = (gestalt_step){.node = a.node,
                           .status = a.succeeded ? GESTALT_SUCCESS
                                     : a.failed  ? GESTALT_FAILURE
                                                 : GESTALT_RUNNING,
                           .guards = s->guards,
                           .guard_count = interp_step_guard_count(t),
                           .changes = s->changes,
                           .change_count = interp_step_change_count(t)};
    for (uint32_t i = 0; i < step->guard_count; i++)
        s->guards[i] = steps_guard(t, i);
    for (uint32_t i = 0; i < step->change_count; i++)
        s->changes[i] = interp_step_change(t, i).what;
    return true;
}

gestalt_result gestalt_actor_step_end(gestalt_population *p, gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_STEPPING, error))
        return GESTALT_MISUSE;
    while (steps_go_on(p))
        ;
    tick_keep_error(&p->state.error, p->stepping.group->interps[0]);
    steps_release(p);
    return GESTALT_OK;
}
