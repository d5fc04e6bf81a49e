// SPDX-License-Identifier: MIT
#include "boxes.h"

#include "carving.h"

#include <math.h>
#include <string.h>

enum { CELLS_ALONG = 1 << 24 };

gestalt_result cell_space_divide(cell_space *space, uint32_t dimensions, const float *low,
                                 const float *size, bool is_periodic, float cell)
{
    *space = (cell_space){.dimensions = dimensions, .is_periodic = is_periodic};
    int32_t most = dimensions == 2 ? BINS_IN_PLANE : BINS_IN_SPACE;
    for (uint32_t axis = 0; axis < BOX_AXES; axis++)
        space->cells[axis] = space->bins[axis] = 1;
    for (uint32_t axis = 0; axis < dimensions; axis++) {
        if (!(size[axis] > 0 && size[axis] < INFINITY && cell > 0))
            return GESTALT_BAD_ARGUMENT;
        float along = floorf(size[axis] / cell);
        along = along > 1 ? along : 1;
        if (along > (float)CELLS_ALONG)
            return GESTALT_LIMIT;
        space->low[axis] = low[axis];
        space->size[axis] = size[axis];
        space->scale[axis] = along / size[axis];
        space->cells[axis] = (int32_t)along;
        space->bins[axis] = space->cells[axis] < most ? space->cells[axis] : most;
    }
    return GESTALT_OK;
}

// ---- bisection

// Weights are parts of WHOLE. Costs are shifted until their sum has 44 bits, so a product with a
// weight, and one with the number of cells of a bin, have fewer than 64.
#define WHOLE_BITS 16
#define WHOLE      (UINT64_C(1) << WHOLE_BITS)

enum { BINS_ALONG = BINS_IN_PLANE };

typedef struct bisection {
    boxes *to;
    const uint64_t *cost;
    uint32_t shift; // of costs
} bisection;

// The bins of a box along an axis.
typedef struct bin_range {
    int32_t first, last;
    uint32_t weight[BINS_ALONG]; // by bin: part of its cells that are in the box
} bin_range;

// Return the number of a bin's cells in a box.
static int32_t bin_cells(const cell_space *space, const cell_box *box, uint32_t axis, int32_t bin)
{
    int32_t begin = bin_begin(space, axis, bin), end = bin_begin(space, axis, bin + 1);
    begin = begin > box->low[axis] ? begin : box->low[axis];
    end = end < box->high[axis] ? end : box->high[axis];
    return end - begin;
}

static void bins_of(const cell_space *space, const cell_box *box, uint32_t axis, bin_range *bins)
{
    bins->first = bin_along(space, axis, box->low[axis]);
    bins->last = bin_along(space, axis, box->high[axis] - 1);
    for (int32_t bin = bins->first; bin <= bins->last; bin++) {
        int32_t cells = bin_begin(space, axis, bin + 1) - bin_begin(space, axis, bin);
        uint64_t in_box = (uint64_t)bin_cells(space, box, axis, bin);
        bins->weight[bin] = (uint32_t)((in_box << WHOLE_BITS) / (uint64_t)cells);
    }
}

// Compute the cost of each slice of a box: the part that is in one bin of the axis. Returns their
// sum.
static uint64_t slices_of(const bisection *b, const cell_box *box, uint32_t axis, bin_range *bins,
                          uint64_t *slice)
{
    const cell_space *space = &b->to->space;
    for (uint32_t other = 0; other < BOX_AXES; other++)
        bins_of(space, box, other, &bins[other]);
    memset(slice, 0, BINS_ALONG * sizeof *slice);
    int32_t at[BOX_AXES];
    for (at[2] = bins[2].first; at[2] <= bins[2].last; at[2]++)
        for (at[1] = bins[1].first; at[1] <= bins[1].last; at[1]++) {
            const uint64_t *row =
                b->cost + (size_t)(at[2] * space->bins[1] + at[1]) * (size_t)space->bins[0];
            uint64_t weight = (uint64_t)bins[1].weight[at[1]] * bins[2].weight[at[2]] >> WHOLE_BITS;
            for (at[0] = bins[0].first; at[0] <= bins[0].last; at[0]++) {
                uint64_t cost = (row[at[0]] << b->shift) * weight >> WHOLE_BITS;
                slice[at[axis]] += cost * bins[0].weight[at[0]] >> WHOLE_BITS;
            }
        }
    uint64_t sum = 0;
    for (int32_t bin = bins[axis].first; bin <= bins[axis].last; bin++)
        sum += slice[bin];
    return sum;
}

