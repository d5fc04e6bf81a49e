// SPDX-License-Identifier: MIT
// Taking single agents out of a population as bytes, and inserting them.
#include "actor.h"
#include "tick.h"

#include "agents.h"
#include "build.h"
#include "deferred.h"
#include "edit.h"
#include "error.h"
#include "floats.h"
#include "given_ids.h"
#include "group.h"
#include "hash.h"
#include "memory.h"
#include "old_shapes.h"
#include "place.h"
#include "population_checks.h"
#include "population_state.h"
#include "requests.h"
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
    return !MISUSE_NULL(p, "population", NULL) && number < p->group_count
               ? sizeof(actor_header) + actor_size_max(p->groups[number].plan)
               : 0;
}

gestalt_result gestalt_actor_take(const gestalt_population *p, uint64_t agent, void *bytes,
                                  size_t capacity, size_t *size, gestalt_error *error)
{
    place where;
    if (POPULATION_IS_WRONG(p, CALLS_TELLING, error) ||
        (capacity > 0 && MISUSE_NULL(bytes, "bytes", error)) || MISUSE_NULL(size, "size", error))
        return GESTALT_MISUSE;
    gestalt_result result = population_need(p, agent, &where, error);
    if (result != GESTALT_OK)
        return result;
    const group *g = where.group;
    size_t needed = gestalt_actor_size_max(p, (uint32_t)(g - p->groups));
    if (capacity < needed)
        return error_set(error, GESTALT_LIMIT, 0,
                         "an actor of this group may need %zu bytes, but the buffer has %zu",
                         needed, capacity);
    actor_header header = {.version = ACTOR_VERSION,
                           .edited = g->edited != NULL,
                           .identity = g->identity,
                           .edit_identity = g->edit_identity};
    memcpy(header.magic, ACTOR_MAGIC, sizeof header.magic);
    memcpy(bytes, &header, sizeof header);
    unsigned char *actor = (unsigned char *)bytes + sizeof header;
    *size = sizeof header + actor_take(g->plan, &g->layout, where.cohort, where.lane, actor);
    header.hash = hash_actor(bytes, *size);
    memcpy(bytes, &header, sizeof header);
    return GESTALT_OK;
}

// The bytes of an actor as the caller gave them.
typedef struct actor_bytes {
    const void *bytes; // the actor with its header
    size_t size, header_size;
    bool edited;
    const gestalt_group *old; // the actor's shape, if it is not the group's
} actor_bytes;

static bool actor_begin_header(actor_bytes *b, actor_header *header)
{
    const size_t least = ACTOR_HEADER_NAMELESS_SIZE;
    *header = (actor_header){0};
    if (b->size < least || memcmp(b->bytes, ACTOR_MAGIC, sizeof header->magic) != 0)
        return false;
    memcpy(header, b->bytes, least);
    b->header_size = header->version < ACTOR_VERSION ? least : sizeof *header;
    if (b->size < b->header_size)
        return false;
    memcpy(header, b->bytes, b->header_size);
    return true;
}

static gestalt_result actor_find_shape(actor_bytes *b, const group *g, const actor_header *header,
                                       const gestalt_load_options *options, gestalt_error *error)
{
    const saved_shape saved = {header->identity, header->edit_identity,
                               header->version >= ACTOR_VERSION};
    const uint64_t at = offsetof(actor_header, identity);
    const char *why;
    gestalt_result result = old_shapes_find(&saved, g, options, &b->old, &why);
    if (result == GESTALT_BAD_FILE)
        return error_set(error, GESTALT_BAD_FILE, at,
                         "the actor has another shape (%016llx) than the group (%016llx); to "
                         "convert it, give its old shape as well (`old_shapes`, or `--from`)",
                         (unsigned long long)header->identity, (unsigned long long)g->identity);
    return result == GESTALT_OK ? result : error_set(error, result, at, "the actor: %s", why);
}

