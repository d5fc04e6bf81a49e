// SPDX-License-Identifier: MIT
// Launches: live deferred actions, as game systems see them. Game systems list them, read their
// arguments, and report how they end.
#include "group.h"
#include "place.h"
#include "population_state.h"
#include "values.h"

#include "columns.h"
#include "deferred.h"
#include "error.h"
#include "launch.h"
#include "live.h"
#include "nodes.h"

#include <string.h>

// ---- one launch

static bool is_deferred_node(const group *g, uint32_t node)
{
    return node < g->shape->specification->node_count &&
           node_is(item_type_of(g->shape->items[g->shape->nodes[node]]), NODE_IS_LAUNCHING);
}

// Find the number of a deferred action that is live for an agent. Returns false if the action is
// not live.
static bool launch_find(const place *where, uint32_t node, uint32_t *number)
{
    const group *g = where->group;
    if (!is_deferred_node(g, node))
        return false;
    uint32_t item = g->shape->nodes[node];
    *number = g->plan->deferred[item];
    return g->plan->can_be_live[item] &&
           live_has(g->plan, &g->layout, where->cohort, where->lane, item);
}

// Statuses of an action's launches in lanes of one cohort.
typedef struct launch_ends {
    const group *group;
    cohort *cohort;
    uint32_t index; // index of the cohort in its group
    uint32_t number;
    uint64_t lanes, ended, succeeded;
} launch_ends;

static void ends_store(const launch_ends *e)
{
    if (e->lanes == 0)
        return;
    group_wake(e->group, e->index);
    deferred_state s = deferred_get(&e->group->layout, e->cohort, e->number);
    s.ended = (s.ended & ~e->lanes) | e->ended;
    s.succeeded = (s.succeeded & ~e->lanes) | e->succeeded;
    deferred_put(&e->group->layout, e->cohort, e->number, &s);
}

// Add a status. Statuses of another cohort or action are stored first.
static void ends_add(launch_ends *e, const place *where, uint32_t number, gestalt_status status)
{
    if (e->cohort != where->cohort || e->number != number) {
        ends_store(e);
        *e = (launch_ends){where->group, where->cohort, where->index, number, 0, 0, 0};
    }
    uint64_t bit = UINT64_C(1) << where->lane;
    e->lanes |= bit;
    e->ended = (e->ended & ~bit) | (status == GESTALT_RUNNING ? 0 : bit);
    e->succeeded = (e->succeeded & ~bit) | (status == GESTALT_SUCCESS ? bit : 0);
}

static void launch_finish(const place *where, uint32_t number, gestalt_status status)
{
    launch_ends e = {0};
    ends_add(&e, where, number, status);
    ends_store(&e);
}

// Find the current launch of a node. `where` is zero, or what the previous call has found.
static gestalt_result launch_need(const gestalt_population *p, uint64_t agent, uint32_t node,
                                  place *where, uint32_t *number, gestalt_error *error)
{
    if (!population_find_next(p, agent, where))
        return population_need(p, agent, &(place){0}, error);
    if (launch_find(where, node, number))
        return GESTALT_OK;
    return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                     "node %u is not a live deferred action of agent %llu", (unsigned)node,
                     (unsigned long long)agent);
}

gestalt_result gestalt_population_finish(gestalt_population *p, uint64_t agent, uint32_t node,
                                         gestalt_status status, gestalt_error *error)
{
    place where = {0};
    uint32_t number;
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || POPULATION_NO_STATUS(status, error))
        return GESTALT_MISUSE;
    gestalt_result result = launch_need(p, agent, node, &where, &number, error);
    if (result == GESTALT_OK)
        launch_finish(&where, number, status);
    return result;
}

