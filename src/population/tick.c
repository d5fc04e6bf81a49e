// SPDX-License-Identifier: MIT
// Ticks. Cohorts are independent, so any thread may tick any of them. A piece of work is `grain`
// cohorts of one group.
#include "tick.h"
#include "counts.h"
#include "group.h"
#include "place.h"
#include "population_moment.h"
#include "population_state.h"
#include "times.h"
#include "watches.h"

#include "deferred.h"
#include "error.h"
#include "floats.h"
#include "shape_limits.h"

#include <string.h>

// Sizes of pieces of work: short, so that all threads finish at about the same time, but much
// longer than it takes to fetch a piece.
enum {
    AGENTS_WORTH_THREADS = 2048,
    PIECES_PER_THREAD = 16,
    PIECE_AGENTS_MIN = 256,
    PIECE_AGENTS_MAX = 2048,
};

typedef struct tick_job {
    gestalt_population *population;
    uint64_t grain;
    bool is_alone; // true if the caller's thread does all the work
    bool is_far;
    bool has_stopped; // true if a piece has stopped before its end; any thread may set it
} tick_job;

// Return the number of cohorts this tick visits: all of them, or only the awake ones on the list.
static uint64_t tick_count(const group *g)
{
    const sleepers *s = &g->agents.sleepers;
    return s->is_listed ? s->list_count : g->agents.cohort_count;
}

static uint64_t pieces_of(const group *g, uint64_t grain)
{
    uint64_t count = tick_count(g);
    // a division is slow, so avoid it for one piece
    return count <= grain ? count > 0 : (count + grain - 1) / grain;
}

// Fill in the moment of the coming tick for a group, so that the tick can be interrupted.
static void tick_moment(const gestalt_population *p, const group *g, interp_moment *moment)
{
    population_moment(p, g, moment);
    moment->stop = p->interruptible ? &p->interrupt : NULL;
    if (g->watched.hooks)
        moment->hooks = g->watched.hooks;
}

// Let cohorts fall asleep that were just ticked, if they can.
static void tick_rest(group *g, interp *t, uint64_t tick, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++)
        sleepers_try(&g->agents.sleepers, g->sleep, t, group_cohort(g, i), i, tick);
}

// Prefetch the memory that the next tick of a sleeping cohort reads first.
static void tick_fetch(const group *g, uint32_t index)
{
    enum { FETCHED = 1280 };
    const unsigned char *c = (const unsigned char *)group_cohort(g, index);
    uint32_t size = g->layout.size < FETCHED ? g->layout.size : FETCHED;
    for (uint32_t i = 0; i < size; i += COHORT_LINE)
        __builtin_prefetch(c + i, 1);
}

// Tick cohorts that are contiguous in memory. Returns how many are done: all, unless the tick is
// interrupted.
static uint32_t tick_row(group *g, interp *t, uint32_t first, uint32_t count)
{
    if (g->agents.done)
        return interp_try_row(t, group_cohort(g, first), count, g->agents.done + first);
    interp_tick_row(t, group_cohort(g, first), count);
    return count;
}

// Tick the listed cohorts. Returns false if the tick was interrupted before the end.
static bool tick_listed(group *g, interp *t, uint64_t tick, uint64_t begin, uint64_t end)
{
    enum { AHEAD = 2 };
    const uint32_t *list = g->agents.sleepers.list;
    for (uint64_t i = begin, next; i < end; i = next) {
        uint32_t first = list[i], count = 1, watched = watches_next(g, first);
        next = i + 1;
        if (first == watched)
            continue;
        while (i + count < end && list[i + count] == first + count && first + count < watched)
            count++;
        count =
            (uint32_t)(slabs_row_end(&g->agents.cohorts, first, (uint64_t)first + count) - first);
        next = i + count;
        if (count == 1 && next + AHEAD < end)
            tick_fetch(g, list[next + AHEAD]);
        uint32_t done = tick_row(g, t, first, count);
        tick_rest(g, t, tick, first, done);
        if (done < count)
            return false;
    }
    return true;
}

