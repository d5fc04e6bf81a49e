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

gestalt_result grid_divide(grid *g, const space *world, float cell)
{
    g->world = *world;
    EACH_DIMENSION (d) {
        float size = world->size.at[d];
        if (!(size > 0 && size < INFINITY && cell > 0))
            return GESTALT_BAD_ARGUMENT;
        float along = floorf(size / cell);
        along = along > 1 ? along : 1;
        if (along > (float)GRID_CELLS)
            return GESTALT_LIMIT;
        g->cells[d] = (int32_t)along;
        g->scale.at[d] = along / size;
    }
    return GESTALT_OK;
}

static bool window_is_zero(const grid_window *window)
{
    int32_t any = 0;
    EACH_DIMENSION (d)
        any |= window->low[d] | window->cells[d];
    return any == 0;
}

// Limit the grid to a window. An axis of which it has all cells has no first cell.
static gestalt_result grid_limit(grid *g, const grid_window *window)
{
    bool is_whole = window_is_zero(window);
    double cell_count = 1;
    EACH_DIMENSION (d) {
        int32_t cells = is_whole ? g->cells[d] : window->cells[d], low = window->low[d];
        if (cells < 1 || cells > g->cells[d] || low < 0 || low >= g->cells[d] ||
            (!g->world.periodic && low > g->cells[d] - cells))
            return GESTALT_BAD_ARGUMENT;
        g->window.cells[d] = cells;
        g->window.low[d] = cells < g->cells[d] ? low : 0;
        g->is_partial |= cells < g->cells[d];
        int32_t beyond = g->window.low[d] + cells - g->cells[d];
        g->beyond[d] = beyond > 0 ? beyond : 0;
        cell_count *= cells;
    }
    if (cell_count > GRID_CELLS)
        return GESTALT_LIMIT;
    g->cell_count = (uint32_t)cell_count + g->is_partial;
    return GESTALT_OK;
}

gestalt_result grid_create(grid *g, const gestalt_allocator *allocator, const grid_def *def)
{
    *g = (grid){0};
    grid made = {.capacity = def->capacity,
                 .part_count = def->part_count ? def->part_count : 1,
                 .kernels = def->kernels};
    if (def->capacity > GRID_AGENTS)
        return GESTALT_LIMIT;
    gestalt_result result = grid_divide(&made, &def->world, def->cell);
    if (result == GESTALT_OK)
        result = grid_limit(&made, &def->window);
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

// Return whether keys strictly ascend from `begin` on.
static bool keys_ascend(const grid_input *in, uint32_t begin, uint32_t end)
{
    bool ascend = true;
    if (in->key)
        for (uint32_t i = begin ? begin : 1; i < end; i++)
            ascend &= in->key[i - 1] < in->key[i];
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
    uint32_t own = in->count - in->ghost_count;
    g->ascends[part] =
        in->own_ascend || keys_ascend(in, part_begin(g, in->count, part), end < own ? end : own);
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
        g->own = in->count - in->ghost_count;
    }
}

void grid_place(grid *g, const grid_input *in, uint32_t part)
{
    uint32_t *cursor = g->cursor + (size_t)part * g->cell_count;
    uint32_t begin = part_begin(g, in->count, part), end = part_begin(g, in->count, part + 1);
    for (uint32_t i = begin; i < end; i++)
        g->agent[cursor[g->cell_of[i]]++] = i;
}

static bool grid_key_is_less(const void *a, const void *b, const void *keys)
{
    const uint64_t *key = keys;
    return key[*(const uint32_t *)a] < key[*(const uint32_t *)b];
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

static bool cell_is_sorted(const grid *g, const uint64_t *key, uint32_t begin, uint32_t end)
{
    uint32_t place = begin + 1;
    while (place < end && key[g->agent[place - 1]] < key[g->agent[place]])
        place++;
    return place >= end;
}

// Sort one cell that is too large for the buffer, unless it is sorted.
static void sort_large_cell(grid *g, const uint64_t *key, uint32_t begin, uint32_t end)
{
    if (!cell_is_sorted(g, key, begin, end))
        sort_heap(g->agent + begin, end - begin, sizeof *g->agent, grid_key_is_less, key);
}

// Sort the agents of each cell by key.
static void sort_cells(grid *g, const uint64_t *key, uint32_t begin, uint32_t end)
{
    for (uint32_t place = begin, next; place < end; place = next) {
        next = some_cells(g, place, end);
        if (next - place <= GRID_SORT_ROOM)
            g->kernels->sort(g, key, place, next);
        else
            sort_large_cell(g, key, place, next);
    }
}

// Sort the cells that have ghosts, between two starts of cells. All others are sorted if the keys
// of own agents ascend. Most cells with ghosts are visited several times, or are sorted already.
static void sort_ghost_cells(grid *g, const grid_input *in, uint32_t begin, uint32_t end)
{
    for (uint32_t i = in->count - in->ghost_count; i < in->count; i++) {
        uint32_t first = g->start[g->cell_of[i]], last = g->start[g->cell_of[i] + 1];
        if (begin <= first && last <= end && !cell_is_sorted(g, in->key, first, last))
            sort_cells(g, in->key, first, last);
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
    bool ascend = all_ascend(g);
    if (!ascend || (in->key && in->ghost_count > 0)) {
        begin = cell_begin(g, begin);
        end = cell_begin(g, end);
    }
    if (!ascend)
        sort_cells(g, in->key, begin, end);
    else if (in->key)
        sort_ghost_cells(g, in, begin, end);
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

uint32_t grid_stray(const grid *g)
{
    uint32_t stray = UINT32_MAX;
    if (!g->is_partial)
        return stray;
    for (uint32_t place = g->start[g->cell_count - 1]; place < g->count; place++)
        if (g->agent[place] < g->own && g->agent[place] < stray)
            stray = g->agent[place];
    return stray;
}

bool grid_walk_find(grid_walk *walk)
{
    if (walk->is_done)
        return false;
    walk->at = 0;
    walk->g->kernels->find(walk);
    return walk->count > 0;
}
