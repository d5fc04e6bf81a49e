// SPDX-License-Identifier: MIT
// Lists of agents: taken as bytes, inserted and removed together, all or none of them.
//
// New agents are added in the order of their ids, with a table of ids of their own, which is then
// merged into the table of all others. If anything goes wrong, those that have been added are
// removed again.
#include "actor_lists.h"

#include "actor.h"
#include "agents.h"
#include "array.h"
#include "deferred.h"
#include "edit.h"
#include "error.h"
#include "given_ids.h"
#include "group.h"
#include "memory.h"
#include "place.h"
#include "population_state.h"
#include "requests.h"
#include "sort.h"

#include <gestalt/actor.h>
#include <string.h>

// Precedes each actor: the identity of its shape, whose lowest bit is replaced by the flag
// `edited` of snapshot_format.h.
typedef uint64_t actor_tag;

static actor_tag tag_of(const group *g)
{
    return (g->identity & ~UINT64_C(1)) | (g->edited != NULL);
}

// ---- taking

gestalt_result gestalt_actor_take_many(const gestalt_population *p, const uint64_t *agents,
                                       uint64_t count, void *bytes, size_t capacity,
                                       size_t *offsets, gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_TELLING, error) ||
        (count > 0 && MISUSE_NULL(agents, "agents", error)) ||
        (capacity > 0 && MISUSE_NULL(bytes, "bytes", error)) ||
        MISUSE_NULL(offsets, "offsets", error))
        return GESTALT_MISUSE;
    size_t used = 0;
    for (uint64_t i = 0; i < count; i++) {
        place where;
        gestalt_result result = population_need(p, agents[i], &where, error);
        if (result != GESTALT_OK)
            return result;
        const group *g = where.group;
        const actor_tag tag = tag_of(g);
        size_t needed = sizeof tag + actor_size_max(g->plan);
        if (capacity - used < needed)
            return error_set(error, GESTALT_LIMIT, 0,
                             "actor %llu of the list may need %zu bytes, but %zu of the buffer's "
                             "%zu are left",
                             (unsigned long long)i, needed, capacity - used, capacity);
        unsigned char *to = (unsigned char *)bytes + used;
        memcpy(to, &tag, sizeof tag);
        offsets[i] = used;
        used +=
            sizeof tag + actor_take(g->plan, &g->layout, where.cohort, where.lane, to + sizeof tag);
    }
    offsets[count] = used;
    return GESTALT_OK;
}

// ---- the order of ids

// An element of a list, and the agent's id.
typedef struct numbered {
    uint64_t id, index;
} numbered;

// Elements of a list in the order of ids.
typedef struct id_order {
    numbered *list;
    numbered *block; // two halves, for sorting
    size_t size;
} id_order;

static bool numbered_is_before(const void *one, const void *other, const void *user)
{
    const numbered *a = one, *b = other;
    (void)user;
    return a->id < b->id;
}

// Sort a list of ids. Fails if it contains one twice.
static gestalt_result id_order_make(id_order *o, const uint64_t *ids, uint64_t count,
                                    const gestalt_allocator *allocator, gestalt_error *error)
{
    *o = (id_order){0};
    if (count > SIZE_MAX / 2 / sizeof *o->block)
        return error_no_memory(error);
    o->size = 2 * (size_t)count * sizeof *o->block;
    o->block = memory_new(allocator, o->size);
    if (!o->block)
        return error_no_memory(error);
    for (uint64_t i = 0; i < count; i++)
        o->block[i] = (numbered){ids[i], i};
    o->list =
        sort_merge(o->block, o->block + count, count, sizeof *o->list, numbered_is_before, NULL);
    for (uint64_t i = 1; i < count; i++)
        if (o->list[i].id == o->list[i - 1].id)
            return error_set(error, GESTALT_BAD_ARGUMENT, 0, "agent %llu is in the list twice",
                             (unsigned long long)o->list[i].id);
    return GESTALT_OK;
}

static void id_order_release(id_order *o, const gestalt_allocator *allocator)
{
    memory_release(allocator, o->block, o->size);
}

static bool ids_ascend(const uint64_t *ids, uint64_t count)
{
    for (uint64_t i = 1; i < count; i++)
        if (ids[i] <= ids[i - 1])
            return false;
    return true;
}

// ---- inserting

typedef struct inserting {
    gestalt_population *p;
    const actor_list *given;
    id_order order;             // no list: agents are in the order of ids already
    uint64_t next_id, first_id; // the population's next id, and the first id of the new agents
    uint64_t added;
    id_table others; // table of all other agents, while the population has one for the new ones
    id_table merged;
} inserting;