static bool tick_unlisted(group *g, interp *t, const interp_moment *moment, uint64_t begin,
                          uint64_t end)
{
    bool rests = g->sleep && !moment->hooks;
    for (uint64_t i = begin, next; i < end; i = next) {
        uint32_t watched = watches_next(g, (uint32_t)i);
        next = i + 1;
        if (i == watched)
            continue;
        next = slabs_row_end(&g->agents.cohorts, i, end < watched ? end : watched);
        uint32_t count = (uint32_t)(next - i), done = tick_row(g, t, (uint32_t)i, count);
        if (rests)
            tick_rest(g, t, moment->tick, (uint32_t)i, done);
        if (done < count)
            return false;
    }
    return true;
}

// ---- gathered calls

// A wave of a group.
typedef struct wave_part {
    group *g;
    uint64_t tick;
    uint32_t first; // number of its first cohort
    bool rests;     // whether cohorts can fall asleep
} wave_part;

static void wave_done(void *user, interp *t, cohort *c, uint32_t number, uint64_t lanes)
{
    const wave_part *w = user;
    uint32_t index = w->first + number;
    if (w->g->agents.done)
        w->g->agents.done[index] |= lanes;
    if (w->rests)
        sleepers_try(&w->g->agents.sleepers, w->g->sleep, t, c, index, w->tick);
}

// Return the number of a cohort to tick.
static uint32_t cohort_to_tick(const group *g, uint64_t i)
{
    return g->agents.sleepers.is_listed ? g->agents.sleepers.list[i] : (uint32_t)i;
}

// Choose the cohorts of a wave, from `begin` on: they are adjacent, except for a few asleep ones
// between them. Returns the end of the wave, and the number of its cohorts.
static uint64_t wave_choose(const group *g, uint64_t begin, uint64_t end, uint64_t *lanes,
                            uint32_t room, uint32_t *count)
{
    enum { GAP = 8 };
    uint32_t first = cohort_to_tick(g, begin), last = first;
    uint64_t most = g->agents.cohort_count - first < room ? g->agents.cohort_count - first : room;
    uint64_t row_end = slabs_row_end(&g->agents.cohorts, first, first + most), i = begin;
    for (; i < end; i++) {
        uint32_t index = cohort_to_tick(g, i);
        if (index >= row_end || index - last > GAP)
            break;
        last = index;
        if (watches_has(g, index))
            continue;
        lanes[index - first] = cohort_occupied(&g->layout, group_cohort(g, index)) &
                               ~(g->agents.done ? g->agents.done[index] : 0);
    }
    *count = last + 1 - first;
    return i;
}

// Tick cohorts in waves. Returns false if the tick was interrupted before the end.
static bool tick_waves(group *g, gather *by, const interp_moment *moment, uint64_t begin,
                       uint64_t end)
{
    uint32_t room = gather_cohorts(by);
    wave_part part = {.g = g, .tick = moment->tick, .rests = g->sleep};
    gather_begin(by, moment);
    bool is_done = true;
    for (uint64_t i = begin; i < end && is_done;) {
        gather_wave wave = {.done = wave_done, .user = &part};
        part.first = cohort_to_tick(g, i);
        wave.first = group_cohort(g, part.first);
        i = wave_choose(g, i, end, gather_lanes(by), room, &wave.count);
        is_done = gather_tick(by, &wave);
    }
    return is_done;
}

static void tick_keep_gathered(tick_error *kept, const gather *from)
{
    uint64_t agent = 0;
    const char *text = gather_error(from, &agent);
    tick_join_error(kept, (tick_error){text, agent});
}

// Return whether calls are gathered. What watches single nodes needs one cohort after the other.
static bool tick_gathers(const group *g, const interp_moment *moment)
{
    return g->gathers && !moment->hooks && !moment->timing && !g->counts;
}

