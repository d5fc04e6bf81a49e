// SPDX-License-Identifier: MIT
// A graph in the plane: nodes with positions, edges that are straight and have a length, and routes
// with the fewest edges, found by breadth-first search.
//
// A hop is an edge in one of its directions: twice the edge's number, plus one if it leads from
// `to` to `from`. Of several shortest routes, the search takes the one whose first hop comes first
// in the order of edges, then whose second does, and so on, so that the result is the same
// everywhere.
#ifndef GRAPH_H
#define GRAPH_H

#include "vector.h"

#include <gestalt/base.h>

#define GRAPH_NONE UINT32_MAX

typedef struct graph_edge {
    uint32_t from, to;
    bool is_one_way; // only hops from `from` to `to`
} graph_edge;

typedef struct graph {
    uint32_t node_count, edge_count;
    vector *position; // by node
    graph_edge *edges;
    float *length;   // by edge
    uint32_t *first; // by node: index of its first outgoing hop; node_count + 1 entries
    uint32_t *ways;  // outgoing hops, by node, then by edge
    void *memory;
    size_t memory_size;
} graph;

/// Create a graph from copies of nodes and edges. The nodes of an edge must exist and differ. After
/// GESTALT_NO_MEMORY the graph may still be destroyed, as may a zero one.
gestalt_result graph_create(graph *g, const gestalt_allocator *allocator, const vector *nodes,
                            uint32_t node_count, const graph_edge *edges, uint32_t edge_count);
void graph_destroy(graph *g, const gestalt_allocator *allocator);

static inline uint32_t graph_edge_of(uint32_t hop)
{
    return hop >> 1;
}

static inline uint32_t graph_hop_from(const graph *g, uint32_t hop)
{
    const graph_edge *edge = &g->edges[hop >> 1];
    return hop & 1 ? edge->to : edge->from;
}

static inline uint32_t graph_hop_to(const graph *g, uint32_t hop)
{
    const graph_edge *edge = &g->edges[hop >> 1];
    return hop & 1 ? edge->from : edge->to;
}

/// Return a point at a distance along a hop.
vector graph_along(const graph *g, uint32_t hop, float distance);

/// The memory of a search, for one thread at a time.
typedef struct graph_search {
    uint32_t *queue;  // queue of nodes
    uint32_t *parent; // by node: hop by which it was found, or GRAPH_NONE
    void *memory;
    size_t memory_size;
} graph_search;

gestalt_result graph_search_create(graph_search *search, const gestalt_allocator *allocator,
                                   const graph *g);
void graph_search_destroy(graph_search *search, const gestalt_allocator *allocator);

/// Write the hops of the shortest route, and return their number: 0 when `from` is `to`, and
/// GRAPH_NONE when there is no route of up to `capacity` hops. `closed` (may be NULL) marks hops
/// that cannot be used.
uint32_t graph_route(const graph *g, graph_search *search, uint32_t from, uint32_t to,
                     const uint8_t *closed, uint32_t *route, uint32_t capacity);

#endif
