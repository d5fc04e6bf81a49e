// SPDX-License-Identifier: MIT
// Sorting the agents of each cell by key, for many small cells at once. Each agent is compared with
// those 1, 2, 3, ... places later, as long as any pair shares a cell, and moves by the number of
// pairs in the wrong order. There are no branches to mispredict, and compilers vectorise the loop.
// Inline, for kernels.
#ifndef GRID_SORT_H
#define GRID_SORT_H

#include "grid.h"

typedef struct grid_sorting {
    uint32_t cell[GRID_SORT_ROOM], key[GRID_SORT_ROOM]; // lower halves of the keys
    uint32_t upper[GRID_SORT_ROOM];                     // upper halves
    uint32_t up[GRID_SORT_ROOM], down[GRID_SORT_ROOM]; // number of places to move in each direction
} grid_sorting;

enum { GRID_PAIRS = 1, GRID_WRONG_PAIRS = 2 };

// Compare each agent with the one `apart` places later. Returns GRID_PAIRS if any two share a cell,
// and GRID_WRONG_PAIRS if any two of them are in the wrong order. Without `has_upper` the upper
// halves of all keys are equal.
static inline __attribute__((always_inline)) uint32_t
grid_compare(const grid_sorting *s, size_t count, size_t apart, uint32_t *restrict up,
             uint32_t *restrict down, bool has_upper)
{
    uint32_t any = 0;
    const uint32_t *cell = s->cell, *key = s->key, *upper = s->upper;
    up += apart;
    for (size_t i = 0; i < count - apart; i++) {
        uint32_t same = cell[i] == cell[i + apart];
        uint32_t wrong = key[i + apart] < key[i];
        if (has_upper)
            wrong = (wrong & (upper[i + apart] == upper[i])) | (upper[i + apart] < upper[i]);
        wrong &= same;
        down[i] += wrong;
        up[i] += wrong;
        any |= same | wrong * GRID_WRONG_PAIRS;
    }
    return any;
}

// Fill `up` and `down`. Returns whether any agent moves.
static inline __attribute__((always_inline)) bool grid_compare_all(grid_sorting *s, uint32_t count,
                                                                   bool has_upper)
{
    bool moves = false;
    for (uint32_t apart = 1; apart < count; apart++) {
        uint32_t any = grid_compare(s, count, apart, s->up, s->down, has_upper);
        if (apart == 1)
            moves = any & GRID_WRONG_PAIRS; // otherwise each cell is sorted
        if (!moves || !any)
            break;
    }
    return moves;
}

/// Sort places that are whole cells, at most GRID_SORT_ROOM.
static inline void grid_sort_few(const grid *g, const uint64_t *key, uint32_t begin, uint32_t end)
{
    grid_sorting s;
    uint32_t agents[GRID_SORT_ROOM], count = end - begin;
    uint32_t differs = 0;
    for (uint32_t i = 0; i < count; i++) {
        agents[i] = g->agent[begin + i];
        s.cell[i] = g->cell_of[agents[i]];
        s.key[i] = (uint32_t)key[agents[i]];
        s.upper[i] = (uint32_t)(key[agents[i]] >> 32);
        s.up[i] = s.down[i] = 0;
        differs |= s.upper[i] ^ s.upper[0];
    }
    if (!(differs ? grid_compare_all(&s, count, true) : grid_compare_all(&s, count, false)))
        return;
    for (uint32_t i = 0; i < count; i++)
        g->agent[begin + i + s.down[i] - s.up[i]] = agents[i];
}

#endif
