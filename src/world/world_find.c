// SPDX-License-Identifier: MIT
// Agents that trees name by their ids, in a world that is shared out. In the tick, the columns of
// urges get the ids. Before forces are computed, ids of own agents are replaced by their rows. The
// host finds all others in the other shares, in one call: the index of such an agent follows the
// last own row, and w->seen has its position and velocity.
#include "array.h"
#include "error.h"
#include "search.h"
#include "sort.h"
#include "world_state.h"

#include <string.h>

// Return the column of an urge's agent argument, or NULL after the last one.
static uint32_t *named_column(const urge *u, int i)
{
    return i < URGE_AGENTS ? (uint32_t *)(uintptr_t)u->agents[i].column : NULL;
}

// Iterate over the columns in which a group's urges name agents, and the urges.
#define EACH_NAMED(u, column, group)                                                               \
    for (const urge *u = (group)->urges.urges;                                                     \
         u < (group)->urges.urges + (group)->urges.urge_count; u++)                                \
        for (int u##_at = 0; u##_at < URGE_AGENTS; u##_at++)                                       \
            for (uint32_t *column = named_column(u, u##_at); column; column = NULL)

static bool is_live(const urge *u, uint32_t row)
{
    return !u->live || (u->live[row / 64] >> row % 64 & 1);
}

bool world_names_agents(const world *w)
{
    bool any = false;
    for (uint32_t g = 0; g < w->group_count; g++)
        EACH_NAMED(u, column, &w->groups[g])
    any = true;
    return any;
}

// ---- the ids of agents that are not own ones

static bool asked_add(world *w, uint64_t id)
{
    world_asked *a = &w->share.asked;
    if (!ARRAY_RESERVE(&w->allocator, a->ids, a->ids_room, a->count + 1))
        return false;
    a->ids[a->count++] = id;
    return true;
}

static bool id_is_before(const void *a, const void *b, const void *user)
{
    (void)user;
    return *(const uint64_t *)a < *(const uint64_t *)b;
}

// Sort the ids, and keep each only once.
static void asked_sort(world_asked *a)
{
    uint32_t count = 0;
    sort_heap(a->ids, a->count, sizeof *a->ids, id_is_before, NULL);
    for (uint32_t i = 0; i < a->count; i++)
        if (count == 0 || a->ids[count - 1] != a->ids[i])
            a->ids[count++] = a->ids[i];
    a->count = count;
}

// Make room for the answers.
static bool asked_reserve(world *w)
{
    const gestalt_allocator *memory = &w->allocator;
    world_asked *a = &w->share.asked;
    bool there = ARRAY_RESERVE(memory, a->exists, a->exists_room, a->count) &&
                 ARRAY_RESERVE(memory, a->ghosts, a->ghosts_room, a->count * world_ghost_size(w));
    EACH_DIMENSION (d)
        there = there &&
                ARRAY_RESERVE(memory, w->seen.far_position.at[d], a->room[0][d], a->count) &&
                ARRAY_RESERVE(memory, w->seen.far_velocity.at[d], a->room[1][d], a->count);
    return there;
}

gestalt_result world_find_collect(world *w, gestalt_error *error)
{
    w->share.asked.count = 0;
    for (uint32_t g = 0; g < w->group_count; g++)
        EACH_NAMED(u, column, &w->groups[g])
    for (uint32_t row = w->groups[g].begin; row < w->groups[g].end; row++)
        if (is_live(u, row) && column[row] <= INT32_MAX &&
            world_find(w, column[row]) == UINT32_MAX && !asked_add(w, column[row]))
            return error_no_memory(error);
    asked_sort(&w->share.asked);
    return asked_reserve(w) ? GESTALT_OK : error_no_memory(error);
}

// ---- the agents

// Return the index of an agent that is named; UINT32_MAX: there is none.
static uint32_t index_of(const world *w, uint32_t id)
{
    const world_asked *a = &w->share.asked;
    uint32_t at, row = id <= INT32_MAX ? world_find(w, id) : UINT32_MAX;
    if (id > INT32_MAX || row != UINT32_MAX)
        return row;
    SEARCH_FIRST(at, 0, a->count, a->ids[at] >= id);
    return at < a->count && a->ids[at] == id && a->exists[at] ? w->all.count + at : UINT32_MAX;
}

static void find_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    const world_group *group = user;
    EACH_NAMED(u, column, group)
    for (uint32_t row = begin; row < end; row++)
        if (is_live(u, row))
            column[row] = index_of(w, column[row]);
}

gestalt_result world_find_far(world *w, gestalt_error *error)
{
    world_asked *a = &w->share.asked;
    gestalt_result result =
        w->share.with.find(w->share.with.user, w, a->ids, a->count, a->ghosts, a->exists, error);
    if (result != GESTALT_OK)
        return result;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->exists[i])
            world_read_ghost(w, a->ghosts + i * world_ghost_size(w), i, &w->seen.far_position,
                             &w->seen.far_velocity);
    w->seen.far_count = a->count;
    for (uint32_t g = 0; g < w->group_count; g++)
        world_parallel(w, w->groups[g].begin, w->groups[g].end, find_range, &w->groups[g]);
    return GESTALT_OK;
}

void world_find_stop(world *w)
{
    world_asked *a = &w->share.asked;
    ARRAY_RELEASE(&w->allocator, a->ids, a->ids_room);
    ARRAY_RELEASE(&w->allocator, a->exists, a->exists_room);
    ARRAY_RELEASE(&w->allocator, a->ghosts, a->ghosts_room);
    EACH_DIMENSION (d) {
        ARRAY_RELEASE(&w->allocator, w->seen.far_position.at[d], a->room[0][d]);
        ARRAY_RELEASE(&w->allocator, w->seen.far_velocity.at[d], a->room[1][d]);
    }
}
