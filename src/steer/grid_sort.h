// SPDX-License-Identifier: MIT
// Sorting the agents of each cell by id, for many small cells at once. Each agent is compared with
// those 1, 2, 3, ... places later, as long as any pair shares a cell, and moves by the number of
// pairs in the wrong order. There are no branches to mispredict, and compilers vectorise the loop.
// Inline, for kernels.
#ifndef GRID_SORT_H
#define GRID_SORT_H

#include "grid.h"

typedef struct grid_sorting {
    uint32_t cell[GRID_SORT_ROOM], id[GRID_SORT_ROOM];
    uint32_t up[GRID_SORT_ROOM], down[GRID_SORT_ROOM]; // number of places to move in each direction
} grid_sorting;

// Return whether any agent shares a cell with the one `apart` places later.
static inline bool grid_compare(const uint32_t *cell, const uint32_t *id, size_t count,
                                size_t apart, uint32_t *restrict up, uint32_t *restrict down)
{
    uint32_t any = 0;
    const uint32_t *other_cell = cell + apart, *other_id = id + apart;
    up += apart;
    for (size_t i = 0; i < count - apart; i++) {
        uint32_t same = cell[i] == other_cell[i];
        uint32_t wrong = same & (other_id[i] < id[i]);
        down[i] += wrong;
        up[i] += wrong;
        any |= same;
    }
    return any;
}

/// Sort places that are whole cells, at most GRID_SORT_ROOM. Returns false, and does nothing, if an
/// id has more than 32 bits.
static inline bool grid_sort_few(const grid *g, const uint64_t *id, uint32_t begin, uint32_t end)
{
    grid_sorting s;
    uint32_t agents[GRID_SORT_ROOM], count = end - begin;
    uint64_t bits = 0;
    for (uint32_t i = 0; i < count; i++) {
        agents[i] = g->agent[begin + i];
        s.cell[i] = g->cell_of[agents[i]];
        s.id[i] = (uint32_t)id[agents[i]];
        s.up[i] = s.down[i] = 0;
        bits |= id[agents[i]];
    }
    if (bits >> 32)
        return false;
    for (uint32_t apart = 1; apart < count; apart++)
        if (!grid_compare(s.cell, s.id, count, apart, s.up, s.down))
            break;
    for (uint32_t i = 0; i < count; i++)
        g->agent[begin + i + s.down[i] - s.up[i]] = agents[i];
    return true;
}

#endif