static void tick_cohorts(tick_job *job, uint32_t thread, group *g, uint64_t begin)
{
    gestalt_population *p = job->population;
    uint64_t count = tick_count(g);
    uint64_t end = begin + job->grain < count ? begin + job->grain : count;
    interp_moment moment;
    interp_timing timing;
    tick_moment(p, g, &moment);
    moment.is_far = job->is_far;
    if (p->timer.is_on)
        moment.timing = times_of(p, g, thread, &timing);
    interp *t = g->interps[thread];
    floats_environment environment;
    floats_begin(&environment);
    interp_begin(t, &moment);
    bool gathers = tick_gathers(g, &moment);
    bool is_done = gathers ? tick_waves(g, g->gathers[thread], &moment, begin, end)
                   : g->agents.sleepers.is_listed ? tick_listed(g, t, moment.tick, begin, end)
                                                  : tick_unlisted(g, t, &moment, begin, end);
    if (!is_done)
        __atomic_store_n(&job->has_stopped, true, __ATOMIC_RELAXED);
    tick_keep_error(&p->errors.by_thread[thread], t);
    if (gathers)
        tick_keep_gathered(&p->errors.by_thread[thread], g->gathers[thread]);
    floats_end(&environment);
}

// Tick the watched cohorts of a group, one after the other. Returns false if the tick was
// interrupted before the end.
static bool tick_watched(gestalt_population *p, group *g)
{
    uint32_t count = g->agents.cohort_count;
    interp_moment moment;
    interp_timing timing;
    tick_moment(p, g, &moment);
    moment.hooks = watches_hooks(p, g);
    if (p->timer.is_on)
        moment.timing = times_of(p, g, 0, &timing);
    interp *t = g->interps[0];
    floats_environment environment;
    floats_begin(&environment);
    interp_begin(t, &moment);
    bool is_done = true;
    for (uint32_t i = watches_next(g, 0); i < count && is_done; i = watches_next(g, i + 1))
        is_done = tick_row(g, t, i, 1) == 1;
    tick_keep_error(&p->errors.by_thread[0], t);
    floats_end(&environment);
    return is_done;
}

// Tick all watched cohorts. Returns false if the tick was interrupted before the end.
static bool tick_all_watched(gestalt_population *p)
{
    bool is_done = true;
    for (uint32_t i = 0; i < p->group_count && is_done; i++)
        if (watches_any(&p->groups[i]))
            is_done = tick_watched(p, &p->groups[i]);
    return is_done;
}

static void tick_piece(void *user, uint32_t thread, uint64_t piece)
{
    tick_job *job = user;
    const gestalt_population *p = job->population;
    uint64_t index = piece;
    for (uint32_t i = 0; i < p->group_count; i++) {
        group *g = &p->groups[i];
        uint64_t pieces = pieces_of(g, job->grain);
        if (index < pieces) {
            tick_cohorts(job, thread, g, index * job->grain);
            return;
        }
        index -= pieces;
    }
}

// Return whether the caller's thread does all the work.
static bool is_for_one_thread(const gestalt_population *p, uint64_t cohorts)
{
    uint64_t agents = cohorts * p->lanes;
    agents = agents < p->state.agent_count ? agents : p->state.agent_count;
    return p->hooking.is_on || p->threads == 1 || (!p->grain && agents < AGENTS_WORTH_THREADS);
}

static uint64_t choose_grain(const gestalt_population *p, uint64_t cohorts, bool is_alone,
                             bool gathers)
{
    if (p->grain)
        return p->grain;
    if (is_alone)
        return UINT32_MAX;
    if (gathers)
        return cohorts / p->threads < GATHER_COHORTS ? cohorts / p->threads + 1 : GATHER_COHORTS;
    uint64_t grain = cohorts / ((uint64_t)p->threads * PIECES_PER_THREAD);
    uint64_t least = PIECE_AGENTS_MIN / p->lanes, most = PIECE_AGENTS_MAX / p->lanes;
    return grain < least ? least : grain < most ? grain : most;
}

// Wake the cohorts of a group that are due.
static void tick_wake(gestalt_population *p, group *g)
{
    interp_moment moment;
    population_moment(p, g, &moment);
    sleepers_begin(&g->agents.sleepers, g->agents.cohort_count, &moment);
}

