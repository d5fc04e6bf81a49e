// SPDX-License-Identifier: MIT
// Ticks. Each rank ticks its own agents without communication; then one agreement has the results,
// the error of the lowest agent, and when the next agent is due.
//
// If the tick of any rank was interrupted, the others have finished theirs. They reopen it, so that
// all ranks are in the middle of the same tick: all agents of these ranks are done.
#include "error.h"
#include "misuse.h"
#include "ranks_state.h"

// The sum of an agreement: how many ranks have ticked, and how many of them were interrupted.
enum { TICKED_SHIFT = 32 };

// Tick this rank's agents.
static void tick_own(gestalt_ranks *r, int64_t now, agreement *a)
{
    job_time begin = job_now();
    gestalt_result result = gestalt_population_tick(r->own, now, &a->error);
    r->busy += job_time_since(begin).processor;
    if (result == GESTALT_REJECTED)
        a->key = gestalt_population_failed_agent(r->own);
    if (result == GESTALT_INTERRUPTED)
        a->sum++;
    else
        a->result = result;
    if (result == GESTALT_OK || result == GESTALT_REJECTED || result == GESTALT_INTERRUPTED)
        a->sum += UINT64_C(1) << TICKED_SHIFT;
}

// End the tick on all ranks.
static void tick_finish(gestalt_ranks *r, const agreement *a)
{
    r->ticks++;
    r->is_interrupted = false;
    r->due = a->due;
    r->due_tick = a->due_tick;
}

static gestalt_result tick_interrupted(gestalt_ranks *r, int64_t now, gestalt_error *error)
{
    if (!gestalt_population_is_interrupted(r->own))
        gestalt_population_reopen(r->own, NULL);
    r->is_interrupted = true;
    return error_set(error, GESTALT_INTERRUPTED, 0,
                     "the tick was interrupted: tick again at %lld microseconds to continue it",
                     (long long)now);
}

gestalt_result gestalt_ranks_tick(gestalt_ranks *r, int64_t now, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    agreement a = {.call = CALL_tick, .arguments = JOB_HASH(0, now)};
    tick_own(r, now, &a);
    gestalt_population_next_due(r->own, &a.due, &a.due_tick);
    gestalt_result result = job_agree(&r->job, &a, error);
    if (a.has_ticked) {
        r->is_lost = true;
    } else if (result == GESTALT_OK || result == GESTALT_REJECTED) {
        if (a.sum & UINT32_MAX)
            return tick_interrupted(r, now, error);
        tick_finish(r, &a);
    } else if (a.sum >> TICKED_SHIFT > 0) {
        r->is_lost = true;
    }
    return result;
}

gestalt_result gestalt_ranks_set_now(gestalt_ranks *r, int64_t now, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    preparation p = prepare_change(r, CALL_set_now);
    int64_t before = gestalt_population_now(r->own);
    PREPARE_ARGUMENT(&p, now);
    if (p.result == GESTALT_OK)
        p.result = gestalt_population_set_now(r->own, now, &p.error);
    gestalt_result result = prepare_agree(&p, error);
    if (result != GESTALT_OK)
        gestalt_population_set_now(r->own, before, NULL);
    return result;
}

uint64_t gestalt_ranks_ticks(const gestalt_ranks *r)
{
    return MISUSE_NULL(r, "ranks", NULL) ? 0 : r->ticks;
}

int64_t gestalt_ranks_now(const gestalt_ranks *r)
{
    return MISUSE_NULL(r, "ranks", NULL) ? 0 : gestalt_population_now(r->own);
}

double gestalt_ranks_busy(const gestalt_ranks *r)
{
    return MISUSE_NULL(r, "ranks", NULL) ? 0 : r->busy;
}

bool gestalt_ranks_is_interrupted(const gestalt_ranks *r)
{
    return !MISUSE_NULL(r, "ranks", NULL) && r->is_interrupted;
}

void gestalt_ranks_next_due(const gestalt_ranks *r, int64_t *now, uint64_t *tick)
{
    if (MISUSE_NULL(r, "ranks", NULL))
        return;
    if (now)
        *now = r->due;
    if (tick)
        *tick = r->due_tick;
}
