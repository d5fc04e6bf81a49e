// SPDX-License-Identifier: MIT
#include "halo.h"

#include "carving.h"

#include <math.h>
#include <string.h>

// ---- images within reach

// Return the edge of cells.
static double cell_edge(const cell_space *space, uint32_t axis)
{
    return (double)space->size[axis] / space->cells[axis];
}

// Return the number of cells between two ranges of cells.
static int32_t cells_between(int32_t low, int32_t high, int32_t other_low, int32_t other_high)
{
    if (low >= other_high)
        return low - other_high;
    return other_low >= high ? other_low - high : 0;
}

// Return whether boxes, neither of them empty, are as near as the halo is wide.
static bool halo_reaches(const halo *h, const cell_box *box, const cell_box *other)
{
    double sum = 0;
    for (uint32_t axis = 0; axis < h->space.dimensions; axis++) {
        double apart =
            cell_edge(&h->space, axis) *
            cells_between(box->low[axis], box->high[axis], other->low[axis], other->high[axis]);
        sum += apart * apart;
    }
    return sum <= h->width * h->width;
}

// Set the limits of an image's coordinates.
static void image_limit(const cell_space *space, halo_image *image)
{
    for (uint32_t axis = 0; axis < space->dimensions; axis++) {
        double edge = cell_edge(space, axis);
        int32_t low = image->box.low[axis], high = image->box.high[axis];
        bool starts = !space->is_periodic && low == 0;
        bool ends = !space->is_periodic && high == space->cells[axis];
        image->low[axis] = starts ? -INFINITY : (float)(space->low[axis] + low * edge);
        image->high[axis] = ends ? INFINITY : (float)(space->low[axis] + high * edge);
    }
}

// Add the images of a rank's box that are within reach, or only count them if `images` is NULL.
// Returns their number.
static uint32_t halo_images(const halo *h, const cell_box *box, uint32_t to, halo_image *images)
{
    int32_t most[BOX_AXES] = {0}, at[BOX_AXES];
    uint32_t count = 0;
    // The box is as near as its images if it is as long as the world.
    for (uint32_t axis = 0; h->space.is_periodic && axis < h->space.dimensions; axis++)
        most[axis] = box->high[axis] - box->low[axis] < h->space.cells[axis];
    for (at[2] = -most[2]; at[2] <= most[2]; at[2]++)
        for (at[1] = -most[1]; at[1] <= most[1]; at[1]++)
            for (at[0] = -most[0]; at[0] <= most[0]; at[0]++) {
                halo_image image = {.to = to, .box = *box};
                for (uint32_t axis = 0; axis < BOX_AXES; axis++) {
                    image.box.low[axis] += at[axis] * h->space.cells[axis];
                    image.box.high[axis] += at[axis] * h->space.cells[axis];
                }
                if (!halo_reaches(h, &h->own, &image.box))
                    continue;
                image_limit(&h->space, &image);
                if (images)
                    images[count] = image;
                count++;
            }
    return count;
}

// Add all images within reach, or only count them if there is no memory yet.
static void halo_look(halo *h, const boxes *b, uint32_t own_rank)
{
    h->rank_count = h->image_count = 0;
    for (uint32_t rank = 0; rank < b->count; rank++) {
        if (rank == own_rank || box_is_empty(&b->box[rank]))
            continue;
        uint32_t count = halo_images(h, &b->box[rank], h->rank_count,
                                     h->image ? h->image + h->image_count : NULL);
        if (count == 0)
            continue;
        if (h->rank)
            h->rank[h->rank_count] = rank;
        h->rank_count++;
        h->image_count += count;
    }
}

static gestalt_result halo_find_images(halo *h, const gestalt_allocator *allocator, const boxes *b,
                                       uint32_t own_rank)
{
    halo_look(h, b, own_rank);
    carving from = {0};
    do {
        CARVE(&from, h->rank, h->rank_count);
        CARVE(&from, h->image, h->image_count);
    } while (carve_again(&from, allocator));
    if (!from.memory)
        return GESTALT_NO_MEMORY;
    h->memory[0] = from.memory;
    h->memory_size[0] = from.size;
    halo_look(h, b, own_rank);
    return GESTALT_OK;
}

// ---- lists of cells

// Return the cells of the own box that may be within reach of an image.
static cell_box halo_region(const halo *h, const cell_box *image)
{
    cell_box region = h->own;
    for (uint32_t axis = 0; axis < h->space.dimensions; axis++) {
        double layers = h->width / cell_edge(&h->space, axis);
        int32_t most = h->space.cells[axis];
        int32_t between = (layers < most ? (int32_t)layers : most) + 1;
        int32_t low = image->low[axis] - between, high = image->high[axis] + between;
        region.low[axis] = low > region.low[axis] ? low : region.low[axis];
        region.high[axis] = high < region.high[axis] ? high : region.high[axis];
    }
    return region;
}

