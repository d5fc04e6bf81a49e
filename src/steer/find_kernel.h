// SPDX-License-Identifier: MIT
// The kernel of grid searches around a centre: tests many positions at once. Results come in the
// grid's order, so the number of positions tested at once does not matter. Included by
// steer_kernels_body.h.
#ifndef FIND_KERNEL_H
#define FIND_KERNEL_H

#include "grid_runs.h"
#include "wide.h"

_Static_assert((int)LANES <= (int)GRID_FOUND_ROOM, "lanes_compress may write so much too far");

static inline void find_begin(grid_walk *walk)
{
    float reach = walk->radius + grid_margin(walk->g, walk->radius);
    vector low = walk->centre, high = walk->centre;
    EACH_DIMENSION (d) {
        low.at[d] -= reach;
        high.at[d] += reach;
    }
    walk->runs = grid_runs_in(walk->g, low, high);
    walk->run.begin = walk->run.end = 0;
    walk->chunks = 0;
    walk->has_begun = true;
}

// Test LANES positions; return the new number of agents found, which was `count`.
static inline uint32_t find_at(grid_walk *walk, uint32_t count, const grid_run *run, uint32_t place,
                               lanes radius_squared)
{
    const grid *g = walk->g;
    uint32_t left = run->end - place;
    lanes squared = lanes_all(0);
    wide position;
    EACH_DIMENSION (d) {
        position.at[d] =
            lanes_add(lanes_load(g->position.at[d] + place), lanes_all(run->shift.at[d]));
        lanes offset = lanes_subtract(position.at[d], lanes_all(walk->centre.at[d]));
        lanes square = lanes_multiply(offset, offset);
        squared = d ? lanes_add(squared, square) : square;
    }
    lanes_mask in = lanes_both(lanes_first(left < LANES ? left : LANES),
                               lanes_at_most(squared, radius_squared));
    if (!lanes_any(in))
        return count;
    EACH_DIMENSION (d)
        lanes_compress(walk->position[d] + count, in, position.at[d]);
    lanes_compress_ints(walk->agent + count, in, lanes_load_ints(g->agent + place));
    return count + lanes_number(in);
}

static inline __attribute__((always_inline)) void find_agents(grid_walk *walk, bool is_partial)
{
    uint32_t count = 0;
    lanes radius_squared = lanes_all(walk->radius >= 0 ? walk->radius * walk->radius : -1);
    if (!walk->has_begun)
        find_begin(walk);
    walk->chunks++;
    grid_run run = walk->run;
    do {
        while (run.begin < run.end && count <= GRID_FOUND - LANES) {
            count = find_at(walk, count, &run, run.begin, radius_squared);
            run.begin += LANES;
        }
    } while (run.begin >= run.end && grid_runs_next_if(&walk->runs, &run, is_partial));
    walk->run = run;
    walk->is_done = run.begin >= run.end;
    walk->count = count;
}

// Walks are short, so windows have code of their own.
static void grid_find(grid_walk *walk)
{
    if (walk->g->is_partial)
        find_agents(walk, true);
    else
        find_agents(walk, false);
}

#endif
