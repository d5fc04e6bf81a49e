// SPDX-License-Identifier: MIT
#include "grid.h"

#include "carve.h"
#include "search.h"
#include "sort.h"

static void carve_grid(grid *g, carving *from)
{
    g->start = carving_take(from, (size_t)g->cell_count + 1, sizeof *g->start);
    g->cursor = carving_take(from, (size_t)g->cell_count * g->part_count, sizeof *g->cursor);
    g->total = carving_take(from, g->part_count, sizeof *g->total);
    g->ascends = carving_take(from, g->part_count, sizeof *g->ascends);
    g->agent = carving_take(from, g->capacity, sizeof *g->agent);
    g->cell_of = carving_take(from, g->capacity, sizeof *g->cell_of);
    g->position = carve_vectors(from, g->capacity);
    g->carried = carve_vectors(from, g->capacity);
}

static gestalt_result grid_divide(grid *g, const grid_def *def)
{
    double cell_count = 1;
    EACH_DIMENSION (d) {
        float size = def->world.size.at[d];
        if (!(size > 0 && size < INFINITY && def->cell > 0))
            return GESTALT_BAD_ARGUMENT;
        float along = floorf(size / def->cell);
        along = along > 1 ? along : 1;
        cell_count *= along;
        if (cell_count > GRID_CELLS)
            return GESTALT_LIMIT;
        g->cells[d] = (int32_t)along;
        g->scale.at[d] = along / size;
    }
    g->cell_count = (uint32_t)cell_count;
    return GESTALT_OK;
}

gestalt_result grid_create(grid *g, const gestalt_allocator *allocator, const grid_def *def)
{
    *g = (grid){0};
    grid made = {.world = def->world,
                 .capacity = def->capacity,
                 .part_count = def->part_count ? def->part_count : 1,
                 .kernels = def->kernels};
    if (def->capacity > GRID_AGENTS)
        return GESTALT_LIMIT;
    gestalt_result result = grid_divide(&made, def);
    if (result)
        return result;
    carving from = CARVE_COLUMNS;
    carve_grid(&made, &from);
    if (!carve_block(&from, allocator, &made.memory, &made.memory_size))
        return GESTALT_NO_MEMORY;
    carve_grid(&made, &from);
    *g = made;
    return GESTALT_OK;
}

void grid_destroy(grid *g, const gestalt_allocator *allocator)
{
    carve_release(allocator, g->memory, g->memory_size);
    *g = (grid){0};
}

float grid_good_cell(const space *world, float radius, uint32_t count)
{
    // Kernels process the agents of neighbouring cells together, sixteen at a time. Cells with a
    // few agents each keep the bounding box of such a block compact.
    const double wanted = 4;
    double volume = wanted / (count ? count : 1), cell = 0;
    EACH_DIMENSION (d)
        volume *= world->size.at[d];
    float edge = radius;
    for (; volume < INFINITY && cell < volume; edge *= 1.0625f) {
        cell = 1;
        EACH_DIMENSION (d)
            cell *= edge;
    }
    return edge;
}

static uint32_t part_begin(const grid *g, uint32_t count, uint32_t part)
{
    return (uint32_t)((uint64_t)count * part / g->part_count);
}

// Return whether ids strictly ascend from `begin` on.
static bool ids_ascend(const grid_input *in, uint32_t begin, uint32_t end)
{
    bool ascend = true;
    if (in->id)
        for (uint32_t i = begin ? begin : 1; i < end; i++)
            ascend &= in->id[i - 1] < in->id[i];
    return ascend;
}

enum { CHUNK = 2048 }; // agents whose cells are still cached when they are counted

void grid_count(grid *g, const grid_input *in, uint32_t part)
{
    uint32_t *counts = g->cursor + (size_t)part * g->cell_count;
    uint32_t end = part_begin(g, in->count, part + 1);
    memset(counts, 0, g->cell_count * sizeof *counts);
    for (uint32_t begin = part_begin(g, in->count, part), next; begin < end; begin = next) {
        next = end - begin < CHUNK ? end : begin + CHUNK;
        g->kernels->cells(g, &in->position, begin, next);
        for (uint32_t i = begin; i < next; i++)
            counts[g->cell_of[i]]++;
    }
    g->ascends[part] = ids_ascend(in, part_begin(g, in->count, part), end);
}

// Return the start of a part's share of the cells.
static uint32_t cells_begin(const grid *g, uint32_t part)
{
    return part_begin(g, g->cell_count, part);
}

