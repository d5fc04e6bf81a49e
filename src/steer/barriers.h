// SPDX-License-Identifier: MIT
// Barriers: static circles, and walls, which are segments with a width. Both are capsules: all
// points within a radius of a segment. They are stored in a grid of cells that is built once, so
// looking around, ahead or along a step costs only what is nearby.
//
// Some barriers are solid: a disc cannot enter them. It moves until it touches one, and then slides
// along it. It keeps a skin of free space, wider than the rounding error of coordinates, so that
// results computed in doubles also hold for the rounded floats.
//
// A cell lists the capsules near it. The number of cells is limited so that all lists together have
// at most BARRIERS_SHARE entries per capsule. No result depends on the order of a list.
#ifndef BARRIERS_H
#define BARRIERS_H

#include "space.h"

#include <gestalt/base.h>

enum { BARRIERS_SHARE = 32, BARRIERS_MOST = 1 << 24 };

/// A capsule; a sphere if both ends are equal.
typedef struct barrier {
    vector from, to;
    float radius;
    bool is_solid;
} barrier;

typedef struct barriers {
    space world;
    const barrier *list; // belongs to the owner
    uint32_t count, solid_count;
    float skin, overhang; // overhang: how far any barrier reaches beyond the border of the world
    vector low, scale;    // cell grid: lower corner, and cells per unit of length
    int32_t cells[STEER_DIMENSIONS]; // along each axis
    uint64_t cell_count;
    uint32_t *start; // by cell: start of its list in `member`; plus the end of the last list
    uint32_t *member;
    void *memory;
    size_t memory_size;
} barriers;

/// Build the grid. Numbers in the list must be finite, and radii not negative. The list must stay
/// valid. Returns GESTALT_LIMIT for more than BARRIERS_MOST barriers.
gestalt_result barriers_create(barriers *b, const gestalt_allocator *allocator, const space *world,
                               const barrier *list, uint32_t count);

/// Free the grid, which may be zero.
void barriers_destroy(barriers *b, const gestalt_allocator *allocator);

/// Iterate over all barriers near a box, possibly visiting some repeatedly. With `images`, this
/// includes images in a periodic world, for a box that extends beyond the border by up to one world
/// size.
///
///     barriers_walk walk;
///     barriers_walk_begin(&walk, b, low, high, true);
///     for (; barriers_walk_next(&walk);)
typedef struct barriers_walk {
    const barriers *b;
    vector low, high; // bounds of the box
    int32_t first_cell[STEER_DIMENSIONS], last_cell[STEER_DIMENSIONS], cell[STEER_DIMENSIONS];
    int32_t first_image[STEER_DIMENSIONS], last_image[STEER_DIMENSIONS], image[STEER_DIMENSIONS];
    uint32_t at, end; // in `member`
    bool is_done;
    const barrier *found;
    uint32_t index;
    vector shift; // offset to the image of `found`
} barriers_walk;

void barriers_walk_begin(barriers_walk *walk, const barriers *b, vector low, vector high,
                         bool images);
bool barriers_walk_next(barriers_walk *walk);

/// Return how much of a wanted step a disc can do, from a position in the world. In a periodic
/// world the step must be no longer than the world's shortest edge. A disc inside a solid barrier
/// can only leave it. With `all`, every barrier is solid.
vector barriers_step(const barriers *b, vector at, vector step, float radius, bool all);

/// The barrier nearest to a position.
typedef struct barrier_near {
    uint32_t index; // UINT32_MAX: none within the distance
    float distance; // distance from its surface; negative inside
    vector away;    // unit vector pointing away from it; zero exactly on a segment
} barrier_near;

barrier_near barriers_nearest(const barriers *b, vector at, float within, bool all);

/// Return the share of a step after which a disc touches a solid barrier or, with `all`, any
/// barrier; 1 if it touches none.
float barriers_share(const barriers *b, vector at, vector step, float radius, bool all);

/// The first barrier that reaches into a corridor ahead, in the direction of a unit vector, with
/// the given length and `radius` to each side. First is the barrier with the smallest distance
/// ahead, measured to the centre of a sphere, or to the first point of a wall in the corridor; of
/// equals, the first in the list. Images are ignored.
typedef struct barrier_ahead {
    bool exists;
    vector offset; // direction towards the obstructing barrier
} barrier_ahead;

barrier_ahead barriers_ahead(const barriers *b, vector at, vector heading, float length,
                             float radius);

#endif
