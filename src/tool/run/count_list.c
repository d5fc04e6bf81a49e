// SPDX-License-Identifier: MIT
#include "count_list.h"

#include "json_layout.h"
#include "memory.h"
#include "show.h"

#include <inttypes.h>
#include <string.h>

// The counts of all nodes of a group, for the last tick and for all ticks, and the nodes.
typedef struct count_list {
    text_out *out;
    const gestalt_shape *shape;
    uint32_t node_count;
    gestalt_node_counts *last, *all;
    gestalt_node *nodes;
    uint64_t most; // largest number of runs of a node
} count_list;

static uint64_t count_ran(const gestalt_node_counts *c)
{
    return c->succeeded + c->failed + c->running;
}

static void count_list_end(count_list *l)
{
    gestalt_allocator a = memory_allocator(NULL);
    if (l->last)
        memory_release(&a, l->last, 2 * (size_t)l->node_count * sizeof *l->last);
    if (l->nodes)
        memory_release(&a, l->nodes, l->node_count * sizeof *l->nodes);
}

// Get the counts of a group, for the last tick or for all ticks.
static gestalt_result count_list_read(const count_list *l, const team_agents *agents,
                                      uint32_t group, bool in_all, gestalt_error *error)
{
    gestalt_node_counts *counts = in_all ? l->all : l->last;
    gestalt_result result = gestalt_population_node_counts(agents->population, group, in_all,
                                                           counts, l->node_count, error);
    if (result == GESTALT_OK)
        team_sum((uint64_t *)counts, l->node_count * (sizeof *counts / sizeof(uint64_t)));
    return result;
}

static gestalt_result count_list_start(count_list *l, text_out *out, const team_agents *agents,
                                       uint32_t group, gestalt_error *error)
{
    const gestalt_population *p = agents->population;
    gestalt_allocator a = memory_allocator(NULL);
    *l = (count_list){.out = out, .shape = gestalt_population_shape(p, group)};
    l->node_count = gestalt_shape_specification(l->shape)->node_count;
    l->last = memory_new(&a, 2 * (size_t)l->node_count * sizeof *l->last);
    l->nodes = memory_new(&a, l->node_count * sizeof *l->nodes);
    if (!l->last || !l->nodes)
        return GESTALT_NO_MEMORY;
    l->all = l->last + l->node_count;
    gestalt_shape_nodes(l->shape, l->nodes, l->node_count);
    gestalt_result result = count_list_read(l, agents, group, false, error);
    if (result == GESTALT_OK)
        result = count_list_read(l, agents, group, true, error);
    for (uint32_t i = 0; result == GESTALT_OK && i < l->node_count; i++)
        l->most = count_ran(&l->all[i]) > l->most ? count_ran(&l->all[i]) : l->most;
    return result;
}

// ---- for people

// Return the colour of a node by how often it ran compared with the node that ran most often.
static text_color count_heat(const count_list *l, uint64_t ran)
{
    if (ran == 0)
        return COLOR_DIM;
    double share = (double)ran / (double)l->most;
    return share > 0.5    ? COLOR_ERROR
           : share > 0.1  ? COLOR_WARNING
           : share > 0.01 ? COLOR_VALUE
                          : COLOR_OFF;
}

static void count_put_head(const count_list *l)
{
    text_style(l->out, COLOR_BOLD);
    text_escaped(l->out, gestalt_shape_name(l->shape), strlen(gestalt_shape_name(l->shape)));
    text_style(l->out, COLOR_OFF);
    text_put(l->out, "\n");
    text_style(l->out, COLOR_DIM);
    text_put(l->out,
             "   last tick        runs   succeeded      failed     running   abandoned  node");
    text_style(l->out, COLOR_OFF);
    text_put(l->out, "\n");
}

static void count_put_line(const count_list *l, const show_walk *walk)
{
    const gestalt_node_counts *all = &l->all[walk->node];
    uint64_t ran = count_ran(all);
    text_style(l->out, count_heat(l, ran));
    text_print(l->out,
               "%12" PRIu64 "%12" PRIu64 "%12" PRIu64 "%12" PRIu64 "%12" PRIu64 "%12" PRIu64,
               count_ran(&l->last[walk->node]), ran, all->succeeded, all->failed, all->running,
               all->abandoned);
    text_style(l->out, COLOR_OFF);
    text_style(l->out, COLOR_DIM);
    text_print(l->out, "%6" PRIu32 "  ", walk->node);
    text_style(l->out, COLOR_OFF);
    show_outline_node(l->out, walk);
    text_put(l->out, "\n");
}

gestalt_result count_list_text(text_out *out, const team_agents *agents, uint32_t group,
                               gestalt_error *error)
{
    count_list l;
    show_walk walk;
    gestalt_result result = count_list_start(&l, out, agents, group, error);
    if (result == GESTALT_OK) {
        count_put_head(&l);
        show_walk_start(&walk, l.shape);
        while (show_walk_next(&walk))
            count_put_line(&l, &walk);
    }
    count_list_end(&l);
    return result;
}

// ---- for tools

static void count_put_json(text_out *out, const gestalt_node_counts *c)
{
    text_print(out,
               "{ \"runs\": %" PRIu64 ", \"succeeded\": %" PRIu64 ", \"failed\": %" PRIu64
               ", \"running\": %" PRIu64 ", \"abandoned\": %" PRIu64 " }",
               count_ran(c), c->succeeded, c->failed, c->running, c->abandoned);
}

static void count_put_text(text_out *out, const char *text)
{
    if (text)
        text_json(out, text, strlen(text));
    else
        text_put(out, "null");
}

gestalt_result count_list_json(text_out *out, const team_agents *agents, uint32_t group,
                               const char *name, gestalt_error *error)
{
    count_list l;
    gestalt_result result = count_list_start(&l, out, agents, group, error);
    if (result == GESTALT_OK) {
        text_put(out, "{ \"group\": ");
        count_put_text(out, name);
        text_put(out, ", \"tree\": ");
        count_put_text(out, gestalt_shape_name(l.shape));
        text_put(out, ", \"nodes\": [");
    }
    for (uint32_t i = 0; result == GESTALT_OK && i < l.node_count; i++) {
        text_print(out, "%s\n    { \"node\": %" PRIu32 ", \"type\": ", i ? "," : "", i);
        count_put_text(out, l.nodes[i].type);
        text_put(out, ", \"name\": ");
        count_put_text(out, l.nodes[i].name);
        text_put(out, ", \"last_tick\": ");
        count_put_json(out, &l.last[i]);
        text_put(out, ", \"in_all\": ");
        count_put_json(out, &l.all[i]);
        text_put(out, " }");
    }
    if (result == GESTALT_OK)
        text_put(out, "\n  ] }");
    count_list_end(&l);
    return result;
}