// Return the index of a cell in the own box.
static size_t halo_cell(const cell_box *own, cell_position cell)
{
    size_t index = 0;
    for (uint32_t axis = BOX_AXES; axis-- > 0;)
        index = index * (size_t)(own->high[axis] - own->low[axis]) +
                (size_t)(cell.at[axis] - own->low[axis]);
    return index;
}

// Count the image for each cell within its reach, or put it into their lists. Returns the number of
// these cells.
static uint64_t halo_list_image(halo *h, uint32_t index, bool is_counting)
{
    const cell_box *image = &h->image[index].box;
    cell_box region = halo_region(h, image);
    cell_position cell;
    uint64_t count = 0;
    for (cell.at[2] = region.low[2]; cell.at[2] < region.high[2]; cell.at[2]++)
        for (cell.at[1] = region.low[1]; cell.at[1] < region.high[1]; cell.at[1]++)
            for (cell.at[0] = region.low[0]; cell.at[0] < region.high[0]; cell.at[0]++) {
                cell_box one;
                for (uint32_t axis = 0; axis < BOX_AXES; axis++) {
                    one.low[axis] = cell.at[axis];
                    one.high[axis] = cell.at[axis] + 1;
                }
                if (!halo_reaches(h, &one, image))
                    continue;
                size_t at = halo_cell(&h->own, cell);
                count++;
                if (is_counting)
                    h->start[at + 2]++;
                else
                    h->listed[h->start[at + 1]++] = index;
            }
    return count;
}

// Return the number of cells of the own box, or HALO_CELLS_MOST + 1.
static uint32_t halo_cell_count(const halo *h)
{
    uint64_t count = 1;
    for (uint32_t axis = 0; axis < BOX_AXES && count <= HALO_CELLS_MOST; axis++)
        count *= (uint64_t)(h->own.high[axis] - h->own.low[axis]);
    return count <= HALO_CELLS_MOST ? (uint32_t)count : HALO_CELLS_MOST + 1;
}

// Make the list of each cell. While lists are counted and filled, those of a cell are two elements
// of `start`, later one, after the cell's own.
static gestalt_result halo_list(halo *h, const gestalt_allocator *allocator)
{
    uint32_t cells = halo_cell_count(h);
    uint64_t total = 0;
    if (cells > HALO_CELLS_MOST)
        return GESTALT_LIMIT;
    h->memory_size[1] = ((size_t)cells + 2) * sizeof *h->start;
    h->start = h->memory[1] = memory_new(allocator, h->memory_size[1]);
    if (!h->start)
        return GESTALT_NO_MEMORY;
    memset(h->start, 0, h->memory_size[1]);
    for (uint32_t image = 0; image < h->image_count; image++)
        total += halo_list_image(h, image, true);
    if (total > UINT32_MAX)
        return GESTALT_LIMIT;
    size_t size = h->memory_size[1] + (size_t)total * sizeof *h->listed;
    void *memory = memory_resize(allocator, h->memory[1], h->memory_size[1], size);
    if (!memory)
        return GESTALT_NO_MEMORY;
    h->start = h->memory[1] = memory;
    h->memory_size[1] = size;
    h->listed = h->start + cells + 2;
    for (uint32_t cell = 0; cell < cells; cell++)
        h->start[cell + 2] += h->start[cell + 1];
    for (uint32_t image = 0; image < h->image_count; image++)
        halo_list_image(h, image, false);
    return GESTALT_OK;
}

// ---- the halo

// Return how much wider than the reach the halo must be, so that rounding does not miss an agent
// that a grid finds: the margin of that grid.
static double halo_margin(const cell_space *space, float reach)
{
    double largest = reach;
    for (uint32_t axis = 0; axis < space->dimensions; axis++) {
        double extent = fabs((double)space->low[axis]) + space->size[axis];
        largest = extent > largest ? extent : largest;
    }
    return largest * 0x1p-17;
}

// Set the limits of the interior. An axis along which the box is as long as the world has none.
static void halo_limit(halo *h)
{
    for (uint32_t axis = 0; axis < BOX_AXES; axis++) {
        h->inner_low[axis] = -INFINITY;
        h->inner_high[axis] = INFINITY;
        int32_t low = h->own.low[axis], high = h->own.high[axis], cells = h->space.cells[axis];
        if (high - low == cells)
            continue;
        double edge = cell_edge(&h->space, axis), corner = h->space.low[axis];
        if (h->space.is_periodic || low > 0)
            h->inner_low[axis] = (float)(corner + low * edge + h->width);
        if (h->space.is_periodic || high < cells)
            h->inner_high[axis] = (float)(corner + high * edge - h->width);
    }
}

