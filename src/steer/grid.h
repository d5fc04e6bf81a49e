// SPDX-License-Identifier: MIT
// A uniform grid for finding neighbours, rebuilt every step by a counting sort. It has copies of
// the columns that neighbours need, ordered by cell (x fastest, then y, then z) and, within a cell,
// by key. A *place* is an index in this order. All sums over neighbours follow this order as seen
// from the agent: cell by cell through the box around the agent and, in a periodic world, through
// images of cells beyond the border. So no sum depends on storage order or on threads.
//
// Nor does it depend on how a world is shared out over several grids. Such a grid is limited to a
// *window*, a box of the world's cells, and its last rows are *ghosts*: agents of other parts,
// which are seen but do not look. Cells are those of the whole world, and so is the order of
// visits.
#ifndef GRID_H
#define GRID_H

#include "vehicles.h"

struct grid;
struct grid_walk;

/// Functions that process many agents at once, for one instruction set (steer_kernels.h). `cells`:
/// compute the cells of agents, by index. `sort`: order agents in small cells (grid_sort.h).
/// `copy`: fill the copied columns at places. `find`: fetch up to GRID_FOUND more agents for a
/// walk; 0 at its end.
typedef struct grid_kernels {
    void (*cells)(const struct grid *g, const vectors *positions, uint32_t begin, uint32_t end);
    void (*sort)(const struct grid *g, const uint64_t *key, uint32_t begin, uint32_t end);
    void (*copy)(const struct grid *g, const vectors *positions, const vectors *carried,
                 uint32_t begin, uint32_t end);
    void (*find)(struct grid_walk *walk);
} grid_kernels;

/// A box of the world's cells. In a periodic world it may continue beyond the border.
typedef struct grid_window {
    int32_t low[STEER_DIMENSIONS];   // first cell along each axis
    int32_t cells[STEER_DIMENSIONS]; // number of cells along each axis
} grid_window;

typedef struct grid_def {
    space world;
    float cell; // smallest edge of a cell: as many cells as fit fill the world; see grid_good_cell
    uint32_t capacity;   // agents
    uint32_t part_count; // number of threads that may build the grid together; 0 counts as 1
    const grid_kernels *kernels; // functions for building the grid and for walks
    grid_window window;          // cells that the grid has; zero: all
} grid_def;

typedef struct grid {
    space world;
    int32_t cells[STEER_DIMENSIONS];  // number of cells of the world along each axis
    vector scale;                     // cells per unit of length
    grid_window window;               // the cells that exist here
    bool is_partial;                  // whether the window has fewer cells than the world
    int32_t beyond[STEER_DIMENSIONS]; // number of the window's cells beyond the world's border.
                                      // They come first: the order is that of the world's cells
    uint32_t cell_count; // number of cells; if partial, the last has all agents outside
    uint32_t count;      // agents
    uint32_t own;        // agents that are not ghosts: those with a smaller index
    uint32_t capacity, part_count;
    const grid_kernels *kernels;

    uint32_t *start;   // place of the first agent of each cell; plus the end of the last cell
    uint32_t *agent;   // by place: index of the agent
    vectors position;  // by place: wrapped position
    vectors carried;   // by place, see grid_input
    uint32_t *cell_of; // by index: cell of the agent
    uint32_t *cursor;  // by part and cell: number of the part's agents there; later, where its next
                       // agent goes
    uint32_t *total;   // by part: number of agents in its share of the cells
    bool *ascends;     // by part: whether keys ascend
    void *memory;
    size_t memory_size;
} grid;

enum { GRID_CELLS = 1 << 24, GRID_AGENTS = 1 << 30, GRID_SORT_ROOM = 256 };

/// Create a grid. Returns GESTALT_BAD_ARGUMENT for sizes that are not positive numbers and for
/// windows that the world does not have, and GESTALT_LIMIT for more than GRID_CELLS cells or
/// GRID_AGENTS agents.
gestalt_result grid_create(grid *g, const gestalt_allocator *allocator, const grid_def *def);

