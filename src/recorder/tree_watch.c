// SPDX-License-Identifier: MIT
#include "tree_watch.h"

#include "search.h"
#include "tree_format.h"
#include "tree_words.h"

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
    unsigned char *to = tree_bytes_reserve(&w->steps, 1 + 3 * TREE_NUMBER_SIZE_MAX), *first = to;
    if (!to)
        return;
    *to++ = (unsigned char)kind;
    to = words_put_number(to, words_fold(agent - w->last_agent));
    to = words_put_number(to, group);
    to = words_put_number(to, words_fold((uint64_t)node - w->last_node));
    w->steps.size += (uint64_t)(to - first);
    w->last_agent = agent;
    w->last_node = node;
    w->step_count++;
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
    *w = (tree_watch){
        .population = population, .allocator = allocator, .steps = {.allocator = allocator}};
}

void watch_release(tree_watch *w)
{
    if (w->count > 0)
        gestalt_population_hooks(w->population, NULL);
    ARRAY_RELEASE(&w->allocator, w->agents, w->room);
    tree_bytes_release(&w->steps);
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

void watch_forget(tree_watch *w)
{
    w->steps.size = 0;
    w->steps.has_failed = false;
    w->step_count = 0;
    w->last_agent = 0;
    w->last_node = 0;
}
