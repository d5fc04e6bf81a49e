// SPDX-License-Identifier: MIT
// Adding groups to a running population, and removing empty ones. A group's number is its index in
// the array of groups. It is stored in the group itself, in runs of ids and in requests, which are
// renumbered when a group before it is removed. Nothing outside of the array points to a group
// between two ticks.
#include "agents.h"
#include "group.h"
#include "population_checks.h"
#include "population_state.h"
#include "requests.h"
#include "watches.h"

#include "error.h"
#include "floats.h"
#include "memory.h"

#include <string.h>

// Refuse to change groups whose numbers are in use outside of the population.
static bool groups_are_held(const char *function, const gestalt_population *p, gestalt_error *error)
{
    return (holders_count(&p->users.holders) > 0 || p->users.rows > 0) &&
           misuse_tell(function, error,
                       "rows, a world, a recorder or steering use the population, so its groups "
                       "can't change: destroy them first") != GESTALT_OK;
}

static uint64_t lowest_agent_limit(const gestalt_population *p)
{
    uint64_t lowest = UINT64_MAX;
    for (uint32_t i = 0; i < p->group_count; i++) {
        uint64_t most = host_limits(p->groups[i].given.host).agents;
        lowest = most < lowest ? most : lowest;
    }
    return lowest;
}

// ---- adding

// Start the last group of the new array, which the population has already.
static gestalt_result start_last(gestalt_population *p, const gestalt_group *given,
                                 gestalt_error *error)
{
    floats_environment floats;
    group *last = &p->groups[p->group_count - 1];
    floats_begin(&floats);
    gestalt_result result =
        group_start(p, last, given, p->counts_nodes ? GROUP_COUNTED : GROUP_PLAIN, error);
    floats_end(&floats);
    if (result == GESTALT_OK && p->capacity > 0)
        result = population_make_room(p, error);
    if (result != GESTALT_OK)
        group_release(p, last);
    return result;
}

static gestalt_result append_group(gestalt_population *p, const gestalt_group *given,
                                   gestalt_error *error)
{
    const uint32_t count = p->group_count, room = p->limits.group_room;
    group *before = p->groups;
    group *groups = memory_new(&p->memory.counting, (count + 1) * sizeof *groups);
    if (!groups)
        return error_no_memory(error);
    memcpy(groups, before, count * sizeof *groups);
    groups[count] = (group){0};
    p->groups = groups;
    p->group_count = p->limits.group_room = count + 1;
    gestalt_result result = start_last(p, given, error);
    if (result == GESTALT_OK) {
        p->limits.agents = lowest_agent_limit(p);
        memory_release(&p->memory.counting, before, room * sizeof *before);
        return GESTALT_OK;
    }
    // Room may have been allocated for the other groups.
    memcpy(before, groups, count * sizeof *before);
    p->groups = before;
    p->group_count = count;
    p->limits.group_room = room;
    memory_release(&p->memory.counting, groups, (count + 1) * sizeof *groups);
    return result;
}

gestalt_result gestalt_population_add_group(gestalt_population *p, const gestalt_group *given,
                                            uint32_t *number, gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || MISUSE_NULL(given, "group", error) ||
        MISUSE_NULL(given->shape, "group->shape", error) || groups_are_held(__func__, p, error))
        return GESTALT_MISUSE;
    if (p->group_count >= UINT16_MAX)
        return error_set(error, GESTALT_LIMIT, 0, "a population has at most %d groups", UINT16_MAX);
    population_phase before = population_enter(p, POPULATION_CHANGES);
    gestalt_result result = append_group(p, given, error);
    population_enter(p, before);
    if (result == GESTALT_OK && number)
        *number = p->group_count - 1;
    return result;
}

// ---- removing

static gestalt_result check_removal(const gestalt_population *p, uint32_t number,
                                    gestalt_error *error)
{
    const id_table *ids = &p->state.ids;
    const loose_list *coming = &p->state.coming;
    if (p->group_count == 1)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the last group of a population can't be removed");
    for (uint32_t i = 0; i < ids->count; i++)
        if (ids->runs[i].group == number && ids->runs[i].alive > 0)
            return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                             "group %u has agents: remove them first", (unsigned)number);
    for (uint64_t i = 0; i < coming->count; i++)
        if (coming->entries[i].group == number)
            return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                             "former agents of group %u have made requests that the next tick will "
                             "list: tick first",
                             (unsigned)number);
    return GESTALT_OK;
}

// Return the number of another group after the removal of group `removed`.
static uint32_t number_after(uint32_t number, uint32_t removed)
{
    return number - (number > removed);
}

// Remove the group's runs, which have no agents.
static void renumber_ids(id_table *ids, uint32_t number)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < ids->count; i++) {
        id_run run = ids->runs[i];
        ids->dead -= run.group == number;
        if (run.group == number)
            continue;
        run.group = (uint16_t)number_after(run.group, number);
        ids->runs[kept++] = run;
    }
    ids->count = kept;
}

static void renumber_loose(loose_list *list, uint32_t number)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < list->count; i++) {
        loose_request r = list->entries[i];
        if (r.group == number)
            continue;
        r.group = number_after(r.group, number);
        list->entries[kept++] = r;
    }
    list->count = kept;
}

static void renumber_requests(request_list *list, uint32_t number)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; list->are_built && i < list->count; i++) {
        gestalt_request r = list->list[i];
        if (r.group == number)
            continue;
        r.group = (uint16_t)number_after(r.group, number);
        list->list[kept++] = r;
    }
    list->count = list->are_built ? kept : list->count;
}

// Refuse to remove a group.
static gestalt_result removal_refuse(const char *function, const gestalt_population *p,
                                     uint32_t number, gestalt_error *error)
{
    gestalt_result result = population_refuse(function, p, CALLS_CHANGING, error);
    if (result != GESTALT_OK || misuse_if_beyond(number, p->group_count, function, "group", error))
        return GESTALT_MISUSE;
    return groups_are_held(function, p, error) ? GESTALT_MISUSE : check_removal(p, number, error);
}

gestalt_result gestalt_population_check_removal(const gestalt_population *p, uint32_t number,
                                                gestalt_error *error)
{
    return removal_refuse(__func__, p, number, error);
}

gestalt_result gestalt_population_remove_group(gestalt_population *p, uint32_t number,
                                               gestalt_error *error)
{
    gestalt_result result = removal_refuse(__func__, p, number, error);
    if (result != GESTALT_OK)
        return result;
    renumber_ids(&p->state.ids, number);
    renumber_loose(&p->state.coming, number);
    renumber_loose(&p->state.given, number);
    renumber_requests(&p->state.requests, number);
    watches_renumber(p, number);
    group_release(p, &p->groups[number]);
    p->group_count--;
    memmove(&p->groups[number], &p->groups[number + 1],
            (p->group_count - number) * sizeof *p->groups);
    for (uint32_t i = number; i < p->group_count; i++)
        p->groups[i].number = (uint16_t)i;
    p->limits.agents = lowest_agent_limit(p);
    return GESTALT_OK;
}
