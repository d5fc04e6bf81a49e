// SPDX-License-Identifier: MIT
// Routes to a target around everything static: a grid of cells over the world, each with the next
// cell on its shortest path. The grid is built once per target, from the target outwards; then any
// agent can query where to go next. A step leads to one of eight neighbours if a disc can go there
// in a straight line. It has length 5, or 7 if it is diagonal.
#ifndef ROUTES_H
#define ROUTES_H

#include "barriers.h"

typedef struct route {
    const barriers *around; // belongs to the owner
    space world;
    vector to;
    float room; // radius of the disc that must fit through
    vector edge;
    int32_t cells[STEER_DIMENSIONS];
    uint32_t cell_count;
    uint32_t *far; // by cell: length of the path; UINT32_MAX: none
    uint8_t *next; // by cell: next neighbour
    void *memory;
    size_t memory_size;
} route;

/// Return the number of cells with such an edge in a world.
double route_cells(const space *world, float edge);

/// Build a route. The world must be bounded, with at most as many cells as a uint32_t can count. A
/// target inside a wall is unreachable.
gestalt_result route_create(route *r, const gestalt_allocator *allocator, const barriers *around,
                            const space *world, vector to, float edge, float room);

/// Free a route, which may be zero.
void route_destroy(route *r, const gestalt_allocator *allocator);

/// Get the furthest point of the path that is visible from a position, among the cells examined,
/// and the approximate length of the path from there. Returns false if there is no path.
bool route_next(const route *r, vector at, vector *point, float *left);

#endif
