// SPDX-License-Identifier: MIT
// Who is near: a uniform grid, made anew every step by a counting sort. It holds copies of what
// neighbours ask for, in the order of its places: by cell (x fastest, then y, then z), in a cell by
// id. Everything that adds up neighbours does it in that order, seen from the agent: cell by cell
// through the box around it, in a periodic world through images of cells where it reaches over the
// border. So no sum depends on where agents are stored, nor on threads.
#ifndef GRID_H
#define GRID_H

#include "vehicles.h"

typedef struct grid_def {
    space world;
    float cell; // edge of a cell; best one to three times the radius that is asked for. Cells
                // become larger where there would be far more of them than agents.
    uint32_t capacity;
    uint32_t part_count; // how many threads may build it together; 0 is 1
} grid_def;

typedef struct grid {
    space world;
    uint32_t cells[STEER_DIMENSIONS]; // along each axis
    vector scale;                     // cells per length
    uint32_t cell_count;
    uint32_t count; // agents
    uint32_t capacity, part_count;

    uint32_t *start;   // place of the first agent of each cell, and of the one behind the last
    uint32_t *agent;   // index of the agent at a place
    vectors position;  // by place, wrapped; so is what follows
    vectors carried;   // velocity or heading, see grid_build
    uint32_t *cell_of; // by index
    uint32_t *counts;  // by part and cell
    bool ids_ascend;
    void *memory;
    size_t memory_size;
} grid;

/// GESTALT_LIMIT when it would need more than 2^31 cells.
gestalt_result grid_create(grid *g, const gestalt_allocator *allocator, const grid_def *def);

/// Also for a grid that is zero.
void grid_destroy(grid *g, const gestalt_allocator *allocator);

/// What is sorted: `count` agents.
typedef struct grid_input {
    uint32_t count; // at most the grid's capacity
    vectors position;
    vectors carried;    // the vectors that kernels shall find beside positions; may be positions
    const uint64_t *id; // NULL: the index
} grid_input;

void grid_build(grid *g, const grid_input *in);

/// The same by threads: every part of every phase once, in any order, and no phase before the one
/// above has ended. The result does not depend on the number of parts.
void grid_count(grid *g, const grid_input *in, uint32_t part);
void grid_sum(grid *g, const grid_input *in); // one thread alone
void grid_place(grid *g, const grid_input *in, uint32_t part);
void grid_gather(grid *g, const grid_input *in, uint32_t part);

/// Somebody near.
typedef struct grid_near {
    uint32_t place;  // in the grid
    uint32_t agent;  // its index
    vector position; // its image nearest to the centre
    vector offset;   // from the centre
    float distance_squared;
} grid_near;

/// Walks over all whose distance from `centre` is at most `radius`, in the grid's order, the agent
/// in the centre itself included. In a periodic world the radius must be below half the size.
///
///     grid_walk walk = grid_walk_begin(g, centre, radius);
///     for (grid_near near; grid_walk_next(&walk, &near);)
typedef struct grid_walk {
    const grid *g;
    vector centre;
    float radius_squared;
    int32_t low[STEER_DIMENSIONS], high[STEER_DIMENSIONS]; // the box of cells
    int32_t row[STEER_DIMENSIONS];                         // its row that is walked over
    int32_t next_x;                                        // cell of the row that comes next
    vector shift;                                          // of the images of the run
    uint32_t place, end;                                   // what is left of the run
} grid_walk;

grid_walk grid_walk_begin(const grid *g, vector centre, float radius);
bool grid_walk_next(grid_walk *walk, grid_near *near);

#endif
