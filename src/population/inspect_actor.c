// SPDX-License-Identifier: MIT
// One agent in detail, for tools that show it: its group, its live nodes and its keys.
#include "error.h"
#include "live.h"
#include "place.h"
#include "population_state.h"
#include "text.h"
#include "values.h"

#include <gestalt/inspect.h>

const gestalt_shape *gestalt_population_shape(const gestalt_population *p, uint32_t number)
{
    if (MISUSE_NULL(p, "population", NULL) || POPULATION_NO_GROUP(p, number, NULL))
        return NULL;
    return p->groups[number].given.shape;
}

uint32_t gestalt_population_group_count(const gestalt_population *p)
{
    return MISUSE_NULL(p, "population", NULL) ? 0 : p->group_count;
}

bool gestalt_actor_group(const gestalt_population *p, uint64_t agent, uint32_t *number)
{
    place at;
    if (MISUSE_NULL(p, "population", NULL) || MISUSE_NULL(number, "group", NULL) ||
        !population_find(p, agent, &at))
        return false;
    *number = at.group->number;
    return true;
}

// ---- live nodes

typedef struct live_list {
    uint32_t *nodes;
    size_t capacity, count;
} live_list;

// Add a resting node, after those of its ancestors that are not ancestors of the previous node.
// `last` is the item of the previous node, or SHAPE_NONE.
static void live_add_path(live_list *list, const plan *p, uint32_t item, uint32_t last)
{
    const uint64_t *items = p->shape->items;
    size_t depth = 0;
    for (uint32_t i = item;
         i != SHAPE_NONE && (last == SHAPE_NONE || i > last || item_end(items[i]) <= last);
         i = p->parents[i])
        depth++;
    list->count += depth;
    for (size_t at = list->count; depth > 0; depth--, item = p->parents[item])
        if (--at < list->capacity)
            list->nodes[at] = p->node_ids[item];
}

gestalt_result gestalt_actor_live_nodes(const gestalt_population *p, uint64_t agent,
                                        uint32_t *nodes, size_t capacity, size_t *count,
                                        gestalt_error *error)
{
    place at;
    if (POPULATION_IS_WRONG(p, CALLS_TELLING, error) || MISUSE_NULL(count, "count", error) ||
        (capacity > 0 && MISUSE_NULL(nodes, "nodes", error)))
        return GESTALT_MISUSE;
    gestalt_result result = population_need(p, agent, &at, error);
    if (result != GESTALT_OK)
        return result;
    const plan *of = at.group->plan;
    live_list list = {.nodes = nodes, .capacity = capacity};
    uint32_t last = SHAPE_NONE;
    for (uint32_t i = 0; i < of->rest_count; i++) {
        uint32_t item = of->shape->nodes[of->rests[i]];
        if (!live_has(of, &at.group->layout, at.cohort, at.lane, item))
            continue;
        live_add_path(&list, of, item, last);
        last = item;
    }
    *count = list.count;
    if (list.count <= capacity)
        return GESTALT_OK;
    return error_set(error, GESTALT_LIMIT, 0, "%zu node%s live, but there is room for %zu",
                     list.count, text_plural(list.count, " is", "s are"), capacity);
}

// ---- keys

gestalt_result gestalt_actor_values(const gestalt_population *p, uint64_t agent,
                                    gestalt_value *values, size_t capacity, gestalt_error *error)
{
    place at;
    if (MISUSE_NULL(p, "population", error) ||
        (capacity > 0 && MISUSE_NULL(values, "values", error)))
        return GESTALT_MISUSE;
    gestalt_result result = population_need(p, agent, &at, error);
    if (result != GESTALT_OK)
        return result;
    const gestalt_shape *shape = at.group->shape;
    if (capacity < shape->key_count)
        return error_set(
            error, GESTALT_LIMIT, 0, "the shape has %u key%s, but there is room for %zu",
            (unsigned)shape->key_count, text_plural(shape->key_count, "", "s"), capacity);
    for (uint32_t i = 0; i < shape->key_count; i++)
        values[i] = values_of_key(&at, &shape->keys[i]);
    return GESTALT_OK;
}
