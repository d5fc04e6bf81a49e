// SPDX-License-Identifier: MIT
// Hooks of the host, called for one lane after the other.
#include "hooks.h"
#include "population_state.h"
#include "watches.h"

void hooks_enter(void *user, interp_cohort at, uint32_t node, uint64_t lanes, uint64_t resuming)
{
    const gestalt_hooks *h = user;
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        h->enter(h->user, cohort_id(at.layout, at.cohort, lane), node, resuming >> lane & 1);
    }
}

void hooks_leave(void *user, interp_cohort at, uint32_t node, uint64_t succeeded, uint64_t failed,
                 uint64_t running)
{
    const gestalt_hooks *h = user;
    for (uint64_t lanes = succeeded | failed | running; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        gestalt_status status = succeeded >> lane & 1 ? GESTALT_SUCCESS
                                : failed >> lane & 1  ? GESTALT_FAILURE
                                                      : GESTALT_RUNNING;
        h->leave(h->user, cohort_id(at.layout, at.cohort, lane), node, status);
    }
}

void hooks_cancel(void *user, interp_cohort at, uint32_t node, uint64_t lanes)
{
    const gestalt_hooks *h = user;
    for (; lanes; lanes &= lanes - 1)
        h->cancel(h->user, cohort_id(at.layout, at.cohort, (unsigned)__builtin_ctzll(lanes)), node);
}

void hooks_log(void *user, interp_cohort at, uint32_t node, uint64_t lanes, gestalt_log_phase phase)
{
    const gestalt_hooks *h = user;
    for (; lanes; lanes &= lanes - 1)
        h->log(h->user, cohort_id(at.layout, at.cohort, (unsigned)__builtin_ctzll(lanes)), node,
               phase);
}

void hooks_range(void *user, interp_cohort at, uint32_t node, uint32_t first, uint32_t end,
                 uint64_t lanes)
{
    const gestalt_hooks *h = user;
    for (; lanes; lanes &= lanes - 1)
        h->range(h->user, cohort_id(at.layout, at.cohort, (unsigned)__builtin_ctzll(lanes)), node,
                 first, end);
}

void hooks_roll_back(void *user, interp_cohort at, uint32_t node, gestalt_kept what, uint64_t lanes)
{
    const gestalt_hooks *h = user;
    for (; lanes; lanes &= lanes - 1)
        h->roll_back(h->user, cohort_id(at.layout, at.cohort, (unsigned)__builtin_ctzll(lanes)),
                     node, what);
}

void gestalt_population_hooks(gestalt_population *p, const gestalt_hooks *hooks)
{
    if (POPULATION_IS_WRONG(p, CALLS_GOING_ON, NULL))
        return;
    p->hooking.is_on = hooks != NULL;
    p->hooking.host = hooks ? *hooks : (gestalt_hooks){0};
    p->hooking.by_lane = hooks_by_lane(&p->hooking.host);
    watches_connect(p);
}

interp_hooks hooks_by_lane(gestalt_hooks *host)
{
    return (interp_hooks){.enter = host->enter ? hooks_enter : NULL,
                          .leave = host->leave ? hooks_leave : NULL,
                          .cancel = host->cancel ? hooks_cancel : NULL,
                          .log = host->log ? hooks_log : NULL,
                          .range = host->range ? hooks_range : NULL,
                          .roll_back = host->roll_back ? hooks_roll_back : NULL,
                          .user = host};
}