// Find the cell that divides the cost of a box most exactly into `part` / `count` and the rest.
// Returns by how much the first part then differs from that, in costs of a rank's share / 256.
static uint64_t fair_cut(const bisection *b, const cell_box *box, uint32_t part, uint32_t count,
                         box_cut *cut)
{
    bin_range bins[BOX_AXES];
    uint64_t slice[BINS_ALONG];
    uint32_t axis = cut->axis;
    cut->at = box->low[axis];
    uint64_t sum = !b->cost || box_is_empty(box) ? 0 : slices_of(b, box, axis, bins, slice);
    if (sum == 0) {
        uint64_t cells = (uint64_t)(box->high[axis] - cut->at);
        cut->at += (int32_t)((cells * part + count / 2) / count);
        return 0;
    }
    uint64_t wanted = sum * part / count;
    int32_t bin = bins[axis].first;
    for (; slice[bin] < wanted; bin++) {
        wanted -= slice[bin];
        cut->at += bin_cells(&b->to->space, box, axis, bin);
    }
    if (slice[bin] == 0)
        return 0;
    uint64_t cells = (uint64_t)bin_cells(&b->to->space, box, axis, bin);
    uint64_t taken = (wanted * cells + slice[bin] / 2) / slice[bin],
             got = slice[bin] * taken / cells;
    cut->at += (int32_t)taken;
    return (got > wanted ? got - wanted : wanted - got) * 256 / (sum / count + 1);
}

static int32_t box_length(const cell_box *box, uint32_t axis)
{
    return box->high[axis] - box->low[axis];
}

// Set the axes of cuts, the longest one of the box first.
static void sort_axes(const cell_box *box, box_cut *cuts)
{
    for (uint32_t axis = 0; axis < BOX_AXES; axis++) {
        uint32_t at = axis;
        for (; at > 0 && box_length(box, cuts[at - 1].axis) < box_length(box, axis); at--)
            cuts[at] = cuts[at - 1];
        cuts[at].axis = axis;
    }
}

// Cut across the longest axis, or across another one if that divides much better, as it does where
// few cells have all costs.
static box_cut best_cut(const bisection *b, const cell_box *box, uint32_t part, uint32_t count)
{
    enum { FAIR_ENOUGH = 256 / 64 };
    box_cut cuts[BOX_AXES] = {{0}}, best = {0};
    uint64_t least = UINT64_MAX;
    sort_axes(box, cuts);
    for (uint32_t i = 0; i < BOX_AXES && least > FAIR_ENOUGH; i++) {
        uint64_t differs = fair_cut(b, box, part, count, &cuts[i]);
        if (differs < least) {
            least = differs;
            best = cuts[i];
        }
    }
    return best;
}

// Return how many layers of a box, across an axis, have a cell for each of some ranks.
static int32_t layers_for(const cell_box *box, uint32_t axis, uint32_t count)
{
    uint64_t layer = 1; // cells, or more than there can be ranks
    for (uint32_t other = 0; other < BOX_AXES; other++)
        if (other != axis && layer < BOXES_MOST)
            layer *= (uint64_t)box_length(box, other);
    return layer ? (int32_t)((count + layer - 1) / layer) : 0;
}

static void bisect(const bisection *b, const cell_box *box, box_cut *cut, uint32_t first,
                   uint32_t count)
{
    if (count == 1) {
        b->to->box[first] = *box;
        return;
    }
    uint32_t half = count / 2;
    *cut = best_cut(b, box, half, count);
    // Leave a cell for each rank if the layers allow it.
    int32_t least = box->low[cut->axis] + layers_for(box, cut->axis, half);
    int32_t most = box->high[cut->axis] - layers_for(box, cut->axis, count - half);
    if (least <= most) {
        cut->at = cut->at > least ? cut->at : least;
        cut->at = cut->at < most ? cut->at : most;
    }
    cell_box before = *box, after = *box;
    before.high[cut->axis] = after.low[cut->axis] = cut->at;
    bisect(b, &before, cut + 1, first, half);
    bisect(b, &after, cut + half, first + half, count - half);
}

// ---- boxes

gestalt_result boxes_divide(boxes *b, const uint64_t *cost)
{
    uint64_t sum = 0;
    for (uint32_t bin = 0; cost && bin < bin_count(&b->space); bin++) {
        if (cost[bin] >= BOXES_COST_END - sum)
            return GESTALT_LIMIT;
        sum += cost[bin];
    }
    bisection of = {.to = b, .cost = cost};
    while (sum && sum << of.shift < BOXES_COST_END / 2)
        of.shift++;
    cell_box world = {.high = {b->space.cells[0], b->space.cells[1], b->space.cells[2]}};
    bisect(&of, &world, b->cut, 0, b->count);
    return GESTALT_OK;
}

gestalt_result boxes_create(boxes *b, const gestalt_allocator *allocator, const cell_space *space,
                            uint32_t count)
{
    *b = (boxes){0};
    if (count < 1 || count > BOXES_MOST)
        return GESTALT_LIMIT;
    boxes made = {.space = *space, .count = count};
    carving from = {0};
    do {
        CARVE(&from, made.box, count);
        CARVE(&from, made.cut, count - 1);
    } while (carve_again(&from, allocator));
    if (!from.memory)
        return GESTALT_NO_MEMORY;
    made.memory = from.memory;
    made.memory_size = from.size;
    *b = made;
    return boxes_divide(b, NULL);
}

void boxes_destroy(boxes *b, const gestalt_allocator *allocator)
{
    memory_release(allocator, b->memory, b->memory_size);
    *b = (boxes){0};
}
