// SPDX-License-Identifier: MIT
// The places of a grid that a box touches. Inline, for kernels.
#ifndef GRID_RUNS_H
#define GRID_RUNS_H

#include "grid.h"

/// Return how much wider than a radius a box must be, so that rounding does not miss an agent at
/// its edge.
static inline float grid_margin(const grid *g, float radius)
{
    float largest = radius;
    EACH_DIMENSION (d) {
        float extent = fabsf(g->world.low.at[d]) + g->world.size.at[d];
        largest = extent > largest ? extent : largest;
    }
    return largest * 0x1p-17f;
}

// Return the cell of a coordinate, which must be wrapped in a periodic world. In a bounded world,
// positions outside count for the cell at the border. The result grows monotonically with the
// coordinate, despite rounding.
static inline int32_t grid_cell_along(const grid *g, int d, float x)
{
    float cell = (x - g->world.low.at[d]) * g->scale.at[d];
    if (!(cell >= 0))
        return 0;
    return cell < (float)g->cells[d] ? (int32_t)cell : g->cells[d] - 1;
}

// Return the cell of a coordinate of a box. In a periodic world, cell numbers continue beyond the
// border into the images on both sides.
static inline int32_t grid_cell_in_box(const grid *g, int d, float x)
{
    if (!g->world.periodic)
        return grid_cell_along(g, d, x);
    float cell = floorf((x - g->world.low.at[d]) * g->scale.at[d]);
    float cells = (float)g->cells[d];
    if (!(cell >= -cells))
        return -g->cells[d];
    return cell < 2 * cells ? (int32_t)cell : 2 * g->cells[d] - 1;
}

static inline __attribute__((always_inline)) grid_runs grid_runs_in(const grid *g, vector low,
                                                                    vector high)
{
    grid_runs runs = {.g = g};
    EACH_DIMENSION (d) {
        runs.low[d] = grid_cell_in_box(g, d, low.at[d]);
        runs.high[d] = grid_cell_in_box(g, d, high.at[d]);
        runs.at[d] = runs.low[d];
    }
    return runs;
}

// Return the image of the world that contains the cell: -1, 0 or 1.
static inline int32_t grid_image_of(int32_t cell, int32_t cells)
{
    return cell < 0 ? -1 : cell >= cells;
}

// Advance to the beginning of the next row of cells.
static inline void grid_next_row(grid_runs *runs)
{
    runs->at[0] = runs->low[0];
    for (int d = 1; d < STEER_DIMENSIONS; d++) {
        if (++runs->at[d] <= runs->high[d] || d == STEER_DIMENSIONS - 1)
            return;
        runs->at[d] = runs->low[d];
    }
}

// Return how many of the window's cells along an axis come before a cell of the world.
static inline uint32_t grid_rank_in_window(const grid *g, int d, int32_t cell)
{
    int32_t low = g->window.low[d], cells = g->window.cells[d];
    if (g->beyond[d] > 0) {
        int32_t after = (cell > low ? cell : low) - (g->cells[d] - cells);
        return (uint32_t)(cell < g->beyond[d] ? cell : after);
    }
    int32_t rank = cell > low ? cell - low : 0;
    return (uint32_t)(rank < cells ? rank : cells);
}

// Return the window's first cell of a run from `first` to `last`, and after it; equal if the window
// has none of the cells. `image` is the image in x direction.
static inline uint32_t grid_run_in_window(const grid_runs *runs, int32_t first, int32_t last,
                                          int32_t image, uint32_t *end)
{
    const grid *g = runs->g;
    uint32_t row = 0;
    bool is_inside = true;
    for (int d = STEER_DIMENSIONS - 1; d > 0; d--) {
        int32_t cell = runs->at[d] - grid_image_of(runs->at[d], g->cells[d]) * g->cells[d];
        uint32_t rank = grid_rank_in_window(g, d, cell);
        is_inside &= grid_rank_in_window(g, d, cell + 1) > rank;
        row = row * (uint32_t)g->window.cells[d] + rank;
    }
    row *= (uint32_t)g->window.cells[0];
    *end = is_inside ? row + grid_rank_in_window(g, 0, last - image * g->cells[0] + 1) : 0;
    return is_inside ? row + grid_rank_in_window(g, 0, first - image * g->cells[0]) : 0;
}

/// grid_runs_next with `is_partial` of the grid, for code that exists for each of its values.
static inline __attribute__((always_inline)) bool grid_runs_next_if(grid_runs *runs, grid_run *run,
                                                                    bool is_partial)
{
    const grid *g = runs->g;
    enum { LAST = STEER_DIMENSIONS - 1 };
    while (runs->at[LAST] <= runs->high[LAST]) {
        uint32_t row = 0;
        for (int d = LAST; d >= 0; d--) {
            int32_t image = grid_image_of(runs->at[d], g->cells[d]);
            run->shift.at[d] = (float)image * g->world.size.at[d];
            row = row * (uint32_t)g->cells[d] +
                  (d ? (uint32_t)(runs->at[d] - image * g->cells[d]) : 0);
        }
        int32_t first = runs->at[0], image = grid_image_of(first, g->cells[0]);
        int32_t last = (image + 1) * g->cells[0] - 1;
        last = last < runs->high[0] ? last : runs->high[0];
        uint32_t begin = row + (uint32_t)(first - image * g->cells[0]);
        uint32_t end = row + (uint32_t)(last - image * g->cells[0]) + 1;
        if (__builtin_expect(is_partial, 0))
            begin = grid_run_in_window(runs, first, last, image, &end);
        run->begin = g->start[begin];
        run->end = g->start[end];
        runs->at[0] = last + 1;
        if (last == runs->high[0])
            grid_next_row(runs);
        if (run->begin < run->end)
            return true;
    }
    return false;
}

/// Get the next run that is not empty.
static inline bool grid_runs_next(grid_runs *runs, grid_run *run)
{
    return grid_runs_next_if(runs, run, runs->g->is_partial);
}

#endif
