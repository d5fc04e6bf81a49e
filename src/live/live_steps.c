// SPDX-License-Identifier: MIT
#include "live_steps.h"

#include "array.h"

#include <string.h>

void live_steps_want(live_steps *s, uint64_t agent)
{
    live_steps_clear(s);
    s->is_wanted = true;
    s->agent = agent;
}

void live_steps_clear(live_steps *s)
{
    s->is_wanted = s->is_there = s->is_cut = false;
    s->count = s->change_count = 0;
}

void live_steps_close(live_steps *s)
{
    gestalt_allocator a = memory_allocator(NULL);
    ARRAY_RELEASE(&a, s->list, s->capacity);
    ARRAY_RELEASE(&a, s->changes, s->change_capacity);
    ARRAY_RELEASE(&a, s->before, s->before_capacity);
    ARRAY_RELEASE(&a, s->now, s->now_capacity);
    ARRAY_RELEASE(&a, s->first, s->first_capacity);
    *s = (live_steps){0};
}

static bool same_values(const gestalt_value *a, const gestalt_value *b)
{
    switch (a->type) {
    case GESTALT_BOOL: return a->boolean == b->boolean;
    case GESTALT_INT: return a->integer == b->integer;
    case GESTALT_FLOAT: return memcmp(&a->number, &b->number, sizeof a->number) == 0;
    case GESTALT_VEC2: return memcmp(a->vector, b->vector, 2 * sizeof(float)) == 0;
    default: return memcmp(a->vector, b->vector, sizeof a->vector) == 0;
    }
}

// Record what has changed since the previous step.
static void step_changes(live_steps *s)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (gestalt_actor_values(s->run->population, s->agent, s->now, s->key_count, NULL) !=
        GESTALT_OK)
        return;
    for (uint32_t i = 0; i < s->key_count; i++) {
        if (same_values(&s->before[i], &s->now[i]))
            continue;
        if (s->change_count == LIVE_STEP_CHANGES_MAX ||
            !ARRAY_RESERVE(&a, s->changes, s->change_capacity, s->change_count + 1)) {
            s->is_cut = true;
            return;
        }
        s->changes[s->change_count++] = (live_step_change){i, s->now[i]};
        s->before[i] = s->now[i];
    }
}

static void step_add(live_steps *s, uint64_t agent, live_step step)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (agent != s->agent || s->is_cut)
        return;
    if (s->count == LIVE_STEPS_MAX || !ARRAY_RESERVE(&a, s->list, s->capacity, s->count + 1)) {
        s->is_cut = true;
        return;
    }
    step_changes(s);
    step.changes = (uint32_t)s->change_count;
    s->list[s->count++] = step;
}

static void step_on_enter(void *user, uint64_t agent, uint32_t node, bool resuming)
{
    step_add(user, agent, (live_step){.kind = resuming ? STEP_RESUME : STEP_ENTER, .node = node});
}

static void step_on_leave(void *user, uint64_t agent, uint32_t node, gestalt_status status)
{
    step_add(user, agent, (live_step){.kind = STEP_LEAVE, .node = node, .status = status});
}

static void step_on_cancel(void *user, uint64_t agent, uint32_t node)
{
    step_add(user, agent, (live_step){.kind = STEP_CANCEL, .node = node});
}

static void step_on_log(void *user, uint64_t agent, uint32_t node, gestalt_log_phase phase)
{
    (void)phase;
    step_add(user, agent, (live_step){.kind = STEP_LOG, .node = node});
}

static void step_on_roll_back(void *user, uint64_t agent, uint32_t node, gestalt_kept what)
{
    (void)what;
    step_add(user, agent, (live_step){.kind = STEP_ROLL_BACK, .node = node});
}

// Allocate memory for the values of all keys before the tick. If that fails, nothing is recorded.
static bool steps_prepare(live_steps *s)
{
    gestalt_allocator a = memory_allocator(NULL);
    const gestalt_population *p = s->run->population;
    if (!gestalt_actor_group(p, s->agent, &s->group))
        return false;
    s->key_count = gestalt_shape_key_count(gestalt_population_shape(p, s->group));
    if (!ARRAY_RESERVE(&a, s->before, s->before_capacity, s->key_count + 1u) ||
        !ARRAY_RESERVE(&a, s->now, s->now_capacity, s->key_count + 1u) ||
        !ARRAY_RESERVE(&a, s->first, s->first_capacity, s->key_count + 1u) ||
        gestalt_actor_values(p, s->agent, s->before, s->key_count, NULL) != GESTALT_OK)
        return false;
    memcpy(s->first, s->before, s->key_count * sizeof *s->first);
    return true;
}

bool live_steps_begin(live_steps *s, const live_run *r)
{
    if (!s->is_wanted)
        return false;
    s->run = r;
    s->tick = live_run_ticks(r);
    s->version = r->version;
    s->is_there = steps_prepare(s);
    s->is_wanted = false;
    const gestalt_hooks hooks = {.enter = step_on_enter,
                                 .leave = step_on_leave,
                                 .cancel = step_on_cancel,
                                 .log = step_on_log,
                                 .roll_back = step_on_roll_back,
                                 .user = s};
    if (s->is_there)
        gestalt_population_hooks(r->population, &hooks);
    return s->is_there;
}

void live_steps_end(live_steps *s)
{
    s->run = NULL;
}