/// Free a grid, which may be zero.
void grid_destroy(grid *g, const gestalt_allocator *allocator);

/// Divide a world into cells: set `world`, `cells` and `scale` of a grid. Fails like grid_create.
gestalt_result grid_divide(grid *g, const space *world, float cell);

/// Return a fast cell edge for `count` agents spread over the world, and a typical radius.
float grid_good_cell(const space *world, float radius, uint32_t count);

/// The agents to sort.
typedef struct grid_input {
    uint32_t count; // at most the grid's capacity
    vectors position;
    vectors carried;      // vectors to copy besides positions, for kernels; may be the positions
    const uint64_t *key;  // order of agents within a cell: unique; NULL: the index is the key
    uint32_t ghost_count; // number of ghosts: the last rows
    bool own_ascend;      // whether the keys of the others are known to ascend
} grid_input;

void grid_build(grid *g, const grid_input *in);

/// Build the grid with several threads: run every part of a phase once, in any order, and start a
/// phase only after the previous one has ended. The result does not depend on the number of parts.
/// The last phase gathers all places, in any ranges.
void grid_count(grid *g, const grid_input *in, uint32_t part);
void grid_total(grid *g, const grid_input *in, uint32_t part);
void grid_sum(grid *g, const grid_input *in, uint32_t part);
void grid_place(grid *g, const grid_input *in, uint32_t part);
void grid_gather(grid *g, const grid_input *in, uint32_t begin, uint32_t end);

/// Return the first agent outside of the window that is not a ghost, or UINT32_MAX. Ghosts outside
/// are not found by any walk. Kernels must not run if there is such an agent.
uint32_t grid_stray(const grid *g);

/// The places of all cells that a box touches, as runs of consecutive places, in the grid's order.
/// In a periodic world the box may extend beyond the border by up to one world size; `shift` is the
/// offset from the agents of a run to their images in the box.
typedef struct grid_runs {
    const grid *g;
    int32_t low[STEER_DIMENSIONS], high[STEER_DIMENSIONS];
    int32_t at[STEER_DIMENSIONS]; // next cell
} grid_runs;

typedef struct grid_run {
    uint32_t begin, end;
    vector shift;
} grid_run;

/// A walk over all agents whose distance from `centre` is at most `radius`, in the grid's order,
/// including an agent at the centre itself. In a periodic world the centre must be wrapped, and the
/// radius below half the world's size.
///
///     grid_walk walk;
///     grid_walk_begin(&walk, g, centre, radius);
///     for (grid_near near; grid_walk_next(&walk, &near);)
///
/// A kernel finds the agents, several at a time.
enum { GRID_FOUND = 48, GRID_FOUND_ROOM = 16 };

typedef struct grid_walk {
    const grid *g;
    vector centre;
    float radius;
    bool has_begun, is_done;
    grid_runs runs;     // used by the kernel
    grid_run run;       // rest of the current run
    uint32_t at, count; // position in, and number of, the agents found
    uint32_t chunks;    // number of calls of the kernel
    uint32_t agent[GRID_FOUND + GRID_FOUND_ROOM];
    float position[STEER_DIMENSIONS][GRID_FOUND + GRID_FOUND_ROOM];
} grid_walk;

typedef struct grid_near {
    uint32_t agent;  // index of the agent
    vector position; // its image near the centre
    vector offset;   // offset from the centre
    float distance_squared;
} grid_near;

// The result arrays are left uninitialised: walks are short and frequent.
static inline void grid_walk_begin(grid_walk *walk, const grid *g, vector centre, float radius)
{
    walk->g = g;
    walk->centre = centre;
    walk->radius = radius;
    walk->has_begun = walk->is_done = false;
    walk->at = walk->count = 0;
}

/// Fetch the next agents into `agent` and `position`. Returns false when there are no more; if
/// everything was found in one call, the results are still there.
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
