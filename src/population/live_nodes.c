// SPDX-License-Identifier: MIT
// The current node of each of some agents, and when the node's clock is due, for tools that show
// agents.
#include "actor.h"
#include "error.h"
#include "memory.h"
#include "nodes.h"
#include "place.h"
#include "population_state.h"
#include "walk.h"

#include <string.h>

// The state of an agent as bytes begins with the root's status, the number of live entries, and
// their items in order: docs/snapshots.md.
static uint32_t first_live(const gestalt_shape *shape, const unsigned char *state)
{
    uint32_t count, item;
    memcpy(&count, state + 1, sizeof count);
    if (count == 0)
        return GESTALT_NO_NODE;
    memcpy(&item, state + 1 + sizeof count, sizeof item);
    return shape_node_of_item(shape, item);
}

gestalt_result gestalt_population_live_nodes(const gestalt_population *p, const uint64_t *agents,
                                             uint64_t count, uint32_t *nodes, gestalt_error *error)
{
    size_t size = 1;
    if (POPULATION_IS_WRONG(p, CALLS_TELLING, error) ||
        (count > 0 && (MISUSE_NULL(agents, "agents", error) || MISUSE_NULL(nodes, "nodes", error))))
        return GESTALT_MISUSE;
    for (uint32_t i = 0; i < p->group_count; i++) {
        size_t needed = actor_size_max(p->groups[i].plan);
        size = needed > size ? needed : size;
    }
    unsigned char *state = memory_new(&p->memory.counting, size);
    if (!state)
        return error_no_memory(error);
    gestalt_result result = GESTALT_OK;
    for (uint64_t i = 0; i < count && result == GESTALT_OK; i++) {
        place at;
        result = population_need(p, agents[i], &at, error);
        if (result != GESTALT_OK)
            break;
        actor_take(at.group->plan, &at.group->layout, at.cohort, at.lane, state);
        nodes[i] = first_live(at.group->shape, state);
    }
    memory_release(&p->memory.counting, state, size);
    return result;
}

bool gestalt_actor_due(const gestalt_population *p, uint64_t agent, uint32_t node, int64_t *due)
{
    place at;
    if (MISUSE_NULL(p, "population", NULL) || MISUSE_NULL(due, "due", NULL))
        return false;
    if (!population_find(p, agent, &at) || node >= at.group->shape->specification->node_count)
        return false;
    const gestalt_shape *shape = at.group->shape;
    node_view v = walk_node(shape->items, shape->nodes[node]);
    if (!node_has_clock(v.type) && !v.pause)
        return false;
    const int64_t *longs = cohort_part(at.cohort, at.group->layout.longs);
    uint32_t slot = v.pause ? pause_slot(shape->items[v.pause]) : v.argument;
    *due = longs[(size_t)slot * at.group->layout.stride + at.lane];
    return true;
}