// Wake the cohorts that are due, and compute the size of the job.
static void tick_prepare(gestalt_population *p, tick_job *job)
{
    uint64_t cohorts = 0, size = 0;
    bool gathers = false;
    for (uint32_t i = 0; i < p->group_count; i++) {
        group *g = &p->groups[i];
        if (g->sleep)
            tick_wake(p, g);
        cohorts += tick_count(g);
        size += g->agents.cohort_count * (uint64_t)g->layout.size;
        gathers |= g->gathers != NULL;
    }
    job->population = p;
    job->is_alone = is_for_one_thread(p, cohorts);
    job->is_far = size > p->limits.far_size;
    job->has_stopped = false;
    job->grain = choose_grain(p, cohorts, job->is_alone, gathers);
}

static void tick_alone(tick_job *job)
{
    gestalt_population *p = job->population;
    for (uint32_t i = 0; i < p->group_count; i++) {
        uint64_t count = tick_count(&p->groups[i]);
        for (uint64_t begin = 0; begin < count; begin += job->grain)
            tick_cohorts(job, 0, &p->groups[i], begin);
    }
}

static void tick_by_threads(tick_job *job)
{
    gestalt_population *p = job->population;
    uint64_t pieces = 0;
    for (uint32_t i = 0; i < p->group_count; i++)
        pieces += pieces_of(&p->groups[i], job->grain);
    pool_run(p->pool, pieces, tick_piece, job);
}

// Move the cancel requests made since the last tick to this tick.
static void begin_requests(gestalt_population *p)
{
    loose_list given = p->state.given;
    p->state.given = p->state.coming;
    p->state.coming = given;
    p->state.coming.count = 0;
    p->state.requests.count = 0;
    p->state.requests.are_built = false;
}

void tick_join_error(tick_error *kept, tick_error other)
{
    if (other.text && (!kept->text || other.agent < kept->agent))
        *kept = other;
}

void tick_keep_error(tick_error *kept, interp *from)
{
    const char *text = interp_error(from);
    tick_join_error(kept, (tick_error){text, text ? interp_error_agent(from) : 0});
}

tick_error tick_take_error(gestalt_population *p)
{
    tick_error lowest = p->state.error;
    for (uint32_t i = 0; i < p->threads; i++) {
        tick_join_error(&lowest, p->errors.by_thread[i]);
        p->errors.by_thread[i] = (tick_error){0};
    }
    p->state.error = (tick_error){0};
    return lowest;
}

static gestalt_result tick_set_now(gestalt_population *p, int64_t now, gestalt_error *error)
{
    if (p->state.ticks > 0 && now < p->state.last)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the last tick was at %lld microseconds: time does not go back to %lld",
                         (long long)p->state.last, (long long)now);
    if (now < -LIMIT_TIME || now > LIMIT_TIME)
        return error_set(error, GESTALT_LIMIT, 0, "%lld microseconds are more than 146,000 years",
                         (long long)now);
    p->state.now = now;
    return GESTALT_OK;
}

static gestalt_result tick_start(gestalt_population *p, int64_t now, gestalt_error *error)
{
    gestalt_result result = tick_set_now(p, now, error);
    if (result == GESTALT_OK)
        begin_requests(p);
    return result;
}

static gestalt_result tick_finish(gestalt_population *p, gestalt_error *error)
{
    tick_error lowest = tick_take_error(p);
    if (!p->state.ended.is_reopened)
        counts_end(p);
    p->state.ended = (tick_end){.last = p->state.last, .error = lowest};
    p->state.ticks++;
    p->state.is_interrupted = false;
    p->state.last = p->state.now;
    p->errors.agent = lowest.text ? lowest.agent : UINT64_MAX;
    if (!lowest.text)
        return GESTALT_OK;
    return error_set(error, GESTALT_REJECTED, 0, "%s",
                     *lowest.text ? lowest.text
                                  : "a function of the host failed without a message");
}

// Begin a tick, or check that the call continues the interrupted one.
static gestalt_result tick_start_or_go_on(gestalt_population *p, int64_t now, gestalt_error *error)
{
    if (!p->state.is_interrupted)
        return tick_start(p, now, error);
    if (now == p->state.now)
        return GESTALT_OK;
    return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                     "the interrupted tick is at %lld microseconds, so it can't continue at %lld",
                     (long long)p->state.now, (long long)now);
}

