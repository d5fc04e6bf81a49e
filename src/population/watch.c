// SPDX-License-Identifier: MIT
// Watches. Each has three sorted lists: ids of agents, numbers of groups, and pairs of a group and
// a node. A group whose nodes are chosen has a pair with GESTALT_NO_NODE as well.
#include "group.h"
#include "hooks.h"
#include "place.h"
#include "watches.h"

#include "array.h"
#include "error.h"
#include "memory.h"
#include "sort.h"

#include <gestalt/watch.h>

#include <string.h>

typedef struct watch_list {
    uint64_t *entries;
    size_t count, room;
} watch_list;

struct gestalt_watch {
    gestalt_population *population;
    gestalt_watch *next;
    gestalt_hooks hooks;
    bool on_all_threads;
    watch_list agents, groups, nodes;
    uint64_t lanes; // lanes of the scene's cohort
};

/// A group whose cohorts report events, one after the other or, with `is_threaded`, on all threads.
/// The latter report only to watches of the whole group.
struct watch_scene {
    const gestalt_population *population;
    const cohort *cohort; // cohort that `lanes` of the watches are for, or NULL
    uint32_t group;
    bool is_threaded;
};

/// Hooks of a group on all threads.
struct watch_stage {
    interp_hooks hooks;
    watch_scene scene;
};

// ---- sorted lists

static size_t watch_list_find(const watch_list *list, uint64_t entry)
{
    size_t begin = 0, end = list->count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (list->entries[middle] < entry)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

static bool watch_list_has(const watch_list *list, uint64_t entry)
{
    size_t at = watch_list_find(list, entry);
    return at < list->count && list->entries[at] == entry;
}

static bool watch_entry_before(const void *a, const void *b, const void *user)
{
    (void)user;
    return *(const uint64_t *)a < *(const uint64_t *)b;
}

// Sort entries, and drop all but one of equal ones. Returns how many are left.
static size_t watch_sort(uint64_t *entries, size_t count)
{
    size_t kept = 0, sorted = 1;
    while (sorted < count && entries[sorted - 1] <= entries[sorted])
        sorted++;
    if (sorted < count)
        sort_heap(entries, count, sizeof *entries, watch_entry_before, NULL);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || entries[i] != entries[i - 1])
            entries[kept++] = entries[i];
    return kept;
}

// Add an entry to a list that has room for it.
static void watch_list_put(watch_list *list, uint64_t entry)
{
    size_t at = watch_list_find(list, entry);
    if (at < list->count && list->entries[at] == entry)
        return;
    memmove(&list->entries[at + 1], &list->entries[at],
            (list->count++ - at) * sizeof *list->entries);
    list->entries[at] = entry;
}

static void watch_list_take(watch_list *list, uint64_t entry)
{
    size_t at = watch_list_find(list, entry);
    if (at == list->count || list->entries[at] != entry)
        return;
    memmove(&list->entries[at], &list->entries[at + 1],
            (--list->count - at) * sizeof *list->entries);
}

static uint64_t watch_pair(uint32_t number, uint32_t second)
{
    return (uint64_t)number << 32 | second;
}

// ---- who gets an event

static bool watch_reports(const gestalt_watch *w, uint32_t number, uint32_t node)
{
    return w->nodes.count == 0 || watch_list_has(&w->nodes, watch_pair(number, node)) ||
           !watch_list_has(&w->nodes, watch_pair(number, GESTALT_NO_NODE));
}

static uint64_t watch_lanes_of(const gestalt_watch *w, uint32_t number, interp_cohort at)
{
    if (watch_list_has(&w->groups, number))
        return ~UINT64_C(0);
    uint64_t lanes = 0;
    for (uint64_t rest = cohort_occupied(at.layout, at.cohort); rest && w->agents.count > 0;
         rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        lanes |= (uint64_t)watch_list_has(&w->agents, cohort_id(at.layout, at.cohort, lane))
                 << lane;
    }
    return lanes;
}

// Find the lanes of each watch in a cohort that reports its first event.
static void watch_scene_change(watch_scene *s, interp_cohort at)
{
    s->cohort = at.cohort;
    for (gestalt_watch *w = s->population->hooking.watches.first; w; w = w->next)
        w->lanes = watch_lanes_of(w, s->group, at);
}

