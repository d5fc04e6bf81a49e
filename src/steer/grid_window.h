// SPDX-License-Identifier: MIT
// Windows of grids: the cells near some agents.
#ifndef GRID_WINDOW_H
#define GRID_WINDOW_H

#include "grid.h"

/// Return the window of all cells that a box touches, also if rounding moves it, for a grid of that
/// cell edge. In a periodic world the box may extend beyond the border. Zero, which means all
/// cells, for sizes that are not positive numbers.
grid_window grid_window_around(const space *world, float cell, vector low, vector high);

#endif