static uint64_t inserting_index(const inserting *n, uint64_t i)
{
    return n->order.list ? n->order.list[i].index : i;
}

static uint64_t inserting_id(const inserting *n, uint64_t i)
{
    if (n->order.list)
        return n->order.list[i].id;
    return n->given->ids ? n->given->ids[i] : n->first_id + i;
}

static gestalt_result check_actor(const gestalt_population *p, const actor_list *given, uint64_t i,
                                  bool *edited, gestalt_error *error)
{
    const group *g = &p->groups[given->groups[i]];
    const size_t at = given->offsets[i];
    actor_tag tag;
    if (given->offsets[i + 1] < at || given->offsets[i + 1] - at < sizeof tag)
        return error_set(error, GESTALT_BAD_FILE, at, "actor %llu of the list ends too early",
                         (unsigned long long)i);
    memcpy(&tag, given->bytes + at, sizeof tag);
    if ((tag | 1) != (g->identity | 1))
        return error_set(error, GESTALT_BAD_FILE, at,
                         "actor %llu of the list has another shape than group %u",
                         (unsigned long long)i, (unsigned)g->number);
    *edited = tag & 1;
    return GESTALT_OK;
}

// Check everything but the actors themselves, and let groups accept actors from other shapes if
// necessary. After an error, groups may still accept them.
static gestalt_result check_actors(gestalt_population *p, const actor_list *given,
                                   gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    bool edited = false, any_edited = false;
    for (uint64_t i = 0; i < given->count && result == GESTALT_OK; i++) {
        result = check_actor(p, given, i, &edited, error);
        any_edited |= edited;
    }
    for (uint64_t i = 0; any_edited && i < given->count && result == GESTALT_OK; i++) {
        result = check_actor(p, given, i, &edited, error);
        if (result == GESTALT_OK && edited)
            result = population_relax(p, given->groups[i], error);
    }
    return result;
}

static gestalt_result check_limits(const gestalt_population *p, const inserting *n,
                                   gestalt_error *error)
{
    const uint64_t count = n->given->count, there = p->state.agent_count;
    if (there > p->limits.agents || count > p->limits.agents - there)
        return error_set(error, GESTALT_LIMIT, 0,
                         "there would be more agents than the limit of %llu",
                         (unsigned long long)p->limits.agents);
    if ((!n->given->ids && count > UINT64_MAX - 1 - n->first_id) ||
        inserting_id(n, count - 1) == UINT64_MAX)
        return error_set(error, GESTALT_LIMIT, 0, "there are not enough ids for that many agents");
    place where;
    for (uint64_t i = 0; n->given->ids && i < count; i++)
        if (population_find(p, n->given->ids[i], &where))
            return error_set(error, GESTALT_BAD_ARGUMENT, 0, "there is an agent %llu already",
                             (unsigned long long)n->given->ids[i]);
    return GESTALT_OK;
}

static gestalt_result inserting_begin(inserting *n, gestalt_population *p, const actor_list *given,
                                      gestalt_error *error)
{
    *n = (inserting){
        .p = p, .given = given, .next_id = p->state.next_id, .first_id = p->state.next_id};
    gestalt_result result = GESTALT_OK;
    if (given->ids && !ids_ascend(given->ids, given->count))
        result = id_order_make(&n->order, given->ids, given->count, &p->memory.counting, error);
    if (result == GESTALT_OK)
        result = check_limits(p, n, error);
    if (result == GESTALT_OK)
        result = check_actors(p, given, error);
    n->first_id = inserting_id(n, 0);
    return result;
}

static gestalt_result insert_actor(inserting *n, uint64_t i, gestalt_error *error)
{
    const actor_list *given = n->given;
    const uint64_t index = inserting_index(n, i);
    const size_t begin = given->offsets[index] + sizeof(actor_tag);
    group *g = &n->p->groups[given->groups[index]];
    place to;
    if (!agents_add_one(n->p, g, inserting_id(n, i), &to))
        return error_no_memory(error);
    n->added++;
    const char *wrong = actor_put(g->plan, &g->layout, to.cohort, to.lane, given->bytes + begin,
                                  given->offsets[index + 1] - begin);
    if (wrong)
        return error_set(error, GESTALT_BAD_FILE, begin, "actor %llu of the list: %s",
                         (unsigned long long)index, wrong);
    deferred_forget_requests(&g->layout, to.cohort, UINT64_C(1) << to.lane);
    return GESTALT_OK;
}

// Allocate room for the common table.
static bool inserting_reserve(inserting *n)
{
    const gestalt_allocator *a = &n->p->memory.counting;
    const uint64_t more = n->p->state.ids.count, all = n->others.count + 2 * more;
    if (n->first_id >= n->next_id)
        return ids_reserve(&n->others, more, a);
    return all <= UINT32_MAX && ARRAY_RESERVE(a, n->merged.runs, n->merged.capacity, all);
}