// Check everything but the actor itself. The caller sets `bytes` and `size` of `b`; the function
// fills in the rest.
static gestalt_result check_header(const gestalt_population *p, uint32_t number, actor_bytes *b,
                                   const gestalt_load_options *options, gestalt_error *error)
{
    actor_header header;
    const group *g = &p->groups[number];
    if (!actor_begin_header(b, &header))
        return error_set(error, GESTALT_BAD_FILE, 0, "this is not an actor");
    if (header.version == VERSION_WITHOUT_LAUNCHES && g->plan->deferred_count > 0)
        return error_set(error, GESTALT_BAD_FILE, offsetof(actor_header, version),
                         "the actor has version %d, which can be read only for shapes without "
                         "deferred actions: take the actor again",
                         VERSION_WITHOUT_LAUNCHES);
    if (header.version < VERSION_WITHOUT_LAUNCHES || header.version > ACTOR_VERSION)
        return error_set(error, GESTALT_BAD_FILE, offsetof(actor_header, version),
                         "the actor has version %u; this library reads %d",
                         (unsigned)header.version, ACTOR_VERSION);
    if (header.hash != hash_actor(b->bytes, b->size) || header.edited > 1)
        return error_set(error, GESTALT_BAD_FILE, offsetof(actor_header, hash),
                         "the actor is damaged: its hash is wrong");
    b->edited = header.edited;
    return actor_find_shape(b, g, &header, options, error);
}

static const char *put_behind_header(const plan *p, const cohort_layout *layout, cohort *c,
                                     unsigned lane, const actor_bytes *b)
{
    return actor_put(p, layout, c, lane, (const unsigned char *)b->bytes + b->header_size,
                     b->size - b->header_size);
}

// Put an actor into a lane to check it, and clear the lane again.
static gestalt_result try_actor(const plan *p, const cohort_layout *layout, cohort *c,
                                unsigned lane, const actor_bytes *b, gestalt_error *error)
{
    const char *wrong = put_behind_header(p, layout, c, lane, b);
    actor_clear(layout, c, UINT64_C(1) << lane);
    return wrong ? error_set(error, GESTALT_BAD_FILE, b->header_size, "a bad actor: %s", wrong)
                 : GESTALT_OK;
}

static gestalt_result check_in_plan(const gestalt_population *p, const plan *of,
                                    const actor_bytes *b, gestalt_error *error)
{
    cohort_layout layout;
    cohort *scratch = of && cohort_layout_make(of, 1, GESTALT_STATES_AUTO, &layout)
                          ? memory_new(&p->memory.counting, layout.size)
                          : NULL;
    if (!scratch)
        return error_no_memory(error);
    cohort_start(&layout, scratch);
    gestalt_result result = try_actor(of, &layout, scratch, 0, b, error);
    memory_release(&p->memory.counting, scratch, layout.size);
    return result;
}

gestalt_result gestalt_actor_check(const gestalt_population *p, uint32_t number, const void *bytes,
                                   size_t size, gestalt_error *error)
{
    actor_bytes b = {.bytes = bytes, .size = size};
    if (POPULATION_IS_WRONG(p, CALLS_TELLING, error) || POPULATION_NO_GROUP(p, number, error) ||
        MISUSE_NULL(bytes, "bytes", error))
        return GESTALT_MISUSE;
    gestalt_result result = check_header(p, number, &b, NULL, error);
    if (result != GESTALT_OK)
        return result;
    const group *g = &p->groups[number];
    if (!b.edited || g->edited)
        return check_in_plan(p, g->plan, &b, error);
    gestalt_shape *shape = shape_copy_edited(g->shape, &p->memory.counting);
    plan *of = shape ? plan_create(shape, &p->memory.counting) : NULL;
    result = check_in_plan(p, of, &b, error);
    plan_destroy(of, &p->memory.counting);
    gestalt_shape_destroy(shape);
    return result;
}

