// SPDX-License-Identifier: MIT
// Times that nodes take, measured in some of the ticks. Each thread has its own times by node; they
// are summed when a caller reads them.
#include "times.h"
#include "error.h"
#include "memory.h"
#include "population_state.h"
#include "random.h"
#include "text.h"

#include <string.h>

/// Times of a group's nodes (times.c), in one block.
struct node_times {
    uint32_t threads, node_count;
    size_t size;            // size of the block
    gestalt_node_times *of; // times by thread, then by node
};

// Keep the times of different threads in different cache lines.
static size_t times_stride(const node_times *t)
{
    return t->node_count + COHORT_LINE / sizeof(gestalt_node_times) + 1;
}

bool times_start(gestalt_population *p, group *g)
{
    node_times parts = {.threads = p->threads, .node_count = g->shape->specification->node_count};
    parts.size = sizeof parts + p->threads * times_stride(&parts) * sizeof *parts.of;
    node_times *t = memory_new(&p->memory.counting, parts.size);
    if (!t)
        return false;
    memset(t, 0, parts.size);
    *t = parts;
    t->of = (gestalt_node_times *)(void *)(t + 1);
    g->times = t;
    return true;
}

void times_release(gestalt_population *p, group *g)
{
    if (g->times)
        memory_release(&p->memory.counting, g->times, g->times->size);
    g->times = NULL;
}

static gestalt_node_times times_sum(const node_times *t, uint32_t node)
{
    gestalt_node_times sum = {0};
    for (uint32_t i = 0; i < t->threads; i++) {
        const gestalt_node_times *part = &t->of[i * times_stride(t) + node];
        sum.time += part->time;
        sum.answers += part->answers;
        sum.agents += part->agents;
    }
    return sum;
}

void times_carry(const group *from, const group *to, const gestalt_edit_node *nodes)
{
    for (uint32_t i = 0; from->times && i < from->times->node_count; i++)
        if (nodes[i].new_node != SHAPE_NONE)
            to->times->of[nodes[i].new_node] = times_sum(from->times, i);
}

bool times_wanted(const gestalt_population *p)
{
    uint64_t state = p->state.ticks;
    return p->timer.timing.clock &&
           (p->timer.timing.every <= 1 || random_below(&state, p->timer.timing.every) == 0);
}

const interp_timing *times_of(const gestalt_population *p, const group *g, uint32_t thread,
                              interp_timing *timing)
{
    *timing = (interp_timing){p->timer.timing.clock, p->timer.timing.user,
                              g->times->of + thread * times_stride(g->times)};
    return timing;
}

// ---- public

bool gestalt_population_is_timed(const gestalt_population *p)
{
    return !POPULATION_IS_WRONG(p, CALLS_TELLING, NULL) && times_wanted(p);
}

gestalt_result gestalt_population_time_nodes(gestalt_population *p, const gestalt_timing *timing,
                                             gestalt_error *error)
{
    gestalt_result result = POPULATION_REFUSE(p, CALLS_CHANGING, error);
    if (result == GESTALT_OK && timing && MISUSE_NULL(timing->clock, "clock", error))
        result = GESTALT_MISUSE;
    if (result != GESTALT_OK)
        return result;
    bool is_well = true;
    for (uint32_t i = 0; i < p->group_count; i++) {
        group *g = &p->groups[i];
        if (timing && !g->times)
            is_well = is_well && times_start(p, g);
    }
    p->timer.timing = timing && is_well ? *timing : (gestalt_timing){0};
    for (uint32_t i = 0; i < p->group_count && !p->timer.timing.clock; i++)
        times_release(p, &p->groups[i]);
    return is_well ? GESTALT_OK : error_no_memory(error);
}

gestalt_result gestalt_population_node_times(const gestalt_population *p, uint32_t number,
                                             gestalt_node_times *times, size_t capacity,
                                             gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_TELLING, error) || POPULATION_NO_GROUP(p, number, error) ||
        MISUSE_NULL(times, "times", error))
        return GESTALT_MISUSE;
    const node_times *t = p->groups[number].times;
    if (!t)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "nodes are not timed: call gestalt_population_time_nodes first");
    if (capacity < t->node_count)
        return error_set(error, GESTALT_LIMIT, 0,
                         "the shape has %u node%s, but there is room for %zu",
                         (unsigned)t->node_count, text_plural(t->node_count, "", "s"), capacity);
    for (uint32_t i = 0; i < t->node_count; i++)
        times[i] = times_sum(t, i);
    return GESTALT_OK;
}