// Return the lanes whose event at a node a watch gets.
static uint64_t watch_lanes(watch_scene *s, const gestalt_watch *w, interp_cohort at, uint32_t node,
                            uint64_t lanes)
{
    if (s->is_threaded)
        return w->on_all_threads && watch_list_has(&w->groups, s->group) &&
                       watch_reports(w, s->group, node)
                   ? lanes
                   : 0;
    if (s->cohort != at.cohort)
        watch_scene_change(s, at);
    lanes &= w->lanes;
    return lanes && watch_reports(w, s->group, node) ? lanes : 0;
}

// Call the callback `name` of the host's hooks, then that of each watch.
#define EACH_WATCH(name, node, lanes, ...)                                                         \
    watch_scene *s = user;                                                                         \
    const population_hooks *h = &s->population->hooking;                                           \
    uint64_t all = lanes, own = all;                                                               \
    if (h->host.name)                                                                              \
        hooks_##name((void *)(uintptr_t)&h->host, __VA_ARGS__);                                    \
    for (gestalt_watch *w = s->population->hooking.watches.first; w; w = w->next)                  \
        if (w->hooks.name && (own = watch_lanes(s, w, at, node, all)) != 0)                        \
    hooks_##name(&w->hooks, __VA_ARGS__)

static void watch_enter(void *user, interp_cohort at, uint32_t node, uint64_t lanes,
                        uint64_t resuming)
{
    EACH_WATCH(enter, node, lanes, at, node, own, resuming);
}

static void watch_leave(void *user, interp_cohort at, uint32_t node, uint64_t succeeded,
                        uint64_t failed, uint64_t running)
{
    EACH_WATCH(leave, node, succeeded | failed | running, at, node, succeeded & own, failed & own,
               running & own);
}

static void watch_cancel(void *user, interp_cohort at, uint32_t node, uint64_t lanes)
{
    EACH_WATCH(cancel, node, lanes, at, node, own);
}

static void watch_log(void *user, interp_cohort at, uint32_t node, uint64_t lanes,
                      gestalt_log_phase phase)
{
    EACH_WATCH(log, node, lanes, at, node, own, phase);
}

static void watch_range(void *user, interp_cohort at, uint32_t node, uint32_t first, uint32_t end,
                        uint64_t lanes)
{
    EACH_WATCH(range, node, lanes, at, node, first, end, own);
}

static void watch_roll_back(void *user, interp_cohort at, uint32_t node, gestalt_kept what,
                            uint64_t lanes)
{
    EACH_WATCH(roll_back, node, lanes, at, node, what, own);
}

void watches_connect(gestalt_population *p)
{
    const gestalt_hooks *h = &p->hooking.host;
    interp_hooks hooks = {.enter = h->enter ? watch_enter : NULL,
                          .leave = h->leave ? watch_leave : NULL,
                          .cancel = h->cancel ? watch_cancel : NULL,
                          .log = h->log ? watch_log : NULL,
                          .range = h->range ? watch_range : NULL,
                          .roll_back = h->roll_back ? watch_roll_back : NULL,
                          .user = p->hooking.watches.scene};
    for (const gestalt_watch *w = p->hooking.watches.first; w; w = w->next) {
        hooks.enter = w->hooks.enter ? watch_enter : hooks.enter;
        hooks.leave = w->hooks.leave ? watch_leave : hooks.leave;
        hooks.cancel = w->hooks.cancel ? watch_cancel : hooks.cancel;
        hooks.log = w->hooks.log ? watch_log : hooks.log;
        hooks.range = w->hooks.range ? watch_range : hooks.range;
        hooks.roll_back = w->hooks.roll_back ? watch_roll_back : hooks.roll_back;
    }
    p->hooking.watches.by_lane = hooks;
}

const interp_hooks *watches_hooks(const gestalt_population *p, const group *g)
{
    if (!p->hooking.watches.first)
        return p->hooking.is_on ? &p->hooking.by_lane : NULL;
    p->hooking.watches.scene->group = g->number;
    p->hooking.watches.scene->cohort = NULL;
    return &p->hooking.watches.by_lane;
}

