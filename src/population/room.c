// SPDX-License-Identifier: MIT
// Preallocated room for future agents, with which a population allocates nothing more. Also
// measures the total memory of such a population, for hosts that provide it.
#include "group.h"
#include "population_checks.h"
#include "population_state.h"
#include "requests.h"

#include "error.h"
#include "memory.h"

// Return the number of deferred actions that can be live at a time for an agent.
static uint64_t room_live_deferred(const group *g)
{
    uint32_t live = g->shape->specification->live_capacity, all = g->plan->deferred_count;
    return live < all ? live : all;
}

// Between two ticks, each agent can be cancelled once while it has live deferred actions. Before
// each cancel there must be room for as many requests as one agent can have (agents.c).
static uint64_t room_for_loose(const gestalt_population *p)
{
    uint64_t count = 0, more = 0;
    for (uint32_t i = 0; i < p->group_count; i++) {
        const group *g = &p->groups[i];
        uint64_t live = g->shape->specification->live_capacity;
        count += p->capacity * room_live_deferred(g);
        more = g->plan->deferred_count > 0 && live > more ? live : more;
    }
    return count + more;
}

// A tick may launch and cancel every deferred action of an agent. Cancel requests from before the
// tick are added to these.
static uint64_t room_for_requests(const gestalt_population *p)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < p->group_count; i++) {
        const group *g = &p->groups[i];
        count += p->capacity * (room_live_deferred(g) + 2 * (uint64_t)g->plan->deferred_count);
    }
    return count;
}

// At worst each agent has its own run, and the table contains the same number of dead runs (ids.c).
// Spawning reserves one more in advance (agents.c).
static uint64_t room_for_runs(const gestalt_population *p)
{
    uint64_t all = p->capacity * p->group_count;
    return 2 * all + 1 + all / UINT32_MAX;
}

gestalt_result population_make_room(gestalt_population *p, gestalt_error *error)
{
    bool fits = ids_reserve(&p->state.ids, room_for_runs(p), &p->memory.counting);
    for (uint32_t i = 0; i < p->group_count && fits; i++)
        fits = group_reserve(p, &p->groups[i], population_cohorts_for(p, p->capacity));
    uint64_t loose = room_for_loose(p);
    fits = fits && loose_reserve(p, &p->state.coming, loose) &&
           loose_reserve(p, &p->state.given, loose) && requests_reserve(p, room_for_requests(p));
    return fits ? GESTALT_OK : error_no_memory(error);
}

// ---- measuring

enum { ROOM_LEAST_TRIED = 2048, ROOM_SMALL = 1 << 20 };

// Each cohort may later allocate a list of its agents' ids. Allocate all these lists as a trial;
// they are never freed, since the block is discarded.
static bool room_takes_ids(const gestalt_population *p)
{
    uint64_t cohorts = p->lanes > 1 ? population_cohorts_for(p, p->capacity) * p->group_count : 0;
    for (; cohorts > 0; cohorts--)
        if (!memory_new(&p->memory.counting, p->lanes * sizeof(uint64_t)))
            return false;
    return true;
}

// Make the population in a block once. The block records how much of it was used.
static gestalt_result room_try(gestalt_population_options options, gestalt_memory *m,
                               gestalt_error *error)
{
    gestalt_population *p = NULL;
    options.allocator = gestalt_memory_allocator(m);
    gestalt_result result = gestalt_population_create(&options, &p, error);
    if (result == GESTALT_OK && !room_takes_ids(p))
        result = error_no_memory(error);
    gestalt_population_destroy(p);
    return result;
}

// Grow small blocks slowly: `options->allocator` may belong to a device with little memory to
// spare.
static size_t room_next_tried(size_t tried)
{
    return tried + (tried < ROOM_SMALL ? tried / 8 : tried);
}

gestalt_result gestalt_population_memory(const gestalt_population_options *options, size_t *size,
                                         gestalt_error *error)
{
    if (MISUSE_NULL(options, "options", error) || MISUSE_NULL(size, "size", error) ||
        population_has_no_shape(__func__, options, error) ||
        MISUSE_ENUM(options->states, GESTALT_STATES_MASKS, "options->states", error))
        return GESTALT_MISUSE;
    gestalt_allocator host = memory_allocator(&options->allocator);
    for (size_t tried = ROOM_LEAST_TRIED;; tried = room_next_tried(tried)) {
        gestalt_memory m = {.block = memory_new(&host, tried), .size = tried};
        if (!m.block)
            return error_no_memory(error);
        gestalt_result result = room_try(*options, &m, error);
        memory_release(&host, m.block, tried);
        *size = result == GESTALT_OK ? m.most : *size;
        if (!m.is_full || tried > SIZE_MAX / 2)
            return result;
    }
}
