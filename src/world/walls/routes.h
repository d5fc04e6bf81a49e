// SPDX-License-Identifier: MIT
// Ways to a place round all that stands still: a grid of cells over the world, each with the next
// cell on its shortest way. That is made once for a place, from the place outwards; then anybody
// anywhere is told where to go next. A step leads to one of eight neighbours if a disc can go
// straight there, and counts 5, or 7 when it is diagonal.
#ifndef ROUTES_H
#define ROUTES_H

#include "barriers.h"

typedef struct route {
    const barriers *around; // the owner's
    space world;
    vector to;
    float room; // radius of the disc that has to get through
    vector edge;
    int32_t cells[STEER_DIMENSIONS];
    uint32_t cell_count;
    uint32_t *far; // by cell, the count of the way; UINT32_MAX: there is none
    uint8_t *next; // which neighbour comes next
    void *memory;
    size_t memory_size;
} route;

/// Return the number of cells with such an edge that a world has.
double route_cells(const space *world, float edge);

/// The world is not periodic, and has as many cells as a uint32_t can count. A place in a wall has
/// no ways to it.
gestalt_result route_create(route *r, const gestalt_allocator *allocator, const barriers *around,
                            const space *world, vector to, float edge, float room);

/// Also for a route that is zero.
void route_destroy(route *r, const gestalt_allocator *allocator);

/// Gets the furthest point of the way that can be seen from a place, of some that are looked at,
/// and the length of the way from there to the end, about. False: no way leads on.
bool route_next(const route *r, vector at, vector *point, float *left);

#endif
