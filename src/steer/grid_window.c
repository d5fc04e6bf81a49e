// SPDX-License-Identifier: MIT
#include "grid_window.h"

#include "grid_runs.h"

grid_window grid_window_around(const space *world, float cell, vector low, vector high)
{
    grid g = {0};
    grid_window window = {0};
    if (grid_divide(&g, world, cell) != GESTALT_OK)
        return window;
    EACH_DIMENSION (d) {
        low.at[d] -= grid_margin(&g, 0);
        high.at[d] += grid_margin(&g, 0);
    }
    grid_runs touched = grid_runs_in(&g, low, high);
    EACH_DIMENSION (d) {
        int32_t cells = touched.high[d] - touched.low[d] + 1;
        bool is_all = cells >= g.cells[d];
        window.cells[d] = is_all ? g.cells[d] : cells;
        window.low[d] = is_all ? 0 : (touched.low[d] + g.cells[d]) % g.cells[d];
    }
    return window;
}
