// SPDX-License-Identifier: MIT
// Single agents leave a population, and come in.
#include "actor.h"

#include "deferred.h"
#include "error.h"
#include "hash.h"
#include "memory.h"
#include "population_state.h"
#include "snapshot_format.h"

#include <gestalt/actor.h>
#include <string.h>

static uint64_t hash_actor(const unsigned char *bytes, size_t size)
{
    const size_t first = offsetof(actor_header, version);
    return hash_bytes(bytes + first, size - first);
}

size_t gestalt_actor_size_max(const gestalt_population *p, uint32_t number)
{
    return number < p->group_count ? sizeof(actor_header) + actor_size_max(p->groups[number].plan)
                                   : 0;
}

gestalt_result gestalt_actor_take(const gestalt_population *p, uint64_t agent, void *bytes,
                                  size_t capacity, size_t *size, gestalt_error *error)
{
    place where;
    gestalt_result result = steps_refuse(p, error);
    if (result == GESTALT_OK)
        result = population_need(p, agent, &where, error);
    if (result != GESTALT_OK)
        return result;
    const group *g = where.group;
    size_t needed = gestalt_actor_size_max(p, (uint32_t)(g - p->groups));
    if (capacity < needed)
        return error_set(error, GESTALT_LIMIT, 0,
                         "an actor of this group may need %zu bytes, and there are %zu", needed,
                         capacity);
    actor_header header = {.version = ACTOR_VERSION, .identity = g->identity};
    memcpy(header.magic, ACTOR_MAGIC, sizeof header.magic);
    memcpy(bytes, &header, sizeof header);
    unsigned char *actor = (unsigned char *)bytes + sizeof header;
    *size = sizeof header + actor_take(g->plan, &g->layout, where.cohort, where.lane, actor);
    header.hash = hash_actor(bytes, *size);
    memcpy(bytes, &header, sizeof header);
    return GESTALT_OK;
}

static gestalt_result check_group(const gestalt_population *p, uint32_t number,
                                  gestalt_error *error)
{
    if (number < p->group_count)
        return GESTALT_OK;
    return error_set(error, GESTALT_BAD_ARGUMENT, 0, "there is no group %u", (unsigned)number);
}

// Checks all but the actor itself.
static gestalt_result check_header(const gestalt_population *p, uint32_t number, const void *bytes,
                                   size_t size, gestalt_error *error)
{
    actor_header header;
    gestalt_result result = check_group(p, number, error);
    if (result != GESTALT_OK)
        return result;
    const group *g = &p->groups[number];
    if (size < sizeof header || memcmp(bytes, ACTOR_MAGIC, sizeof header.magic) != 0)
        return error_set(error, GESTALT_BAD_FILE, 0, "this is no actor");
    memcpy(&header, bytes, sizeof header);
    if (header.version == VERSION_WITHOUT_LAUNCHES && g->plan->deferred_count > 0)
        return error_set(error, GESTALT_BAD_FILE, offsetof(actor_header, version),
                         "the actor has version %d, which is read for shapes without deferred "
                         "actions only: it has to be taken again",
                         VERSION_WITHOUT_LAUNCHES);
    if (header.version != ACTOR_VERSION && header.version != VERSION_WITHOUT_LAUNCHES)
        return error_set(error, GESTALT_BAD_FILE, offsetof(actor_header, version),
                         "the actor has version %u; this library reads %d",
                         (unsigned)header.version, ACTOR_VERSION);
    if (header.hash != hash_actor(bytes, size) || header.zero != 0)
        return error_set(error, GESTALT_BAD_FILE, offsetof(actor_header, hash),
                         "the actor is damaged: its hash is wrong");
    if (header.identity != g->identity)
        return error_set(error, GESTALT_BAD_FILE, offsetof(actor_header, identity),
                         "the actor is of another shape");
    return GESTALT_OK;
}

static const char *put_behind_header(const plan *p, const cohort_layout *layout, cohort *c,
                                     unsigned lane, const void *bytes, size_t size)
{
    const size_t header = sizeof(actor_header);
    return actor_put(p, layout, c, lane, (const unsigned char *)bytes + header, size - header);
}

// Puts an actor into a lane where it does not stay.
static gestalt_result try_actor(const plan *p, const cohort_layout *layout, cohort *c,
                                unsigned lane, const void *bytes, size_t size, gestalt_error *error)
{
    const char *wrong = put_behind_header(p, layout, c, lane, bytes, size);
    actor_clear(layout, c, lane);
    return wrong
               ? error_set(error, GESTALT_BAD_FILE, sizeof(actor_header), "a bad actor: %s", wrong)
               : GESTALT_OK;
}

gestalt_result gestalt_actor_check(const gestalt_population *p, uint32_t number, const void *bytes,
                                   size_t size, gestalt_error *error)
{
    gestalt_result result = check_header(p, number, bytes, size, error);
    if (result != GESTALT_OK)
        return result;
    const plan *of = p->groups[number].plan;
    cohort_layout layout;
    cohort *scratch = cohort_layout_make(of, 1, GESTALT_STATES_AUTO, &layout)
                          ? memory_new(&p->allocator, layout.size)
                          : NULL;
    if (!scratch)
        return error_no_memory(error);
    cohort_start(&layout, scratch);
    result = try_actor(of, &layout, scratch, 0, bytes, size, error);
    memory_release(&p->allocator, scratch, layout.size);
    return result;
}

gestalt_result gestalt_population_insert(gestalt_population *p, uint32_t number, const void *bytes,
                                         size_t size, uint64_t *agent, gestalt_error *error)
{
    uint64_t id = p->state.next_id;
    place where;
    gestalt_result result = check_header(p, number, bytes, size, error);
    if (result == GESTALT_OK)
        result = steps_refuse(p, error);
    if (result == GESTALT_OK && !agents_free_lane(p, &p->groups[number], &where))
        result = error_no_memory(error);
    if (result == GESTALT_OK)
        result = try_actor(where.group->plan, &where.group->layout, where.cohort, where.lane, bytes,
                           size, error);
    if (result == GESTALT_OK)
        result = agents_add(p, &p->groups[number], 1, false, error);
    if (result != GESTALT_OK)
        return result;
    population_find(p, id, &where);
    const group *g = where.group;
    put_behind_header(g->plan, &g->layout, where.cohort, where.lane, bytes, size);
    deferred_forget_requests(&g->layout, where.cohort, UINT64_C(1) << where.lane);
    if (agent)
        *agent = id;
    return GESTALT_OK;
}

gestalt_result gestalt_population_remove(gestalt_population *p, uint64_t agent,
                                         gestalt_error *error)
{
    place where;
    gestalt_result result = steps_refuse(p, error);
    if (result == GESTALT_OK)
        result = population_need(p, agent, &where, error);
    if (result == GESTALT_OK && where.group->plan->deferred_count > 0)
        result = requests_build(p, error);
    if (result == GESTALT_OK)
        agents_remove(p, &where);
    return result;
}