// ---- ticks

uint32_t watches_next(const group *g, uint32_t index)
{
    if (g->watched.is_whole)
        return index;
    const watch_list list = {(uint64_t *)(uintptr_t)g->watched.cohorts, g->watched.count, 0};
    size_t at = g->watched.count > 0 ? watch_list_find(&list, watch_pair(g->number, index)) : 0;
    return at < list.count ? (uint32_t)list.entries[at] : UINT32_MAX;
}

// Note that all cohorts of a watch's groups are watched.
static void watches_add_groups(gestalt_population *p, const gestalt_watch *w)
{
    for (size_t i = 0; i < w->groups.count; i++) {
        group *g = &p->groups[w->groups.entries[i]];
        g->watched.is_whole |= !w->on_all_threads || p->hooking.is_on;
        g->watched.is_threaded |= w->on_all_threads;
    }
}

// Set up the hooks of groups that are watched on all threads.
static void watches_set_stages(gestalt_population *p)
{
    watch_stage *stage = p->hooking.watches.stages;
    for (uint32_t i = 0; i < p->group_count; i++) {
        group_watched *to = &p->groups[i].watched;
        if (!to->is_threaded || to->is_whole)
            continue;
        *stage = (watch_stage){p->hooking.watches.by_lane,
                               {.population = p, .group = i, .is_threaded = true}};
        stage->hooks.user = &stage->scene;
        to->hooks = &stage++->hooks;
    }
}

// List the cohorts of all watched agents. Returns their number.
static size_t watches_list(const gestalt_population *p)
{
    size_t count = 0;
    for (const gestalt_watch *w = p->hooking.watches.first; w; w = w->next)
        for (size_t i = 0; i < w->agents.count; i++) {
            place at;
            if (population_find(p, w->agents.entries[i], &at))
                p->hooking.watches.cohorts[count++] = watch_pair(at.group->number, at.index);
        }
    return watch_sort(p->hooking.watches.cohorts, count);
}

// Give each group its slice of the list.
static void watches_divide(gestalt_population *p, size_t count)
{
    for (size_t i = 0; i < count;) {
        group_watched *to = &p->groups[p->hooking.watches.cohorts[i] >> 32].watched;
        to->cohorts = &p->hooking.watches.cohorts[i];
        for (uint64_t number = p->hooking.watches.cohorts[i] >> 32;
             i < count && p->hooking.watches.cohorts[i] >> 32 == number; i++)
            to->count++;
    }
}

static void watches_wake(group *g)
{
    if (!g->sleep)
        return;
    if (g->watched.is_whole || g->watched.is_threaded)
        sleepers_wake_range(&g->agents.sleepers, 0, g->agents.cohort_count);
    for (uint32_t i = 0; i < g->watched.count; i++)
        sleepers_wake(&g->agents.sleepers, (uint32_t)g->watched.cohorts[i]);
}

void watches_begin(gestalt_population *p)
{
    if (!p->hooking.watches.first)
        return;
    for (uint32_t i = 0; i < p->group_count; i++)
        p->groups[i].watched = (group_watched){0};
    for (const gestalt_watch *w = p->hooking.watches.first; w; w = w->next)
        watches_add_groups(p, w);
    watches_set_stages(p);
    watches_divide(p, watches_list(p));
    for (uint32_t i = 0; i < p->group_count; i++)
        watches_wake(&p->groups[i]);
}

// ---- edits

void watches_carry(gestalt_population *p, uint32_t number, const gestalt_edit_node *nodes)
{
    for (gestalt_watch *w = p->hooking.watches.first; w; w = w->next) {
        uint64_t *entries = w->nodes.entries;
        size_t kept = 0;
        for (size_t i = 0; i < w->nodes.count; i++) {
            uint32_t node = (uint32_t)entries[i];
            bool moves = entries[i] >> 32 == number && node != GESTALT_NO_NODE;
            uint32_t to = moves ? nodes[node].new_node : node;
            if (!moves || to != GESTALT_NO_NODE)
                entries[kept++] = watch_pair((uint32_t)(entries[i] >> 32), to);
        }
        w->nodes.count = watch_sort(entries, kept);
    }
}