// Add an agent of the group's own shape, from bytes with a header.
static gestalt_result insert_own(gestalt_population *p, uint32_t number, const actor_bytes *b,
                                 gestalt_error *error)
{
    uint64_t id = p->state.next_id;
    place where;
    if (!agents_free_lane(p, &p->groups[number], &where))
        return error_no_memory(error);
    gestalt_result result =
        try_actor(where.group->plan, &where.group->layout, where.cohort, where.lane, b, error);
    if (result == GESTALT_OK)
        result = agents_add(p, &p->groups[number], 1, false, error);
    if (result != GESTALT_OK)
        return result;
    population_find(p, id, &where);
    const group *g = where.group;
    put_behind_header(g->plan, &g->layout, where.cohort, where.lane, b);
    deferred_forget_requests(&g->layout, where.cohort, UINT64_C(1) << where.lane);
    return GESTALT_OK;
}

// ---- actors of old shapes: edit a population of one agent, and insert the resulting actor

typedef struct insertion {
    gestalt_population *p;
    uint32_t number;
    const gestalt_load_options *options;
    gestalt_population one; // the population of one agent
    group group;
    edit_work *work;
    unsigned char *bytes; // bytes of the edited actor, without a header
    size_t capacity;
    gestalt_edit_report *report;
} insertion;

static gestalt_result insertion_begin(insertion *n, const actor_bytes *b, gestalt_error *error)
{
    const gestalt_group *old = b->old;
    gestalt_population *p = n->p, *one = &n->one;
    group *g = &p->groups[n->number];
    group_kind kind =
        (group_kind)((b->edited ? GROUP_EDITED : 0) | (old->host ? 0 : GROUP_UNBOUND));
    gestalt_edit edit = {.shape = g->given.shape,
                         .host = g->given.host,
                         .renames = n->options->renames,
                         .rename_count = n->options->rename_count};
    *one = *p;
    one->capacity = 0;
    one->timer.timing = (gestalt_timing){0};
    one->hooking.watches =
        (population_watches){0}; // its agents are not those of the population yet
    one->group_count = 1;
    one->groups = &n->group;
    one->state = (population_state){.seed = p->state.seed,
                                    .now = p->state.now,
                                    .last = p->state.last,
                                    .ticks = p->state.ticks,
                                    .next_id = p->state.next_id};
    gestalt_result result = group_start(one, &n->group, old, kind, error);
    if (result == GESTALT_OK)
        result = insert_own(one, 0, b, error);
    if (result == GESTALT_OK)
        result = edit_begin(one, &edit, (edit_manner){.shared_of = g}, &n->work, error);
    return result;
}

// Reserve a lane for the edited agent before the edit calls functions of the host.
static gestalt_result insertion_make_room(insertion *n, gestalt_error *error)
{
    gestalt_population *p = n->p;
    const group *is = edit_group(n->work);
    n->capacity = actor_size_max(is->plan);
    n->bytes = memory_new(&p->memory.counting, n->capacity);
    if (!n->bytes)
        return error_no_memory(error);
    gestalt_result result = is->edited ? population_relax(p, n->number, error) : GESTALT_OK;
    return result == GESTALT_OK ? agents_add(p, &p->groups[n->number], 1, false, error) : result;
}

static gestalt_result insertion_end(insertion *n, gestalt_error *error)
{
    gestalt_population *p = n->p, *one = &n->one;
    const uint64_t id = one->state.next_id - 1;
    place from, to;
    edit_commit(n->work, &n->report);
    n->work = NULL;
    tick_join_error(&p->state.error, one->state.error);
    population_find(one, id, &from);
    population_find(p, id, &to);
    const group *was = from.group, *is = to.group;
    size_t size = actor_take(was->plan, &was->layout, from.cohort, from.lane, n->bytes);
    const char *wrong = actor_put(is->plan, &is->layout, to.cohort, to.lane, n->bytes, size);
    if (wrong) { // no edit results in a bad actor
        agents_remove(p, &to);
        return error_set(error, GESTALT_BAD_FILE, 0, "a bad actor: %s", wrong);
    }
    deferred_forget_requests(&is->layout, to.cohort, UINT64_C(1) << to.lane);
    return GESTALT_OK;
}