gestalt_result halo_create(halo *h, const gestalt_allocator *allocator, const boxes *b,
                           uint32_t rank, float reach)
{
    *h = (halo){.space = b->space, .own = b->box[rank]};
    h->width = reach + halo_margin(&h->space, reach);
    if (box_is_empty(&h->own))
        return GESTALT_OK;
    halo_limit(h);
    gestalt_result result = halo_find_images(h, allocator, b, rank);
    if (result == GESTALT_OK && h->rank_count > 0)
        result = halo_list(h, allocator);
    if (result != GESTALT_OK)
        halo_destroy(h, allocator);
    return result;
}

void halo_destroy(halo *h, const gestalt_allocator *allocator)
{
    for (int i = 0; i < 2; i++)
        memory_release(allocator, h->memory[i], h->memory_size[i]);
    *h = (halo){0};
}

// ---- ghosts

// Return the list of the cell that contains an agent. If rounding puts the agent next to the box,
// the nearest cell of the box counts.
static size_t halo_cell_of(const halo *h, const float *const position[BOX_AXES], uint32_t agent)
{
    cell_position cell = {{0}};
    for (uint32_t axis = 0; axis < h->space.dimensions; axis++) {
        int32_t at = cell_along(&h->space, axis, position[axis][agent]);
        int32_t low = h->own.low[axis], last = h->own.high[axis] - 1;
        at = at > low ? at : low;
        cell.at[axis] = at < last ? at : last;
    }
    return halo_cell(&h->own, cell);
}

static bool image_is_near(const halo_image *image, uint32_t dimensions, float width_squared,
                          const float *const position[BOX_AXES], uint32_t agent)
{
    float sum = 0;
    for (uint32_t axis = 0; axis < dimensions; axis++) {
        float x = position[axis][agent];
        float below = image->low[axis] - x, above = x - image->high[axis];
        float apart = below > above ? below : above;
        sum += apart <= 0 ? 0 : apart * apart; // NaN remains
    }
    return sum <= width_squared;
}

// Mark an agent of the border. Returns the number of marks.
static uint32_t halo_mark_agent(const halo *h, const float *const position[BOX_AXES],
                                uint32_t agent, halo_mark *marks)
{
    uint32_t count = 0, last = UINT32_MAX;
    float width_squared = (float)(h->width * h->width);
    size_t cell = halo_cell_of(h, position, agent);
    for (uint32_t i = h->start[cell]; i < h->start[cell + 1]; i++) {
        const halo_image *image = &h->image[h->listed[i]];
        if (image->to == last ||
            !image_is_near(image, h->space.dimensions, width_squared, position, agent))
            continue;
        last = image->to;
        marks[count++] = (halo_mark){last, agent};
    }
    return count;
}

void halo_sift(uint32_t dimensions, const float *low, const float *high,
               const float *const position[BOX_AXES], uint32_t begin, uint32_t count,
               uint8_t is_outside[HALO_SIFTED])
{
    memset(is_outside, 0, HALO_SIFTED);
    for (uint32_t axis = 0; axis < dimensions; axis++) {
        const float *x = position[axis] + begin;
        float from = low[axis], to = high[axis];
        if (from == -INFINITY && to == INFINITY)
            continue;
        for (uint32_t i = 0; i < count; i++)
            is_outside[i] |= (uint8_t)(!(x[i] >= from) | !(x[i] <= to));
    }
}

uint32_t halo_find(const halo *h, const float *const position[BOX_AXES], uint32_t *next,
                   uint32_t end, halo_mark *marks, uint32_t room)
{
    uint32_t count = 0;
    if (h->rank_count == 0)
        *next = end;
    for (uint32_t begin = *next; begin < end; begin = *next) {
        uint8_t is_outside[HALO_SIFTED];
        uint32_t agents = end - begin < HALO_SIFTED ? end - begin : HALO_SIFTED;
        halo_sift(h->space.dimensions, h->inner_low, h->inner_high, position, begin, agents,
                  is_outside);
        for (uint32_t i = halo_next_outside(is_outside, 0, agents); i < agents;
             i = halo_next_outside(is_outside, i + 1, agents)) {
            if (room - count < h->rank_count) {
                *next = begin + i;
                return count;
            }
            count += halo_mark_agent(h, position, begin + i, marks + count);
        }
        *next = begin + agents;
    }
    return count;
}
