// SPDX-License-Identifier: MIT
#include "population_moment.h"

#include "population_state.h"
#include "watches.h"

// Fill in the members one by one. Copying a whole struct with vector loads would stall until the
// word stores to its members have completed, which takes as long as ticking a hundred agents.
void population_moment(const gestalt_population *p, const group *g, interp_moment *moment)
{
    moment->now = p->state.now;
    moment->before = p->state.ticks ? p->state.last : p->state.now;
    moment->tick = p->state.ticks;
    moment->shared_numbers = g->agents.shared_numbers;
    moment->shared_bools = g->agents.shared_bools;
    moment->hooks = p->hooking.is_on ? &p->hooking.by_lane : NULL;
    moment->is_far = false;
    moment->stop = NULL;
    moment->timing = NULL;
}

interp_moment population_between(const gestalt_population *p, const group *g)
{
    interp_moment moment;
    population_moment(p, g, &moment);
    moment.hooks = watches_hooks(p, g);
    moment.before = moment.now;
    return moment;
}
