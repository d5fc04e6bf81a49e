// SPDX-License-Identifier: MIT
// Dividing space: each rank of a job owns a box of whole grid cells, and all agents in it. The
// boxes follow from a histogram of costs by recursive bisection, so that each box costs about the
// same. The bisection uses only integers, so all ranks compute the same boxes from the same costs.
//
//     cells  |..|..|..|..|..|..|..|..|..|..|..|   of the grid of the whole world
//     bins   |     |        |     |        |..    ranges of cells, each with a cost
//     boxes  |           |           |            ranges of cells. A cut inside a bin divides its
//                                                 cost in proportion to the cells
//
// Boxes have no common cell, and together they are the world. A box may be empty: there may be more
// ranks than cells.
#ifndef BOXES_H
#define BOXES_H

#include <gestalt/base.h>

/// In the plane the third axis has one cell and is otherwise ignored.
enum { BOX_AXES = 3, BOXES_MOST = 4096, BINS_IN_PLANE = 256, BINS_IN_SPACE = 64 };

/// The grid of the whole world. It has the same cells as the grid in which agents find their
/// neighbours, computed by the same operations on floats.
typedef struct cell_space {
    uint32_t dimensions; // 2 or 3
    bool is_periodic;
    float low[BOX_AXES], size[BOX_AXES];
    float scale[BOX_AXES];   // cells per unit of length
    int32_t cells[BOX_AXES]; // number of cells along each axis
    int32_t bins[BOX_AXES];  // number of bins along each axis: at most that of the cells
} cell_space;

/// A box of cells: from `low` to before `high`. Empty if these are equal along some axis.
typedef struct cell_box {
    int32_t low[BOX_AXES], high[BOX_AXES];
} cell_box;

/// A position of the grid.
typedef struct cell_position {
    int32_t at[BOX_AXES];
} cell_position;

/// Divide a world into cells whose edge is at least `cell`. Returns GESTALT_BAD_ARGUMENT for sizes
/// that are not positive numbers, and GESTALT_LIMIT for too many cells along an axis.
gestalt_result cell_space_divide(cell_space *space, uint32_t dimensions, const float *low,
                                 const float *size, bool is_periodic, float cell);

/// Return the cell of a coordinate, which must be wrapped in a periodic world. Coordinates outside
/// of a bounded world count for the cell at the border, and NaN for the first cell.
static inline int32_t cell_along(const cell_space *space, uint32_t axis, float x)
{
    float cell = (x - space->low[axis]) * space->scale[axis];
    if (!(cell >= 0))
        return 0;
    return cell < (float)space->cells[axis] ? (int32_t)cell : space->cells[axis] - 1;
}

/// Return the bin of a cell.
static inline int32_t bin_along(const cell_space *space, uint32_t axis, int32_t cell)
{
    uint64_t bins = (uint64_t)space->bins[axis];
    return (int32_t)((((uint64_t)cell + 1) * bins - 1) / (uint64_t)space->cells[axis]);
}

/// Return the first cell of a bin; the number of cells for the bin after the last one.
static inline int32_t bin_begin(const cell_space *space, uint32_t axis, int32_t bin)
{
    uint64_t cells = (uint64_t)space->cells[axis];
    return (int32_t)(cells * (uint64_t)bin / (uint64_t)space->bins[axis]);
}

/// Return the number of bins of a histogram, in the order x, y, z: x varies fastest.
static inline uint32_t bin_count(const cell_space *space)
{
    return (uint32_t)(space->bins[0] * space->bins[1] * space->bins[2]);
}

/// Return the index of a cell's bin in a histogram.
static inline uint32_t bin_of(const cell_space *space, cell_position cell)
{
    int32_t row =
        bin_along(space, 2, cell.at[2]) * space->bins[1] + bin_along(space, 1, cell.at[1]);
    return (uint32_t)(row * space->bins[0] + bin_along(space, 0, cell.at[0]));
}

static inline bool box_has(const cell_box *box, cell_position cell)
{
    bool has = true;
    for (uint32_t axis = 0; axis < BOX_AXES; axis++)
        has &= box->low[axis] <= cell.at[axis] && cell.at[axis] < box->high[axis];
    return has;
}

static inline bool box_is_empty(const cell_box *box)
{
    bool is_empty = false;
    for (uint32_t axis = 0; axis < BOX_AXES; axis++)
        is_empty |= box->low[axis] >= box->high[axis];
    return is_empty;
}

/// A cut divides a range of n ranks into its first ⌊n/2⌋ and the others. Cuts are in preorder, so
/// that neither needs a pointer: the cuts of the first ⌊n/2⌋ ranks follow the cut, then those of
/// the others.
typedef struct box_cut {
    uint32_t axis;
    int32_t at; // cells from here on belong to the other ranks
} box_cut;

typedef struct boxes {
    cell_space space;
    uint32_t count; // ranks
    cell_box *box;  // by rank
    box_cut *cut;   // count - 1
    void *memory;
    size_t memory_size;
} boxes;

/// The sum of all costs must be less.
#define BOXES_COST_END (UINT64_C(1) << 44)

/// Allocate memory for up to BOXES_MOST boxes, and divide the world by the number of cells.
gestalt_result boxes_create(boxes *b, const gestalt_allocator *allocator, const cell_space *space,
                            uint32_t count);

/// Free boxes, which may be zero.
void boxes_destroy(boxes *b, const gestalt_allocator *allocator);

/// Divide again, by the cost of each bin. If all costs are 0, or `cost` is NULL, each cell costs
/// the same. The result depends on nothing else, above all not on the boxes so far. Returns
/// GESTALT_LIMIT, and changes nothing, if the costs are too large.
gestalt_result boxes_divide(boxes *b, const uint64_t *cost);

/// Return the rank that owns a cell, in O(log count).
static inline uint32_t boxes_find(const boxes *b, cell_position cell)
{
    const box_cut *cut = b->cut;
    uint32_t first = 0, count = b->count;
    while (count > 1) {
        uint32_t half = count / 2;
        if (cell.at[cut->axis] < cut->at) {
            count = half;
            cut++;
        } else {
            first += half;
            count -= half;
            cut += half;
        }
    }
    return first;
}

enum { BOXES_STEPS = 16 }; // fewest steps between two divisions

/// Return whether to divide again: the slowest rank takes more than 1.1 times the mean, in a sum of
/// times over all ranks since the last division, which was `steps` steps ago.
static inline bool boxes_are_uneven(uint64_t steps, uint64_t slowest, uint64_t sum, uint32_t count)
{
    uint64_t mean = sum / count;
    return steps >= BOXES_STEPS && slowest > mean && slowest - mean > mean / 10;
}

#endif