// Set the error for a launch that does not exist: either it is over, or it never existed.
static gestalt_result launch_refuse(const gestalt_population *p, uint64_t agent, uint32_t node,
                                    uint32_t launch_id, gestalt_error *error)
{
    // Once there have been 2^32 ticks, a launch number no longer identifies a tick.
    if (p->state.ticks <= UINT32_MAX && launch_id >= p->state.ticks)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "agent %llu never had a launch %u of node %u: there was no such tick",
                         (unsigned long long)agent, (unsigned)launch_id, (unsigned)node);
    return error_set(error, GESTALT_STALE, 0, "launch %u of node %u of agent %llu is over",
                     (unsigned)launch_id, (unsigned)node, (unsigned long long)agent);
}

// Find a launch by its number. `where` is zero, or what the previous call has found.
static gestalt_result launch_need_number(const gestalt_population *p, uint64_t agent, uint32_t node,
                                         uint32_t launch_id, place *where, uint32_t *number,
                                         gestalt_error *error)
{
    if (!population_find_next(p, agent, where))
        return agent < p->state.next_id
                   ? error_set(error, GESTALT_STALE, 0, "agent %llu no longer exists",
                               (unsigned long long)agent)
                   : population_need(p, agent, &(place){0}, error);
    const group *g = where->group;
    if (!is_deferred_node(g, node))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "node %u of agent %llu is not a deferred action", (unsigned)node,
                         (unsigned long long)agent);
    if (!launch_find(where, node, number) ||
        launch_id_of(g->plan, &g->layout, where->cohort, *number, where->lane) != launch_id)
        return launch_refuse(p, agent, node, launch_id, error);
    return GESTALT_OK;
}

gestalt_result gestalt_population_finish_launch(gestalt_population *p, uint64_t agent,
                                                uint32_t node, uint32_t launch_id,
                                                gestalt_status status, gestalt_error *error)
{
    place where = {0};
    uint32_t number;
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || POPULATION_NO_STATUS(status, error))
        return GESTALT_MISUSE;
    gestalt_result result = launch_need_number(p, agent, node, launch_id, &where, &number, error);
    if (result == GESTALT_OK)
        launch_finish(&where, number, status);
    return result;
}

// ---- many launches: check all reports before the first change

static gestalt_result report_find(const gestalt_population *p, const gestalt_launch_report *r,
                                  bool by_number, place *where, uint32_t *number,
                                  gestalt_error *error)
{
    return by_number ? launch_need_number(p, r->agent, r->node, r->launch_id, where, number, error)
                     : launch_need(p, r->agent, r->node, where, number, error);
}

static gestalt_result reports_check(const char *function, const gestalt_population *p,
                                    const gestalt_launch_report *reports, uint64_t count,
                                    bool by_number, gestalt_error *error)
{
    place where = {0};
    uint32_t number;
    for (uint64_t i = 0; i < count; i++) {
        const gestalt_launch_report *r = &reports[i];
        if ((unsigned)r->status > GESTALT_RUNNING)
            return misuse_tell(function, error,
                               "%u is not a status: set `status` of report %llu to "
                               "GESTALT_SUCCESS, GESTALT_FAILURE or GESTALT_RUNNING",
                               (unsigned)r->status, (unsigned long long)i);
        gestalt_result result = report_find(p, r, by_number, &where, &number, NULL);
        if (result == GESTALT_OK || result == GESTALT_STALE)
            continue;
        report_find(p, r, by_number, &where, &number, error);
        return error_of_element(error, result, "reports", i);
    }
    return GESTALT_OK;
}

static void reports_apply(const gestalt_population *p, const gestalt_launch_report *reports,
                          uint64_t count, bool by_number, bool *alive)
{
    place where = {0};
    launch_ends ends = {0};
    uint32_t number;
    for (uint64_t i = 0; i < count; i++) {
        bool is_alive = report_find(p, &reports[i], by_number, &where, &number, NULL) == GESTALT_OK;
        if (is_alive)
            ends_add(&ends, &where, number, reports[i].status);
        if (alive)
            alive[i] = is_alive;
    }
    ends_store(&ends);
}

