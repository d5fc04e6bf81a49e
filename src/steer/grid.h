// SPDX-License-Identifier: MIT
// A uniform grid, which tells who is near; it is made anew every step by a counting sort. It holds
// copies of what neighbours ask for, in the order of its places: by cell (x fastest, then y, then
// z), in a cell by id. Everything that adds up neighbours does it in that order, seen from the
// agent: cell by cell through the box around it, in a periodic world through images of cells where
// it reaches over the border. So no sum depends on where agents are stored, nor on threads.
#ifndef GRID_H
#define GRID_H

#include "vehicles.h"

struct grid;
struct grid_walk;

/// Work for many agents at once, as an instruction set does it (steer_kernels.h): the cells
/// of agents, by index; the order in small cells (grid_sort.h), false if it can't; the copies of
/// those at places; and more for a walk, up to GRID_FOUND, none at its end.
typedef struct grid_kernels {
    void (*cells)(const struct grid *g, const vectors *positions, uint32_t begin, uint32_t end);
    bool (*sort)(const struct grid *g, const uint64_t *id, uint32_t begin, uint32_t end);
    void (*copy)(const struct grid *g, const vectors *positions, const vectors *carried,
                 uint32_t begin, uint32_t end);
    void (*find)(struct grid_walk *walk);
} grid_kernels;

typedef struct grid_def {
    space world;
    float cell; // edge of a cell, at least: as many as fit fill the world; see grid_good_cell
    uint32_t capacity;           // agents
    uint32_t part_count;         // how many threads may build it together; 0 is 1
    const grid_kernels *kernels; // to build it and to walk with
} grid_def;

typedef struct grid {
    space world;
    int32_t cells[STEER_DIMENSIONS]; // along each axis
    vector scale;                    // cells per length
    uint32_t cell_count;
    uint32_t count; // agents
    uint32_t capacity, part_count;
    const grid_kernels *kernels;

    uint32_t *start;   // place of the first agent of each cell, and of the one behind the last
    uint32_t *agent;   // index of the agent at a place
    vectors position;  // by place, wrapped
    vectors carried;   // by place, see grid_input
    uint32_t *cell_of; // by index
    uint32_t *cursor; // by part and cell: how many of the part are there; then, where its next goes
    uint32_t *total;  // by part: how many are in its share of the cells
    bool *ascends;    // by part: whether ids do
    void *memory;
    size_t memory_size;
} grid;

enum { GRID_CELLS = 1 << 24, GRID_AGENTS = 1 << 30, GRID_SORT_ROOM = 256 };

/// GESTALT_BAD_ARGUMENT for sizes that are no positive numbers, GESTALT_LIMIT for more than
/// GRID_CELLS cells or GRID_AGENTS agents.
gestalt_result grid_create(grid *g, const gestalt_allocator *allocator, const grid_def *def);

/// Also for a grid that is zero.
void grid_destroy(grid *g, const gestalt_allocator *allocator);

/// An edge that is fast for this many agents, spread over the world, and this radius.
float grid_good_cell(const space *world, float radius, uint32_t count);

/// Agents that are sorted: `count` agents.
typedef struct grid_input {
    uint32_t count; // at most the grid's capacity
    vectors position;
    vectors carried;    // the vectors that kernels shall find beside positions; may be positions
    const uint64_t *id; // NULL: the index
} grid_input;

void grid_build(grid *g, const grid_input *in);

/// The same by threads: every part of every phase once, in any order, and no phase before the one
/// above has ended. The result does not depend on the number of parts. At last, every place is
/// gathered, by any ranges of them.
void grid_count(grid *g, const grid_input *in, uint32_t part);
void grid_total(grid *g, const grid_input *in, uint32_t part);
void grid_sum(grid *g, const grid_input *in, uint32_t part);
void grid_place(grid *g, const grid_input *in, uint32_t part);
void grid_gather(grid *g, const grid_input *in, uint32_t begin, uint32_t end);

/// The places of all cells that a box touches, as runs of neighbouring places, in the grid's order.
/// In a periodic world the box may reach over the border by up to one size; `shift` is what leads
/// from the agents of a run to their images in the box.
typedef struct grid_runs {
    const grid *g;
    int32_t low[STEER_DIMENSIONS], high[STEER_DIMENSIONS];
    int32_t at[STEER_DIMENSIONS]; // the cell that comes next
} grid_runs;

typedef struct grid_run {
    uint32_t begin, end;
    vector shift;
} grid_run;

/// Walks over all whose distance from `centre` is at most `radius`, in the grid's order, an agent
/// in the centre itself included. In a periodic world the centre must be wrapped, and the radius
/// below half the size.
///
///     grid_walk walk;
///     grid_walk_begin(&walk, g, centre, radius);
///     for (grid_near near; grid_walk_next(&walk, &near);)
///
/// A kernel finds them, some at a time.
enum { GRID_FOUND = 48, GRID_FOUND_ROOM = 16 };

typedef struct grid_walk {
    const grid *g;
    vector centre;
    float radius;
    bool has_begun, is_done;
    grid_runs runs;     // the kernel's
    grid_run run;       // what is left of it
    uint32_t at, count; // of those that are found
    uint32_t chunks;    // how many times it has looked
    uint32_t agent[GRID_FOUND + GRID_FOUND_ROOM];
    float position[STEER_DIMENSIONS][GRID_FOUND + GRID_FOUND_ROOM];
} grid_walk;

typedef struct grid_near {
    uint32_t agent;  // its index
    vector position; // its image near the centre
    vector offset;   // from the centre
    float distance_squared;
} grid_near;

// Results are set later, not here: walks are short, and many.
static inline void grid_walk_begin(grid_walk *walk, const grid *g, vector centre, float radius)
{
    walk->g = g;
    walk->centre = centre;
    walk->radius = radius;
    walk->has_begun = walk->is_done = false;
    walk->at = walk->count = 0;
}

/// The next ones, `agent` and `position`, all at once. False when there are no more; what has been
/// found last then still stands there if it was all at once.
bool grid_walk_find(grid_walk *walk);

static inline bool grid_walk_next(grid_walk *walk, grid_near *near)
{
    if (walk->at == walk->count && !grid_walk_find(walk))
        return false;
    uint32_t at = walk->at++;
    near->agent = walk->agent[at];
    EACH_DIMENSION (d)
        near->position.at[d] = walk->position[d][at];
    near->offset = vector_subtract(near->position, walk->centre);
    near->distance_squared = vector_length_squared(near->offset);
    return true;
}

#endif
