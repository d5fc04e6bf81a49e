// SPDX-License-Identifier: MIT
// Which agents of a rank other ranks need as ghosts: those within the reach of another rank's box.
// A division of space fixes the boxes, so everything that does not depend on positions is computed
// once per division:
//
//     +-----------------------+    agents in the interior, further than the reach from all sides
//     | border                |    with other cells, need four comparisons
//     |   +---------------+   |
//     |   |   interior    |   |    each cell of the border has the list of the boxes within reach,
//     |   |               |   |    most often one or two; an agent there is compared with these
//     |   +---------------+   |
//     |                       |    a side at the border of a bounded world has no others
//     +-----------------------+
//
// In a periodic world, a box has images, each of which is compared like a box. The relation is
// symmetric: if a rank needs agents of another one, then the other needs some of the first.
#ifndef HALO_H
#define HALO_H

#include "boxes.h"

#include <string.h>

/// One image of another rank's box.
typedef struct halo_image {
    uint32_t to;                         // index of the rank in `rank`
    cell_box box;                        // may lie beyond the border of a periodic world
    float low[BOX_AXES], high[BOX_AXES]; // infinite at the border of a bounded world
} halo_image;

typedef struct halo {
    cell_space space;
    cell_box own;
    double width;        // reach, and a margin for rounding
    uint32_t rank_count; // ranks with boxes within reach
    uint32_t *rank;      // in ascending order
    uint32_t image_count;
    halo_image *image; // those of a rank are neighbours
    uint32_t *start;   // by cell of the own box, x fastest: its first element of `listed`; plus end
    uint32_t *listed;  // images within reach of the cell, ascending
    float inner_low[BOX_AXES], inner_high[BOX_AXES]; // limits of the interior
    void *memory[2];
    size_t memory_size[2];
} halo;

enum { HALO_CELLS_MOST = 1 << 24 };

/// Find the boxes within reach of a rank's box. `reach` is the greatest distance at which agents
/// see others; the margin for rounding, that of the grid, is added. Returns GESTALT_LIMIT if the
/// box has more than HALO_CELLS_MOST cells, or lists would have more than 2^32 elements.
gestalt_result halo_create(halo *h, const gestalt_allocator *allocator, const boxes *b,
                           uint32_t rank, float reach);

/// Free a halo, which may be zero.
void halo_destroy(halo *h, const gestalt_allocator *allocator);

enum { HALO_SIFTED = 256 };

/// Set a byte for each of `count` agents from `begin` on, at most HALO_SIFTED, and clear the
/// others: whether one of its coordinates is outside of limits, or NaN along
/// an axis that has limits.
void halo_sift(uint32_t dimensions, const float *low, const float *high,
               const float *const position[BOX_AXES], uint32_t begin, uint32_t count,
               uint8_t is_outside[HALO_SIFTED]);

/// Return the first element from `i` on that is set, or a number of `count` or more.
static inline uint32_t halo_next_outside(const uint8_t is_outside[HALO_SIFTED], uint32_t i,
                                         uint32_t count)
{
    enum { WORD = 8 };
    uint64_t eight;
    for (; i < count && i % WORD; i++)
        if (is_outside[i])
            return i;
    for (; i < count; i += WORD) {
        memcpy(&eight, is_outside + i, sizeof eight);
        if (eight)
            break;
    }
    while (i < count && !is_outside[i])
        i++;
    return i;
}

/// An agent that a rank needs as a ghost.
typedef struct halo_mark {
    uint32_t to;    // index of the rank in `rank`
    uint32_t agent; // index of the agent
} halo_mark;

/// Mark the ghosts among the agents from *next to `end` - 1, which are in the rank's box; positions
/// must be wrapped in a periodic world. Marks are ordered by agent, then rank. Returns their number
/// and sets *next to the first agent that remains: marking stops if fewer than `rank_count` of the
/// `room` marks are left, so `room` must be at least that. Agents whose position is NaN are
/// invisible, so they are not marked.
uint32_t halo_find(const halo *h, const float *const position[BOX_AXES], uint32_t *next,
                   uint32_t end, halo_mark *marks, uint32_t room);

#endif