static void append_ids(id_table *to, const id_table *more, const gestalt_population *p)
{
    for (uint32_t i = 0; i < more->count; i++)
        ids_add(to, more->runs[i].first, more->runs[i].count, more->runs[i],
                p->groups[more->runs[i].group].layout.lanes);
}

static void inserting_end(inserting *n)
{
    gestalt_population *p = n->p;
    id_table more = p->state.ids;
    if (n->first_id >= n->next_id)
        append_ids(&n->others, &more, p);
    else
        ids_merge(p, &n->merged, &n->others, &more);
    p->state.ids = n->first_id >= n->next_id ? n->others : n->merged;
    if (n->first_id < n->next_id)
        ids_release(&n->others, &p->memory.counting);
    ids_release(&more, &p->memory.counting);
    p->state.next_id = p->state.next_id > n->next_id ? p->state.next_id : n->next_id;
}

static void inserting_undo(inserting *n)
{
    gestalt_population *p = n->p;
    for (uint64_t i = 0; i < n->added; i++) {
        place where;
        population_find(p, inserting_id(n, i), &where);
        agents_remove(p, &where);
    }
    ids_release(&p->state.ids, &p->memory.counting);
    ids_release(&n->merged, &p->memory.counting);
    p->state.ids = n->others;
    p->state.next_id = n->next_id;
}

gestalt_result agents_insert_list(gestalt_population *p, const actor_list *given,
                                  gestalt_error *error)
{
    if (given->count == 0)
        return GESTALT_OK;
    inserting n;
    population_phase before = population_enter(p, POPULATION_CHANGES);
    gestalt_result result = inserting_begin(&n, p, given, error);
    if (result == GESTALT_OK) {
        n.others = p->state.ids;
        p->state.ids = (id_table){0};
        for (uint64_t i = 0; i < given->count && result == GESTALT_OK; i++)
            result = insert_actor(&n, i, error);
        if (result == GESTALT_OK && !inserting_reserve(&n))
            result = error_no_memory(error);
        if (result == GESTALT_OK)
            inserting_end(&n);
        else
            inserting_undo(&n);
    }
    id_order_release(&n.order, &p->memory.counting);
    population_enter(p, before);
    return result;
}

gestalt_result gestalt_population_insert_many(gestalt_population *p, const uint32_t *groups,
                                              const void *bytes, const size_t *offsets,
                                              const uint64_t *ids, uint64_t count,
                                              gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || POPULATION_HAS_ROWS(p, error) ||
        (count > 0 && (MISUSE_NULL(groups, "groups", error) || MISUSE_NULL(bytes, "bytes", error) ||
                       MISUSE_NULL(offsets, "offsets", error))))
        return GESTALT_MISUSE;
    for (uint64_t i = 0; i < count; i++)
        if (POPULATION_NO_GROUP(p, groups[i], error))
            return GESTALT_MISUSE;
    return agents_insert_list(p, &(actor_list){groups, bytes, offsets, ids, count}, error);
}

// ---- removing

static gestalt_result check_removed(const gestalt_population *p, const uint64_t *agents,
                                    uint64_t count, bool *has_requests, gestalt_error *error)
{
    id_order order = {0};
    gestalt_result result = GESTALT_OK;
    if (!ids_ascend(agents, count))
        result = id_order_make(&order, agents, count, &p->memory.counting, error);
    id_order_release(&order, &p->memory.counting);
    for (uint64_t i = 0; i < count && result == GESTALT_OK; i++) {
        place where;
        result = population_need(p, agents[i], &where, error);
        *has_requests |= result == GESTALT_OK && where.group->plan->deferred_count > 0;
    }
    return result;
}

gestalt_result agents_remove_list(gestalt_population *p, const uint64_t *agents, uint64_t count,
                                  gestalt_error *error)
{
    bool has_requests = false;
    gestalt_result result = check_removed(p, agents, count, &has_requests, error);
    if (result == GESTALT_OK && has_requests)
        result = requests_build(p, error);
    for (uint64_t i = 0; i < count && result == GESTALT_OK; i++) {
        place where;
        population_find(p, agents[i], &where);
        agents_remove(p, &where);
    }
    return result;
}

gestalt_result gestalt_population_remove_many(gestalt_population *p, const uint64_t *agents,
                                              uint64_t count, gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || POPULATION_HAS_ROWS(p, error) ||
        (count > 0 && MISUSE_NULL(agents, "agents", error)))
        return GESTALT_MISUSE;
    return agents_remove_list(p, agents, count, error);
}
