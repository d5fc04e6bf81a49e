// SPDX-License-Identifier: MIT
#include "graph.h"

#include "carve.h"

static void carve_graph(graph *g, carving *from)
{
    g->position = carving_take(from, g->node_count, sizeof *g->position);
    g->edges = carving_take(from, g->edge_count, sizeof *g->edges);
    g->length = carve_floats(from, g->edge_count);
    g->first = carving_take(from, (size_t)g->node_count + 1, sizeof *g->first);
    g->ways = carving_take(from, (size_t)g->edge_count * 2, sizeof *g->ways);
}

static bool may_go(const graph *g, uint32_t hop)
{
    return !(hop & 1) || !g->edges[hop >> 1].is_one_way;
}

// Counting sort of hops by the node where they start.
static void sort_ways(graph *g)
{
    uint32_t hop_count = g->edge_count * 2;
    for (uint32_t hop = 0; hop < hop_count; hop++)
        g->first[graph_hop_from(g, hop) + 1] += may_go(g, hop);
    for (uint32_t node = 0; node < g->node_count; node++)
        g->first[node + 1] += g->first[node];
    for (uint32_t hop = 0; hop < hop_count; hop++)
        if (may_go(g, hop))
            g->ways[g->first[graph_hop_from(g, hop)]++] = hop;
    for (uint32_t node = g->node_count; node > 0; node--)
        g->first[node] = g->first[node - 1];
    g->first[0] = 0;
}

gestalt_result graph_create(graph *g, const gestalt_allocator *allocator, const vector *nodes,
                            uint32_t node_count, const graph_edge *edges, uint32_t edge_count)
{
    *g = (graph){0};
    graph made = {.node_count = node_count, .edge_count = edge_count};
    carving from = CARVE_COLUMNS;
    carve_graph(&made, &from);
    if (!carve_block(&from, allocator, &made.memory, &made.memory_size))
        return GESTALT_NO_MEMORY;
    carve_graph(&made, &from);
    memcpy(made.position, nodes, node_count * sizeof *nodes);
    memcpy(made.edges, edges, edge_count * sizeof *edges);
    for (uint32_t i = 0; i < edge_count; i++)
        made.length[i] = vector_distance(nodes[edges[i].from], nodes[edges[i].to]);
    sort_ways(&made);
    *g = made;
    return GESTALT_OK;
}

void graph_destroy(graph *g, const gestalt_allocator *allocator)
{
    carve_release(allocator, g->memory, g->memory_size);
    *g = (graph){0};
}

vector graph_along(const graph *g, uint32_t hop, float distance)
{
    vector from = g->position[graph_hop_from(g, hop)];
    vector way = vector_subtract(g->position[graph_hop_to(g, hop)], from);
    return vector_add(from, vector_scale(way, distance / g->length[graph_edge_of(hop)]));
}

static void carve_search(graph_search *search, carving *from, const graph *g)
{
    search->queue = carving_take(from, g->node_count, sizeof *search->queue);
    search->parent = carving_take(from, g->node_count, sizeof *search->parent);
}

gestalt_result graph_search_create(graph_search *search, const gestalt_allocator *allocator,
                                   const graph *g)
{
    *search = (graph_search){0};
    graph_search made = {0};
    carving from = CARVE_COLUMNS;
    carve_search(&made, &from, g);
    if (!carve_block(&from, allocator, &made.memory, &made.memory_size))
        return GESTALT_NO_MEMORY;
    carve_search(&made, &from, g);
    *search = made;
    return GESTALT_OK;
}

void graph_search_destroy(graph_search *search, const gestalt_allocator *allocator)
{
    carve_release(allocator, search->memory, search->memory_size);
    *search = (graph_search){0};
}

// Nodes leave the queue in the order of their routes, and each keeps the first hop that found it.
// So the order of hops at a node decides between routes of equal length.
static bool graph_find(const graph *g, graph_search *search, uint32_t from, uint32_t to,
                       const uint8_t *closed)
{
    uint32_t begin = 0, end = 0;
    memset(search->parent, 0xFF, g->node_count * sizeof *search->parent);
    search->queue[end++] = from;
    while (begin < end && search->parent[to] == GRAPH_NONE) {
        uint32_t node = search->queue[begin++];
        for (uint32_t i = g->first[node]; i < g->first[node + 1]; i++) {
            uint32_t hop = g->ways[i], next = graph_hop_to(g, hop);
            if (next == from || search->parent[next] != GRAPH_NONE || (closed && closed[hop]))
                continue;
            search->parent[next] = hop;
            search->queue[end++] = next;
        }
    }
    return search->parent[to] != GRAPH_NONE;
}

uint32_t graph_route(const graph *g, graph_search *search, uint32_t from, uint32_t to,
                     const uint8_t *closed, uint32_t *route, uint32_t capacity)
{
    if (from == to)
        return 0;
    if (!graph_find(g, search, from, to, closed))
        return GRAPH_NONE;
    uint32_t count = 0;
    for (uint32_t node = to; node != from; node = graph_hop_from(g, search->parent[node]))
        count++;
    if (count > capacity)
        return GRAPH_NONE;
    uint32_t position = count;
    for (uint32_t node = to; node != from; node = graph_hop_from(g, search->parent[node]))
        route[--position] = search->parent[node];
    return count;
}
