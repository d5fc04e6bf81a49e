// SPDX-License-Identifier: MIT
// Sleep in the public API: hosts announce what they have written, and query which agents sleep and
// until when.
#include "error.h"
#include "group.h"
#include "place.h"
#include "population_state.h"

gestalt_result gestalt_population_touch(gestalt_population *p, uint64_t agent, gestalt_error *error)
{
    place where;
    gestalt_result result = POPULATION_REFUSE(p, CALLS_TOUCHING, error);
    if (result == GESTALT_OK)
        result = population_need(p, agent, &where, error);
    if (result == GESTALT_OK)
        group_wake(where.group, where.index);
    return result;
}

void gestalt_population_touch_block(gestalt_population *p, uint32_t number, uint64_t index)
{
    if (POPULATION_IS_WRONG(p, CALLS_TOUCHING, NULL))
        return;
    if (number < p->group_count && index < p->groups[number].agents.cohort_count)
        group_wake(&p->groups[number], (uint32_t)index);
}

static int64_t wheel_first_time(const wheel *w)
{
    uint64_t first = w ? wheel_first(w) : UINT64_MAX;
    return first == UINT64_MAX ? INT64_MAX : wheel_time_of(first);
}

void gestalt_population_next_due(const gestalt_population *p, int64_t *now, uint64_t *tick)
{
    if (MISUSE_NULL(p, "population", NULL))
        return;
    int64_t time = INT64_MAX, number = INT64_MAX;
    for (uint32_t i = 0; i < p->group_count; i++) {
        const group *g = &p->groups[i];
        const sleepers *s = &g->agents.sleepers;
        if (group_next_awake(g, 0) != UINT32_MAX) {
            time = p->state.now;
            number = (int64_t)p->state.ticks;
            break;
        }
        int64_t its_time = wheel_first_time(s->times), its_number = wheel_first_time(s->ticks);
        time = its_time < time ? its_time : time;
        number = its_number < number ? its_number : number;
    }
    if (now)
        *now = time > p->state.now ? time : p->state.now; // no tick can be earlier than that
    if (tick)
        *tick = number == INT64_MAX ? UINT64_MAX : (uint64_t)number;
}

static uint64_t sleep_agents(const group *g, uint32_t index)
{
    return (uint64_t)__builtin_popcountll(cohort_occupied(&g->layout, group_cohort(g, index)));
}

// Return the number of agents of a group whose cohorts sleep now.
static uint64_t sleep_count(const group *g)
{
    uint64_t count = 0;
    const sleepers *s = &g->agents.sleepers;
    bool any = g->sleep && s->asleep_count > 0;
    for (uint32_t k = 0; any && k < g->agents.cohort_count; k++)
        count += sleepers_is_asleep(s, k) ? sleep_agents(g, k) : 0;
    return count;
}

uint64_t gestalt_population_sleeping_count(const gestalt_population *p)
{
    uint64_t count = 0;
    if (MISUSE_NULL(p, "population", NULL))
        return 0;
    for (uint32_t i = 0; i < p->group_count; i++)
        count += sleep_count(&p->groups[i]);
    return count;
}

uint64_t gestalt_population_slept_count(const gestalt_population *p)
{
    uint64_t count = 0;
    if (MISUSE_NULL(p, "population", NULL))
        return 0;
    for (uint32_t i = 0; i < p->group_count; i++) {
        const group *g = &p->groups[i];
        const sleepers *s = &g->agents.sleepers;
        count += sleep_count(g);
        // A cohort that fell asleep at the end of the last tick was still ticked in it.
        for (uint32_t k = 0; g->sleep && k < s->fallen_count; k++)
            count -= sleepers_is_asleep(s, s->fallen[k]) ? sleep_agents(g, s->fallen[k]) : 0;
    }
    return count;
}