// Remove a group from a list whose entries have the number of a group from bit `shift` on.
static void watch_list_renumber(watch_list *list, uint64_t removed, unsigned shift)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        uint64_t number = list->entries[i] >> shift, one = UINT64_C(1) << shift;
        if (number != removed)
            list->entries[kept++] = list->entries[i] - (number > removed ? one : 0);
    }
    list->count = kept;
}

void watches_renumber(gestalt_population *p, uint32_t removed)
{
    for (gestalt_watch *w = p->hooking.watches.first; w; w = w->next) {
        p->hooking.watches.group_count -= watch_list_has(&w->groups, removed);
        watch_list_renumber(&w->groups, removed, 0);
        watch_list_renumber(&w->nodes, removed, 32);
    }
}

// ---- public

static gestalt_result watch_refuse(const char *function, const gestalt_watch *w,
                                   population_calls calls, gestalt_error *error)
{
    if (misuse_if_null(!w, function, "watch", error))
        return GESTALT_MISUSE;
    return population_refuse(function, w->population, calls, error);
}

#define WATCH_IS_WRONG(w, error) (watch_refuse(__func__, w, CALLS_GOING_ON, error) != GESTALT_OK)

static void watch_release(gestalt_watch *w)
{
    const gestalt_allocator *a = &w->population->memory.counting;
    ARRAY_RELEASE(a, w->agents.entries, w->agents.room);
    ARRAY_RELEASE(a, w->groups.entries, w->groups.room);
    ARRAY_RELEASE(a, w->nodes.entries, w->nodes.room);
    memory_release(a, w, sizeof *w);
}

// Release what watches share, after the last one.
static void watches_stop(gestalt_population *p)
{
    const gestalt_allocator *a = &p->memory.counting;
    memory_release(a, p->hooking.watches.scene, sizeof *p->hooking.watches.scene);
    ARRAY_RELEASE(a, p->hooking.watches.cohorts, p->hooking.watches.room);
    ARRAY_RELEASE(a, p->hooking.watches.stages, p->hooking.watches.stage_room);
    p->hooking.watches = (population_watches){0};
    for (uint32_t i = 0; i < p->group_count; i++)
        p->groups[i].watched = (group_watched){0};
}

gestalt_result gestalt_watch_create(const gestalt_watch_options *o, gestalt_watch **watch,
                                    gestalt_error *error)
{
    if (MISUSE_NULL(o, "options", error) || MISUSE_NULL(o->population, "population", error) ||
        MISUSE_NULL(watch, "watch", error) ||
        POPULATION_IS_WRONG(o->population, CALLS_GOING_ON, error))
        return GESTALT_MISUSE;
    gestalt_population *p = o->population;
    const gestalt_allocator *a = &p->memory.counting;
    watch_scene *scene = p->hooking.watches.scene;
    gestalt_watch *w = memory_new(a, sizeof *w);
    if (w && !scene)
        scene = memory_new(a, sizeof *scene);
    if (!w || !scene) {
        memory_release(a, w, sizeof *w);
        return error_no_memory(error);
    }
    if (!p->hooking.watches.scene)
        *scene = (watch_scene){.population = p};
    *w = (gestalt_watch){.population = p, .hooks = o->hooks, .on_all_threads = o->on_all_threads};
    p->hooking.watches.scene = scene;
    gestalt_watch **last = &p->hooking.watches.first;
    while (*last)
        last = &(*last)->next;
    *last = w;
    watches_connect(p);
    *watch = w;
    return GESTALT_OK;
}

void gestalt_watch_destroy(gestalt_watch *w)
{
    if (!w || watch_refuse(__func__, w, CALLS_ENDING, NULL) != GESTALT_OK)
        return;
    gestalt_population *p = w->population;
    gestalt_watch **link = &p->hooking.watches.first;
    while (*link != w)
        link = &(*link)->next;
    *link = w->next;
    p->hooking.watches.agent_count -= w->agents.count;
    p->hooking.watches.group_count -= w->groups.count;
    watch_release(w);
    watches_connect(p);
    if (!p->hooking.watches.first)
        watches_stop(p);
}