static gestalt_result insert_old(insertion *n, const actor_bytes *b, gestalt_error *error)
{
    gestalt_population *p = n->p;
    gestalt_result result = insertion_begin(n, b, error);
    if (result == GESTALT_OK)
        result = insertion_make_room(n, error);
    if (result == GESTALT_OK)
        result = insertion_end(n, error);
    if (n->work)
        edit_abandon(n->work);
    group_release(&n->one, &n->group);
    ids_release(&n->one.state.ids, &p->memory.counting);
    requests_release(&n->one);
    memory_release(&p->memory.counting, n->bytes, n->capacity);
    if (result == GESTALT_OK && n->options->reports)
        *n->options->reports = n->report;
    else
        gestalt_edit_report_destroy(n->report);
    return result;
}

static gestalt_result insert_any(gestalt_population *p, uint32_t number, const void *bytes,
                                 size_t size, const gestalt_load_options *options, uint64_t *agent,
                                 gestalt_error *error)
{
    uint64_t id = p->state.next_id;
    actor_bytes b = {.bytes = bytes, .size = size};
    gestalt_result result = check_header(p, number, &b, options, error);
    if (result != GESTALT_OK)
        return result;
    population_phase before = population_enter(p, POPULATION_CHANGES);
    if (b.old) {
        insertion n = {.p = p, .number = number, .options = options};
        result = insert_old(&n, &b, error);
    } else {
        if (b.edited)
            result = population_relax(p, number, error);
        if (result == GESTALT_OK)
            result = insert_own(p, number, &b, error);
        if (result == GESTALT_OK && options && options->reports)
            *options->reports = NULL;
    }
    population_enter(p, before);
    if (result == GESTALT_OK && agent)
        *agent = id;
    return result;
}

static gestalt_result actor_insert(gestalt_population *p, uint32_t number, const void *bytes,
                                   size_t size, const gestalt_load_options *options,
                                   uint64_t *agent, gestalt_error *error)
{
    floats_environment floats;
    floats_begin(&floats);
    gestalt_result result = insert_any(p, number, bytes, size, options, agent, error);
    floats_end(&floats);
    return result;
}

gestalt_result gestalt_population_insert_with(gestalt_population *p, uint32_t number,
                                              const void *bytes, size_t size,
                                              const gestalt_load_options *options, uint64_t *agent,
                                              gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || POPULATION_NO_GROUP(p, number, error) ||
        MISUSE_NULL(bytes, "bytes", error) || POPULATION_HAS_ROWS(p, error) ||
        load_options_are_wrong(__func__, options, error))
        return GESTALT_MISUSE;
    return actor_insert(p, number, bytes, size, options, agent, error);
}

gestalt_result gestalt_population_insert(gestalt_population *p, uint32_t number, const void *bytes,
                                         size_t size, uint64_t *agent, gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || POPULATION_NO_GROUP(p, number, error) ||
        MISUSE_NULL(bytes, "bytes", error) || POPULATION_HAS_ROWS(p, error))
        return GESTALT_MISUSE;
    return actor_insert(p, number, bytes, size, NULL, agent, error);
}

gestalt_result gestalt_population_insert_as(gestalt_population *p, uint32_t number,
                                            const void *bytes, size_t size, uint64_t agent,
                                            gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || POPULATION_NO_GROUP(p, number, error) ||
        MISUSE_NULL(bytes, "bytes", error) || POPULATION_HAS_ROWS(p, error))
        return GESTALT_MISUSE;
    id_loan loan;
    gestalt_result result = ids_lend(p, &p->groups[number], agent, 1, &loan, error);
    if (result != GESTALT_OK)
        return result;
    result = actor_insert(p, number, bytes, size, NULL, NULL, error);
    ids_take_back(p, &loan, result == GESTALT_OK);
    return result;
}

gestalt_result gestalt_population_remove(gestalt_population *p, uint64_t agent,
                                         gestalt_error *error)
{
    place where;
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || POPULATION_HAS_ROWS(p, error))
        return GESTALT_MISUSE;
    gestalt_result result = population_need(p, agent, &where, error);
    if (result == GESTALT_OK && where.group->plan->deferred_count > 0)
        result = requests_build(p, error);
    if (result == GESTALT_OK)
        agents_remove(p, &where);
    return result;
}
