// SPDX-License-Identifier: MIT
#include "tree_watch.h"

#include "search.h"
#include "tree_writer.h"

#include <string.h>

static bool is_watched(const tree_watch *w, uint64_t agent)
{
    if (!(w->filter[agent % WATCH_FILTER / 64] >> agent % 64 & 1))
        return false;
    uint64_t index;
    SEARCH_FIRST(index, 0, w->count, w->agents[index] >= agent);
    return index < w->count && w->agents[index] == agent;
}

static void watch_note(tree_watch *w, uint64_t agent, uint32_t node, gestalt_tree_step_kind kind)
{
    uint32_t group = 0;
    if (!is_watched(w, agent) || !gestalt_actor_group(w->population, agent, &group))
        return;
    if (!ARRAY_RESERVE(&w->allocator, w->steps, w->steps_room, w->step_count + 1)) {
        w->has_failed = true;
        return;
    }
    w->steps[w->step_count++] =
        (watched_step){agent, gestalt_population_shape(w->population, group), node, group, kind};
}

uint64_t watch_put(tree_watch *w, const gestalt_shape *const *shapes, tree_bytes *to)
{
    uint64_t count = w->step_count, kept = 0;
    gestalt_tree_step last = {0};
    for (uint64_t i = 0; i < count; i++) {
        const watched_step *s = &w->steps[i];
        if (s->shape != shapes[s->group]) {
            w->steps[kept++] = *s;
            continue;
        }
        gestalt_tree_step step = {s->agent, s->node, s->group, s->kind};
        tree_writer_step(to, &step, &last);
        last = step;
    }
    w->step_count = kept;
    return count - kept;
}

// ---- hooks

static void watch_enter(void *user, uint64_t agent, uint32_t node, bool resuming)
{
    watch_note(user, agent, node, resuming ? GESTALT_TREE_RESUMED : GESTALT_TREE_ENTERED);
}

static void watch_leave(void *user, uint64_t agent, uint32_t node, gestalt_status status)
{
    static const gestalt_tree_step_kind kinds[] = {
        [GESTALT_SUCCESS] = GESTALT_TREE_SUCCEEDED,
        [GESTALT_FAILURE] = GESTALT_TREE_FAILED,
        [GESTALT_RUNNING] = GESTALT_TREE_RAN,
    };
    watch_note(user, agent, node, kinds[status]);
}

static void watch_cancel(void *user, uint64_t agent, uint32_t node)
{
    watch_note(user, agent, node, GESTALT_TREE_ABANDONED);
}

static void watch_roll_back(void *user, uint64_t agent, uint32_t node, gestalt_kept what)
{
    (void)what;
    watch_note(user, agent, node, GESTALT_TREE_ROLLED_BACK);
}

// ---- who is watched

void watch_start(tree_watch *w, gestalt_population *population, gestalt_allocator allocator)
{
    *w = (tree_watch){.population = population, .allocator = allocator};
}

void watch_release(tree_watch *w)
{
    if (w->count > 0)
        gestalt_population_hooks(w->population, NULL);
    ARRAY_RELEASE(&w->allocator, w->agents, w->room);
    ARRAY_RELEASE(&w->allocator, w->steps, w->steps_room);
    w->count = 0;
}

bool watch_add(tree_watch *w, uint64_t agent)
{
    uint64_t index;
    SEARCH_FIRST(index, 0, w->count, w->agents[index] >= agent);
    if (index < w->count && w->agents[index] == agent)
        return true;
    if (!ARRAY_RESERVE(&w->allocator, w->agents, w->room, w->count + 1))
        return false;
    memmove(w->agents + index + 1, w->agents + index, (w->count - index) * sizeof *w->agents);
    w->agents[index] = agent;
    w->filter[agent % WATCH_FILTER / 64] |= UINT64_C(1) << agent % 64;
    if (w->count++ == 0)
        gestalt_population_hooks(w->population, &(gestalt_hooks){.enter = watch_enter,
                                                                 .leave = watch_leave,
                                                                 .cancel = watch_cancel,
                                                                 .roll_back = watch_roll_back,
                                                                 .user = w});
    return true;
}