// Mark all agents as not done for the coming tick. If the last tick was never interrupted, only
// listed cohorts have marks.
static void tick_forget_done(gestalt_population *p)
{
    for (uint32_t i = 0; i < p->group_count; i++) {
        group_agents *a = &p->groups[i].agents;
        if (a->sleepers.is_listed && !p->state.is_interrupted)
            for (uint32_t k = 0; k < a->sleepers.list_count; k++)
                a->done[a->sleepers.list[k]] = 0;
        else if (a->cohort_count > 0)
            memset(a->done, 0, a->cohort_count * sizeof *a->done);
    }
}

// Leave the tick in the middle. Its errors are reported when it ends.
static gestalt_result tick_interrupt(gestalt_population *p, gestalt_error *error)
{
    p->state.is_interrupted = true;
    p->state.error = tick_take_error(p);
    __atomic_store_n(&p->interrupt, 0, __ATOMIC_RELAXED);
    return error_set(error, GESTALT_INTERRUPTED, 0,
                     "the tick was interrupted: tick again at %lld microseconds to continue it",
                     (long long)p->state.now);
}

gestalt_result gestalt_population_tick(gestalt_population *p, int64_t now, gestalt_error *error)
{
    gestalt_result result = POPULATION_REFUSE(p, CALLS_GOING_ON, error);
    if (result == GESTALT_OK)
        result = tick_start_or_go_on(p, now, error);
    if (result != GESTALT_OK)
        return result;
    population_enter(p, POPULATION_TICKS);
    tick_job job;
    watches_begin(p);
    tick_prepare(p, &job);
    if (!p->state.is_interrupted) {
        counts_begin(p);
        p->timer.is_on = times_wanted(p);
    }
    job.has_stopped = !tick_all_watched(p);
    if (!job.has_stopped && job.is_alone)
        tick_alone(&job);
    else if (!job.has_stopped)
        tick_by_threads(&job);
    for (uint32_t i = 0; i < p->group_count; i++)
        if (p->groups[i].sleep)
            sleepers_end(&p->groups[i].agents.sleepers);
    if (p->interruptible && !job.has_stopped)
        tick_forget_done(p);
    result = job.has_stopped ? tick_interrupt(p, error) : tick_finish(p, error);
    p->state.ended.can_reopen = p->interruptible && !job.has_stopped;
    population_enter(p, population_resting(p));
    return result;
}

gestalt_result gestalt_population_reopen(gestalt_population *p, gestalt_error *error)
{
    gestalt_result result = POPULATION_REFUSE(p, CALLS_CHANGING, error);
    if (result != GESTALT_OK)
        return result;
    if (!p->state.ended.can_reopen || p->state.coming.count > 0)
        return error_set(
            error, GESTALT_BAD_ARGUMENT, 0,
            "only a whole tick of an `interruptible` population can be reopened, right "
            "after it");
    for (uint32_t i = 0; i < p->group_count; i++) {
        const group_agents *a = &p->groups[i].agents;
        if (a->cohort_count > 0)
            memset(a->done, 0xff, a->cohort_count * sizeof *a->done);
    }
    p->state.ticks--;
    p->state.now = p->state.last;
    p->state.last = p->state.ended.last;
    p->state.is_interrupted = p->state.ended.is_reopened = true;
    p->state.ended.can_reopen = false;
    tick_join_error(&p->state.error, p->state.ended.error);
    p->errors.agent = UINT64_MAX;
    p->state.requests.count = 0;
    p->state.requests.are_built = false;
    population_enter(p, POPULATION_IS_INTERRUPTED);
    return GESTALT_OK;
}

void gestalt_population_interrupt(gestalt_population *p)
{
    if (MISUSE_NULL(p, "population", NULL))
        return;
    if (!p->interruptible)
        MISUSE(NULL, "the population is not interruptible: set `interruptible`");
    else
        __atomic_store_n(&p->interrupt, 1, __ATOMIC_RELAXED);
}

bool gestalt_population_is_interrupted(const gestalt_population *p)
{
    return !MISUSE_NULL(p, "population", NULL) && p->state.is_interrupted;
}