gestalt_result gestalt_population_finish_launches(gestalt_population *p,
                                                  const gestalt_launch_report *reports,
                                                  uint64_t count, bool *alive, gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) ||
        (count > 0 && MISUSE_NULL(reports, "reports", error)))
        return GESTALT_MISUSE;
    gestalt_result result = reports_check(__func__, p, reports, count, true, error);
    if (result == GESTALT_OK)
        reports_apply(p, reports, count, true, alive);
    return result;
}

gestalt_result gestalt_population_finish_many(gestalt_population *p,
                                              const gestalt_launch_report *reports, uint64_t count,
                                              gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) ||
        (count > 0 && MISUSE_NULL(reports, "reports", error)))
        return GESTALT_MISUSE;
    gestalt_result result = reports_check(__func__, p, reports, count, false, error);
    if (result == GESTALT_OK)
        reports_apply(p, reports, count, false, NULL);
    return result;
}

// ---- arguments

// Return an argument as the launch stores it.
static gestalt_value launch_kept(const place *where, uint32_t number, const launch_argument *a)
{
    const group *g = where->group;
    const uint32_t *words = launch_words(g->plan, &g->layout, where->cohort, number);
    const uint32_t *bits = &words[(size_t)a->word * g->layout.stride + where->lane];
    gestalt_value value = {.type = (gestalt_type)a->info->type};
    if (value.type == GESTALT_BOOL)
        value.boolean = *bits;
    for (uint32_t i = 0; value.type != GESTALT_BOOL && i < a->words; i++)
        memcpy(&value.vector[i], bits + (size_t)i * g->layout.stride, sizeof *bits);
    return value;
}

static gestalt_argument launch_given(const place *where, uint32_t number, const launch_argument *a)
{
    const gestalt_shape *shape = where->group->shape;
    gestalt_argument given = {.name = shape_string(shape, a->info->name)};
    if (a->words > 0) {
        given.value = launch_kept(where, number, a);
        return given;
    }
    const image_key *key = columns_key(shape, a->column);
    given.key = shape_string(shape, key->name);
    given.is_list = a->info->is_list;
    if (given.is_list) {
        given.value = values_of_key(where, key);
        return given;
    }
    if (key->type != a->info->type)
        given.component = key_component(a->column - key->column);
    given.value = values_get(where, (gestalt_type)a->info->type, a->column);
    return given;
}

bool gestalt_population_launch_argument(const gestalt_population *p, uint64_t agent, uint32_t node,
                                        const char *name, gestalt_value *value)
{
    place where;
    uint32_t number;
    if (MISUSE_NULL(p, "population", NULL) || MISUSE_NULL(name, "name", NULL) ||
        MISUSE_NULL(value, "value", NULL))
        return false;
    if (!population_find(p, agent, &where) || !launch_find(&where, node, &number))
        return false;
    const gestalt_shape *shape = where.group->shape;
    launch_argument a = {0};
    while (launch_next_argument(shape, shape->nodes[node], &a)) {
        if (strcmp(shape_string(shape, a.info->name), name) != 0)
            continue;
        *value = launch_given(&where, number, &a).value;
        return true;
    }
    return false;
}

bool gestalt_population_launch_argument_at(const gestalt_population *p, uint64_t agent,
                                           uint32_t node, uint32_t index,
                                           gestalt_argument *argument)
{
    place where;
    uint32_t number;
    if (MISUSE_NULL(p, "population", NULL) || MISUSE_NULL(argument, "argument", NULL))
        return false;
    if (!population_find(p, agent, &where) || !launch_find(&where, node, &number))
        return false;
    const gestalt_shape *shape = where.group->shape;
    launch_argument a = {0};
    for (uint32_t i = 0; launch_next_argument(shape, shape->nodes[node], &a); i++) {
        if (i < index)
            continue;
        *argument = launch_given(&where, number, &a);
        return true;
    }
    return false;
}

// ---- all launches