gestalt_result gestalt_watch_add(gestalt_watch *w, const uint64_t *agents, uint64_t count,
                                 gestalt_error *error)
{
    if (WATCH_IS_WRONG(w, error) || (count > 0 && MISUSE_NULL(agents, "agents", error)))
        return GESTALT_MISUSE;
    population_watches *all = &w->population->hooking.watches;
    const gestalt_allocator *a = &w->population->memory.counting;
    if (!ARRAY_RESERVE(a, w->agents.entries, w->agents.room, w->agents.count + count) ||
        !ARRAY_RESERVE(a, all->cohorts, all->room, all->agent_count + count))
        return error_no_memory(error);
    size_t before = w->agents.count;
    if (count > 0)
        memcpy(w->agents.entries + before, agents, count * sizeof *agents);
    w->agents.count = watch_sort(w->agents.entries, before + count);
    all->agent_count += w->agents.count - before;
    return GESTALT_OK;
}

gestalt_result gestalt_watch_remove(gestalt_watch *w, const uint64_t *agents, uint64_t count,
                                    gestalt_error *error)
{
    if (WATCH_IS_WRONG(w, error) || (count > 0 && MISUSE_NULL(agents, "agents", error)))
        return GESTALT_MISUSE;
    size_t before = w->agents.count;
    for (uint64_t i = 0; i < count; i++)
        watch_list_take(&w->agents, agents[i]);
    w->population->hooking.watches.agent_count -= before - w->agents.count;
    return GESTALT_OK;
}

gestalt_result gestalt_watch_add_group(gestalt_watch *w, uint32_t number, gestalt_error *error)
{
    if (WATCH_IS_WRONG(w, error) || POPULATION_NO_GROUP(w->population, number, error))
        return GESTALT_MISUSE;
    population_watches *all = &w->population->hooking.watches;
    const gestalt_allocator *a = &w->population->memory.counting;
    if (!ARRAY_RESERVE(a, w->groups.entries, w->groups.room, w->groups.count + 1) ||
        !ARRAY_RESERVE(a, all->stages, all->stage_room, all->group_count + 1))
        return error_no_memory(error);
    all->group_count += !watch_list_has(&w->groups, number);
    watch_list_put(&w->groups, number);
    return GESTALT_OK;
}

gestalt_result gestalt_watch_remove_group(gestalt_watch *w, uint32_t number, gestalt_error *error)
{
    if (WATCH_IS_WRONG(w, error) || POPULATION_NO_GROUP(w->population, number, error))
        return GESTALT_MISUSE;
    w->population->hooking.watches.group_count -= watch_list_has(&w->groups, number);
    watch_list_take(&w->groups, number);
    return GESTALT_OK;
}

bool gestalt_watch_has(const gestalt_watch *w, uint64_t agent)
{
    place at;
    return !MISUSE_NULL(w, "watch", NULL) && population_find(w->population, agent, &at) &&
           (watch_list_has(&w->agents, agent) || watch_list_has(&w->groups, at.group->number));
}

gestalt_result gestalt_watch_nodes(gestalt_watch *w, uint32_t number, const uint32_t *nodes,
                                   uint32_t count, gestalt_error *error)
{
    if (WATCH_IS_WRONG(w, error) || POPULATION_NO_GROUP(w->population, number, error))
        return GESTALT_MISUSE;
    uint32_t most = w->population->groups[number].shape->specification->node_count;
    for (uint32_t i = 0; nodes && i < count; i++)
        if (nodes[i] >= most)
            return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                             "there is no node %u: the shape of group %u has %u", nodes[i],
                             (unsigned)number, (unsigned)most);
    watch_list *list = &w->nodes;
    if (nodes && !ARRAY_RESERVE(&w->population->memory.counting, list->entries, list->room,
                                list->count + count + 1))
        return error_no_memory(error);
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->entries[i] >> 32 != number)
            list->entries[kept++] = list->entries[i];
    for (uint32_t i = 0; nodes && i < count; i++)
        list->entries[kept++] = watch_pair(number, nodes[i]);
    if (nodes)
        list->entries[kept++] = watch_pair(number, GESTALT_NO_NODE);
    list->count = watch_sort(list->entries, kept);
    return GESTALT_OK;
}
