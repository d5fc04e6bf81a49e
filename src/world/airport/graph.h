// SPDX-License-Identifier: MIT
// A graph in the plane: nodes with positions, edges that are straight and have a length, and routes
// with the fewest edges, found by breadth-first search.
//
// A hop is an edge in one of its directions: twice the edge's number, and one more when it leads
// from `to` to `from`. If there are several shortest routes, the search takes the one whose first
// hop comes first in the order of edges, then whose second does, and so on: so it is the same
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
    vector *position; // of each node
    graph_edge *edges;
    float *length;   // of each edge
    uint32_t *first; // of each node: where its ways out begin; node_count + 1 of them
    uint32_t *ways;  // hops, by node, then by edge
    void *memory;
    size_t memory_size;
} graph;

/// Copies nodes and edges. The nodes of edges must be there, and be two. GESTALT_NO_MEMORY leaves a
/// graph that may be destroyed, as after all zeros.
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

/// A point so far along a hop.
vector graph_along(const graph *g, uint32_t hop, float distance);

/// Memory of a search, to be used by one thread at a time.
typedef struct graph_search {
    uint32_t *queue;  // nodes
    uint32_t *parent; // of each node: the hop by which it was found, or GRAPH_NONE
    void *memory;
    size_t memory_size;
} graph_search;

gestalt_result graph_search_create(graph_search *search, const gestalt_allocator *allocator,
                                   const graph *g);
void graph_search_destroy(graph_search *search, const gestalt_allocator *allocator);

/// Writes the hops of the shortest route, and returns their number: 0 when `from` is `to`, and
/// GRAPH_NONE when there is no route of up to `capacity` hops. `closed` (may be NULL) says of each
/// hop whether it can't be used.
uint32_t graph_route(const graph *g, graph_search *search, uint32_t from, uint32_t to,
                     const uint8_t *closed, uint32_t *route, uint32_t capacity);

#endif