bool gestalt_actor_is_done(const gestalt_population *p, uint64_t agent)
{
    place where;
    if (MISUSE_NULL(p, "population", NULL) || !p->state.is_interrupted ||
        !population_find(p, agent, &where))
        return false;
    return where.group->agents.done[where.index] >> where.lane & 1;
}

// ---- a tick in parts

gestalt_result gestalt_population_begin(gestalt_population *p, int64_t now, gestalt_error *error)
{
    gestalt_result result = POPULATION_REFUSE(p, CALLS_CHANGING, error);
    if (result == GESTALT_OK)
        result = tick_start(p, now, error);
    if (result != GESTALT_OK)
        return result;
    population_enter(p, POPULATION_IS_OPEN);
    watches_begin(p);
    // Agents that are not ticked now must not seem to have made requests. Agents that are ticked
    // must be awake.
    for (uint32_t i = 0; i < p->group_count; i++) {
        group *g = &p->groups[i];
        for (uint32_t k = 0; g->plan->deferred_count && k < g->agents.cohort_count; k++)
            deferred_forget_requests(&g->layout, group_cohort(g, k), ~UINT64_C(0));
        if (g->sleep)
            sleepers_wake_range(&g->agents.sleepers, 0, g->agents.cohort_count);
    }
    return GESTALT_OK;
}

static gestalt_result tick_part(gestalt_population *p, const place *where, uint64_t lanes,
                                gestalt_error *error)
{
    const group *g = where->group;
    cohort *c = where->cohort;
    floats_environment environment;
    interp *t = g->interps[0];
    interp_moment moment;
    tick_moment(p, g, &moment);
    if (g->watched.hooks || watches_has(g, where->index))
        moment.hooks = watches_hooks(p, g);
    population_phase before = population_enter(p, POPULATION_TICKS);
    bool is_done = true;
    floats_begin(&environment);
    interp_begin(t, &moment);
    if (moment.stop)
        is_done = interp_try(t, c, lanes);
    else
        interp_tick(t, c, lanes);
    tick_keep_error(&p->state.error, t);
    floats_end(&environment);
    population_enter(p, before);
    if (is_done)
        return GESTALT_OK;
    __atomic_store_n(&p->interrupt, 0, __ATOMIC_RELAXED);
    return error_set(
        error, GESTALT_INTERRUPTED, 0,
        "the tick of these agents was interrupted: tick them again before the end of the tick");
}

gestalt_result gestalt_actor_tick(gestalt_population *p, uint64_t agent, gestalt_error *error)
{
    place where;
    gestalt_result result = POPULATION_REFUSE(p, CALLS_TICKING, error);
    if (result == GESTALT_OK)
        result = population_need(p, agent, &where, error);
    return result == GESTALT_OK ? tick_part(p, &where, UINT64_C(1) << where.lane, error) : result;
}

gestalt_result gestalt_population_tick_block(gestalt_population *p, uint32_t number, uint64_t index,
                                             gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_TICKING, error) || POPULATION_NO_GROUP(p, number, error) ||
        MISUSE_BEYOND(index, p->groups[number].agents.cohort_count, "block", error))
        return GESTALT_MISUSE;
    group *g = &p->groups[number];
    const place where = {.group = g, .cohort = group_cohort(g, index), .index = (uint32_t)index};
    return tick_part(p, &where, cohort_occupied(&g->layout, where.cohort), error);
}

gestalt_result gestalt_population_end(gestalt_population *p, gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_TICKING, error))
        return GESTALT_MISUSE;
    population_enter(p, POPULATION_RESTS);
    return tick_finish(p, error);
}

uint64_t gestalt_population_failed_agent(const gestalt_population *p)
{
    return MISUSE_NULL(p, "population", NULL) ? 0 : p->errors.agent;
}

uint64_t gestalt_population_ticks(const gestalt_population *p)
{
    return MISUSE_NULL(p, "population", NULL) ? 0 : p->state.ticks;
}

gestalt_result gestalt_population_set_now(gestalt_population *p, int64_t now, gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error))
        return GESTALT_MISUSE;
    return tick_set_now(p, now, error);
}

int64_t gestalt_population_now(const gestalt_population *p)
{
    return MISUSE_NULL(p, "population", NULL) ? 0 : p->state.now;
}