void grid_total(grid *g, const grid_input *in, uint32_t part)
{
    uint32_t begin = cells_begin(g, part), end = cells_begin(g, part + 1), total = 0;
    (void)in;
    for (uint32_t other = 0; other < g->part_count; other++) {
        const uint32_t *counts = g->cursor + (size_t)other * g->cell_count;
        for (uint32_t cell = begin; cell < end; cell++)
            total += counts[cell];
    }
    g->total[part] = total;
}

void grid_sum(grid *g, const grid_input *in, uint32_t part)
{
    uint32_t end = cells_begin(g, part + 1), place = 0;
    for (uint32_t before = 0; before < part; before++)
        place += g->total[before];
    for (uint32_t cell = cells_begin(g, part); cell < end; cell++) {
        g->start[cell] = place;
        for (uint32_t other = 0; other < g->part_count; other++) {
            uint32_t *cursor = &g->cursor[(size_t)other * g->cell_count + cell];
            uint32_t count = *cursor;
            *cursor = place;
            place += count;
        }
    }
    if (part == g->part_count - 1) {
        g->start[g->cell_count] = place;
        g->count = in->count;
    }
}

void grid_place(grid *g, const grid_input *in, uint32_t part)
{
    uint32_t *cursor = g->cursor + (size_t)part * g->cell_count;
    uint32_t begin = part_begin(g, in->count, part), end = part_begin(g, in->count, part + 1);
    for (uint32_t i = begin; i < end; i++)
        g->agent[cursor[g->cell_of[i]]++] = i;
}

static bool grid_id_is_less(const void *a, const void *b, const void *ids)
{
    const uint64_t *id = ids;
    return id[*(const uint32_t *)a] < id[*(const uint32_t *)b];
}

// Return the position after the cell that contains `place`.
static uint32_t cell_end(const grid *g, uint32_t place)
{
    return g->start[g->cell_of[g->agent[place]] + 1];
}

// Return the end of the largest range of whole cells, from `begin` to at most `end`, that fits into
// the buffer; at least one cell.
static uint32_t some_cells(const grid *g, uint32_t begin, uint32_t end)
{
    if (end - begin <= GRID_SORT_ROOM)
        return end;
    uint32_t last = g->start[g->cell_of[g->agent[begin + GRID_SORT_ROOM]]];
    return last > begin ? last : cell_end(g, begin);
}

// Sort the agents of each cell by id.
static void sort_cells(grid *g, const uint64_t *id, uint32_t begin, uint32_t end)
{
    for (uint32_t place = begin, next; place < end; place = next) {
        next = some_cells(g, place, end);
        if (next - place <= GRID_SORT_ROOM && g->kernels->sort(g, id, place, next))
            continue;
        next = cell_end(g, place);
        sort_heap(g->agent + place, next - place, sizeof *g->agent, grid_id_is_less, id);
    }
}

static bool all_ascend(const grid *g)
{
    bool ascend = true;
    for (uint32_t part = 0; part < g->part_count; part++)
        ascend &= g->ascends[part];
    return ascend;
}

// Return the start of the first cell at or after `place`.
static uint32_t cell_begin(const grid *g, uint32_t place)
{
    uint32_t cell;
    SEARCH_FIRST(cell, 0, g->cell_count, g->start[cell] >= place);
    return g->start[cell];
}

void grid_gather(grid *g, const grid_input *in, uint32_t begin, uint32_t end)
{
    // The thread that gathers the first position of a cell sorts the cell; no other thread reads it
    // meanwhile.
    if (!all_ascend(g)) {
        begin = cell_begin(g, begin);
        end = cell_begin(g, end);
        sort_cells(g, in->id, begin, end);
    }
    g->kernels->copy(g, &in->position, &in->carried, begin, end);
}

void grid_build(grid *g, const grid_input *in)
{
    for (uint32_t part = 0; part < g->part_count; part++)
        grid_count(g, in, part);
    for (uint32_t part = 0; part < g->part_count; part++)
        grid_total(g, in, part);
    for (uint32_t part = 0; part < g->part_count; part++)
        grid_sum(g, in, part);
    for (uint32_t part = 0; part < g->part_count; part++)
        grid_place(g, in, part);
    grid_gather(g, in, 0, in->count);
}

bool grid_walk_find(grid_walk *walk)
{
    if (walk->is_done)
        return false;
    walk->at = 0;
    walk->g->kernels->find(walk);
    return walk->count > 0;
}