static gestalt_status launch_status(const place *where, uint32_t number)
{
    deferred_state s = deferred_get(&where->group->layout, where->cohort, number);
    bool has_ended = s.ended >> where->lane & 1, succeeded = s.succeeded >> where->lane & 1;
    return !has_ended ? GESTALT_RUNNING : succeeded ? GESTALT_SUCCESS : GESTALT_FAILURE;
}

static gestalt_launch launch_make(const place *where, uint64_t agent, uint32_t item)
{
    const group *g = where->group;
    const gestalt_shape *shape = g->shape;
    uint32_t number = g->plan->deferred[item];
    const image_host *host = &shape->hosts[item_argument(shape->items[item])];
    gestalt_launch launch = {
        .agent = agent,
        .node = g->plan->node_ids[item],
        .launch_id = launch_id_of(g->plan, &g->layout, where->cohort, number, where->lane),
        .group = g->number,
        .name = shape_string(shape, host->name),
        .resource = shape_string(shape, (uint32_t)shape->items[item + 1]),
        .status = launch_status(where, number)};
    launch_argument a = {0};
    while (launch_next_argument(shape, item, &a))
        launch.argument_count++;
    return launch;
}

// Find the next live item that rests, for one agent, from index `*at` on of the list or of the
// slots. Returns false if there are no more.
static bool launch_next_live(const place *where, uint32_t *at, uint32_t *item)
{
    const plan *p = where->group->plan;
    const cohort_layout *l = &where->group->layout;
    const uint32_t *items = cohort_read(where->cohort, l->live_items);
    uint32_t end = l->has_list ? cohort_live_count(l, where->cohort) : p->slot_count;
    while (*at < end) {
        uint64_t lanes =
            l->has_list ? live_lanes(l, where->cohort, *at) : cohort_slot(l, where->cohort, *at);
        bool is_live = lanes >> where->lane & 1;
        uint32_t here = *at;
        *at = is_live || l->has_list ? here + 1 : p->slot_ends[here];
        *item = l->has_list ? items[here] : p->slot_items[here];
        if (is_live)
            return true;
    }
    return false;
}

// List the launches of one agent from a node on. Returns false if there is not enough room for all
// of them.
static bool launches_of_agent(const place *where, gestalt_launch_cursor *from,
                              gestalt_launch *launches, size_t capacity, size_t *count)
{
    const group *g = where->group;
    uint32_t at = 0, item;
    while (launch_next_live(where, &at, &item)) {
        uint32_t node = g->plan->node_ids[item];
        if (node < from->node || !is_deferred_node(g, node))
            continue;
        if (*count == capacity)
            return false;
        launches[(*count)++] = launch_make(where, from->agent, item);
        from->node = node + 1;
    }
    return true;
}

gestalt_result gestalt_population_launches(const gestalt_population *p, gestalt_launch_cursor *from,
                                           gestalt_launch *launches, size_t capacity, size_t *count,
                                           gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_TELLING, error) || MISUSE_NULL(from, "from", error) ||
        MISUSE_NULL(count, "count", error) ||
        (capacity > 0 && MISUSE_NULL(launches, "launches", error)))
        return GESTALT_MISUSE;
    *count = 0;
    const id_table *ids = &p->state.ids;
    agents_walk walk = {.population = p, .run = ids_from(ids, from->agent)};
    if (walk.run < ids->count && ids->runs[walk.run].first < from->agent)
        walk.index = from->agent - ids->runs[walk.run].first;
    uint64_t id;
    place where;
    while (agents_walk_next(&walk, &id, &where)) {
        if (id != from->agent)
            *from = (gestalt_launch_cursor){.agent = id};
        if (where.group->plan->deferred_count > 0 &&
            !launches_of_agent(&where, from, launches, capacity, count))
            return GESTALT_OK;
    }
    *from = (gestalt_launch_cursor){.agent = UINT64_MAX};
    return GESTALT_OK;
}
